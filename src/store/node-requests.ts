import * as z from 'zod/mini'
import type { Database } from './open'
import { watch } from './watch'

/** Requests that are counted, by the name they are counted under: when each was made, and until when it counts (ms). */
export type NodeRequests = [name: string, requests: [at: number, until: number][]][]

const key = 'node-requests'
const requests = z.array(z.tuple([z.string(), z.array(z.tuple([z.number(), z.number()]))]))

/** What was counted in an earlier life of the worker; none of it where it cannot be read. */
export async function readRequests(db: Database): Promise<NodeRequests> {
  const row = await (await db.use()).get('catalog', key)
  return z.safeParse(requests, row?.value).data ?? []
}

/** Keeps what is counted; lost, somebody is asked a little too early. */
export async function keepRequests(db: Database, value: NodeRequests): Promise<void> {
  const tx = (await db.use()).transaction('catalog', 'readwrite', { durability: 'relaxed' })
  watch(tx)
  await tx.store.put({ key, at: 0, value })
  await tx.done
}
