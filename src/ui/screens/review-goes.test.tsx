// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { paid, solanaReviews } from '@/test/support/ui/fixture-solana'
import { goesText } from '../copy/goes-text'
import { orderText } from '../copy/order-text'
import { shortAddress } from '../format/text'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { GoesRows, solanaDepositOf } from './review-goes'
import { PaidTo, tickOfFirst } from './review-known'

const reviews = solanaReviews(1_800_000_000_000)
const of = (name: string): SwapOrder => {
  const order = reviews[name]
  if (order === undefined) throw new Error(`no ${name}`)
  return order
}
const stranger = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'

afterEach(() => render(null, document.body))

/** What a review says in short and with the request, where the hub calls some addresses its own. */
function shown(order: SwapOrder, hub: readonly string[] = []) {
  const contractAt = (_: number, address: string) =>
    hub.includes(address) ? { name: 'assetReserves', address } : undefined
  const deposit = solanaDepositOf(order)
  const part = (node: preact.ComponentChild) => {
    render(
      <AppProvider value={{ hub: { contractAt }, announce: () => undefined } as unknown as App}>
        {node}
      </AppProvider>,
      document.body,
    )
    return document.body.textContent ?? ''
  }
  const inShort = part(
    <dl>
      <PaidTo order={order} />
    </dl>,
  )
  const whole =
    deposit === undefined ? '' : part(<GoesRows deposit={deposit} advice={order.advice} />)
  return { inShort, whole }
}

describe('who gets a payment on Solana', () => {
  it('is the owner of the token account, in short and in full', () => {
    const { inShort, whole } = shown(of('solanaPlain'))
    expect(inShort).toContain(goesText.to + shortAddress(paid.wallet))
    expect(inShort).not.toContain(goesText.program)
    expect(whole).toContain(paid.wallet)
    expect(whole).toContain('500 USDC')
    expect(whole).toContain('in its token account')
  })

  it('is told with the known program that keeps it, and by what else it was passed on', () => {
    const { inShort } = shown(of('solanaKnown'))
    expect(inShort).toContain(goesText.kept('DlnSource of deBridge', orderText.review.verified))
    expect(inShort).toContain(`Swap v6 of Jupiter${orderText.review.verified}`)
    expect(inShort).not.toContain(orderText.review.firstPaid)
    expect(inShort.split('DlnSource')).toHaveLength(2)
  })

  it('is each who gets a part of it, with the sum; small parts are counted', () => {
    const { inShort, whole } = shown(of('solanaFirst'))
    expect(inShort).toContain('gets 400 USDC')
    expect(inShort).toContain('gets 99.99 USDC')
    expect(inShort).toContain(goesText.more(1))
    expect(whole).toContain('0.01 USDC')
  })

  it('is the service’s own where it says so, by its word', () => {
    const label = orderText.review.hubContract('assetReserves')
    for (const own of [paid.wallet, paid.ofWallet]) {
      const { inShort, whole } = shown(of('solanaPlain'), [own])
      expect([inShort.includes(label), whole.includes(label)]).toEqual([true, true])
    }
    expect(shown(of('solanaPlain')).inShort).not.toContain(label)
  })

  it('is said to be nobody where a trial shows that it is destroyed', () => {
    expect(shown(of('solanaBurned')).inShort).toContain(goesText.nobodyWhy)
  })

  it('is read from the request where nobody tried it, else said to be unread', () => {
    expect(shown(of('solanaUntried')).inShort).toContain(shortAddress(paid.wallet))
    const { inShort, whole } = shown(of('solanaUnread'))
    expect(inShort).toContain(goesText.unread + goesText.unreadWhy)
    expect(whole).toContain(goesText.unread)
  })

  it('is not taken from a trial that failed', () => {
    const { advice, ...order } = of('solanaPlain')
    const deposit = of('solanaUnread').steps
    const failed = { ...order, steps: deposit, advice: { ...advice, outcome: 'reverts', at: 1 } }
    expect(shown(failed as SwapOrder).inShort).toContain(goesText.unread)
  })
})

describe('programs of a payment on Solana', () => {
  it('are told in plain words, by name, or else by their address', () => {
    const { whole } = shown(of('solanaKnown'))
    expect(whole).toContain(goesText.own.computeBudget)
    expect(whole).toContain(goesText.own.associatedToken)
    expect(whole).toContain('DlnSource of deBridge')
    expect(whole).not.toContain('ComputeBudget111')
    expect(shown(of('solanaFirst')).whole).toContain(stranger)
  })

  it('that nobody knows are said to be called for the first time, until one was', () => {
    const { inShort } = shown(of('solanaFirst'))
    expect(inShort).toContain(`${shortAddress(stranger)} · ${orderText.review.firstPaid}`)
    expect(inShort).toContain(goesText.firstWhy)
    const again = shown(of('solanaPaid')).inShort
    expect(again).toContain(shortAddress(stranger))
    expect(again).not.toContain(orderText.review.firstPaid)
  })

  it('called for the first time want a tick for much of what is held, known ones none', () => {
    expect(tickOfFirst(of('solanaFirst'))?.text).toBe(goesText.tickFirst('60.93%', '820.5 USDC'))
    const contracts = ['src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4']
    const first = (firstPaid: SwapOrder['firstPaid']) =>
      tickOfFirst({ ...of('solanaFirst'), ...(firstPaid && { firstPaid }) })
    expect(first({ held: '820500000', contracts })).toBeUndefined()
    expect(first({ held: '50000000000', contracts: [stranger] })).toBeUndefined()
    expect(first({ contracts: [stranger] })?.text).toBe(goesText.tickFirstUnknown('USDC'))
  })
})
