import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { author } from './engine/chain'
import { follow } from './engine/person'
import { confirmed, createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('reorg')

describe('a mined deposit that a reorganisation takes back', () => {
  /** The deposit is mined and the service was told; it has not looked at the chain yet. */
  async function minedDeposit(w: World, seen = 0): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await w.order(orderId)).status).toBe('submitted')
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('confirmed')
    await w.advance(seen)
    w.chain.reorg()
    return orderId
  }
  const waiting = (w: World) => w.chain.mempool[0]?.hash ?? ''

  it('given it is mined under another hash, that one is adopted and told of', async () => {
    const w = open()
    const orderId = await minedDeposit(w)
    const faster = w.chain.replace(waiting(w), {})
    w.chain.mine()
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.steps[0]?.state).toMatchObject({ status: 'confirmed', hash: faster?.hash })
    expect(w.service.refused).toEqual([faster?.hash])
    expect(order.service.orderId).toBe('svc-1')
  })

  const taken = [
    ['something else', 'chain/replaced', { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }],
    ['a cancellation', 'chain/cancelled', { to: author, data: '0x', value: '0x0' }],
  ] as const

  it.each(taken)('given %s took its nonce, the order fails with %s', async (_, code, change) => {
    const w = open()
    const orderId = await minedDeposit(w)
    w.chain.replace(waiting(w), change)
    w.chain.mine()
    await w.advance(120_000)
    expect(await w.order(orderId)).toMatchObject({ status: 'failed', failure: { code } })
    expect(w.notices).toContain(`failed:${orderId}`)
    expect(w.page.state.everAsked).toBe(1)
  })

  it.each(taken)(
    'given %s took its nonce after its service called it failed, the order fails with %s all the same',
    async (_, code, change) => {
      const w = open()
      w.service.terms.lie = (record) => ({ ...record, status: 'failed', transactions: {} })
      const orderId = await minedDeposit(w, 1_500)
      expect((await w.order(orderId)).failure?.code).toBe('order/failed-at-service')
      w.chain.replace(waiting(w), change)
      w.chain.mine()
      await w.advance(120_000)
      const order = await w.order(orderId)
      expect(order).toMatchObject({ status: 'failed', failure: { code } })
      expect(order.steps[0]?.state).toMatchObject({ status: 'failed', retryable: false })
      expect(w.notices.filter((id) => id === `failed:${orderId}`)).toHaveLength(1)
      expect(w.page.state.everAsked).toBe(1)
    },
  )

  it('given a payment to the same contract that is not to the letter took its nonce, the person is asked', async () => {
    const w = open()
    const orderId = await minedDeposit(w)
    const other = w.chain.replace(waiting(w), { value: '0x1' })
    w.chain.mine()
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.steps[0]?.state).toMatchObject({ status: 'unsure', needsPerson: true })
    expect(order.alarm).toMatchObject({ kind: 'altered', found: { hash: other?.hash } })
    expect(order.attempts[0]?.end).toBeUndefined()
  })

  it('given somebody looked at the order for minutes before, is adopted all the same', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    for (let look = 0; look < 150; look += 1) {
      await w.call('refreshOrder', { orderId })
      await w.advance(2_000)
    }
    w.chain.reorg()
    const faster = w.chain.replace(waiting(w), {})
    w.chain.mine()
    await w.advance(1_200_000)
    const { state } = (await w.order(orderId)).steps[0] ?? {}
    expect(state).toMatchObject({ status: 'confirmed', hash: faster?.hash })
  })

  it('given it waits to be mined again, is waited for and filled', async () => {
    const w = open()
    const orderId = await minedDeposit(w)
    await w.advance(3_600_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.chain.mine()
    await w.advance(3_600_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the order is filled by then, the other hash is known all the same', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
    w.chain.reorg()
    const faster = w.chain.replace(waiting(w), {})
    w.chain.mine()
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('filled')
    expect(order.steps[0]?.state).toMatchObject({ hash: faster?.hash })
  })

  it('given it is filled and a node shows it as reverted from then on, is looked at for less than an hour', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
    w.nodes.lie('rpc.test', 'reverted')
    await w.advance(3_600_000)
    expect(await w.order(orderId)).toMatchObject({ status: 'filled' })
    expect(w.clock.alarm).toBeUndefined()
  })

  it('given nothing happens to it, is looked at for less than an hour', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
    await w.advance(3_600_000)
    expect(w.clock.alarm).toBeUndefined()
  })
})
