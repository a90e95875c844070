import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readLeft } from '@/src/store/read-left'
import { author, erc20, target } from './engine/chain'
import {
  cancelledUntold,
  confirmed,
  createStage,
  depositOf,
  hostsOf,
  sentUntold,
  wait,
} from './engine/stage'
import { withSteadyCrypto } from './engine/steady-crypto'
import type { World } from './engine/world'

withSteadyCrypto()
const open = createStage('deep')

/** It is mined, and comes to nothing in that block. */
async function reverted(w: World) {
  const { orderId, paid } = await sentUntold(w)
  w.chain.mine()
  const mined = w.chain.mined.at(-1)
  if (mined) mined.reverted = true
  await w.advance(6_000)
  expect(await w.order(orderId)).toMatchObject({ failure: { code: 'chain/reverted' } })
  return { orderId, paid }
}

/** A node of this place shows one transaction as mined for ever, whatever became of it; or hides it. */
function invent(w: World, place: number, hash: string | undefined, to: string | null): void {
  const receipt = to && {
    ...{ from: author, to, type: '0x2', transactionHash: hash, status: '0x1', logs: [] },
    ...{ blockHash: `0x${'a'.repeat(64)}`, blockNumber: toHex(w.chain.height()) },
    ...{ gasUsed: '0x5208', effectiveGasPrice: '0x1' },
  }
  w.nodeFaults.set(hostsOf(w)[place] ?? '', (method, honest, params = []) =>
    method === 'eth_getTransactionReceipt' && params[0] === hash ? receipt : honest,
  )
}

const mined = async (w: World, minutes: number) => {
  w.chain.mine()
  w.service.faults.length = 0
  await wait(w, minutes)
}

describe('a payment that reverted a moment ago', () => {
  it('given a reorganisation makes it good, is found', async () => {
    const w = open('native')
    const { orderId, paid } = await reverted(w)
    w.chain.reorg()
    await mined(w, 10)
    expect(w.chain.deposits()).toHaveLength(1)
    const order = await w.order(orderId)
    expect(order.failure).toBeUndefined()
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: paid.hash })
  })

  it('is watched until that lies deep, and then no more', async () => {
    const w = open('native')
    const { orderId } = await reverted(w)
    expect((await w.order(orderId)).attempts[0]?.end?.block).toBeDefined()
    await wait(w, 30)
    const { attempts, status } = await w.order(orderId)
    expect([attempts[0]?.end?.block, status]).toEqual([undefined, 'failed'])
    const left = await (await w.truth.use()).getAllKeys('outbox')
    expect(left.filter((key) => String(key).includes('watchStray'))).toEqual([])
  })
})

describe('another order that pays the same as one that was undone a moment ago', () => {
  async function another(w: World): Promise<string> {
    w.service.faults.length = 0
    const { orderId, digest } = await w.prepare('q2', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    await w.advance(2_000)
    return orderId
  }

  it('waits until the cancellation lies deep, and goes on by itself', async () => {
    const w = open('native')
    const { orderId } = await cancelledUntold(w)
    const second = await another(w)
    expect((await w.order(second)).blocker).toMatchObject({ code: 'order/may-land', orderId })
    expect(w.page.state.everAsked).toBe(1)
    await wait(w, 10)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given a reorganisation makes that good, is not paid beside it', async () => {
    const w = open('native')
    const { orderId, reorganise } = await cancelledUntold(w)
    await another(w)
    reorganise()
    await mined(w, 10)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the clock leaps, waits all the same', async () => {
    const w = open('native')
    await cancelledUntold(w)
    w.moveClock(3_600_000)
    await another(w)
    expect(w.page.state.everAsked).toBe(1)
  })

  it('waits for one that reverted, too', async () => {
    const w = open('native')
    const { orderId } = await reverted(w)
    const second = await another(w)
    expect((await w.order(second)).blocker).toMatchObject({ orderId })
    w.chain.reorg()
    await mined(w, 10)
    expect(w.chain.deposits()).toHaveLength(1)
  })
})

describe('a payment that was cancelled, and that one node tells otherwise of', () => {
  /** The person presses "try again", and waits. */
  async function again(w: World, orderId: string, minutes: number): Promise<void> {
    w.service.faults.length = 0
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, notSent: true })
    await w.settle()
    await wait(w, minutes)
  }

  it.each([1, 2])('given an operator (%s) calls it mined, is asked for again', async (place) => {
    const w = open('native')
    const { orderId, paid } = await cancelledUntold(w)
    invent(w, place, paid.hash, target)
    await again(w, orderId, 10)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given all but one are down, is asked for again once two of them answer', async () => {
    const w = open('native')
    const { orderId } = await cancelledUntold(w)
    for (const host of hostsOf(w).slice(2)) w.nodes.silence(host)
    await wait(w, 5)
    await again(w, orderId, 4)
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).blocker).toMatchObject({ code: 'order/may-land' })
    w.nodes.heal()
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given the one that answers lies, and the payment is mined after all, is never asked for again', async () => {
    const w = open('native')
    const { orderId, reorganise } = await cancelledUntold(w)
    const [listed = '', one = '', ...others] = hostsOf(w)
    for (const host of others) w.nodes.silence(host)
    for (const host of [listed, one]) w.nodes.lie(host, 'noReceipt', 'noTransaction', 'otherBlock')
    reorganise()
    await wait(w, 5)
    await again(w, orderId, 10)
    expect(w.page.state.everAsked).toBe(1)
    w.nodes.heal()
    await mined(w, 10)
    expect(w.page.state.everAsked).toBe(1)
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given its order is of the day before, is waited for by another one all the same', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare('q1', 3 * 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    for (let half = 0; half < 50; half += 1) await w.advance(1_800_000)
    w.service.faults.push(...Array<'error'>(400).fill('error'))
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    const [paid] = w.chain.mempool
    w.chain.replace(paid?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    await w.advance(8_000)
    w.service.faults.length = 0
    const second = await w.prepare('q2', 7_200)
    await w.call('confirmOrder', second)
    await w.advance(2_000)
    const { blocker } = await w.order(second.orderId)
    expect(blocker).toMatchObject({ code: 'order/may-land', orderId })
    w.chain.reorg(undefined, true)
    await mined(w, 10)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await w.order(second.orderId)).blocker).toMatchObject({ code: 'order/paid-beside' })
  })
})

const approved = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [target, amount] })

describe('a request that takes an allowance back', () => {
  async function revoking(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(15_000)
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId })
    await wait(w, 5)
    await w.call('closeAllowance', { orderId, spender: target })
    await w.settle()
    w.page.approve()
    return orderId
  }
  const left = async (w: World) => (await readLeft(w.truth, w.clock.now)).map(({ id }) => id)
  const cancellation = { to: author, data: '0x', value: '0x0' }

  it.each([0, 1, 2])('is not called mined by one node (%s) alone', async (place) => {
    const w = open('erc20')
    const orderId = await revoking(w)
    const [sent] = w.chain.mempool
    expect(sent?.data).toBe(approved(0n))
    invent(w, place, sent?.hash, erc20)
    await w.deliver()
    await wait(w, 3)
    w.chain.replace(sent?.hash ?? '', cancellation)
    w.chain.mine()
    await wait(w, 30)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).not.toBe('confirmed')
    expect(await left(w)).toEqual([orderId])
  })

  it.each([1, 2])('is told of though one operator (%s) hides it', async (place) => {
    const w = open('erc20')
    const orderId = await revoking(w)
    invent(w, place, w.chain.mempool[0]?.hash, null)
    await w.deliver()
    w.chain.mine()
    await wait(w, 5)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')
    expect(await left(w)).toEqual([])
  })

  it('given a reorganisation takes it back, is offered again', async () => {
    const w = open('erc20')
    const orderId = await revoking(w)
    await w.deliver()
    const hash = w.chain.mempool[0]?.hash ?? ''
    w.chain.mine()
    await w.advance(4_000)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')
    expect(await left(w)).toEqual([])
    w.chain.reorg()
    w.chain.replace(hash, cancellation)
    w.chain.mine()
    await wait(w, 60)
    expect(await left(w)).toEqual([orderId])
    expect((await w.order(orderId)).status).toBe('stopped')
    await w.call('closeAllowance', { orderId, spender: target })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })
})

describe('a payment that one node calls mined', () => {
  it.each(['native', 'erc20'] as const)(
    'given the person cancelled it, comes to the end that operators show (%s)',
    async (source) => {
      const w = open(source)
      const orderId = await confirmed(w)
      if (source === 'erc20') {
        w.page.approve()
        w.chain.mine()
        await w.deliver()
        await w.advance(15_000)
      }
      w.service.faults.push(...Array<'error'>(400).fill('error'))
      w.page.approve()
      const [sent] = w.chain.mempool
      invent(w, 0, sent?.hash, target)
      await w.deliver()
      await w.advance(10_000)
      expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
      w.chain.replace(sent?.hash ?? '', cancellation)
      w.chain.mine()
      await wait(w, 90)
      expect((await depositOf(w, orderId)).state).toMatchObject({ code: 'chain/cancelled' })
    },
  )
  const cancellation = { to: author, data: '0x', value: '0x0' }
})
