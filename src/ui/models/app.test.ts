import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { twiceText } from '../copy/twice-text'
import { type App, createApp, type View } from './app'
import type { Backend, Clock } from './backend'
import { writeRoute } from './router'

const NOW = 1_800_000_000_000
const all = orders(NOW)

/** A window with nothing but an address. */
function fakePage(hash = '', hidden = false): Window {
  const location = { hash }
  const history = {
    length: 1,
    pushState: (_: unknown, __: string, next: string) => {
      location.hash = next
    },
    replaceState: (_: unknown, __: string, next: string) => {
      location.hash = next
    },
  }
  const document = { hidden, querySelector: () => null }
  const listeners = new Map<string, () => void>()
  return {
    location,
    history,
    document,
    navigator: { onLine: true },
    addEventListener: (name: string, call: () => void) => listeners.set(name, call),
    dispatchEvent: ({ type }: Event) => listeners.get(type)?.(),
  } as unknown as Window
}

const patient: Clock = { now: () => NOW, after: () => () => undefined }

function setUp(options: {
  session?: Record<string, unknown>
  backend?: Partial<Backend>
  clock?: Clock
  view?: View
  hash?: string
  hidden?: boolean
  calls?: { name: string; input: unknown }[]
  page?: Window
}) {
  const backend = {
    ...createFixtureBackend({
      now: () => NOW,
      orders: all,
      session: options.session ?? {},
      calls: options.calls ?? [],
    }),
    ...options.backend,
  }
  return createApp({
    backend,
    clock: options.clock ?? patient,
    view: options.view ?? 'popup',
    page: options.page ?? fakePage(options.hash, options.hidden),
  })
}

// Fetched when first needed; here already, so that one turn is enough for all of it.
beforeAll(async () => {
  await Promise.all([
    import('./read-session'),
    import('./prefill'),
    import('./requests'),
    import('./settle'),
    import('./paid-elsewhere'),
    import('@/src/domain/address/check-address'),
    import('./dollars'),
  ])
})

/** A request of a site; `name` is its host's first word, `digit` makes the id. */
function bySite(name: string, digit: string, wish: object = {}) {
  const origin = `https://${name}.example.org`
  const requestId = digit.repeat(32)
  const askedBy = { origin, requestId, page: { tabId: 7, frameId: 0, origin } }
  return { id: requestId, origin, askedBy, ...wish }
}
const usdc = { chainId: 8453, address: usdcBase.address }
const eth = `eip155:42161:0x${'0'.repeat(40)}`
const wish = { fromToken: usdc, toToken: eth, amount: '25000000' }
const typed = { pay: usdcBase, receive: ethArbitrum, side: 'pay', text: '5', recipient: '' }

const idOf = (name: string) => all[name]?.id ?? ''
const left = (screen: 'review' | 'order', name: string) => ({
  route: writeRoute({ screen, orderId: idOf(name) }),
})

describe('a popup that opens again', () => {
  it('goes back to the review it was closed on', async () => {
    const app = setUp({ session: left('review', 'planned') })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'review', orderId: idOf('planned') })
  })

  it('goes to the order when the review was confirmed meanwhile', async () => {
    const app = setUp({ session: left('review', 'tracking') })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: idOf('tracking') })
  })

  it.each([
    ['planned', '11'],
    ['tracking', ''],
    ['filled', ''],
    ['stopped', '11'],
  ])('on a review whose order is %s by now, has in its form: "%s"', async (name, text) => {
    const draft = { side: 'pay', text: '11', recipient: '', made: [idOf(name)] }
    const app = setUp({ session: { ...left('review', name), draft } })
    await app.restore()
    expect(app.swap.payText.value).toBe(text)
  })

  it.each<[View, string]>([
    ['popup', `#/orders/${idOf('tracking')}`],
    ['panel', ''],
    ['tab', `#/orders/${idOf('tracking')}`],
    ['tab', `#/review/${idOf('tracking')}`],
    ['tab', '#/history'],
  ])('as a %s at "%s", has an empty form once that was confirmed', async (view, hash) => {
    const draft = { ...typed, made: [idOf('stopped'), idOf('tracking'), idOf('planned')] }
    const app = setUp({ session: { draft }, view, hash })
    await app.restore()
    expect([app.swap.payText.value, app.swap.pay.value?.symbol]).toEqual(['', 'USDC'])
    expect(await app.backend.session.read('draft')).toMatchObject({ text: '' })
  })

  it('on a review that was confirmed elsewhere, leaves what was typed since', async () => {
    const app = setUp({ session: { ...left('review', 'tracking'), draft: typed } })
    await app.restore()
    expect([app.swap.payText.value, app.router.route.value.screen]).toEqual(['5', 'order'])
  })

  it('and is closed again before the order was read, finds the same screen the next time', async () => {
    const session = left('review', 'planned')
    let answer = () => {}
    const readOrder = () =>
      new Promise<typeof all.planned>((resolve) => (answer = () => resolve(all.planned)))
    const app = setUp({ session: { ...session }, backend: { readOrder } })
    void app.restore()
    await settled()
    expect(await app.backend.session.read('route')).toBe(session.route)
    answer()
    await settled()
    expect(app.router.route.value.screen).toBe('review')
    app.router.go({ screen: 'history' })
    expect(await app.backend.session.read('route')).toBe('#/history')
  })

  it('on an order, leaves a form as it is that was filled in since', async () => {
    const draft = { side: 'pay', text: '11', recipient: '' }
    const app = setUp({ session: { ...left('order', 'tracking'), draft } })
    await app.restore()
    expect(app.swap.payText.value).toBe('11')
  })

  it('does not bring back an order that is over', async () => {
    const app = setUp({ session: left('order', 'filled') })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
  })

  it('shows the orders under way', async () => {
    const app = setUp({})
    await app.restore()
    await settled()
    expect(app.running.value.every((order) => order.status !== 'filled')).toBe(true)
    expect(app.running.value.length).toBeGreaterThan(0)
  })

  it('leaves a tab where its address says', async () => {
    const app = setUp({ session: left('review', 'planned'), view: 'tab', hash: '#/history' })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'history' })
  })
})

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

describe('the first paint', () => {
  it('comes without what is stored when the store does not answer', async () => {
    const never = () => new Promise<never>(() => undefined)
    const hasty: Clock = {
      now: () => NOW,
      after: (ms, call) => {
        if (ms < 1_000) call()
        return () => undefined
      },
    }
    const app = setUp({
      session: left('review', 'planned'),
      backend: { readOrder: never, listOrders: never },
      clock: hasty,
    })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
  })

  it('comes when the store is broken', async () => {
    const broken = () => Promise.reject(new Error('no store'))
    const app = setUp({
      session: left('review', 'planned'),
      backend: { readOrder: broken, listOrders: broken },
    })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect(app.running.value).toEqual([])
  })
})

type Call = { name: string; input: unknown }

/** A page of ours that has read what waits. */
async function asked(waiting: object[], options: Parameters<typeof setUp>[0] = {}) {
  const calls: Call[] = []
  const app = setUp({ ...options, calls, session: { waiting, ...options.session } })
  await app.restore()
  app.load()
  await settled()
  const left = async () =>
    ((await app.backend.session.read('waiting')) as { id: string }[]).map(({ id }) => id)
  const bar = () => app.requests.value?.asked.value.map(({ origin }) => origin) ?? []
  const dismissed = () =>
    calls.flatMap(({ name, input }) => (name === 'dismissRequest' ? [input] : []))
  return { app, left, bar, dismissed }
}

describe('what a site asks for', () => {
  const first = bySite('app', 'a', wish)
  const other = bySite('other', 'b', { ...wish, amount: '7000000' })
  /** The form as it comes back: it counts from when it made room. */
  const asLeft = ({ swap }: App) => ({ ...swap.draft.value, made: [], began: NOW })

  it('is put on the empty form with the name of the site, and waits no more', async () => {
    const { app, left, bar } = await asked([first])
    expect(app.askedBy.value).toBe('https://app.example.org')
    expect(app.swap.payText.value).toBe('25')
    expect(app.swap.receive.value?.symbol).toBe('ETH')
    expect([await left(), bar(), app.canUndo.value]).toEqual([[], [], false])
  })

  const screens: [string, Parameters<typeof setUp>[0]][] = [
    ['an amount on the form', { session: { draft: typed } }],
    ['a recipient on the form', { session: { draft: { ...typed, text: '', recipient: '0x1' } } }],
    ['a review', { session: left('review', 'planned') }],
    ['an order', { session: left('order', 'tracking') }],
    ['a purchase', { hash: '#/buy' }],
    ['the settings', { hash: '#/settings' }],
  ]

  it.each(screens)(
    'given %s is on the screen, waits for "Show" and replaces nothing',
    async (_name, at) => {
      const { app, left, bar } = await asked([first], at)
      expect([bar(), await left()]).toEqual([[first.origin], [first.id]])
      expect(app.askedBy.value).toBeUndefined()
      expect(app.requests.value?.asked.value[0]?.draft).toMatchObject({ text: '25', side: 'pay' })
    },
  )

  it.each(screens)(
    'given %s, "Show" puts it there, and what was there comes back',
    async (_name, at) => {
      const { app, left, bar, dismissed } = await asked([first], at)
      const before = [app.router.route.value, asLeft(app)]
      await app.requests.value?.show(first.id)
      expect(app.router.route.value).toEqual({ screen: 'swap' })
      expect([app.swap.payText.value, app.askedBy.value]).toEqual(['25', first.origin])
      expect([bar(), await left()]).toEqual([[], []])
      expect(app.canUndo.value).toBe(true)
      app.requests.value?.undo()
      expect([app.router.route.value, app.swap.draft.value]).toEqual(before)
      expect([app.askedBy.value, app.canUndo.value]).toEqual([undefined, false])
      expect(dismissed()).toEqual([first.askedBy])
    },
  )

  it('given only a token to pay with was chosen, can be gone back from', async () => {
    const draft = { pay: ethArbitrum, side: 'pay', text: '', recipient: '' }
    const { app } = await asked([first], { session: { draft } })
    expect([app.swap.payText.value, app.canUndo.value]).toEqual(['25', true])
    app.requests.value?.undo()
    expect([app.swap.pay.value?.symbol, app.swap.payText.value]).toEqual(['ETH', ''])
  })

  it('given nothing but a suggestion of ours, has nothing to go back to', async () => {
    const { app } = await asked([])
    app.swap.suggest(usdcBase)
    await app.backend.session.write('waiting', [first])
    app.load()
    await settled()
    expect([app.swap.payText.value, app.canUndo.value]).toEqual(['25', false])
  })

  it('can be gone back from in the next popup, too', async () => {
    const { app } = await asked([first], { session: { draft: typed } })
    await app.requests.value?.show(first.id)
    const session: Record<string, unknown> = {}
    for (const key of ['draft', 'asker']) session[key] = await app.backend.session.read(key)
    const { app: next } = await asked([], { session })
    expect([next.swap.payText.value, next.canUndo.value]).toEqual(['25', true])
    next.requests.value?.undo()
    expect(next.swap.payText.value).toBe('5')
  })

  it('given "Ignore", tells the site that the person would not, and leaves the form', async () => {
    const { app, left, bar, dismissed } = await asked([first, other], { session: { draft: typed } })
    await app.requests.value?.ignore(first.id)
    expect(dismissed()).toEqual([first.askedBy])
    expect([bar(), await left()]).toEqual([[other.origin], [other.id]])
    expect(app.swap.payText.value).toBe('5')
  })

  it('given two sites, fills in the first and keeps the other waiting, whose "Show" can be undone', async () => {
    const { app, bar, dismissed } = await asked([first, other])
    expect([app.askedBy.value, bar()]).toEqual([first.origin, [other.origin]])
    await app.requests.value?.show(other.id)
    expect([app.swap.payText.value, app.askedBy.value]).toEqual(['7', other.origin])
    expect(dismissed()).toEqual([{ ...first.askedBy, isReplaced: true }])
    app.requests.value?.undo()
    // Whose words stand in the form is said, though its site hears of it no more.
    expect([app.swap.payText.value, app.askedBy.value]).toEqual(['25', first.origin])
    app.dismissAsked()
    expect(dismissed()).toEqual([{ ...first.askedBy, isReplaced: true }, other.askedBy])
  })

  it('given the site asks again and its form was not touched, takes the place of its own', async () => {
    const { app, bar, dismissed } = await asked([first])
    const again = bySite('app', 'c', { ...wish, amount: '8000000' })
    await app.backend.session.write('waiting', [again])
    app.load()
    await settled()
    expect([app.swap.payText.value, bar()]).toEqual(['8', []])
    expect(dismissed()).toEqual([{ ...first.askedBy, isReplaced: true }])
    app.swap.type('pay', '9')
    const third = bySite('app', 'd', wish)
    await app.backend.session.write('waiting', [third])
    app.load()
    await settled()
    expect([app.swap.payText.value, bar()]).toEqual(['9', [first.origin]])
  })

  it('given a window that is hidden, waits there until it is seen', async () => {
    const page = fakePage('', true)
    const { app, left } = await asked([first], { page })
    expect([app.askedBy.value, await left()]).toEqual([undefined, [first.id]])
    Object.assign(page.document, { hidden: false })
    page.dispatchEvent({ type: 'visibilitychange' } as Event)
    await settled()
    expect([app.askedBy.value, await left()]).toEqual([first.origin, []])
  })

  it('given it is announced, is read', async () => {
    let announce = (_change: Change) => {}
    const onChange: Backend['onChange'] = (listener) => {
      announce = listener
      return () => undefined
    }
    const { app } = await asked([], { backend: { onChange } })
    await app.backend.session.write('waiting', [first])
    announce({ kind: 'prefill' })
    await settled()
    expect(app.askedBy.value).toBe(first.origin)
  })

  const asker = { origin: first.origin, askedBy: first.askedBy }

  it('keeps the name of the site over a closed popup', async () => {
    const app = setUp({ session: { asker } })
    await app.restore()
    expect(app.askedBy.value).toBe(first.origin)
  })

  it('is thrown away whole, and the site is told', async () => {
    const draft = { side: 'pay', text: '5', recipient: 'x' }
    const { app, dismissed } = await asked([], { session: { asker, draft } })
    app.dismissAsked()
    expect(app.askedBy.value).toBeUndefined()
    expect([app.swap.payText.value, app.swap.recipient.value]).toEqual(['', ''])
    expect(dismissed()).toEqual([first.askedBy])
  })

  it('is told nothing more by the form once it became an order', async () => {
    const draft = { ...typed, made: [idOf('tracking')] }
    const { app, dismissed } = await asked([], { session: { asker, draft } })
    expect(app.askedBy.value).toBeUndefined()
    expect(await app.backend.session.read('asker')).toBeNull()
    expect(dismissed()).toEqual([])
  })

  it('given a site’s form became an order, brings back what the person had, over a closed popup too', async () => {
    const { app, dismissed } = await asked([first, other], { session: { draft: typed } })
    const before = asLeft(app)
    await app.requests.value?.show(first.id)
    await app.requests.value?.show(other.id)
    app.swap.mark(idOf('tracking'))
    await settled()
    // It had given way to the second, and its site was told.
    expect([app.swap.payText.value, app.askedBy.value]).toEqual(['25', first.origin])
    app.swap.mark(idOf('filled'))
    await settled()
    expect([app.swap.draft.value, app.askedBy.value]).toEqual([before, undefined])
    expect(await app.backend.session.read('draft')).toEqual(before)
    expect(await app.backend.session.read('asker')).toBeNull()
    expect(dismissed()).toEqual([{ ...first.askedBy, isReplaced: true }])
  })

  it('given it took the place of a form, counts there as soon as that comes back', async () => {
    let now = NOW
    const clock: Clock = { now: () => now, after: () => () => undefined }
    const { app } = await asked([first], { session: { draft: typed }, clock })
    await app.requests.value?.show(first.id)
    now += 1_000
    app.swap.mark(idOf('tracking'))
    await settled()
    app.swap.setSlippage(0.01)
    app.swap.mark('1'.repeat(32))
    expect([app.swap.payText.value, app.swap.draft.value.began]).toEqual(['5', NOW])
    // Another amount is another wish.
    app.swap.type('pay', '6')
    app.swap.mark('2'.repeat(32))
    expect(app.swap.draft.value.began).not.toBe(NOW)
  })

  it('given its form was reviewed and left, still takes the place of its own', async () => {
    const { app, bar } = await asked([first])
    const began = NOW
    app.swap.put({ ...app.swap.draft.value, made: ['1'.repeat(32)], began })
    await app.backend.session.write('waiting', [bySite('app', 'c', { ...wish, amount: '8000000' })])
    app.load()
    await settled()
    expect([app.swap.payText.value, bar()]).toEqual(['8', []])
  })

  it('says at once why a text gave nothing, and leaves what is on the screen', async () => {
    const text = { id: 't', origin: 'https://a.test', note: 'unsupported' }
    const {
      app,
      bar,
      left: waits,
    } = await asked([text], {
      session: { ...left('review', 'planned'), draft: typed },
    })
    const { requests } = app
    expect(requests.value?.note.value).toBe('unsupported')
    expect([app.router.route.value.screen, app.swap.payText.value]).toEqual(['review', '5'])
    expect([bar(), await waits(), app.askedBy.value]).toEqual([[], [], undefined])
    requests.value?.dismissNote()
    expect(requests.value?.note.value).toBeUndefined()
  })

  it('of the person themselves names no site, and can be gone back from', async () => {
    const text = { id: 't', recipient: '0x1111111111111111111111111111111111111111' }
    const { app } = await asked([text], { session: { draft: { ...typed, text: '' } } })
    expect([app.askedBy.value, app.canUndo.value]).toEqual([undefined, true])
    expect(app.swap.recipient.value).toMatch(/^0x1111/)
    app.requests.value?.undo()
    expect([app.swap.recipient.value, app.swap.pay.value?.symbol]).toEqual(['', 'USDC'])
  })

  it('of the person themselves gives way whole to what is done on the form instead', async () => {
    const text = { id: 't', recipient: '0x1111111111111111111111111111111111111111' }
    const { app } = await asked([text], { session: { draft: { ...typed, text: '' } } })
    app.dismissAsked()
    expect([app.canUndo.value, app.swap.recipient.value]).toEqual([false, ''])
    app.swap.type('pay', '4')
    app.dismissAsked()
    expect(app.swap.payText.value).toBe('4')
  })

  const unknown = { toToken: { chainId: 1, address: `0x${'9'.repeat(40)}` } }

  it('is filled in as far as it goes when the service does not answer', async () => {
    const recipient = `0x${'1'.repeat(40)}`
    const down = () => Promise.reject(new Error('down'))
    const { app } = await asked([bySite('app', 'a', { ...unknown, recipient })], {
      backend: { call: down },
    })
    expect(app.askedBy.value).toBe(first.origin)
    expect(app.swap.recipient.value).toBe(recipient)
  })

  /** A page whose service answers when the test says so. */
  async function slow() {
    let answer = (_found: { tokens: [] }) => {}
    const call = () => new Promise<{ tokens: [] }>((resolve) => (answer = resolve))
    const request = bySite('app', 'a', unknown)
    const set = await asked([request], { backend: { call: call as never } })
    return { ...set, request, answer: () => answer({ tokens: [] }) }
  }

  it('is left for the next popup when this one closes while the service is asked', async () => {
    const { app, left, bar, request } = await slow()
    expect([app.askedBy.value, await left(), bar()]).toEqual([undefined, [request.id], []])
  })

  it('given the person typed while the service was asked, waits', async () => {
    const { app, left, bar, request, answer } = await slow()
    app.swap.type('pay', '3')
    answer()
    await settled()
    expect([app.swap.payText.value, bar(), await left()]).toEqual([
      '3',
      [request.origin],
      [request.id],
    ])
  })

  it('is left to the window of ours that was quicker, or to a newer one of the site', async () => {
    const { app, left, answer } = await slow()
    const newer = bySite('app', 'b', { recipient: `0x${'2'.repeat(40)}` })
    await app.backend.session.write('waiting', [newer])
    answer()
    await settled()
    expect([app.askedBy.value, await left()]).toEqual([undefined, [newer.id]])
    app.load()
    await settled()
    expect(app.swap.recipient.value).toBe(`0x${'2'.repeat(40)}`)
  })

  it('is ignored when it cannot be read', async () => {
    const { app, bar } = await asked([{ origin: 5, amount: 'x' }, 'x' as never])
    expect([app.askedBy.value, bar()]).toEqual([undefined, []])
  })
})

describe('a notice that is clicked', () => {
  const order = { id: 'n', orderId: idOf('filled') }

  it('shows its order at once where nothing unfinished is on the screen, or where that order is', async () => {
    const { app, left } = await asked([order])
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: order.orderId })
    await app.backend.session.write('waiting', [order])
    app.load()
    await settled()
    expect(await left()).toEqual([])
  })

  it('waits beside a form that is not finished, and leaves it as it is', async () => {
    const { app } = await asked([order], { session: { draft: typed } })
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    await app.requests.value?.show('n')
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: order.orderId })
    expect(app.swap.payText.value).toBe('5')
  })
})

describe('a connection that comes back', () => {
  it('asks for prices again and takes what was wrong away', async () => {
    const page = fakePage()
    const online = (yes: boolean) => {
      Object.assign(page.navigator, { onLine: yes })
      page.dispatchEvent({ type: yes ? 'online' : 'offline' } as Event)
    }
    const session = {
      draft: { pay: usdcBase, receive: ethArbitrum, side: 'pay', text: '500', recipient: '' },
    }
    let down = true
    const live = createFixtureBackend({ now: () => NOW, orders: all })
    const dead = createFixtureBackend({ now: () => NOW, orders: all, quotes: 'fail' })
    const app = setUp({
      session,
      page,
      backend: { streamQuotes: (...args) => (down ? dead : live).streamQuotes(...args) },
    })
    await app.restore()
    online(false)
    expect(app.swap.quotes.phase.value).toBe('failed')
    down = false
    online(true)
    expect(app.swap.quotes.phase.value).toBe('ready')
    expect(app.swap.quotes.error.value).toBeUndefined()
  })
})

describe('what is begun without waiting for it', () => {
  it('given it fails, then it is said, until the person closes it', () => {
    const page = fakePage()
    const heard: ((event: { reason: unknown }) => void)[] = []
    page.addEventListener = ((name: string, call: (event: { reason: unknown }) => void) => {
      if (name === 'unhandledrejection') heard.push(call)
    }) as never
    const app = setUp({ page })
    expect(app.problem.value).toBeUndefined()
    for (const hear of heard) hear({ reason: new AppError('page/gone') })
    expect(app.problem.value?.code).toBe('page/gone')
    for (const hear of heard) hear({ reason: 'no storage' })
    expect(app.problem.value).toMatchObject({ code: 'app/unexpected', message: 'no storage' })
    app.dismissProblem()
    expect(app.problem.value).toBeUndefined()
  })
})
