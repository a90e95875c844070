import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { describePurchaseModel } from './engine/model-suite'
import { runPurchases } from './engine/purchase-model'
import type { PurchaseOperation } from './engine/purchase-operations'

describePurchaseModel()

const paid = ['openAndReturn'] as const
const said = ['openAndPay', 'serviceIdle', 'saysCompleted'] as const
const ways: [string, PurchaseOperation[]][] = [
  ['at once', [...paid, 'wait5m']],
  ['while the browser is closed', [...paid, 'closedForAnHour']],
  ['after it was called delivered', [...said, 'wait1m', 'bridgeReturns']],
  [
    'after its delivery was not proved in time',
    [...said, 'closedForADay', 'wait5m', 'bridgeReturns'],
  ],
]
it.each(ways)('a bridge that gives back %s is seen to the end', async (_, sequence) => {
  const { violations, statuses } = await runPurchases('jump', sequence)
  expect(violations).toEqual([])
  expect(statuses).toEqual(['refunded'])
})

it('a purchase that is called delivered and was never paid takes no other’s payment for its own', async () => {
  const sequence = ['openAndPay', 'saysOther', 'buy', 'buy', 'buy', 'givesUp'] as const
  const { violations, statuses } = await runPurchases('direct', sequence)
  expect(violations).toEqual([])
  expect(statuses).toEqual(['filled', 'unproved'])
})
