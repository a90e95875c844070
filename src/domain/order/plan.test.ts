import { describe, expect, it } from 'vitest'
import { approveDraft, author, depositDraft, page, solanaDraft, start } from '@/test/samples/order'
import { judgeRoute } from '../policy/effects-route'
import { payoutDueOf } from './arrival'
import {
  canonical,
  digestText,
  type Pick,
  toAccepted,
  toPlannedOrder,
  toSteps,
  toTokenAmount,
} from './plan'

const token = { chainId: 8453, address: '0x33', symbol: 'USDC', decimals: 6 }
const pick: Pick = {
  quoteId: 'q1',
  route: {
    routeId: 'r1',
    type: 'native-filler',
    quote: {
      amountIn: '25',
      amountOut: '24',
      expectedDurationSeconds: 20,
      validBefore: 2_000,
    },
  },
  request: { tradeType: 'EXACT_INPUT', fromAddress: author },
  fromToken: token,
  toToken: { ...token, chainId: 42161 },
}

describe('what is accepted', () => {
  it('given a bare quote, goes back to the author and lasts until the deadline', () => {
    expect(toAccepted(pick)).toStrictEqual({
      quoteId: 'q1',
      routeId: 'r1',
      routeType: 'native-filler',
      tradeType: 'EXACT_INPUT',
      from: { ...token, amount: '25' },
      to: { ...token, chainId: 42161, amount: '24' },
      author,
      recipient: author,
      refundTo: author,
      expectedDurationSeconds: 20,
      quoteExpiresAt: 2_000,
      validBefore: 2_000,
    })
  })

  it('given everything, keeps everything', () => {
    const accepted = toAccepted({
      ...pick,
      route: {
        ...pick.route,
        icon: `/icons/${'a'.repeat(400)}`,
        quote: { ...pick.route.quote, minAmountOut: '23', quoteExpiresAt: 1_000 },
      },
      request: { ...pick.request, recipient: 'r', refundTo: 'b', slippageTolerance: 0.01 },
      fromToken: {
        ...token,
        name: 'USD Coin',
        logoURI: 'https://x.test/u.png',
        extensions: { isRiskToken: true },
      },
    })
    expect(accepted).toMatchObject({
      // What is kept of each order is no picture of a service's choice.
      filler: `/icons/${'a'.repeat(193)}`,
      minAmountOut: '23',
      quoteExpiresAt: 1_000,
      recipient: 'r',
      refundTo: 'b',
      slippageTolerance: 0.01,
      from: { name: 'USD Coin', logoUri: 'https://x.test/u.png', isRisk: true },
    })
  })

  it('given a price that outlives the deadline, or a slippage of the quote, takes the stricter', () => {
    const quote = { ...pick.route.quote, quoteExpiresAt: 9_000, slippageTolerance: 0.02 }
    const accepted = toAccepted({ ...pick, route: { ...pick.route, quote } })
    expect(accepted).toMatchObject({ quoteExpiresAt: 2_000, slippageTolerance: 0.02 })
    // What the person asked for is what counts, where they asked for it.
    const request = { ...pick.request, slippageTolerance: 0 }
    const asked = toAccepted({ ...pick, route: { ...pick.route, quote }, request })
    expect(asked.slippageTolerance).toBe(0)
    expect(asked.validBefore).toBe(2_000)
  })

  it.each([
    ['no more of it than is usual', 0.5, 0.05],
    ['nothing of one below zero', -1, 0],
  ])("given a slippage that is the route's own, takes %s", (_, slippageTolerance, taken) => {
    const quote = { ...pick.route.quote, slippageTolerance }
    const accepted = toAccepted({ ...pick, route: { ...pick.route, quote } })
    expect(accepted.slippageTolerance).toBe(taken)
    // A route that promises no minimum has not arrived with less, and asks anew for no more.
    expect(payoutDueOf({ accepted, service: {} }).least).toBe(
      (BigInt(accepted.to.amount) * BigInt(100 - 100 * taken)) / 100n,
    )
    // What steps before the deposit gave is passed on, but for that and a percent.
    const [paid, routing] = [accepted.from.address.toLowerCase(), `0x${'d'.repeat(40)}`]
    const move = { kind: 'move' as const, changes: { [paid]: -1n, [routing]: 1_000n } }
    const passing = (amount: bigint) =>
      judgeRoute(accepted, routing, [move, { kind: 'deposit', changes: { [routing]: -amount } }])
    expect(passing(990n)).toBeNull()
    expect(passing(500n)).toMatchObject({ code: 'policy/pays-less' })
  })

  it('given a slippage above the usual that the person asked for, takes it', () => {
    const request = { ...pick.request, slippageTolerance: 0.2 }
    expect(toAccepted({ ...pick, request }).slippageTolerance).toBe(0.2)
  })
})

describe('steps and digest', () => {
  const steps = toSteps('abcdef0123', [approveDraft, depositDraft])

  it('numbers the steps of an order, and goes on from others', () => {
    expect(steps.map((step) => step.id)).toEqual(['abcdef01-1', 'abcdef01-2'])
    expect(toSteps('abcdef0123', [approveDraft, depositDraft], 2).map(({ id }) => id)).toEqual([
      'abcdef01-3',
      'abcdef01-4',
    ])
    expect(steps[1]).toStrictEqual({
      id: 'abcdef01-2',
      ...depositDraft,
      state: { status: 'ready' },
    })
    expect(steps.every((step) => step.state.status === 'ready')).toBe(true)
  })

  it('plans an order of which nothing was asked', () => {
    const accepted = toAccepted(pick)
    const wallet = { family: 'eip155' as const, id: 'w', name: 'W' }
    const serviceUrl = 'https://service.test'
    const plan = { id: 'o', at: start, accepted, serviceUrl, wallet, page, steps, digest: 'd' }
    expect(toPlannedOrder(plan)).toStrictEqual({
      ...{ kind: 'swap', id: 'o', revision: 0, createdAt: start, updatedAt: start },
      ...{ accepted, serviceUrl, wallet, page, steps, digest: 'd' },
      ...{ status: 'planned', current: 0, attempts: [], service: {}, notified: [] },
    })
  })

  it('gives one text for the same plan, however its keys are ordered', () => {
    const accepted = toAccepted(pick)
    const reversed = Object.fromEntries(Object.entries(accepted).reverse())
    expect(digestText(reversed as typeof accepted, steps)).toBe(digestText(accepted, steps))
  })

  it('gives another text for any other plan, and ignores ids and states', () => {
    const accepted = toAccepted(pick)
    const text = digestText(accepted, steps)
    expect(digestText({ ...accepted, recipient: 'x' }, steps)).not.toBe(text)
    expect(digestText(accepted, steps.slice(1))).not.toBe(text)
    expect(digestText(accepted, toSteps('o', [solanaDraft]))).not.toBe(text)
    expect(digestText(accepted, [...steps].reverse())).not.toBe(text)
    expect(digestText(accepted, toSteps('other', [approveDraft, depositDraft]))).toBe(text)
  })
})

describe('what is digested', () => {
  it('is plain data, the keys of each record in one order and lists in their own', () => {
    expect(canonical({ b: 1, a: [{ d: null, c: 'x' }, 2], aa: undefined })).toStrictEqual([
      [
        'a',
        [
          [
            ['c', 'x'],
            ['d', null],
          ],
          2,
        ],
      ],
      ['aa', undefined],
      ['b', 1],
    ])
    expect([null, 'x', 7, true].map(canonical)).toStrictEqual([null, 'x', 7, true])
  })

  it('is all that is accepted, then of each step all but its id and its state', () => {
    const accepted = toAccepted(pick)
    const steps = toSteps('abcdef0123', [approveDraft, depositDraft])
    expect(JSON.parse(digestText(accepted, steps))).toStrictEqual([
      canonical(accepted),
      [canonical(approveDraft), canonical(depositDraft)],
    ])
  })
})

describe('a token of the catalog', () => {
  it.each([{ isRiskToken: false }, {}, undefined])(
    'given the extensions %j, is no risk',
    (more) => {
      const listed = more === undefined ? token : { ...token, extensions: more }
      expect(toTokenAmount(listed, '7')).toStrictEqual({ ...token, amount: '7' })
    },
  )
})

describe('a route without a deadline', () => {
  it('is accepted for a deposit that is mined while the price holds', () => {
    const { validBefore: _, ...quote } = pick.route.quote
    const route = { ...pick.route, quote: { ...quote, quoteExpiresAt: 60 } }
    expect(toAccepted({ ...pick, route })).toMatchObject({ quoteExpiresAt: 60, validBefore: 60 })
  })
})
