import { describe, expect, it } from 'vitest'
import { errorCodes } from '@/src/domain/error-codes'
import { errorCopy } from './errors'

describe('what is said of errors', () => {
  it.each(Object.entries(errorCopy))(
    '%s says what, where the money is and what next',
    (_, copy) => {
      for (const sentence of [copy.what, copy.money, copy.next]) {
        expect(sentence).toMatch(/^[A-Z].*\.$/)
        expect(sentence).not.toMatch(/!|\bplease\b|\boops\b/i)
      }
      expect(copy.title).toMatch(/^[A-Z].*[^.!]$/)
    },
  )

  it('begins with what a button stands for, where what could not be read can be read again', () => {
    for (const code of ['store/unavailable', 'rpc/unavailable', 'app/unexpected'] as const) {
      expect(errorCopy[code].next).toMatch(/^Try again\b/)
    }
  })

  it('has a sentence for every code', () => {
    expect(Object.keys(errorCopy).sort()).toEqual([...errorCodes].sort())
  })
})
