import type { AttemptId } from '../names'
import type { Attempt, AttemptEnd } from './order'
import { mayBeShown } from './order-parts'

/** What becomes of a request that only a page calls rejected, by a click of who rejected it, or the word of who saw no prompt. */
export type PersonsWord = Extract<AttemptEnd, 'rejected' | 'given-up'>

/** What it is, as our pages tell it: `true` for the click, else what was typed. */
export const toWord = (notSent: true | string | undefined): PersonsWord | undefined =>
  notSent === undefined ? undefined : notSent === true ? 'rejected' : 'given-up'

/**
 * Requests as they stand upon the person's word (`at` unix ms): it counts for all that only a page says was refused,
 * also where it said so once they had been called absent (`late`).
 */
export function withWord(
  attempts: readonly Attempt[],
  at: number,
  what: PersonsWord,
  late: readonly AttemptId[] = [],
): Attempt[] {
  const isLate = (each: Attempt) =>
    late.includes(each.attemptId) && each.end?.what === 'absent' && mayBeShown(each)
  const end = { what, at, ...(what === 'given-up' && { denied: true as const }) }
  return attempts.map((each) =>
    each.end?.what === 'refused' || isLate(each) ? { ...each, end } : each,
  )
}

/** Whether the person gave a request up knowing what there was to be seen of it: no such sign counts any more. */
export const isOverridden = ({ end }: Attempt): boolean =>
  end?.what === 'given-up' && end.denied !== true
