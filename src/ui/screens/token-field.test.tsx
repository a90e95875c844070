// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { onIntent } from '../parts/lazy'
import { TokenField } from './token-field'

async function setUp() {
  const backend = createFixtureBackend({ now: () => 0, orders: {} })
  /** Fillers answer no more from now on. */
  const hush = () => {
    backend.streamQuotes = () => undefined
  }
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', ethArbitrum)
  await act(() =>
    render(
      <AppProvider value={app}>
        <TokenField side="pay" intent={onIntent()} onChoose={() => undefined} />
        <TokenField side="receive" intent={onIntent()} onChoose={() => undefined} />
      </AppProvider>,
      document.body,
    ),
  )
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.payAmount}]`)
  if (field === null) throw new Error('There is no field for the amount')
  /** What an edit leaves in the field, and what it put there: the whole of it, where nothing else is said. */
  const put = (value: string, inputType = 'insertFromPaste', data = value) =>
    act(() => {
      field.value = value
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }))
    })
  /** Key by key at the end of what stands there, as it is typed. */
  async function type(text: string): Promise<void> {
    await act(() => field?.focus())
    for (const letter of text) await put(field?.value + letter, 'insertText', letter)
  }
  const other = document.querySelector<HTMLInputElement>(`[data-testid=${handle.receiveAmount}]`)
  if (other === null) throw new Error('There is no field for what is received')
  return { app, field, other, hush, put, type, leave: () => act(() => field.blur()) }
}

afterEach(() => render(null, document.body))

describe('dollars', () => {
  it('are taken for dollars where they are typed, and for no amount without a price', async () => {
    const { app, field, put } = await setUp()
    await put('$20')
    expect([app.swap.isMoney.value, app.swap.payText.value]).toEqual([true, '20'])
    expect(app.swap.payUnits.value).toBeUndefined()
    await vi.waitFor(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain('Nobody tells a price'),
    )
    await act(() => app.catalog.load())
    expect(app.swap.payUnits.value).toBe(20_004_000n)
    await vi.waitFor(() =>
      expect(document.body.textContent).toContain("at $1.00, the service's price"),
    )
    // Of another country, they are none.
    await put('A$30')
    expect([field.value, app.swap.amountError.value]).toEqual(['A$30', 'form/amount-invalid'])
  })
})

describe('an amount that is typed', () => {
  it.each(['1,23,456', '1,234,5'])(
    'in dollars as %s is none, and left as it is typed',
    async (wrong) => {
      const { app, field, type, leave } = await setUp()
      await act(() => app.catalog.load())
      await act(() => app.swap.setMoney(true))
      await type(wrong)
      await leave()
      expect([field.value, app.swap.amountError.value]).toEqual([wrong, 'form/amount-invalid'])
      expect([app.swap.isMoney.value, app.swap.next.value]).toEqual([true, 'fix'])
    },
  )

  it.each([
    ['10,000', '10,000', 10_000_000_000n],
    ['1,234.56', '1,234.56', 1_234_560_000n],
    ['1.234,56', '1,234.56', 1_234_560_000n],
    ['1000000', '1,000,000', 1_000_000_000_000n],
    ['0,5', '0.5', 500_000n],
    ['.5', '0.5', 500_000n],
  ])('%s is kept while it is typed, and left reads %s', async (typed, left, units) => {
    const { app, field, type, leave } = await setUp()
    await type(typed)
    expect(field.value).toBe(typed)
    expect(app.swap.payUnits.value).toBe(units)
    await leave()
    expect(field.value).toBe(left)
    expect(app.swap.payUnits.value).toBe(units)
  })

  it('is taken up again without its grouping, so that one more digit makes it ten times as much', async () => {
    const { app, type, leave } = await setUp()
    await type('10,000')
    await leave()
    await type('0')
    expect(app.swap.payUnits.value).toBe(100_000_000_000n)
  })

  it.each([
    ['1,234', '= 1234 '],
    ['1.500', '= 1.5 '],
    ['1.234', '= 1.2340 '],
  ])(
    'as %s, which is read in two ways, is said in one, once it is left too',
    async (typed, said) => {
      const { field, type, leave } = await setUp()
      const hint = () => document.querySelector('.token-field-foot > .sub')?.textContent
      await type(typed)
      await vi.waitFor(() => expect(hint()).toContain(said))
      await leave()
      expect([field.value, hint()]).toEqual([typed, expect.stringContaining(said)])
    },
  )

  it.each([
    ['1,234,567', '= 1,234,567 '],
    ['1 234,50', '= 1,234.5 '],
    ['12,0', '= 12 '],
    ['1234.5', ''],
    ['1,2M', ''],
  ])('as %s is said while it is typed: "%s"', async (typed, said) => {
    const { type, leave } = await setUp()
    const hint = () =>
      /= [^$\u00a0]*/.exec(document.querySelector('.token-field-foot')?.textContent ?? '')
    await type(typed)
    await vi.waitFor(() => expect(hint()?.[0] ?? '').toBe(said))
    await leave()
    expect(hint()).toBeNull()
  })

  it.each(['1e3', '1.2M', '5k', '-5', '12a', '-$5', 'A$30'])(
    '%s is no amount, typed or pasted, and stays as it is',
    async (wrong) => {
      const { app, field, type, put, leave } = await setUp()
      await type(wrong)
      expect([field.value, app.swap.payUnits.value]).toEqual([wrong, undefined])
      expect(app.swap.amountError.value).toBe('form/amount-invalid')
      expect(field.getAttribute('aria-invalid')).toBe('true')
      await leave()
      expect(field.value).toBe(wrong)
      await put('7')
      expect(app.swap.payUnits.value).toBe(7_000_000n)
      if (wrong === '12a') return
      await put(wrong)
      expect([field.value, app.swap.amountError.value]).toEqual([wrong, 'form/amount-invalid'])
    },
  )

  it('is the number of a sum that is pasted', async () => {
    const { app, field, put } = await setUp()
    await put('5 USDC')
    expect(field.value).toBe('5')
    // Of another token, or a part of one, it is none.
    for (const other of ['5 ETH', '20 EUR', '5 mUSDC', '5 million']) {
      await put(other)
      expect([field.value, app.swap.amountError.value]).toEqual([other, 'form/amount-invalid'])
    }
    await put('$ 1,250.5 USDC')
    expect([field.value, app.swap.isMoney.value]).toEqual(['1,250.5', true])
    // So many tokens are not as many dollars.
    await put('5 USDC')
    expect(field.value).toBe('5 USDC')
    await put('7 USD')
    expect(field.value).toBe('7')
  })

  it.each(['insertFromPaste', 'insertFromDrop'])(
    'is none with a letter between its digits by %s, however it goes on',
    async (inputType) => {
      const { app, field, put, type } = await setUp()
      await type('12')
      await put('12a', inputType, 'a')
      expect([field.value, app.swap.amountError.value]).toEqual(['12a', 'form/amount-invalid'])
      await type('3')
      expect([field.value, app.swap.payUnits.value]).toEqual(['12a3', undefined])
      await put('5', inputType)
      await put('55 ETH', inputType, '5 ETH')
      expect([field.value, app.swap.payUnits.value]).toEqual(['55 ETH', undefined])
      await put('5', inputType)
      await put('5$a', inputType, '$a')
      expect([field.value, app.swap.payUnits.value]).toEqual(['5a', undefined])
    },
  )

  it('is no mistake on the way to 0.05', async () => {
    const { field, type } = await setUp()
    for (const key of '0.05') {
      await type(key)
      expect(field.getAttribute('aria-invalid')).toBe('false')
    }
  })
})

describe('an amount that is longer than its field', () => {
  it('has an ellipsis in the middle once it is left, and is whole below, in its title and in focus', async () => {
    const { app, field, type, leave } = await setUp()
    const typed = '123456789012345678901.25'
    const whole = '123,456,789,012,345,678,901.25'
    await type(typed)
    expect(field.value).toBe(typed)
    expect(document.querySelector('.amount-whole')).toBeNull()
    await leave()
    expect(field.value).toBe('123,456,789…678,901.25')
    expect([field.title, document.querySelector('.amount-whole')?.textContent]).toEqual([
      whole,
      whole,
    ])
    await act(() => field.focus())
    expect(field.value).toBe(typed)
    expect(app.swap.payUnits.value).toBe(123_456_789_012_345_678_901_250_000n)
  })

  it('given that it follows, then its title says it in full', async () => {
    const { app, other } = await setUp()
    await act(() => app.restore())
    await act(() => app.swap.type('pay', '500'))
    expect([other.value, other.title]).toEqual(['0.160012', '0.16001234'])
  })
})

describe('what is received, while a new price is asked for', () => {
  const isDim = (field: HTMLInputElement) =>
    field.classList.contains('amount-waiting') && field.getAttribute('aria-busy') === 'true'

  async function priced() {
    const setup = await setUp()
    await act(() => setup.app.restore())
    await act(() => setup.app.swap.type('pay', '500'))
    expect(setup.other.value).toBe('0.160012')
    expect(isDim(setup.other)).toBe(false)
    setup.hush()
    return setup
  }

  it('is what it was, dimmed, until that is there', async () => {
    const { app, other } = await priced()
    await act(() => app.swap.type('pay', '600'))
    // The pause for typing is over: nobody has answered for the new amount.
    await act(() => {
      const { request } = app.swap.quotes
      if (request.value) app.swap.quotes.ask({ ...request.value, amount: '600000000' })
    })
    expect(app.swap.receiveUnits.value).toBeUndefined()
    expect(other.value).toBe('0.160012')
    expect(isDim(other)).toBe(true)
  })

  it('given another token is paid with, is nothing: it was the price of something else', async () => {
    const { app, other } = await priced()
    await act(() => app.swap.choose('pay', { ...usdcBase, address: `0x${'9'.repeat(40)}` }))
    expect(other.value).toBe('')
  })

  it('given nothing is typed any more, is nothing', async () => {
    const { app, other } = await priced()
    await act(() => app.swap.type('pay', ''))
    expect(other.value).toBe('')
    expect(isDim(other)).toBe(false)
  })
})

describe('what is said beside the field', () => {
  it('given dollars, tells what is paid in full, never as so many billions', async () => {
    const { app, put } = await setUp()
    await act(() => app.catalog.load())
    await put('$2000000000')
    await vi.waitFor(() => expect(document.body.textContent).toMatch(/= 2,000,\d{3},\d{3}/))
  })

  it('marks a coin that the form chose by itself, until somebody touches the form', async () => {
    const backend = createFixtureBackend({ now: () => 0, orders: {} })
    const clock = { now: () => 0, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    await app.restore()
    app.swap.suggest(usdcBase)
    await act(() =>
      render(
        <AppProvider value={app}>
          <TokenField side="pay" intent={onIntent()} onChoose={() => undefined} />
        </AppProvider>,
        document.body,
      ),
    )
    expect(document.body.textContent).toContain('Base · suggested')
    await act(() => app.swap.type('pay', '1'))
    expect(document.body.textContent).not.toContain('suggested')
  })
})
