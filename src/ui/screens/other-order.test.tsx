// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { declined } from '@/test/samples/order'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { orderText } from '../copy/order-text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import type { Backend } from '../models/backend'
import { AppProvider } from '../parts/context'
import { OrderScreen } from './order'
import { ReviewScreen } from './review'

// Fetched as a review opens; no test waits for that.
import '../models/paid-elsewhere'

const NOW = 1_800_000_000_000
const all = orders(NOW) as Record<string, SwapOrder>
const words = orderText.other

async function open(
  shown: Order | undefined,
  others: (Order | undefined)[],
  more: Partial<Backend> = {},
  session: Record<string, unknown> = {},
) {
  if (shown === undefined) throw new Error('no such order')
  const kept = Object.fromEntries(
    [shown, ...others].flatMap((each) => (each === undefined ? [] : [[each.id, each]])),
  )
  const listeners = new Set<(change: Change) => void>()
  const backend: Backend = {
    ...createFixtureBackend({ now: () => NOW, orders: kept, session }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...more,
  }
  const clock = createManualClock(NOW)
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.catalog.load()
  await app.restore()
  const Screen = shown.status === 'planned' ? ReviewScreen : OrderScreen
  app.router.go({ screen: shown.status === 'planned' ? 'review' : 'order', orderId: shown.id })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <Screen orderId={shown.id} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const press = (label: string) =>
    act(() =>
      [...document.querySelectorAll('button')].find((item) => item.textContent === label)?.click(),
    )
  /** Another window changes an order, or makes one. */
  async function change(order: Order): Promise<void> {
    kept[order.id] = order
    await act(async () => {
      for (const tell of listeners) tell({ kind: 'order', orderId: order.id, revision: 2 })
      await settled()
    })
  }
  /** Another window cancels an order that was not confirmed: nothing stays of it. */
  async function remove(id: string): Promise<void> {
    delete kept[id]
    await act(async () => {
      for (const tell of listeners) tell({ kind: 'order', orderId: id, revision: 2 })
      await settled()
    })
  }
  /** A moment in which nothing is pressed: a review was just opened. */
  const pass = () => act(() => clock.advance(700))
  return { app, press, change, remove, pass, text: () => document.body.textContent ?? '' }
}

const { asking, unsure, planned, held } = all
const elsewhere = (order: SwapOrder | undefined, more: Partial<SwapOrder['accepted']>) =>
  order && { ...order, accepted: { ...order.accepted, ...more } }

afterEach(() => render(null, document.body))

describe('an order that another one is in the way of', () => {
  it('names that one, says the ways on, and leads to it', async () => {
    const { app, press, text } = await open(held, [asking])
    expect(text()).toContain(words.next)
    // It goes on by itself: pressing would change nothing.
    expect(text()).not.toContain(orderText.order.tryAgain)
    expect(text()).toContain(orderText.order.stop)
    expect(document.querySelector('.note-other')?.textContent).toContain('500 USDC · Base · Asked')
    await press(words.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: asking?.id })
  })

  it('leads to it also where it cannot be named any more', async () => {
    const { press, app } = await open(held, [])
    expect(document.querySelector('.note-other')).toBeNull()
    await press(words.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: asking?.id })
  })
})

describe('a review while another request is open', () => {
  it.each([
    ['asked for', asking],
    ['not known to be sent', unsure],
  ])('given a payment of the account is %s, says that this one will wait', async (_, other) => {
    const { app, press, text } = await open(planned, [other])
    expect(text()).toContain(words.held)
    await press(words.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: other?.id })
  })

  it('given it is another account`s, says that the wallet may show it first', async () => {
    const { text } = await open(planned, [elsewhere(asking, { author: `0x${'9'.repeat(40)}` })])
    expect(text()).toContain(words.olderHint)
    expect(text()).not.toContain(words.held)
  })

  it('given it is another wallet`s and another account`s, says nothing', async () => {
    const other = elsewhere(asking, { author: `0x${'9'.repeat(40)}` })
    const wallet = { family: 'eip155', id: 'other', name: 'Other' } as const
    const { text } = await open(planned, [other && { ...other, wallet }])
    expect(text()).not.toContain(words.olderHint)
    expect(text()).not.toContain(words.held)
  })
})

describe('a review of what another window pays meanwhile', () => {
  if (planned === undefined) throw new Error('no order')
  const other: SwapOrder = { ...planned, id: 'a'.repeat(32), createdAt: planned.createdAt - 1_000 }
  const paid = { ...other, status: 'filled' as const, confirmedAt: planned.createdAt + 1_000 }
  const confirm = () => document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`)
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.ticks input')]
  const why = () => document.querySelector('.actions-why')?.textContent
  const note = () => document.querySelector('[data-testid=sent-meanwhile]')?.textContent ?? ''

  it('given that is confirmed while it is open, says so, leads there, and wants a tick of its own', async () => {
    const { app, press, change } = await open(planned, [other])
    for (const box of boxes()) await act(() => box.click())
    expect([note(), why()]).toEqual(['', orderText.review.intro])
    await change(paid)
    expect(note()).toContain('500 USDC')
    expect(why()).toBe(orderText.review.confirmTicks)
    expect(confirm()?.disabled).toBe(true)
    const tick = boxes().find((box) => box.parentElement?.textContent === words.sentTick)
    await act(() => tick?.click())
    // Wanted twice, it is paid twice.
    expect(why()).toBe(orderText.review.intro)
    await press(words.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: other.id })
  })

  it('given only a page says of that, which is cancelled, that it was rejected, says so and no more', async () => {
    const { attempts } = declined
    const denied = { ...other, status: 'stopped' as const, confirmedAt: other.createdAt, attempts }
    await open(planned, [denied])
    expect(note()).toContain(words.denied('500 USDC', '').slice(0, -4))
    expect(note()).toContain(words.deniedHint)
    expect(note()).not.toContain(words.sentHint)
    expect(confirm()?.disabled).toBe(true)
  })

  it('given that was confirmed before this window looked, says so too', async () => {
    await open(planned, [paid])
    expect(note()).toContain('500 USDC')
  })

  it('given the orders cannot be read, stands in nobody`s way', async () => {
    const listOrders = () => Promise.reject(new Error('no store'))
    await open(planned, [paid], { listOrders })
    for (const box of boxes()) await act(() => box.click())
    expect([note(), why()]).toEqual(['', orderText.review.intro])
  })

  it.each([
    ['was confirmed before this one was made', { confirmedAt: planned.createdAt - 1 }],
    ['was not confirmed', { status: 'stopped' as const }],
    ['pays somebody else', { accepted: { ...planned.accepted, recipient: `0x${'9'.repeat(40)}` } }],
    [
      'pays another amount',
      {
        accepted: { ...planned.accepted, from: { ...planned.accepted.from, amount: '400000000' } },
      },
    ],
    [
      'pays for another token',
      { accepted: { ...planned.accepted, to: { ...planned.accepted.to, chainId: 10 } } },
    ],
  ])('given that %s, says nothing', async (_, more) => {
    await open(planned, [{ ...paid, ...more }])
    expect(note()).toBe('')
    for (const box of boxes()) await act(() => box.click())
    expect(why()).toBe(orderText.review.intro)
  })

  it('given the worker finds it first, then says so in its own words, and confirms with the tick', async () => {
    const calls: { name: string; input: unknown }[] = []
    const seen: Order[] = []
    const kept = { [planned.id]: planned }
    const backend = createFixtureBackend({ now: () => NOW, orders: kept, calls })
    const call: Backend['call'] = async (name, input) => {
      const isKnown = 'known' in input && input.known?.includes(paid.id)
      if (name !== 'confirmOrder' || isKnown) return backend.call(name, input)
      calls.push({ name, input })
      // Another window was first, and this one has not heard of it yet.
      seen.push(paid)
      throw new AppError('order/paid-beside', { orderId: paid.id })
    }
    const listOrders = async () => ({ orders: seen })
    const { text, pass } = await open(planned, [], { ...backend, call, listOrders })
    await pass()
    for (const box of boxes()) await act(() => box.click())
    const press = async () => {
      await act(async () => {
        confirm()?.click()
        await settled()
      })
      await act(settled)
    }
    await press()
    expect(note()).toContain('500 USDC')
    expect(text()).not.toContain(errorCopy['order/paid-beside'].title)
    expect(confirm()?.disabled).toBe(true)
    const tick = boxes().find((box) => box.parentElement?.textContent === words.sentTick)
    await act(() => tick?.click())
    await press()
    const asked = calls.filter(({ name }) => name === 'confirmOrder').map(({ input }) => input)
    expect(asked).toMatchObject([{ known: [] }, { known: [paid.id] }])
  })

  it('given the worker names one of long ago, says so and wants the tick', async () => {
    const { attempts } = declined
    const old = { ...other, status: 'stopped' as const, createdAt: 1, attempts }
    const kept = { [planned.id]: planned, [old.id]: old }
    const backend = createFixtureBackend({ now: () => NOW, orders: kept })
    const call: Backend['call'] = async (name, input) => {
      if (name !== 'confirmOrder') return backend.call(name, input)
      throw new AppError('order/paid-beside', { orderId: old.id })
    }
    const { pass } = await open(planned, [], { ...backend, call })
    await pass()
    for (const box of boxes()) await act(() => box.click())
    expect(note()).toBe('')
    await act(async () => {
      confirm()?.click()
      await settled()
    })
    await act(settled)
    expect(note()).toContain(words.deniedHint)
    expect(why()).toBe(orderText.review.confirmTicks)
  })

  it('given that is cancelled after all, says nothing any more', async () => {
    const { change } = await open(planned, [paid])
    expect(note()).toContain('500 USDC')
    await change({ ...paid, status: 'stopped' })
    expect(note()).toBe('')
  })

  it('given it was wished for before it was made, counts from there, but for what is known', async () => {
    const next = { ...planned, createdAt: paid.confirmedAt + 1_000 }
    await open(next, [paid])
    expect(note()).toBe('')
    render(null, document.body)
    const wished = { ...next, wishedAt: planned.createdAt }
    await open(wished, [paid])
    expect(note()).toContain('500 USDC')
    render(null, document.body)
    await open({ ...wished, known: [paid.id] }, [paid])
    expect(note()).toBe('')
  })

  it('has the focus where the button that led to it went off, and nowhere else', async () => {
    const { change } = await open(planned, [])
    const away = document.createElement('button')
    document.body.append(away)
    away.focus()
    await change(paid)
    expect(document.activeElement).toBe(away)
    away.remove()
    await change({ ...paid, status: 'stopped' })
    await change(paid)
    expect(document.activeElement?.getAttribute('data-testid')).toBe('sent-meanwhile')
  })

  it('given two other windows paid, wants a tick for both', async () => {
    const { change } = await open(planned, [paid])
    for (const box of boxes()) await act(() => box.click())
    expect(why()).toBe(orderText.review.intro)
    await change({ ...paid, id: 'd'.repeat(32) })
    expect(document.querySelectorAll('[data-testid=sent-meanwhile]')).toHaveLength(2)
    expect(why()).toBe(orderText.review.confirmTicks)
  })

  it('given a new price takes its place, still says so', async () => {
    const { change, app } = await open(planned, [paid])
    const createdAt = paid.confirmedAt + 1_000
    const next = { ...planned, id: 'b'.repeat(32), createdAt, wishedAt: planned.createdAt }
    await change(next)
    await act(async () => {
      render(
        <AppProvider value={app}>
          <ReviewScreen orderId={next.id} />
        </AppProvider>,
        document.body,
      )
      await settled()
    })
    await act(settled)
    expect(note()).toContain('500 USDC')
  })
})

describe('a review that another window cancels', () => {
  if (planned === undefined) throw new Error('no order')
  const draft = { side: 'pay', text: '501', recipient: '' }

  it.each([
    ['stands in the form, leaves it as it was typed', { ...draft, made: [planned.id] }, '501'],
    ['came from elsewhere, fills it in again', draft, '500'],
  ])('says so, and where its order %s', async (_, form, amount) => {
    const { app, remove, press, text } = await open(planned, [], {}, { draft: form })
    await remove(planned.id)
    expect(text()).toContain(words.cancelled)
    expect(text()).not.toContain(errorCopy['order/not-found'].title)
    await press(words.startOver)
    await act(settled)
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect(app.swap.payText.value).toBe(amount)
  })

  it('says as before that there is none, where none was shown', async () => {
    const { text } = await open({ ...planned }, [], { readOrder: async () => undefined })
    expect(text()).toContain(errorCopy['order/not-found'].title)
  })
})

describe('a request that is open while an older one may be', () => {
  it('says that the older one may come up first', async () => {
    const from = { ...(asking as SwapOrder).accepted.from, chainId: 42161 }
    const { text } = await open(asking, [elsewhere(unsure, { from })])
    expect(text()).toContain(words.olderHint)
    expect(document.querySelector('.note-other')?.textContent).toContain('Arbitrum')
  })

  it('given both pay from one account and chain, does not say that it waits: it is asked for', async () => {
    const { text } = await open(asking, [unsure])
    expect(text()).toContain(words.olderHint)
    expect(text()).not.toContain(words.held)
  })
})

describe('who does not wait for a request', () => {
  it.each([
    ['is open', asking],
    ['is not known to be sent', unsure],
  ])('given it %s, gets the form filled in with the same order', async (_, order) => {
    const { app, press } = await open(order, [])
    await press(words.meanwhile)
    await act(settled)
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect(app.swap.payText.value).toBe('500')
  })
})
