import { signal } from '@preact/signals'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import {
  bySite,
  fakePage,
  fetchParts,
  idOf,
  left,
  NOW,
  setUp,
  typed,
  wish,
} from '@/test/support/ui/app-page'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import type { App } from './app'
import type { Backend, Clock } from './backend'

beforeAll(fetchParts)

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
  async function slow(session: Record<string, unknown> = {}) {
    let answer = (_found: { tokens: [] }) => {}
    const call = () => new Promise<{ tokens: [] }>((resolve) => (answer = resolve))
    const request = bySite('app', 'a', unknown)
    const set = await asked([request], { session, backend: { call: call as never } })
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

  it('given "Show" waits for the service, says so, and leaves what was opened meanwhile', async () => {
    const { app, left, bar, request, answer } = await slow({ draft: typed })
    const shown = app.requests.value?.show(request.id)
    expect(app.requests.value?.showing.value).toBe(request.id)
    app.router.go({ screen: 'history' })
    answer()
    await shown
    expect(app.requests.value?.showing.value).toBeUndefined()
    expect(app.router.route.value).toEqual({ screen: 'history' })
    expect([bar(), await left()]).toEqual([[request.origin], [request.id]])
    await app.requests.value?.show(request.id)
    expect([app.router.route.value, await left()]).toEqual([{ screen: 'swap' }, []])
  })

  it('given something is filled in beside the history, waits', async () => {
    const page = fakePage('#/history')
    let value = '0x12'
    Object.assign(page.document, { querySelectorAll: () => [{ value }] })
    const { app } = await asked([first], { page })
    expect(app.requests.value?.asked.value).toHaveLength(1)
    value = ''
    app.load()
    await settled()
    expect(app.requests.value?.asked.value).toHaveLength(0)
  })

  it('given a file is being written or read, waits', async () => {
    const { app } = await asked([])
    app.files.backup = { state: signal({ state: 'reading', done: 1 }) } as never
    await app.backend.session.write('waiting', [first])
    app.load()
    await settled()
    expect(app.requests.value?.asked.value).toHaveLength(1)
    app.files.backup = { state: signal({ state: 'idle' }) } as never
    app.load()
    await settled()
    expect(app.requests.value?.asked.value).toHaveLength(0)
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
