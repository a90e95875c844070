import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { knownChain } from '@/src/domain/chain/known-chains'
import { chainId } from './engine/chain'
import { follow } from './engine/person'
import { confirmed, createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('switch')

/** The wallet says yes to the switch, and stays on the chain where it is. */
async function stayed() {
  const w = open()
  w.page.state.chain = 1
  const orderId = await confirmed(w)
  w.page.approve()
  w.page.state.chain = 1
  await w.deliver()
  return { w, orderId }
}

describe('a chain that the wallet does not know', () => {
  it.each([
    ['plainly', { code: 4902, message: 'Unrecognized chain ID "0x2105".' }],
    [
      'inside an internal error',
      {
        code: -32603,
        message: 'Internal JSON-RPC error.',
        data: JSON.stringify({ originalError: { code: 4902, message: 'Unrecognized chain ID' } }),
      },
    ],
  ])('given the wallet says so %s, is added, then switched to, then asked', async (_, error) => {
    const w = open()
    w.page.state.chain = 1
    w.page.unknownChains.set(8453, error)
    const orderId = await confirmed(w)
    const asked: string[] = []
    for (let i = 0; i < 4; i += 1) {
      asked.push(w.page.prompts[0]?.command.request.kind ?? 'nothing')
      w.page.approve()
      await w.deliver()
    }
    expect(asked).toEqual(['switchChain', 'addChain', 'switchChain', 'transaction'])
    w.chain.mine()
    // A payout lies ten seconds deep in its chain before it is believed.
    await w.advance(30_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it.each([
    ['4001, which may be anything', { code: 4001, message: 'Unrecognized chain' }],
    ['4001 alone', { code: 4001, message: 'error' }],
    ['4901', { code: 4901, message: 'Chain disconnected' }],
    ['an internal error', { code: -32603, message: 'Internal error' }],
    ['that it cannot', { code: 4200, message: 'Method not supported' }],
    ['that no such method exists', { code: -32601, message: 'does not exist' }],
  ])('given a switch fails with %s, the person has a way on', async (_, error) => {
    const w = open()
    w.page.state.chain = 1
    w.page.unknownChains.set(8453, error)
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    const order = await w.order(orderId)
    const stepId = order.steps[0]?.id ?? ''
    expect(order.steps[0]?.state).toMatchObject({
      status: 'failed',
      code: 'wallet/not-switched',
      reason: { kind: 'said', by: 'wallet', words: error.message },
    })
    await w.call('retryStep', { orderId, stepId, chain: 'add' })
    await w.settle()
    const { request } = w.page.prompts[0]?.command ?? {}
    expect(request).toMatchObject({ kind: 'addChain', name: 'Base' })
    w.page.approve()
    await w.deliver()
    w.page.approve()
    await w.deliver()
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
  })

  it('given a chain is added, then by our own record and none of the service', async () => {
    const w = open()
    w.page.state.chain = 1
    w.page.unknownChains.set(8453, { code: 4902, message: 'Unrecognized chain' })
    await confirmed(w)
    w.page.approve()
    await w.deliver()
    expect(w.page.prompts[0]?.command.request).toEqual({
      kind: 'addChain',
      chainId: 8453,
      name: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: knownChain(8453)?.rpcUrls?.default.http,
      blockExplorerUrls: ['https://basescan.org'],
    })
  })

  it('given the switch is refused, nothing more is asked unless the person says so', async () => {
    const w = open()
    w.page.state.chain = 1
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await w.advance(30_000)
    w.page.state.chain = 8453
    await w.advance(30_000)
    expect(w.page.state.everAsked).toBe(1)
    const [step] = (await w.order(orderId)).steps
    expect(step?.state).toMatchObject({ status: 'failed', code: 'wallet/not-switched' })
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.settle()
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })

  it('given the person says that it was switched by hand, the chain is waited for', async () => {
    const w = open()
    w.page.state.chain = 1
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    const stepId = (await w.order(orderId)).steps[0]?.id ?? ''
    await w.call('retryStep', { orderId, stepId, chain: 'by-hand' })
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/chain-changed')
    w.page.state.chain = 8453
    await w.advance(10_000)
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })

  it('given the wallet says yes and stays where it is, waits for its chain', async () => {
    const { w, orderId } = await stayed()
    expect((await w.order(orderId)).blocker).toMatchObject({
      code: 'wallet/chain-changed',
      expected: '0x2105',
      actual: '0x1',
    })
    w.page.state.chain = 8453
    await w.advance(10_000)
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })

  it.each([
    ['add', 'addChain'],
    ['by-hand', undefined],
    [undefined, 'switchChain'],
  ] as const)(
    'given it said yes and stayed where it is, and the person chose %s, asks for %s',
    async (chain, kind) => {
      const { w, orderId } = await stayed()
      const { steps, switching } = await w.order(orderId)
      expect(steps[0]?.state.status).toBe('ready')
      expect(switching?.settledAt).toBeDefined()
      await w.call('retryStep', { orderId, stepId: steps[0]?.id ?? '', chain })
      await w.settle()
      expect(w.page.prompts[0]?.command.request.kind).toBe(kind)
      if (kind !== undefined) return
      w.page.state.chain = 8453
      await w.advance(10_000)
      expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
    },
  )
})

describe('a wallet that was on its chain, and is on another one when it is to be asked', () => {
  /** What happens to the wallet while the evidence before an ask is read. */
  async function meanwhile(happens: (w: World) => void) {
    const w = open('native')
    for (const host of w.nodes.operatorsOf(chainId)) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method === 'eth_getTransactionCount') happens(w)
        return honest
      })
    }
    const orderId = await confirmed(w)
    w.nodeFaults.clear()
    const [step] = (await w.order(orderId)).steps
    return { w, orderId, stepId: step?.id ?? '', state: step?.state }
  }

  it.each([
    ['chain', 'wallet/chain-changed', (w: World) => Object.assign(w.page.state, { chain: 1 })],
    [
      'account',
      'wallet/account-changed',
      (w: World) => Object.assign(w.page.state, { account: `0x${'9'.repeat(40)}` }),
    ],
    ['answer', 'page/not-responding', (w: World) => Object.assign(w.page.state, { slow: true })],
  ] as const)('given another %s, is not asked', async (_, code, happens) => {
    const { w, state } = await meanwhile(happens)
    expect(state).toMatchObject({ status: 'failed', code, retryable: true })
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given it is tried again, is asked for the chain first, and the payment comes through', async () => {
    const { w, orderId, stepId } = await meanwhile((each) => {
      each.page.state.chain = 1
    })
    await w.call('retryStep', { orderId, stepId })
    await w.settle()
    expect(w.page.prompts[0]?.command.request.kind).toBe('switchChain')
    w.page.approve()
    await w.deliver()
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given the order was cancelled meanwhile, is not asked', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    w.page.state.whileLooked = async () => {
      const [step] = (await w.order(orderId)).steps
      if (step?.state.status === 'asking') await w.call('stopOrder', { orderId })
    }
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(0)
  })
})
