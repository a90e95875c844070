import 'fake-indexeddb/auto'
import type { Hex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { author, chainId, erc20 } from './engine/chain'
import { SimRefusal } from './engine/chain-rpc'
import { native, toChainId } from './engine/service'
import { buildIntoSpokePool, spokePool } from './engine/spoke-pool'
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
  it.each([
    ['native', '60000'],
    ['erc20', '120000'],
  ] as const)(
    'given a %s deposit that would go through, two independent nodes say so, what leaves and what gas',
    async (source, gas) => {
      const w = open(source)
      expect(await adviceOf(w)).toEqual({
        at: w.clock.now,
        outcome: 'passes',
        by: ['Base', 'Allnodes'],
        leaves: { paid, fee: '0' },
        gas,
      })
    },
  )

  it('given nodes that try no Solana transaction, says nothing but what the network takes by its message', async () => {
    const w = open('solana')
    const told = { at: w.clock.now, outcome: 'unknown', untried: 'silent' }
    expect(await adviceOf(w)).toEqual({ ...told, network: '5000' })
    w.solana.sponsor()
    expect(await adviceOf(w)).toEqual({ ...told, network: '0' })
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

  it('given no operator that answers, says that nobody tried it, and whose word the rest is', async () => {
    const w = open('erc20')
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    const { orderId } = await w.prepare()
    const { advice, firstPaid } = await w.order(orderId)
    const untried = 'silent'
    expect(advice).toEqual({ at: w.clock.now, outcome: 'unknown', untried, byService: true })
    // Nor can anybody say what share of all there is goes to a contract that was never paid.
    expect(firstPaid).toEqual({ contracts: [expect.any(String)], amount: paid })
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

describe('nodes that lack the method of a trial', () => {
  const lacks = new SimRefusal('the method eth_simulateV1 does not exist', -32_601)
  const silent = new TypeError('connection refused')

  /** What these nodes do instead of a trial; they answer everything else. */
  function failAt(w: World, hosts: readonly string[], error: Error): void {
    for (const host of hosts) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method === 'eth_simulateV1') throw error
        return honest
      })
    }
  }
  /** Hosts that were asked in the weaker way, which puts code on the account. */
  const weaklyAsked = (w: World) =>
    w.reads.flatMap((read) => (read.endsWith(' eth_call with code') ? read.split(' ', 1) : []))

  it('are not asked in another way where others have it', async () => {
    const w = open('erc20')
    failAt(w, operatorsOf(w).slice(0, 2), lacks)
    const advice = await adviceOf(w)
    expect(advice).toMatchObject({ outcome: 'passes', leaves: { paid, fee: '0' } })
    expect(advice?.weak).toBeUndefined()
    expect(advice?.by).not.toContain('Base')
    expect(weaklyAsked(w)).toEqual([])
  })

  it('are asked in another way where none has it', async () => {
    const w = open('erc20')
    failAt(w, operatorsOf(w), lacks)
    // Theirs leave the code out: nothing is said then.
    expect(await adviceOf(w)).toMatchObject({ outcome: 'unknown', untried: 'cannot' })
    // One call finds what is held, another one tries it.
    const asked = operatorsOf(w).slice(0, 4)
    expect(weaklyAsked(w).sort()).toEqual([...asked, ...asked].sort())
  })

  it('are not where one of them is silent, which what is tried may have brought about', async () => {
    const w = open('erc20')
    const [one = '', ...others] = operatorsOf(w)
    failAt(w, others, lacks)
    failAt(w, [one], silent)
    expect(await adviceOf(w)).toMatchObject({ outcome: 'unknown' })
    expect(weaklyAsked(w)).toEqual([])
  })
})

describe('the gas of a payment that waits for its prompt', () => {
  /** A deposit reviewed at 60,000 gas, which uses this much by the time that it is asked for. */
  async function confirmAt(gas: bigint) {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    w.chain.trial.gas = gas
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    return { w, orderId }
  }
  const limitOf = (w: World) => {
    const { request } = w.page.prompts[0]?.command ?? {}
    return request?.kind === 'transaction' ? request.tx.gas : undefined
  }

  it('is asked for with the limit that was accepted while that holds half as much again', async () => {
    const { w } = await confirmAt(113_333n)
    expect(limitOf(w)).toBe('0x29810')
  })

  it('is not asked for once it needs more, until the person goes on with the new limit', async () => {
    const { w, orderId } = await confirmAt(113_334n)
    expect(w.page.prompts).toEqual([])
    const order = await w.order(orderId)
    const [step] = order.steps
    expect(step?.state).toMatchObject({
      status: 'failed',
      code: 'policy/gas-grew',
      retryable: true,
    })
    expect(step?.action).toMatchObject({ tx: { gas: '0x438bc' } })
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.settle()
    expect(limitOf(w)).toBe('0x438bc')
    expect((await w.order(orderId)).attempts[0]?.action).toMatchObject({ tx: { gas: '0x438bc' } })
  })

  it('is asked again where it grew once more meanwhile', async () => {
    const { w, orderId } = await confirmAt(200_000n)
    w.chain.trial.gas = 400_000n
    const stepId = (await w.order(orderId)).steps[0]?.id ?? ''
    await w.call('retryStep', { orderId, stepId })
    await w.settle()
    expect(w.page.prompts).toEqual([])
    expect((await w.order(orderId)).steps[0]?.action).toMatchObject({ tx: { gas: '0xcf850' } })
  })

  it('gets a limit where the review had none to show, and keeps the one it has where none is told', async () => {
    const w = open('native')
    w.chain.trial.together = undefined
    const { orderId, digest } = await w.prepare()
    w.chain.trial.together = 'passes'
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(limitOf(w)).toBe('0x29810')
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

describe('a fee beside the payment that a click is not enough for', () => {
  it('is confirmed with the word that was typed for it alone', async () => {
    const w = open('native')
    // 28 % of what is paid.
    w.service.terms.fee = 7_000_000n
    const { orderId, digest } = await w.prepare()
    for (const typedFee of [undefined, '6999999']) {
      const plan = { orderId, digest, typedFee }
      await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({ code: 'order/changed' })
    }
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
    await w.call('confirmOrder', { orderId, digest, typedFee: '7000000' })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })

  it('given a quarter and no more, needs no word', async () => {
    const w = open('native')
    w.service.terms.fee = 6_250_000n
    await w.call('confirmOrder', await w.prepare())
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })
})

describe('a deposit into a spoke pool of Across on Base', () => {
  /** What is prepared of a build that pays out this much, to whom. */
  async function prepare(recipient: Hex, least: bigint, method?: string) {
    const w = open('native')
    buildIntoSpokePool(w, { recipient, token: erc20, amount: BigInt(paid), least, method })
    const { orderId } = await w.prepare()
    return w.order(orderId)
  }

  it('is named where another method is called, which is said to be new', async () => {
    const order = await prepare(author, 24_900_000n, '0x12345678')
    const unread = { service: 'Across', contract: 'SpokePool' }
    expect(order.steps[0]?.facts).toMatchObject({ unread, method: '0x12345678' })
    expect(order.firstPaid?.contracts?.map((each) => each.toLowerCase())).toEqual([spokePool])
  })

  it('is recognised, and its contract is no new one', async () => {
    const order = await prepare(author, 24_900_000n)
    expect(order.steps[0]?.facts).toMatchObject({
      known: { service: 'Across', contract: 'SpokePool', least: '24900000' },
    })
    expect(order.firstPaid).toBeUndefined()
  })

  it.each<[string, Hex, bigint, string]>([
    ['somebody else', `0x${'9'.repeat(40)}`, 24_900_000n, 'policy/wrong-recipient'],
    ['nothing', author, 0n, 'policy/wrong-payout'],
  ])('is refused where it pays %s', async (_, recipient, least, code) => {
    await expect(prepare(recipient, least)).rejects.toMatchObject({ code })
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
