import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { sumOf } from '@/src/domain/order/deposit-sum'
import { openAddress } from './engine/address-place'

it('a payment that was named, and that the service counts for another order before two nodes show it, is not to be paid again', async () => {
  const place = await openAddress('told', 'transfer-refused')
  const { world, service, orderId, operators, read, payable, payFromOutside } = place
  world.hosts.set(service.host, (method, url, body) =>
    url.pathname === '/v1/deposit/submit'
      ? Response.json({ name: 'DuplicateRecordException' }, { status: 409 })
      : service.answer(method, url, body),
  )
  const late = operators[1] ?? ''
  world.nodes.lie(late, 'nothingPaid', 'noTransaction', 'noReceipt')
  const hash = payFromOutside()
  await world.call('nameDeposit', { orderId, hash })
  for (let second = 0; second < 30; second += 1) {
    await world.advance(1_000)
    expect(await payable()).toBe(0n)
  }
  const { transfer } = await read()
  expect([transfer.named, transfer.refused]).toEqual([undefined, [hash]])
  // Nor is it once they do.
  world.nodes.lie(late)
  await place.mine(8)
  expect(sumOf((await read()).transfer)).toBe('exact')
  expect(await payable()).toBe(0n)
})
