import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { needsPerson } from '@/src/domain/order/needs-person'
import { attemptOf } from '@/src/domain/order/order-parts'
import { isRemovable } from '@/src/domain/order/removable'
import { labelOf } from '@/src/ui/copy/status'
import { askedFor } from './engine/altered'
import { author, target } from './engine/chain'
import { asked, createStage, depositOf, sayGone } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('cancelled-again')

/** Confirms the same payment once more, as a new order, and says what is in its way. */
async function payAgain(w: World): Promise<unknown> {
  const second = await w.prepare('q2', 3_000)
  await w.call('confirmOrder', second)
  await w.advance(10_000)
  return (await w.order(second.orderId)).blocker
}

/** The person types that the payment which is in doubt was not sent. */
async function sayNotSent(w: World, orderId: string): Promise<void> {
  const { id: stepId, state } = await depositOf(w, orderId)
  const choice = { kind: 'not-sent', typed: 'NOT SENT' } as const
  const attemptId = attemptOf(state) ?? ''
  await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
}

/** The wallet sends what takes an allowance back that a cancelled order left; the prompt of its payment is open yet. */
async function revoking(w: World): Promise<string> {
  const orderId = await asked(w)
  await sayGone(w, orderId)
  await w.advance(300_000)
  await w.call('stopOrder', { orderId })
  await w.call('closeAllowance', { orderId, spender: target })
  await w.settle()
  w.page.prompts.reverse()
  w.page.approve()
  return orderId
}

/** A cancelled payment in coins by the typed word, which a private relay has all the same. */
async function givenUpAndSent(w: World): Promise<string> {
  const orderId = await asked(w)
  await w.call('stopOrder', { orderId })
  await sayGone(w, orderId)
  await w.advance(20_000)
  await sayNotSent(w, orderId)
  expect((await w.order(orderId)).status).toBe('stopped')
  const request = w.page.prompts[0]?.command.request
  if (request?.kind !== 'transaction') throw new Error('It was asked for no transaction')
  w.chain.sendPrivately(request.tx)
  w.page.muddle()
  await w.deliver()
  await w.advance(60_000)
  return orderId
}

describe('a cancelled order that may have been paid after all', () => {
  it('on Solana, by something like it: holds up the next payment of its account, and is told of', async () => {
    const { isAbsent, sign, w, orderId } = await askedFor(open('solana'))
    await isAbsent()
    await w.call('stopOrder', { orderId })
    w.solana.broadcast(sign())
    w.page.reject()
    w.solana.mine(60)
    await w.deliver()
    await w.advance(20 * 60_000)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    expect(labelOf(await w.order(orderId)).label).not.toBe('Cancelled')
    expect(await payAgain(w)).toMatchObject({ code: 'order/busy', orderId })
    expect(w.page.state.everAsked).toBe(1)
  })

  it('in coins, by a relay, once its page answers what nobody understands: the same; and it is found', async () => {
    const w = open('native')
    const orderId = await givenUpAndSent(w)
    expect(labelOf(await w.order(orderId)).label).not.toBe('Cancelled')
    expect(await payAgain(w)).toMatchObject({ code: 'order/busy', orderId })
    expect(w.page.state.everAsked).toBe(1)
    w.chain.mineRelay()
    await w.advance(120_000)
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    expect(w.chain.mined.filter(({ to }) => to === target)).toHaveLength(1)
  })

  it('is cancelled again once the person says that nothing was sent', async () => {
    const w = open('native')
    const orderId = await givenUpAndSent(w)
    await sayNotSent(w, orderId)
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('what a cancelled order left open', () => {
  it.each([
    ['while its payment was in doubt', true],
    ['once it was proved that nothing was sent', false],
  ])('is taken back where it was cancelled %s', async (_, inDoubt) => {
    const w = open('erc20')
    const orderId = await asked(w)
    w.page.losePrompt()
    if (inDoubt) await w.call('stopOrder', { orderId })
    await sayGone(w, orderId)
    await w.advance(300_000)
    if (!inDoubt) await w.call('stopOrder', { orderId })
    expect((await w.order(orderId)).status).toBe('stopped')
    const before = w.page.state.everAsked
    await w.call('closeAllowance', { orderId, spender: target })
    await w.settle()
    expect((await w.order(orderId)).steps.at(-1)?.state.status).toBe('asking')
    expect(w.page.state.everAsked).toBe(before + 1)
  })

  it('was taken back, and its request is answered with what nobody understands: the person has a way on', async () => {
    const w = open('erc20')
    const orderId = await revoking(w)
    w.chain.mine()
    await w.deliver()
    await w.advance(60_000)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')
    w.page.muddle()
    await w.deliver()
    await w.advance(60_000)
    const order = await w.order(orderId)
    const { id: stepId, state } = await depositOf(w, orderId)
    expect([order.status, state.status, order.steps[order.current]?.id]).toEqual([
      'running',
      'unsure',
      stepId,
    ])
    await sayNotSent(w, orderId)
    const over = await w.order(orderId)
    expect(over.status).toBe('stopped')
    expect(isRemovable(over, w.clock.now + 8 * 86_400_000)).toBe(true)
  })
})

describe('what takes an allowance back, and is out as the payment is in doubt again', () => {
  /** The revoke is in the mempool as the page of the payment answers what nobody understands. */
  async function doubted(w: World): Promise<string> {
    const orderId = await revoking(w)
    await w.deliver()
    await w.advance(2_000)
    w.page.muddle()
    await w.deliver()
    await w.advance(2_000)
    w.chain.mine()
    await w.advance(60_000)
    return orderId
  }

  it('is mined: the doubt is shown, and the person has a way on', async () => {
    const w = open('erc20')
    const orderId = await doubted(w)
    const order = await w.order(orderId)
    const { id: stepId, state } = await depositOf(w, orderId)
    expect(order.steps[order.current]?.id).toBe(stepId)
    expect([state.status, needsPerson(order), labelOf(order).label]).toEqual([
      'unsure',
      true,
      'Needs you',
    ])
    await sayNotSent(w, orderId)
    expect((await w.order(orderId)).status).toBe('stopped')
  })

  it('is watched for a reorganisation as after an end', async () => {
    const w = open('erc20')
    const orderId = await doubted(w)
    expect((await w.order(orderId)).steps.at(-1)?.state).toHaveProperty('mined')
    const [revoke] = w.chain.mined.slice(-1)
    w.chain.reorg()
    w.chain.replace(revoke?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    await w.advance(3_600_000)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).not.toBe('confirmed')
  })
})

describe('a second request of which the service was told, and that the person replaces in the wallet', () => {
  it.each([
    ['and the first one was lost', true],
    ['and there was no other', false],
  ])('ends the order: %s', async (_, isLost) => {
    const w = open('erc20')
    const orderId = await asked(w)
    if (isLost) {
      w.page.losePrompt()
      await sayGone(w, orderId)
      await w.advance(300_000)
      const { id: stepId } = await depositOf(w, orderId)
      await w.call('retryStep', { orderId, stepId, page: w.page.page })
      await w.advance(10_000)
    }
    w.page.approve()
    const hash = w.chain.mempool.at(-1)?.hash ?? ''
    await w.deliver()
    await w.advance(10_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.chain.replace(hash, { to: author, data: '0x', value: '0x0' })
    for (let look = 0; look < 40; look += 1) {
      w.chain.mine()
      await w.advance(30_000)
    }
    expect(await w.order(orderId)).toMatchObject({
      status: 'failed',
      failure: { code: 'chain/cancelled' },
    })
  })
})
