import { describe, expect, it } from 'vitest'
import { attempt, hash, mined, page, planned, sent, start, verified } from '@/test/samples/order'
import { plannedPurchase } from '@/test/samples/purchase'
import { payAsked, payWanted, shownAddress, transferAfter } from '@/test/samples/transfer'
import { askingOf, withAsking } from './asking'
import type { Alarm, SwapOrder, TransferOrder } from './order'

const wished = transferAfter(shownAddress, payWanted)
const asked = transferAfter(wished, payAsked(attempt))
const asking = askingOf(asked) as SwapOrder

describe('what is asked of a wallet for an order', () => {
  it('is a swap itself, and nothing of an order that no wallet pays for', () => {
    const swap = planned()
    expect(askingOf(swap)).toBe(swap)
    expect(askingOf(shownAddress)).toBeUndefined()
    expect(askingOf(plannedPurchase())).toBeUndefined()
  })

  it('is all that is due where nothing was built yet', () => {
    const { pay } = wished
    const unbuilt = { ...wished, pay: { ...pay, steps: [] } } as unknown as TransferOrder
    const { accepted, current } = askingOf(unbuilt) as SwapOrder
    expect(accepted.from).toEqual(shownAddress.accepted.from)
    expect(current).toBe(0)
  })

  it('ends with its order, stands still where it may not be paid, and is past its step once that is mined', () => {
    expect(asking).toMatchObject({ kind: 'swap', status: 'running', current: 0 })
    const paid = transferAfter(asked, sent, verified, mined)
    expect(askingOf(paid)).toMatchObject({ current: 1 })
    expect(askingOf({ ...asked, status: 'filled' })?.status).toBe('filled')
    const closed = { at: start, why: 'cancelled' as const }
    const shut = { ...asked, transfer: { ...asked.transfer, closed } }
    expect(askingOf(shut)?.status).toBe('stopped')
  })
})

describe('an order with what became of its ask', () => {
  it('is left as it is where no wallet was to pay', () => {
    expect(withAsking(shownAddress, asking)).toBe(shownAddress)
  })

  it('gets the alarm, what is known of its tokens, the chain that is switched to and what was advised', () => {
    const alarm: Alarm = {
      kind: 'second',
      at: 1,
      code: 'order/attention',
      attemptId: attempt,
      hash,
    }
    const known = {} as NonNullable<SwapOrder['known']>
    const switching = { at: start, chainId: 8453, page } as unknown as NonNullable<
      SwapOrder['switching']
    >
    const told = withAsking(asked, { ...asking, alarm, known, switching })
    expect(told).toMatchObject({ alarm, known, pay: { switching } })
    const quiet = withAsking({ ...told, known }, asking)
    expect(quiet).not.toHaveProperty('alarm')
    expect(quiet.pay).not.toHaveProperty('switching')
  })
})
