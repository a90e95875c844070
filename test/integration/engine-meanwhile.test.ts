import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { attemptOf } from '@/src/domain/order/order-parts'
import { author, chainId, erc20 } from './engine/chain'
import { otherAccount } from './engine/chain-terms'
import { amountIn, native, toChainId } from './engine/service'
import { confirmed, createStage, depositOf } from './engine/stage'
import { runTwo, type TwoOperation, twoOperations } from './engine/two-orders'
import type { World } from './engine/world'

const open = createStage('meanwhile')

type More = Parameters<World['prepare']>[2]

/** A second order, confirmed while the first one is under way; it is asked for where nothing is in its way. */
async function second(w: World, more: More = {}): Promise<string> {
  const { orderId, digest } = await w.prepare('q2', 3_000, more)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

const coin = (chain: number) => ({
  chainId: chain,
  address: native,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
})

/** The same pair, paid by another account or from another chain. */
function elsewhere(from: { account?: string; chain?: number }): More {
  const { account = author, chain = chainId } = from
  const to = chain === chainId ? toChainId : chainId
  return {
    request: {
      tradeType: 'EXACT_INPUT',
      fromChainId: chain,
      fromToken: native,
      toChainId: to,
      toToken: erc20,
      amount: amountIn,
      fromAddress: account,
      recipient: account,
    },
    fromToken: coin(chain),
    toToken: { chainId: to, address: erc20, name: 'USDC', symbol: 'USDC', decimals: 6 },
  } as More
}

/** The person says that the wallet shows the request of an order no more. */
async function sayGone(w: World, orderId: string): Promise<void> {
  const step = await depositOf(w, orderId)
  const attemptId = attemptOf(step.state) ?? ''
  await w.call('promptGone', { orderId, stepId: step.id, attemptId })
  await w.settle()
}

async function sayNotSent(w: World, orderId: string): Promise<void> {
  const step = await depositOf(w, orderId)
  const attemptId = attemptOf(step.state) ?? ''
  const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
  await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
}

const statusOf = async (w: World, orderId: string) => (await depositOf(w, orderId)).state.status

describe('a second order while the request of the first one is open', () => {
  it('given the same account and chain, is not asked for, names the first one, and goes on after it', async () => {
    const w = open()
    const first = await confirmed(w)
    const orderId = await second(w)
    expect((await w.order(orderId)).blocker).toMatchObject({ code: 'order/busy', orderId: first })
    expect(w.page.state.everAsked).toBe(1)
    w.page.approve()
    await w.deliver()
    await w.advance(10_000)
    expect(await statusOf(w, orderId)).toBe('asking')
    expect((await w.order(orderId)).blocker).toBeUndefined()
  })

  it('given another account, is asked for at once', async () => {
    const w = open()
    await confirmed(w)
    w.page.state.account = otherAccount
    w.service.terms.author = otherAccount
    const orderId = await second(w, elsewhere({ account: otherAccount }))
    expect(await statusOf(w, orderId)).toBe('asking')
  })

  it('given another chain, is asked for at once', async () => {
    const w = open()
    await confirmed(w)
    w.page.state.chain = toChainId
    const orderId = await second(w, elsewhere({ chain: toChainId }))
    expect(await statusOf(w, orderId)).toBe('asking')
  })

  it('given only an approval is asked for, is asked for at once', async () => {
    const w = open('erc20')
    const first = await confirmed(w)
    expect((await w.order(first)).steps[0]?.state.status).toBe('asking')
    const orderId = await second(w)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given the first one takes tokens, not even an approval is asked for beside it', async () => {
    const w = open('erc20')
    const first = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(15_000)
    expect(await statusOf(w, first)).toBe('asking')
    const orderId = await second(w)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('ready')
    expect((await w.order(orderId)).blocker).toMatchObject({ code: 'order/busy', orderId: first })
  })
})

describe('a second order while nobody knows what became of the first one', () => {
  it('given the same account and chain, waits for the word that nothing was sent', async () => {
    const w = open()
    const first = await confirmed(w)
    w.page.losePrompt()
    await sayGone(w, first)
    expect(await statusOf(w, first)).toBe('unsure')
    const orderId = await second(w)
    expect((await w.order(orderId)).blocker).toMatchObject({ code: 'order/busy', orderId: first })
    await w.advance(60_000)
    expect(w.page.state.everAsked).toBe(1)
    await sayNotSent(w, first)
    await w.advance(10_000)
    expect(await statusOf(w, orderId)).toBe('asking')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given tokens, waits for the proof of two operators and goes on by itself', async () => {
    const w = open('erc20')
    const first = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(15_000)
    w.page.losePrompt()
    await sayGone(w, first)
    const orderId = await second(w)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('ready')
    await w.advance(300_000)
    expect(await statusOf(w, first)).toBe('failed')
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given the answer of the second one would be lost too, its payment is never taken for that of the first', async () => {
    const w = open()
    const first = await confirmed(w)
    w.page.losePrompt()
    await sayGone(w, first)
    await second(w)
    for (let i = 0; i < 6; i += 1) {
      w.page.approve('nothing')
      w.chain.mine()
      await w.advance(10_000)
    }
    expect(await statusOf(w, first)).toBe('unsure')
    expect(w.chain.mined).toEqual([])
  })

  it('given another account, is asked for at once', async () => {
    const w = open()
    const first = await confirmed(w)
    await sayGone(w, first)
    w.page.state.account = otherAccount
    w.service.terms.author = otherAccount
    const orderId = await second(w, elsewhere({ account: otherAccount }))
    expect(await statusOf(w, orderId)).toBe('asking')
  })

  it('given another chain, is asked for at once', async () => {
    const w = open()
    const first = await confirmed(w)
    await sayGone(w, first)
    w.page.state.chain = toChainId
    const orderId = await second(w, elsewhere({ chain: toChainId }))
    expect(await statusOf(w, orderId)).toBe('asking')
  })
})

describe('two orders of one account on one chain', () => {
  /** What was once wrong, or is worst. */
  const worst: readonly TwoOperation[][] = [
    ['confirmFirst', 'losePrompt', 'firstGone', 'confirmSecond', 'silence', 'mine', 'wait1m'],
    ['confirmFirst', 'closeTab', 'wait1m', 'reopenTab', 'confirmSecond', 'retrySecond', 'wait1m'],
    ['confirmFirst', 'silence', 'firstGone', 'confirmSecond', 'wait10s', 'mine', 'approve', 'mine'],
    [
      'confirmFirst',
      'confirmSecond',
      'killWorker',
      'wait1m',
      'firstGone',
      'firstNotSent',
      'wait1m',
    ],
    ['confirmFirst', 'falseRejection', 'deliver', 'confirmSecond', 'approve', 'deliver', 'mine'],
  ]
  const runs = Math.ceil(Number(process.env.CAUSEWAY_MODEL_RUNS ?? 1_000) / 50)
  const seed = Number(process.env.CAUSEWAY_MODEL_SEED ?? 20_261_120)

  it.each(['native', 'erc20'] as const)('are never asked for side by side (%s)', async (source) => {
    // A token's payment is asked for after its approval.
    const approved = source === 'erc20' ? (['approve', 'deliver', 'mine', 'wait10s'] as const) : []
    for (const [confirm, ...rest] of worst) {
      const sequence = [confirm ?? 'confirmFirst', ...approved, ...rest]
      expect(await runTwo(source, sequence)).toMatchObject({ violations: [] })
    }
  })

  it.each(['native', 'erc20'] as const)(
    `are paid once each in ${runs} sequences that pay from %s`,
    { timeout: 10 * 60_000 },
    async (source) => {
      const any = fc.array(fc.constantFrom(...twoOperations), {
        minLength: 4,
        maxLength: 24,
        size: 'max',
      })
      const paid = { mined: 0 }
      const property = fc.asyncProperty(any, async (sequence) => {
        const found = await runTwo(source, ['confirmFirst', 'confirmSecond', ...sequence])
        paid.mined += found.paid
        if (found.violations.length > 0) throw new Error(found.violations.join('\n'))
      })
      await fc.assert(property, { numRuns: runs, seed })
      expect(paid.mined).toBeGreaterThan(0)
    },
  )
})
