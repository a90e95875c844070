import { AppError } from '@/src/domain/error'
import { wordOf } from '@/src/domain/policy/effect-logs'

/** What `evm-holdings.yul` compiles to, as `evm-sequence.ts` says it of its own; a test compiles it again. */
export const HOLDINGS_CODE =
  '0x6370a0823160e01b6000908152356004526060366012190160205b818110602957605f1983016060f35b803560601c803b603c575b50600101601a565b6201fbd05a10607857602060406024600084620186a0fa605b575b6034565b601f3d111560345760405115605757835260209092019160016034565bfe'

/** Digits of an address and of a word. */
const ADDRESS = 40
const WORD = 64
/** Bytes of one call: a look at an account costs 2,600 gas, and some nodes give 10 million to a call. */
const PART = 2_048
/** Calls at most: requests of honest routes have some kilobytes. */
const MOST_PARTS = 8

/**
 * The calldata of each call that looks for what `account` holds among all that hex digits may name;
 * undefined where there is more than is looked through.
 */
export function encodeHoldings(account: string, digits: string): string[] | undefined {
  const parts: string[] = []
  // A name that begins in one part may end in the next.
  for (let at = 0; at + ADDRESS <= digits.length; at += 2 * PART) {
    parts.push(wordOf(account) + digits.slice(at, at + 2 * PART + ADDRESS - 2))
  }
  return parts.length > MOST_PARTS ? undefined : parts
}

/**
 * Reads the contracts that a call found, lower case, from the 0x data that it gave.
 * @throws AppError `chain/bad-answer` where it is something else.
 */
export function decodeHoldings(data: string): string[] {
  const words = data.slice(2)
  if (words.length % WORD !== 0) throw new AppError('chain/bad-answer', { reason: 'no addresses' })
  return words.match(/.{64}/g)?.map((each) => `0x${each.slice(-ADDRESS).toLowerCase()}`) ?? []
}
