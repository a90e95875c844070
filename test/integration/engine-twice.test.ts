import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { askedFor } from './engine/altered'
import type { SimTransaction } from './engine/chain'
import { press } from './engine/person'
import { amountIn } from './engine/service'
import { cancelledUntold, createStage, depositOf, wait } from './engine/stage'
import { withSteadyCrypto } from './engine/steady-crypto'
import type { World } from './engine/world'

withSteadyCrypto()
const open = createStage('twice')

async function again(w: World, orderId: string): Promise<void> {
  const stepId = (await depositOf(w, orderId)).id
  await press(() => w.call('retryStep', { orderId, stepId, page: w.page.page }))
  await w.settle()
}

describe('a token payment whose allowance says that it was not sent, and whose wallet may show it still', () => {
  /** Its price ends, its route does not: it is asked for anew with what was accepted. */
  async function leftOpen(): Promise<{ w: World; orderId: string; approval: SimTransaction }> {
    const w = open('erc20')
    const now = Math.floor(w.clock.now / 1_000)
    const times = {
      expectedDurationSeconds: 20,
      validBefore: now + 14_400,
      quoteExpiresAt: now + 60,
    }
    const quote = { amountIn, amountOut: '24900000', ...times }
    const route = { routeId: 'r1', type: 'native-filler' as const, quote }
    const { orderId, digest } = await w.prepare('q1', 60, { route })
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.approve()
    await w.deliver()
    const [approval] = w.chain.mempool
    if (!approval) throw new Error('nothing is approved')
    w.chain.mine()
    await w.advance(15_000)
    w.page.close('stays')
    await wait(w, 15)
    w.page.reopen()
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('absent')
    return { w, orderId, approval }
  }

  /** It is asked for anew where it may be, and both are approved; one is paid, and so many minutes later no other. */
  async function approvesBoth(w: World, orderId: string, minutes: number): Promise<void> {
    await again(w, orderId)
    await wait(w, 1)
    w.page.approve()
    await w.deliver()
    w.page.answerLeft()
    w.chain.mine()
    await wait(w, minutes)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await w.order(orderId)).alarm).toBeUndefined()
  }

  it('given more may be taken since, is not asked for beside it', async () => {
    const { w, orderId, approval } = await leftOpen()
    const data = `${approval.data.slice(0, -64)}${'f'.repeat(64)}`
    w.chain.send({ to: approval.to, data, value: '0x0' })
    w.chain.mine()
    await w.advance(10_000)
    await approvesBoth(w, orderId, 20)
  })

  it('given both are approved, one comes to nothing, and is no second payment', async () => {
    const { w, orderId } = await leftOpen()
    await approvesBoth(w, orderId, 40)
  })
})

describe('a payment that was cancelled, which a reorganisation makes good', () => {
  async function cancelled() {
    const w = open('native')
    return { w, ...(await cancelledUntold(w)) }
  }

  it('is not asked for anew before that lies deep', async () => {
    const { w, orderId, paid, reorganise } = await cancelled()
    await again(w, orderId)
    await w.advance(1_000)
    expect((await w.order(orderId)).blocker?.code).toBe('order/may-land')
    reorganise()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    w.service.faults.length = 0
    await wait(w, 10)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: paid.hash,
    })
    expect(w.page.state.everAsked).toBe(1)
  })

  it('is asked for anew by itself once it does', async () => {
    const { w, orderId } = await cancelled()
    await again(w, orderId)
    for (let i = 0; i < 10; i += 1) {
      w.chain.mine()
      await w.advance(30_000)
    }
    expect(w.page.state.everAsked).toBe(2)
  })

  it('is found where nothing is asked any more', async () => {
    const { w, orderId, paid, reorganise } = await cancelled()
    reorganise()
    w.chain.mine()
    w.service.faults.length = 0
    await wait(w, 10)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: paid.hash,
    })
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a request on Solana whose tab is closed, and which its wallet shows still', () => {
  it('is not made a second time without a word', async () => {
    const { w, orderId, isAbsent, retry, sign } = await askedFor(open('solana'))
    await isAbsent()
    w.page.close('stays')
    w.page.reopen()
    await retry()
    for (let i = 0; i < 20; i += 1) {
      w.solana.mine(60)
      await w.advance(30_000)
    }
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
    expect(w.page.state.everAsked).toBe(1)
    w.solana.broadcast(sign())
    w.solana.mine(1)
    await wait(w, 5)
    expect(w.solana.landed.size).toBe(1)
  })
})
