import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { TransferOrder } from '@/src/domain/order/order'
import { unpaidOf } from '@/src/domain/order/transfer'
import { getOrder, insertFound } from '@/src/store/orders'
import {
  createAddressService,
  depositAddress,
  payee,
  serviceUrl,
  asked as wholeOf,
} from './engine/address-service'
import { author, erc20 } from './engine/chain'
import { approval, approve } from './engine/coded-account'
import { follow } from './engine/person'
import { confirmed, createStage, wait } from './engine/stage'
import { picked, sourceAt } from './engine/transfer-model'
import type { World } from './engine/world'

const open = createStage('beside')

/** Two windows review the same at once. */
async function reviewed(w: World) {
  const first = await w.prepare('q1')
  return [first, await w.prepare('q2')] as const
}

/** Confirms a review, and rejects what is asked for it. */
async function decline(w: World, plan: Awaited<ReturnType<World['prepare']>>): Promise<void> {
  await w.call('confirmOrder', plan)
  await w.settle()
  w.page.reject()
  await w.deliver()
}

type Made = { began?: number | undefined; known?: string[]; quoteId?: string }

/** An address to pay the same to. */
async function makeAddress(w: World, more: Made = {}, recipient = author) {
  const { chain, destination, clock } = w
  const service = createAddressService({
    ...{ way: 'token', chain, destination },
    now: () => clock.now,
    other: w.service.answer,
  })
  // It waits for the rest of what is paid in part.
  service.says.idle = true
  w.hosts.set(service.host, service.answer)
  await w.call('writeSettings', { serviceUrl })
  const asked = picked(w, sourceAt(service.token))
  const make = {
    ...asked,
    request: { ...asked.request, recipient },
    quoteId: 'q2',
    ...more,
  }
  const { orderId } = await w.call('createTransfer', make as never)
  await w.call('writeSettings', { serviceUrl: '' })
  return orderId
}

const codes = (all: PromiseSettledResult<unknown>[]) =>
  all.map((each) => (each.status === 'rejected' ? each.reason.code : 'confirmed'))

describe('the same payment under review in two windows', () => {
  it('given both are confirmed in one moment, confirms one, and asks nothing for the other', async () => {
    const w = open()
    const both = await reviewed(w)
    const done = await Promise.allSettled(both.map((plan) => w.call('confirmOrder', plan)))
    expect(codes(done).sort()).toEqual(['confirmed', 'order/paid-beside'])
    await w.settle()
    const [first, second] = await Promise.all(both.map(({ orderId }) => w.order(orderId)))
    expect([first?.status, second?.status].sort()).toEqual(['planned', 'running'])
    w.page.approve()
    await w.deliver()
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the person was shown the other one, and says so, confirms it as well', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await expect(w.call('confirmOrder', second)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: first.orderId },
    })
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    expect((await w.order(second.orderId)).status).toBe('running')
  })

  it('given a third one was confirmed since, does not take the tick of the first for it', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    const third = await w.prepare('q3')
    await w.call('confirmOrder', first)
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    await expect(
      w.call('confirmOrder', { ...third, known: [first.orderId] }),
    ).rejects.toMatchObject({ context: { orderId: second.orderId } })
  })

  it('given the worker ends after the refusal, has lost and asked nothing', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await w.call('confirmOrder', second).catch(() => undefined)
    w.kill()
    w.revive()
    await w.settle()
    expect((await w.order(second.orderId)).status).toBe('planned')
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
  })

  it('given a price took the place of an earlier one, counts from the first review on', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    const { createdAt } = await w.order(second.orderId)
    await w.advance(1_000)
    await w.call('confirmOrder', first)
    await w.advance(1_000)
    const next = await w.prepare('q3', 600, { began: createdAt })
    await expect(w.call('confirmOrder', next)).rejects.toMatchObject({ code: 'order/paid-beside' })
    // What was known of the earlier one is known of this one.
    const known = [first.orderId]
    await w.call('confirmOrder', await w.prepare('q4', 600, { began: createdAt, known }))
    // Begun after that, it is another wish.
    await w.call('confirmOrder', await w.prepare('q5'))
  })

  it('given one was declined, and the other confirmed since, asks for the first again with a tick alone', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await decline(w, first)
    await w.settle()
    await w.advance(1_000)
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    w.page.approve()
    await w.deliver()
    await w.settle()
    const step = (await w.order(first.orderId)).steps[0]
    const again = { orderId: first.orderId, stepId: step?.id ?? '' }
    await expect(w.call('retryStep', again)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: second.orderId },
    })
    const { revision } = await w.order(first.orderId)
    await w.call('retryStep', { ...again, known: [second.orderId] })
    expect((await w.order(first.orderId)).revision).toBe(revision + 1)
  })

  it('given the first one was cancelled before its payment, confirms the second', async () => {
    const w = open('erc20')
    const [first, second] = await reviewed(w)
    await decline(w, first)
    await w.call('stopOrder', { orderId: first.orderId })
    await w.call('confirmOrder', second)
    expect((await w.order(second.orderId)).status).toBe('running')
  })
})

describe('the same payment, confirmed while an approval of the first is open', () => {
  /** Two orders, the second begun after the first was confirmed, which waits for its approval; see `known`. */
  async function approving(w: World, isKnown = false) {
    const [first, early] = await reviewed(w)
    await w.call('confirmOrder', first)
    await w.settle()
    const second = isKnown ? early : await w.prepare('q3')
    await w.call('confirmOrder', isKnown ? { ...second, known: [first.orderId] } : second)
    await w.settle()
    // The wallet shows the oldest first.
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(3_000)
    return { first: first.orderId, second: second.orderId }
  }
  const askedOf = async (w: World, orderId: string) => (await w.order(orderId)).attempts.length

  it('given it is answered late, waits, and asks for its payment with a tick alone', async () => {
    const w = open('erc20')
    const { first, second } = await approving(w)
    const waits = await w.order(first)
    expect(waits.blocker).toMatchObject({ code: 'order/paid-beside', orderId: second })
    expect((await follow(w, second)).status).toBe('filled')
    expect(await askedOf(w, first)).toBe(1)

    const again = { orderId: first, stepId: waits.steps[waits.current]?.id ?? '' }
    await expect(w.call('retryStep', again)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: second },
    })
    await w.call('retryStep', { ...again, known: [second] })
    await w.advance(10_000)
    // The other one took what was approved: the allowance alone is in the way now.
    const { state } = (await w.order(first)).steps[waits.current] ?? {}
    expect(state).toMatchObject({ status: 'failed', code: 'policy/allowance-low' })
  })

  it('given its wallet was not ready until then, waits as well, and is asked once more after a "no" without another tick', async () => {
    const w = open()
    w.page.state.account = `0x${'9'.repeat(40)}`
    const { orderId, ...first } = await w.prepare('q1')
    await w.call('confirmOrder', { orderId, ...first })
    await w.settle()
    const second = await w.prepare('q2')
    await w.call('confirmOrder', second)
    w.page.state.account = w.page.owner
    expect((await follow(w, second.orderId)).status).toBe('filled')
    const { blocker, steps } = await w.order(orderId)
    expect(blocker).toMatchObject({ code: 'order/paid-beside', orderId: second.orderId })

    const again = { orderId, stepId: steps[0]?.id ?? '' }
    await w.call('retryStep', { ...again, known: [second.orderId] })
    await w.settle()
    expect(await askedOf(w, orderId)).toBe(1)
    w.page.reject()
    await w.deliver()
    await w.call('retryStep', { ...again, notSent: true })
    expect((await follow(w, orderId)).status).toBe('filled')
  })

  it('given the other one is cancelled, goes on by itself', async () => {
    const w = open('erc20')
    const { first, second } = await approving(w)
    await w.call('stopOrder', { orderId: second })
    await w.advance(6_000)
    expect(await askedOf(w, first)).toBe(2)
  })

  it('given the other one was wanted beside it, asks nothing more', async () => {
    const w = open('erc20')
    const { first } = await approving(w, true)
    expect([(await w.order(first)).blocker, await askedOf(w, first)]).toEqual([undefined, 2])
  })

  /** An address for the same, made while the order waits for its approval, which is answered then. */
  async function addressed(w: World, isKnown: boolean) {
    const { orderId: first, digest } = await w.prepare('q1')
    await w.call('confirmOrder', { orderId: first, digest })
    await w.settle()
    await w.advance(1_000)
    const { confirmedAt: began } = await w.order(first)
    const second = await makeAddress(w, isKnown ? { began, known: [first] } : {})
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(3_000)
    return { first, second }
  }

  it('given an address was made for the same since, waits, and asks for its payment with a tick alone', async () => {
    const w = open('erc20')
    const { first, second } = await addressed(w, false)
    const { blocker, steps, current } = await w.order(first)
    expect(blocker).toMatchObject({ code: 'order/paid-beside', orderId: second })
    const again = { orderId: first, stepId: steps[current]?.id ?? '' }
    await w.call('retryStep', { ...again, known: [second] })
    await w.settle()
    expect(await askedOf(w, first)).toBe(2)
  })

  it('given the address was wanted beside it, asks nothing more', async () => {
    const w = open('erc20')
    const { first } = await addressed(w, true)
    expect([(await w.order(first)).blocker, await askedOf(w, first)]).toEqual([undefined, 2])
  })
})

describe('an address of before, and the same under review', () => {
  it('given another wallet pays to it meanwhile, is confirmed with a tick alone', async () => {
    const w = open('erc20')
    const address = await makeAddress(w)
    await w.advance(60_000)
    const review = await w.prepare('q1')
    await w.advance(1_000)
    w.chain.pay({ token: erc20, to: depositAddress, amount: wholeOf })
    await w.advance(60_000)
    await expect(w.call('confirmOrder', review)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: address },
    })
    await w.call('confirmOrder', { ...review, known: [address] })
    expect((await w.order(review.orderId)).status).toBe('running')
  })

  it('given nothing came to it, is confirmed, and not paid for once something came', async () => {
    const w = open('erc20')
    const address = await makeAddress(w)
    await w.advance(60_000)
    const review = await w.prepare('q1')
    await w.call('confirmOrder', review)
    await w.settle()
    // The approval is answered late.
    w.chain.pay({ token: erc20, to: depositAddress, amount: wholeOf })
    await w.advance(60_000)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(3_000)
    const { attempts, blocker } = await w.order(review.orderId)
    expect(blocker).toMatchObject({ code: 'order/paid-beside', orderId: address })
    expect(attempts).toHaveLength(1)
  })
})

describe('a payment that only its page calls rejected, wished for once more', () => {
  /** The page lies: what its wallet was asked for is on a private way to the chain. */
  async function denied(w: World, minutes: number, isCancelled: boolean): Promise<string> {
    const { orderId, digest } = await w.prepare('q1', 3 * 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.state.relay = true
    w.page.approve('false-rejection')
    await w.deliver()
    for (let left = minutes; left > 0; left -= 30) await w.advance(Math.min(left, 30) * 60_000)
    if (isCancelled) await w.call('stopOrder', { orderId })
    w.page.state.relay = false
    return orderId
  }

  it.each([
    [0, true],
    [30, true],
    [1_500, true],
    [0, false],
    [30, false],
  ])(
    'is not paid twice %s minutes later without a word (cancelled: %s)',
    async (minutes, isCancelled) => {
      const w = open('native')
      const first = await denied(w, minutes, isCancelled)
      await w.advance(1_000)
      const { orderId, digest } = await w.prepare('q2', 7_200)
      await expect(w.call('confirmOrder', { orderId, digest })).rejects.toMatchObject({
        code: 'order/paid-beside',
        context: { orderId: first },
      })
      w.chain.mineRelay()
      w.chain.mine()
      await w.advance(60_000)
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given the person says that it is wanted, is asked for', async () => {
    const w = open('native')
    const first = await denied(w, 0, true)
    const { orderId, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId, digest, known: [first] })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given its allowance shows that nothing was sent, is asked for without a word', async () => {
    const w = open('erc20')
    const first = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    w.page.reject()
    await w.deliver()
    await wait(w, 5)
    expect((await w.order(first)).attempts.at(-1)?.end?.what).toBe('absent')
    await w.call('stopOrder', { orderId: first })
    await w.call('confirmOrder', await w.prepare('q2'))
    await w.settle()
    expect(w.page.state.everAsked).toBe(3)
  })
})

describe('an address that is paid in part', () => {
  /** The rest is due, and another order paid so much since the address was made. */
  async function partlyPaid(w: World, amount: string) {
    const orderId = await makeAddress(w, { quoteId: 'q1' }, payee)
    await w.advance(1_000)
    w.chain.pay({ token: erc20, to: depositAddress, amount: 10_000_000n })
    await w.advance(180_000)
    const plan = await w.order((await w.prepare('q2')).orderId)
    const accepted = { ...plan.accepted, quoteId: 'q3', recipient: payee }
    const at = w.clock.now
    const other = { ...plan, id: 'c'.repeat(32), status: 'filled' as const, confirmedAt: at }
    const paid = { ...other, accepted: { ...accepted, from: { ...accepted.from, amount } } }
    expect(await insertFound(w.truth, paid, [], at)).toBe(true)
    const order = (await getOrder(w.truth, orderId)) as TransferOrder
    const click = {
      ...{ orderId, amount: String(unpaidOf(order, at)), account: author },
      ...{ wallet: plan.wallet, page: plan.page },
    }
    return { click, other: paid.id }
  }

  it.each([
    ['the rest', '15000000'],
    ['the whole', '25000000'],
  ])(
    'given %s was paid by another order since, has its wallet asked for the rest with a tick alone',
    async (_, amount) => {
      const w = open('erc20')
      const { click, other } = await partlyPaid(w, amount)
      expect(click.amount).toBe('15000000')
      await expect(w.call('payTransfer', click)).rejects.toMatchObject({
        code: 'order/paid-beside',
        context: { orderId: other },
      })
      await w.call('payTransfer', { ...click, known: [other] })
      await w.settle()
      expect(w.page.state.everAsked).toBe(1)
    },
  )

  it('given another sum was paid since, is paid the rest without a word', async () => {
    const w = open('erc20')
    const { click } = await partlyPaid(w, '10000000')
    await w.call('payTransfer', click)
  })
})

describe('a payment of which its allowance alone says that it was not sent', () => {
  /** Its approval is mined, it is rejected, and its order cancelled; then the person approves so much by hand. */
  async function left(allowance?: bigint) {
    const w = open('erc20')
    const orderId = await confirmed(w)
    await approve(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 5)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('absent')
    await w.call('stopOrder', { orderId })
    if (allowance !== undefined) {
      w.chain.send({ to: erc20, data: approval(allowance), value: '0x0' })
      w.chain.mine()
    }
    return { w, orderId, plan: await w.prepare('q2') }
  }

  it('stands beside none that pays by the same allowance: one of both is let through', async () => {
    const { w, plan } = await left()
    await w.call('confirmOrder', plan)
    expect((await w.order(plan.orderId)).status).toBe('running')
  })

  it('stands beside what is to approve more, until the person knows of it', async () => {
    const { w, orderId, plan } = await left(0n)
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId },
    })
    await w.call('confirmOrder', { ...plan, known: [orderId] })
    expect((await w.order(plan.orderId)).status).toBe('running')
  })

  it('stands beside what pays by an allowance that came to let both through by the ask', async () => {
    const { w, orderId } = await left()
    w.service.terms.approves = false
    const plan = await w.prepare('q3')
    w.chain.send({ to: erc20, data: approval(50_000_000n), value: '0x0' })
    w.chain.mine()
    await w.call('confirmOrder', plan)
    await w.settle()
    const { blocker, steps } = await w.order(plan.orderId)
    expect(blocker).toMatchObject({ code: 'order/paid-beside', orderId })
    expect(w.page.state.everAsked).toBe(2)
    const step = { orderId: plan.orderId, stepId: steps[0]?.id ?? '' }
    await w.call('retryStep', { ...step, known: [orderId] })
    await w.settle()
    expect(w.page.state.everAsked).toBe(3)
  })

  it('is not called unsent by it, where an earlier request to approve it was only refused', async () => {
    const w = open('erc20')
    const plan = await w.prepare('q1', 7_200)
    const { orderId } = plan
    await w.call('confirmOrder', plan)
    await w.settle()
    w.page.reject()
    await w.deliver()
    const step = (await w.order(orderId)).steps[0]
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.settle()
    await approve(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 5)
    const { attempts, steps } = await w.order(orderId)
    expect(attempts.map(({ end }) => end?.what)).toEqual(['refused', 'mined', 'refused'])
    // What its wallet may show yet would let the refused one through, beside the one that is asked for now.
    const again = { orderId, stepId: steps[1]?.id ?? '' }
    await w.call('retryStep', again)
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(3)
    await w.call('retryStep', { ...again, notSent: true })
    await w.settle()
    expect(w.page.state.everAsked).toBe(4)
  })
})
