import { describe, expect, it } from 'vitest'
import { attempt, secondAttempt, solanaDraft } from '@/test/samples/order'
import { asking, at } from '@/test/samples/order-states'
import type { Attempt, AttemptEnd } from './order'
import { isOverridden, toWord, withWord } from './persons-word'

const [open] = asking.attempts
if (!open) throw new Error('nothing was asked')
const ended = (what: AttemptEnd, more: Partial<Attempt> = {}): Attempt => ({
  ...open,
  end: { what, at },
  ...more,
})
const signed = { action: solanaDraft.action, attemptId: secondAttempt }

describe('the word of the person on what only a page calls rejected', () => {
  it('is a click, or what was typed', () => {
    expect([toWord(undefined), toWord(true), toWord('not sent')]).toEqual([
      undefined,
      'rejected',
      'given-up',
    ])
  })

  it('given a click, says that it was rejected', () => {
    const [said] = withWord([ended('refused')], at + 1, 'rejected')
    expect(said?.end).toEqual({ what: 'rejected', at: at + 1 })
  })

  it('given it is typed, gives it up, and keeps that nobody looked for it then', () => {
    const [said] = withWord([ended('refused')], at + 1, 'given-up')
    expect(said?.end).toEqual({ what: 'given-up', at: at + 1, denied: true })
  })

  it.each(['rejected', 'given-up'] as const)(
    'is none on what is open, or known otherwise (%s)',
    (word) => {
      const ends = ['absent', 'given-up', 'mined', 'not-asked', 'reverted'] as const
      const all = [open, ...ends.map((what) => ended(what))]
      expect(withWord(all, at + 1, word, [])).toEqual(all)
    },
  )

  it.each(['rejected', 'given-up'] as const)(
    'is one on what was called absent before its page said so, on Solana alone (%s)',
    (word) => {
      const all = [ended('absent', signed), ended('absent')]
      const ends = withWord(all, at + 1, word, [secondAttempt, attempt]).map(({ end }) => end?.what)
      expect(ends).toEqual([word, 'absent'])
    },
  )

  it('is the last one where what was seen of a request was known, and not where a page alone spoke', () => {
    expect(isOverridden(ended('given-up'))).toBe(true)
    expect(withWord([ended('refused')], at, 'given-up').map(isOverridden)).toEqual([false])
    expect([open, ended('rejected'), ended('refused')].some(isOverridden)).toBe(false)
  })
})
