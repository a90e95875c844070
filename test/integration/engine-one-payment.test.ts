import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { toEffect } from '@/src/domain/order/effect'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { owedWork } from '@/src/domain/order/owed'
import { insertFound } from '@/src/store/orders'
import { confirmed, createArrivals, day, due, inCoins } from './engine/arriving'
import { author, erc20 } from './engine/chain'
import { native, toChainId } from './engine/service'
import type { World } from './engine/world'

const open = createArrivals('one-payment')
/** What the order beside paid, and is sent back. */
const paidBeside = '25000000'
const numberBeside = 'svc-x'
const depositBeside = `0x${'c'.repeat(64)}`

type Told = { status: string; transactions?: object }

/**
 * An order of this computer that paid coins of the chain on which the other one is paid, a minute before it.
 * `tell`: what its service says of it from then on.
 */
async function beside(w: World, of: string): Promise<{ id: string; tell: (told: Told) => void }> {
  const own = (await w.order(of)) as SwapOrder
  const id = 'b'.repeat(32)
  const attemptId = 'd'.repeat(32)
  const at = w.clock.now - 60_000
  const { accepted, arrival: _, began: __, ...rest } = own
  const order: Order = {
    ...rest,
    id,
    createdAt: own.createdAt - 60_000,
    confirmedAt: at,
    accepted: {
      ...accepted,
      quoteId: 'q-other',
      from: { ...accepted.to, amount: paidBeside },
      to: { ...accepted.from, address: erc20, symbol: 'USDC', decimals: 6, amount: due },
    },
    status: 'tracking',
    service: { orderId: numberBeside, status: 'deposited', depositTxHash: depositBeside },
    steps: own.steps.map((step) => ({
      ...step,
      id: `${step.id}x`,
      state: { status: 'confirmed', attemptId, hash: depositBeside, at },
    })),
    attempts: own.attempts.map((each) => ({
      ...each,
      attemptId,
      seen: [],
      end: { what: 'mined', at },
      evidence: { ...each.evidence, blockNumber: '900' },
    })),
    notified: [],
  }
  const work = owedWork(order).map((task) => toEffect(id, task, w.clock.now))
  expect(await insertFound(w.truth, order, work, w.clock.now)).toBe(true)
  w.service.orders.push({
    id: numberBeside,
    quoteId: 'q-other',
    routeId: accepted.routeId,
    depositTxHash: depositBeside,
    status: 'deposited',
    createdAt: new Date(w.clock.now).toISOString(),
  })
  let told: Told = { status: 'deposited' }
  w.service.terms.lie = (record) =>
    (record as { id: string }).id === numberBeside
      ? {
          ...record,
          fromChainId: toChainId,
          fromToken: native,
          toChainId: accepted.from.chainId,
          toToken: erc20,
          srcAmount: paidBeside,
          ...told,
        }
      : record
  return {
    id,
    tell: (next) => {
      told = next
    },
  }
}

const refunded = (txHash: string): Told => ({
  status: 'refunded',
  transactions: { refund: { txHash, chainId: toChainId } },
})

describe('the refund of one order that is called the payout of another', () => {
  it.each(['named', 'unnamed'] as const)('is the refund alone (%s)', async (how) => {
    const w = open()
    let back = ''
    w.service.terms.pay = () => {
      back = w.payouts.payCoins(author, paidBeside)
      return how === 'named' ? back : undefined
    }
    const id = await confirmed(w, 'q1', inCoins(w))
    const other = await beside(w, id)
    w.chain.mine()
    await w.advance(60_000)
    expect(await w.order(id)).toMatchObject({ status: 'tracking', service: { status: 'filled' } })
    other.tell(refunded(back))
    await w.advance(600_000)
    expect((await w.order(other.id)).status).toBe('refunded')
    expect((await w.order(id)).status).toBe('tracking')
  })

  it('is none of that one where its service first spoke of another end of it', async () => {
    const w = open()
    let back = ''
    w.service.terms.pay = () => {
      back = w.payouts.payCoins(author, paidBeside)
      return undefined
    }
    const id = await confirmed(w, 'q1', inCoins(w))
    const other = await beside(w, id)
    other.tell({ status: 'filled' })
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(other.id)).arrival?.kind).toBe('payout')
    other.tell(refunded(back))
    await w.advance(600_000)
    expect((await w.order(id)).status).toBe('tracking')
    expect((await w.order(other.id)).status).toBe('refunded')
  })

  it('proves no order that is known only after its coins were counted', async () => {
    const w = open()
    let hash = ''
    w.service.terms.pay = () => {
      hash = w.payouts.payCoins(author, paidBeside)
      return undefined
    }
    const id = await confirmed(w, 'q1', inCoins(w))
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(id)).status).toBe('filled')
    const other = await beside(w, id)
    other.tell(refunded(hash))
    await w.advance(600_000)
    expect(await w.order(other.id)).toMatchObject({
      status: 'tracking',
      arrival: { kind: 'refund' },
    })
    await w.advance(2 * day)
    expect((await w.order(other.id)).status).toBe('unproved')
  })
})

describe('two orders of which both are paid', () => {
  it.each(['the payout', 'the refund'] as const)('come to their ends, %s first', async (first) => {
    const w = open()
    let back = ''
    w.service.terms.pay = () => {
      back = w.payouts.payCoins(author, paidBeside)
      w.payouts.payCoins(author, due, 'inside')
      if (first === 'the refund') other?.tell(refunded(back))
      return undefined
    }
    let other: Awaited<ReturnType<typeof beside>> | undefined
    const id = await confirmed(w, 'q1', inCoins(w))
    other = await beside(w, id)
    w.chain.mine()
    await w.advance(60_000)
    expect(await w.order(id)).toMatchObject({
      status: 'filled',
      arrival: { found: { amount: due } },
    })
    other.tell(refunded(back))
    await w.advance(600_000)
    expect(await w.order(other.id)).toMatchObject({
      status: 'refunded',
      arrival: { found: { amount: paidBeside, hash: back } },
    })
  })

  it('given one is paid what the other is to be sent back, then once that one was', async () => {
    const w = open()
    w.service.terms.pay = () => w.payouts.payCoins(author, paidBeside)
    const id = await confirmed(w, 'q1', inCoins(w))
    const other = await beside(w, id)
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(id)).status).toBe('tracking')
    other.tell(refunded(w.payouts.payCoins(author, paidBeside)))
    await w.advance(900_000)
    expect((await w.order(other.id)).status).toBe('refunded')
    expect((await w.order(id)).status).toBe('filled')
  })
})

describe('one payment of coins, for two orders', () => {
  it.each([0, -3_600_000])('given a clock moved by %s ms, then it proves one', async (ms) => {
    const w = open()
    const more = inCoins(w)
    const ids = [await confirmed(w, 'q1', more), await confirmed(w, 'q2', more)]
    w.moveClock(ms)
    let paid = 0
    w.service.terms.pay = () => {
      paid += 1
      return paid === 1 ? w.payouts.payCoins(author, due) : undefined
    }
    w.chain.mine()
    await w.advance(600_000)
    const ends = (await Promise.all(ids.map((id) => w.order(id)))).map(({ status }) => status)
    expect(ends.toSorted()).toEqual(['filled', 'tracking'])
    // The other one is proved by one of its own.
    w.payouts.payCoins(author, due, 'inside')
    await w.advance(600_000)
    expect((await Promise.all(ids.map((id) => w.order(id)))).map(({ status }) => status)).toEqual([
      'filled',
      'filled',
    ])
  })
})
