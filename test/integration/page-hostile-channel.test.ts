import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fakeEvmWallet, newId, type PageHarness, startPageHarness, watchPage } from './page-harness'

const rdns = 'com.example.wallet'
const transaction = {
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: '0xabc', to: `0x${'1'.repeat(40)}`, data: '0x', value: '0x5' },
}
const wallet = `${watchPage}${fakeEvmWallet('Example', rdns)}`
const auto = `wallet.answers.eth_sendTransaction = async () => '0xfeed'`
const feed = { ok: true, value: { kind: 'hash', hash: '0xfeed' } }
let harness: PageHarness

beforeAll(async () => {
  harness = await startPageHarness()
})
afterAll(async () => harness?.close())
afterEach(() => harness.run('committing = true; unregister()'))

/**
 * The page takes the channel before we come: it copies the port that the page script hands out, or
 * hands out ports of its own. `spy` is the port it got hold of.
 */
const thief = `window.addEventListener('causeway:port', (event) => { window.spy ??= event.ports[0]; window.ports = (window.ports ?? 0) + 1 })`
const impostor = (answer: string) => `
  window.heard = []
  window.join = () => {
    const { port1, port2 } = new MessageChannel()
    window.say = (message) => port1.postMessage(typeof message === 'string' ? message : JSON.stringify(message))
    port1.onmessage = (event) => { const message = JSON.parse(event.data); heard.push(message.type); ${answer} }
    window.dispatchEvent(new MessageEvent('causeway:port', { ports: [port2] }))
  }`

async function open(script: string) {
  const opened = await harness.open(script)
  await harness.inject(opened.path)
  return opened
}
const asksOf = (page: Page) =>
  page.evaluate(
    'wallet.calls.filter((call) => call.method === "eth_sendTransaction").length',
  ) as Promise<number>
const receivedOf = async (attemptId: string) =>
  (await harness.received()).filter((one) => one.attemptId === attemptId)
/** What one page brought to the worker; those of earlier tests go on telling theirs. */
const receivedFrom = async (path: string) =>
  (await harness.received()).filter((one) => one.path === path)
const countFrom = async (path: string) => (await receivedFrom(path)).length
/** Hints that may pass at once; the content script's clock stands still, so there are no more. */
const mayPass = 4
/** How long the content script waits: for a page script, for an answer, for the answer to an ask. */
const connectTime = 500
const replyTime = 4_000
const prepareTime = 5_000
/** In-page source: a hint that is one. What was said before it has been read when it arrives. */
const sentinel = `JSON.stringify({ type: 'walletChanged', walletId: 'sentinel', family: 'eip155' })`

describe('a page that poses as the page script', () => {
  it('given answers of its own, then the wallet is not asked and its lie is one hint', async () => {
    const { page, path } = await open(
      `${wallet}${impostor(`
        if (message.type === 'prepare') say({ type: 'prepared', attemptId: message.attemptId })
        if (message.type === 'go') for (let n = 0; n < 50; n += 1)
          say({ type: 'outcome', attemptId: message.attemptId, result: { ok: true, value: { kind: 'hash', hash: '0xfake' + n } } })`)}`,
    )
    await page.evaluate('join()')
    const { attemptId, result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual({ ok: true, value: { kind: 'hash', hash: '0xfake0' } })
    expect(await asksOf(page)).toBe(0)
    expect(await receivedOf(attemptId)).toHaveLength(1)
  })

  it('given an outcome before the wallet was asked, then it is ignored', async () => {
    const { page, path } = await open(
      `${wallet}${impostor(`if (message.type === 'prepare') {
        say({ type: 'outcome', attemptId: message.attemptId, result: { ok: true, value: { kind: 'hash', hash: '0xearly' } } })
        say({ type: 'prepared', attemptId: message.attemptId, refusal: 'not-found' }) }`)}`,
    )
    await page.evaluate('join()')
    const { ack, attemptId } = await harness.ask(path, rdns, transaction)
    expect(ack).toEqual({ accepted: false, reason: 'not-found' })
    const entries = await harness.unanswered(path, replyTime, harness.ledger(path, attemptId))
    expect(entries).toEqual([{ attemptId, state: 'never-seen' }])
    expect(await receivedOf(attemptId)).toEqual([])
  })

  it('given outcomes of a thousand made-up attempts, then sixteen reach the worker', async () => {
    const { page, path } = await open(`${wallet}${impostor('')}`)
    await harness.run('committing = false')
    await page.evaluate(`join(); for (let n = 0; n < 1000; n += 1) say({ type: 'outcome',
      attemptId: n.toString(16).padStart(32, '9'), result: { ok: true, value: { kind: 'done' } } })`)
    const made = async () => new Set((await receivedFrom(path)).map((one) => one.attemptId)).size
    await expect.poll(made).toBe(16)
    await harness.unanswered(path, replyTime, harness.discover(path))
    expect(await made()).toBe(16)
  })

  it('given a ledger that denies an open ask, then the content script knows better', async () => {
    const { page, path } = await open(
      `${wallet}${impostor(`if (message.type === 'ledger') say({ type: 'ledger', replyTo: message.replyTo,
        entries: message.attemptIds.map((attemptId) => ({ attemptId, state: 'never-seen' })) })`)}`,
    )
    const { attemptId } = await harness.ask(path, rdns, transaction)
    await page.waitForFunction('wallet.approve')
    await page.evaluate('join()')
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
  })

  it('given silence, then the worker has its answer in time: nothing was asked', async () => {
    const { page, path } = await open(`${wallet}${impostor('')}`)
    await page.evaluate('join()')
    const asked = harness.ask(path, rdns, transaction)
    const { ack } = await harness.unanswered(path, prepareTime, asked)
    expect(ack).toEqual({ accepted: false, reason: 'closing' })
    expect(await asksOf(page)).toBe(0)
  })

  it('given "prepared" for another attempt, then nothing is told to go', async () => {
    const { page, path } = await open(
      `${wallet}${impostor(`if (message.type === 'prepare') say({ type: 'prepared', attemptId: '${newId()}' })`)}`,
    )
    await page.evaluate('join()')
    const asked = harness.ask(path, rdns, transaction)
    await page.waitForFunction('heard.length > 0')
    await page.evaluate(`say(${sentinel})`)
    await harness.hint(path, 'sentinel')
    const { ack } = await harness.unanswered(path, prepareTime, asked)
    expect(ack.accepted).toBe(false)
    expect(await page.evaluate('heard')).toEqual(['prepare'])
  })

  it('given a port that the page script handed out, then a stolen one commands only the own wallet', async () => {
    const { page, path } = await harness.open(`${thief}${wallet}${auto}`)
    await harness.inject(path)
    const attemptId = newId()
    await page.evaluate(`
      spy.onmessage = () => {}
      spy.postMessage(JSON.stringify({ type: 'prepare', attemptId: '${attemptId}', walletId: '${rdns}',
        family: 'eip155' }))
      spy.postMessage(JSON.stringify({ type: 'go', attemptId: '${attemptId}',
        request: ${JSON.stringify(transaction)} }))`)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
  })
})

describe('messages that are no messages', () => {
  it.each([
    [
      'a megabyte',
      `JSON.stringify({ type: 'walletChanged', walletId: 'x'.repeat(1e6), family: 'eip155' })`,
    ],
    ['broken JSON', `'{"type":'`],
    ['deep nesting', `'['.repeat(20000)`],
    [
      'prototype keys',
      `'{"type":"walletChanged","walletId":"a","family":"eip155x","__proto__":{"family":"eip155"}}'`,
    ],
    ['an unknown type', `JSON.stringify({ type: 'rpc', name: 'confirmOrder', input: {} })`],
    [
      'a foreign version of a command',
      `JSON.stringify({ v: 1, type: 'ask', attemptId: '${newId()}' })`,
    ],
    ['a type that is a method', `JSON.stringify({ type: 'toString' })`],
    [
      'markup for a family',
      `JSON.stringify({ type: 'walletChanged', walletId: 'a', family: '<b>' })`,
    ],
  ])('%s: nothing reaches the worker, and it goes on', async (_name, text) => {
    const { page, path } = await open(`${wallet}${auto}${impostor('')}`)
    await page.evaluate('join()')
    const before = await countFrom(path)
    await page.evaluate(`say(${text}); say(${sentinel})`)
    await harness.hint(path, 'sentinel')
    expect(await countFrom(path)).toBe(before + 1)
  })

  it('objects, buffers and ports instead of text: nothing reaches the worker', async () => {
    const { page, path } = await open(`${wallet}
      window.join = () => { const { port1, port2 } = new MessageChannel(); window.raw = port1
        window.dispatchEvent(new MessageEvent('causeway:port', { ports: [port2] })) }`)
    await page.evaluate('join()')
    const before = await countFrom(path)
    await page.evaluate(`{
      raw.postMessage({ type: 'walletChanged', walletId: 'a', family: 'eip155' })
      raw.postMessage(new ArrayBuffer(8)); raw.postMessage(null); raw.postMessage(5)
      const other = new MessageChannel(); raw.postMessage('x', [other.port1])
      raw.postMessage(${sentinel}) }`)
    await harness.hint(path, 'sentinel')
    expect(await countFrom(path)).toBe(before + 1)
  })

  it.each([
    ['an Event without a port', `new Event('causeway:port')`],
    ['a MessageEvent without a port', `new MessageEvent('causeway:port', { data: 'x' })`],
    [
      'a CustomEvent with something like one',
      `new CustomEvent('causeway:port', { detail: {}, ports: [{}] })`,
    ],
  ])('%s: the door stays shut and the wallet is asked', async (_name, event) => {
    const { page, path } = await open(`${wallet}${auto}`)
    await page.evaluate(`window.dispatchEvent(${event}); void 0`)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
    expect(await page.evaluate('errors')).toEqual([])
  })
})

describe('a page that floods', () => {
  it('given 10,000 messages in a second, then few reach the worker and the wallet is still asked', async () => {
    const { page, path } = await open(`${wallet}${auto}${impostor('')}`)
    await page.evaluate('join()')
    const before = await countFrom(path)
    await page.evaluate(`for (let n = 0; n < 10000; n += 1)
      say({ type: 'walletChanged', walletId: 'a', family: 'eip155' })`)
    await harness.unanswered(path, replyTime, harness.ledger(path, newId()))
    expect((await countFrom(path)) - before).toBe(mayPass)
    await page.evaluate(`window.dispatchEvent(new Event('causeway:hello'))`)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
  })

  it.each([
    ['hellos', `new Event('causeway:hello')`],
    ['claims', `new CustomEvent('causeway:claim', { detail: { build: '1', taken: false } })`],
    ['questions for the API', `new Event('causeway:requestApi')`],
    ['announcements', `new CustomEvent('eip6963:announceProvider', { detail: {} })`],
    ['registrations', `new CustomEvent('wallet-standard:register-wallet', { detail: () => {} })`],
  ])('given 10,000 %s, then the wallet is still asked', async (_name, event) => {
    const { page, path } = await open(`${wallet}${auto}`)
    await page.evaluate(`for (let n = 0; n < 10000; n += 1) window.dispatchEvent(${event})`)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
    expect(await page.evaluate('errors')).toEqual([])
  })

  it('given 10,000 account changes of an inspected wallet, then a handful of hints', async () => {
    const { page, path } = await open(wallet)
    await harness.command(path, { type: 'inspect', walletId: rdns, family: 'eip155' })
    await page.waitForFunction('wallet.listeners.accountsChanged')
    const before = await countFrom(path)
    await page.evaluate(
      `for (let n = 0; n < 10000; n += 1) wallet.listeners.accountsChanged.forEach((run) => run([]))`,
    )
    await expect.poll(() => countFrom(path)).toBeGreaterThan(before)
    const passed = (await countFrom(path)) - before
    expect(passed).toBeLessThanOrEqual(mayPass)
  })
})

describe('a page that was there first', () => {
  it('given a claim that it takes, then there is simply no page script', async () => {
    const { page, path } = await open(
      `${wallet}window.addEventListener('causeway:claim', (event) => { event.detail.taken = true })`,
    )
    const found = await harness.unanswered(path, connectTime, harness.discover(path))
    expect(found).toEqual([])
    const asked = harness.ask(path, rdns, transaction)
    const { ack } = await harness.unanswered(path, connectTime, asked)
    expect(ack).toEqual({ accepted: false, reason: 'not-found' })
    expect(await page.evaluate('errors')).toEqual([])
  })

  it.each([
    ['MessageChannel is gone', 'delete window.MessageChannel', connectTime],
    [
      'addEventListener throws',
      'window.addEventListener = () => { throw new Error("gotcha") }',
      connectTime,
    ],
    ['Promise is not one', 'window.Promise = class {}', replyTime],
    [
      'crypto is gone',
      'Object.defineProperty(window, "crypto", { value: undefined })',
      connectTime,
    ],
  ])('given that %s, then the page sees no error of ours', async (_name, attack, wait) => {
    const { page, path } = await open(`${wallet}${attack}`)
    await harness.unanswered(path, wait, harness.discover(path))
    expect(await page.evaluate('errors')).toEqual([])
  })

  it('given a policy that forbids every script but its own, then it works all the same', async () => {
    const { path } = await harness.open(`${wallet}${auto}
      document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="Content-Security-Policy" content="script-src \\'none\\'">')`)
    await harness.inject(path)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
  })

  it('given a page that leaves while it is asked, then nothing of it is claimed by the next one', async () => {
    const { page, path } = await open(wallet)
    const { attemptId } = await harness.ask(path, rdns, transaction)
    await page.reload()
    await harness.inject(path)
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'never-seen' }])
    expect(await receivedOf(attemptId)).toEqual([])
  })
})

describe('doing no harm', () => {
  it('adds no global, no error and no element to the page', async () => {
    const { page, path } = await harness.open(wallet)
    const before = await page.evaluate('globals()')
    const markup = await page.evaluate('document.documentElement.outerHTML')
    await harness.inject(path)
    await harness.discover(path)
    expect(await page.evaluate('globals()')).toBe(before)
    expect(await page.evaluate('document.documentElement.outerHTML')).toBe(markup)
    expect(await page.evaluate('errors')).toEqual([])
  })

  it('adds nothing at document start either, and no key to any prototype', async () => {
    const probe = `
      window.names = [Object, Array, Function, Promise, Event, EventTarget, MessagePort]
        .map((type) => Object.getOwnPropertyNames(type.prototype).length).join()`
    const { page: plain } = await harness.open(`${wallet}${probe}`)
    const untouched = [await plain.evaluate('globals()'), await plain.evaluate('names')]
    await harness.run('register()')
    const { page, path } = await harness.open(`${wallet}${probe}`)
    expect(await harness.discover(path)).toHaveLength(1)
    expect([await page.evaluate('globals()'), await page.evaluate('names')]).toEqual(untouched)
  })

  it('posts nothing that the page listens to, and asks its wallets nothing unasked', async () => {
    const { page, path } = await harness.open(`${wallet}
      window.posted = 0
      window.addEventListener('message', () => { posted += 1 })
      document.addEventListener('message', () => { posted += 1 })`)
    await harness.inject(path)
    expect(await page.evaluate('wallet.calls')).toEqual([])
    await harness.discover(path)
    expect(await page.evaluate('posted')).toBe(0)
  })

  it('runs not a byte on a site without access', async () => {
    await harness.run('register()')
    const { page, path } = await harness.open(
      `${watchPage}window.api = 0
       window.addEventListener('causeway:announceApi', () => { api += 1 })
       window.dispatchEvent(new Event('causeway:requestApi'))`,
      { foreign: true },
    )
    expect(await page.evaluate('api')).toBe(0)
    await expect(harness.discover(path)).rejects.toThrow(/Receiving end does not exist/)
    await expect(harness.inject(path)).rejects.toThrow(/Cannot access|permission/)
  })
})

describe('a site that asks for a swap', () => {
  const site = `${watchPage}
    window.events = []
    window.addEventListener('causeway:announceApi', (event) => { window.api = event.detail })
    window.ask = (input) => { const handle = api.requestSwap(input)
      for (const name of ['opened', 'rejected', 'filled']) handle.on(name, (event) => events.push([name, event.reason]))
      return handle.id }
    document.body.append(Object.assign(document.createElement('button'), { textContent: 'Ask' }))`
  const requests = async (path: string) => {
    await harness.discover(path)
    return (await receivedFrom(path)).filter((one) => one.type === 'siteRequest')
  }
  /** The person presses the button of the page, which runs `what`. */
  const press = async (page: Page, what: string) => {
    await page.evaluate(`document.querySelector('button').onclick = () => { ${what} }`)
    await page.getByRole('button', { name: 'Ask' }).click()
  }

  it('is not heard before the person clicks in it, whatever it says of that', async () => {
    const liar = `Object.defineProperty(Navigator.prototype, 'userActivation',
      { get: () => ({ isActive: true, hasBeenActive: true }) })
      window.addEventListener('causeway:announceApi', () => {
        const handle = api.requestSwap({ amount: '1' })
        handle.on('opened', () => console.log('told: opened'))
        handle.on('rejected', ({ reason }) => console.log('told: ' + reason)) }, { once: true })`
    // Its words come by its console: a test that looks into a page counts as a person's gesture there.
    const { page, path } = await harness.open(`${site}\n${liar}`)
    const told = page.waitForEvent('console', (said) => said.text().startsWith('told: '))
    // The content script first: what the page asks the moment it is offered the API finds it there.
    await harness.run(`inject('${path}', 'ISOLATED')`)
    await harness.run(`inject('${path}', 'MAIN')`)
    expect((await told).text()).toBe('told: user-activation-required')
    expect(await requests(path)).toEqual([])
    await press(page, `ask({ amount: '5' })`)
    await page.waitForFunction('events.length === 1')
    expect(await page.evaluate('events')).toEqual([['opened', undefined]])
    expect(await requests(path)).toHaveLength(1)
  })

  it('is heard once at a time, and its rejections mute it', async () => {
    const { page, path } = await open(site)
    await harness.run(
      'siteAnswer = new Promise((resolve) => { globalThis.answerSite = resolve }); void 0',
    )
    await press(
      page,
      `window.first = ask({ fromToken: 'eip155:1:0xabc', toToken: { chainId: 8453, address: '0xdef' }, amount: '5' });
       for (let n = 0; n < 5; n += 1) ask({ amount: '1' })`,
    )
    await page.waitForFunction('events.length === 5')
    await harness.run('siteAnswer = { accepted: true }; answerSite(siteAnswer)')
    await page.waitForFunction('events.length === 6')
    const reasons = ['busy', 'busy', 'busy', 'muted', 'muted']
    const events = (await page.evaluate('events')) as [string, string | null][]
    expect(events.slice(0, 5)).toEqual(reasons.map((reason) => ['rejected', reason]))
    expect(events[5]?.[0]).toBe('opened')
    const heard = await requests(path)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      requestId: await page.evaluate('first'),
      fromToken: 'eip155:1:0xabc',
      toToken: { chainId: 8453, address: '0xdef' },
      amount: '5',
    })
  })

  it('given the person put it aside, then their click brings no other, and their next one does', async () => {
    const { page, path } = await open(site)
    await press(page, `ask({ amount: '5' })`)
    await page.waitForFunction('events.length === 1')
    const [heard] = await requests(path)
    const event = { name: 'dismissed', reason: 'declined' }
    await harness.command(path, { type: 'siteEvent', requestId: heard?.requestId, event })
    // The person's click still counts for the browser, and the page looks into it without one.
    await page.evaluate(`setTimeout(() => ask({ amount: '6' }), 0); void 0`)
    await page.waitForFunction('events.length === 2')
    await press(page, `ask({ amount: '7' })`)
    await page.waitForFunction('events.length === 3')
    const reasons = [null, 'user-activation-required', null]
    const told = (await page.evaluate('events')) as [string, string | null][]
    expect(told.map(([, reason]) => reason ?? null)).toEqual(reasons)
    expect((await requests(path)).map(({ amount }) => amount)).toEqual(['5', '7'])
  })

  it('cannot change what others see of the API', async () => {
    const { page } = await open(site)
    const changed = await page.evaluate(`(() => { const own = api.requestSwap
      try { api.requestSwap = () => 'evil' } catch {}
      window.dispatchEvent(new Event('causeway:requestApi'))
      return api.requestSwap === own && Object.isFrozen(api) })()`)
    expect(changed).toBe(true)
  })

  it.each([
    ['an amount that is no integer', `{ amount: '1.5' }`],
    ['a negative amount', `{ amount: '-1' }`],
    ['a recipient without end', `{ recipient: 'x'.repeat(5000) }`],
    ['a trade type that is none', `{ tradeType: 'ALL' }`],
    ['a token that is none', `{ fromToken: { chainId: 'one', address: {} } }`],
    ['sixteen kilobytes', `{ recipient: 'x'.repeat(20000) }`],
  ])('with %s is not heard', async (_name, input) => {
    const { page, path } = await open(site)
    await press(page, `ask(${input})`)
    expect(await requests(path)).toEqual([])
    expect(await page.evaluate('errors')).toEqual([])
  })
})
