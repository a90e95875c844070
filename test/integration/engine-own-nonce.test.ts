import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { chainId } from './engine/chain'
import { createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('own-nonce')

/** Something else that the account pays, by another site, in the same wallet. */
const other = { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }

/** An order for which the wallet is asked. */
async function asked(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', 3_600)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  expect(w.page.prompts).toHaveLength(1)
  return orderId
}

/** The person tries again without a word, approves what is asked then, and all of it is mined. */
async function goOn(w: World, orderId: string): Promise<void> {
  const order = await w.order(orderId)
  const stepId = order.steps[order.current]?.id ?? ''
  // A word is wanted: that is what is tried.
  await w.call('retryStep', { orderId, stepId, page: w.page.page }).catch(() => undefined)
  await w.advance(10_000)
  w.page.approve()
  await w.deliver()
  w.chain.mineRelay()
  w.chain.mine()
  await w.advance(60_000)
}

const endsOf = ({ attempts }: SwapOrder) => attempts.map(({ end }) => end?.what)

describe('a payment behind another one in a private relay', () => {
  /** The person approves the payment of another site first; of the two that one alone is mined. */
  async function behind(w: World, answer?: 'false-rejection'): Promise<string> {
    const orderId = await asked(w)
    w.page.state.relay = true
    w.chain.sendPrivately(other)
    w.page.approve(answer)
    await w.deliver()
    await w.advance(60_000)
    const held = w.chain.relay.splice(1)
    w.chain.mineRelay()
    w.chain.relay.push(...held)
    await w.advance(420_000)
    expect(w.chain.mayStillLand()).toHaveLength(1)
    return orderId
  }

  it.each([undefined, 'false-rejection'] as const)(
    'given the nonce before it is used (%s), then it is not called absent, nor paid again without a word',
    async (answer) => {
      const w = open()
      const orderId = await behind(w, answer)
      expect(endsOf(await w.order(orderId))).not.toContain('absent')
      await goOn(w, orderId)
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it.each(['shows nothing', 'is silent'])(
    'given a listed node tells another nonce of it, and the second %s, then it is not called cancelled',
    async (how) => {
      const w = open()
      const others = ['rpc2.test', ...w.nodes.operatorsOf(chainId)]
      if (how === 'is silent') for (const host of others) w.nodes.silence(host)
      const orderId = await asked(w)
      const request = w.page.prompts[0]?.command.request
      if (request?.kind !== 'transaction') throw new Error('nothing is asked')
      w.page.state.relay = true
      w.chain.sendPrivately(other)
      w.page.approve()
      const [first, ours] = w.chain.relay
      if (!first || !ours) throw new Error('nothing waits')
      // It shows what no other node has, under the nonce of the one before it.
      const { hash, from, data } = ours
      const { to, value } = request.tx
      const numbers = { nonce: toHex(first.nonce), chainId: toHex(chainId), blockNumber: null }
      w.nodeFaults.set('rpc.test', (method, honest, params) => {
        const isIts = method === 'eth_getTransactionByHash' && params?.[0] === hash
        return isIts ? { hash, from, to, value, input: data, ...numbers } : honest
      })
      await w.deliver()
      await w.advance(60_000)
      w.nodes.heal()
      w.chain.relay.splice(1)
      w.chain.mineRelay()
      w.chain.relay.push(ours)
      await w.advance(420_000)
      const order = await w.order(orderId)
      expect(order.steps[0]?.state).toMatchObject({ status: 'verified' })
      expect(endsOf(order)).toEqual([undefined])
      await goOn(w, orderId)
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('(control) given every node showed it, then what took its own nonce ends it', async () => {
    const w = open()
    const orderId = await asked(w)
    w.page.approve()
    await w.deliver()
    await w.advance(10_000)
    w.chain.replace(w.chain.mempool[0]?.hash ?? '', other)
    w.chain.mine()
    await w.advance(240_000)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({ code: 'chain/replaced' })
  })
})

describe('a request that its wallet still shows while its page calls it rejected', () => {
  it('given the account pays something else meanwhile, then it is not called absent', async () => {
    const w = open()
    const orderId = await asked(w)
    const shown = [...w.page.prompts]
    w.page.reject()
    await w.deliver()
    w.page.prompts.push(...shown)
    w.chain.send(other)
    w.chain.mine()
    await w.advance(240_000)
    expect(endsOf(await w.order(orderId))).not.toContain('absent')
  })
})

describe('a wallet that adds to the data of what it sends (ERC-8021)', () => {
  const suffix = '62617365617070070080218021802180218021802180218021'

  it.each(['muddle', 'reject'] as const)(
    'given it is mined and the answer is an error (%s), then it is not paid again without a word',
    async (how) => {
      const w = open()
      const orderId = await asked(w)
      const request = w.page.prompts[0]?.command.request
      if (request?.kind !== 'transaction') throw new Error('nothing is asked')
      w.chain.send({ ...request.tx, data: `${request.tx.data}${suffix}` })
      w.page[how]()
      await w.deliver()
      w.chain.mine()
      await w.advance(240_000)
      expect(endsOf(await w.order(orderId))).not.toContain('absent')
      await goOn(w, orderId)
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it.each([0, 400])(
    'given it does so to speed it up (service away: %s times), then the person is told, and it is not paid twice',
    async (away) => {
      const w = open()
      const orderId = await asked(w)
      w.service.faults.push(...Array<'error'>(away).fill('error'))
      w.page.approve()
      await w.deliver()
      await w.advance(5_000)
      const [sent] = w.chain.mempool
      const faster = w.chain.replace(sent?.hash ?? '', { data: `${sent?.data}${suffix}` })
      w.chain.mine()
      await w.advance(240_000)
      const order = await w.order(orderId)
      expect(order.alarm).toMatchObject({ kind: 'altered', found: { hash: faster?.hash } })
      expect(endsOf(order)).toEqual([undefined])
      await goOn(w, orderId)
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )
})
