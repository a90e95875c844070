import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { begin, follow } from './engine/person'
import { createWorld, type World } from './engine/world'

/** What the interface leaves to the service, where the simulated one and the sandbox happen to do one thing. */
let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `wire-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

describe('a route that may be paid in several ways', () => {
  it('is built in the one that a wallet can be asked for, whichever the service would choose', async () => {
    const w = open()
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      const { depositMethod } = body as { depositMethod?: string }
      if (url.pathname !== '/v1/deposit/build' || depositMethod === 'CONTRACT_CALL') {
        return usual(method, url, body)
      }
      const permit = { domain: {}, types: {}, primaryType: 'Permit', message: {} }
      const transferDetails = { to: `0x${'1'.repeat(40)}`, requestedAmount: '1' }
      return Response.json({ kind: 'PERMIT2', permit, transferDetails })
    }
    expect(await begin(w)).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('an order whose payout has no hash', () => {
  it.each([
    ['an empty record', { fill: {} }],
    ['empty texts', { fill: { txHash: '', amount: '' }, deposit: { txHash: '' }, refund: null }],
  ])('given %s in its place, is filled all the same', async (_, transactions) => {
    const w = open()
    w.service.terms.lie = (record) =>
      'transactions' in record ? { ...record, transactions, depositTxHash: '' } : record
    const orderId = await begin(w)
    await w.settle()
    await follow(w, orderId)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})
