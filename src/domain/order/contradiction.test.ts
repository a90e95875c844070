import { describe, expect, it } from 'vitest'
import { author, planned } from '@/test/samples/order'
import { contradictionOf } from './contradiction'

const order = planned()
const { accepted } = order
const told = {
  quoteId: accepted.quoteId,
  routeId: accepted.routeId,
  fromChainId: accepted.from.chainId,
  toChainId: accepted.to.chainId,
  fromToken: accepted.from.address,
  toToken: accepted.to.address,
  author,
  recipient: accepted.recipient,
  refundTo: accepted.refundTo,
}
const other = `0x${'9'.repeat(40)}`

describe('contradictionOf', () => {
  it('given what was accepted, or nothing said, then none', () => {
    expect(contradictionOf(order, told)).toBeUndefined()
    expect(contradictionOf(order, {})).toBeUndefined()
    const silent = Object.fromEntries(Object.keys(told).map((key) => [key, null]))
    expect(contradictionOf(order, silent)).toBeUndefined()
  })

  it('given a deposit that was found without an order, then its recipient may be told later', () => {
    const found = { accepted: { ...accepted, quoteId: '', routeId: '' } }
    expect(contradictionOf(found, { ...told, recipient: other })).toBeUndefined()
    expect(contradictionOf(found, { ...told, author: other })?.field).toBe('author')
  })

  it.each([
    ['quoteId', 'q9'],
    ['routeId', 'r9'],
    ['fromChainId', 1],
    ['toChainId', 1],
    ['fromToken', other],
    ['toToken', other],
    ['author', other],
    ['recipient', other],
    ['refundTo', other],
  ] as const)('given another %s, then that one', (field, value) => {
    const expected = String(told[field])
    expect(contradictionOf(order, { ...told, [field]: value })).toEqual({
      field,
      accepted: expected,
      told: String(value),
    })
  })

  it('given addresses in other letters, or another name of the chain coin, then none', () => {
    const mixed = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
    const coin = { ...accepted.to, address: `0x${'0'.repeat(40)}` }
    const swapped = { accepted: { ...accepted, to: coin, recipient: mixed.toLowerCase() } }
    const record = { toToken: `0x${'e'.repeat(40)}`, recipient: mixed }
    expect(contradictionOf(swapped, record)).toBeUndefined()
  })

  it('given an order that was found at the service without a quote, then that is no other quote', () => {
    const found = { accepted: { ...accepted, quoteId: '', routeId: '' } }
    expect(contradictionOf(found, told)).toBeUndefined()
  })
})
