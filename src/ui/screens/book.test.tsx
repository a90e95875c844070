// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BookEntry, bookKey } from '@/src/contract/book'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { account } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { bookText } from '../copy/book-text'
import { errorCopy } from '../copy/errors'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { NamedAddress } from '../parts/named-address'
import { AccountPicker } from './account-picker'
import { BookScreen } from './book'
import { PickButton, SaveOffer } from './pick-account'

const NOW = 1_800_000_000_000
const alice: BookEntry = {
  name: 'Alice',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  family: 'eip155',
  createdAt: NOW,
}
const solana: BookEntry = {
  ...alice,
  name: 'Sol',
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  family: 'solana',
}
/** Begins and ends like Alice's. */
const thief = `0x3c44${'5'.repeat(32)}93bc`

async function open(
  screen: preact.ComponentChildren,
  entries: readonly BookEntry[],
  options: Partial<FixtureOptions> = {},
) {
  const book = options.book ?? createFixtureBook(entries)
  const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
  const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
  const connections = { eip155: { wallet, page, account, accounts: [account] } }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: {},
    wallets: 'connected',
    session: { connections, ...options.session },
    book,
  })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.wallets.restore()
  await act(() => {
    render(<AppProvider value={app}>{screen}</AppProvider>, document.body)
  })
  const wait = () => act(settled)
  await wait()
  await wait()
  const byLabel = (label: string) =>
    [...document.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
    )
  return {
    app,
    wait,
    byLabel,
    stored: async () => (await book.read()).entries,
    press: (label: string) =>
      act(async () => {
        const button = byLabel(label)
        if (button === undefined) throw new Error(`There is no ${label}`)
        button.click()
        await settled()
      }),
    async type(selector: string, value: string) {
      await act(async () => {
        const field = document.querySelector(selector) as HTMLInputElement
        field.value = value
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await settled()
      })
    },
    tick: () => act(() => document.querySelector<HTMLInputElement>('[type=checkbox]')?.click()),
    async submit() {
      await act(async () => {
        const event = new Event('submit', { bubbles: true, cancelable: true })
        document.querySelector('form.book-form')?.dispatchEvent(event)
        await settled()
      })
      await wait()
    },
    shown: () => document.body.textContent ?? '',
  }
}

afterEach(() => {
  render(null, document.body)
  document.body.replaceChildren()
})

describe('the account book', () => {
  it('saves no address before the whole of it was compared', async () => {
    const { press, type, tick, submit, stored, byLabel } = await open(<BookScreen />, [])
    await press(bookText.add)
    await type('.book-form input', 'Alice')
    await type('.book-form textarea', alice.address.toLowerCase())
    expect(document.querySelector('.book-whole')?.textContent).toContain(alice.address)
    expect(byLabel(bookText.entry.save)?.disabled).toBe(true)
    await submit()
    expect(await stored()).toEqual([])
    await tick()
    // Another address was not compared.
    await type('.book-form textarea', solana.address)
    await submit()
    expect(await stored()).toEqual([])
    await tick()
    await submit()
    expect(await stored()).toEqual([{ ...solana, name: 'Alice' }])
  })

  it('warns of an address that looks like another entry, and wants that compared', async () => {
    const { press, type, tick, submit, stored, shown } = await open(<BookScreen />, [alice])
    await press(bookText.add)
    await type('.book-form input', 'Bob')
    await type('.book-form textarea', thief)
    expect(shown()).toContain(orderText.alike.title)
    expect(shown()).toContain(bookText.entry.comparedAlike)
    await tick()
    await submit()
    expect(await stored()).toHaveLength(2)
  })

  it('says what is wrong with a name, and keeps what was typed', async () => {
    const { press, type, tick, submit, shown } = await open(<BookScreen />, [alice])
    await press(bookText.add)
    await type('.book-form input', 'Alic\u0435')
    await type('.book-form textarea', account)
    await tick()
    await submit()
    expect(shown()).toContain(bookText.problems.taken)
    expect(document.querySelector<HTMLInputElement>('.book-form input')?.value).toBe('Alic\u0435')
  })

  it('removes an entry and brings it back', async () => {
    const { app, press, stored, shown, wait } = await open(<BookScreen />, [alice, solana])
    await press(bookText.removeOf('Alice'))
    await wait()
    expect(await stored()).toEqual([solana])
    expect(shown()).toContain(bookText.removed(1))
    await press(bookText.undo)
    await wait()
    expect(await stored()).toHaveLength(2)
    expect(app.announcements.value.at(-1)?.text).toBe(bookText.back(1))
  })

  it('removes one entry by a double click: the next one stands there by the second', async () => {
    const { byLabel, stored, wait } = await open(<BookScreen />, [alice, solana])
    for (const [detail, name] of [
      [1, 'Alice'],
      [2, 'Sol'],
    ] as const) {
      await act(async () => {
        const event = new MouseEvent('click', { bubbles: true, detail })
        byLabel(bookText.removeOf(name))?.dispatchEvent(event)
        await settled()
      })
    }
    await wait()
    expect(await stored()).toEqual([solana])
  })

  it('says of an entry that another window removed that it was not changed, and keeps what was typed', async () => {
    const book = createFixtureBook([alice, solana])
    const { app, press, type, submit, shown, wait } = await open(<BookScreen />, [], { book })
    await press(bookText.editOf('Alice'))
    await type('.book-form input', 'Alicia')
    await book.change(() => ({ drop: [bookKey(alice)] }))
    await wait()
    await submit()
    expect(shown()).toContain(bookText.entry.gone)
    expect(document.querySelector<HTMLInputElement>('.book-form input')?.value).toBe('Alicia')
    expect(app.announcements.value).toEqual([])
  })

  it('offers the way back from each of two removals, and says of neither anew that it was made', async () => {
    const { app, press, stored, wait } = await open(<BookScreen />, [alice, solana])
    for (const label of [bookText.removeOf('Alice'), bookText.removeOf('Sol')]) {
      await press(label)
      await wait()
    }
    for (const _ of [1, 2]) {
      await press(bookText.undo)
      await wait()
    }
    expect(await stored()).toHaveLength(2)
    const { removed, back } = bookText
    // The last three of four.
    expect(app.announcements.value).toEqual([
      { id: 2, text: removed(1) },
      { id: 3, text: back(1) },
      { id: 4, text: back(1) },
    ])
  })

  it('pressed twice, an undo calls nothing kept away that it brought back', async () => {
    const { app, byLabel, press, shown, wait } = await open(<BookScreen />, [alice, solana])
    await press(bookText.removeOf('Alice'))
    await wait()
    await act(async () => {
      byLabel(bookText.undo)?.click()
      byLabel(bookText.undo)?.click()
      await settled()
    })
    await wait()
    expect(app.announcements.value.at(-1)?.text).toBe(bookText.back(1))
    expect(shown()).not.toContain(bookText.left(1))
  })

  it('says of a removal that it was made once: not again as it is opened anew', async () => {
    const { app, press, shown, wait } = await open(<BookScreen />, [alice, solana])
    await press(bookText.removeOf('Alice'))
    await wait()
    await act(() => render(null, document.body))
    app.clock.now = () => NOW + 1_000
    await act(() =>
      render(
        <AppProvider value={app}>
          <BookScreen />
        </AppProvider>,
        document.body,
      ),
    )
    await wait()
    await wait()
    expect(shown()).toContain(bookText.removed(1))
    const said = app.announcements.value.filter(({ text }) => text === bookText.removed(1))
    expect(said).toHaveLength(1)
  })

  it('has an entry of a file checked like a new one', async () => {
    const entry = { ...alice, name: 'My wallet', unchecked: true as const }
    const { press, tick, submit, stored, shown } = await open(<BookScreen />, [entry])
    expect(shown()).toContain(bookText.file.title)
    await press(bookText.file.checkOf('My wallet'))
    await submit()
    expect(await stored()).toEqual([entry])
    await tick()
    await submit()
    expect(await stored()).toEqual([{ ...alice, name: 'My wallet' }])
  })
})

describe('a book that cannot be read', () => {
  const unread = createFixtureBook([], { failing: true })
  const rows = () => document.querySelectorAll('[data-testid=book-row]')

  it('is read again at a press, with the focus kept: failed once more, it is said anew', async () => {
    const book = { ...unread }
    const { app, press, byLabel, wait } = await open(<BookScreen />, [], { book })
    byLabel(text.app.tryAgain)?.focus()
    await press(text.app.tryAgain)
    expect(document.activeElement).toBe(byLabel(text.app.tryAgain))
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['store/unavailable'].title),
    )
    expect(byLabel(bookText.add)?.disabled).toBe(true)
    book.read = createFixtureBook([alice]).read
    await press(text.app.tryAgain)
    await wait()
    expect(rows()).toHaveLength(1)
    expect(byLabel(text.app.tryAgain)).toBeUndefined()
    expect(byLabel(bookText.add)?.disabled).toBe(false)
  })

  it('is read again where an account is picked: the focus goes on at the head of the dialog', async () => {
    const book = { ...unread }
    const { app, press, byLabel, wait } = await open(
      <AccountPicker family="eip155" onPick={() => {}} onClose={() => {}} />,
      [],
      { book },
    )
    byLabel(text.app.tryAgain)?.focus()
    await press(text.app.tryAgain)
    expect(document.activeElement).toBe(byLabel(text.app.tryAgain))
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['store/unavailable'].title),
    )
    book.read = createFixtureBook([alice]).read
    await press(text.app.tryAgain)
    await wait()
    expect(document.querySelector(`[data-address="${alice.address}"]`)).not.toBeNull()
    expect(document.activeElement).toBe(byLabel(text.app.close))
  })
})

describe('where an address is typed', () => {
  it('connected accounts come first, then the book, of the family that fits and checked alone', async () => {
    const picked: string[] = []
    const hostile = { ...alice, name: 'My wallet', address: thief, unchecked: true as const }
    const { press, shown, wait } = await open(
      <PickButton label="To" family="eip155" onPick={(address) => picked.push(address)} />,
      [alice, solana, hostile],
    )
    await press(bookText.pick.openFor('To'))
    // Its code is fetched when it is first wanted.
    await vi.waitFor(async () => {
      await wait()
      expect(document.querySelectorAll('[data-testid=account-row]')).not.toHaveLength(0)
    })
    await wait()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-testid=account-row]')]
    expect(rows.map(({ dataset }) => dataset.address)).toEqual([account, alice.address])
    expect(shown()).toContain(bookText.file.waiting(1))
    expect(shown()).not.toContain('My wallet')
    await act(() => rows[1]?.click())
    expect(picked).toEqual([alice.address])
  })

  it('an address is named beside its whole self, and by no file', async () => {
    const named = await open(<NamedAddress address={alice.address.toLowerCase()} />, [alice])
    expect(named.shown()).toContain('Alice')
    expect(named.shown()).toContain(alice.address.toLowerCase())
    render(null, document.body)
    const unchecked = { ...alice, unchecked: true as const }
    const plain = await open(<NamedAddress address={alice.address} />, [unchecked])
    expect(plain.shown()).not.toContain('Alice')
  })

  it.each([
    ['a new one', account.replace('7', '1').toLowerCase(), {}, true],
    ['an account that a page shows', account, {}, true],
    ['one that has a name', alice.address, {}, false],
    ['one that a site filled in', thief, { asker: { origin: 'https://shop.example' } }, false],
  ])('a name is offered for it or not: %s', async (_, address, session, offered) => {
    const { app, byLabel, wait } = await open(
      <SaveOffer label="Refunds go to" address={address} />,
      [alice],
      { session },
    )
    await act(() => app.restore())
    await wait()
    // Named with its field: a form may have two of them.
    expect(byLabel('Refunds go to: save to account book') !== undefined).toBe(offered)
  })
})
