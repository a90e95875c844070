import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { effectsOf } from '@/src/store/outbox'
import { confirmed, createArrivals, day, deposited, due } from './engine/arriving'
import { author, chainId, erc20 } from './engine/chain'
import { operatorsOf, twoOperators, type World } from './engine/world'

const open = createArrivals('failed-word')
const native = `0x${'0'.repeat(40)}`
const hour = 3_600_000

/** An order that its service calls failed. `tell`: what it says of it from then on. */
async function failed(): Promise<{ w: World; id: string; tell: (told: object) => void }> {
  const w = open({ operators: [...twoOperators, ...operatorsOf(chainId)] })
  let told: object = { status: 'failed' }
  w.service.terms.pay = () => undefined
  w.service.terms.lie = (record) => ({ ...record, ...told })
  const id = await confirmed(w)
  expect(await deposited(w, id)).toMatchObject({
    status: 'failed',
    failure: { code: 'order/failed-at-service' },
  })
  return {
    w,
    id,
    tell: (next) => {
      told = next
    },
  }
}

/** The money comes back; gives what the service says of it. */
function sentBack(w: World): object {
  const txHash = w.chain.pay({ token: native, to: author, amount: 25_000_000n })
  return { status: 'refunded', transactions: { refund: { txHash, chainId } } }
}

const polls = async (w: World, id: string) =>
  (await effectsOf(w.truth, id)).filter(({ task }) => task.kind === 'pollOrder')

describe('an order that its service calls failed', () => {
  it('given money comes back after all, then that is heard within the hour, and proved', async () => {
    const { w, id, tell } = await failed()
    await w.advance(300_000)
    tell(sentBack(w))
    await w.advance(hour + 60_000)
    const order = await w.order(id)
    expect(order).toMatchObject({ status: 'refunded', arrival: { found: { what: 'paid' } } })
    expect(order.failure).toBeUndefined()
    expect(w.notices).toEqual([`failed:${id}`, `refunded:${id}`])
  })

  it('given its payment only waits, and the node that the service names calls it mined, then it is not believed', async () => {
    const w = open({ operators: [...twoOperators, ...operatorsOf(chainId)] })
    w.service.terms.pay = () => undefined
    w.service.terms.lie = (record) => ({ ...record, status: 'failed' })
    const id = await confirmed(w)
    const [waiting] = w.chain.mempool
    const mined = {
      ...{ from: author, to: waiting?.to, type: '0x2', transactionHash: waiting?.hash, logs: [] },
      ...{ status: '0x1', blockHash: `0x${'a'.repeat(64)}`, blockNumber: '0x64' },
      ...{ gasUsed: '0x5208', effectiveGasPrice: '0x1' },
    }
    w.nodeFaults.set('rpc.test', (method, honest) =>
      method === 'eth_getTransactionReceipt' ? mined : honest,
    )
    await w.advance(600_000)
    expect((await w.order(id)).status).toBe('tracking')
    expect(w.notices).not.toContain(`failed:${id}`)
    // Nor does it cost more than waiting does.
    const before = w.reads.length
    await w.advance(600_000)
    expect(w.reads.length - before).toBeLessThanOrEqual(21)
    w.chain.mine()
    await w.advance(hour)
    expect((await w.order(id)).failure?.code).toBe('order/failed-at-service')
  })

  it('given it is paid after all, then that is proved', async () => {
    const { w, id, tell } = await failed()
    await w.advance(hour)
    const txHash = w.payouts.pay(erc20, author, due)
    tell({ status: 'filled', transactions: { fill: { txHash } } })
    await w.advance(hour + 60_000)
    expect((await w.order(id)).status).toBe('filled')
  })

  it('given it is under way after all, then it is followed to its end as before', async () => {
    const { w, id, tell } = await failed()
    tell({ status: 'refund_pending' })
    await w.advance(hour + 60_000)
    expect(await w.order(id)).toMatchObject({
      status: 'tracking',
      service: { status: 'refund_pending' },
    })
    tell(sentBack(w))
    await w.advance(600_000)
    expect((await w.order(id)).status).toBe('refunded')
  })

  it('given the word alone that money came back, then nothing says that it did', async () => {
    const { w, id, tell } = await failed()
    tell({ status: 'refunded', transactions: { refund: { txHash: `0x${'e'.repeat(64)}` } } })
    await w.advance(2 * day)
    expect((await w.order(id)).status).toBe('unproved')
    expect(w.notices).toEqual([`failed:${id}`, `unproved:${id}`])
  })

  it('given the person looks, then it is asked at once', async () => {
    const { w, id, tell } = await failed()
    await w.advance(600_000)
    tell(sentBack(w))
    await w.call('refreshOrder', { orderId: id })
    await w.advance(30_000)
    expect((await w.order(id)).status).toBe('refunded')
  })

  it('given the same word, then it is asked ever more seldom, for two weeks', async () => {
    const { w, id } = await failed()
    const { revision } = await w.order(id)
    await w.advance(2 * day)
    const [poll] = await polls(w, id)
    expect(poll && poll.dueAt - w.clock.now).toBeGreaterThan(hour)
    await w.advance(14 * day)
    expect(await polls(w, id)).toEqual([])
    expect((await w.order(id)).revision).toBe(revision)
  })

  it.each(['svc-1', author])(
    'given nobody asks it any more, then it is heard as the order is recovered by %s',
    async (query) => {
      const { w, id, tell } = await failed()
      await w.advance(16 * day)
      tell(sentBack(w))
      await w.advance(day)
      expect((await w.order(id)).status).toBe('failed')
      await w.call('recoverOrders', { query })
      await w.advance(60_000)
      expect((await w.order(id)).status).toBe('refunded')
    },
  )

  it('given a record of something else, then nothing of it is taken', async () => {
    const { w, id, tell } = await failed()
    tell({ ...sentBack(w), toChainId: 10 })
    await w.advance(hour + 60_000)
    await w.call('recoverOrders', { query: 'svc-1' })
    const order = (await w.order(id)) as SwapOrder
    expect(order).toMatchObject({ status: 'failed', service: { status: 'failed' } })
    expect(order.service.refund).toBeUndefined()
  })
})
