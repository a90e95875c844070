import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { effectsOf } from '@/src/store/outbox'
import { readSupport } from '@/src/store/read-support'
import { follow } from './engine/person'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `sites-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

const sender = {
  id: 'ext',
  url: 'https://site.test/',
  frameId: 0,
  documentId: 'D1',
  tab: { id: 7 },
}
const requestA = 'a'.repeat(32)
const requestB = 'b'.repeat(32)

function request(w: World, requestId: string, from: object = sender) {
  const message = { v: 1, type: 'siteRequest', requestId, amount: '5' }
  return w.worker().server.answer(message, from)
}

const askerOf = (w: World, requestId = requestA) => ({
  origin: 'https://site.test',
  requestId,
  page: { ...w.page.page },
})

async function begun(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', 600, { askedBy: askerOf(w) })
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

describe('what a site learns of the order it asked for', () => {
  it('given a request, keeps with the prefill who asked, as the browser names the sender', async () => {
    const w = open()
    expect(await request(w, requestA)).toEqual({ accepted: true })
    const origin = 'https://site.test'
    expect(w.asks).toEqual([{ id: requestA, amount: '5', origin, askedBy: askerOf(w) }])
    expect(w.opened).toEqual([undefined])
  })

  it('given an order that is filled, hears of each stage once, and of nothing else', async () => {
    const w = open()
    const orderId = await begun(w)
    expect(w.page.told).toEqual(['a:started'])
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.page.told).toEqual(['a:started', 'a:submitted', 'a:filled'])
  })

  it('given an order that nobody asked for, tells no site', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.page.told).toEqual([])
  })

  it('given only a review, tells nothing: nothing has begun', async () => {
    const w = open()
    const { orderId } = await w.prepare('q1', 600, { askedBy: askerOf(w) })
    await w.call('stopOrder', { orderId })
    await w.settle()
    expect(w.page.told).toEqual([])
  })

  it('given the person stops the order before anything was sent, it is dismissed', async () => {
    const w = open()
    const orderId = await begun(w)
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId })
    await w.settle()
    expect(w.page.told).toEqual(['a:started', 'a:dismissed'])
  })

  it('given the worker died before it could tell, the next one tells', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare('q1', 600, { askedBy: askerOf(w) })
    w.killAfter(1)
    await w.call('confirmOrder', { orderId, digest }).catch(() => undefined)
    w.neverKill()
    expect(w.page.told).toEqual([])
    w.revive()
    await w.settle()
    expect(w.page.told).toEqual(['a:started'])
  })

  it('given a page that does not answer, is told later; one that is gone, never', async () => {
    const w = open()
    w.page.state.deaf = true
    const orderId = await begun(w)
    w.page.state.deaf = false
    await w.advance(5_000)
    expect(w.page.told).toEqual(['a:started'])
    w.page.approve()
    await w.deliver()
    w.page.close()
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.told).toEqual(['a:started', 'a:submitted'])
  })

  it('given it is over and help is asked for there, then its data is in it, and no site', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare('q1', 600, { askedBy: askerOf(w) })
    await w.call('confirmOrder', { orderId, digest })
    expect((await follow(w, orderId)).status).toBe('filled')
    const text = await readSupport(w.truth, { product: 'Causeway' }, orderId)
    expect(JSON.parse(text)).toMatchObject({
      product: 'Causeway',
      orders: [{ order: { id: orderId } }],
    })
    expect(text).toContain(orderId)
    expect(text).toContain('"status": "filled"')
    for (const told of ['https://site.test', requestA, 'tabId', 'askedBy'])
      expect(text).not.toContain(told)
    // Of all that are open, it is none any more.
    expect(await readSupport(w.truth, {})).not.toContain(orderId)
    await expect(readSupport(w.truth, {}, 'f'.repeat(32))).rejects.toMatchObject({
      code: 'order/not-found',
    })
  })

  it('given a page that never answers, the order ends without it and nothing is left to do', async () => {
    const w = open()
    w.page.state.deaf = true
    const orderId = await begun(w)
    expect((await follow(w, orderId)).status).toBe('filled')
    await w.advance(3_600_000)
    expect(w.page.told).toEqual([])
    expect(await effectsOf(w.truth, orderId)).toEqual([])
  })
})

describe('a request that comes to nothing', () => {
  it('given the person throws it away, the site hears that it was dismissed', async () => {
    const w = open()
    await w.call('dismissRequest', askerOf(w))
    expect(w.page.told).toEqual(['a:dismissed declined'])
  })

  it('given another site asks, both wait; given the same asks again, it stands where its first stood', async () => {
    const w = open()
    await request(w, requestA)
    const other = { ...sender, url: 'https://other.test/' }
    expect(await request(w, requestB, other)).toEqual({ accepted: true })
    expect(w.asks.map(({ id }) => id)).toEqual([requestA, requestB])
    expect(w.page.told).toEqual([])
    w.clock.now += 2_000
    const requestC = 'c'.repeat(32)
    expect(await request(w, requestC)).toEqual({ accepted: true })
    expect(w.asks.map(({ id }) => id)).toEqual([requestC, requestB])
    await w.settle()
    expect(w.page.told).toEqual(['a:dismissed replaced'])
  })

  it('given a newer of the site took its place on the form, it is told and no strike of the site', async () => {
    const w = open()
    for (let i = 0; i < 3; i += 1) {
      await w.call('dismissRequest', { ...askerOf(w), isReplaced: true })
    }
    expect(w.page.told).toEqual(Array(3).fill('a:dismissed replaced'))
    expect(await request(w, requestB)).toEqual({ accepted: true })
  })

  it('given three thrown away in half a minute, the site is muted', async () => {
    const w = open()
    for (let i = 0; i < 3; i += 1) await w.call('dismissRequest', askerOf(w))
    expect(await request(w, requestA)).toEqual({ accepted: false, reason: 'muted' })
    w.clock.now += 60_000
    expect(await request(w, requestB)).toEqual({ accepted: true })
  })

  it('given the page is gone, the form is free all the same', async () => {
    const w = open()
    w.page.close()
    await expect(w.call('dismissRequest', askerOf(w))).resolves.toEqual({})
  })
})

describe('a site that the person gives no access', () => {
  it('given it was taken back, or never given and the scripts are there for one look, is not heard', async () => {
    const w = open()
    w.revoked.add('https://site.test')
    expect(await request(w, requestA)).toEqual({ accepted: false, reason: 'no-access' })
    expect([w.asks, w.opened]).toEqual([[], []])
    w.revoked.clear()
    expect(await request(w, requestA)).toEqual({ accepted: true })
  })

  it('given it was taken back while a request waits, the request is gone and nothing more is told', async () => {
    const w = open()
    await request(w, requestA)
    await request(w, requestB, { ...sender, url: 'https://other.test/' })
    w.revoked.add('https://site.test')
    await w.worker().dropUnheard()
    expect(w.asks.map(({ id }) => id)).toEqual([requestB])
    await w.call('dismissRequest', askerOf(w))
    const orderId = await begun(w)
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.page.told).toEqual([])
  })
})

describe('what waits for the person', () => {
  it('given the tab that asked is closed, is gone with it', async () => {
    const w = open()
    await request(w, requestA)
    await request(w, requestB, { ...sender, url: 'https://other.test/', tab: { id: 8 } })
    await w.worker().pageGone(7)
    expect(w.asks.map(({ id }) => id)).toEqual([requestB])
  })

  it('given a tab is closed, pages of ours are told: no wallet of it is shown as connected', async () => {
    const w = open()
    await w.worker().pageGone(7)
    expect(w.changes).toContainEqual({ kind: 'wallets' })
  })

  it('given a notice is clicked and no page of ours is open, one tab is opened at the order', async () => {
    const w = open()
    await w.worker().openOrder(requestA)
    expect(w.opened).toEqual([`popup.html?view=tab#/orders/${requestA}`])
    expect(w.asks).toEqual([])
  })

  it('given a page of ours is open, nothing is opened: the newest text and order wait in it', async () => {
    const w = open()
    w.windows.open = true
    for (const orderId of [requestA, requestB]) await w.worker().openOrder(orderId)
    await w.worker().useText('0x', 'https://shop.test')
    await w.worker().useText('0y')
    expect(w.opened).toEqual([])
    expect(w.asks).toEqual([
      { id: expect.any(String), orderId: requestB },
      { id: expect.any(String), note: 'unknown-token' },
    ])
  })
})

describe('a request that a site takes up again after a reload', () => {
  const reloaded = { ...sender, documentId: 'D2' }
  const resume = async (w: World, from: object = reloaded, requestId = requestA) => {
    w.revive()
    const message = { v: 1, type: 'siteResume', requestId }
    const answer = (await w.worker().server.answer(message, from)) as
      | { event: { name: string; reason?: string } }
      | undefined
    const { name, reason } = answer?.event ?? { name: 'nothing' }
    return [name, reason].filter(Boolean).join(' ')
  }
  const unknown = 'rejected unknown'
  function reload(w: World): void {
    w.page.close()
    w.page.reopen()
  }
  const day = 86_400_000

  it('given its order is in progress, hears how far that is, and the rest in the new document', async () => {
    const w = open()
    await request(w, requestA)
    const orderId = await begun(w)
    w.page.approve()
    await w.deliver()
    reload(w)
    expect(await resume(w)).toBe('submitted')
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.page.told).toEqual(['a:started', 'a:submitted', 'a:filled'])
    expect(await resume(w)).toBe('filled')
  })

  it('given the order ended while nobody listened, hears its end', async () => {
    const w = open()
    await request(w, requestA)
    const orderId = await begun(w)
    w.page.approve()
    await w.deliver()
    reload(w)
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.told).toEqual(['a:started', 'a:submitted'])
    expect(await resume(w)).toBe('filled')
  })

  describe('while the wallet asks in it', () => {
    /** An order whose wallet asks, in a document that is reloaded meanwhile; and the site takes it up again. */
    async function asked(w: World, prompt: 'goes' | 'stays'): Promise<string> {
      await request(w, requestA)
      const orderId = await begun(w)
      expect(w.page.prompts).toHaveLength(1)
      w.page.close(prompt)
      w.page.reopen()
      expect(await resume(w)).toBe('started')
      await w.call('refreshOrder', { orderId })
      await w.settle()
      return orderId
    }
    const stateOf = async (w: World, orderId: string) => {
      const order = await w.order(orderId)
      return order.steps[order.current]?.state
    }
    /** The person's word, where it is not known, that the wallet sent nothing; gives the step. */
    async function sayNotSent(w: World, orderId: string): Promise<string> {
      const order = await w.order(orderId)
      const { id: stepId = '', state } = order.steps[order.current] ?? {}
      expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
      expect(w.page.state.everAsked).toBe(1)
      const attemptId = (state && attemptOf(state)) ?? ''
      const choice = { kind: 'not-sent', typed: 'NOT SENT' } as const
      await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
      await w.settle()
      expect(w.page.state.everAsked).toBe(1)
      return stepId
    }

    it('and it is approved in the window that stayed, then it is found, and its end is heard', async () => {
      const w = open()
      const orderId = await asked(w, 'stays')
      expect((await stateOf(w, orderId))?.status).toBe('unsure')
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(60_000)
      expect((await w.order(orderId)).status).toBe('filled')
      expect(w.page.told).toEqual(['a:started', 'a:submitted', 'a:filled'])
      expect(w.page.state.everAsked).toBe(1)
    })

    it('and nothing was approved, then the person is asked, nobody else, and the site hears that it ended', async () => {
      const w = open()
      const orderId = await asked(w, 'goes')
      await w.advance(60_000)
      await sayNotSent(w, orderId)
      await w.call('stopOrder', { orderId })
      await w.settle()
      expect((await w.order(orderId)).status).toBe('stopped')
      expect(w.page.told).toEqual(['a:started', 'a:dismissed'])
      expect(await resume(w)).toBe('dismissed')
    })

    it('and the person says that nothing was, then the page as it is now asks, once', async () => {
      const w = open()
      const orderId = await asked(w, 'goes')
      await w.advance(60_000)
      const stepId = await sayNotSent(w, orderId)
      const page = { ...w.page.page }
      await w.call('retryStep', { orderId, stepId, page, notSent: true })
      expect((await follow(w, orderId)).status).toBe('filled')
      expect(w.page.state.everAsked).toBe(2)
      expect(w.page.told).toEqual(['a:started', 'a:submitted', 'a:filled'])
    })
  })

  it('given the browser was started anew meanwhile, hears of its order all the same', async () => {
    const w = open()
    await request(w, requestA)
    await begun(w)
    w.restartBrowser()
    expect(await resume(w)).toBe('started')
  })

  it('given the order is in progress for many days, is known; a day after its end no more', async () => {
    const w = open()
    await request(w, requestA)
    const orderId = await begun(w)
    w.sleep(30 * day)
    expect(await resume(w)).toBe('started')
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId })
    await w.settle()
    expect(await resume(w)).toBe('dismissed')
    w.sleep(day)
    expect(await resume(w)).toBe(unknown)
  })

  it('given it waits for the person, then what they decide is told in the new document', async () => {
    const w = open()
    await request(w, requestA)
    const asker = askerOf(w)
    reload(w)
    expect(await resume(w)).toBe('opened')
    await w.call('dismissRequest', asker)
    expect(w.page.told).toEqual(['a:dismissed declined'])
    expect(await resume(w)).toBe('dismissed declined')
  })

  it('given a newer one took its place, says so', async () => {
    const w = open()
    await request(w, requestA)
    w.clock.now += 2_000
    await request(w, requestB)
    await w.settle()
    expect(await resume(w)).toBe('dismissed replaced')
    expect(await resume(w, reloaded, requestB)).toBe('opened')
  })

  it('given its tab was closed, the browser was ended, or access was taken and given back, has expired', async () => {
    const w = open()
    await request(w, requestA)
    await w.worker().pageGone(7)
    expect(await resume(w)).toBe('dismissed expired')

    w.clock.now += 2_000
    await request(w, requestB)
    w.revoked.add('https://site.test')
    await w.worker().dropUnheard()
    expect(await resume(w, reloaded, requestB)).toBe('rejected no-access')
    w.revoked.clear()
    expect(await resume(w, reloaded, requestB)).toBe('dismissed expired')

    w.clock.now += 2_000
    const requestC = 'c'.repeat(32)
    await request(w, requestC)
    expect(await resume(w, reloaded, requestC)).toBe('opened')
    w.restartBrowser()
    expect(await resume(w, reloaded, requestC)).toBe('dismissed expired')
  })

  it('given another tab took it up, then the tab that asked may be closed', async () => {
    const w = open()
    await request(w, requestA)
    expect(await resume(w, { ...reloaded, tab: { id: 8 } })).toBe('opened')
    await w.worker().pageGone(7)
    expect(w.asks.map(({ id }) => id)).toEqual([requestA])
    await w.worker().pageGone(8)
    expect(w.asks).toEqual([])
  })

  it.each([
    ['another site', { url: 'https://other.test/' }],
    ['the same host by another scheme', { url: 'http://site.test/' }],
    ['the same host at another port', { url: 'https://site.test:8443/' }],
    ['another host of the domain', { url: 'https://app.site.test/' }],
    ['a frame of another site in the very tab', { url: 'https://other.test/', frameId: 4 }],
  ])('given %s has its id, then that is as unknown as one that never was', async (_who, from) => {
    const w = open()
    await request(w, requestA)
    const orderId = await begun(w)
    expect(await resume(w, { ...reloaded, ...from })).toBe(unknown)
    expect(await resume(w, { ...reloaded, ...from }, 'f'.repeat(32))).toBe(unknown)
    // And it takes nothing away from the site that asked.
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.page.told).toEqual(['a:started', 'a:submitted', 'a:filled'])
    expect(await resume(w, { ...reloaded, ...from })).toBe(unknown)
  })

  it('given a document that its site keeps apart, is not even answered', async () => {
    const w = open()
    await request(w, requestA)
    expect(await resume(w, { ...reloaded, origin: 'null' })).toBe('nothing')
  })

  it('given a forged id, hears nothing of an order that it did not ask for', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(await resume(w, reloaded, orderId)).toBe(unknown)
    expect(await resume(w, reloaded, '0'.repeat(32))).toBe(unknown)
    expect(await resume(w, reloaded, `${orderId}'`)).toBe('nothing')
  })

  it('given a site asks by an id that it used, is refused, and the first one keeps it', async () => {
    const w = open()
    await request(w, requestA)
    await begun(w)
    w.clock.now += 2_000
    expect(await request(w, requestA)).toEqual({ accepted: false, reason: 'used' })
    expect(w.asks).toHaveLength(1)
    expect(await resume(w)).toBe('started')
    // Another site's request by the same id is another one.
    const other = { ...sender, url: 'https://other.test/' }
    expect(await request(w, requestA, other)).toEqual({ accepted: true })
    expect(await resume(w, other)).toBe('opened')
    expect(await resume(w)).toBe('started')
  })

  it('given a flood of guesses, is not looked for, and another site is answered', async () => {
    const w = open()
    await request(w, requestA, { ...sender, url: 'https://other.test/' })
    for (let at = 0; at < 32; at += 1) await resume(w, reloaded, at.toString(16).padStart(32, '0'))
    expect(await resume(w)).toBe('rejected busy')
    expect(await resume(w, { ...sender, url: 'https://other.test/' })).toBe('opened')
  })

  it('given the disk takes nothing more, a request opens all the same', async () => {
    const w = open()
    w.fill('database')
    expect(await request(w, requestA)).toEqual({ accepted: true })
    expect(w.asks).toHaveLength(1)
  })
})
