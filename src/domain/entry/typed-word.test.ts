import { describe, expect, it } from 'vitest'
import { isTypedWord, TYPED_WORD } from './typed-word'

describe('the word that is typed for "not sent"', () => {
  it('is taken in any case and with spaces around it', () => {
    expect(isTypedWord(TYPED_WORD)).toBe(true)
    expect(isTypedWord(' not sent ')).toBe(true)
  })

  it('is nothing else', () => {
    for (const text of [undefined, '', 'sent', 'notsent', 'NOT  SENT']) {
      expect(isTypedWord(text)).toBe(false)
    }
  })
})
