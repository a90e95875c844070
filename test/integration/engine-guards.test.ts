import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { knownChain } from '@/src/domain/chain/known-chains'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { Step } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { keep } from '@/src/engine/service/recover'
import { readSupport } from '@/src/store/read-support'
import { author } from './engine/chain'
import { begin, follow } from './engine/person'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana' = 'native'): World {
  count += 1
  world = createWorld({ name: `guards-${count}`, source })
  return world
}
afterEach(async () => {
  vi.restoreAllMocks()
  await world.dispose()
})

async function confirmed(w: World): Promise<string> {
  const orderId = await begin(w)
  await w.settle()
  return orderId
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
    const w = open()
    w.page.state.chain = 1
    const orderId = await confirmed(w)
    w.page.approve()
    w.page.state.chain = 1
    await w.deliver()
    expect((await w.order(orderId)).blocker).toMatchObject({
      code: 'wallet/chain-changed',
      expected: '0x2105',
      actual: '0x1',
    })
    w.page.state.chain = 8453
    await w.advance(10_000)
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })
})

describe('a prompt that is gone without an answer', () => {
  async function gone(w: World) {
    const orderId = await confirmed(w)
    if (w.page.prompts[0]?.command.request.kind !== 'transaction') throw new Error('not asked')
    const step = (await w.order(orderId)).steps[0]
    const named = { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) }
    await w.call('promptGone', named)
    await w.settle()
    return named
  }
  const attemptIn = (step?: Step) => (step && attemptOf(step.state)) ?? ''

  it('given the person says so, they decide within seconds, and native coins need their word', async () => {
    const w = open()
    const { orderId, stepId, attemptId } = await gone(w)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
      checks: expect.arrayContaining([expect.objectContaining({ what: 'prompt' })]),
    })
    await w.advance(300_000)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('unsure')
    const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('failed')
  })

  it('given it was sent all the same, is found', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const step = (await w.order(orderId)).steps[0]
    w.page.approve('nothing')
    w.chain.mine()
    await w.call('promptGone', { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) })
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given a token, two operators show that nothing was sent, and the order can be left', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(15_000)
    // The wallet's window is gone, and the page waits for its answer for ever.
    w.page.losePrompt()
    const step = (await w.order(orderId)).steps[1]
    const named = { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) }
    await expect(w.call('stopOrder', { orderId })).rejects.toMatchObject({ code: 'order/busy' })
    await w.call('promptGone', named)
    await w.settle()
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    await w.advance(300_000)
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'failed',
      code: 'order/not-sent',
      retryable: true,
    })
    await w.call('stopOrder', { orderId })
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given another ask took its place, changes nothing', async () => {
    const w = open()
    const named = await gone(w)
    await expect(w.call('promptGone', named)).rejects.toMatchObject({ code: 'order/changed' })
  })
})

describe('a deposit that a page denies', () => {
  it.each([
    ['forgot what is old', (method: string) => method === 'eth_getBlockByNumber'],
    ['does not say how many were sent', (method: string) => method === 'eth_getTransactionCount'],
  ])('given it was mined and the node %s, is not asked for again', async (_, fails) => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    w.chain.mine()
    for (const host of ['rpc.test', 'rpc2.test']) {
      w.nodeFaults.set(host, (method, honest) => {
        if (fails(method)) throw new Error('missing trie node')
        return honest
      })
    }
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    expect(step?.state.status).toBe('declined')
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.advance(2_000)
    expect(w.page.state.everAsked).toBe(1)
    w.nodeFaults.clear()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a service that fails while somebody looks on', () => {
  it('is given its time all the same', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.service.faults.push(...Array<'error'>(40).fill('error'))
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    for (let seconds = 0; seconds < 20; seconds += 2) {
      await w.call('refreshOrder', { orderId })
      await w.advance(2_000)
    }
    const told = w.requests.filter((path) => path === '/v1/deposit/submit').length
    expect(told).toBeGreaterThan(2)
    expect(told).toBeLessThan(6)
  })
})

describe('a service that fails while an order is followed', () => {
  it('is asked every five seconds, and less often only when it goes on failing', async () => {
    const w = open()
    await confirmed(w)
    w.page.approve()
    await w.deliver()
    const times: number[] = []
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (!url.pathname.startsWith('/v1/orders/')) return usual(method, url, body)
      times.push(w.clock.now)
      return Response.json({ name: 'InternalErrorException', message: '' }, { status: 500 })
    }
    await w.advance(60_000)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses.slice(0, 5)).toEqual([5_000, 5_000, 5_000, 5_000, 10_000])
  })

  it('that asks for patience is given it', async () => {
    const w = open()
    await confirmed(w)
    w.page.approve()
    await w.deliver()
    const times: number[] = []
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (!url.pathname.startsWith('/v1/orders/')) return usual(method, url, body)
      times.push(w.clock.now)
      const headers = { 'retry-after': '30' }
      return Response.json({ message: 'Slow down' }, { status: 429, headers })
    }
    await w.advance(40_000)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(30_000)
  })
})

describe('a review in two windows', () => {
  it('given one confirms while the other puts it aside, the other is not told that it was', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    const stopped = w.call('stopOrder', { orderId }).then(
      () => 'stopped',
      () => 'refused',
    )
    await w.call('confirmOrder', { orderId, digest }).catch(() => undefined)
    const said = await stopped
    await w.settle()
    const gone = await w.order(orderId).then(
      (order) => order.status === 'stopped',
      () => true,
    )
    expect(said === 'stopped').toBe(gone)
  })

  it('given it stands open past its price, is still there after the worker slept', async () => {
    const w = open()
    const { orderId } = await w.prepare()
    await w.advance(3_600_000)
    w.kill()
    w.revive()
    await w.settle()
    expect((await w.order(orderId)).status).toBe('planned')
    await w.advance(90_000_000)
    w.kill()
    w.revive()
    await w.settle()
    await expect(w.order(orderId)).rejects.toThrow()
  })
})

describe('outcomes from elsewhere', () => {
  const sender = { id: 'ext', url: 'https://site.test/', frameId: 0, documentId: 'D1' }
  async function tell(w: World, attemptId: string, from: object) {
    const value = { kind: 'hash', hash: `0x${'ee'.repeat(32)}` }
    const message = { v: 1, type: 'outcome', attemptId, result: { ok: true, value } }
    return w.worker().server.answer(message, from)
  }

  it.each([
    ['another tab', { ...sender, tab: { id: 8 } }],
    ['another frame', { ...sender, frameId: 3, tab: { id: 7 } }],
    ['another document', { ...sender, documentId: 'D9', tab: { id: 7 } }],
  ])('given from %s, is not committed', async (_, from) => {
    const w = open()
    const orderId = await confirmed(w)
    const attemptId = w.page.prompts[0]?.attemptId ?? ''
    expect(await tell(w, attemptId, from)).toEqual({ committed: false })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given for an attempt that nobody made, is done with and changes nothing', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const from = { ...sender, tab: { id: 7 } }
    expect(await tell(w, '9'.repeat(32), from)).toEqual({ committed: true })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given a second one for an attempt, the first counts', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const attemptId = w.page.prompts[0]?.attemptId ?? ''
    w.page.reject()
    await w.deliver()
    const from = { ...sender, tab: { id: 7 } }
    expect(await tell(w, attemptId, from)).toEqual({ committed: true })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('declined')
  })
})

describe('a full disk', () => {
  it('given nothing can be written, nothing is asked and the person is told', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const confirming = w.call('confirmOrder', { orderId, digest })
    await expect(confirming).rejects.toMatchObject({ code: 'store/full' })
    put.mockRestore()
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
    expect((await w.order(orderId)).status).toBe('planned')
  })

  it('given an outcome cannot be written, the page keeps it and brings it again', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await w.deliver()
    expect(w.page.outcomes).toHaveLength(1)
    put.mockRestore()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
  })
})

describe('a disk that is full for a while, as an order is followed', () => {
  const put = IDBObjectStore.prototype.put
  type Put = typeof put
  const isFull = new DOMException('full', 'QuotaExceededError')

  async function submitted(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    expect(['submitted', 'tracking']).toContain((await w.order(orderId)).status)
    return orderId
  }

  it('given no look can begin, an alarm looks again', async () => {
    const w = open()
    const orderId = await submitted(w)
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw isFull
    })
    await w.advance(60_000)
    expect(w.clock.alarm).toBeDefined()
    full.mockRestore()
    w.chain.mine()
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given what was looked at cannot be put back, it is put back later', async () => {
    const w = open()
    const orderId = await submitted(w)
    let refused = 0
    const refuse: Put = function (this: IDBObjectStore, value, ...key) {
      if (!String(value?.key).startsWith('pollOrder') || value.claim) {
        return put.call(this, value, ...key)
      }
      refused += 1
      throw isFull
    }
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
    await w.advance(3_000)
    expect(refused).toBeGreaterThan(1)
    full.mockRestore()
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('an update of the extension', () => {
  it('given an order between its ask and its submission, waits for it', async () => {
    const w = open()
    await confirmed(w)
    await w.worker().updateAvailable()
    expect(w.restarts).toEqual([])
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(5_000)
    expect(w.restarts.length).toBeGreaterThan(0)
  })

  it('given a window of ours is open, waits until it is closed', async () => {
    const w = open()
    w.windows.open = true
    await w.worker().updateAvailable()
    expect(w.restarts).toEqual([])
    w.windows.open = false
    w.worker().wake()
    await w.settle()
    expect(w.restarts).toHaveLength(1)
  })

  it('given the worker fell asleep meanwhile, its next life takes it', async () => {
    const w = open()
    w.windows.open = true
    await w.worker().updateAvailable()
    w.kill()
    w.windows.open = false
    w.revive()
    await w.settle()
    expect(w.restarts).toHaveLength(1)
  })

  it('given nothing is under way, is taken at once', async () => {
    const w = open()
    await w.worker().updateAvailable()
    expect(w.restarts).toHaveLength(1)
  })
})

describe('confirming', () => {
  it.each([
    ['another digest', 'order/changed', { digest: 'other' }],
    ['an unknown order', 'order/not-found', { orderId: 'f'.repeat(32) }],
  ])('given %s, is refused with %s', async (_, code, change) => {
    const w = open()
    const plan = await w.prepare()
    await expect(w.call('confirmOrder', { ...plan, ...change })).rejects.toMatchObject({ code })
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given the quote is over, is refused', async () => {
    const w = open()
    const plan = await w.prepare('q1', 30)
    await w.advance(26_000)
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({
      code: 'policy/quote-expired',
    })
  })

  it('given another account in the wallet, waits for the right one and goes on by itself', async () => {
    const w = open()
    const plan = await w.prepare()
    const { account } = w.page.state
    w.page.state.account = `0x${'9'.repeat(40)}`
    await w.call('confirmOrder', plan)
    await w.settle()
    expect((await w.order(plan.orderId)).blocker?.code).toBe('wallet/account-changed')
    expect(w.page.state.everAsked).toBe(0)
    w.page.state.account = account
    await w.advance(5_000)
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })

  it('given a wallet that is slow to say its account, is refused, and may be given again', async () => {
    const w = open()
    const plan = await w.prepare()
    w.page.state.slow = true
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({
      code: 'page/not-responding',
    })
    w.page.state.slow = false
    await w.call('confirmOrder', plan)
    expect((await w.order(plan.orderId)).status).toBe('running')
  })

  it('given the page is gone, is refused', async () => {
    const w = open()
    const plan = await w.prepare()
    w.page.close()
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({ code: 'page/gone' })
  })
})

describe('the person’s answer where nobody knows', () => {
  async function unsure(w: World) {
    const orderId = await confirmed(w)
    w.page.muddle()
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    return { orderId, stepId: step?.id ?? '', attemptId: (step && attemptOf(step.state)) ?? '' }
  }

  it('given native coins, "not sent" must be typed', async () => {
    const w = open()
    const at = await unsure(w)
    const choice = { kind: 'not-sent' as const }
    await expect(w.call('resolveUnsure', { ...at, choice })).rejects.toMatchObject({
      code: 'rpc/invalid',
    })
    await w.call('resolveUnsure', { ...at, choice: { ...choice, typed: ' not sent ' } })
    expect((await follow(w, at.orderId)).status).toBe('filled')
  })

  it('given a hash that is not this transaction, nothing changes; given the right one, it fills', async () => {
    const w = open()
    const at = await unsure(w)
    const other = w.chain.send({ to: `0x${'5'.repeat(40)}`, data: '0x', value: '0x1' })
    const say = (hash: string) => w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
    const refused = (code: string, field?: string) => ({
      code,
      context: field === undefined ? {} : { field },
    })
    await expect(say(other.hash)).rejects.toMatchObject(refused('order/hash-other', 'payload'))
    await expect(say('no hash')).rejects.toMatchObject(refused('order/hash-malformed'))
    await expect(say('5'.repeat(88))).rejects.toMatchObject(refused('order/hash-malformed'))
    await expect(say(`0x${'9'.repeat(64)}`)).rejects.toMatchObject(refused('order/hash-unknown'))
    const to = `0x${'5'.repeat(40)}`
    const stranger = w.chain.sendBy(`0x${'6'.repeat(40)}`, { to, data: '0x', value: '0x1' })
    await expect(say(stranger.hash)).rejects.toMatchObject(refused('order/hash-other', 'account'))
    const allowing = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [`0x${'5'.repeat(40)}`, 1n],
    })
    const approval = w.chain.send({ to: `0x${'4'.repeat(40)}`, data: allowing, value: '0x0' })
    await expect(say(approval.hash)).rejects.toMatchObject(refused('order/hash-other', 'step'))
    const step = (await w.order(at.orderId)).steps[0]
    if (step?.action.kind !== 'transaction') throw new Error('not a transaction')
    const { hash } = w.chain.send(step.action.tx)
    await say(hash)
    expect((await follow(w, at.orderId)).status).toBe('filled')
  })

  it('given the hash of what an order that was removed paid with, says so', async () => {
    const w = open()
    const at = await unsure(w)
    const step = (await w.order(at.orderId)).steps[0]
    if (step?.action.kind !== 'transaction') throw new Error('not a transaction')
    const { hash } = w.chain.send(step.action.tx)
    const row = { key: hash.toLowerCase(), orderId: 'f'.repeat(32) }
    await (await w.truth.use()).put('spent', row)
    const say = w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
    await expect(say).rejects.toMatchObject({ code: 'order/hash-used' })
  })

  it('given it speaks of another ask than the one that is unsure, changes nothing', async () => {
    const w = open()
    const at = { ...(await unsure(w)), attemptId: '9'.repeat(32) }
    const choice = { kind: 'not-sent' as const, typed: 'not sent' }
    await expect(w.call('resolveUnsure', { ...at, choice })).rejects.toMatchObject({
      code: 'order/changed',
    })
    expect((await w.order(at.orderId)).steps[0]?.state.status).toBe('unsure')
  })

  it('given there is nothing to answer, is refused', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const [step] = (await w.order(orderId)).steps
    const attemptId = (step && attemptOf(step.state)) ?? ''
    const choice = { kind: 'check-again' as const }
    const input = { orderId, stepId: step?.id ?? '', attemptId, choice }
    await expect(w.call('resolveUnsure', input)).rejects.toMatchObject({ code: 'order/changed' })
  })
})

describe('a thousand open orders of one account', () => {
  it('are read in at most fifty requests, with one alarm', async () => {
    const w = open()
    await w.settle()
    for (let i = 0; i < 1_000; i += 1) {
      const id = `svc-${i}`
      const depositTxHash = `0x${i.toString(16).padStart(64, '0')}`
      const createdAt = new Date(w.clock.now).toISOString()
      const order = { id, quoteId: `q${i}`, routeId: 'r1', depositTxHash, status: 'created' }
      w.service.orders.push({ ...order, createdAt })
      const record = w.service.record(id)
      if (record) await keep(w.worker().engine, record, 'http://service.test')
    }
    await w.settle()
    w.requests.length = 0
    await w.advance(2_100)
    const reads = w.requests.filter((path) => path.startsWith('/v1/orders/'))
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.length).toBeLessThanOrEqual(50)
    expect(w.clock.alarm).toBeDefined()
  })
})

describe('orders found again', () => {
  it('given a hash or the account, comes back on another computer and is followed', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    const hash = w.chain.mempool[0]?.hash ?? ''
    const fresh = createWorld({ name: `found-${count}`, source: 'native' })
    fresh.chain.mempool.push(...w.chain.mempool)
    fresh.service.orders.push(...w.service.orders)
    const author = (await w.order(orderId)).accepted.author
    const first = await fresh.call('recoverOrders', { query: author })
    expect(first).toEqual({ found: 1, orderIds: [expect.any(String)] })
    const { orderIds } = first
    expect(await fresh.call('recoverOrders', { query: author })).toEqual({ found: 0, orderIds })
    const text = await readSupport(fresh.truth, {})
    expect(text).toContain(hash)
    expect(text).not.toContain('tabId')
    fresh.chain.mine()
    await fresh.advance(30_000)
    expect(fresh.notices.some((id) => id.startsWith('filled:'))).toBe(true)
    await fresh.dispose()
  })
})

describe('a mined deposit that a reorganisation takes back', () => {
  /** The deposit is mined and the service was told; it has not looked at the chain yet. */
  async function minedDeposit(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await w.order(orderId)).status).toBe('submitted')
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('confirmed')
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
      const orderId = await minedDeposit(w)
      await w.advance(1_500)
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
