// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import type { SwapOrder } from '@/src/domain/order/order'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { order } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { orderText } from '../copy/order-text'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import type { RouteFee } from './review-fee'
import { Ticks, useTicks } from './review-ticks'

const planned = order(1_800_000_000_000)
const { accepted } = planned

/** What must be ticked for the planned order, where this token is received. */
function ticksOf(
  fee: RouteFee | undefined,
  receive: Token = ethArbitrum,
  change: Partial<SwapOrder> = {},
) {
  const app = {
    swap: { pay: { value: usdcBase }, receive: { value: receive } },
    catalog: { top: { value: [] }, nameOf: () => 'Arbitrum' },
    wallets: { connections: { value: {} } },
  } as unknown as App
  let found: ReturnType<typeof useTicks> = []
  function Found() {
    found = useTicks({ ...planned, ...change }, false, fee)
    return null
  }
  render(
    <AppProvider value={app}>
      <Found />
    </AppProvider>,
    document.body,
  )
  return found
}

/** The ids of what must be ticked when the received token has this price. */
function idsAt(usd: string | undefined): string[] {
  const extensions = usd === undefined ? {} : { price: { usd } }
  return ticksOf(undefined, { ...ethArbitrum, extensions }).map((tick) => tick.id)
}

afterEach(() => render(null, document.body))

const coin: RouteFee = {
  units: 10n ** 15n,
  sum: '0.001 ETH',
  value: 1_000_000n,
  isUsual: true,
  priced: 301,
  ask: 'tick',
}

describe('a program that nobody here knows', () => {
  it('could take every token whose account the message lets it write, and the words say so', () => {
    const [step] = planned.steps
    if (step === undefined) throw new Error('no step')
    const called = { feePayer: accepted.author, programs: ['P'], unknown: ['P'] }
    const facts = { kind: 'solanaDeposit' as const, token: accepted.from, ...called }
    const ticks = ticksOf(undefined, ethArbitrum, { steps: [{ ...step, facts }] })
    const text = ticks.find(({ id }) => id === 'programs')?.text
    const dln = 'src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4'
    const known = { ...facts, unknown: [dln] }
    expect(ticksOf(undefined, ethArbitrum, { steps: [{ ...step, facts: known }] })).toEqual([])
    expect(text).toContain(`all SOL and ${accepted.from.symbol}`)
    expect(text).toContain('every other token')
  })
})

describe('a swap before the payment', () => {
  const weth = '0x4200000000000000000000000000000000000006'
  const ether = { ...ethArbitrum, chainId: 8453, extensions: { price: { usd: '3000' } } }

  /** Ticks of 500 USDC that are swapped to so much of a token, whose payment promises all of it. */
  function swapTicks(amount: string, symbol: 'WETH' | 'NEW', kind: 'swap' | 'wrap' = 'swap') {
    const [step] = planned.steps
    if (step === undefined) throw new Error('no step')
    const address = symbol === 'WETH' ? weth : `0x${'9'.repeat(40)}`
    const token = { ...accepted.to, chainId: 8453, symbol, decimals: 18, address, amount }
    const [target, method] = [`0x${'7'.repeat(40)}`, '0x12345678']
    const swap = { kind, token: accepted.from, gets: token, target, method } as const
    const deposit = { kind: 'deposit', token, target, method } as const
    const steps = [
      { ...step, id: 'swap', deposit: false, facts: swap },
      { ...step, facts: deposit },
    ]
    return ticksOf(undefined, ether, { steps, accepted: { ...accepted, minAmountOut: '1' } })
      .filter(({ id }) => id.startsWith('swap'))
      .map(({ id, text }) => {
        // Whose prices tell it stands in the sentence.
        expect(text.includes('by the service’s own prices')).toBe(id !== 'swap-unknown')
        return id
      })
  }

  it('that gives what is paid needs no tick', () => {
    expect(swapTicks('166000000000000000', 'WETH')).toEqual([])
  })

  it('that gives away a tenth of what is paid is ticked, whatever is promised to arrive', () => {
    expect(swapTicks('149900000000000000', 'WETH')).toEqual(['swap-10.04%'])
    expect(swapTicks('150000000000000000', 'WETH')).toEqual([])
    expect(swapTicks('1000000000000000', 'WETH')).toEqual(['swap-99.39%'])
  })

  it('to a token without a price is ticked as that', () => {
    expect(swapTicks('166000000000000000', 'NEW')).toEqual(['swap-unknown'])
  })

  it('to a token that looks like a pinned one is ticked as that, once', () => {
    const [step] = planned.steps
    if (step === undefined) throw new Error('no step')
    const token = { ...accepted.to, chainId: 8453, symbol: 'WETH', decimals: 18 }
    const copy = { ...token, address: `0x${'9'.repeat(40)}`, amount: '166000000000000000' }
    const [target, method] = [`0x${'7'.repeat(40)}`, '0x12345678']
    const of = (gets: typeof copy) => {
      const facts = { kind: 'swap', token: accepted.from, gets, target, method } as const
      const steps = [facts, facts].map((each) => ({ ...step, deposit: false, facts: each }))
      return ticksOf(undefined, ether, { steps }).filter(({ id }) => id.startsWith('routing'))
    }
    expect(of(copy).map(({ text }) => text)).toEqual([
      orderText.review.tickRoutingLookAlike('WETH'),
    ])
    expect(of({ ...copy, address: weth })).toEqual([])
  })

  it('is none where the coin is only wrapped, one to one', () => {
    expect(swapTicks('1', 'WETH', 'wrap')).toEqual([])
  })
})

describe('a promise far below what is shown', () => {
  it('is ticked, with the sum', () => {
    const own = accepted.minAmountOut
    accepted.minAmountOut = '100000000000000000'
    const [tick] = ticksOf(undefined)
    if (own !== undefined) accepted.minAmountOut = own
    expect(tick?.text).toContain('0.1 ETH')
    expect(tick?.text).toContain('37.5% less')
  })
})

describe('a receiving address that is none of the person`s', () => {
  const said = (recipient: string) =>
    ticksOf(undefined, ethArbitrum, { accepted: { ...accepted, recipient } }).find(
      ({ id }) => id === 'recipient',
    )?.text

  it.each([
    ['7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5', orderText.noCheck.solana],
    ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', orderText.noCheck.eip155],
  ])('given %s, its tick says that no character of it is checked', (recipient, sentence) => {
    expect(said(recipient)).toBe(`${orderText.review.tickRecipient} ${sentence}`)
  })

  it('given it carries check digits, its tick says nothing of them', () => {
    const checked = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    expect(said(checked)).toBe(orderText.review.tickRecipient)
  })
})

describe('the account that pays, a contract', () => {
  it('receives without a tick where it is the same one, and with one where it may be none', () => {
    const own = { accepted: { ...accepted, recipient: accepted.author } }
    expect(ticksOf(undefined, ethArbitrum, { ...own, coded: 'contract' })).toEqual([])
    const [tick] = ticksOf(undefined, ethArbitrum, { ...own, coded: 'contract', otherCode: true })
    expect(tick?.id).toBe('other-code')
    expect(tick?.text).toContain('its address on Arbitrum')
  })
})

describe('a contract that is paid for the first time', () => {
  const ticks = (firstPaid: SwapOrder['firstPaid']) =>
    ticksOf(undefined, ethArbitrum, firstPaid === undefined ? {} : { firstPaid })

  it.each([
    ['a tenth of what is there', { held: '5000000000' }],
    ['less', { held: '12000000000' }],
    ['it was paid before', undefined],
  ])('given %s, needs no tick', (_, firstPaid) => {
    expect(ticks(firstPaid)).toEqual([])
  })

  it('given more than a tenth of what is there, is ticked with the share, and another share again', () => {
    const [tick] = ticks({ held: '4999999999' })
    expect(tick?.text).toContain('paid for the first time, and gets 10% of my 4,999.999999 USDC')
    const [more] = ticks({ held: '820500000' })
    expect(more?.text).toContain('60.93% of my 820.5 USDC')
    expect(more?.id).not.toBe(tick?.id)
    expect(ticks({ held: '1' })[0]?.text).toContain('100%')
  })

  it('given nobody could tell how much is there, is ticked', () => {
    expect(ticks({})[0]?.text).toContain('could not be checked')
  })
})

describe('a payment whose call was read', () => {
  it('needs no tick for a minimum that the route promises not, since the payment names one', () => {
    const { known } = orders(1_800_000_000_000)
    const { minAmountOut: _, ...open } = accepted
    const [none] = ticksOf(undefined, ethArbitrum, { accepted: open })
    expect(none?.id).toBe('no-minimum')
    const steps = known?.kind === 'swap' ? known.steps : []
    expect(ticksOf(undefined, ethArbitrum, { accepted: open, steps })).toEqual([])
  })
})

describe('a fee beside the payment', () => {
  const { review } = orderText
  const textOf = (change: Partial<RouteFee>) => ticksOf({ ...coin, ...change })[0]?.text

  it.each([
    ['that is not asked about', { ...coin, ask: 'nothing' as const }],
    ['of nothing', undefined],
  ])('%s needs no tick', (_, fee) => {
    expect(ticksOf(fee)).toEqual([])
  })

  it('is ticked with its sum and share, and a greater one is another tick', () => {
    const [tick] = ticksOf(coin)
    expect(tick?.text).toContain('a fee of 0.001 ETH on top, 3.01% of what I pay')
    expect(tick?.word).toBeUndefined()
    expect(ticksOf({ ...coin, sum: '0.002 ETH' })[0]?.id).not.toBe(tick?.id)
  })

  it('that must be typed has a word, and a tick for the same sum does not count for it', () => {
    const [typed] = ticksOf({ ...coin, priced: 2_501, ask: 'word' })
    expect(typed?.word).toBe('HIGH FEE')
    expect(typed?.id).not.toBe(ticksOf(coin)[0]?.id)
  })

  it('says why: by whose word its share is known, and what that may leave open', () => {
    expect(textOf({ share: 301 })).toBe(review.tickFee('0.001 ETH', '3.01%'))
    expect(textOf({})).toContain('3.01% of what I pay by the service’s own prices')
    const above = textOf({ isUsual: false, priced: 20, ask: 'word' })
    expect(above).toContain('more than routes on this chain are known to take')
    expect(above).toContain('0.2% of what I pay by the service’s own prices, and may be any share')
    const unknown = textOf({ value: null, priced: null, ask: 'word' })
    expect(unknown).toContain('Nobody here knows what it is worth: it may be any share')
  })

  it('counts into the loss of value', () => {
    const loss = ticksOf({ ...coin, value: 100_000_000n, ask: 'nothing' })
    expect(loss.map(({ id }) => id)).toEqual([expect.stringMatching(/^impact-/)])
  })

  it('that is typed counts once the word stands there, and no longer when it is changed', () => {
    const said: boolean[] = []
    const tick = { id: 'fee', text: 'A fee.', word: 'HIGH FEE' }
    render(
      <Ticks ticks={[tick]} ticked={[]} onTick={(ids) => said.push(ids.includes('fee'))} />,
      document.body,
    )
    const field = document.querySelector('input')
    if (!field) throw new Error('no field')
    for (const text of ['high', ' high fee ', 'high fees']) {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    expect(said).toEqual([false, true, false])
  })
})

describe('a loss by prices', () => {
  it('says whose they are', () => {
    const extensions = { price: { usd: '1900' } }
    const [tick] = ticksOf(undefined, { ...ethArbitrum, extensions })
    expect(tick?.text).toMatch(
      /^I accept a loss of [\d.]+% of the value by the service’s own prices/,
    )
    expect(tick?.text).toContain('Nobody else’s are known')
  })
})

describe('a loss that was accepted', () => {
  it('is not accepted for an unknown loss, nor for another one', () => {
    const ticks = [undefined, '1900', '900'].map((usd) => idsAt(usd))
    expect(ticks.map((ids) => ids.length)).toEqual([1, 1, 1])
    expect(new Set(ticks.flat()).size).toBe(3)
  })

  it('needs no tick when it is small', () => {
    expect(idsAt('3120.42')).toEqual([])
  })
})
