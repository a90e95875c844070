import { describe, expect, it } from 'vitest'
import { isPageOf } from './page-of'

describe('isPageOf', () => {
  it.each([
    ['https://signer.test', 'https://signer.test/'],
    ['https://signer.test', 'https://signer.test/any?a=1#b'],
    ['https://signer.test/app', 'https://signer.test/app/1'],
  ])('given %s, then %s is its page', (base, url) => {
    expect(isPageOf(base, url)).toBe(true)
  })

  it.each([
    ['https://signer.test', 'https://signer.test.evil.example/'],
    ['https://signer.test', 'http://signer.test/'],
    ['https://signer.test', 'https://signer.test:8443/'],
    ['https://signer.test/app', 'https://signer.test/'],
    ['', 'https://signer.test/'],
    ['https://signer.test', ''],
  ])('given %s, then %s is not', (base, url) => {
    expect(isPageOf(base, url)).toBe(false)
  })
})
