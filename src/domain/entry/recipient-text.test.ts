import { describe, expect, it } from 'vitest'
import { mayBeName } from './recipient-text'

describe('mayBeName', () => {
  it.each(['alice.eth', 'pay.alice.eth', 'ālice.eth', 'alice.com', '👨‍👩‍👧.eth'])(
    'takes %s',
    (text) => expect(mayBeName(text)).toBe(true),
  )

  it.each([
    '',
    'alice',
    '.eth',
    'alice.',
    'alice..eth',
    'alice .eth',
    `0x${'a'.repeat(40)}`,
    '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  ])('does not take %j', (text) => expect(mayBeName(text)).toBe(false))
})
