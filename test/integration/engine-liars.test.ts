import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { shippedOperators } from '@/src/domain/chain/operators'
import { checkSentence } from '@/src/ui/copy/checks'
import { author } from './engine/chain'
import { press } from './engine/person'
import { createSimSolana, solanaChainId } from './engine/solana'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { NodeFault, World } from './engine/world'

/** The node that the service names; independent operators are asked beside it. */
const named = 'rpc.test'
const operator = 'mainnet.base.org'

const open = createStage('liars')

/** The approval of a token, up to the prompt of the deposit. */
async function approved(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(15_000)
  expect(w.page.prompts).toHaveLength(1)
  return orderId
}

/** What was sent waits in a queue that no public node shows. */
function hide(w: World) {
  const hidden = w.chain.mempool.splice(0)
  return () => w.chain.mempool.push(...hidden)
}

const empty = { hash: `0x${'e'.repeat(64)}`, to: author, input: '0x', value: '0x0', nonce: '0x0' }
/** No receipt, the nonce used, and an empty transaction of the account in every block. */
const cancelledLie: NodeFault = (method, honest) => {
  if (method === 'eth_getTransactionReceipt') return null
  if (method === 'eth_getTransactionCount') return '0x1'
  if (method !== 'eth_getBlockByNumber') return honest
  return { ...(honest as object), transactions: [{ ...empty, from: author, chainId: '0x2105' }] }
}
const revertedLie: NodeFault = (method, honest) =>
  method === 'eth_getTransactionReceipt' && honest ? { ...honest, status: '0x0' } : honest

/** Stands still: whatever came after this moment is not there. */
function frozen(w: World): NodeFault {
  const at = w.chain.rpc('eth_blockNumber', [])
  const used = w.chain.rpc('eth_getTransactionCount', [author, 'latest'])
  return (method, honest) => {
    if (method === 'eth_blockNumber') return at
    if (method === 'eth_getTransactionCount') return used
    return /Receipt|ByHash/.test(method) ? null : honest
  }
}

describe('one node that lies about a deposit that is mined', () => {
  it.each([
    ['says that it was cancelled', named, cancelledLie],
    ['says that it reverted', named, revertedLie],
    ['says that it was cancelled', operator, cancelledLie],
    ['says that it reverted', operator, revertedLie],
  ])(
    'given it %s (%s), the order does not end and nothing is asked again',
    async (_, host, lie) => {
      const w = open()
      const orderId = await confirmed(w)
      w.nodeFaults.set(host, lie)
      w.service.faults.push(...Array<'error'>(60).fill('error'))
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await wait(w, 10)
      const order = await w.order(orderId)
      expect(order.failure).toBeUndefined()
      expect(['verified', 'confirmed']).toContain(order.steps[0]?.state.status)
      expect(w.page.state.everAsked).toBe(1)
      w.service.faults.length = 0
      await wait(w, 20)
      expect((await w.order(orderId)).status).toBe('filled')
    },
  )

  it.each([
    ['cancelled', 'chain/cancelled'],
    ['reverted', 'chain/reverted'],
  ] as const)('given it was really %s, two operators end it', async (what, code) => {
    const w = open()
    const orderId = await confirmed(w)
    w.service.faults.push(...Array<'error'>(60).fill('error'))
    w.page.approve()
    await w.deliver()
    const hash = w.chain.mempool[0]?.hash ?? ''
    if (what === 'cancelled') w.chain.replace(hash, { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    const [mined] = w.chain.mined
    if (what === 'reverted' && mined) mined.reverted = true
    await wait(w, 5)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'failed', code })
  })
})

describe('a deposit that no public node shows', () => {
  it.each(['native', 'erc20'] as const)(
    'given the wallet gave its hash (%s), it is never called "not sent", and followed once it shows',
    async (source) => {
      const w = open(source)
      const orderId = source === 'native' ? await confirmed(w) : await approved(w)
      w.page.approve()
      const show = hide(w)
      await w.deliver()
      await wait(w, 40)
      expect(['sent', 'unsure']).toContain((await depositOf(w, orderId)).state.status)
      show()
      w.chain.mine()
      await wait(w, 10)
      expect((await w.order(orderId)).status).toBe('filled')
    },
  )

  it('given the page says it was rejected, it is not asked again without proof or word', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    const show = hide(w)
    await w.deliver()
    const step = await depositOf(w, orderId)
    expect(step.state.status).toBe('declined')
    await w.call('retryStep', { orderId, stepId: step.id })
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('refused')
    show()
    w.chain.mine()
    await wait(w, 5)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.mined).toHaveLength(1)
  })

  it('given its prompt was lost with its tab, native coins are never called "not sent"', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    const show = hide(w)
    w.page.close()
    await w.worker().pageGone(7)
    await wait(w, 40)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    show()
    w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a page that says it was never asked, to a script that was not there then', () => {
  it.each(['native', 'erc20'] as const)('is believed nothing (%s)', async (source) => {
    const w = open(source)
    const orderId = source === 'native' ? await confirmed(w) : await approved(w)
    w.page.approve('nothing')
    const show = hide(w)
    w.page.deny()
    await wait(w, 10)
    const { id: stepId, state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    const asked = w.page.state.everAsked
    await press(() => w.call('retryStep', { orderId, stepId }))
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(asked)
    show()
    w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given a private relay and an extension that was loaded anew, is told as its word alone', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.state.relay = true
    w.page.approve('nothing')
    w.page.deny()
    w.kill()
    w.revive()
    await w.settle()
    await wait(w, 12)
    const { state } = await depositOf(w, orderId)
    if (state.status !== 'unsure') throw new Error(state.status)
    expect(state.checks).toContainEqual(expect.objectContaining({ state: 'says-never' }))
    const said = state.checks.map(checkSentence)
    expect(said).toContain('The page says that it was never asked.')
    expect(said).not.toContain('The page never received the request.')
  })

  it('is believed by the script that was there, where no ask came to it', async () => {
    const w = open()
    w.page.state.unreached = true
    const orderId = await confirmed(w)
    await wait(w, 2)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'failed',
      code: 'order/not-sent',
    })
  })
})

describe('the silence of a node that stands still', () => {
  it('is no answer: what was mined is found at the operators', async () => {
    const w = open('erc20')
    const orderId = await approved(w)
    w.nodeFaults.set(named, frozen(w))
    w.page.approve('nothing')
    w.page.close()
    await w.worker().pageGone(7)
    w.chain.mine()
    await wait(w, 40)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given both operators stand still too, nothing is claimed', async () => {
    const w = open('erc20')
    const orderId = await approved(w)
    const fault = frozen(w)
    const still: NodeFault = (method, honest) =>
      method === 'eth_getBlockByNumber'
        ? { ...(honest as object), timestamp: '0x1' }
        : fault(method, honest)
    for (const host of ['base-rpc.publicnode.com', 'base.api.onfinality.io', 'base.rpc.sentio.xyz'])
      w.nodeFaults.set(host, still)
    w.nodeFaults.set(named, still)
    w.nodeFaults.set(operator, still)
    w.page.approve('nothing')
    w.page.close()
    await w.worker().pageGone(7)
    w.chain.mine()
    await wait(w, 40)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })
})

describe('a wallet that sends something else', () => {
  it('given that took the nonce, is never called "not sent"', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    const [hash] = w.chain.mempool.map((tx) => tx.hash)
    const altered = w.chain.replace(hash ?? '', { value: '0xffff' })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash' && altered) {
      outcome.result.value.hash = altered.hash
    }
    w.chain.mine()
    await w.deliver()
    await wait(w, 30)
    expect((await w.order(orderId)).alarm?.kind).toBe('altered')
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('an honest refusal', () => {
  it('given a transaction of the account waits, one click is not enough', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    await w.deliver()
    const step = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId: step.id, notSent: true })
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given the person says so, is asked again at once', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    const step = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId: step.id, notSent: true })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('rejected')
  })

  it('given the exact allowance of a token stands untouched, two operators prove it', async () => {
    const w = open('erc20')
    const orderId = await approved(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 4)
    const order = await w.order(orderId)
    expect(order.attempts.at(-1)?.end?.what).toBe('absent')
    const step = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId: step.id })
    await w.settle()
    expect(w.page.state.everAsked).toBe(3)
  })

  it('given something of the account waits since the ask, its allowance proves nothing until that is mined', async () => {
    const w = open('erc20')
    const orderId = await approved(w)
    w.page.approve('false-rejection')
    await w.deliver()
    await wait(w, 4)
    const refused = (await w.order(orderId)).attempts.at(-1)
    expect(refused?.end?.what).toBe('refused')
    // Nor is it asked for again on that alone.
    await w.call('retryStep', { orderId, stepId: (await depositOf(w, orderId)).id })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
    w.chain.mine()
    await wait(w, 4)
    expect((await w.order(orderId)).status).not.toBe('running')
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given one operator alone denies the allowance, it is not proved', async () => {
    const w = open('erc20')
    const orderId = await approved(w)
    const none: NodeFault = (method, honest) =>
      method === 'eth_call' && honest !== null ? `0x${'0'.repeat(64)}` : honest
    w.page.reject()
    await w.deliver()
    w.nodeFaults.set(operator, none)
    await wait(w, 4)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('refused')
  })
})

describe('an account that sends a lot', () => {
  it('given more went out since the ask than is looked through, nothing is claimed', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const other = { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }
    for (let i = 0; i < 12; i += 1) w.chain.send(other)
    w.page.approve('false-rejection')
    await w.deliver()
    w.chain.mine()
    await wait(w, 5)
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await w.order(orderId)).attempts[0]?.end?.what).not.toBe('absent')
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a worker that dies as the wallet is asked', () => {
  it('given its tab is gone before the next one starts, does not say that nothing was asked', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    w.killAtAsk()
    await press(() => w.call('confirmOrder', { orderId, digest }))
    await w.dead()
    w.page.state.relay = true
    w.page.approve('nothing')
    w.page.close()
    w.revive()
    await wait(w, 5)
    const { attempts } = await w.order(orderId)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    expect(attempts.map(({ end }) => end)).toEqual([undefined])
    expect([w.page.state.everAsked, w.chain.relay.length]).toEqual([1, 1])
  })
})

describe('a signed Solana transaction', () => {
  const stale: NodeFault = (method, honest) =>
    method === 'isBlockhashValid' ? { context: { slot: 1 }, value: false } : honest
  const [first = ''] = shippedOperators(solanaChainId).map(({ url }) => new URL(url).host)

  /** Signed and told of; the service broadcast nothing yet and its answer is lost. */
  async function signed(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.service.faults.push(...Array<'error'>(4).fill('error'))
    w.page.approve()
    await w.deliver()
    return orderId
  }

  it.each([
    ['the node that the service names is behind', (w: World) => w.nodeFaults.set(named, stale)],
    [
      'one operator lies as well',
      (w: World) => {
        w.nodeFaults.set(named, stale)
        w.nodes.lie(first, 'blockhashOver', 'noSignature')
      },
    ],
  ])('given %s, is not given up, and lands once', async (_, lie) => {
    const w = open('solana')
    const orderId = await signed(w)
    lie(w)
    await w.advance(20_000)
    const step = await depositOf(w, orderId)
    expect(step.state.status).toBe('sent')
    await expect(w.call('retryStep', { orderId, stepId: step.id })).rejects.toThrow()
    for (let i = 0; i < 10; i += 1) {
      w.solana.mine()
      await w.advance(30_000)
    }
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.solana.landed.size).toBe(1)
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given its page says "rejected" and hands it in itself, is never asked for again', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    for (const bytes of w.page.signed.values()) w.solana.broadcast(bytes)
    w.solana.mine()
    await w.deliver()
    w.solana.mine(200)
    await wait(w, 10)
    const [hash] = w.solana.landed
    const order = await w.order(orderId)
    expect(order.attempts[0]?.end?.what).not.toBe('absent')
    expect(order.steps[0]?.state).toMatchObject({ status: 'confirmed', hash })
    expect(order.status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given its page hands it in, and its request was built anew since, the service is told of it', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    for (const bytes of w.page.signed.values()) w.solana.broadcast(bytes)
    await w.deliver()
    await w.advance(300_000)
    const { id: stepId } = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId })
    for (let i = 0; i < 8; i += 1) {
      w.solana.mine(10)
      await wait(w, 5)
    }
    const [hash] = w.solana.landed
    expect(await depositOf(w, orderId)).toMatchObject({ state: { status: 'confirmed', hash } })
    expect(w.service.orders).toMatchObject([{ depositTxHash: hash }])
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  /** Called rejected by its page, and proved to be unsent; gives what the wallet signed, base64. */
  async function unsent(w: World): Promise<{ orderId: string; bytes: string }> {
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    await w.deliver()
    w.solana.skip()
    w.solana.mine(80)
    await wait(w, 3)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
    const [bytes = ''] = w.page.signed.values()
    return { orderId, bytes }
  }

  /** The service has an order of this quote and route, with this deposit. */
  async function names(w: World, orderId: string, depositTxHash: string): Promise<void> {
    const { quoteId, routeId } = (await w.order(orderId)).accepted
    const createdAt = new Date(w.clock.now).toISOString()
    w.service.orders.push({
      ...{ id: 'svc-1', quoteId, routeId, depositTxHash, status: 'created', createdAt },
    })
    await wait(w, 5)
  }

  it('given the service tells of it after it was said to be unsent, is followed', async () => {
    const w = open('solana')
    const { orderId, bytes } = await unsent(w)
    const hash = w.solana.landLate(bytes)
    await names(w, orderId, hash)
    expect((await w.order(orderId)).attempts[0]?.seen).toMatchObject([{ hash }])
  })

  it('given the service names something else that landed, is not taken for that', async () => {
    const w = open('solana')
    const { orderId } = await unsent(w)
    const stranger = createSimSolana(1n)
    const bytes = stranger.sign(stranger.build())
    const other = w.solana.landLate(bytes)
    await names(w, orderId, other)
    const order = await w.order(orderId)
    expect(order.attempts[0]?.seen.map(({ hash }) => hash)).not.toContain(other)
    expect(order.steps[0]?.state).not.toMatchObject({ hash: other })
  })

  it('given its block hash is gone for good on two operators, may be signed anew', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.service.faults.push(...Array<'error'>(400).fill('error'))
    w.page.approve()
    await w.deliver()
    w.solana.skip()
    await w.advance(70_000)
    expect((await depositOf(w, orderId)).state.status).toBe('sent')
    w.solana.mine(40)
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.steps[0]?.state).toMatchObject({ code: 'chain/blockhash-expired' })
    expect(order.attempts[0]).toMatchObject({ end: { what: 'absent' } })
    expect(order.attempts[0]?.seen[0]?.signedBytes).toBeDefined()
  })
})

describe('an approval whose cap the person raised in the wallet', () => {
  it('is what was asked, and the swap goes on', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    const [asked] = w.chain.mempool
    const unlimited = `${asked?.data.slice(0, 74)}${'f'.repeat(64)}`
    const raised = w.chain.replace(asked?.hash ?? '', { data: unlimited })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash' && raised) {
      outcome.result.value.hash = raised.hash
    }
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await wait(w, 3)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})
