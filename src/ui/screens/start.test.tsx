// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, friend, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { formText } from '../copy/form-text'
import { createApp, type View } from '../models/app'
import type { Clock } from '../models/backend'
import { AppProvider } from '../parts/context'
import { SwapScreen } from './swap'

const NOW = 1_800_000_000_000
const connection = {
  wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
  page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
  account,
  accounts: [account],
}
const clock: Clock = {
  now: () => NOW,
  after: (ms, run) => {
    if (ms < 1_000) queueMicrotask(run)
    return () => undefined
  },
}

async function show(options: Partial<FixtureOptions> = {}, view: View = 'popup') {
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: {},
    session: { connections: { eip155: connection } },
    calls,
    ...options,
  })
  const app = createApp({ backend, clock, view, page: window })
  app.router.go({ screen: 'swap' })
  await app.restore()
  await app.wallets.restore()
  await app.swap.restore()
  await act(async () => {
    render(
      <AppProvider value={app}>
        <SwapScreen />
      </AppProvider>,
      document.body,
    )
  })
  await act(async () => {
    app.load()
    await app.balances.load(account)
  })
  await vi.waitFor(() => expect(document.querySelector('#words')).not.toBeNull())
  const line = () => document.querySelector<HTMLInputElement>('#words') as HTMLInputElement
  const type = (text: string) =>
    act(() => {
      line().value = text
      line().dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
  const press = (key: string) =>
    act(() => {
      line().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
  const readings = () =>
    [...document.querySelectorAll('[data-testid=reading]')].map(
      (row) =>
        `${row.querySelector('.token-symbol')?.textContent} | ${row.querySelector('.token-row-second')?.textContent}`,
    )
  return { app, backend, calls, line, type, press, readings }
}

// Its code is there, as it is once the popup was drawn.
beforeAll(async () => void (await import('./start')))
afterEach(() => render(null, document.body))

describe('an empty form', () => {
  it('begins with the native token of the wallet’s chain, and the focus is in the amount', async () => {
    const { app } = await show()
    await vi.waitFor(() => expect(app.swap.pay.value?.symbol).toBe('ETH'))
    expect(app.swap.pay.value?.chainId).toBe(8453)
    expect(app.swap.receive.value).toBeUndefined()
    expect(document.activeElement?.id).toBe('amount-pay')
  })

  it('begins with the dApp’s chain where no wallet is connected, and with nothing where nobody says', async () => {
    const one = await show({ session: {}, wallets: 'found' })
    await vi.waitFor(() => expect(one.app.swap.pay.value?.chainId).toBe(8453))
    render(null, document.body)
    const other = await show({ session: {}, wallets: 'none' })
    await act(() => other.app.wallets.refresh())
    expect(other.app.swap.pay.value).toBeUndefined()
  })

  it('is not kept as a choice, and overrules none', async () => {
    const { app, backend } = await show()
    await vi.waitFor(() => expect(app.swap.pay.value).toBeDefined())
    expect(await backend.session.read('draft')).toBeUndefined()
    render(null, document.body)
    const draft = { receive: ethArbitrum, side: 'pay', text: '', recipient: '' }
    const chosen = await show({ session: { connections: { eip155: connection }, draft } })
    await act(() => chosen.app.wallets.refresh())
    expect(chosen.app.swap.pay.value).toBeUndefined()
  })

  it('in a tab leaves the focus where a reader begins', async () => {
    await show({}, 'tab')
    expect(document.activeElement).toBe(document.body)
  })

  it('offers pairs that arrived before, and fills in both with one press', async () => {
    const made = orders(NOW)
    const { app } = await show({ orders: { filled: made.filled as Order } })
    await vi.waitFor(() =>
      expect(document.querySelector('[data-testid=recent-pair]')).not.toBeNull(),
    )
    const chip = document.querySelector<HTMLButtonElement>('[data-testid=recent-pair]')
    await act(() => chip?.click())
    expect(app.swap.pay.value?.symbol).toBe(made.filled?.accepted.from.symbol)
    expect(app.swap.receive.value?.symbol).toBe(made.filled?.accepted.to.symbol)
    expect(document.activeElement?.id).toBe('amount-pay')
  })
})

describe('pairs that arrived before', () => {
  const chips = () => [...document.querySelectorAll<HTMLButtonElement>('[data-testid=recent-pair]')]

  it('take the recipient of a site’s request away with it', async () => {
    const filled = orders(NOW).filled as Order
    const session = {
      connections: { eip155: connection },
      asker: { origin: 'https://a.example' },
      draft: { side: 'pay', text: '', recipient: friend },
    }
    const { app } = await show({ orders: { filled }, session })
    await vi.waitFor(() => expect(chips()).toHaveLength(1))
    await vi.waitFor(() => expect(app.askedBy.value).toBe('https://a.example'))
    expect(app.swap.recipient.value).toBe(friend)
    await act(() => chips()[0]?.click())
    expect(app.swap.recipient.value).toBe('')
    expect(app.swap.receive.value?.symbol).toBe(filled.accepted.to.symbol)
  })

  it('name their networks where two read alike', async () => {
    const filled = orders(NOW).filled as SwapOrder
    const { accepted } = filled
    const to = { ...accepted.to, chainId: 1 }
    const other = { ...filled, id: 'b'.repeat(32), accepted: { ...accepted, to } }
    await show({ orders: { filled, other } })
    await vi.waitFor(() => expect(chips()).toHaveLength(2))
    const said = chips().map((chip) => chip.querySelector('bdi')?.textContent)
    expect(said.some((each) => each?.includes('on Ethereum'))).toBe(true)
    expect(new Set(said).size).toBe(2)
  })
})

describe('a swap said in words', () => {
  it('shows each reading, the held token first, and fills in the one that is chosen', async () => {
    const { app, calls, type, press, readings } = await show()
    await type('swap 50 usdc to eth on base')
    await vi.waitFor(() =>
      expect(readings()).toEqual([
        '50 USDC → ETH | Base → Base',
        '50 USDC → ETH | Arbitrum One → Base',
      ]),
    )
    const announce = vi.spyOn(app, 'announce')
    await press('ArrowDown')
    await press('ArrowUp')
    await press('Enter')
    expect(app.swap.pay.value).toMatchObject({ symbol: 'USDC', chainId: 8453 })
    expect(app.swap.receive.value).toMatchObject({ symbol: 'ETH', chainId: 8453 })
    expect(app.swap.payText.value).toBe('50')
    expect(announce).toHaveBeenCalledWith('Filled in: 50 USDC on Base to ETH on Base')
    expect(document.activeElement?.id).toBe('amount-pay')
    // Prices are asked for; an order is not.
    expect(calls.map(({ name }) => name)).not.toContain('prepareOrder')
  })

  it('fills in money, and what is received', async () => {
    const { app, type, press, readings } = await show()
    await type('$20 of eth on base to usdt')
    await vi.waitFor(() => expect(readings()[0]).toBe('$20 of ETH → USDT | Base → Arbitrum One'))
    await press('Enter')
    expect(app.swap.isMoney.value).toBe(true)
    // 20 / 3120.42 ETH, cut.
    await vi.waitFor(() => expect(app.swap.payUnits.value).toBe(6_409_393_607_270_816n))
  })

  it('offers no copy, and what the service adds as the service’s', async () => {
    const { app, type, readings } = await show()
    const { call } = app.backend
    const other = { ...usdcBase, symbol: 'MOON', address: `0x${'6'.repeat(40)}` }
    const copy = { ...usdcBase, address: `0x${'7'.repeat(40)}` }
    const items = [other, copy].map((token) => ({ description: '', token, amount: '5' }))
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name === 'autocomplete'
        ? Promise.resolve({ items, seeds: [] })
        : call(name as never, input)) as typeof call)
    await type('five of the usdc, please, on the moon')
    await vi.waitFor(() =>
      expect(readings()).toEqual([
        "Receive MOON | Base, 0x6666…6666 · You pay stays ETH on Base · The service's suggestion",
      ]),
    )
  })

  it('tells two tokens of one symbol apart, aloud as well, and takes neither by Enter alone', async () => {
    const { app, line, type, press, readings } = await show()
    const { call } = app.backend
    // Both ends of the addresses are the same.
    const [one, other] = ['5', '7'].map((digit) => ({
      ...usdcBase,
      symbol: 'PEPE',
      name: 'Pepe',
      address: `0x6666${digit.repeat(32)}6666`,
    }))
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name === 'searchTokens'
        ? Promise.resolve({ tokens: [one, other] })
        : call(name as never, input)) as typeof call)
    await type('swap 50 usdc on base to pepe')
    await vi.waitFor(() => expect(readings()).toHaveLength(2))
    expect(new Set(readings()).size).toBe(2)
    expect(line().maxLength).toBe(160)
    await press('Enter')
    expect(app.swap.receive.value).toBeUndefined()
    const announce = vi.spyOn(app, 'announce')
    await press('ArrowDown')
    await press('Enter')
    expect(announce).toHaveBeenCalledWith(
      `Filled in: 50 USDC on Base, ${usdcBase.address} to PEPE on Base, ${one?.address}`,
    )
  })

  it('never preselects what the service suggests', async () => {
    const { app, type, press, readings } = await show()
    const { call } = app.backend
    const moon = { ...usdcBase, symbol: 'MOON', name: 'Moon', address: `0x${'6'.repeat(40)}` }
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name === 'autocomplete'
        ? Promise.resolve({ items: [{ description: '', token: moon }], seeds: [] })
        : call(name as never, input)) as typeof call)
    await type('to where the stars are')
    await vi.waitFor(() => expect(readings()).toHaveLength(1))
    await press('Enter')
    expect(app.swap.receive.value).toBeUndefined()
  })

  it('says where nothing is read, where the service fails, and what is offline', async () => {
    const { app, type, readings } = await show({ failing: { autocomplete: 'service/unreachable' } })
    await type('hello')
    await vi.waitFor(() =>
      expect(document.body.textContent).toContain('The service did not answer'),
    )
    await type('50 usdc to eth on arb')
    await vi.waitFor(() => expect(readings().length).toBeGreaterThan(0))
    const status = () => document.querySelector('.words [role=status]')?.textContent
    await vi.waitFor(() => expect(status()).toMatch(/readings?$/))
    render(null, document.body)
    const second = await show()
    await second.type('hello')
    await vi.waitFor(() => expect(document.body.textContent).toContain('No swap was read'))
    expect(app.swap.receive.value).toBeUndefined()
  })

  it.each(['swap 5k usdc to eth', 'swap all my usdc to eth'])(
    'asks for the amount of "%s" in digits, and fills in nothing',
    async (text) => {
      const { type, readings } = await show()
      await type(text)
      await vi.waitFor(() => expect(document.body.textContent).toContain(formText.words.loose))
      const status = () => document.querySelector('.words [role=status]')?.textContent
      await vi.waitFor(() => expect(status()).toContain(formText.words.loose))
      expect(readings()).toEqual([])
      expect(document.body.textContent).not.toContain('No swap was read')
    },
  )

  it('keeps what was typed for the next time, and gives sentences to begin with', async () => {
    const { backend, line, type } = await show()
    await act(() => void line().dispatchEvent(new FocusEvent('focus')))
    await vi.waitFor(() => expect(document.querySelector('.seeds .chip')).not.toBeNull())
    await act(() => document.querySelector<HTMLButtonElement>('.seeds .chip')?.click())
    expect(line().value).toBe('swap 50 usdc to eth on base')
    await type('swap 1 eth')
    expect(await backend.session.read('words')).toBe('swap 1 eth')
  })
})
