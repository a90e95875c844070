import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportedFile, exportedOrder } from '@/src/contract/exported'
import { readStoredOrder } from '@/src/contract/stored'
import type { Order, PurchaseOrder, SwapOrder } from '@/src/domain/order/order'
import {
  asked,
  attempt,
  confirmed,
  hash,
  mined,
  orderAfter,
  otherHash,
  payment,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { createJsonWriter } from './json'
import { toExported } from './to-exported'

const NOW = 1_800_000_000_000
const nameOf = (chainId: number) => `Chain ${chainId}`

const filled: Order = (() => {
  const running = orderAfter(planned(), confirmed)
  const paid = orderAfter(running, asked(running), sent, verified, mined, submitted)
  const arrival = { kind: 'payout' as const, since: NOW, found: payment }
  return { ...paid, status: 'filled', arrival }
})()

describe('an order that is taken away', () => {
  it('given a part of it cannot be read, leaves that out, and says of what kind it is where it can', () => {
    const { accepted } = filled
    const to = { ...accepted.to, chainId: 'x' }
    const record = { ...filled, kind: 'transfer', createdAt: 'x', updatedAt: null }
    const terms = { ...accepted, to, minAmountOut: '23000000' }
    const half = toExported(readStoredOrder('a', { ...record, accepted: terms }), nameOf)
    expect(half).toMatchObject({ kind: 'transfer', status: 'attention' })
    expect(half.paid?.units).toBe(accepted.from.amount)
    const none = toExported(readStoredOrder('a', { kind: 'dream' }), nameOf)
    for (const [exported, missing] of [
      [half, ['quoted', 'minimum', 'createdAt', 'updatedAt']],
      [none, ['kind', 'paid', 'quoted', 'minimum', 'createdAt', 'updatedAt']],
    ] as const) {
      for (const field of missing) expect(exported).not.toHaveProperty(field)
      expect(exportedOrder.safeParse(exported).error).toBeUndefined()
    }
  })

  it('keeps everything it can be found again by', () => {
    const text = JSON.stringify(toExported(filled, nameOf))
    const { accepted, service } = filled
    for (const part of [filled.id, hash, service.orderId, accepted.author, accepted.quoteId]) {
      expect(text).toContain(part)
    }
    expect(toExported(filled, nameOf)).toMatchObject({
      paid: { amount: '25', units: '25000000', chain: 'Chain 8453', symbol: 'USDC' },
      transactions: [{ step: 'deposit', chainId: 8453, hash, end: 'mined' }],
    })
  })

  it('names the nodes that showed what a transaction came to, where they are known', () => {
    const [asked] = (filled as SwapOrder).attempts
    const shownBy = { nodes: ['one', 'two'] }
    const end = { what: 'reverted' as const, at: NOW, shownBy }
    const order = { ...filled, attempts: [{ ...asked, end }] } as SwapOrder
    const [transaction] = toExported(order, nameOf).transactions
    expect(transaction).toMatchObject({ end: 'reverted', nodes: ['one', 'two'] })
    expect(toExported(filled, nameOf).transactions[0]).not.toHaveProperty('nodes')
  })

  it('calls delivered only what nodes of the chain showed', () => {
    const { arrival: _, ...unproved } = orders(NOW).filled as Order
    expect(toExported(unproved, nameOf).delivered).toBeUndefined()
    const found = {
      what: 'other-token' as const,
      token: otherHash,
      amount: '7',
      claims: [],
      at: NOW,
    }
    const arrival = { kind: 'payout' as const, since: NOW, found: { ...found, nodes: ['one'] } }
    expect(toExported({ ...unproved, arrival }, nameOf).delivered).toEqual({
      units: '7',
      token: otherHash,
      at: new Date(NOW).toISOString(),
      nodes: ['one'],
    })
  })

  it('names the payment of an order whose asks are not kept', () => {
    expect(toExported(orders(NOW).filled as Order, nameOf).transactions).toEqual([
      { step: 'deposit', chainId: 8453, hash: `0x${'b'.repeat(64)}` },
    ])
  })

  it('fits the file’s schema in every state', () => {
    for (const order of [filled, ...Object.values(orders(NOW))]) {
      const exported = JSON.parse(JSON.stringify(toExported(order, nameOf)))
      expect(z.parse(exportedOrder, exported)).toEqual(exported)
    }
    expect(toExported(filled, nameOf).transactions).toHaveLength(1)
    expect(attempt).toHaveLength(32)
  })
})

describe('the history as JSON', () => {
  it('is one document with its version, whatever the pages', () => {
    const all = Object.values(orders(NOW)).map((order) => toExported(order, nameOf))
    const writer = createJsonWriter(NOW)
    const pages = [all.slice(0, 3), [], all.slice(3)].map((page) => writer.page(page))
    const text = [writer.begin(), ...pages, writer.end()].join('')
    expect(z.parse(exportedFile, JSON.parse(text))).toEqual({
      format: 'causeway-orders',
      version: 1,
      exportedAt: new Date(NOW).toISOString(),
      orders: all,
    })
    const empty = createJsonWriter(NOW)
    expect(JSON.parse(empty.begin() + empty.end()).orders).toEqual([])
  })
})

describe('a purchase that is taken away', () => {
  it.each(Object.values(purchases(1_800_000_000_000)))(
    'given $status, it can be found again by its number',
    (order) => {
      const exported = toExported(order, (id) => `Chain ${id}`)
      expect(z.parse(exportedOrder, exported)).toEqual(exported)
      expect(exported).toMatchObject({
        kind: 'purchase',
        paid: { chain: '', symbol: 'EUR', amount: '50', units: '5000' },
      })
      expect(exported.service.orderId).toBe(order.service.orderId)
      expect(exported.service.routeId).toBe('Harbor Pay')
    },
  )
})

describe('a delivery that was told of and then came back', () => {
  const told = `0x${'6'.repeat(64)}`
  const returned = (status: Order['status']): Order => {
    const order = purchases(NOW).buyReturned as PurchaseOrder
    const leg = order.purchase.leg && { ...order.purchase.leg, fillTxHash: told }
    const service = { ...order.service, fill: { txHash: told, chainId: 42161 } }
    return { ...order, status, service, purchase: { ...order.purchase, ...(leg && { leg }) } }
  }

  it.each(['tracking', 'refunded', 'unproved'] as const)('given %s, is no payout', (status) => {
    const text = JSON.stringify(toExported(returned(status), nameOf))
    expect(text).not.toContain(told)
    expect(text).toContain(`"refundHash":"0x${'7'.repeat(64)}"`)
    const swap = { ...filled, status, service: { status: 'refunded', fill: { txHash: told } } }
    expect(JSON.stringify(toExported(swap, nameOf))).not.toContain(told)
  })

  it('given the delivery is the last word, is one', () => {
    const swap = { ...filled, service: { ...filled.service, fill: { txHash: told } } }
    expect(toExported(swap, nameOf).service.payoutHash).toBe(told)
  })
})

describe('what else an order is found by', () => {
  it('is kept: a purchase’s number, its bridge with every hash, and a deposit address with its memo', () => {
    const { buyReturned } = purchases(NOW)
    const exported = toExported(buyReturned as Order, nameOf)
    expect(z.parse(exportedOrder, exported)).toEqual(exported)
    expect(exported).toMatchObject({
      purchase: {
        orderId: buyReturned?.service.orderId,
        provider: 'Ferry Ramp',
        bridge: {
          orderId: 'ord_9f8e7d6c5b4a',
          chainId: 8453,
          depositHash: `0x${'8'.repeat(64)}`,
          refundHash: `0x${'7'.repeat(64)}`,
        },
      },
      // It came back in what was to be bridged, not in money.
      refunded: { amount: '51.82', units: '51820000' },
    })
    const { address } = orders(NOW)
    const transfer = address?.kind === 'transfer' ? address.transfer : undefined
    const withMemo = { ...address, transfer: { ...transfer, memo: '7' } } as Order
    expect(toExported(withMemo, nameOf)).toMatchObject({
      depositAddress: transfer?.depositAddress,
      memo: '7',
    })
  })
})
