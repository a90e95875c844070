import 'fake-indexeddb/auto'
import { encodeAbiParameters } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from './engine/world'

/** The first two operators of Ethereum that are shipped. */
const operators = ['ethereum.reth.rs', 'ethereum-rpc.publicnode.com'] as const
const address = `0x${'c0'.repeat(20)}`

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `tokens-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const symbol = text('WIFF')
const name = text('dog wif hat')
const token: Record<string, string> = {
  '0x313ce567': word(9),
  '0x95d89b41': symbol,
  '0x06fdde03': name,
}

type Rpc = { id: number; method: string; params: [{ to: string; data: string }] }

/** A node of Ethereum on which the address answers so; what it does not answer to reverts. */
function node(w: World, told: Record<string, string>) {
  return (_: string, __: URL, body: unknown) => {
    const { id, method, params } = body as Rpc
    const block = {
      number: '0x10',
      hash: `0x${'b'.repeat(64)}`,
      timestamp: `0x${Math.floor(w.clock.now / 1_000).toString(16)}`,
    }
    if (method === 'eth_call' && told[params[0].data] === undefined) {
      const error = { code: 3, message: 'execution reverted' }
      return Response.json({ jsonrpc: '2.0', id, error })
    }
    const answers: Record<string, () => unknown> = {
      eth_chainId: () => '0x1',
      eth_getBlockByNumber: () => block,
      eth_call: () => (params[0].to === address ? told[params[0].data] : '0x'),
    }
    return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.() })
  }
}

async function ask(first: Record<string, string>, second?: Record<string, string>) {
  const w = open()
  w.hosts.set(operators[0], node(w, first))
  if (second !== undefined) w.hosts.set(operators[1], node(w, second))
  return w.call('readToken', { chainId: 1, address })
}

describe('a token that a page asks for by its address', () => {
  it('given two operators agree, then what it says of itself is told', async () => {
    expect(await ask(token, token)).toEqual({ kind: 'found', symbol, name, decimals: 9 })
  })

  it('given it has no name, then that is empty', async () => {
    const nameless = { '0x313ce567': word(9), '0x95d89b41': symbol }
    expect(await ask(nameless, nameless)).toMatchObject({ kind: 'found', name: '' })
  })

  it.each([
    ['other decimals', { ...token, '0x313ce567': word(18) }],
    ['another symbol', { ...token, '0x95d89b41': text('USDC') }],
    ['no token', {}],
  ])('given the second tells of %s, then they disagree', async (_, other) => {
    expect(await ask(token, other)).toEqual({ kind: 'disagree' })
  })

  it('given nothing there is a token, then it is none; given one alone answers, then it is unread', async () => {
    expect(await ask({}, {})).toEqual({ kind: 'none' })
    world.dispose()
    expect(await ask({ '0x313ce567': '0x' }, { '0x313ce567': '0x' })).toEqual({ kind: 'none' })
    world.dispose()
    expect(await ask(token)).toEqual({ kind: 'unread' })
  })

  it('given what is no address, then nobody is asked', async () => {
    const w = open()
    const asking = w.call('readToken', { chainId: 1, address: '0x12' })
    await expect(asking).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(w.heard).toEqual([])
  })

  it('given tokens were added, then they are kept, and one that cannot be read takes none with it', async () => {
    const w = open()
    const added = { chainId: 1, address, symbol: 'WIFF', name: 'dog wif hat', decimals: 9 }
    const odd = { ...added, decimals: 400 }
    await w.call('writeSettings', { addedTokens: [added, odd] })
    expect((await w.call('readSettings', {})).addedTokens).toEqual([added])
  })
})
