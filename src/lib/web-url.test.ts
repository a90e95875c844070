import { describe, expect, it } from 'vitest'
import { isLoopbackUrl, isPictureUrl, isWebUrl } from './web-url'

describe('isWebUrl', () => {
  it.each([
    'https://a.example/x?y=1',
    'http://127.0.0.1:8080/',
    'http://localhost',
    'http://[::1]/',
  ])('given %s, then it may be opened', (url) => {
    expect(isWebUrl(url)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example/',
    'https://user:pass@a.example/',
    'http://127.0.0.1.a.example/',
    '/relative',
    '',
    `https://a.example/${'x'.repeat(5000)}`,
  ])('given %s, then it may not', (url) => {
    expect(isWebUrl(url)).toBe(false)
  })
})

describe('this machine', () => {
  it('is named in three ways, and in no other', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(isLoopbackUrl(`http://${host}:4000/x`)).toBe(true)
    }
    for (const text of ['http://localhost.example', 'http://10.0.0.1', 'localhost', '']) {
      expect(isLoopbackUrl(text)).toBe(false)
    }
  })
})

describe('isPictureUrl', () => {
  it.each([
    ['https://cdn.example/a.png', true],
    ['http://cdn.example/a.png', true],
    ['data:image/png;base64,AAAA', true],
    [`data:image/png;base64,${'A'.repeat(70_000)}`, false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    ['https://a:b@cdn.example/a.png', false],
    [`https://cdn.example/${'a'.repeat(5_000)}`, false],
    ['/a.png', false],
  ])('given %s, then %s', (url, is) => {
    expect(isPictureUrl(url)).toBe(is)
  })
})
