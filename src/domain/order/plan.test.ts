import { describe, expect, it } from 'vitest'
import { approveDraft, author, depositDraft, page, solanaDraft, start } from '@/test/samples/order'
import { digestText, type Pick, toAccepted, toPlannedOrder, toSteps } from './plan'

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
  })
})

describe('steps and digest', () => {
  const steps = toSteps('abcdef0123', [approveDraft, depositDraft])

  it('numbers the steps of an order, and goes on from others', () => {
    expect(steps.map((step) => step.id)).toEqual(['abcdef01-1', 'abcdef01-2'])
    expect(toSteps('abcdef0123', [depositDraft], 2)[0]?.id).toBe('abcdef01-3')
    expect(steps.every((step) => step.state.status === 'ready')).toBe(true)
  })

  it('plans an order of which nothing was asked', () => {
    const accepted = toAccepted(pick)
    const wallet = { family: 'eip155' as const, id: 'w', name: 'W' }
    const serviceUrl = 'https://service.test'
    const plan = { id: 'o', at: start, accepted, serviceUrl, wallet, page, steps, digest: 'd' }
    expect(toPlannedOrder(plan)).toMatchObject({
      serviceUrl,
      status: 'planned',
      revision: 0,
      current: 0,
      notified: [],
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

describe('a route without a deadline', () => {
  it('is accepted for a deposit that is mined while the price holds', () => {
    const { validBefore: _, ...quote } = pick.route.quote
    const route = { ...pick.route, quote: { ...quote, quoteExpiresAt: 60 } }
    expect(toAccepted({ ...pick, route })).toMatchObject({ quoteExpiresAt: 60, validBefore: 60 })
  })
})
