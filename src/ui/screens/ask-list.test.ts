import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { ready } from '../models/async'
import type { PageCandidate } from '../models/wallets'
import { switchNeeded } from './ask-list'

const order = orders(0).planned as SwapOrder
const { wallet } = order

/** The page of the order, whose wallet stands on this chain. */
function pageOn(chainId?: string): PageCandidate {
  const found = { ...wallet, ambiguous: false, accounts: [], ...(chainId ? { chainId } : {}) }
  return { page: order.page, active: true, access: true, signer: false, wallets: [found] }
}

describe('a switch of the chain before the first request', () => {
  it('given the wallet is on another chain, then it is one request more', () => {
    expect(switchNeeded(order, ready([pageOn('0xa4b1')]))).toBe(order.accepted.from.chainId)
  })

  it.each([
    ['is on that chain', pageOn(`0x${order.accepted.from.chainId.toString(16)}`)],
    ['has not said where it is', pageOn()],
    ['is in another tab', { ...pageOn('0xa4b1'), page: { ...order.page, tabId: -1 } }],
  ])('given the wallet %s, then none is counted', (_name, page) => {
    expect(switchNeeded(order, ready([page]))).toBeUndefined()
  })
})
