import * as z from 'zod/mini'
import { type Token, token } from '@/src/contract/service/token'

/** What was typed on the swap screen: kept while the browser runs, so that a closed popup loses nothing. */
export type Draft = {
  pay?: Token | undefined
  receive?: Token | undefined
  side: 'pay' | 'receive'
  text: string
  /** Fraction; absent = the default in the settings. */
  slippage?: number | undefined
  recipient: string
}

export const emptyDraft: Draft = { side: 'pay', text: '', recipient: '' }

const stored = z.object({
  pay: z.optional(token),
  receive: z.optional(token),
  side: z.enum(['pay', 'receive']),
  text: z.string().check(z.maxLength(120)),
  slippage: z.optional(z.number().check(z.gte(0), z.lte(1))),
  recipient: z.string().check(z.maxLength(200)),
})

/** Reads a stored draft; one that does not fit any more is forgotten. */
export function readDraft(value: unknown): Draft {
  const read = z.safeParse(stored, value)
  return read.success ? read.data : emptyDraft
}
