import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Step } from '@/src/domain/order/order'
import { chainId } from './engine/chain'
import { approve, asContract } from './engine/coded-account'
import { begin } from './engine/person'
import { solanaChainId } from './engine/solana'
import { createWorld, operatorsOf, type World, type WorldOptions } from './engine/world'

let world: World
let count = 0
afterEach(() => world.dispose())

/** A payment that its wallet sent, on a chain of which so many operators are known. */
async function paid(options: Pick<WorldOptions, 'source' | 'operators'>): Promise<string> {
  count += 1
  world = createWorld({ name: `one-node-${count}`, ...options })
  const orderId = await begin(world)
  await world.settle()
  world.page.approve()
  await world.deliver()
  return orderId
}

const hour = 3_600_000
const [one, two] = operatorsOf(chainId)
const [oneOfSolana] = operatorsOf(solanaChainId)

async function depositOf(orderId: string): Promise<Step> {
  const step = (await world.order(orderId)).steps.find((each) => each.deposit)
  if (!step) throw new Error('there is no deposit')
  return step
}

/** What becomes of a payment that comes to nothing, three hours later. */
async function afterHours(orderId: string): Promise<unknown> {
  for (let i = 0; i < 6; i += 1) await world.advance(hour / 2)
  return (await depositOf(orderId)).state
}

const asks = { status: 'unsure', needsPerson: true }

describe('a payment that came to nothing, which no two operators prove', () => {
  it.each([
    ['one operator alone is known', one ? [one] : [], undefined],
    ['the second one never answers', one && two ? [one, two] : [], 'two.test'],
    ['none is known', [], undefined],
  ])('given %s and it reverted, then the person is asked', async (_, operators, silent) => {
    const orderId = await paid({ source: 'native', operators })
    if (silent) world.nodes.silence(silent)
    world.chain.mine()
    const [mined] = world.chain.mined
    if (mined) mined.reverted = true
    expect(await afterHours(orderId)).toMatchObject(asks)
    expect(world.notices).toContain(`needs-you:${orderId}`)
  })

  it('given its nonce went to something else, then the person is asked', async () => {
    const orderId = await paid({ source: 'native', operators: one ? [one] : [] })
    const [sent] = world.chain.mempool
    world.chain.replace(sent?.hash ?? '', { data: '0x', value: '0x0' })
    world.chain.mine()
    expect(await afterHours(orderId)).toMatchObject(asks)
  })

  it('given its block hash is gone on Solana, then the person is asked', async () => {
    const orderId = await paid({ source: 'solana', operators: oneOfSolana ? [oneOfSolana] : [] })
    world.service.faults.push(...Array<'error'>(4_000).fill('error'))
    world.solana.skip()
    world.solana.mine(40)
    expect(await afterHours(orderId)).toMatchObject(asks)
  })

  it('given two operators prove it, then it ends', async () => {
    const orderId = await paid({ source: 'native', operators: one && two ? [one, two] : [] })
    world.chain.mine()
    const [mined] = world.chain.mined
    if (mined) mined.reverted = true
    expect(await afterHours(orderId)).toMatchObject({ status: 'failed', code: 'chain/reverted' })
  })
})

describe('a payment that landed, which the node that the service names does not show', () => {
  const named = 'rpc.test'

  /** The service says how it ended; an hour later. */
  async function anHourLater(orderId: string): Promise<string> {
    for (let i = 0; i < 60; i += 1) await world.advance(60_000)
    return (await world.order(orderId)).status
  }

  it.each<[string, () => void]>([
    ['stands still', () => world.nodes.freeze(named, world.solana.slot())],
    ['hides it', () => world.nodes.lie(named, 'noSignature')],
  ])('given it %s, on Solana, operators show it, and the order is filled', async (_, bend) => {
    const orderId = await paid({ source: 'solana' })
    bend()
    world.solana.mine(2)
    expect(await anHourLater(orderId)).toBe('filled')
    expect((await depositOf(orderId)).state.status).toBe('confirmed')
  })

  it('given it stands still, on Solana, and nothing landed, operators prove that', async () => {
    count += 1
    world = createWorld({ name: `one-node-${count}`, source: 'solana' })
    const orderId = await begin(world)
    await world.settle()
    world.service.faults.push(...Array<'error'>(4_000).fill('error'))
    world.page.approve()
    await world.deliver()
    world.nodes.freeze(named, world.solana.slot())
    world.solana.skip()
    world.solana.mine(40)
    await anHourLater(orderId)
    expect((await depositOf(orderId)).state).toMatchObject({
      status: 'failed',
      code: 'chain/blockhash-expired',
    })
  })

  it('given it stands still, on Solana, and it is only in a fork, it is waited for', async () => {
    const orderId = await paid({ source: 'solana' })
    world.nodes.freeze(named, world.solana.slot())
    const processed = (method: string, honest: unknown) =>
      method === 'getSignatureStatuses'
        ? { context: { slot: 1 }, value: [{ slot: 1, err: null, confirmationStatus: 'processed' }] }
        : honest
    for (const host of world.nodes.operatorsOf(solanaChainId)) world.nodeFaults.set(host, processed)
    await anHourLater(orderId)
    expect((await depositOf(orderId)).state.status).toBe('sent')
  })

  it.each<[string, () => void]>([
    ['stands still', () => world.nodes.freeze(named)],
    ['hides it', () => world.nodes.lie(named, 'noReceipt')],
  ])(
    'given it %s, of an account with code, operators show it, and the order is filled',
    async (_, bend) => {
      count += 1
      world = asContract(createWorld({ name: `one-node-${count}`, source: 'erc20' }))
      const orderId = await begin(world)
      await world.settle()
      await approve(world)
      world.page.approve()
      await world.deliver()
      bend()
      world.chain.mine()
      await world.advance(5_000)
      expect(await anHourLater(orderId)).toBe('filled')
      expect((await depositOf(orderId)).state.status).toBe('confirmed')
    },
  )

  it('given it and one operator hide it, of an account with code, it is waited for', async () => {
    count += 1
    world = asContract(createWorld({ name: `one-node-${count}`, source: 'erc20' }))
    const orderId = await begin(world)
    await world.settle()
    await approve(world)
    const [, ...others] = world.nodes.operatorsOf(chainId)
    world.page.approve()
    await world.deliver()
    world.nodes.lie(named, 'noReceipt')
    world.chain.mine()
    await world.advance(5_000)
    for (const host of others) world.nodes.lie(host, 'noReceipt')
    await anHourLater(orderId)
    expect((await depositOf(orderId)).state.status).toMatch(/^(sent|verified)$/)
  })
})

describe('a payment that the node that the service names invents', () => {
  const named = 'rpc.test'

  /** Three days, of which the service tells nothing. */
  async function days(): Promise<void> {
    for (let i = 0; i < 72; i += 1) await world.advance(hour)
  }

  /** Its receipt is told of a payment that waits, which is then dropped; `all`: the transaction as well. */
  async function invented(all = false): Promise<string> {
    const orderId = await paid({ source: 'native' })
    const [tx] = world.chain.mempool
    const hash = tx?.hash ?? ''
    world.chain.mine()
    const told = (method: string) =>
      world.nodes.ask(new URL(`https://two.test/${chainId}`), method, [hash])
    const receipt = told('eth_getTransactionReceipt')
    const transaction = told('eth_getTransactionByHash')
    world.chain.mined.splice(0)
    world.nodeFaults.set(named, (method, honest, params) => {
      if (params?.[0] !== hash) return honest
      if (method === 'eth_getTransactionReceipt') return receipt
      return all && method === 'eth_getTransactionByHash' ? transaction : honest
    })
    return orderId
  }

  it.each([
    ['its receipt', false],
    ['its receipt and all of it', true],
  ])('given it tells %s, the person is asked within days', async (_, all) => {
    const orderId = await invented(all)
    await world.advance(60_000)
    expect((await depositOf(orderId)).state.status).toBe('confirmed')
    await days()
    expect((await depositOf(orderId)).state).toMatchObject(asks)
    expect(world.notices).toContain(`needs-you:${orderId}`)
  })

  it('given it tells its receipt for an hour, the person is asked within days', async () => {
    const orderId = await invented()
    await world.advance(hour)
    expect((await depositOf(orderId)).state.status).toBe('confirmed')
    world.nodeFaults.clear()
    await days()
    expect((await depositOf(orderId)).state).toMatchObject(asks)
  })

  it('given it landed on Solana by its word, the person is asked within days', async () => {
    const orderId = await paid({ source: 'solana' })
    world.nodes.lie(named, 'landed')
    world.solana.skip()
    await world.advance(60_000)
    expect((await depositOf(orderId)).state.status).toBe('confirmed')
    world.solana.mine(80)
    await days()
    expect((await depositOf(orderId)).state).toMatchObject(asks)
    expect(world.notices).toContain(`needs-you:${orderId}`)
  })

  it.each<[string, 'native' | 'solana']>([
    ['an EVM chain', 'native'],
    ['Solana', 'solana'],
  ])(
    'given it is so on %s, and operators are silent for days, it stays paid',
    async (_, source) => {
      const orderId = await paid({ source })
      world.service.honesty.pays = false
      const hosts = world.nodes.operatorsOf(source === 'solana' ? solanaChainId : chainId)
      for (const host of hosts) world.nodes.silence(host)
      world.chain.mine()
      world.solana.mine(2)
      await days()
      expect((await depositOf(orderId)).state.status).toBe('confirmed')
      for (const host of hosts) world.nodes.heal(host)
      await days()
      expect((await depositOf(orderId)).state.status).toBe('confirmed')
    },
  )

  it.each<[string, 'native' | 'solana']>([
    ['an EVM chain', 'native'],
    ['Solana', 'solana'],
  ])('given it is so on %s, and one operator stands still, it stays paid', async (_, source) => {
    const orderId = await paid({ source })
    world.service.honesty.pays = false
    const id = source === 'solana' ? solanaChainId : chainId
    const [still = ''] = world.nodes.operatorsOf(id)
    world.nodes.freeze(still, source === 'solana' ? world.solana.slot() : world.chain.height())
    world.chain.mine()
    world.solana.mine(2)
    await days()
    expect((await depositOf(orderId)).state.status).toBe('confirmed')
  })

  it('given it is so, and two operators do not show it for a day, it is taken up again', async () => {
    const orderId = await paid({ source: 'native' })
    world.service.honesty.keeps = true
    const [tx] = world.chain.mempool
    world.chain.mine()
    const hosts = world.nodes.operatorsOf(chainId)
    for (const host of hosts) world.nodes.lie(host, 'noReceipt', 'noTransaction', 'nonceUnused')
    await days()
    for (const host of hosts) world.nodes.heal(host)
    await world.advance(hour)
    expect((await depositOf(orderId)).state).toMatchObject({ status: 'confirmed', hash: tx?.hash })
  })
})
