import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '@/src/domain/order/event'
import { attemptOf } from '@/src/domain/order/order-parts'
import { reduce } from '@/src/domain/order/reduce'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { transact } from '@/src/store/transact'
import { bytes32, bytesOf, giveUp, swapped, withNewer } from './engine/altered'
import { author, erc20 } from './engine/chain'
import { toChainId } from './engine/service'
import { solanaChainId, solanaNative } from './engine/solana'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('not-sent')

/** The service's answer to a notice that was under way comes last of all. */
async function answerLate(w: World, orderId: string, hash: string): Promise<void> {
  const event: OrderEvent = { type: 'submitted', at: w.clock.now, hash, serviceOrderId: 'svc-9' }
  const decide = (order: Parameters<typeof reduce>[0]) => {
    const { order: next, effects } = reduce(order, event)
    return { order: next, event, effects }
  }
  await transact(w.truth, orderId, decide, { now: w.clock.now })
  w.worker().wake()
  await w.settle()
}

/** Sent, told of, and cancelled in the wallet before the service's answer was there. */
async function takenTooLate(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.service.faults.push(...Array<'error'>(400).fill('error'))
  w.page.approve()
  await w.deliver()
  const hash = w.chain.mempool[0]?.hash ?? ''
  w.chain.replace(hash, { to: author, data: '0x', value: '0x0' })
  w.chain.mine()
  await wait(w, 5)
  expect((await depositOf(w, orderId)).state).toMatchObject({
    status: 'failed',
    code: 'chain/cancelled',
  })
  await answerLate(w, orderId, hash)
  expect((await w.order(orderId)).status).toBe('submitted')
  return orderId
}

describe('an order at the service whose deposit turns out not to be sent', () => {
  it('given its nonce went to something else, ends as failed', async () => {
    const w = open('native')
    const orderId = await takenTooLate(w)
    await wait(w, 40)
    const order = await w.order(orderId)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'order/not-sent' } })
    expect(order.attempts[0]?.end?.what).toBe('absent')
    expect(w.page.state.everAsked).toBe(1)
    expect(w.notices.filter((id) => id.includes('failed'))).toHaveLength(1)
  })

  it('given the person says so, ends on that word, and is taken up by what lands after all', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    const [hidden] = w.chain.mempool.splice(0)
    const hash = hidden?.hash ?? ''
    await w.deliver()
    await answerLate(w, orderId, hash)
    await wait(w, 8)
    const state = (await depositOf(w, orderId)).state
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    const stepId = (await depositOf(w, orderId)).id
    const attemptId = attemptOf(state) ?? ''
    const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    const ended = await w.order(orderId)
    expect(ended).toMatchObject({ status: 'failed', failure: { code: 'order/given-up' } })
    if (hidden) w.chain.mempool.push(hidden)
    w.chain.mine()
    await wait(w, 5)
    const order = await w.order(orderId)
    expect(order.failure).toBeUndefined()
    expect(order.steps[0]?.state).toMatchObject({ status: 'confirmed', hash })
    expect(order.status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the first operator is away just before the ask, the next two say until when it could land', async () => {
    const w = open('solana')
    for (const host of w.nodes.operatorsOf(20_011_000_000).slice(0, 1)) w.nodes.silence(host)
    const [attempt] = (await w.order(await confirmed(w))).attempts
    expect(attempt?.evidence).toMatchObject({ blockNumber: '1', lastValidBlockHeight: '41' })
  })

  it('given no operator answers just before the ask, it is not asked for until one does', async () => {
    const w = open('solana')
    for (const host of w.nodes.operatorsOf(20_011_000_000)) w.nodes.silence(host)
    const orderId = await confirmed(w)
    await w.advance(20_000)
    const order = await w.order(orderId)
    const [step] = order.steps
    expect(step?.state).toMatchObject({ status: 'failed', code: 'chain/unread', retryable: true })
    expect([order.attempts, w.page.state.everAsked]).toEqual([[], 0])
    w.nodes.heal()
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given its block hash is gone for good on two operators, ends as failed', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(2_000)
    expect((await w.order(orderId)).status).toMatch(/submitted|tracking/)
    w.solana.skip()
    w.solana.mine(40)
    await wait(w, 5)
    const order = await w.order(orderId)
    expect(w.solana.landed.size).toBe(0)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'chain/blockhash-expired' } })
    expect(order.attempts[0]?.end?.what).toBe('absent')
    expect(order.steps[0]?.state.status).toBe('failed')
  })

  it('given one operator alone says that its block hash is gone, is followed', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    const [one = ''] = w.nodes.operatorsOf(20_011_000_000)
    w.nodes.lie('rpc.test', 'blockhashOver', 'noSignature')
    w.nodes.lie(one, 'blockhashOver', 'noSignature')
    w.page.approve()
    await w.deliver()
    await wait(w, 5)
    expect((await w.order(orderId)).failure).toBeUndefined()
    w.nodes.heal()
    w.solana.mine(40)
    await wait(w, 5)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a deposit on Solana that was signed otherwise than asked, and landed', () => {
  /** What its page hands in, signed, in place of what was asked; `says` is all that is heard of it. */
  async function handedIn(
    w: World,
    change: (asked: string, blockhash: string) => string,
    says: 'rejected' | 'nothing',
    told?: (hash: string) => Promise<unknown>,
  ): Promise<string> {
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    const request = w.page.prompts[0]?.command.request
    if (request?.kind !== 'solanaSign') throw new Error('not asked')
    const { blockhash = '' } = (await w.order(orderId)).attempts[0]?.evidence ?? {}
    const hash = w.solana.broadcast(w.solana.sign(change(request.transaction, blockhash))) ?? ''
    w.solana.mine()
    expect(w.solana.landed.size).toBe(1)
    if (says === 'rejected') w.page.reject()
    else w.page.losePrompt()
    if (says === 'nothing') w.page.close()
    await w.deliver()
    await told?.(hash)
    w.solana.mine(100)
    await w.advance(15 * 60_000)
    return orderId
  }

  const memo = (asked: string) => swapped(asked, 'order', 'ordes')

  it('given another memo and a page that says rejected, is paid again on the word of the person alone', async () => {
    const w = open('solana')
    const orderId = await handedIn(w, memo, 'rejected')
    const retry = async (notSent?: true) => {
      const stepId = (await depositOf(w, orderId)).id
      await w.call('retryStep', { orderId, stepId, page: w.page.page, ...(notSent && { notSent }) })
      await w.settle()
    }
    // A click says that it was rejected: what landed is named, and a word is typed of it.
    await expect(retry(true)).rejects.toMatchObject({ code: 'order/not-confirmable' })
    await giveUp(w, orderId)
    await retry()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given another memo, and a service that names it as another order’s, is not called absent', async () => {
    const w = open('solana')
    const named = async (depositTxHash: string) => {
      const time = new Date(w.clock.now).toISOString()
      const record = {
        ...{ id: 'svc-other', quoteId: 'q-other', routeId: 'r-other', status: 'deposited' },
        ...{ fromChainId: solanaChainId, fromToken: solanaNative, toChainId, toToken: erc20 },
        ...{ srcAmount: '7', destAmount: '7', author: w.solana.author, recipient: author },
        ...{ depositTxHash, depositAddress: 'Vau1t11111111111111111111111111111111111111' },
        ...{ createdAt: time, updatedAt: time },
      }
      w.service.terms.others = [record]
      const { found } = await w.call('recoverOrders', { query: w.solana.author })
      expect(found).toBe(1)
    }
    const orderId = await handedIn(w, memo, 'rejected', named)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given another memo and a page that is gone, leaves it to the person to say', async () => {
    const w = open('solana')
    const orderId = await handedIn(w, memo, 'nothing')
    await giveUp(w, orderId)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('given-up')
  })

  it('given a newer block hash, is not called absent', async () => {
    const w = open('solana')
    const newer = (asked: string, blockhash: string) => withNewer(w, asked, blockhash)
    const orderId = await handedIn(w, newer, 'nothing')
    expect((await w.order(orderId)).attempts[0]?.end?.what).not.toBe('absent')
  })

  it('given it pays somebody else, has nothing to do with the order, which is paid when asked to', async () => {
    const w = open('solana')
    const elsewhere = (asked: string) =>
      swapped(asked, bytes32(vaultOf(asked)), new Uint8Array(32).fill(9))
    const orderId = await handedIn(w, elsewhere, 'rejected')
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given it is what another order of ours asked for, has nothing to do with the order', async () => {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.reject()
    await w.deliver()
    const other = await w.prepare('q2', 7_200)
    const known = [orderId]
    await w.call('confirmOrder', { orderId: other.orderId, digest: other.digest, known })
    await w.settle()
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    w.solana.mine(100)
    await wait(w, 15)
    expect(w.solana.landed.size).toBe(1)
    expect((await w.order(other.orderId)).status).toBe('filled')
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
  })

  /** Who is paid by a transaction (base64). */
  function vaultOf(text: string): string | undefined {
    const parsed = parseSolanaTransaction(bytesOf(text))
    return parsed?.instructions[0]?.accounts[1]?.key
  }
})

describe('a first payment that lands after all, so that the second one reverts', () => {
  /** Both are sent: the first by a private relay that nobody sees, while the page says "rejected". */
  async function paidTwice(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    w.page.state.relay = true
    w.page.approve('false-rejection')
    await w.deliver()
    await wait(w, 4)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('absent')
    w.page.state.relay = false
    await w.call('retryStep', { orderId, stepId: (await depositOf(w, orderId)).id })
    await w.settle()
    w.page.approve()
    return orderId
  }

  it('given nothing was told of yet, is followed to its end', async () => {
    const w = open('erc20')
    const orderId = await paidTwice(w)
    w.service.faults.push(...Array<'error'>(400).fill('error'))
    await w.deliver()
    w.chain.mineRelay()
    w.chain.mine()
    await wait(w, 3)
    w.service.faults.length = 0
    await wait(w, 20)
    const order = await w.order(orderId)
    const [landed] = w.chain.deposits()
    expect(w.chain.deposits()).toHaveLength(1)
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: landed?.hash })
    expect(order.status).toBe('filled')
    expect(order.failure).toBeUndefined()
  })

  it('given the service has the second, is not called "stayed in your wallet"', async () => {
    const w = open('erc20')
    const orderId = await paidTwice(w)
    await w.deliver()
    w.chain.mineRelay()
    w.chain.mine()
    await wait(w, 20)
    const order = await w.order(orderId)
    const [landed] = w.chain.deposits()
    expect(order.steps.at(-1)?.state).toMatchObject({ status: 'confirmed', hash: landed?.hash })
    // The service of the world fills what it was told of first, and calls that failed.
    expect(order.failure?.code).toBe('order/failed-at-service')
  })
})
