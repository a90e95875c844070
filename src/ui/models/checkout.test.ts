import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { made, plannedPurchase, purchaseAfter } from '@/test/samples/purchase'
import { createManualClock } from '@/test/support/manual-clock'
import { createCheckout } from './checkout'

const wrapper = purchaseAfter(plannedPurchase(), made)
const withAction = (type: string) => ({
  ...wrapper,
  purchase: { ...wrapper.purchase, action: { type, url: 'https://pay.example/1' } },
})

const wrapperUrl = 'https://fiat.example/checkout/1'

type Options = {
  blocked?: true
  cutOff?: true
  fails?: true
  noTab?: true
  how?: string
  url?: string
}

function setUp(options: Options = {}) {
  const calls: string[] = []
  const urls: string[] = []
  const inputs: unknown[] = []
  const went: string[] = []
  const listeners = new Set<(event: unknown) => void>()
  const pages: string[] = []
  const opened = {
    closed: false,
    location: { replace: (url: string) => went.push(url) },
    close() {
      opened.closed = true
    },
  }
  const dead = {
    get closed(): boolean {
      throw new TypeError("can't access dead object")
    },
    location: opened.location,
    close: opened.close,
  }
  const clock = createManualClock()
  const checkout = createCheckout({
    clock,
    backend: {
      call: (async (name: string, input: unknown) => {
        calls.push(name)
        if (name === 'openCheckout') inputs.push(input)
        if (name === 'openCheckout' && options.fails) throw new AppError('order/checkout-over')
        return { how: options.how ?? 'wrapper', url: options.url ?? wrapperUrl }
      }) as never,
      openUrl: async (url) => {
        urls.push(url)
      },
      openPage: async (path) => {
        pages.push(path)
        if (options.noTab) throw new Error('no tab')
      },
    },
    frame: () => ({
      remove: () => void calls.push('remove'),
      opener: {
        open: (...[url, , features]: string[]) => {
          calls.push(`open ${url} ${features?.startsWith('popup')}`)
          return options.blocked ? null : options.cutOff ? dead : opened
        },
        addEventListener: (_: string, listener: never) => void listeners.add(listener),
        removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
      } as never,
    }),
  })
  return { checkout, inputs, calls, urls, pages, went, opened, clock, listeners }
}

const message = { type: 'FIAT_WIDGET_EVENT', event: 'order_completed', orderId: 'fiat-1' }

describe('a checkout', () => {
  it('given the wrapper, then its window opens within the gesture, and goes on once the service was asked', async () => {
    const { checkout, calls, went, urls } = setUp()
    const opening = checkout.open(wrapper)
    expect(calls[0]).toBe('open about:blank true')
    expect(went).toEqual([])
    await opening
    expect(calls).toEqual(['open about:blank true', 'openCheckout'])
    expect(went).toEqual([wrapperUrl])
    expect(urls).toEqual([])
    expect(checkout.phase.value).toBe('open')
  })

  it('given it was opened before, then the click says which state it is about', async () => {
    const { checkout, inputs } = setUp()
    const { purchase } = wrapper
    await checkout.open({ ...wrapper, purchase: { ...purchase, openedAt: 7 } })
    await checkout.open(wrapper)
    const shown = { orderId: wrapper.id, host: 'fiat.example' }
    expect(inputs).toEqual([{ ...shown, openedAt: 7 }, shown])
  })

  it.each(['redirect', 'provider_widget'])(
    'given %s, then it has a tab of its own',
    async (how) => {
      const { checkout, calls, urls } = setUp({ how, url: 'https://pay.example/1' })
      await checkout.open(withAction(how))
      expect(calls).toEqual(['openCheckout'])
      expect(urls).toEqual(['https://pay.example/1'])
    },
  )

  it('given the browser cuts the window off, then nothing of it is kept, and it is not called closed', async () => {
    const { checkout, calls, went, listeners, clock } = setUp({ cutOff: true })
    await checkout.open(wrapper)
    await clock.advance(1_000)
    expect(went).toEqual([wrapperUrl])
    expect(calls.filter((call) => call === 'remove' || call === 'refreshOrder')).toEqual(['remove'])
    expect([listeners.size, clock.pending(), checkout.phase.value]).toEqual([0, 0, 'open'])
  })

  it('given the wrapper is of another origin than the service, then it has no window of ours behind it', async () => {
    const url = 'https://pay.example/1'
    const { checkout, calls, urls, went, listeners, clock } = setUp({ url })
    await checkout.open(withAction('wrapper'))
    // Neither a window that could be sent elsewhere, nor one whose messages are heard.
    expect([calls, urls, went]).toEqual([['openCheckout'], [url], []])
    expect([listeners.size, clock.pending(), checkout.phase.value]).toEqual([0, 0, 'open'])
  })

  it('given it turns out to be of another origin once the service was asked, then likewise', async () => {
    const url = 'http://fiat.example/checkout/1'
    const { checkout, urls, went, opened, listeners } = setUp({ url })
    await checkout.open(wrapper)
    expect([opened.closed, urls, went, listeners.size]).toEqual([true, [url], [], 0])
  })

  it.each([undefined, 'none'])('given the service is %s, then nothing is its own', async (at) => {
    const { checkout, calls, urls } = setUp()
    const { serviceUrl: _, ...order } = wrapper
    await checkout.open(at === undefined ? order : { ...order, serviceUrl: at })
    expect([calls, urls]).toEqual([['openCheckout'], [wrapperUrl]])
  })

  it('given the tab is wished for twice, then one is opened; and where none can be, that is told', async () => {
    const { checkout, pages } = setUp()
    await Promise.all([checkout.goToTab(wrapper), checkout.goToTab(wrapper)])
    await checkout.goToTab(wrapper)
    expect(pages).toEqual([`popup.html?view=tab#/orders/${wrapper.id}`])
    const stuck = setUp({ noTab: true })
    await stuck.checkout.goToTab(wrapper)
    expect(stuck.checkout.error.value?.message).toBe('no tab')
    await stuck.checkout.goToTab(wrapper)
    expect(stuck.pages).toHaveLength(2)
  })

  it('given the service says another way by now, then the window is not used', async () => {
    const { checkout, urls, opened } = setUp({ how: 'redirect' })
    await checkout.open(wrapper)
    expect([opened.closed, urls.length]).toEqual([true, 1])
  })

  it.each(['none', 'hologram'])('given %s, then nothing is opened', async (type) => {
    const { checkout, calls } = setUp()
    await checkout.open(withAction(type))
    expect(calls).toEqual([])
  })

  it('given the service says that there is nothing to pay, then the window is closed and that is told', async () => {
    const { checkout, opened, went } = setUp({ fails: true })
    await checkout.open(wrapper)
    expect([opened.closed, went.length]).toEqual([true, 0])
    expect(checkout.error.value?.code).toBe('order/checkout-over')
    expect(checkout.phase.value).toBe('none')
  })

  it('given the browser blocks the window, then the service is not told that one was opened', async () => {
    const { checkout, calls } = setUp({ blocked: true })
    await checkout.open(wrapper)
    expect(calls).toEqual(['open about:blank true', 'remove'])
    expect(checkout.error.value?.code).toBe('order/window-blocked')
  })

  it('given a message of the wrapper, then the service is asked, and of any other it is not', async () => {
    const { checkout, calls, opened, clock, listeners } = setUp()
    await checkout.open(wrapper)
    const say = (event: object) => {
      for (const listener of listeners) listener({ origin: 'https://fiat.example', ...event })
    }
    say({ source: opened, data: { ...message, orderId: 'fiat-2' } })
    say({ source: {}, data: message })
    say({ source: opened, data: message, origin: 'https://pay.example' })
    expect(calls).not.toContain('refreshOrder')
    say({ source: opened, data: message })
    const looks = () => calls.filter((name) => name === 'refreshOrder').length
    expect(looks()).toBe(1)
    // A page that never stops speaking has nobody asked without a pause.
    for (let i = 0; i < 50; i += 1) say({ source: opened, data: message })
    expect(looks()).toBe(1)
    await clock.advance(1_000)
    say({ source: opened, data: message })
    expect(looks()).toBe(2)
  })

  it('given the window is closed, then that is seen, and the service is asked once more', async () => {
    const { checkout, calls, opened, clock, listeners } = setUp()
    await checkout.open(wrapper)
    await clock.advance(5_000)
    expect(checkout.phase.value).toBe('open')
    opened.closed = true
    await clock.advance(1_000)
    expect(checkout.phase.value).toBe('closed')
    expect(calls.at(-1)).toBe('refreshOrder')
    expect([clock.pending(), listeners.size]).toEqual([0, 0])
  })

  it('given the page goes, then nothing is left behind', async () => {
    const { checkout, clock, listeners } = setUp()
    await checkout.open(wrapper)
    checkout.dispose()
    expect([clock.pending(), listeners.size]).toEqual([0, 0])
  })
})
