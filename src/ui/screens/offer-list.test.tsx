// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FiatQuote } from '@/src/contract/service/fiat'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { buyText } from '../copy/buy-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import type { Buy, Nearest } from '../models/buy'
import type { OfferProblem } from '../models/offers'
import { AppProvider } from '../parts/context'
import { OfferList, sayLimits } from './offer-list'

const NOW = 1_800_000_000_000

afterEach(() => render(null, document.body))

async function show(
  problems: OfferProblem[],
  left = 0,
  nearest?: Nearest,
  offers: Partial<FiatQuote>[] = [],
) {
  const asked: unknown[] = []
  const token = { chainId: 1, address: '0x', symbol: 'USDC', decimals: 6, name: '' }
  const none = signal(undefined)
  const phase = signal('ready')
  const buy = {
    draft: signal({ token }),
    currency: signal('EUR'),
    nearest: signal(nearest),
    offers: {
      phase,
      list: signal(offers),
      problems: signal(problems),
      left: signal(left),
      picked: none,
      lost: none,
      error: none,
      refresh: (provider?: string) => asked.push(provider),
      hold: () => undefined,
    },
  } as unknown as Buy
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(() => {
    render(
      <AppProvider value={app}>
        <OfferList buy={buy} />
      </AppProvider>,
      document.body,
    )
  })
  const retries = () =>
    [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === text.app.tryAgain,
    )
  const heard = () => app.announcements.value.at(-1)?.text
  return { asked, phase, retries, heard, shown: () => document.body.textContent ?? '' }
}

describe('an offer', () => {
  it('tells the least and what is expected, by whom and how, its fee, limits, methods and its end', async () => {
    const { shown } = await show([], 0, undefined, [
      {
        provider: 'ferry',
        providerName: 'Ferry Ramp',
        swapStrategy: 'jump',
        minOutputAmount: '49000000',
        expectedOutputAmount: '49500000',
        totalFee: '1.45',
        minFiatAmount: '20',
        maxFiatAmount: '500',
        paymentMethods: ['card', 'bank_transfer'],
        expiresAt: NOW / 1_000 + 59,
      },
    ])
    for (const said of [
      buyText.least('49 USDC'),
      buyText.expected('49.5 USDC'),
      'Ferry Ramp',
      buyText.jump,
      buyText.fee('€1.45'),
      buyText.limits('€20.00', '€500.00'),
      'card, bank transfer',
      buyText.ends('0:59'),
    ])
      expect(shown()).toContain(said)
  })
})

describe('providers without an offer', () => {
  it('given nobody signed it, then each is said, and what may be asked again asks everybody', async () => {
    const { asked, retries, shown } = await show([
      { message: 'Closed', retryable: true },
      { message: 'Too little' },
    ])
    for (const said of ['Closed', 'Too little', `${buyText.problem(buyText.someone)}.`]) {
      expect(shown()).toContain(said)
    }
    expect(retries()).toHaveLength(1)
    await act(() => retries()[0]?.click())
    expect(asked).toEqual([undefined])
  })

  it('given one is asked again, then what was pressed keeps the focus, is busy, and says what came of it', async () => {
    const { phase, retries, heard } = await show([
      { message: 'Busy', provider: 'ferry', providerName: 'Ferry Ramp', retryable: true },
    ])
    phase.value = 'loading'
    await act(() => {
      retries()[0]?.focus()
      retries()[0]?.click()
    })
    expect(document.activeElement).toBe(retries()[0])
    expect(retries()[0]?.getAttribute('aria-busy')).toBe('true')
    await act(() => {
      phase.value = 'ready'
    })
    await vi.waitFor(() => expect(retries()[0]?.getAttribute('aria-busy')).toBe('false'))
    expect(heard()).toBe(`${buyText.problem('Ferry Ramp')}.`)
  })

  it('given its name alone is told, then everybody is asked again, as that is nothing to ask one by', async () => {
    const { asked, retries } = await show([
      { message: 'Busy', providerName: 'Ferry Ramp', retryable: true },
    ])
    await act(() => retries()[0]?.click())
    expect(asked).toEqual([undefined])
  })

  it('given more came than is kept, then how many is said', async () => {
    const { shown } = await show([{ message: 'Closed' }], 2950)
    expect(shown()).toContain('2,950 more answers are left out')
  })

  it('given its offer is left out, then that is said, and it alone is asked again', async () => {
    const { asked, retries, shown } = await show([
      { message: '', provider: 'ferry', providerName: 'Ferry Ramp', why: 'refund' },
    ])
    expect(shown()).toContain(buyText.leftOut.refund)
    expect(shown()).toContain(buyText.leftOutHint)
    expect(shown()).not.toContain(buyText.noneHint)
    await act(() => retries()[0]?.click())
    expect(asked).toEqual(['ferry'])
  })
})

describe('an amount that nobody takes', () => {
  const limits = { min: '20', max: '500' }
  const refused: OfferProblem = { message: '', provider: 'ferry', why: 'limits', limits }

  it('given it is too much, then what each takes is said, and what to enter is heard once', async () => {
    const { heard, retries, shown } = await show([refused], 0, { most: '500' })
    expect(shown()).toContain(`${buyText.leftOut.limits} ${buyText.takes('€20.00 to €500.00')}`)
    expect(shown()).not.toContain(buyText.noneHint)
    expect(shown()).not.toContain(buyText.leftOutHint)
    expect(heard()).toContain(`${buyText.none}. Enter €500.00 or less.`)
    // Asking again changes nothing.
    expect(retries()).toHaveLength(0)
  })

  it('given it is too little, then the least that somebody takes is heard', async () => {
    const { heard } = await show([refused], 0, { least: '20' })
    expect(heard()).toContain('Enter €20.00 or more.')
  })
})

describe('limits', () => {
  it.each([
    [{ min: '10', max: '500' }, '€10.00 to €500.00'],
    [{ min: '10' }, 'from €10.00'],
    [{ max: '500' }, 'up to €500.00'],
    [{}, undefined],
  ])('given %j, it reads %s', (limits, said) => {
    expect(sayLimits(limits, 'EUR')).toBe(said)
  })
})
