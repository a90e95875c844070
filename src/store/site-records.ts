import { siteStageOf } from '@/src/contract/page-wire'
import { readSiteRecords, type SiteRecord } from '@/src/contract/site-record'
import type { AskedBy, PageRef } from '@/src/domain/order/order'
import { type Database, toStoreError } from './open'
import { watch } from './watch'

type Event = SiteRecord['event']

/** Among what is kept beside the orders: one row a site, named by its origin as the browser tells it. */
const prefix = 'site:'
/** How long a request is known after its latest event; one whose order is in progress stays. ms. */
const keptFor = 86_400_000
/** Requests of one site, and sites, that are kept beside those whose order is in progress. */
const mostOfSite = 16
const mostSites = 64

/**
 * Keeps a request that Causeway took from the page of a site. False where the site has one of that id
 * already: the first keeps its id.
 */
export async function addSiteRecord(
  db: Database,
  at: number,
  { origin, requestId, page }: AskedBy,
  life: string,
): Promise<boolean> {
  let isNew = true
  await change(db, origin, at, (records) => {
    isNew = !records.some((each) => each.requestId === requestId)
    if (!isNew) return undefined
    return [...records, { requestId, at, page, life, event: { name: 'opened' } }]
  })
  return isNew
}

/**
 * Keeps what became of a request, unless more is known of it already, and gives the document that is to
 * hear of it.
 */
export async function keepSiteEvent(
  db: Database,
  at: number,
  asker: AskedBy,
  event: Event,
  orderId?: string,
): Promise<PageRef> {
  const { origin, requestId } = asker
  let { page } = asker
  await change(db, origin, at, (records) => {
    const known = records.find((each) => each.requestId === requestId)
    if (known) page = known.page
    if (known && siteStageOf(known.event) >= siteStageOf(event)) return undefined
    const order = orderId === undefined ? {} : { orderId }
    const next = { ...known, requestId, at, page, event, ...order }
    return [...records.filter((each) => each !== known), next]
  })
  return page
}

/** Has `page` hear of a request of its own site from now on; undefined where its site has none of that id. */
export async function takeUpSiteRecord(
  db: Database,
  at: number,
  requestId: string,
  page: PageRef,
): Promise<SiteRecord | undefined> {
  let found: SiteRecord | undefined
  await change(db, page.origin, at, (records) => {
    found = records.find((each) => each.requestId === requestId)
    return found && records.map((each) => (each === found ? { ...each, page } : each))
  })
  return found
}

/** The document that hears of a request. */
export async function hearerOf(
  db: Database,
  { origin, requestId, page }: AskedBy,
): Promise<PageRef> {
  const row = await (await db.use()).get('catalog', `${prefix}${origin}`)
  const known = readSiteRecords(row?.value).find((each) => each.requestId === requestId)
  return known?.page ?? page
}

const isYoung = ({ at }: SiteRecord, now: number): boolean => now - at < keptFor

/** Writes what `make` gives in the place of a site's records, and forgets what is to be kept no longer. */
async function change(
  db: Database,
  origin: string,
  now: number,
  make: (records: readonly SiteRecord[]) => SiteRecord[] | undefined,
): Promise<void> {
  const tx = (await db.use()).transaction(['catalog', 'orders'], 'readwrite')
  watch(tx)
  try {
    const [catalog, orders] = [tx.objectStore('catalog'), tx.objectStore('orders')]
    /** The newest of them, and each whose order is in progress. */
    const trim = async (records: readonly SiteRecord[]) => {
      const busy = new Set<SiteRecord>()
      for (const each of records) {
        if (each.orderId === undefined) continue
        if ((await orders.get(each.orderId))?.open === 1) busy.add(each)
      }
      const young = records.filter((each) => !busy.has(each) && isYoung(each, now))
      const kept = new Set([...busy, ...young.slice(-mostOfSite)])
      return { kept: records.filter((each) => kept.has(each)), isBusy: busy.size > 0 }
    }
    const key = `${prefix}${origin}`
    const row = await catalog.get(key)
    const made = make((await trim(readSiteRecords(row?.value))).kept)
    if (made) await catalog.put({ key, at: now, value: (await trim(made)).kept })
    if (made && !row) {
      const others = await catalog.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))
      const idle: string[] = []
      for (const each of others.sort((a, b) => b.at - a.at)) {
        const { kept, isBusy } = await trim(readSiteRecords(each.value))
        if (kept.length === 0) await catalog.delete(each.key)
        else if (!isBusy) idle.push(each.key)
      }
      for (const old of idle.slice(mostSites)) await catalog.delete(old)
    }
    await tx.done
  } catch (cause) {
    throw toStoreError(cause)
  }
}
