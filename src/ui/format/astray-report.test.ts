import { describe, expect, it } from 'vitest'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { planned } from '@/test/samples/order'
import { toAstrayReport } from './astray-report'

const { accepted } = planned()
const came = { chainId: 10, token: `0x${'d'.repeat(40)}`, symbol: 'D\u202eAI', decimals: 18 }
const order = toTransferOrder({
  id: 'c'.repeat(32),
  at: 1,
  accepted: { ...accepted, quoteId: 'q-1', routeId: 'r-1' },
  serviceUrl: 'https://service.test',
  serviceOrderId: 'svc-1',
  transfer: {
    depositAddress: `0x${'4'.repeat(40)}`,
    amount: '25000000',
    expiresAt: 1,
    seen: [],
    astray: [
      { ...came, amount: '2500000000000000000', hash: '0xabc', at: 1, nodes: ['one'] },
      { ...came, amount: '1', undated: true, at: 1, nodes: ['one'] },
    ],
  },
})

describe('what the service is asked with for money that went astray', () => {
  it('names the order, the address, what was asked for and each payment', () => {
    expect(toAstrayReport(order, (id) => `chain${id}`).split('\n')).toEqual([
      'Order: svc-1',
      'Quote and route: q-1, r-1',
      `Order in Causeway: ${'c'.repeat(32)}`,
      `Deposit address: 0x${'4'.repeat(40)}`,
      'Asked for: 25 USDC on chain8453 (8453)',
      `Came: 2.5 DAI on chain10 (10), token 0x${'d'.repeat(40)}, transaction 0xabc`,
      `Came: 0.000000000000000001 DAI on chain10 (10), token 0x${'d'.repeat(40)}, transaction not known`,
      `Refunds go to: ${accepted.refundTo}`,
    ])
  })
})
