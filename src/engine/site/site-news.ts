import type { SiteEventCommand } from '@/src/contract/bridge'
import { AppError } from '@/src/domain/error'
import type { AskedBy } from '@/src/domain/order/order'
import { keepSiteEvent } from '@/src/store/site-records'
import type { Engine } from '../engine'

/**
 * Keeps what became of a site's request, and tells the document of it that took the request up last; fails
 * as every command does. A site whose access was taken back is told nothing more.
 */
export async function sendSiteEvent(
  engine: Engine,
  asker: AskedBy,
  event: SiteEventCommand['event'],
  orderId?: string,
): Promise<void> {
  const page = await keepSiteEvent(engine.db, engine.now(), asker, event, orderId).catch(
    (error: unknown) => {
      engine.report(error, 'site')
      return asker.page
    },
  )
  if (!(await engine.isGranted(page.origin))) throw new AppError('page/gone')
  const { requestId } = asker
  await engine.pages.send(page, { v: 1, type: 'siteEvent', requestId, event })
}
