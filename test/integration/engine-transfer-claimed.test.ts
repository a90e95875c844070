import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import { payableOf } from '@/src/domain/order/transfer'
import { requireOrder } from '@/src/store/orders'
import { asked, createAddressService, depositAddress, serviceUrl } from './engine/address-service'
import { author, chainId, erc20 } from './engine/chain'
import { toChainId } from './engine/service'
import { picked, sourceAt } from './engine/transfer-model'
import { createWorld, type World } from './engine/world'

let w: World
afterEach(() => w.dispose())

it('a payment to an address of ours is seen, whatever order of that address its service tells of', async () => {
  w = createWorld({ name: 'transfer-claimed', source: 'erc20' })
  const service = createAddressService({
    way: 'token',
    chain: w.chain,
    destination: w.destination,
    now: () => w.chain.timeOf(w.chain.height()) * 1_000,
    other: w.service.answer,
  })
  w.hosts.set(service.host, service.answer)
  await w.call('writeSettings', { serviceUrl })
  const { orderId } = await w.call(
    'createTransfer',
    picked(w, sourceAt(service.token)) as InputOf<'createTransfer'>,
  )
  service.says.idle = true
  await w.advance(15_000)
  const depositTxHash = w.chain.pay({ token: erc20, to: depositAddress, amount: asked })
  for (let i = 0; i < 40; i += 1) w.chain.mine()
  const time = new Date(w.clock.now).toISOString()
  const record = {
    ...{ id: 'svc-other', quoteId: 'q-other', routeId: 'r-other', status: 'deposited' },
    ...{ depositTxHash, depositAddress, fromChainId: chainId, fromToken: erc20, toChainId },
    ...{ toToken: erc20, srcAmount: String(asked - 1n), destAmount: '7', author },
    ...{ recipient: author, createdAt: time, updatedAt: time },
  }
  const { answer } = service
  w.hosts.set(service.host, (method, url, body) => {
    if (/^\/v1\/orders\/0x\w+$/.test(url.pathname)) return Response.json({ data: [record] })
    return url.pathname.includes('svc-other') ? Response.json(record) : answer(method, url, body)
  })
  expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
  await w.advance(8 * 60_000)
  const order = await requireOrder(w.truth, orderId)
  if (order.kind !== 'transfer') throw new Error('no address')
  expect(order.transfer.seen.map(({ hash }) => hash)).toEqual([depositTxHash])
  // Nothing more is asked of a wallet.
  expect(payableOf(order, w.clock.now)).toBe(0n)
})
