import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { readStoredOrder } from '@/src/contract/stored'
import type { Order } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { createCsvWriter } from './csv'
import { toExported } from './to-exported'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const nameOf = (chainId: number) => (chainId === 8453 ? 'Base' : 'Arbitrum One')

function table(...chosen: Order[]): Record<string, string>[] {
  const writer = createCsvWriter()
  const pages = chosen.map((order) => writer.page([toExported(order, nameOf)]))
  const text = [writer.begin(), ...pages, writer.end()].join('')
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}

function named(symbol: string): Order {
  const order = all.filled as Order
  const from = { ...order.accepted.from, symbol }
  return { ...order, accepted: { ...order.accepted, from } }
}

describe('the history as CSV', () => {
  it('has a row for each order under one header, whatever the pages', () => {
    const [filled, refunded] = table(all.filled as Order, all.refunded as Order)
    expect(filled).toMatchObject({
      'Started (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      Status: 'Received',
      'Paid amount': '500',
      'Paid amount (smallest unit)': '500000000',
      'Paid token': 'USDC',
      'Paid on': 'Base',
      'Quoted amount': '0.16001234',
      'Delivered amount': '0.16001234',
      'Delivered amount (smallest unit)': '160012340000000000',
      'Refunded amount': '',
      'Payment transaction': `0x${'b'.repeat(64)}`,
      'Payout transaction': `0x${'d'.repeat(64)}`,
      'Order ID (service)': 'svc-1',
    })
    expect(refunded).toMatchObject({ Status: 'Refunded', 'Delivered amount': '' })
    expect(refunded?.['Refunded amount']).not.toBe('')
  })

  it('says of each order what its screen does, and of an amount that nobody told nothing', () => {
    const { from, to } = (all.filled as Order).accepted
    const untold = { ...(all.filled as Order).accepted, to: { ...to, amount: '0' } }
    const named = ['halted', 'address', 'took', 'keptUnsure', 'filled'] as const
    const chosen = named.map((name) => all[name] as Order)
    const rows = table(...chosen, { ...(all.filled as Order), accepted: untold })
    expect(rows.map(({ Status }) => Status)).toEqual([
      'Stopped midway',
      'Waiting for your payment',
      'More was taken',
      'From a backup',
      'Received',
      'Received',
    ])
    expect(rows.at(-1)).toMatchObject({
      'Paid amount (smallest unit)': from.amount,
      'Quoted amount': '',
      'Quoted amount (smallest unit)': '',
      'Received token': to.symbol,
    })
  })

  it('names what a purchase and a payment by address are found by, and nothing of it for a swap', () => {
    const { buyBridging } = purchases(NOW)
    const [purchase, address, swap] = table(
      buyBridging as Order,
      all.address as Order,
      all.filled as Order,
    )
    expect(purchase).toMatchObject({
      'Purchase order ID': buyBridging?.service.orderId,
      'Bridge order ID': 'ord_9f8e7d6c5b4a',
      'Deposit address': '',
    })
    expect(address).toMatchObject({
      'Purchase order ID': '',
      'Deposit address': '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    })
    expect(swap).toMatchObject({ 'Purchase order ID': '', 'Deposit address': '' })
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '|cmd',
    '%0A',
    ' =1+1',
    '\t=1+1',
    '\u200b=1+1',
    '＝1+1',
    '＋1',
    '"=1+1',
  ])('given a token that is called %j, writes no formula', (symbol) => {
    const [row] = table(named(symbol))
    expect(row?.['Paid token']).not.toMatch(/^[\s\p{Cf}]*[=+\-@|%＝＋－＠]/u)
    expect(row?.['Paid token']).not.toBe('')
  })

  it('splits no cell of a stranger’s words, in whatever way a spreadsheet reads it', () => {
    const [row] = table(named('A;=1+1,"B"\r\n=2'))
    expect(row?.['Paid token']).not.toMatch(/[;"\r\n]/)
    expect(row?.['Paid on']).toBe('Base')
  })

  it('splits no cell of a number or a memo that a service made up', () => {
    const split = 'A;=1+1|"B"\r\n=2'
    const { address } = all
    const { buyBridging } = purchases(NOW)
    if (address?.kind !== 'transfer' || buyBridging?.kind !== 'purchase') throw new Error('none')
    const rows = table(
      {
        ...address,
        service: { ...address.service, orderId: split },
        transfer: { ...address.transfer, memo: split },
      },
      {
        ...buyBridging,
        service: { ...buyBridging.service, orderId: split },
        purchase: { ...buyBridging.purchase, bridgeOrderId: split },
      },
    )
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((text) => text.startsWith('A '))).toHaveLength(5)
    for (const text of cells) expect(text).not.toMatch(/[;|"\r\n]/)
  })
})

it('given an order of which a part cannot be read, leaves the cells of that empty', () => {
  const [row] = table(readStoredOrder('a', { status: 'teleported' }))
  expect(row).toMatchObject({ 'Order ID': 'a', 'Started (UTC)': '', 'Paid amount': '' })
  expect(row).toMatchObject({ 'Paid token': '', 'Quoted amount': '', 'Received on': '' })
})
