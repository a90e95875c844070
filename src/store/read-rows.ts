/** Rows beside the orders, as they are read: another version may have written them, or they were damaged. */
import * as z from 'zod/mini'
import { orderId } from '@/src/contract/names'
import {
  type AttemptRow,
  attemptRow,
  type EffectRow,
  effectRow,
  type LookRow,
  lookRow,
} from '@/src/contract/stored-rows'

/** A row of the outbox, or undefined where it is none that this version runs. */
export function readEffect(row: unknown): EffectRow | undefined {
  return z.safeParse(effectRow, row).data
}

/** What was asked of a wallet, or undefined where that cannot be read. */
export function readAttempt(row: unknown): AttemptRow | undefined {
  return z.safeParse(attemptRow, row).data
}

/** What was looked through for an ask, or undefined where that cannot be read. */
export function readLooks(row: unknown): LookRow | undefined {
  return z.safeParse(lookRow, row).data
}

const eventRow = z.looseObject({
  orderId,
  revision: z.number(),
  event: z.looseObject({ type: z.string(), at: z.number() }),
})

/** Whether a row of the record of an order tells what happened, and when: no more of it is ever read. */
export function isEventRow(row: unknown): boolean {
  return z.safeParse(eventRow, row).success
}
