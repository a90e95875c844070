import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, orders, usdcBase } from '@/test/support/ui/fixture-data'
import { createApp, type View } from './app'
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
  const document = { hidden }
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

  it('does not bring back an order that is over', async () => {
    const app = setUp({ session: left('order', 'filled') })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
  })

  it('shows the orders under way', async () => {
    const app = setUp({})
    await app.restore()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.running.value.every((order) => order.status !== 'filled')).toBe(true)
    expect(app.running.value.length).toBeGreaterThan(0)
  })

  it('leaves a tab where its address says', async () => {
    const app = setUp({ session: left('review', 'planned'), view: 'tab', hash: '#/history' })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'history' })
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

// Fetched when first needed; here already, so that one turn is enough for all of it.
beforeAll(async () => void (await Promise.all([import('./read-session'), import('./prefill')])))

describe('what a site asks for', () => {
  it('is put on the form with the name of the site, and kept from everything else', async () => {
    const app = setUp({
      session: {
        prefill: {
          origin: 'https://app.example.org',
          fromToken: { chainId: 8453, address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
          toToken: `eip155:42161:0x${'0'.repeat(40)}`,
          amount: '25000000',
        },
      },
    })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBe('https://app.example.org')
    expect(app.swap.payText.value).toBe('25')
    expect(app.swap.receive.value?.symbol).toBe('ETH')
  })

  const asker = {
    origin: 'https://app.example.org',
    askedBy: {
      origin: 'https://app.example.org',
      requestId: 'a'.repeat(32),
      page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
    },
  }

  it('keeps the name of the site over a closed popup', async () => {
    const app = setUp({ session: { asker } })
    await app.restore()
    expect(app.askedBy.value).toBe('https://app.example.org')
  })

  it('is thrown away whole, and the site is told', async () => {
    const calls: { name: string; input: unknown }[] = []
    const draft = { side: 'pay', text: '5', recipient: 'x' }
    const app = setUp({ session: { asker, draft }, calls })
    await app.restore()
    app.dismissAsked()
    expect(app.askedBy.value).toBeUndefined()
    expect([app.swap.payText.value, app.swap.recipient.value]).toEqual(['', ''])
    expect(calls).toContainEqual({ name: 'dismissRequest', input: asker.askedBy })
  })

  it('gives way to another request, and never to itself', async () => {
    const calls: { name: string; input: unknown }[] = []
    const app = setUp({ session: { prefill: asker }, calls })
    await app.restore()
    app.load()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBe('https://app.example.org')
    expect(calls.map(({ name }) => name)).not.toContain('dismissRequest')
    const other = { ...asker, askedBy: { ...asker.askedBy, requestId: 'b'.repeat(32) } }
    await app.backend.session.write('prefill', other)
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(calls).toContainEqual({ name: 'dismissRequest', input: asker.askedBy })
  })

  it('is told nothing more by the form once it became an order', async () => {
    const calls: { name: string; input: unknown }[] = []
    const app = setUp({ session: { asker }, calls })
    await app.restore()
    app.forgetAsked()
    expect(app.askedBy.value).toBeUndefined()
    expect(calls.map(({ name }) => name)).not.toContain('dismissRequest')
  })

  it('says why a text gave nothing, and leaves what was typed', async () => {
    const draft = { side: 'pay', text: '5', recipient: '' }
    const app = setUp({
      session: { draft, prefill: { origin: 'https://a.test', note: 'unsupported' } },
    })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.prefillNote.value).toBe('unsupported')
    expect([app.swap.payText.value, app.askedBy.value]).toEqual(['5', undefined])
    app.dismissNote()
    expect(app.prefillNote.value).toBeUndefined()
  })

  it('of the person themselves names no site', async () => {
    const app = setUp({
      session: { prefill: { recipient: '0x1111111111111111111111111111111111111111' } },
    })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBeUndefined()
    expect(app.swap.recipient.value).toMatch(/^0x1111/)
  })

  it('is filled in as far as it goes when the service does not answer', async () => {
    const prefill = {
      origin: 'https://app.example.org',
      toToken: { chainId: 1, address: `0x${'9'.repeat(40)}` },
      recipient: `0x${'1'.repeat(40)}`,
    }
    const down = () => Promise.reject(new Error('down'))
    const app = setUp({ session: { prefill }, backend: { call: down } })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBe('https://app.example.org')
    expect(app.swap.recipient.value).toBe(prefill.recipient)
  })

  it('is left for the next popup when this one closes while the service is asked', async () => {
    const prefill = {
      origin: 'https://app.example.org',
      toToken: { chainId: 1, address: `0x${'9'.repeat(40)}` },
    }
    const silent = () => new Promise<never>(() => undefined)
    const app = setUp({ session: { prefill }, backend: { call: silent } })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBeUndefined()
    expect(await app.backend.session.read('prefill')).toEqual(prefill)
  })

  const named = {
    origin: 'https://app.example.org',
    toToken: { chainId: 1, address: `0x${'9'.repeat(40)}` },
  }

  /** A window that has read `named`, in whose place `stored` stands once the service answers. */
  async function meanwhile(stored: unknown) {
    let answer = (_found: { tokens: [] }) => {}
    const slow = () => new Promise<{ tokens: [] }>((resolve) => (answer = resolve))
    const app = setUp({ session: { prefill: named }, backend: { call: slow as never } })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    await app.backend.session.write('prefill', stored)
    answer({ tokens: [] })
    await new Promise((resolve) => setImmediate(resolve))
    return app
  }

  it('is shown as well by the window of ours that was slower', async () => {
    const app = await meanwhile(null)
    expect(app.askedBy.value).toBe('https://app.example.org')
  })

  it('is left alone for a newer one that came while the service was asked', async () => {
    const newer = { ...named, origin: 'https://newer.example.org' }
    const app = await meanwhile(newer)
    expect(app.askedBy.value).toBeUndefined()
    expect(await app.backend.session.read('prefill')).toEqual(newer)
  })

  it.each([
    [true, undefined],
    [false, 'https://app.example.org'],
  ])(
    'given it is announced to a window that is hidden: %s, then it is shown for %s',
    async (hidden, origin) => {
      let announce = (_change: Change) => {}
      const onChange: Backend['onChange'] = (listener) => {
        announce = listener
        return () => undefined
      }
      const prefill = { origin: 'https://app.example.org' }
      const app = setUp({ session: { prefill }, backend: { onChange }, hidden })
      await app.restore()
      announce({ kind: 'prefill' })
      await new Promise((resolve) => setImmediate(resolve))
      expect(app.askedBy.value).toBe(origin)
      expect(await app.backend.session.read('prefill')).toEqual(hidden ? prefill : null)
    },
  )

  it('is ignored when it cannot be read', async () => {
    const app = setUp({ session: { prefill: { origin: 5, amount: 'x' } } })
    await app.restore()
    app.load()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.askedBy.value).toBeUndefined()
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
