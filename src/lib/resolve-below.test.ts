import { describe, expect, it } from 'vitest'
import { resolveBelow } from './resolve-below'

describe('resolveBelow', () => {
  it.each([
    ['https://host.example', '/icons/a.svg', 'https://host.example/icons/a.svg'],
    ['https://host.example/api/', '/icons/a.svg', 'https://host.example/api/icons/a.svg'],
    ['https://host.example/api', 'icons/a.svg', 'https://host.example/api/icons/a.svg'],
    ['https://host.example/api', '//other.example/a', 'https://host.example/api/other.example/a'],
    ['https://host.example/api', 'https://cdn.example/a', 'https://cdn.example/a'],
  ])('given %s and %s, then it is %s', (base, path, url) => {
    expect(resolveBelow(base, path)).toBe(url)
  })
})
