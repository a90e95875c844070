import type { ContentMessage, SiteRequestAck, SiteResumeAck } from '@/src/contract/bridge'
import type { PageRef } from '@/src/domain/order/order'
import { addSiteRecord, takeUpSiteRecord } from '@/src/store/site-records'
import type { Engine } from '../engine'
import type { World } from '../world'
import { openPrefill } from './requests'
import type { SiteGate } from './site-gate'

type SiteMessage = Extract<ContentMessage, { type: 'siteRequest' | 'siteResume' }>

/** Answers what a site wants of Causeway. */
export async function takeSiteMessage(
  world: World,
  engine: Engine,
  sites: SiteGate,
  message: SiteMessage,
  page: PageRef,
): Promise<SiteRequestAck | SiteResumeAck> {
  // Its scripts may be older than what the person decided since, or there for one look only.
  const isGranted = await engine.isGranted(page.origin)
  if (message.type === 'siteResume') {
    if (!isGranted) return rejected('no-access')
    if (!sites.mayResume(page.origin)) return rejected('busy')
    return resume(world, message.requestId, page)
  }
  if (!isGranted) return { accepted: false, reason: 'no-access' }
  const verdict = sites.admit(page.origin)
  if (verdict !== 'open') return { accepted: false, reason: verdict }
  const { v: _v, type: _type, requestId, ...request } = message
  const { origin } = page
  const askedBy = { origin, requestId, page }
  // Where it cannot be kept it is taken all the same: only a reload loses it.
  const isNew = await world
    .life()
    .then((life) => addSiteRecord(world.db, world.now(), askedBy, life))
    .catch((error: unknown) => {
      world.report(error, 'site')
      return true
    })
  if (!isNew) return { accepted: false, reason: 'used' }
  await openPrefill(world, engine, { id: requestId, ...request, origin, askedBy })
  return { accepted: true }
}

/** Another site's request is as unknown here as one that never was: it is looked for among its own alone. */
async function resume(world: World, requestId: string, page: PageRef): Promise<SiteResumeAck> {
  const known = await takeUpSiteRecord(world.db, world.now(), requestId, page)
  if (!known) return rejected('unknown')
  // What waited for the person, or stood in a form, went with the browser.
  const isGone = known.event.name === 'opened' && known.life !== (await world.life())
  return isGone ? { event: { name: 'dismissed', reason: 'expired' } } : { event: known.event }
}

const rejected = (reason: string): SiteResumeAck => ({ event: { name: 'rejected', reason } })
