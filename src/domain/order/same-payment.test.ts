import { describe, expect, it } from 'vitest'
import { approveDraft, declined, depositDraft, planned, start } from '@/test/samples/order'
import { askingOf } from './asking'
import type { Order, PurchaseOrder, SwapOrder, TransferOrder } from './order'
import { mayBeMade } from './order-parts'
import {
  isLeftDenied,
  isLeftUnseen,
  isPaidBy,
  type Paying,
  paidBeside,
  sameAs,
  sameFrom,
} from './same-payment'

const order = planned()
const { accepted } = order
const paid: Order = { ...order, id: 'd'.repeat(32), status: 'running', confirmedAt: start + 1 }
const from = (amount: string) => ({ ...accepted, from: { ...accepted.from, amount } })
const ids = (other: Order, since = start) => paidBeside([other], order, since).map(({ id }) => id)

describe('an order of which its allowance alone says that it was not sent', () => {
  const [attempt] = (declined as SwapOrder).attempts
  const end = { what: 'absent' as const, at: start }
  const unseen = {
    ...declined,
    id: 'd'.repeat(32),
    status: 'stopped',
    attempts: attempt
      ? [{ ...attempt, evidence: { ...attempt.evidence, allowance: '25000000' }, end }]
      : [],
  } as SwapOrder
  const approves = { ...order, steps: planned([approveDraft, depositDraft]).steps }

  it('may be paid beside what is to approve more, and not beside what pays by the same allowance', () => {
    const beside = (wish: Paying) => paidBeside([unseen], wish, start).length
    expect(beside(approves)).toBe(1)
    expect(beside({ ...approves, accepted: from('1') })).toBe(0)
    expect(beside(order)).toBe(0)
    expect(isLeftUnseen(unseen, approves)).toBe(true)
  })

  it('is nothing to a form, an address or a purchase, which say nothing of how they pay', () => {
    const { kind, accepted } = approves
    expect(isLeftUnseen(unseen, { kind, accepted })).toBe(false)
    expect(isLeftUnseen(unseen, { ...approves, kind: 'transfer' })).toBe(false)
    expect(isLeftUnseen({ ...unseen, kind: 'purchase' } as unknown as Order, approves)).toBe(false)
  })
})

describe('where orders begin of which one may have paid since', () => {
  it('is a day earlier: one that can still be confirmed is not older', () => {
    expect(sameFrom(start)).toBe(start - 86_400_000)
  })
})

describe('an order of which only a page says that it was not sent', () => {
  const denied = {
    ...declined,
    id: 'd'.repeat(32),
    confirmedAt: start - 60_000,
  } as Order

  it('may be paid, whenever it was confirmed, and cancelled or not', () => {
    expect(isLeftDenied(denied)).toBe(true)
    expect(ids(denied)).toEqual([denied.id])
    expect(ids({ ...denied, status: 'stopped' } as Order)).toEqual([denied.id])
    expect(ids({ ...denied, accepted: from('1') } as Order)).toEqual([])
    // At another price.
    expect(ids({ ...denied, accepted: from('25250000') } as Order)).toEqual([denied.id])
  })

  it('is none once that is proved, or where nothing was asked for', () => {
    const attempts = (denied as SwapOrder).attempts.map((each) => ({
      ...each,
      end: { what: 'absent', at: start },
    }))
    expect(ids({ ...denied, attempts } as Order)).toEqual([])
    expect(isLeftDenied(order)).toBe(false)
  })

  it('is an address too that a wallet was asked to pay to; of a purchase no wallet is asked', () => {
    const { attempts } = denied as SwapOrder
    const pay = { steps: [{ state: { status: 'declined' } }], attempts }
    const transfer = { amount: '25000000', seen: [], closed: { at: start, why: 'person' } }
    const address = { ...denied, kind: 'transfer', status: 'stopped', transfer, pay, service: {} }
    expect(ids(address as unknown as Order)).toEqual([denied.id])
    expect(isLeftDenied({ ...denied, kind: 'purchase' } as unknown as Order)).toBe(false)
  })
})

describe('orders that pay the same, whatever became of them', () => {
  const undone = (block?: string) =>
    ({
      ...declined,
      status: 'failed',
      attempts: declined.attempts.map((each) => ({
        ...each,
        end: { what: 'reverted', at: start, ...(block && { block }) },
      })),
    }) as Order

  it('are those of any time, but for the very one', () => {
    const old = { ...order, id: 'd'.repeat(32), status: 'stopped' } as Order
    expect(sameAs([old, order, { ...old, accepted: from('1') } as Order], order)).toEqual([old])
    const dearer = { ...old, accepted: from('25250000') } as Order
    expect(sameAs([dearer], order)).toEqual([dearer])
  })

  it('may be paid after all while a reorganisation may undo that, or a page alone says that they were not', () => {
    expect([undone('200'), undone(), declined, order].map(mayBeMade)).toEqual([
      true,
      false,
      true,
      false,
    ])
    const purchase = { ...undone('200'), kind: 'purchase', purchase: {} } as unknown as Order
    expect(mayBeMade(purchase)).toBe(false)
  })
})

describe('an address to which the same is paid', () => {
  const address = {
    ...order,
    id: 'f'.repeat(32),
    kind: 'transfer',
    status: 'running',
    transfer: { amount: '1', seen: [] },
    service: {},
  } as unknown as TransferOrder
  it('is found from when it was made, and not once it was closed unpaid', () => {
    expect(ids(address)).toEqual([address.id])
    expect(
      ids({ ...address, transfer: { ...address.transfer, closed: { at: start } } } as Order),
    ).toEqual([])
    expect(ids({ ...address, createdAt: start - 1 })).toEqual([])
  })

  it('is found though it ran out while a wallet is asked to pay to it', () => {
    const transfer = { amount: '1', seen: [], closed: { at: start, why: 'expired' } }
    const paying = (status: string) =>
      ({ ...address, transfer, pay: { steps: [{ state: { status } }], attempts: [] } }) as never
    expect(['asking', 'unsure', 'sent'].map((status) => ids(paying(status)))).toEqual(
      Array(3).fill([address.id]),
    )
    expect(ids(paying('declined'))).toEqual([])
  })
})

describe('an address of before, to which the same is paid since', () => {
  const at = start - 60_000
  const address = {
    ...order,
    id: 'f'.repeat(32),
    kind: 'transfer',
    status: 'running',
    createdAt: at,
    transfer: { amount: accepted.from.amount, seen: [] },
    service: {},
  } as unknown as TransferOrder
  const seen = (found: object) => ({
    ...address,
    transfer: { ...address.transfer, seen: [{ what: 'paid', hash: '0x1', ...found }] },
  })
  const asked = (status: string, askedAt: number) => ({
    ...address,
    pay: { steps: [{ state: { status } }], attempts: [{ evidence: { askedAt } }] },
  })

  it.each<[string, object]>([
    ['nodes show a payment', seen({ amount: '25000000', at: start })],
    ['nodes show a part that completes it', { ...seen({ amount: '5000000', at: start }) }],
    ['the service says that it is paid, or its hash is named', { ...address, confirmedAt: start }],
    ['a wallet is asked', asked('asking', start)],
    ['a wallet sent it', asked('sent', start)],
    [
      'nodes show a trifle, and the service says that it is paid',
      { ...seen({ amount: '1', at: start }), confirmedAt: start },
    ],
    [
      'it is closed, once it was paid',
      {
        ...address,
        confirmedAt: start,
        transfer: { ...address.transfer, closed: { at: start, why: 'expired' } },
      },
    ],
  ])('is found where %s', (_, paid) => {
    expect(ids(paid as Order)).toEqual([address.id])
  })

  it.each<[string, object]>([
    ['nothing came to it', address],
    ['a payment was seen before', seen({ amount: '25000000', at: start - 1 })],
    ['a stranger sent a trifle', seen({ amount: '1', at: start })],
    ['a wallet was asked before', asked('sent', start - 1)],
    ['a wallet was asked, and declined', asked('declined', start)],
  ])('is none where %s', (_, unpaid) => {
    expect(ids(unpaid as Order)).toEqual([])
  })
})

describe('an address that is paid in part', () => {
  const address = (part: string, at: number) =>
    ({
      ...order,
      id: 'f'.repeat(32),
      kind: 'transfer',
      status: 'tracking',
      confirmedAt: start,
      transfer: { amount: '25000000', seen: [{ what: 'short', hash: '0x1', amount: part, at }] },
      service: {},
    }) as unknown as TransferOrder
  const half = address('10000000', start - 1)
  const found = (other: Order, wish: Paying) => paidBeside([other], wish, start).length
  const output = { ...accepted, tradeType: 'EXACT_OUTPUT' as const }
  const wish = { ...order, accepted: from('15000000') }

  it('pays the same as what asks for its rest, and as what asks for the whole', () => {
    expect([found(half, wish), found(half, order)]).toEqual([1, 1])
    expect(found(half, { ...order, accepted: from('10000000') })).toBe(0)
    // Its first part came since: then it is the whole that is paid.
    expect(found(address('10000000', start), wish)).toBe(0)
  })

  it('asks for its rest, which another order pays in full, and for no more than that', () => {
    const asks = { ...half, part: '15000000' }
    const swap = (amount: string) => ({ ...paid, accepted: from(amount) })
    const sums = ['15000000', '25000000', '20000000']
    expect(sums.map((sum) => found(swap(sum), asks))).toEqual([1, 1, 0])
    // Of what is to arrive only the whole is known.
    const arriving = { ...asks, accepted: output }
    expect(sums.map((sum) => found({ ...swap(sum), accepted: from(sum) }, arriving))).toEqual([
      1, 1, 1,
    ])
  })

  it('is asked of a wallet for its rest, whichever of both was typed', () => {
    const state = { status: 'ready' }
    const token = { ...accepted.from, amount: '15000000' }
    const pay = { account: accepted.author, steps: [{ state, facts: { token } }], attempts: [] }
    const asking = askingOf({ ...half, accepted: output, pay } as unknown as Order)
    const part = { ...from('15000000'), to: { ...accepted.to, amount: '1' } }
    const swap = { ...paid, accepted: part }
    expect(asking && found(swap, asking)).toBe(1)
  })

  it('is none for a form of what is to arrive, which says nothing of what is paid', () => {
    const arrives = { ...output, to: { ...accepted.to, amount: '1' } }
    const { kind } = order
    expect(found(half, { kind, accepted: { ...arrives, from: from('15000000').from } })).toBe(0)
  })
})

describe('a checkout of before', () => {
  const wish = { ...order, kind: 'purchase' } as unknown as Order
  const found = (purchase: object) => {
    const other = {
      ...wish,
      id: 'f'.repeat(32),
      createdAt: start - 1,
      purchase,
    } as unknown as Order
    return paidBeside([other], wish as PurchaseOrder, start).length
  }

  it('is found once it was paid since, and not before', () => {
    expect([found({}), found({ paidAt: start - 1 }), found({ paidAt: start })]).toEqual([0, 0, 1])
  })

  it('is found for the same money alone, to the unit, and is no swap', () => {
    const bought = (accepted: object, wished: object = wish) => {
      const other = { ...wish, id: 'f'.repeat(32), purchase: { paidAt: start }, accepted }
      return paidBeside([other as unknown as Order], wished as Order, start).length
    }
    expect(bought(accepted)).toBe(1)
    expect(bought(from('25250000'))).toBe(0)
    expect(bought({ ...accepted, from: { ...accepted.from, symbol: 'EUR' } })).toBe(0)
    // What was typed as what is to arrive costs another sum a moment later.
    const output = { ...from('25250000'), tradeType: 'EXACT_OUTPUT' }
    expect(bought(output)).toBe(1)
    expect(bought(accepted, order)).toBe(0)
    expect(paidBeside([paid], wish, start)).toEqual([])
  })
})

describe('an order by which the same was paid', () => {
  it.each<[string, Partial<typeof paid>]>([
    ['is under way', {}],
    ['has come', { status: 'filled' }],
    ['was confirmed in the very millisecond', { confirmedAt: start }],
    ['pays a hundredth more, at another price', { accepted: from('25250000') }],
    [
      'calls its token by another name',
      { accepted: { ...accepted, from: { ...accepted.from, symbol: 'USD' } } },
    ],
    ['promises what arrives', { accepted: { ...accepted, tradeType: 'EXACT_OUTPUT' } }],
  ])('is found where it %s', (_, more) => {
    expect(ids({ ...paid, ...more } as Order)).toEqual([paid.id])
  })

  it.each<[string, Partial<typeof paid>]>([
    ['is only under review', { confirmedAt: undefined as never, status: 'planned' }],
    ['was cancelled', { status: 'stopped' }],
    ['was paid and returned', { status: 'refunded' }],
    ['was confirmed before', { confirmedAt: start - 1 }],
    ['pays more', { accepted: from('25300000') }],
    ['pays somebody else', { accepted: { ...accepted, recipient: `0x${'9'.repeat(40)}` } }],
    [
      'pays with another token',
      { accepted: { ...accepted, from: { ...accepted.from, chainId: 10 } } },
    ],
    ['pays for another token', { accepted: { ...accepted, to: { ...accepted.to, chainId: 10 } } }],
    ['is this one', { id: order.id }],
  ])('is none where it %s', (_, more) => {
    expect(ids({ ...paid, ...more } as Order)).toEqual([])
  })
})

describe('an order by which a wish was met', () => {
  const dearer = { ...paid, accepted: from('25250000') } as Order
  const output = { ...order, accepted: { ...accepted, tradeType: 'EXACT_OUTPUT' as const } }

  it('is none that was not confirmed, whenever the wish began, and nothing is none', () => {
    expect([isPaidBy(paid, order, 0), isPaidBy(order, order, 0)]).toEqual([true, false])
    expect(isPaidBy(undefined, order, 0)).toBe(false)
  })

  it('given its amount is exact, is one of just as much, unless the other was typed at its other end', () => {
    expect([isPaidBy(dearer, order, start), isPaidBy(dearer, order, start, true)]).toEqual([
      true,
      false,
    ])
    expect(isPaidBy(paid, order, start, true)).toBe(true)
    const least = {
      ...accepted,
      to: { ...accepted.to, amount: String((BigInt(accepted.to.amount) * 201n) / 200n) },
    }
    const [near, far] = [paid, { ...paid, accepted: least } as Order]
    expect([isPaidBy(near, output, start, true), isPaidBy(far, output, start, true)]).toEqual([
      true,
      true,
    ])
  })
})

describe('an order of which not all can be read', () => {
  const unreadable = (lacks: string[], more = {}): Order => ({
    ...{ ...paid, accepted: { ...accepted, ...more } },
    unread: { hashes: [], told: [], lacks, stored: {} },
  })
  const elsewhere = { from: { ...accepted.from, chainId: 10 } }

  it('may pay the same with its token, however much, and with any where that cannot be read', () => {
    expect(ids(unreadable([]), start + 9)).toHaveLength(1)
    expect(ids(unreadable([], from('1')), start + 9)).toHaveLength(1)
    expect(ids(unreadable([], elsewhere), start + 9)).toEqual([])
    expect(ids(unreadable(['from'], elsewhere), start + 9)).toHaveLength(1)
  })
})
