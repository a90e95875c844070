import { describe, expect, it } from 'vitest'
import { addressProblem, requestHost } from './service-address'

describe('an address that was typed', () => {
  it.each(['https://service.example', 'https://service.example:8443/api', 'http://127.0.0.1:4000'])(
    'is taken: %s',
    (url) => expect(addressProblem(url)).toBeUndefined(),
  )

  it.each([
    'service.example',
    'javascript:alert(1)',
    'ftp://service.example',
    'https://a:b@c.example',
  ])('is refused: %s', (url) => expect(addressProblem(url)).toBe('invalid'))

  it('is refused for another reason when it would be sent in the open', () => {
    expect(addressProblem('http://service.example')).toBe('unsafe')
  })
})

describe('access to the host', () => {
  const asked: string[][] = []
  const backend = {
    requestAccess: async (patterns: string[]) => {
      asked.push(patterns)
      return false
    },
  }

  it('is asked for another machine, and not for this one', async () => {
    expect(await requestHost(backend, 'http://localhost:4000/')).toBe(true)
    expect(asked).toEqual([])
    expect(await requestHost(backend, 'https://service.example/api')).toBe(false)
    expect(asked).toEqual([['https://service.example/*']])
  })
})
