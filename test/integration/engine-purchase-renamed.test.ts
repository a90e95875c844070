import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { author, erc20 } from './engine/chain'
import { hubToken } from './engine/fiat-service'
import { ask, buy, close, fiat, minute, open, read } from './engine/purchases'
import { toChainId } from './engine/service'
import { operatorsOf, twoOperators } from './engine/world'

afterEach(() => close())

describe('a service that names another bridge leg once the first one is known', () => {
  it('two units of the token, sent to the person, are no refund of a purchase for 50 EUR', async () => {
    const leg = {
      id: 'leg-1',
      fromChainId: 8453,
      fromToken: hubToken,
      fromTokenMeta: { symbol: 'USDC', decimals: 6 },
      toChainId,
      toToken: erc20,
      srcAmount: '26000000',
      destAmount: '25000000',
      status: 'created',
      recipient: author,
      depositTxHash: `0x${'1e'.repeat(32)}`,
    }
    let record: object = leg
    const w = await open([...twoOperators, ...operatorsOf(leg.fromChainId)])
    const usual = w.service.answer
    w.service.answer = async (method, url, body) =>
      url.pathname.startsWith('/v1/orders/by-id/leg-')
        ? Response.json(record)
        : usual(method, url, body)
    const asked = { ...ask, hubChainId: leg.fromChainId }
    const { orderId } = await buy(w, { swapStrategy: 'jump' }, asked)
    fiat.view = { status: 'bridging', bridgeOrderId: 'leg-1' }
    await w.advance(minute)
    expect((await read(w, orderId)).purchase.leg?.from.amount).toBe('26000000')
    // Now it is another one, of next to nothing, which comes back.
    const txHash = w.chain.pay({ token: hubToken, to: author, amount: 2n })
    const refund = { txHash, chainId: leg.fromChainId }
    record = { ...leg, id: 'leg-2', srcAmount: '2', status: 'refunded', transactions: { refund } }
    fiat.view = { status: 'bridging', bridgeOrderId: 'leg-2' }
    await w.advance(20 * minute)
    const order = await read(w, orderId)
    expect(order.status).not.toBe('refunded')
  })
})
