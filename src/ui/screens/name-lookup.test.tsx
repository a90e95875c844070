// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { friend } from '@/test/support/ui/fixture-data'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { errorCopy } from '../copy/errors'
import { nameText } from '../copy/name-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import type { MovedName } from '../models/typed-names'
import { AppProvider } from '../parts/context'
import { NameLookup } from './name-lookup'

// Fetched when a name is typed; no test waits for that.
import '../format/ens-name'

const NOW = 1_800_000_000_000

async function setUp(
  name: string,
  moved?: MovedName,
  failing: NonNullable<FixtureOptions['failing']> = {},
) {
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, failing })
  const clock = createManualClock(NOW)
  const app = createApp({ backend, clock, view: 'tab', page: window })
  const used: string[][] = []
  const draw = (shown: string) =>
    act(async () => {
      render(
        <AppProvider value={app}>
          <textarea id="field" />
          <NameLookup
            text={shown}
            field="field"
            id="said"
            moved={moved}
            onUse={(...taken) => used.push(taken)}
          />
        </AppProvider>,
        document.body,
      )
    })
  const place = () => document.querySelector<HTMLElement>('[data-testid=name-lookup]')
  const settle = async () => {
    await act(() => clock.advance(500))
    await vi.waitFor(async () => {
      await act(async () => undefined)
      expect(place()?.dataset.state).not.toBe('reading')
    })
  }
  await draw(name)
  await settle()
  const button = () => document.querySelector<HTMLButtonElement>('[data-testid=name-use]')
  const said = () => document.getElementById('said')?.textContent ?? ''
  const box = () => document.querySelector<HTMLInputElement>('.tick input')
  return {
    app,
    backend,
    used,
    draw,
    settle,
    button,
    said,
    box,
    state: () => place()?.dataset.state,
  }
}

afterEach(() => render(null, document.body))

describe('what a name stands for', () => {
  it('given both directions, then the whole address is shown, and counts once it is taken', async () => {
    const { app, backend, used, button, said, box } = await setUp('alice.eth')
    expect(said().toLowerCase()).toContain(friend)
    expect(app.nameNext.value).toEqual({})
    expect(said()).toContain(nameText.same)
    expect(box()).toBeNull()
    expect(used).toEqual([])
    await act(() => button()?.click())
    expect(used).toEqual([['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', 'alice.eth']])
    expect(document.activeElement?.id).toBe('field')
    const kept = { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', name: 'alice.eth' }
    await vi.waitFor(async () => expect(await backend.session.read('typed-names')).toEqual([kept]))
  })

  it.each([
    ['bob.eth', nameText.other],
    ['carol.eth', nameText.none],
    ['vault.eth', nameText.contract],
    ['\u0101lice.eth', nameText.foreign('“\u0101”')],
  ])(
    'given a doubt about %s, then it is said, and the address compared first',
    async (name, doubt) => {
      const { used, button, said, box } = await setUp(name)
      expect(said()).toContain(doubt)
      expect(button()?.disabled).toBe(true)
      await act(() => button()?.click())
      expect(used).toEqual([])
      await act(() => box()?.click())
      await act(() => button()?.click())
      expect(used).toHaveLength(1)
    },
  )

  const { movedTitle, goneTitle } = nameText.review
  it.each([
    ['alice.eth', 'found', movedTitle('alice.eth')],
    ['nobody.eth', 'none', goneTitle('nobody.eth')],
    ['gate.eth', 'outside', goneTitle('gate.eth')],
    ['split.eth', 'disagree', goneTitle('split.eth')],
  ] as const)(
    'given %s no longer stood for what was taken (%s), then that is told as it is, of it alone',
    async (name, kind, title) => {
      const { draw } = await setUp(name, { name, address: friend, kind })
      const told = () => document.querySelector('.warn[role=alert]')?.textContent
      expect(told()).toBe(title)
      await draw('bob.eth')
      expect(told()).toBeUndefined()
    },
  )

  it('given another name with a doubt, then it is compared anew', async () => {
    const { draw, settle, button, box } = await setUp('bob.eth')
    await act(() => box()?.click())
    expect(button()?.disabled).toBe(false)
    await draw('carol.eth')
    await settle()
    expect(button()?.disabled).toBe(true)
  })

  it.each([
    [
      'given the worker did not answer',
      'rpc/unavailable',
      text.app.said(errorCopy['rpc/unavailable'].title),
    ],
    ['given the nodes did not agree', undefined, nameText.failed.disagree],
  ] as const)(
    '%s, then it is looked up again at a press, with the focus kept',
    async (_what, code, wrong) => {
      const failing: FixtureOptions['failing'] = code ? { resolveName: code } : {}
      const { app, state } = await setUp('split.eth', undefined, failing)
      const before = state()
      await pressAgain(nameText.again)
      expect([document.activeElement, state()]).toEqual([findAgain(nameText.again), before])
      expect(app.announcements.value.at(-1)?.text).toBe(wrong)
      const { call } = app.backend
      app.backend.call = ((name, input) =>
        name === 'resolveName'
          ? Promise.resolve({
              kind: 'found',
              address: friend,
              back: 'same',
              contract: false,
            } as never)
          : call(name, input)) as typeof call
      await pressAgain(nameText.again)
      expect(state()).toBe('found')
      // Where the address is taken stands behind it.
      expect(document.activeElement?.id).toBe('field')
      expect(app.announcements.value).toHaveLength(1)
    },
  )

  it('given it fails in another way at the press, then only what is shown of that is heard', async () => {
    const { app, said } = await setUp('split.eth')
    app.backend.call = (() => Promise.resolve({ kind: 'unread' })) as never
    await pressAgain(nameText.again)
    expect(said()).toContain(nameText.failed.unread)
    expect(app.announcements.value).toEqual([])
    await pressAgain(nameText.again)
    expect(app.announcements.value.map(({ text }) => text)).toEqual([nameText.failed.unread])
  })

  it.each([
    ['nobody.eth', 'none', nameText.failed.none, false],
    ['gate.eth', 'outside', nameText.failed.outside, false],
    ['split.eth', 'disagree', nameText.failed.disagree, true],
    ['quiet.eth', 'unread', nameText.failed.unread, true],
    ['\u0430lice.eth', 'letters', nameText.letters, false],
  ] as const)('given %s, then it is refused in words', async (name, state, sentence, mayHelp) => {
    const world = await setUp(name)
    expect(world.state()).toBe(state)
    expect(world.said()).toContain(sentence)
    expect(world.button()).toBeNull()
    // Nothing is there to be confirmed: the main button says what is missing.
    expect(world.app.nameNext.value).toEqual({ [name]: nameText.next.missing })
    const again = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === nameText.again,
    )
    expect(again).toHaveLength(mayHelp ? 1 : 0)
  })
})
