import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openAddress } from './engine/address-place'
import { author } from './engine/chain'

it('a payment that was cancelled in the wallet, and mined once its owner had said that nothing was paid, is followed', async () => {
  const { world, orderId, read, click, wait } = await openAddress('token', 'transfer-stopped')
  const { chain, page } = world
  await click()
  page.approve()
  await world.deliver()
  await world.advance(5_000)
  const [paid] = chain.mempool
  if (!paid) throw new Error('nothing was sent')
  chain.replace(paid.hash, { to: author, data: '0x', value: '0x0' })
  chain.mine()
  await world.advance(4_000)
  await world.call('stopOrder', { orderId })
  await world.call('stopOrder', { orderId, unpaid: true })
  expect((await read()).status).toBe('stopped')
  // A reorganisation puts it in the place of what cancelled it.
  chain.mined.splice(
    chain.mined.findIndex(({ from, nonce }) => from === paid.from && nonce === paid.nonce),
    1,
  )
  chain.mempool.unshift(paid)
  chain.mine()
  await wait(60)
  const { status, transfer } = await read()
  expect(status).toBe('filled')
  expect(transfer.seen.map(({ hash }) => hash)).toEqual([paid.hash])
  expect(transfer.closed).toMatchObject({ why: 'cancelled' })
})
