import * as z from 'zod/mini'
import { siteEvent } from './bridge'
import { pageRef } from './refs'

/** What is kept of one request of a site, so that a page of that site can take it up again. */
const siteRecord = z.object({
  requestId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Unix ms of its latest event. */
  at: z.number(),
  /** The document that hears of it. */
  page: pageRef,
  event: siteEvent,
  /** The life of the browser in which it was asked: what waits for the person does not outlive that. */
  life: z.exactOptional(z.string()),
  /** The order that was made of it. */
  orderId: z.exactOptional(z.string()),
})
export type SiteRecord = z.infer<typeof siteRecord>

/** Reads the records of one site as they are stored; what is damaged is left out. */
export function readSiteRecords(value: unknown): SiteRecord[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each) => z.safeParse(siteRecord, each).data ?? [])
}
