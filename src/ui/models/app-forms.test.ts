import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import {
  all,
  bySite,
  fakePage,
  fetchParts,
  idOf,
  NOW,
  setUp,
  typed,
  wish,
} from '@/test/support/ui/app-page'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { twiceText } from '../copy/twice-text'
import { type App, createApp } from './app'
import type { Backend, Clock } from './backend'

beforeAll(fetchParts)

describe('a form that an order was planned of', () => {
  /** Confirmed as soon as `confirm` is called, which every page hears of. */
  function open(session: Record<string, unknown>) {
    let announce = (_change: Change) => {}
    const planned = { ...all.planned } as NonNullable<typeof all.planned>
    const app = setUp({
      session,
      backend: {
        onChange: (listener) => {
          const before = announce
          announce = (change) => [before, listener].forEach((tell) => void tell(change))
          return () => undefined
        },
        readOrder: async (id) => (id === planned.id ? { ...planned } : undefined),
      },
    })
    async function confirm(): Promise<void> {
      planned.status = 'running'
      announce({ kind: 'order', orderId: planned.id, revision: planned.revision + 1 })
      await settled()
    }
    return { app, confirm }
  }

  it('is emptied when that is confirmed, whatever is on the screen', async () => {
    const { app, confirm } = open({ draft: typed })
    await app.restore()
    app.swap.mark(idOf('planned'))
    app.swap.setSlippage(0.01)
    await settled()
    expect(app.swap.payText.value).toBe('5')
    await confirm()
    expect(app.swap.payText.value).toBe('')
  })

  it('given something else was typed meanwhile, keeps that', async () => {
    const { app, confirm } = open({ draft: { ...typed, made: [idOf('planned')] } })
    await app.restore()
    app.swap.type('pay', '6')
    await confirm()
    expect(app.swap.payText.value).toBe('6')
  })

  it('given it is typed just while the order is read, keeps that', async () => {
    const { app, confirm } = open({ draft: { ...typed, made: [idOf('planned')] } })
    await app.restore()
    const confirmed = confirm()
    app.swap.type('pay', '7')
    await confirmed
    expect(app.swap.payText.value).toBe('7')
  })

  it.each(['undo', 'finish'] as const)(
    'given a site’s request took its place, does not come back filled by "%s" once it is paid',
    async (way) => {
      const request = bySite('app', 'a', wish)
      const { app, confirm } = open({
        waiting: [request],
        draft: { ...typed, made: [idOf('planned')] },
      })
      await app.restore()
      app.load()
      await settled()
      await app.requests.value?.show(request.id)
      await confirm()
      expect(app.swap.payText.value).toBe('25')
      app.requests.value?.[way]()
      await settled()
      expect([app.swap.payText.value, app.askedBy.value]).toEqual(['', undefined])
      expect(await app.backend.session.read('draft')).toMatchObject({ text: '' })
    },
  )

  it('given a new price took the order’s place, is that one’s', async () => {
    const { app } = open({ draft: typed })
    await app.restore()
    app.swap.mark('1'.repeat(32))
    app.swap.mark('2'.repeat(32), '1'.repeat(32))
    app.swap.mark('3'.repeat(32), '9'.repeat(32))
    expect(app.swap.draft.value.made).toEqual(['1'.repeat(32), '2'.repeat(32)])
    for (let more = 0; more < 9; more += 1) app.swap.mark(`${more}`.repeat(32))
    expect(app.swap.draft.value.made).toHaveLength(9)
    await settled()
    const { app: next } = open({ draft: await app.backend.session.read('draft') })
    await next.restore()
    expect(next.swap.draft.value).toEqual(app.swap.draft.value)
  })
})

describe('one form in two windows', () => {
  /** A popup at its review of the form, and a tab that shows the same; `confirm` is pressed in the popup. */
  async function openBoth() {
    const planned = { ...all.planned } as NonNullable<typeof all.planned>
    const listeners: ((change: Change) => void)[] = []
    let now = NOW
    const clock: Clock = { now: () => now, after: () => () => undefined }
    const { recipient } = planned.accepted
    const draft = { ...typed, text: '500', recipient }
    const backend: Backend = {
      ...createFixtureBackend({ now: clock.now, orders: all, session: { draft } }),
      onChange: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
      readOrder: async (id) => (id === planned.id ? { ...planned } : undefined),
    }
    const [popup, tab] = (['popup', 'tab'] as const).map((view) =>
      createApp({ backend, clock, view, page: fakePage() }),
    ) as [App, App]
    await tab.restore()
    await popup.restore()
    await settled()
    popup.swap.mark(planned.id)
    popup.router.go({ screen: 'review', orderId: planned.id })
    const announce = async () => {
      for (const tell of listeners) tell({ kind: 'order', orderId: planned.id, revision: 2 })
      await settled()
    }
    async function confirm(): Promise<void> {
      now += 1_000
      Object.assign(planned, { status: 'running', confirmedAt: now })
      now += 1_000
      await announce()
    }
    const shown = () => [popup, tab].map(({ swap }) => swap.payText.value)
    return { popup, tab, confirm, announce, shown, planned }
  }

  it('is emptied in both when one confirms it, and the other says so', async () => {
    const { popup, tab, confirm, announce, shown, planned } = await openBoth()
    await announce()
    expect(shown()).toEqual(['500', '500'])
    await confirm()
    expect(shown()).toEqual(['', ''])
    const { recipient } = planned.accepted
    const said = twiceText.emptied(
      '500 USDC',
      `${recipient.slice(0, 6)}\u2060…\u2060${recipient.slice(-4)}`,
    )
    expect([popup, tab].map(({ formNote }) => formNote.value)).toEqual([undefined, said])
    expect(await tab.backend.session.read('draft')).toMatchObject({ text: '' })
  })

  it('given an address is made for the same, stays, and its review counts from before that', async () => {
    const { tab, confirm, announce, shown, planned } = await openBoth()
    const transfer = { amount: planned.accepted.from.amount, seen: [] }
    Object.assign(planned, { kind: 'transfer', createdAt: NOW + 1, transfer })
    await confirm()
    expect(shown()[1]).toBe('500')
    expect(tab.swap.draft.value).toMatchObject({ made: [], began: NOW })
    const before = tab.swap.draft.value
    await announce()
    expect(tab.swap.draft.value).toBe(before)
  })

  it('given the other is at its form for an address, says so there', async () => {
    const { tab, confirm, shown } = await openBoth()
    tab.router.go({ screen: 'pay' })
    await confirm()
    expect(shown()).toEqual(['', ''])
    expect(tab.formNote.value).toContain('500 USDC')
  })

  it('given the other knows the order by its form, says so there too', async () => {
    const { tab, confirm, shown, planned } = await openBoth()
    tab.swap.mark(planned.id)
    await settled()
    await confirm()
    expect(shown()).toEqual(['', ''])
    expect(tab.formNote.value).toContain('500 USDC')
  })

  it.each([
    ['another amount', (tab: App) => tab.swap.type('pay', '501')],
    ['another side', (tab: App) => tab.swap.type('receive', '500')],
    ['another token', (tab: App) => tab.swap.choose('receive', { ...usdcBase, chainId: 1 })],
    ['another recipient', (tab: App) => tab.swap.setRecipient(`0x${'9'.repeat(40)}`)],
  ])('given %s stands in the other, keeps that', async (_, change) => {
    const { tab, confirm } = await openBoth()
    change(tab)
    await settled()
    const before = tab.swap.draft.value
    await confirm()
    expect(tab.swap.draft.value).toBe(before)
    expect(tab.formNote.value).toBeUndefined()
  })

  it('given dollars, empties it also where the price moved since', async () => {
    const { tab, confirm } = await openBoth()
    await tab.catalog.load()
    tab.swap.type('pay', '500.5', true)
    await settled()
    expect(tab.swap.payUnits.value).toBe(500_600_120n)
    await confirm()
    expect(tab.swap.payText.value).toBe('')
  })

  it('given what is to arrive was typed, empties it also where a little more arrives', async () => {
    const { tab, confirm, planned } = await openBoth()
    tab.swap.type('receive', '0.1599')
    const { to } = planned.accepted
    const accepted = { ...planned.accepted, tradeType: 'EXACT_OUTPUT' as const }
    Object.assign(planned, {
      accepted: { ...accepted, to: { ...to, amount: `16${'0'.repeat(16)}` } },
    })
    await confirm()
    expect(tab.formNote.value).toContain('500 USDC')
  })

  describe('given it was emptied', () => {
    const states: [string, object][] = [
      ['cancelled', { status: 'stopped' }],
      ['declined', { status: 'declined', attemptId: 'd'.repeat(32), at: NOW }],
    ]
    const end = (
      { planned }: Awaited<ReturnType<typeof openBoth>>,
      [what, state]: [string, object],
    ) => {
      if (what === 'cancelled') return Object.assign(planned, state)
      const [first, ...rest] = planned.kind === 'swap' ? planned.steps : []
      return Object.assign(planned, { steps: [{ ...first, state }, ...rest] })
    }

    it.each(states)(
      'and the order is %s unpaid, brings the amount back and says so',
      async (...state) => {
        const both = await openBoth()
        await both.confirm()
        await both.announce()
        expect(both.shown()).toEqual(['', ''])
        end(both, state)
        await both.announce()
        expect(both.tab.swap.payText.value).toBe('500')
        expect(both.tab.formNote.value).toBe(twiceText.back)
        // What pays it after all counts.
        expect(both.tab.swap.draft.value).toMatchObject({ made: [], began: NOW })
        both.tab.swap.type('pay', '')
        await both.announce()
        expect(both.tab.swap.payText.value).toBe('')
      },
    )

    it.each(states)(
      'and something was typed before the order is %s, keeps that',
      async (...state) => {
        const both = await openBoth()
        await both.confirm()
        both.tab.swap.type('pay', '7')
        both.tab.swap.type('pay', '')
        end(both, state)
        await both.announce()
        expect(both.tab.swap.payText.value).toBe('')
      },
    )
  })

  it('given the same is typed once more after that, keeps it, whatever the order does', async () => {
    const { tab, confirm, announce, planned } = await openBoth()
    await confirm()
    tab.swap.type('pay', '500')
    tab.swap.setRecipient(planned.accepted.recipient)
    await announce()
    expect(tab.swap.payText.value).toBe('500')
  })
})
