import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '@/src/domain/order/order'
import { isPayPending } from '@/src/domain/order/wallet-payment'
import { openAddress } from './engine/address-place'
import { giveUp } from './engine/altered'
import { confirmed, createStage, depositOf, sayGone, wait } from './engine/stage'

const open = createStage('given-up-late')
const endsOf = (attempts: readonly Attempt[]) => attempts.map(({ end }) => end?.what)

describe('a payment that its page tells of late, after a request that was given up', () => {
  it('given a swap, is the one of the request that is open', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.losePrompt()
    await sayGone(w, orderId)
    await w.advance(20_000)
    await giveUp(w, orderId)
    const { id: stepId } = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await w.advance(2_000)
    w.page.approve()
    w.chain.mine()
    await w.advance(60_000)
    await w.deliver()
    await wait(w, 30)
    const { status, attempts, alarm } = await w.order(orderId)
    expect([status, alarm]).toEqual(['filled', undefined])
    expect(endsOf(attempts)).toEqual(['given-up', 'mined'])
  })

  it.each([
    ['the whole', 0n],
    ['the rest', 10_000_000n],
  ])('given an address, is the one of the request that is open (%s)', async (_, part) => {
    const place = await openAddress('token', `given-up-${part}`)
    const { world: w, orderId, read, payable, stepNow, attempts, click } = place
    if (part > 0n) {
      place.payFromOutside(part)
      await place.mine(8)
    }
    const due = await payable()
    await click(due)
    w.page.losePrompt()
    const stepId = (await stepNow())?.id ?? ''
    const attemptId = (await attempts())[0]?.attemptId ?? ''
    await w.call('promptGone', { orderId, stepId, attemptId })
    await w.advance(20_000)
    const choice = { kind: 'not-sent', typed: 'NOT SENT' } as const
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    await click(due)
    await w.advance(2_000)
    w.page.approve()
    w.chain.mine()
    await w.advance(60_000)
    await w.deliver()
    await place.mine(20)
    expect(endsOf(await attempts())).toEqual(['given-up', 'mined'])
    expect(isPayPending(await read())).toBe(false)
    expect((await read()).alarm).toBeUndefined()
  })
})
