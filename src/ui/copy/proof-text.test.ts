import { describe, expect, it } from 'vitest'
import type { Attempt } from '@/src/domain/order/order'
import { sayEndedBy } from './proof-text'

const at = 1_800_000_000_000
const say = (end: Attempt['end'], isToldByFile = false) =>
  sayEndedBy('Base', { ...(end && { end }) } as Attempt, isToldByFile)
const two = { nodes: ['dRPC', 'PublicNode'] }

describe('by whom it is known that nothing came of a request', () => {
  it.each(['absent', 'replaced', 'reverted'] as const)(
    'given nodes show that it was %s, names them as of what arrived',
    (what) => {
      const read = 'Read on Base from two independent nodes (dRPC and PublicNode).'
      expect(say({ what, at, shownBy: two })).toBe(read)
      const own = { nodes: ['localhost'], ownNode: true as const }
      expect(say({ what, at, shownBy: own })).toBe('Read on Base from your own node.')
    },
  )

  it('given a word, says whose it is, and how the person gave it', () => {
    expect(say({ what: 'refused', at })).toBe(
      "So far only your wallet's page says that nothing was sent.",
    )
    expect(say({ what: 'not-asked', at })).toBe(
      'It never reached your wallet: it was not handed over, or our script in that page says so.',
    )
    expect(say({ what: 'rejected', at })).toBe('By your word: you clicked that you rejected it.')
    expect(say({ what: 'given-up', at })).toBe('By your word.')
    const typed = 'By your word: you typed it.'
    expect(say({ what: 'given-up', at, denied: true })).toBe(typed)
    expect(say({ what: 'given-up', at, typed: true })).toBe(typed)
  })

  it.each(['absent', 'replaced', 'reverted', 'mined'] as const)(
    'given nobody is known to have shown that it was %s, says nothing',
    (what) => expect(say({ what, at })).toBeUndefined(),
  )

  it('given nothing came of it yet, or a file tells of it, says nothing', () => {
    expect(say(undefined)).toBeUndefined()
    expect(say({ what: 'rejected', at }, true)).toBeUndefined()
    // What was shown since it was read from the file was shown here.
    expect(say({ what: 'absent', at, shownBy: two }, true)).toContain('dRPC')
  })
})
