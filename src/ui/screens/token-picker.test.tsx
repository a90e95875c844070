// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, scams, usdcBase } from '@/test/support/ui/fixture-data'
import { createFixtureMarks } from '@/test/support/ui/fixture-marks'
import { addText } from '../copy/add-text'
import { lateText } from '../copy/late-text'
import { markText } from '../copy/mark-text'
import { shortAddress } from '../format/text'
import { createApp } from '../models/app'
import type { Clock } from '../models/backend'
import { AppProvider } from '../parts/context'
import { TokenPicker } from './token-picker'

const NOW = 1_800_000_000_000
const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const connection = {
  wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
  page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
  account,
  accounts: [account, other],
}
const clock: Clock = {
  now: () => NOW,
  after: (ms, run) => {
    if (ms < 1_000) queueMicrotask(run)
    return () => undefined
  },
}

async function setUp(marks = createFixtureMarks()) {
  const session = { connections: { eip155: connection } }
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, session, marks })
  const app = createApp({ backend, clock, view: 'panel', page: window })
  await app.restore()
  // This clock has no patience with what is stored.
  await app.wallets.restore()
  await app.catalog.load()
  // What the choice of the account began is over.
  await app.balances.load(account)
  const picked: string[] = []
  act(() =>
    render(
      <AppProvider value={app}>
        <TokenPicker onPick={(token) => picked.push(token.symbol)} onClose={() => undefined} />
      </AppProvider>,
      document.body,
    ),
  )
  const field = document.querySelector<HTMLInputElement>('[role=combobox]') as HTMLInputElement
  const type = (text: string) =>
    act(() => {
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
  return { app, backend, field, type, picked }
}

afterEach(() => render(null, document.body))

describe('the token picker', () => {
  it('given the hub, marks what is a vault or a share, and writes nothing that a name brings', async () => {
    const { app, type, picked } = await setUp()
    await act(() => app.hub.load())
    const chip = [...document.querySelectorAll<HTMLButtonElement>('.chip')].find(
      ({ textContent }) => textContent === 'Vaults',
    )
    await act(() => chip?.click())
    const said = (symbol: string) => document.querySelector(`[data-symbol=${symbol}]`)?.textContent
    expect(said('mUSDC')).toContain('Vault share')
    expect(said('mUSDC')).toContain('for USDC, USDT')
    expect(said('cvUSD')).toContain('Vault')
    expect(said('USDC')).toContain('Looks like USDC')
    expect(said('USDC')).toContain('<script>')
    expect(said('USDC')).not.toContain('\u202e')
    expect(document.querySelector('script')).toBeNull()
    await type('cvusd')
    await act(() => document.querySelector<HTMLElement>('[data-symbol=cvUSD]')?.click())
    expect(picked).toEqual(['cvUSD'])
  })

  it('given the hub answers while it is open, moves no chip that is about to be pressed', async () => {
    const { app } = await setUp()
    const chips = () =>
      [...document.querySelectorAll('.chip')].map(({ textContent }) => textContent ?? '')
    const before = chips()
    expect(before.length).toBeGreaterThan(2)
    await act(() => app.hub.load())
    expect(chips()).toEqual([...before, 'Vaults'])
    const again = (
      <AppProvider value={app}>
        <TokenPicker key="again" onPick={() => undefined} onClose={() => undefined} />
      </AppProvider>
    )
    act(() => render(again, document.body))
    expect(chips()).toEqual([before[0], 'Vaults', ...before.slice(1)])
  })

  it('given the service lists a copy and not the true one, then the copy is marked and stands last', async () => {
    const { app, type } = await setUp()
    const copy = { ...usdcBase, symbol: 'USDT', address: `0x${'5'.repeat(40)}` }
    const pinned = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'
    const wrong = { ...usdcBase, symbol: 'USDTX', address: pinned, decimals: 18 }
    const { call } = app.backend
    const answers = { searchTokens: { tokens: [copy, wrong, { ...usdcBase, name: 'no USDT' }] } }
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name in answers
        ? Promise.resolve(answers[name as keyof typeof answers])
        : call(name as never, input)) as typeof call)
    await act(() => app.catalog.load())
    await type('usdt')
    await vi.waitFor(() => expect(document.querySelector('[data-symbol=USDTX]')).not.toBeNull())
    const rows = [...document.querySelectorAll('[role=option]')]
    const at = (address: string) =>
      rows.findIndex((row) => row.getAttribute('data-address') === address)
    expect(rows[at(copy.address)]?.textContent).toContain('Looks like USDT')
    expect(rows[at(wrong.address)]?.textContent).toContain('Wrong decimals')
    expect(at(usdcBase.address)).toBeGreaterThanOrEqual(0)
    expect(at(copy.address)).toBeGreaterThan(at(usdcBase.address))
    expect(at(wrong.address)).toBeGreaterThan(at(usdcBase.address))
  })

  it('given another account is chosen while somebody types, then the text stays', async () => {
    const { app, field, type } = await setUp()
    await type('usd')
    await act(() => app.wallets.chooseAccount('eip155', other))
    expect(document.querySelector('[role=combobox]')).toBe(field)
    expect(field.value).toBe('usd')
  })

  it('given rows arrive above it, then the highlight stays with its token', async () => {
    const { app, field, type, picked } = await setUp()
    await type('')
    const at = () => document.querySelector('[aria-selected=true]')?.getAttribute('data-symbol')
    const press = (key: string) =>
      act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    const rows = [...document.querySelectorAll('[role=option]')]
    const place = rows.findIndex((row) => row.getAttribute('data-symbol') === 'WBTC')
    for (let step = 0; step < place; step += 1) await press('ArrowDown')
    expect(at()).toBe('WBTC')
    vi.spyOn(app.backend, 'call').mockResolvedValue({
      tokens: [{ ...usdcBase, symbol: 'NEW', address: `0x${'5'.repeat(40)}` }],
    } as never)
    await act(() => app.balances.load(account))
    expect(document.querySelector('[data-symbol=NEW]')).not.toBeNull()
    expect(at()).toBe('WBTC')
    await press('Enter')
    expect(picked).toEqual(['WBTC'])
  })

  const chips = () =>
    [...document.querySelectorAll<HTMLButtonElement>('.chip')].filter(
      (chip) => chip.getAttribute('aria-pressed') === 'true',
    )
  const button = (words: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  const symbols = () =>
    [...document.querySelectorAll('[role=option]')].map((row) => row.getAttribute('data-symbol'))
  const risky = 'FREE-AIRDROP-CLAIM-NOW-AT-EXAMPLE'

  it('folds what is risky away, held or not, until it is asked for, and then puts it last', async () => {
    const { type } = await setUp()
    await type('')
    expect(symbols()).not.toContain(risky)
    expect(symbols().length).toBeGreaterThan(0)
    await act(() => button('Show 1 risky token')?.click())
    expect(symbols().at(-1)).toBe(risky)
    await type('usd')
    await type('')
    expect(symbols()).not.toContain(risky)
  })

  it('given more than is drawn, then what is risky is there all the same once it is asked for', async () => {
    const { app, type } = await setUp()
    const many = Array.from({ length: 160 }, (_, at) => ({
      ...usdcBase,
      symbol: `MANY${at}`,
      address: `0x7${String(at).padStart(39, '0')}`,
    }))
    const bad = { ...usdcBase, symbol: 'MANYBAD', extensions: { isRiskToken: true } }
    vi.spyOn(app.backend, 'call').mockResolvedValue({ tokens: [...many, bad] } as never)
    await type('many')
    const size = () => document.querySelector('[role=option]')?.getAttribute('aria-setsize')
    await vi.waitFor(() => expect(size()).toBe('160'))
    // Of all of them only what is seen is drawn.
    expect(symbols().length).toBeLessThan(40)
    await act(() => button('Show 1 risky token')?.click())
    expect(size()).toBe('161')
    expect(symbols().at(-1)).toBe('MANYBAD')
  })

  it('given the keyboard asks for what is risky, then it stands at the first of it, in the search field', async () => {
    const { field, type, picked } = await setUp()
    await type('')
    const shows = button('Show 1 risky token')
    shows?.focus()
    await act(() => shows?.click())
    expect(document.activeElement).toBe(field)
    const active = document.querySelector('[aria-selected=true]')
    expect(active?.getAttribute('data-symbol')).toBe(risky)
    expect(field.getAttribute('aria-activedescendant')).toBe(active?.id)
    await act(
      () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    expect(picked).toEqual([risky])
  })

  it('given only what is risky matches, then the status does not say that there is nothing', async () => {
    const { type } = await setUp()
    await type('airdrop')
    const status = () => document.querySelector('p[role=status]')?.textContent
    await vi.waitFor(() => expect(status()).toBe('0 tokens, 1 risky hidden'))
    await act(() => button('Show 1 risky token')?.click())
    expect(status()).toBe('1 token')
  })

  it('given only what is risky matches, takes none of it by Enter, and does not say that none matches', async () => {
    const { field, type, picked } = await setUp()
    await type('airdrop')
    await act(
      () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    expect(picked).toEqual([])
    // The search is over: only then could it be said that there is nothing.
    await vi.waitFor(() =>
      expect(document.querySelector('[aria-busy=false][role=listbox]')).not.toBeNull(),
    )
    expect(button('Show 1 risky token')).toBeDefined()
    expect(document.body.textContent).not.toContain(lateText.tokens.none)
  })

  it('given the whole address of a risky token, shows it with its mark', async () => {
    const { type } = await setUp()
    await type('0x0000000000000000000000000000000000BAD001')
    expect(symbols()).toEqual([risky])
    expect(document.querySelector('[role=option]')?.textContent).toContain(lateText.tokens.risky)
  })

  it('given a chain beside the name, presses its chip and puts it first', async () => {
    const { type } = await setUp()
    await type('usdt arb')
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Arbitrum One'])
    expect(chips()[0]?.nextElementSibling?.textContent).toContain('Base')
    await type('usdt')
    expect(chips().map(({ textContent }) => textContent)).toEqual([lateText.tokens.allChains])
  })

  it('given a chip is pressed then, the text gives way to it, and its own chip lets go', async () => {
    const { field, type } = await setUp()
    const pressed = () => chips().map(({ textContent }) => textContent)
    await type('usdt arb')
    await act(() => chips()[0]?.click())
    expect([field.value, pressed()]).toEqual(['usdt', [lateText.tokens.allChains]])
    await type('usdt arb')
    await act(() => button(lateText.tokens.allChains)?.click())
    expect([field.value, pressed()]).toEqual(['usdt', [lateText.tokens.allChains]])
    await type('usdt arb')
    const base = [...document.querySelectorAll<HTMLButtonElement>('.chip')].find((chip) =>
      chip.textContent?.endsWith('Base'),
    )
    await act(() => base?.click())
    expect([field.value, pressed()]).toEqual(['usdt', [base?.textContent]])
  })

  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...usdcBase,
      symbol: `TOKEN${(from + at) % 500}`,
      address: `0x7${String(from + at).padStart(39, '0')}`,
      extensions: {},
    }))

  describe('pinned and recent tokens', () => {
    const shown = () =>
      [...document.querySelectorAll('.token-list [role=group]')].map((group) => [
        group.getAttribute('aria-label'),
        ...[...group.querySelectorAll('[role=option]')].map(
          (row) => `${row.getAttribute('data-symbol')} ${row.getAttribute('data-chain-id')}`,
        ),
      ])
    const inGroup = (name: string) =>
      shown()
        .find(([title]) => title === name)
        ?.slice(1)
    const altP = (field: HTMLElement, more: KeyboardEventInit = {}) =>
      act(async () => {
        const init = { key: 'p', code: 'KeyP', altKey: true, bubbles: true, ...more }
        field.dispatchEvent(new KeyboardEvent('keydown', init))
      })
    const gone = { chainId: 8453, address: `0x${'9'.repeat(40)}` }

    it('stand first under their headings, none of them twice, and not while something is searched', async () => {
      const marks = createFixtureMarks({ pinned: [usdcBase], recent: [usdcBase, ethArbitrum] })
      const { type } = await setUp(marks)
      await vi.waitFor(() => expect(inGroup('Pinned')).toEqual(['USDC 8453']))
      expect(inGroup('Recent')).toEqual(['ETH 42161'])
      expect(shown().map(([title]) => title)).toEqual(['Pinned', 'Recent', 'All tokens'])
      expect(inGroup('All tokens')).not.toContain('USDC 8453')
      await type('usdc')
      expect(shown()).toEqual([])
    })

    it('are pinned and unpinned by a key in the search field, which says so', async () => {
      const { app, field, type } = await setUp()
      const said = vi.spyOn(app, 'announce')
      await type('')
      const first = document.querySelector('[aria-selected=true]')?.getAttribute('data-symbol')
      // The pointer rests where the list came to be.
      document.querySelector('.token-list')?.dispatchEvent(new PointerEvent('pointerenter'))
      await altP(field)
      await vi.waitFor(() => expect(inGroup('Pinned')).toHaveLength(1))
      expect(said).toHaveBeenLastCalledWith(`${first} was pinned`)
      const button = document.querySelector('[data-testid=pin-token]')
      expect(button?.getAttribute('aria-pressed')).toBe('true')
      expect(document.querySelector('[aria-selected=true]')?.textContent).toContain('Pinned')
      // What types a sign with AltGr is left to the field.
      await altP(field, { key: 'þ', ctrlKey: true })
      expect(inGroup('Pinned')).toHaveLength(1)
      await altP(field, { key: 'P', shiftKey: true })
      await vi.waitFor(() => expect(inGroup('Pinned')).toBeUndefined())
      expect(said).toHaveBeenLastCalledWith(`${first} is not pinned any more`)
    })

    it.each([
      ['on a Mac, where the key types a sign', 'π', 'KeyP'],
      ['where the letters stand elsewhere', 'p', 'KeyR'],
      ['under letters that are not Latin', 'з', 'KeyP'],
    ])('are pinned by the key %s', async (_where, key, code) => {
      const { field, type } = await setUp()
      await type('')
      const init = { key, code, altKey: true, bubbles: true, cancelable: true }
      const press = new KeyboardEvent('keydown', init)
      await act(async () => void field.dispatchEvent(press))
      // Taken: nothing is typed.
      expect(press.defaultPrevented).toBe(true)
      await vi.waitFor(() => expect(inGroup('Pinned')).toHaveLength(1))
    })

    it('are pinned by the pin of a row, which picks nothing, and what was picked is recent next time', async () => {
      const marks = createFixtureMarks()
      const { type, picked } = await setUp(marks)
      await type('')
      const row = document.querySelector('[data-symbol=WBTC]') as HTMLElement
      await act(async () => row.querySelector<HTMLElement>('[data-testid=token-pin]')?.click())
      await vi.waitFor(() => expect(inGroup('Pinned')).toEqual([expect.stringContaining('WBTC')]))
      expect(picked).toEqual([])
      await act(async () =>
        document.querySelector<HTMLElement>('.token-row:not([data-symbol=WBTC])')?.click(),
      )
      await vi.waitFor(async () => expect((await marks.read()).recent).toHaveLength(1))
    })

    it('give one with a warning no place above its own, and no pin; one in no list is not shown', async () => {
      const [copy, risky] = scams as [typeof usdcBase, typeof usdcBase]
      const marks = createFixtureMarks({ pinned: [risky, copy, gone], recent: [usdcBase] })
      const { type } = await setUp(marks)
      await vi.waitFor(() => expect(inGroup('Recent')).toEqual(['USDC 8453']))
      expect(inGroup('Pinned')).toBeUndefined()
      expect(document.querySelector(`[data-address='${gone.address}']`)).toBeNull()
      expect(symbols()).not.toContain(risky.symbol)
      await type('')
      await act(() => button('Show 1 risky token')?.click())
      expect(symbols().at(-1)).toBe(risky.symbol)
    })

    it('follow what another window pins, and are cleared by a press that keeps the pins', async () => {
      const marks = createFixtureMarks({ recent: [ethArbitrum] })
      const { field } = await setUp(marks)
      await vi.waitFor(() => expect(inGroup('Recent')).toEqual(['ETH 42161']))
      await act(async () => void (await marks.change((now) => ({ ...now, pinned: [usdcBase] }))))
      await vi.waitFor(() => expect(inGroup('Pinned')).toEqual(['USDC 8453']))
      await act(async () =>
        document.querySelector<HTMLElement>('[data-testid=clear-recent]')?.click(),
      )
      await vi.waitFor(() => expect(inGroup('Recent')).toBeUndefined())
      expect(inGroup('Pinned')).toEqual(['USDC 8453'])
      await vi.waitFor(() => expect(document.activeElement).toBe(field))
    })

    it('say where they cannot be kept', async () => {
      const { app, field, type } = await setUp(createFixtureMarks({}, true))
      const said = vi.spyOn(app, 'announce')
      await type('')
      await altP(field)
      const unkept = 'The pins on this computer could not be written.'
      await vi.waitFor(() => expect(said).toHaveBeenLastCalledWith(unkept))
    })
  })

  it('given 50,000 tokens, draws what is seen, moves by keys to any, and reads page after page', async () => {
    const { app, field, type, picked } = await setUp()
    const asked: unknown[] = []
    const { call } = app.backend
    vi.spyOn(app.backend, 'call').mockImplementation(((
      name: string,
      input: { cursor?: number },
    ) => {
      if (name !== 'listTokens') return call(name as never, input as never)
      asked.push(input)
      const { cursor = 0 } = input
      return Promise.resolve(
        cursor === 0
          ? { data: many(0, 100), cursor: 100 }
          : { data: many(cursor, 49_900), ...(cursor === 100 && { cursor: 100 }) },
      )
    }) as typeof call)
    const press = (key: string) =>
      act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    const size = () => Number(document.querySelector('[role=option]')?.getAttribute('aria-setsize'))
    await type(' ')
    await vi.waitFor(() => expect(size()).toBeGreaterThan(100))
    expect(asked).toEqual([{ limit: 100 }])
    for (let step = 0; step < 11; step += 1) await press('PageDown')
    // Before the end of the first page the next one is read; a cursor that stands still ends the list.
    await vi.waitFor(() => expect(size()).toBeGreaterThan(50_000))
    expect(asked).toEqual([{ limit: 100 }, { limit: 500, cursor: 100 }])
    for (let step = 0; step < 3; step += 1) await press('PageDown')
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(40)
    const active = document.querySelector('[aria-selected=true]')
    expect(field.getAttribute('aria-activedescendant')).toBe(active?.id)
    expect(Number(active?.getAttribute('aria-posinset'))).toBe(14 * 8 + 1)
    await press('Enter')
    expect(picked).toEqual([active?.getAttribute('data-symbol')])
  })

  describe('an address that no list has', () => {
    const address = `0x${'c0'.repeat(20)}`
    const found = {
      kind: 'found',
      symbol: `0x4d4b52${'0'.repeat(58)}`,
      name: '0x',
      decimals: 9,
    }
    const chip = (name: string) =>
      [...document.querySelectorAll<HTMLButtonElement>('.chip')].find((each) =>
        each.textContent?.endsWith(name),
      )
    async function paste(answer: unknown, typed = address, marks = createFixtureMarks()) {
      const opened = await setUp(marks)
      const { call } = opened.app.backend
      vi.spyOn(opened.app.backend, 'call').mockImplementation(((name: string, input: never) =>
        name === 'readToken'
          ? answer instanceof Error
            ? Promise.reject(answer)
            : Promise.resolve(answer)
          : call(name as never, input)) as typeof call)
      await opened.app.preferences.load()
      await opened.type(typed)
      const panel = () => document.querySelector('[data-testid=add-token]')
      if (typed !== address) return { ...opened, panel }
      await vi.waitFor(() => expect(panel()?.textContent).toContain('Choose its network'))
      await act(() => chip('Base')?.click())
      return { ...opened, panel }
    }

    it('is read on the chain that is chosen, added by a click, marked, picked, and taken off again', async () => {
      const { app, field, type, panel, picked } = await paste(found)
      await vi.waitFor(() => expect(panel()?.textContent).toContain('9 decimals'))
      expect(panel()?.textContent).toContain('MKR')
      expect(panel()?.textContent).toContain('Nobody vouches')
      // Nothing was added unasked.
      expect(app.preferences.settings.value?.addedTokens).toBeUndefined()
      await act(() => panel()?.querySelector<HTMLButtonElement>('.button')?.click())
      await vi.waitFor(() => expect(symbols()).toEqual(['MKR']))
      expect(app.announcements.value.at(-1)?.text).toBe('MKR was added')
      expect(document.activeElement).toBe(field)
      expect(document.querySelector('[role=option]')?.textContent).toContain('Added by you')
      await act(
        () =>
          void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
      )
      expect(picked).toEqual(['MKR'])
      await type('')
      await act(() => button('Remove MKR')?.click())
      await vi.waitFor(() => expect(app.preferences.settings.value?.addedTokens).toEqual([]))
    })

    describe('that came in from a file', () => {
      const unchecked = { chainId: 8453, address }
      const other = { chainId: 42161, address: `0x${'7'.repeat(40)}` }
      const check = (name: string) => act(() => button(name)?.click())

      it('says so, is no row of the list, and is added once it was read on its own chain', async () => {
        const marks = createFixtureMarks({ unchecked: [unchecked, other] })
        const { app, panel, field, type } = await paste(found, '', marks)
        await vi.waitFor(() => expect(document.body.textContent).toContain(markText.unchecked(2)))
        expect(document.querySelector(`[data-address="${address}"]`)).toBeNull()
        await check(`Check ${shortAddress(address)}`)
        expect(document.activeElement).toBe(field)
        await vi.waitFor(() => expect(panel()?.textContent).toContain('9 decimals'))
        expect(app.backend.call).toHaveBeenCalledWith('readToken', unchecked)
        expect(app.preferences.settings.value?.addedTokens).toBeUndefined()
        await act(() => panel()?.querySelector<HTMLButtonElement>('.button')?.click())
        await vi.waitFor(() => expect(symbols()).toEqual(['MKR']))
        await vi.waitFor(async () => expect((await marks.read()).unchecked).toEqual([other]))
        await type('')
        expect(document.body.textContent).toContain(markText.unchecked(1))
      })

      it('waits on where its chain shows none, and can be taken off', async () => {
        const marks = createFixtureMarks({ unchecked: [unchecked, other] })
        const { panel, type, field } = await paste({ kind: 'none' }, '', marks)
        await vi.waitFor(() => expect(document.body.textContent).toContain(markText.unchecked(2)))
        await check(`Check ${shortAddress(address)}`)
        await vi.waitFor(() => expect(panel()?.textContent).toContain('There is no token'))
        expect((await marks.read()).unchecked).toHaveLength(2)
        await type('')
        const rest = `Remove ${shortAddress(other.address)}`
        await check(`Remove ${shortAddress(address)}`)
        await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(rest))
        await check(rest)
        await vi.waitFor(() => expect(document.activeElement).toBe(field))
        expect((await marks.read()).unchecked).toEqual([])
      })
    })

    it.each([
      [{ kind: 'none' }, 'There is no token at this address on Base'],
      [{ kind: 'disagree' }, 'say different things'],
      [{ kind: 'unread' }, 'Fewer than two'],
      [{ ...found, symbol: '0x' }, 'There is no token'],
      [new Error('away'), 'could not be read'],
    ])('is not added where nodes say %j', async (answer, words) => {
      const { panel } = await paste(answer)
      await vi.waitFor(() => expect(panel()?.textContent).toContain(words))
      expect(panel()?.textContent).not.toContain('Add to this computer')
    })

    it('is not said to be added where it could not be kept', async () => {
      const { app, panel } = await paste(found)
      await vi.waitFor(() => expect(panel()?.textContent).toContain('9 decimals'))
      vi.spyOn(app.backend, 'call').mockRejectedValue(new Error('full'))
      await act(() => panel()?.querySelector<HTMLButtonElement>('.button')?.click())
      await vi.waitFor(() => expect(panel()?.textContent).toContain('could not be written'))
      expect(app.announcements.value.at(-1)?.text).not.toContain('was added')
    })

    it('is said aloud once it is read', async () => {
      const { app, panel } = await paste(found)
      await vi.waitFor(() => expect(panel()?.textContent).toContain('9 decimals'))
      expect(app.announcements.value.at(-1)?.text).toBe(
        'Found MKR, MKR, 9 decimals. Nobody vouches for this token.',
      )
    })

    it('is not called unlisted where the service was not reached', async () => {
      const { app, type } = await setUp()
      vi.spyOn(app.backend, 'call').mockRejectedValue(new Error('away'))
      await type(address)
      const panel = () => document.querySelector('[data-testid=add-token]')?.textContent
      await vi.waitFor(() => expect(panel()).toContain('Choose a network above'))
      expect(panel()).not.toContain('lists no token')
    })

    it('leaves the focus at the next one that can be removed, then in the search field', async () => {
      const { app, field } = await setUp()
      const addedTokens = ['1', '2', '3'].map((digit) => ({
        ...usdcBase,
        symbol: `OWN${digit}`,
        address: `0x${digit.repeat(40)}`,
      }))
      await app.backend.call('writeSettings', { addedTokens })
      await act(() => app.preferences.load())
      for (const [gone, next] of [
        ['OWN2', 'Remove OWN3'],
        ['OWN3', 'Remove OWN1'],
      ]) {
        await act(() => button(`Remove ${gone}`)?.click())
        await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(next))
      }
      await act(() => button('Remove OWN1')?.click())
      await vi.waitFor(() => expect(document.activeElement).toBe(field))
    })

    describe('on Solana', () => {
      const mint = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'
      const nameless = { ...found, symbol: `0x${'0'.repeat(64)}`, name: `0x${'0'.repeat(64)}` }
      const open = async (answer: unknown) => {
        const opened = await paste(answer, mint)
        await vi.waitFor(() => expect(opened.panel()).not.toBeNull())
        return opened
      }

      it('is read at its mint as written, without a chain being chosen, and added by a click', async () => {
        const { app, panel } = await open({ ...found, rules: ['fee', 'freezable'] })
        await vi.waitFor(() => expect(panel()?.textContent).toContain('9 decimals'))
        expect(app.backend.call).toHaveBeenCalledWith('readToken', {
          chainId: SOLANA_CHAIN_ID,
          address: mint,
        })
        const rules = [addText.rules.fee, addText.rules.freezable]
        for (const rule of rules) {
          expect(panel()?.textContent).toContain(rule)
          expect(app.announcements.value.at(-1)?.text).toContain(rule)
        }
        await act(() => panel()?.querySelector<HTMLButtonElement>('.button')?.click())
        await vi.waitFor(() => expect(symbols()).toEqual(['MKR']))
        const token = { chainId: SOLANA_CHAIN_ID, address: mint, symbol: 'MKR', decimals: 9 }
        expect(app.preferences.settings.value?.addedTokens).toMatchObject([token])
      })

      it('is called by its address where it has no name', async () => {
        const { panel } = await open(nameless)
        await vi.waitFor(() => expect(panel()?.textContent).toContain('EKpQGS…zcjm'))
      })

      it('is not added where it cannot be sent', async () => {
        const { panel } = await open({ kind: 'immovable' })
        await vi.waitFor(() => expect(panel()?.textContent).toContain(addText.immovable))
        expect(panel()?.textContent).not.toContain('Add to this computer')
      })

      it('is not looked for on a chain of other addresses', async () => {
        const { panel } = await open(found)
        await act(() => chip('Base')?.click())
        await vi.waitFor(() => expect(panel()?.textContent).toContain('Addresses on Base look'))
      })
    })

    it('is said to be no other token where it has its name', async () => {
      const usdc = `0x55534443${'0'.repeat(56)}`
      const { panel } = await paste({ ...found, symbol: usdc })
      await vi.waitFor(() => expect(panel()?.textContent).toContain('and is not USDC'))
    })
  })

  it('shows the worst mark of a token first', async () => {
    const { app, type } = await setUp()
    const address = '0x4200000000000000000000000000000000000006'
    const odd = { ...usdcBase, symbol: 'WETH', address, extensions: { isRiskToken: true } }
    const { call } = app.backend
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name === 'searchTokens'
        ? Promise.resolve({ tokens: [odd] })
        : call(name as never, input)) as typeof call)
    await app.backend.call('writeSettings', { addedTokens: [odd] })
    await act(() => app.preferences.load())
    await type(odd.address)
    await vi.waitFor(() => expect(document.querySelector('[role=option] .badge')).not.toBeNull())
    const badges = [...document.querySelectorAll('[role=option] .badge')]
    expect(badges.map((each) => each.textContent)).toEqual([
      'Wrong decimals',
      'Risky',
      'Added by you',
    ])
  })

  it('names the chain of a token before its name', async () => {
    const { type } = await setUp()
    await type('wbtc')
    const row = document.querySelector('[data-symbol=WBTC] .token-row-second')
    expect(row?.textContent).toMatch(/^Ethereum · Wrapped BTC /)
  })
})

describe('a row under the pointer', () => {
  it('given it turns out to be a copy, or risky, stays where it is and is marked', async () => {
    const { app, type } = await setUp()
    await type('usd')
    const list = document.querySelector('.token-list')
    const rows = () =>
      [...document.querySelectorAll('[role=option]')].map((row) => row.getAttribute('data-address'))
    await vi.waitFor(() => expect(list?.getAttribute('aria-busy')).toBe('false'))
    const before = rows()
    const first = app.catalog.top.value.find(({ address }) => address === before[0])
    if (!first) throw new Error('a token of the list')
    await act(() => void list?.dispatchEvent(new PointerEvent('pointerenter')))
    const { call } = app.backend
    const tokens = app.catalog.top.value.map((token) =>
      token.address === first.address ? { ...token, extensions: { isRiskToken: true } } : token,
    )
    vi.spyOn(app.backend, 'call').mockImplementation(((name: string, input: never) =>
      name === 'topTokens' || name === 'readBalances'
        ? Promise.resolve({ tokens })
        : call(name as never, input)) as typeof call)
    await act(() => app.balances.load(account))
    await act(() => app.catalog.load())
    expect(rows().slice(0, before.length)).toEqual(before)
    expect(document.querySelector('[role=option]')?.textContent).toContain(lateText.tokens.risky)
    // Who takes the pointer away sees them as they are sorted.
    await act(() => void list?.dispatchEvent(new PointerEvent('pointerleave')))
    await act(() => app.catalog.load())
    expect(rows()).not.toContain(first.address)
  })
})
