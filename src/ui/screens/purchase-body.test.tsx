// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { settled } from '@/test/support/ui/settled'
import { buyText } from '../copy/buy-text'
import { createApp, type View } from '../models/app'
import { AppProvider } from '../parts/context'
import { OrderScreen } from './order'

const NOW = 1_800_000_000_000
const { order: words } = buyText
async function setUp(name: string, view: View = 'tab', change: Partial<PurchaseOrder> = {}) {
  const all = purchases(NOW)
  const shown = { ...(all[name] as PurchaseOrder), ...change }
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: { [name]: shown }, calls })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view, page: window })
  app.router.go({ screen: 'order', orderId: shown.id })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <main id="content">
          <OrderScreen orderId={shown.id} />
        </main>
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find((item) => item.textContent === label)
  const press = (label: string) =>
    act(async () => {
      button(label)?.click()
      await settled()
    })
  const rows = () =>
    [...document.querySelectorAll('.timeline-row')].map((row) => row.innerHTML.includes('bad'))
  return { button, calls, press, rows, shown: () => document.body.textContent ?? '' }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

describe('a checkout of a kind that is not known', () => {
  it('says how the order is reached at its provider', async () => {
    const { shown } = await setUp('buyUnknown')
    expect(shown()).toContain(words.unknownHint('Harbor Pay'))
  })
})

describe('a purchase that nobody answered for', () => {
  it('is not said to have come to nothing: no more is known of its steps than of itself', async () => {
    const { shown } = await setUp('buyLost')
    const notes = [...document.querySelectorAll('.timeline-text > .sub')]
    expect(notes.map((note) => note.textContent)).toEqual(['Not known', 'Not known', 'Not known'])
    expect(shown()).not.toContain(words.notReached)
  })
})

describe('a checkout that was opened before', () => {
  it('given the provider`s word says nothing of a payment, then only who has not paid opens it again', async () => {
    const { button, press, shown } = await setUp('buyUnclear')
    expect(button(words.again)).toBeUndefined()
    await press(words.unclearAgain)
    expect(shown()).toContain(words.unclearHint)
    expect(shown()).not.toContain(words.againHint)
  })

  it('given it waits for the payment, then no new purchase is advised before that is clear', async () => {
    const { press, shown } = await setUp('buyOpened')
    await press(words.again)
    expect(shown()).toContain('Start a new purchase only once you know')
  })

  it('given the order names a provider that nobody tied to the offer`s, then both are shown', async () => {
    const { shown } = await setUp('buyUnclear')
    expect(shown()).toContain('(the order names: harbor-eu)')
  })
})

describe('where a checkout opens', () => {
  it('given a host that looks like another one, then it is named as it is resolved, before it opens', async () => {
    const made = purchases(NOW).buyMade as PurchaseOrder
    const action = { type: 'redirect', url: 'https://h\u0430rbor.example/pay' }
    const { shown } = await setUp('buyMade', 'tab', { purchase: { ...made.purchase, action } })
    expect(shown()).toContain(words.opens('xn--hrbor-4ve.example'))
  })
})

describe('a checkout in the popup', () => {
  it.each(['wrapper', 'redirect', 'provider_widget'])(
    'given %s, then it goes on in a tab, which stays while it opens',
    async (type) => {
      const { purchase } = purchases(NOW).buyMade as PurchaseOrder
      const action = { type, url: 'https://pay.example/1' }
      const { button } = await setUp('buyMade', 'popup', { purchase: { ...purchase, action } })
      expect(button(words.inTab)).toBeDefined()
      expect(button(words.open)).toBeUndefined()
    },
  )
})

describe('a purchase that nobody pays', () => {
  it('is ended by who says and confirms that it is not paid', async () => {
    const { button, calls, press } = await setUp('buyOpened')
    expect(document.body.textContent).toContain(words.unpaid)
    await press(words.end)
    expect(calls.filter(({ name }) => name === 'stopOrder')).toEqual([])
    await act(() => document.querySelector<HTMLInputElement>('.details [type=checkbox]')?.click())
    expect(button(words.end)?.disabled).toBe(false)
    await press(words.end)
    expect(calls.filter(({ name }) => name === 'stopOrder')).toMatchObject([
      { input: { unpaid: true } },
    ])
  })

  it('leads to no checkout once it is ended, and says what is still looked for', async () => {
    const { button, shown } = await setUp('buyGivenUp')
    expect(button(words.again)).toBeUndefined()
    expect(shown()).toContain(words.givenUp)
    expect(shown()).toContain(buyText.money.givenUp)
    expect(shown()).not.toContain(words.unpaidHint)
  })

  it.each(['buyNone', 'buyFailed', 'buyFilled'])(
    'given %s, then that is not offered',
    async (name) => {
      const { shown } = await setUp(name)
      expect(shown()).not.toContain(words.unpaidHint)
    },
  )
})

describe('a purchase that failed by its provider`s word', () => {
  it('given it was paid, then the delivery is what went wrong, not the payment', async () => {
    const paid = await setUp('buyFailedPaid')
    expect(paid.rows()).toEqual([false, false, true])
    render(null, document.body)
    const unpaid = await setUp('buyFailed')
    expect(unpaid.rows()).toEqual([false, true, false])
  })

  it('is asked for again on a click, and what comes of it is said', async () => {
    const { calls, press, shown } = await setUp('buyFailed')
    expect(shown()).not.toContain(words.saysSame)
    await press(words.askNow)
    expect(calls.filter(({ name }) => name === 'refreshOrder').at(-1)?.input).toMatchObject({
      now: true,
    })
    expect(shown()).toContain(words.saysSame)
  })
})

describe('a delivery that was told of before the bridge gave the money back', () => {
  const told = `0x${'6'.repeat(64)}`

  it.each(['tracking', 'refunded', 'unproved'] as const)(
    'given %s, is not shown as one, and nothing of it is the provider`s word',
    async (status) => {
      const { service } = purchases(NOW).buyReturned as PurchaseOrder
      const fill = { txHash: told, chainId: 42161 }
      const { rows, shown } = await setUp('buyReturned', 'tab', {
        status,
        service: { ...service, fill },
      })
      expect(document.body.innerHTML).not.toContain(told)
      expect(shown()).not.toContain(words.saidStatus('refunded'))
      expect(rows().at(-1)).toBe(true)
    },
  )
})

describe('a purchase without an answer', () => {
  it('says nothing of what is not known, and what the service said', async () => {
    const { shown } = await setUp('buyLost')
    expect(shown()).toContain('it could be paid twice')
    expect(shown()).toContain('This quote is an order already')
    expect(shown()).not.toContain('nothing was charged')
  })
})
