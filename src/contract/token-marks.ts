import * as z from 'zod/mini'
import { type TokenId, tokenKey } from '@/src/domain/token/token-id'

/** Tokens that stand first in the picker; each is looked up as it opens. */
export const MOST_PINNED = 12
/** Tokens picked lately that are kept: as many as are seen at once below the pinned ones. */
export const MOST_RECENT = 6
/** Tokens of a file that wait to be checked: more than one person adds. */
export const MOST_UNCHECKED = 200

const tokenId = z.object({
  chainId: z.number().check(z.int(), z.positive()),
  address: z.string().check(z.minLength(1), z.maxLength(128)),
})

/**
 * Tokens that a person pinned, in the order they did, and those they picked lately, the newest first; and the
 * tokens of a file that nobody checked on this computer yet. Only what names a token is kept: all that is
 * shown of it is what the service, or its chain, says of it now.
 */
export type TokenMarks = { pinned: TokenId[]; recent: TokenId[]; unchecked: TokenId[] }

/** Without what tells of what was picked lately; what is pinned is no trace of it. */
export const withoutRecent = (marks: TokenMarks): TokenMarks => ({ ...marks, recent: [] })

/** Entry by entry: one that cannot be read takes no other with it, and what is twice stands once. */
function readList(value: unknown, most: number): TokenId[] {
  if (!Array.isArray(value)) return []
  const byKey = new Map<string, TokenId>()
  for (const each of value) {
    const read = tokenId.safeParse(each)
    if (!read.success) continue
    const key = tokenKey(read.data)
    if (!byKey.has(key)) byKey.set(key, read.data)
  }
  return [...byKey.values()].slice(0, most)
}

/** Reads the marks as they were stored, whatever is there. */
export function readTokenMarks(value: unknown): TokenMarks {
  const { pinned, recent, unchecked } = (
    typeof value === 'object' && value ? value : {}
  ) as Partial<Record<keyof TokenMarks, unknown>>
  return {
    pinned: readList(pinned, MOST_PINNED),
    recent: readList(recent, MOST_RECENT),
    unchecked: readList(unchecked, MOST_UNCHECKED),
  }
}
