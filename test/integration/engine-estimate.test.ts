import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { chainId } from './engine/chain'
import type { createWorld, World } from './engine/world'

const rules = '@/src/domain/policy/gas-limit'
let create: typeof createWorld
let world: World | undefined
let count = 0

/**
 * The chain of this world, as one of those whose gas holds what layer 1 charges. Files of one run share what
 * they loaded: the worker is loaded anew, with that one rule in place of its own.
 */
beforeAll(async () => {
  vi.resetModules()
  vi.doMock(rules, async (original) => {
    const real = await original<typeof import('@/src/domain/policy/gas-limit')>()
    const none = { withGasLimits: <T>(steps: T) => steps, renewedLimit: () => undefined }
    return { ...real, ...none, isEstimated: () => true }
  })
  create = (await import('./engine/world')).createWorld
})
afterAll(() => {
  vi.doUnmock(rules)
  vi.resetModules()
})
afterEach(() => world?.dispose())

function open(source: 'native' | 'erc20'): World {
  count += 1
  world = create({ name: `estimate-${count}`, source })
  return world
}
const operatorsOf = (w: World) => w.nodes.operatorsOf(chainId)
const limitOf = (w: World) => {
  const { request } = w.page.prompts[0]?.command ?? {}
  return request?.kind === 'transaction' ? request.tx.gas : undefined
}
async function confirm(w: World) {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

describe('a request on a chain where only an estimate counts all gas', () => {
  it('is asked for with three times the larger estimate of two independent nodes', async () => {
    const w = open('erc20')
    const [one = '', other = ''] = operatorsOf(w)
    // One that is too low would cost the fee for nothing.
    w.nodeFaults.set(one, (method, honest) => (method === 'eth_estimateGas' ? toHex(1) : honest))
    w.reads.length = 0
    const orderId = await confirm(w)
    expect(w.reads.filter((read) => read.endsWith('eth_estimateGas')).sort()).toEqual(
      [one, other].map((host) => `${host} eth_estimateGas`).sort(),
    )
    expect(limitOf(w)).toBe(toHex(180_000))
    // Of the payment as well, by what it uses by then.
    w.page.approve()
    w.chain.mine()
    w.chain.trial.gas = 100_000n
    await w.deliver()
    await w.advance(15_000)
    expect(limitOf(w)).toBe(toHex(300_000))
    expect((await w.order(orderId)).steps.map(({ state }) => state.status)).toEqual([
      'confirmed',
      'asking',
    ])
  })

  it('given nodes that give none, is asked for without a limit', async () => {
    const w = open('native')
    for (const host of operatorsOf(w)) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method === 'eth_estimateGas') throw new TypeError('connection refused')
        return honest
      })
    }
    await confirm(w)
    expect(w.page.prompts).toHaveLength(1)
    expect(limitOf(w)).toBeUndefined()
  })
})
