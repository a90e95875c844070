import { describe, expect, it } from 'vitest'
import { shippedNodes } from './shipped-nodes'

describe('shippedNodes', () => {
  const base = ['https://mainnet.base.org']

  it.each([
    ['a node elsewhere', 8453, ['https://one.example/'], base],
    ['one here and one elsewhere', 8453, ['http://127.0.0.1:1/', 'https://one.example/'], base],
    ['nodes on this machine only', 8453, ['http://127.0.0.1:1/', 'http://localhost:2/'], []],
    ['none', 8453, [], []],
    ['a node of a chain that is not shipped', 1234, ['https://one.example/'], []],
  ])('given a chain that lists %s', (_name, chainId, listed, expected) => {
    expect(shippedNodes(chainId, listed)).toEqual(expected)
  })
})
