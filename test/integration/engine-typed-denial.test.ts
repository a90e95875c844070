import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { freeOf } from '@/src/domain/order/held'
import type { Step, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import { isPayPending } from '@/src/domain/order/wallet-payment'
import { toRow } from '@/src/store/row'
import { openPayPlace } from './engine/pay-place'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('typed-denial')

/** Something else that the account pays. */
const other = { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }

/** A wallet that holds its request, of which its page says that it was rejected: nothing is on screen. */
async function held(w: World) {
  const orderId = await confirmed(w)
  const shown = [...w.page.prompts]
  expect(shown).toHaveLength(1)
  w.page.reject()
  await w.deliver()
  await w.advance(10_000)
  expect(w.page.prompts).toEqual([])
  /** What it held comes up after all. */
  const comesUp = () => w.page.prompts.unshift(...shown)
  return { orderId, comesUp }
}

async function again(w: World, orderId: string, notSent?: true | string): Promise<void> {
  const stepId = (await depositOf(w, orderId)).id
  const word = notSent === undefined ? {} : { notSent }
  await w.call('retryStep', { orderId, stepId, page: w.page.page, ...word })
  await w.settle()
}

const endsOf = ({ attempts }: Pick<SwapOrder, 'attempts'>) => attempts.map(({ end }) => end?.what)

describe('a request that its page calls rejected, and of which the wallet showed nothing', () => {
  it('is asked for again by the typed word, which is kept as such, and both are told of where both are paid', async () => {
    const w = open()
    const { orderId, comesUp } = await held(w)
    await again(w, orderId, ` ${TYPED_WORD.toLowerCase()} `)
    expect(w.page.state.everAsked).toBe(2)
    const order = await w.order(orderId)
    expect(endsOf(order)).toEqual(['given-up', undefined])
    expect(order.attempts[0]?.end?.denied).toBe(true)
    comesUp()
    w.page.approve()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await wait(w, 30)
    expect(w.chain.deposits()).toHaveLength(2)
    expect((await w.order(orderId)).alarm?.kind).toBe('second')
  })

  it.each(['', 'SENT', 'NOT SEN', 'true'])(
    'is not asked for again by another word: "%s"',
    async (word) => {
      const w = open()
      const { orderId } = await held(w)
      const before = await w.order(orderId)
      await expect(again(w, orderId, word)).rejects.toMatchObject({ code: 'rpc/invalid' })
      await wait(w, 5)
      expect(w.page.state.everAsked).toBe(1)
      expect(endsOf(await w.order(orderId))).toEqual(endsOf(before))
    },
  )

  it('is not asked for again without a word, and by the click of who rejected it as ever', async () => {
    const w = open()
    const { orderId } = await held(w)
    await again(w, orderId)
    expect(w.page.state.everAsked).toBe(1)
    await again(w, orderId, true)
    expect(w.page.state.everAsked).toBe(2)
    const order = await w.order(orderId)
    expect(order.attempts[0]?.end).toEqual({ what: 'rejected', at: expect.any(Number) })
  })

  it.each([
    ['the click', true],
    ['the typed word', TYPED_WORD],
  ] as const)(
    'given something of the account waits on the chain, %s is not enough: it is shown first',
    async (_, word) => {
      const w = open()
      const { orderId } = await held(w)
      w.chain.send(other)
      await again(w, orderId, word)
      expect(w.page.state.everAsked).toBe(1)
      expect((await depositOf(w, orderId)).state.status).toBe('unsure')
      // What was shown is not shown once more: that word is the last one.
      const { id: stepId } = await depositOf(w, orderId)
      const attemptId = (await w.order(orderId)).attempts[0]?.attemptId ?? ''
      const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
      await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
      await again(w, orderId)
      expect(w.page.state.everAsked).toBe(2)
    },
  )

  it('given it was sent after all, is followed whatever the person typed', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    await w.deliver()
    await w.advance(2_000)
    w.chain.mine()
    await again(w, orderId, TYPED_WORD)
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(1)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a payment after a swap that was mined, of which only its page says that it was rejected', () => {
  /** As `held`, with a step before the deposit that turned the money into another token. */
  async function moved(w: World) {
    const { orderId } = await held(w)
    const order = await w.order(orderId)
    const [deposit] = order.steps
    if (!deposit) throw new Error('no deposit')
    const { token } = deposit.facts
    const gets = { ...token, amount: '24000000' }
    const facts = {
      ...({ kind: 'swap', method: '0x38ed1739', target: token.address } as const),
      ...{ token, gets },
    }
    const state = { status: 'confirmed', attemptId: 'd'.repeat(32), hash: `0x${'d'.repeat(64)}` }
    const swap = { ...deposit, id: 'swap', deposit: false, facts } as const
    const done = { ...swap, state: { ...state, at: order.updatedAt, got: gets.amount } } as Step
    const connection = await w.truth.use()
    await connection.put('orders', toRow({ ...order, steps: [done, deposit], current: 1 }))
    return orderId
  }

  it('leaves what is held to the person by their word, also once it is cancelled', async () => {
    const w = open()
    const orderId = await moved(w)
    await w.call('stopOrder', { orderId })
    const stopped = await w.order(orderId)
    expect([stopped.status, freeOf(stopped)]).toEqual(['stopped', undefined])
    const wrong = w.call('stopOrder', { orderId, notSent: 'sent' })
    await expect(wrong).rejects.toMatchObject({ code: 'rpc/invalid' })
    await w.call('stopOrder', { orderId, notSent: TYPED_WORD })
    const said = await w.order(orderId)
    expect(endsOf(said)).toEqual(['given-up'])
    expect(freeOf(said)?.token.amount).toBe('24000000')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given its time is over as the person goes on, stops there with what is held, and is asked for no more', async () => {
    const w = open()
    const orderId = await moved(w)
    const { validBefore } = (await w.order(orderId)).accepted
    // The tab of its wallet is gone as well.
    w.page.close()
    await w.advance(Math.max(0, validBefore * 1_000 - w.clock.now) + 1_000)
    await again(w, orderId, true)
    await wait(w, 2)
    const order = await w.order(orderId)
    expect(order).toMatchObject({
      status: 'stopped',
      halted: { why: 'refused', code: 'policy/quote-expired' },
    })
    expect(endsOf(order)).toEqual(['rejected'])
    expect(freeOf(order)?.token.amount).toBe('24000000')
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a payment by address of which the wallet showed nothing, and its page says that it was rejected', () => {
  async function denied() {
    const place = await openPayPlace('lamports', 'typed-denial')
    const { world: w } = place
    await place.pay()
    w.page.reject()
    await w.deliver()
    const order: TransferOrder = await place.read()
    expect(order.pay?.attempts[0]?.end?.what).toBe('refused')
    return place
  }

  it('shows the address again by the typed word alone, and keeps it as such', async () => {
    const { world: w, orderId, read } = await denied()
    const wrong = w.call('dropPayment', { orderId, notSent: 'sent' })
    await expect(wrong).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(isPayPending(await read())).toBe(true)
    await w.call('dropPayment', { orderId, notSent: TYPED_WORD })
    const order = await read()
    expect(isPayPending(order)).toBe(false)
    expect(order.pay?.attempts[0]?.end).toMatchObject({ what: 'given-up', denied: true })
    w.dispose()
  })

  it('given its address is closed since, is over by that word, and not without it', async () => {
    const { world: w, orderId, read } = await denied()
    await w.call('stopOrder', { orderId })
    const end = (notSent?: string) =>
      w.call('stopOrder', { orderId, unpaid: true, ...(notSent && { notSent }) })
    await expect(end()).rejects.toMatchObject({ code: 'order/not-confirmable' })
    await end(TYPED_WORD)
    const order = await read()
    expect(order).toMatchObject({ status: 'stopped', transfer: { closed: { unpaid: true } } })
    expect(order.pay?.attempts[0]?.end).toMatchObject({ what: 'given-up', denied: true })
    w.dispose()
  })

  it('is asked for again by the typed word alone', async () => {
    const { world: w, pay, read, wait: pass } = await denied()
    await expect(pay({ notSent: 'sent' })).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(w.page.state.everAsked).toBe(1)
    await pay({ notSent: TYPED_WORD })
    await pass(4)
    expect(w.page.state.everAsked).toBe(2)
    expect(endsOf({ attempts: (await read()).pay?.attempts ?? [] })[0]).toBe('given-up')
    w.dispose()
  })
})
