import * as z from 'zod/mini'
import { askedBy } from '@/src/contract/refs'
import type { AskedBy } from '@/src/domain/order'
import type { Engine } from './engine'
import { sendSiteEvent } from './pages'
import type { World } from './world'

/** Keeps a prefill and opens Causeway with it; a request that nobody saw meanwhile is dismissed. */
export async function openPrefill(world: World, engine: Engine, prefill: object): Promise<void> {
  const unread = askerOf(await world.openPrefilled(prefill))
  world.announce({ kind: 'prefill' })
  // Not waited for: that page may be frozen, and another site waits for its answer.
  if (unread) void dismissRequest(engine, unread)
}

const prefillShape = z.object({ askedBy })

/** Who asked for a prefill that is kept; undefined for one that no site made. */
function askerOf(prefill: unknown): AskedBy | undefined {
  const read = z.safeParse(prefillShape, prefill)
  return read.success ? read.data.askedBy : undefined
}

/** Tells a site that nothing came of its request; the form is free again whether it hears of it or not. */
export async function dismissRequest(engine: Engine, asker: AskedBy): Promise<void> {
  try {
    await sendSiteEvent(engine, asker, 'dismissed')
  } catch (error) {
    engine.report(error, 'site')
  }
}
