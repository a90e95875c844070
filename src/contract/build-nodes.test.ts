import { describe, expect, it } from 'vitest'
import { nodesOfBuild, parseBuildNodes } from './build-nodes'

describe('the nodes that a build declares', () => {
  it('given two operators of a chain and one of another, then all, by name', () => {
    const text =
      '8453=first@http://127.0.0.1:1,8453=second@http://localhost:2/8453,1=x@http://[::1]:3/'
    expect(parseBuildNodes(text)).toEqual({
      ok: true,
      value: [
        { chainId: 8453, name: 'first', url: 'http://127.0.0.1:1' },
        { chainId: 8453, name: 'second', url: 'http://localhost:2/8453' },
        { chainId: 1, name: 'x', url: 'http://[::1]:3/' },
      ],
    })
  })

  it('given nothing, then none', () => {
    expect(parseBuildNodes('')).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['a node elsewhere', '8453=first@https://mainnet.base.org'],
    ['one here and one elsewhere', '1=a@http://127.0.0.1:1,1=b@http://10.0.0.1:1'],
    ['a host that only looks like this machine', '1=a@http://127.0.0.1.evil.example/'],
    ['an address with a password', '1=a@http://me:secret@127.0.0.1:1/'],
    ['no name', '1=@http://127.0.0.1:1/'],
    ['no chain', 'a@http://127.0.0.1:1/'],
    ['chain 0', '0=a@http://127.0.0.1:1/'],
    ['two of one name on a chain', '1=a@http://127.0.0.1:1/,1=a@http://127.0.0.1:2/'],
    ['another form', 'http://127.0.0.1:1/'],
  ])('given %s, then the whole list is refused', (_, text) => {
    expect(parseBuildNodes(text).ok).toBe(false)
  })
})

describe('the operators of a build', () => {
  const node = '8453=first@http://127.0.0.1:1/'

  it('given a service on this machine, then what is declared', () => {
    expect(nodesOfBuild('http://127.0.0.1:47801', node)).toHaveLength(1)
    expect(nodesOfBuild('http://localhost:1', '')).toEqual([])
    expect(nodesOfBuild('http://127.0.0.1:47801', 'nonsense')).toEqual([])
  })

  it('given a service elsewhere, then none of this machine ever counts', () => {
    expect(nodesOfBuild('https://api.example/', node)).toBeUndefined()
    expect(nodesOfBuild('', node)).toBeUndefined()
  })
})
