import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import {
  all,
  fakePage,
  fetchParts,
  idOf,
  left,
  NOW,
  setUp,
  typed,
} from '@/test/support/ui/app-page'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import type { View } from './app'
import type { Clock } from './backend'

beforeAll(fetchParts)

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
      backend: { readOrder: never, listUnderWay: never },
      clock: hasty,
    })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
  })

  it('comes when the store is broken', async () => {
    const broken = () => Promise.reject(new Error('no store'))
    const app = setUp({
      session: left('review', 'planned'),
      backend: { readOrder: broken, listUnderWay: broken },
    })
    await app.restore()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect(app.running.value).toEqual([])
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
