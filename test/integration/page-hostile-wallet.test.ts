import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AskResult } from '../../src/contract/bridge'
import { fakeEvmWallet, type PageHarness, startPageHarness, watchPage } from './page-harness'

const rdns = 'com.example.wallet'
const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const transaction = {
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: account, to: `0x${'1'.repeat(40)}`, data: '0xabcdef', value: '0x5' },
}
const wallet = `${watchPage}${fakeEvmWallet('Example', rdns)}`
const auto = `wallet.answers.eth_sendTransaction = async () => '0xfeed'`
const feed = { ok: true, value: { kind: 'hash', hash: '0xfeed' } }
let harness: PageHarness

beforeAll(async () => {
  harness = await startPageHarness()
})
afterAll(async () => harness?.close())

async function open(script: string) {
  const opened = await harness.open(script)
  await harness.inject(opened.path)
  return opened
}
const sentOf = (page: Page) =>
  page.evaluate('wallet.calls.filter((call) => call.method === "eth_sendTransaction")')
const errorsOf = (page: Page) => page.evaluate('errors')

/** Opens, asks for the transaction, and checks that the page saw neither an error nor two asks. */
async function hear(script: string, before?: string): Promise<{ result: AskResult; page: Page }> {
  const { page, path } = await open(script)
  await harness.discover(path)
  if (before !== undefined) await page.evaluate(before)
  const { result, attemptId } = await harness.askAndHear(path, rdns, transaction)
  const again = await harness.ask(path, rdns, transaction, attemptId)
  expect(again.ack).toEqual({ accepted: false, reason: 'seen' })
  expect(await errorsOf(page)).toEqual([])
  return { result, page }
}

describe('a provider that a page has its hands on', () => {
  it('given a request function that is replaced after it was found, then the found one is called', async () => {
    const { result } = await hear(
      `${wallet}${auto}`,
      'wallet.provider.request = async () => "0xbad"',
    )
    expect(result).toEqual(feed)
  })

  it('given a request getter that gives another function each time, then the first is kept', async () => {
    const { page, path } = await open(`${watchPage}
      window.reads = 0
      const real = async ({ method }) => method === 'eth_chainId' ? '0x2105' : method === 'eth_accounts' ? [] : '0xfeed'
      const provider = { get request() { reads += 1; return reads === 1 ? real : async () => '0xbad' } }
      window.addEventListener('eip6963:requestProvider', () => window.dispatchEvent(new CustomEvent(
        'eip6963:announceProvider', { detail: { info: { uuid: 'x', name: 'A', rdns: '${rdns}', icon: '' }, provider } })))`)
    await harness.discover(path)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
    expect(await page.evaluate('reads')).toBe(1)
  })

  it('given a provider that throws at once, then its error is the outcome', async () => {
    const { result } = await hear(
      `${wallet}wallet.answers.eth_sendTransaction = () => { throw { code: 4001, message: 'no' } }`,
    )
    expect(result).toEqual({ ok: false, error: { code: 4001, message: 'no' } })
  })

  it('given a thenable that settles many times, then it counts once', async () => {
    const { result } = await hear(
      `${wallet}wallet.answers.eth_sendTransaction = () => ({ then(done, failed) {
        done('0xfeed'); done('0xbad'); failed(new Error('no')); setTimeout(() => done('0xbad'), 1) } })`,
    )
    expect(result).toEqual(feed)
  })

  it('given a thenable that throws, then the throw is the outcome', async () => {
    const { result } = await hear(
      `${wallet}wallet.answers.eth_sendTransaction = () => ({ then() { throw new Error('no') } })`,
    )
    expect(result).toMatchObject({ ok: false, error: { message: 'no' } })
  })

  it.each([
    ['an object with getters', '({ get length() { throw 1 }, toString: () => "0xfeed" })'],
    ['a text of ten megabytes', '"0x" + "f".repeat(1e7)'],
    ['nothing', 'undefined'],
    ['a list', '["0xfeed"]'],
    ['a String object', 'new String("0xfeed")'],
  ])('given an answer that is %s, then it proves nothing', async (_name, answer) => {
    const { result } = await hear(
      `${wallet}wallet.answers.eth_sendTransaction = () => Promise.resolve(${answer})`,
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-answer' } })
  })

  it.each([
    ['a proxy that throws', 'new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } })', ''],
    ['ten megabytes', '{ message: "m".repeat(1e7), data: { a: "x".repeat(1e7) } }', /^m{2000}$/],
    ['a circle', '(() => { const e = { message: "c" }; e.data = e; return e })()', 'c'],
    ['null', 'null', ''],
  ])('given an error that is %s, then it arrives cut to size', async (_name, error, message) => {
    const { result } = await hear(
      `${wallet}wallet.answers.eth_sendTransaction = () => Promise.reject(${error})`,
    )
    expect(result).toMatchObject({
      ok: false,
      error: { message: message instanceof RegExp ? expect.stringMatching(message) : message },
    })
  })

  it.each(['on', 'isMetaMask', 'selectedAddress'])(
    'given a provider whose %s throws, then it works without',
    async (key) => {
      const { result } = await hear(`${watchPage}
        ${fakeEvmWallet('Example', rdns)}${auto}
        Object.defineProperty(wallet.provider, '${key}', { get() { throw new Error('gotcha') } })`)
      expect(result).toEqual(feed)
    },
  )

  it('given keys on Object.prototype, then none of them reaches the wallet', async () => {
    const { result, page } = await hear(`${wallet}${auto}
      for (const key of ['gas', 'maxFeePerGas', 'to', 'evil']) Object.defineProperty(Object.prototype, key,
        { value: '0xbad', writable: false, configurable: true })`)
    expect(result).toEqual(feed)
    expect(await sentOf(page)).toEqual([
      { method: 'eth_sendTransaction', params: [{ ...transaction.tx, chainId: '0x2105' }] },
    ])
  })

  it('given toJSON on every prototype, then what is said stays what it is', async () => {
    const { result } = await hear(`${watchPage}${fakeEvmWallet('Example', rdns)}${auto}
      for (const type of [Object, Array, String]) Object.defineProperty(type.prototype, 'toJSON', { value: () => 'bent' })`)
    expect(result).toEqual(feed)
  })

  it('given frozen prototypes, then it works', async () => {
    const { result } = await hear(`${wallet}${auto}
      for (const type of [Object, Array, Function, Promise, Map]) Object.freeze(type.prototype)`)
    expect(result).toEqual(feed)
  })
})

describe('globals that a page replaces after the start', () => {
  it.each([
    ['JSON', 'JSON.parse = JSON.stringify = () => { throw 1 }'],
    ['Promise.prototype.then', 'Promise.prototype.then = function () { return this }'],
    ['MessagePort', 'MessagePort.prototype.postMessage = () => { window.heard = true }'],
    ['the event target', 'window.dispatchEvent = window.addEventListener = () => { throw 1 }'],
    ['setTimeout', 'window.setTimeout = () => { throw 1 }'],
    ['Reflect.apply', 'Reflect.apply = () => { throw 1 }'],
    ['Object.hasOwn', 'Object.hasOwn = () => true; Object.keys = () => ["evil"]'],
    ['btoa', 'window.btoa = window.atob = () => { throw 1 }'],
    ['the constructors', 'window.Promise = window.CustomEvent = window.MessageChannel = null'],
    ['what document.open takes away', 'document.open(); document.write("gone"); document.close()'],
  ])('%s changes nothing', async (_name, attack) => {
    const { page, path } = await open(`${wallet}${auto}`)
    await harness.discover(path)
    await page.evaluate(`${attack}; void 0`)
    const { result } = await harness.askAndHear(path, rdns, transaction)
    expect(result).toEqual(feed)
    expect(await page.evaluate('window.heard')).toBeUndefined()
  })

  it('given maps that forget, then the content script still refuses a second ask', async () => {
    const { page, path } = await open(wallet)
    await harness.discover(path)
    const { attemptId } = await harness.ask(path, rdns, transaction)
    await page.waitForFunction('wallet.approve')
    await page.evaluate('Map.prototype.has = () => false; Map.prototype.get = () => undefined')
    const again = await harness.ask(path, rdns, transaction, attemptId)
    expect(again.ack).toEqual({ accepted: false, reason: 'seen' })
    expect(await sentOf(page)).toHaveLength(1)
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
  })
})

describe('announcements that lie', () => {
  const lie = (detail: string) =>
    `window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: ${detail} }))`
  const other = `{ info: { uuid: 'x', name: 'Example', rdns: '${rdns}', icon: '' }, provider: { request: async () => ['0xbad'] } }`

  it('given a second provider under the name, then it is shown as ambiguous and never asked', async () => {
    const { page, path } = await open(
      `${wallet}window.addEventListener('eip6963:requestProvider', () => ${lie(other)})`,
    )
    expect(await harness.discover(path)).toMatchObject([
      { id: rdns, ambiguous: true, accounts: [] },
    ])
    const { ack } = await harness.ask(path, rdns, transaction)
    expect(ack).toEqual({ accepted: false, reason: 'ambiguous' })
    expect(await page.evaluate('wallet.calls')).toEqual([])
  })

  it('given one from inside a frame of the page, then it is ambiguous all the same', async () => {
    harness.serve(
      '/liar',
      `parent.addEventListener('eip6963:requestProvider', () => parent.${lie(other)})`,
    )
    const { page, path } = await harness.open(wallet, { body: '<iframe src="/liar"></iframe>' })
    await page.waitForLoadState('load')
    await harness.inject(path)
    const [found] = await harness.discover(path)
    // A frame of the same origin may reach into its parent: that makes it the page's own voice.
    expect(found).toMatchObject({ id: rdns, ambiguous: true })
  })

  it('given ten thousand of them, then thirty-two are kept and the answer comes', async () => {
    const { path } = await open(`${watchPage}
      window.addEventListener('eip6963:requestProvider', () => {
        for (let n = 0; n < 10000; n += 1) ${lie(`{ info: { uuid: 'x', name: 'n' + n, rdns: 'com.n' + n,
          icon: 'data:image/png,' + 'x'.repeat(60000) }, provider: { request: async () => [] } }`)}
      })`)
    const found = await harness.discover(path)
    expect(found).toHaveLength(32)
    expect(JSON.stringify(found).length).toBeLessThan(250_000)
  })

  it('given an rdns that changes between two reads, then the first one stands for all', async () => {
    const { path } = await open(`${watchPage}
      let reads = 0
      const info = { uuid: 'x', name: 'A', icon: '', get rdns() { reads += 1; return reads === 1 ? 'com.first' : 'io.metamask' } }
      window.addEventListener('eip6963:requestProvider', () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request: async () => [] } } })))`)
    const found = await harness.discover(path)
    expect(found[0]?.id).toBe('com.first')
  })

  it('given markup and scripts in name and icon, then they are text, or gone', async () => {
    const { path } = await open(`${watchPage}
      window.addEventListener('eip6963:requestProvider', () => ${lie(`{ info: { uuid: 'x', name: '<img src=x onerror=alert(1)>',
        rdns: 'com.markup', icon: 'javascript:alert(1)' }, provider: { request: async () => [] } }`)})`)
    const [found] = await harness.discover(path)
    expect(found?.name).toBe('<img src=x onerror=alert(1)>')
    expect(found?.icon).toBeUndefined()
  })

  it('given a window.ethereum that throws, then there is no wallet and no error', async () => {
    const { page, path } = await open(
      `${watchPage}Object.defineProperty(window, 'ethereum', { get() { throw new Error('gotcha') } })`,
    )
    expect(await harness.discover(path)).toEqual([])
    expect(await errorsOf(page)).toEqual([])
  })

  it('given a wallet that calls itself the last resort, then it goes by its name alone', async () => {
    const { path } = await open(
      `${watchPage}window.addEventListener('eip6963:requestProvider', () => ${lie(other.replace(rdns, 'window.ethereum'))})`,
    )
    expect(await harness.discover(path)).toMatchObject([{ id: 'name:Example', name: 'Example' }])
  })
})

describe('Wallet Standard objects that lie', () => {
  const register = (body: string) => `${watchPage}
    const make = (extra) => ({ version: '1.0.0', name: 'Lantern', icon: 'data:image/png,x', chains: ['solana:mainnet'],
      accounts: [{ address: 'abc', chains: ['solana:mainnet'] }],
      features: { 'standard:connect': { connect: async () => ({ accounts: [] }) },
        'solana:signTransaction': { signTransaction: async () => [{ signedTransaction: new Uint8Array([1]) }] } }, ...extra })
    window.addEventListener('wallet-standard:app-ready', (event) => { ${body} })`
  const sign = { kind: 'solanaSign' as const, account: 'abc', transaction: 'AQID' }

  it('given two under one name, then they are ambiguous and never asked', async () => {
    const { path } = await open(register('event.detail.register(make(), make())'))
    expect(await harness.discover(path)).toMatchObject([{ id: 'Lantern', ambiguous: true }])
    const { ack } = await harness.ask(path, 'Lantern', sign)
    expect(ack).toEqual({ accepted: false, reason: 'ambiguous' })
  })

  it('given getters that throw everywhere, then there is no wallet and no error', async () => {
    const { page, path } = await open(
      register(
        `event.detail.register(new Proxy({}, { get() { throw new Error('gotcha') } }), null, 5, {})`,
      ),
    )
    expect(await harness.discover(path)).toEqual([])
    expect(await errorsOf(page)).toEqual([])
  })

  it('given a signature of ten megabytes, then it proves nothing', async () => {
    const { path } = await open(
      register(`event.detail.register(make({ features: { 'standard:connect': {},
        'solana:signTransaction': { signTransaction: async () => [{ signedTransaction: new Uint8Array(1e7) }] } } }))`),
    )
    const { result } = await harness.askAndHear(path, 'Lantern', sign)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-answer' } })
  })

  it('given a registration that keeps the API and floods it, then thirty-two are kept', async () => {
    const { path } = await open(
      register(
        `for (let n = 0; n < 10000; n += 1) event.detail.register(make({ name: 'Lantern ' + n }))`,
      ),
    )
    expect(await harness.discover(path)).toHaveLength(32)
  })
})
