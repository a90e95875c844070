import type { ContentMessage } from '@/src/contract/bridge'
import { askingOf } from '@/src/domain/order/asking'
import type { PageRef } from '@/src/domain/order/order'
import { failConnects } from '@/src/store/attempts'
import { openOrders } from '@/src/store/orders'
import { hasten } from '@/src/store/outbox'
import type { Engine } from '../engine'
import type { SiteGate } from '../site/site-gate'
import type { World } from '../world'

/** Takes in what a content script says; whoever reads this has checked that it is one of ours. */
export async function takeContent(
  world: World,
  engine: Engine,
  ready: () => Promise<void>,
  sites: SiteGate,
  message: ContentMessage,
  page: PageRef,
): Promise<unknown> {
  switch (message.type) {
    case 'outcome':
      try {
        await ready()
        const { takeOutcome } = await import('./outcome')
        return { committed: await takeOutcome(engine, page, message.attemptId, message.result) }
      } catch (error) {
        // The page keeps it and brings it again.
        world.report(error, 'outcome')
        return { committed: false }
      }
    case 'walletChanged': {
      await ready()
      await hastenOrders(engine, (pinned) => pinned.tabId === page.tabId, ['armStep'])
      world.announce({ kind: 'wallets' })
      return {}
    }
    case 'siteRequest':
    case 'siteResume': {
      const { takeSiteMessage } = await import('../site/site-requests')
      return takeSiteMessage(world, engine, sites, message, page)
    }
  }
}

async function hastenOrders(
  engine: Engine,
  concerns: (page: PageRef) => boolean,
  kinds: readonly string[],
): Promise<void> {
  for (const order of await openOrders(engine.db)) {
    const asking = askingOf(order)
    if (!asking || !concerns(asking.page)) continue
    await hasten(engine.db, order.id, engine.now(), (row) => kinds.includes(row.task.kind))
  }
  engine.wake()
}

/** A tab was closed: what was asked in it is looked into, and its connects will not be answered. */
export async function takePageGone(engine: Engine, tabId: number): Promise<void> {
  const failed = await failConnects(engine.db, tabId, engine.now())
  for (const attemptId of failed) engine.announce({ kind: 'connection', attemptId })
  // A panel or a tab of ours may show a wallet of it as connected.
  engine.announce({ kind: 'wallets' })
  await hastenOrders(engine, (page) => page.tabId === tabId, ['reconcile', 'armStep'])
}
