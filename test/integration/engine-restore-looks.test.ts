import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { author } from './engine/chain'
import type { SimCarried } from './engine/chain-terms'
import { approve, asContract } from './engine/coded-account'
import { copyOf, createComputers } from './engine/restoring'
import { confirmed, depositOf, hostsOf, requestsInAnHour, wait } from './engine/stage'

const { open, openBeside } = createComputers('restore-looks', { source: 'erc20' })

/** An order whose wallet named what it signed, which waits to be carried out; on two computers. */
async function waiting(by?: SimCarried['by']) {
  const one = asContract(open(), by)
  const orderId = await confirmed(one)
  await approve(one)
  one.page.approve()
  await one.deliver()
  await wait(one, 1)
  const [payment] = one.chain.mempool.splice(0)
  if (!payment?.inner) throw new Error('nothing waits')
  const other = openBeside(one)
  const code = one.chain.code.get(author)
  if (code) other.chain.code.set(author, code)
  const file = copyOf(await one.order(orderId))
  expect(await other.call('restoreOrders', { orders: [file] })).toMatchObject({ added: 1 })
  const { to, data } = payment.inner
  const carry = () => other.chain.sendByContract({ to, data, value: '0x0' }, payment.carries)
  return { other, orderId, carry }
}

describe('an order of a file whose payment is carried out by others', () => {
  it.each(['safe', 'operation', undefined] as const)(
    'given that is hours later (%s), on nodes that show few blocks, is found here as there',
    async (by) => {
      const { other, orderId, carry } = await waiting(by)
      for (const host of hostsOf(other)) other.nodes.narrow(host, 500)
      await wait(other, 240)
      const { hash } = carry()
      other.chain.mine()
      await wait(other, 120)
      expect((await depositOf(other, orderId)).state).toMatchObject({ status: 'confirmed', hash })
    },
  )

  it.each(['erc20', 'native'] as const)(
    'given its account has no code, asks nodes for two things a minute at most (%s)',
    async (source) => {
      const one = open({ source })
      const { orderId, digest } = await one.prepare('q1', 86_400 * 365 * 100)
      await one.call('confirmOrder', { orderId, digest })
      await one.settle()
      if (source === 'erc20') await approve(one)
      one.page.reject()
      await one.deliver()
      const other = openBeside(one, { source })
      const file = copyOf(await one.order(orderId))
      expect(await other.call('restoreOrders', { orders: [file] })).toMatchObject({ added: 1 })
      await wait(other, 10)
      expect(await requestsInAnHour(other)).toBeLessThanOrEqual(120)
    },
  )

  it.each(['safe', 'operation', undefined] as const)(
    'asks nodes for two things a minute at most (%s)',
    async (by) => {
      const { other } = await waiting(by)
      await wait(other, 10)
      expect(await requestsInAnHour(other)).toBeLessThanOrEqual(120)
    },
  )
})
