import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { payStepOf } from '@/src/domain/order/wallet-payment'
import { openPayPlace } from './engine/pay-place'
import { press } from './engine/person'
import { type SolanaWay, stranger } from './engine/transfer-solana-place'
import type { World } from './engine/world'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

async function open(way: SolanaWay) {
  const place = await openPayPlace(way, 'pay-again')
  worlds.push(place.world)
  return place
}

describe('a payment by address on Solana of which only a page says that it was rejected', () => {
  it.each([
    ['spl', 0],
    ['lamports', 0],
    ['splMemo', 20],
    ['spl', 50],
  ] as const)(
    'given the person says so too (%s, %i s later), is asked for anew',
    async (way, seconds) => {
      const { world: w, pay, again, read, wait } = await open(way)
      await pay()
      await wait(3)
      expect((await read()).pay?.attempts[0]?.end?.what).toBe('absent')
      w.page.reject()
      await w.deliver()
      await pay()
      expect((await read()).pay?.blocker?.code).toBe('order/unproved')
      for (let i = 0; i < seconds; i += 10) await w.advance(10_000)
      await again({ notSent: true })
      await wait(1)
      expect(w.page.state.everAsked).toBe(2)
    },
  )

  it.each(['spl', 'lamportsMemo'] as const)(
    'given its wallet may have signed another one just before (%s), is asked for once that is over',
    async (way) => {
      const { world: w, pay, read, wait } = await open(way)
      await pay()
      await wait(3)
      w.page.reject()
      await w.deliver()
      await pay()
      expect((await read()).pay?.blocker?.code).toBe('order/unproved')
      await wait(6)
      expect(w.page.state.everAsked).toBe(2)
    },
  )
})

describe('a worker that dies while a rejected payment by address is asked for again', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'at write %i, asks at most once more, and says what became of it',
    async (write) => {
      const { world: w, pay, again, read, stepNow, wait } = await open('spl')
      await pay()
      await wait(3)
      w.page.reject()
      await w.deliver()
      await pay()
      w.killAfter(write)
      await press(() => again({ notSent: true }))
      w.neverKill()
      await wait(30)
      const isAsked = w.page.state.everAsked === 2
      expect(w.page.state.everAsked).toBeLessThanOrEqual(2)
      expect(isAsked || (await stepNow())?.state.status === 'failed').toBe(true)
      expect((await read()).pay?.blocker).toBeUndefined()
    },
  )
})

describe('a payment by hand to an address that many pay to, beside a request that was given up', () => {
  /** The first request is given up by word, and the next one is paid. */
  async function paidAnew() {
    const place = await open('splMemo')
    const { world: w, ledger, orderId, pay, stepNow, wait } = place
    await pay()
    w.page.losePrompt()
    const { id: stepId = '', state } = (await stepNow()) ?? {}
    const attemptId = (state && attemptOf(state)) ?? ''
    await w.call('promptGone', { orderId, stepId, attemptId })
    await wait(1)
    const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    await pay()
    expect(w.page.state.everAsked).toBe(2)
    w.page.approve()
    await w.deliver()
    ledger.mine()
    return place
  }

  it.each([
    ['another memo', ['order 8'], undefined],
    ['no memo', [], { kind: 'second', like: true }],
  ])('given it carries %s, is told of or not', async (_, memos, alarm) => {
    const { payByHand, read, wait } = await paidAnew()
    payByHand(memos)
    await wait(180)
    const order = await read()
    expect(payStepOf(order)?.state.status).toBe('confirmed')
    if (alarm) expect(order.alarm).toMatchObject(alarm)
    else expect(order.alarm).toBeUndefined()
  })
})

describe('a payment by address on Solana that nobody knows the end of', () => {
  it.each([
    ['others pay', 60, stranger],
    ['its account pays by hand', 12, undefined],
  ])('given %s to the same address, costs two node requests a minute', async (_, count, from) => {
    const { world: w, ledger, pay, payByHand, wait } = await open('splMemo')
    await pay()
    w.page.approve('nothing')
    w.page.close()
    await w.worker().pageGone(7)
    for (let at = 0; at < count; at += 1) payByHand([`theirs ${at}`], from)
    ledger.mine()
    // The address itself is looked at more often until its time is over, and a little longer.
    await wait(60)
    // What names the address alone is none of the account's: it is not read.
    const readOnes = w.reads.filter((each) => each.endsWith(' getTransaction'))
    if (from === stranger) expect(readOnes).toEqual([])
    const before = w.reads.length
    await wait(60)
    expect(w.reads.length - before).toBeLessThanOrEqual(120)
  })
})
