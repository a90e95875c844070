import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { chainId, erc20 } from './engine/chain'
import { native, toChainId } from './engine/service'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana'): World {
  count += 1
  world = createWorld({ name: `trial-${count}`, source })
  return world
}
afterEach(() => world.dispose())

async function adviceOf(w: World) {
  const { orderId } = await w.prepare()
  return (await w.order(orderId)).advice
}

/** Hosts of the independent nodes, in the order they are asked. */
const operatorsOf = (w: World) => w.nodes.operatorsOf(chainId)

const paid = '25000000'

describe('a trial run before the review', () => {
  it.each(['native', 'erc20'] as const)(
    'given a %s deposit that would go through, two independent nodes say so and what leaves',
    async (source) => {
      const w = open(source)
      expect(await adviceOf(w)).toEqual({
        at: w.clock.now,
        outcome: 'passes',
        by: ['Base', 'Allnodes'],
        leaves: { paid, fee: '0' },
      })
    },
  )

  it('given nodes that try no Solana transaction, says nothing', async () => {
    const w = open('solana')
    expect(await adviceOf(w)).toEqual({ at: w.clock.now, outcome: 'unknown' })
  })

  it('given one operator that does not answer, asks the next', async () => {
    const w = open('erc20')
    const [first] = operatorsOf(w)
    w.nodes.silence(String(first))
    const advice = await adviceOf(w)
    expect(advice).toMatchObject({ outcome: 'passes', leaves: { paid, fee: '0' } })
    expect(advice?.by).toHaveLength(2)
    expect(advice?.by).not.toContain('Base')
  })

  it('given no operator that answers, says that nobody tried it', async () => {
    const w = open('erc20')
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    const { orderId } = await w.prepare()
    const { advice, firstPaid } = await w.order(orderId)
    expect(advice).toEqual({ at: w.clock.now, outcome: 'unknown' })
    // Nor can anybody say what share of all there is goes to a contract that was never paid.
    expect(firstPaid).toEqual({})
  })

  it('given it would revert, gives the reason and holds nothing up', async () => {
    const w = open('erc20')
    w.chain.trial.together = 'transfer amount exceeds balance'
    const { orderId, digest } = await w.prepare()
    expect((await w.order(orderId)).advice).toMatchObject({
      outcome: 'reverts',
      detail: 'transfer amount exceeds balance',
    })
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })

  it('given nodes that try nothing, says nothing', async () => {
    const w = open('erc20')
    w.chain.trial.together = undefined
    expect(await adviceOf(w)).toMatchObject({ outcome: 'unknown' })
  })

  it('given a node that writes a novel, keeps the beginning', async () => {
    const w = open('native')
    w.chain.trial.together = 'x'.repeat(5_000)
    expect((await adviceOf(w))?.detail).toHaveLength(300)
  })
})

describe('a route that is more than the plainest deposit', () => {
  function withFee(): World {
    const w = open('native')
    w.service.terms.fee = 7n
    return w
  }

  it('is asked for after independent nodes tried it, and the fee is told', async () => {
    const w = withFee()
    const { orderId, digest } = await w.prepare()
    const order = await w.order(orderId)
    expect(order.advice).toMatchObject({ outcome: 'passes', leaves: { paid, fee: '7' } })
    expect(order.steps.at(-1)?.facts).toMatchObject({ fee: '7' })
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })

  it('is refused where no independent node can try it', async () => {
    const w = withFee()
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    await expect(w.prepare()).rejects.toMatchObject({ code: 'policy/untried' })
  })

  it('is refused where it reverts', async () => {
    const w = withFee()
    w.chain.trial.together = 'no'
    await expect(w.prepare()).rejects.toMatchObject({ code: 'policy/wrong-value' })
  })
})

describe('the decimals of a token', () => {
  const [name, symbol] = ['USD Coin', 'USDC']
  const wrong = {
    source: { fromToken: { chainId, address: erc20, name, symbol, decimals: 8 } },
    destination: { toToken: { chainId: toChainId, address: erc20, name, symbol, decimals: 8 } },
  }

  it.each(['source', 'destination'] as const)(
    'given other ones of the %s than its contract has, nothing is built',
    async (side) => {
      const w = open('erc20')
      await expect(w.prepare('q1', 600, wrong[side])).rejects.toMatchObject({
        code: 'policy/wrong-decimals',
      })
    },
  )

  it('given nodes that do not answer, they are taken as given', async () => {
    const w = open('erc20')
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    await expect(w.prepare('q1', 600, wrong.source)).resolves.toBeDefined()
  })

  it('given other ones of coins than the chain has, nothing is built', async () => {
    const w = open('native')
    const fromToken = { chainId, address: native, name: 'Ether', symbol: 'ETH', decimals: 6 }
    await expect(w.prepare('q1', 600, { fromToken })).rejects.toMatchObject({
      code: 'policy/wrong-decimals',
    })
  })
})
