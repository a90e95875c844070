import { addWaiting, type Waiting } from '@/src/contract/waiting'
import type { AskedBy } from '@/src/domain/order/order'
import { hearerOf, keepSiteEvent } from '@/src/store/site-records'
import type { Engine } from '../engine'
import type { World } from '../world'
import { sendSiteEvent } from './site-news'

/**
 * Keeps what was asked and brings Causeway to the front, where it is filled in, or waits for the person
 * behind "Show / Ignore". A site whose older request gave way is told so.
 */
export async function openPrefill(
  world: World,
  engine: Engine,
  asked: Omit<Waiting, 'orderId'>,
): Promise<void> {
  const gone = await keep(world, asked)
  await world.reveal()
  world.announce({ kind: 'prefill' })
  // Not waited for: that page may be frozen, and another site waits for its answer.
  for (const asker of gone) void dismissRequest(engine, asker, 'replaced')
}

/**
 * Shows an order: in the page of ours that is open, where it waits like a request if something unfinished
 * is on the screen, else in a tab of its own.
 */
export async function openOrder(world: World, orderId: string): Promise<void> {
  if (!(await world.reveal(`popup.html?view=tab#/orders/${orderId}`))) return
  await keep(world, { id: world.newId(), orderId })
  world.announce({ kind: 'prefill' })
}

/** Gives the requests that gave way. */
async function keep(world: World, next: Waiting): Promise<AskedBy[]> {
  let replaced: AskedBy[] = []
  await world.changeWaiting((before) => {
    const { list, gone } = addWaiting(before, next)
    replaced = gone
    return list
  })
  return replaced
}

/** Drops what sites asked that have lost their access, or whose tab was closed: nobody waits for it. */
export async function dropUnheard(world: World, closedTab?: number): Promise<void> {
  const asked: AskedBy[] = []
  await world.changeWaiting((list) => {
    asked.push(...list.flatMap(({ askedBy }) => askedBy ?? []))
    return list
  })
  if (asked.length === 0) return
  const unheard: AskedBy[] = []
  for (const asker of asked) {
    const { tabId } = await hearerOf(world.db, asker).catch(() => asker.page)
    const isHeard = tabId !== closedTab && (await world.tabs.isGranted(asker.origin))
    if (!isHeard) unheard.push(asker)
  }
  let gone: AskedBy[] = []
  await world.changeWaiting((list) => {
    const isGone = ({ id, askedBy }: Waiting) =>
      unheard.some(({ origin, requestId }) => origin === askedBy?.origin && requestId === id)
    gone = list.filter(isGone).flatMap(({ askedBy }) => askedBy ?? [])
    return list.filter((each) => !isGone(each))
  })
  for (const asker of gone) {
    // Not told: its page is gone, or has no access any more.
    await keepSiteEvent(world.db, world.now(), asker, {
      name: 'dismissed',
      reason: 'expired',
    }).catch((error: unknown) => world.report(error, 'site'))
  }
  world.announce({ kind: 'prefill' })
}

/** Tells a site that nothing came of its request; the form is free again whether it hears of it or not. */
export async function dismissRequest(
  engine: Engine,
  asker: AskedBy,
  reason: 'declined' | 'replaced',
): Promise<void> {
  try {
    await sendSiteEvent(engine, asker, { name: 'dismissed', reason })
  } catch (error) {
    engine.report(error, 'site')
  }
}
