// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { extremes } from '@/test/support/ui/fixture-extremes'
import { orders } from '@/test/support/ui/fixture-orders'
import { clear, NOW, samples, setUp, terms } from '@/test/support/ui/review-screen'
import { settled } from '@/test/support/ui/settled'
import { costText } from '../copy/cost-text'
import { orderText } from '../copy/order-text'
import { RateChanged } from './review-facts'

afterEach(clear)

describe('what the network takes on Solana', () => {
  const rare = extremes(NOW)
  const open = async (order: string) => {
    await setUp({ orders: rare, order })
    await act(async () => {
      document.querySelector<HTMLButtonElement>('.terms-open')?.click()
      await settled()
    })
    return document.querySelector('.costs')?.textContent ?? ''
  }
  const ticks = () => document.querySelector('.ticks')?.textContent ?? ''

  it('is told in coin and in money, beside what the route takes, and counted into all that it costs', async () => {
    const costs = await open('reviewSolana')
    expect(costs).toContain(`${costText.network}$0.02`)
    expect(costs).toContain('0.000105 SOL')
    expect(costs).toContain(`${costText.routeFee}$0.38`)
    expect(costs).toContain(costText.sourceTold)
    expect(costs).not.toContain(costText.partMissing)
    expect(ticks()).not.toContain('on top')
  })

  it('given a priority fee of more than is paid, then it is typed', async () => {
    await open('reviewSolanaPriority')
    expect(ticks()).toContain('a fee of 0.010005 SOL on top, 188')
    expect(ticks()).toContain(orderText.review.feeWord)
    expect(document.querySelector('.tick-typed input')).not.toBeNull()
  })

  it('given another account pays it, then that is said, and who', async () => {
    const costs = await open('reviewSolanaSponsored')
    expect(costs).toContain(`${costText.network}${costText.byOther}`)
    expect(costs).not.toContain(costText.partMissing)
    expect(terms()).toContain(costText.byOther)
    expect(document.querySelector('.ask-rows')?.parentElement?.textContent).toContain(
      orderText.review.feePayer,
    )
    expect(ticks()).not.toContain('on top')
  })
})

describe('the slippage', () => {
  it('is written as it was typed, however small it is', async () => {
    const { planned } = orders(NOW)
    if (planned?.kind !== 'swap') throw new Error('no order')
    const accepted = { ...planned.accepted, slippageTolerance: 0.00004 }
    await setUp({ orders: { planned: { ...planned, accepted } } })
    expect(
      document.querySelector(`[title="${orderText.review.slippage('0.004%')}"]`),
    ).not.toBeNull()
  })
})

describe('what both sides are worth', () => {
  it('says whose prices these are, where there are any', async () => {
    await setUp()
    expect(document.querySelector('.sides')?.textContent).toContain(
      orderText.review.value('').trim(),
    )
    render(null, document.body)
    const { planned } = samples
    if (planned === undefined) throw new Error('no order')
    const { accepted } = planned
    const nowhere = { chainId: 424_242 }
    const from = { ...accepted.from, ...nowhere }
    const to = { ...accepted.to, ...nowhere }
    await setUp({
      orders: { ...samples, planned: { ...planned, accepted: { ...accepted, from, to } } },
    })
    expect(document.querySelector('.sides')?.textContent).not.toContain(
      orderText.review.value('').trim(),
    )
  })

  it('says by whose prices at a press, which a key makes too', async () => {
    await setUp()
    const [paid, received] = document.querySelectorAll<HTMLButtonElement>('.side button')
    const told = () => document.getElementById(paid?.getAttribute('aria-controls') ?? '')
    expect([paid, received].map((each) => each?.textContent)).toEqual([
      '$499.90 (service)',
      '$499.31 (service)',
    ])
    expect([paid?.getAttribute('aria-expanded'), told()]).toEqual(['false', null])
    await act(() => received?.click())
    expect([paid?.getAttribute('aria-expanded'), told()?.textContent]).toEqual([
      'true',
      orderText.review.valuesBy,
    ])
    await act(() => paid?.click())
    expect(document.body.textContent).not.toContain(orderText.review.valuesBy)
  })
})

describe('the rate of the review', () => {
  it('is turned around by its button, which a key presses too', async () => {
    await setUp()
    const rate = document.querySelector<HTMLButtonElement>('.terms button.terms-turn')
    expect(rate?.textContent).toMatch(/^1\sETH = [\d.,]+\sUSDC$/)
    // A formula reads from the left in every language.
    expect(rate?.firstElementChild?.getAttribute('dir')).toBe('ltr')
    await act(() => rate?.click())
    expect(rate?.textContent).toMatch(/^1\sUSDC = 0\.\d+\sETH$/)
    await act(() => rate?.click())
    expect(rate?.textContent).toMatch(/^1\sETH = /)
  })
})

describe('a new price', () => {
  const { accepted } = samples.planned as SwapOrder
  const note = (before: SwapOrder['accepted'], now: SwapOrder['accepted']) => {
    act(() => render(<RateChanged accepted={now} before={before} />, document.body))
    return document.querySelector('.note')
  }

  it('is said by what is received, and for an exact amount by what is paid', () => {
    const less = { ...accepted, to: { ...accepted.to, amount: '150000000000000000' } }
    expect(note(accepted, accepted)).toBeNull()
    expect(note(accepted, less)?.className).toContain('note-warn')
    expect(note(less, accepted)?.className).toContain('note-good')
    const exact = { ...accepted, tradeType: 'EXACT_OUTPUT' as const }
    const dearer = { ...exact, from: { ...exact.from, amount: '510000000' } }
    expect(note(exact, dearer)?.className).toContain('note-warn')
    expect(note(exact, dearer)?.textContent).toContain('It was 500 USDC, now it is 510 USDC.')
    expect(note(dearer, exact)?.className).toContain('note-good')
  })
})
