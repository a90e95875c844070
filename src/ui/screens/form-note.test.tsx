// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { freeOf } from '@/src/domain/order/held'
import type { Order } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { settled } from '@/test/support/ui/settled'
import { againText } from '../copy/again-text'
import { text } from '../copy/text'
import { runAgain, runFrom } from '../models/again'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { Shell } from './shell'

const NOW = 1_800_000_000_000
const all: Record<string, Order> = { ...orders(NOW), ...purchases(NOW) }
afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

/** An order to somebody of whom nothing is known here. */
function toStranger(name: string): Order {
  const order = all[name] as Order
  const accepted = { ...order.accepted, recipient: `0x${'5'.repeat(40)}` }
  return { ...order, accepted } as Order
}

async function setUp() {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  app.router.go({ screen: 'history' })
  await app.catalog.load()
  await act(() =>
    render(
      <AppProvider value={app}>
        <Shell>
          <h1 tabIndex={-1}>Hall</h1>
        </Shell>
      </AppProvider>,
      document.body,
    ),
  )
  const note = () => document.querySelector('.notices .note')
  // The code of the note is fetched when there is one.
  const see = () => expect.poll(() => note()?.textContent).toContain(againText.leftOut)
  const again = (order: Order) =>
    act(async () => {
      await runAgain(app, order)
      await settled()
    })
  return { app, note, see, again }
}

const said = (app: ReturnType<typeof createApp>) => app.announcements.value.map(({ text }) => text)

describe('a recipient that was left out of a form', () => {
  it.each([
    ['a swap', 'filled', 'swap'],
    ['a payment by address', 'addressPaid', 'pay'],
    ['a purchase', 'buyFilled', 'buy'],
  ] as const)('is said above the form of %s', async (_kind, name, screen) => {
    const { app, see, again } = await setUp()
    await again(toStranger(name))
    expect(app.router.route.value.screen).toBe(screen)
    await see()
    await expect.poll(() => said(app)).toContain(againText.leftOut)
  })

  it.each(['history', 'settings', 'book'] as const)(
    'is said above no other screen (%s), and is still there on the way back',
    async (screen) => {
      const { app, note, see, again } = await setUp()
      await again(toStranger('filled'))
      await see()
      await act(() => app.router.go({ screen }))
      expect(note()).toBeNull()
      await act(() => app.router.go({ screen: 'swap' }))
      await see()
    },
  )

  it('can be closed, and leaves the focus on the screen', async () => {
    const { app, note, see, again } = await setUp()
    await again(toStranger('filled'))
    await see()
    const close = [...document.querySelectorAll<HTMLButtonElement>('.notices button')].find(
      (each) => each.textContent === text.app.close,
    )
    close?.focus()
    await act(() => close?.click())
    expect([note(), app.formNote.value]).toEqual([null, undefined])
    await expect.poll(() => document.activeElement?.tagName).toBe('H1')
  })

  it('is not said of the next order, whose recipient is known, nor of what goes on from one', async () => {
    const { app, note, see, again } = await setUp()
    await again(toStranger('filled'))
    await see()
    await again(all.filled as Order)
    expect(note()).toBeNull()
    await again(toStranger('filled'))
    await see()
    const halted = all.halted as Order
    const held = freeOf(halted)
    if (held === undefined) throw new Error('Nothing was left')
    await act(() => runFrom(app, halted, held, 'on'))
    expect(note()).toBeNull()
  })
})
