import { describe, expect, it } from 'vitest'
import { isWebUrl } from './web-url'

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
