import * as z from 'zod/mini'
import { sameAddress } from '@/src/domain/address'
import type { Order } from '@/src/domain/order'

type Alarm = NonNullable<Order['alarm']>
export type AlarmField = 'chain' | 'from' | 'to' | 'value' | 'data'
export type AlarmRow = { field: AlarmField; asked: string; found: string; differs: boolean }

export type AlarmView =
  /** Both transactions, field by field; `value` in the chain's smallest unit. */
  | { kind: 'transaction'; chainId: number; hash: string; rows: AlarmRow[] }
  /** A second transaction was mined beside the one that is followed. */
  | { kind: 'second'; hash: string }
  /** A signature over something else: what is wrong in words, and both sides in base64. */
  | { kind: 'signed'; detail: string; asked: string; found: string }
  /** Any other form: both sides as they were stored. */
  | { kind: 'text'; asked: string; found: string }

const hexOrDecimal = z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/))

const asked = z.object({
  chainId: z.number(),
  tx: z.object({ from: z.string(), to: z.string(), value: hexOrDecimal, data: z.string() }),
})

const found = z.object({
  hash: z.string(),
  chainId: z.number(),
  from: z.string(),
  to: z.nullable(z.string()),
  value: hexOrDecimal,
  data: z.string(),
})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not every alarm is about two transactions; the other ones are plain text.
    return undefined
  }
}

/** Reads what an alarm holds for showing it: what was asked beside what was really sent. */
export function readAlarm(alarm: Alarm): AlarmView {
  if (alarm.code === 'order/attention') return { kind: 'second', hash: alarm.found }
  const signed = /^(.{1,200}) ([A-Za-z0-9+/]{40,}={0,2})$/.exec(alarm.found)
  if (signed !== null) {
    const [, detail = '', bytes = ''] = signed
    return { kind: 'signed', detail, asked: alarm.asked, found: bytes }
  }
  const was = z.safeParse(asked, readJson(alarm.asked))
  const is = z.safeParse(found, readJson(alarm.found))
  if (!was.success || !is.success) return { kind: 'text', asked: alarm.asked, found: alarm.found }
  const { chainId, tx } = was.data
  const sent = is.data
  const row = (field: AlarmField, a: string, b: string, same: boolean) => ({
    field,
    asked: a,
    found: b,
    differs: !same,
  })
  const to = sent.to ?? ''
  const [wanted, moved] = [BigInt(tx.value), BigInt(sent.value)]
  return {
    kind: 'transaction',
    chainId: sent.chainId,
    hash: sent.hash,
    rows: [
      row('chain', String(chainId), String(sent.chainId), chainId === sent.chainId),
      row('from', tx.from, sent.from, sameAddress(tx.from, sent.from)),
      row('to', tx.to, to, sameAddress(tx.to, to)),
      row('value', wanted.toString(), moved.toString(), wanted === moved),
      row('data', tx.data, sent.data, tx.data.toLowerCase() === sent.data.toLowerCase()),
    ],
  }
}
