import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parsePageMessage } from '@/src/bridge/parse-page-message'
import {
  createManualTimers,
  createPageHost,
  type ManualTimers,
  type PageHost,
  settle,
} from '@/test/support/page-host'
import {
  apiAnnounceEvent,
  apiRequestEvent,
  claimEvent,
  helloEvent,
  portEvent,
} from '../contract/page-wire'
import { startPage } from './start-page'

type Said = { type: string; [key: string]: unknown }
type Content = { said: Said[]; tell: (message: unknown) => void }

const attemptId = '0123456789abcdef0123456789abcdef'
const rdns = 'com.example'
const prepare = { type: 'prepare', attemptId, walletId: rdns, family: 'eip155' }
const go = {
  type: 'go',
  attemptId,
  request: {
    kind: 'transaction',
    chainId: 1,
    tx: { from: '0x1', to: '0x2', data: '0x', value: '0x0' },
  },
}
let timers: ManualTimers
let host: PageHost
let contents: Content[]
let sends: { resolve: (hash: unknown) => void; reject: (error: unknown) => void }[]
let watched: Record<string, () => void>
const ports: MessagePort[] = []

/** The content script as the page script sees it: takes every port that is handed out. */
function listenAsContent() {
  host.addEventListener(portEvent, (event) => {
    const [port] = (event as MessageEvent).ports
    if (port === undefined) return
    ports.push(port)
    const said: Said[] = []
    port.onmessage = (message) => said.push(JSON.parse(String(message.data)))
    contents.push({ said, tell: (value) => port.postMessage(JSON.stringify(value)) })
  })
}

function content(index = contents.length - 1): Content {
  const found = contents[index]
  if (found === undefined) throw new Error('no page script has connected')
  return found
}

function announceWallet(name = rdns) {
  const provider = {
    request({ method }: { method: string }) {
      if (method === 'eth_sendTransaction') {
        return new Promise((resolve, reject) => sends.push({ resolve, reject }))
      }
      return Promise.resolve(method === 'eth_chainId' ? '0x1' : ['0xabc'])
    },
    on: (event: string, run: () => void) => {
      watched[event] = run
    },
  }
  const detail = { info: { rdns: name, name, icon: '' }, provider }
  const announce = () => host.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  host.addEventListener('eip6963:requestProvider', announce)
}

async function tell(message: unknown): Promise<Said | undefined> {
  content().tell(message)
  await settle()
  return content().said.at(-1)
}

beforeEach(() => {
  timers = createManualTimers()
  host = createPageHost(timers)
  contents = []
  sends = []
  watched = {}
  listenAsContent()
  announceWallet()
})
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

describe('an attempt in the page', () => {
  beforeEach(() => startPage(host, '1'))

  it('calls the wallet at go, once, and never before', async () => {
    expect(await tell(prepare)).toEqual({ type: 'prepared', attemptId })
    expect(sends).toHaveLength(0)
    await tell(go)
    await tell(go)
    expect(sends).toHaveLength(1)
    expect(await tell(prepare)).toEqual({ type: 'prepared', attemptId, refusal: 'seen' })
    await tell(go)
    expect(sends).toHaveLength(1)
  })

  it('reaches window.ethereum by whoever chose it, though others announced themselves since', async () => {
    const { id } = { id: 'window.ethereum' }
    host = createPageHost(timers)
    const ask = () => new Promise(() => undefined)
    Object.assign(host, { ethereum: { request: ask, on: () => undefined } })
    listenAsContent()
    startPage(host, '2')
    const chosen = { ...prepare, walletId: id }
    expect(await tell(chosen)).toEqual({ type: 'prepared', attemptId })
    announceWallet()
    host.dispatchEvent(new Event('eip6963:requestProvider'))
    const next = { ...chosen, attemptId: 'f'.repeat(32) }
    expect(await tell(next)).toEqual({ type: 'prepared', attemptId: next.attemptId })
  })

  it('given a wallet that is not there, then it is refused and its id is spent', async () => {
    const absent = { ...prepare, walletId: 'com.absent' }
    expect(await tell(absent)).toEqual({ type: 'prepared', attemptId, refusal: 'not-found' })
    await tell(go)
    expect(await tell(prepare)).toMatchObject({ refusal: 'seen' })
    expect(sends).toHaveLength(0)
  })

  it('given two wallets of one name, then it is refused', async () => {
    announceWallet()
    host.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(await tell(prepare)).toMatchObject({ refusal: 'ambiguous' })
  })

  it('tells its outcome again and again until it is committed', async () => {
    await tell(prepare)
    await tell(go)
    sends[0]?.resolve('0xfeed')
    await settle()
    const outcomes = () => content().said.filter((said) => said.type === 'outcome').length
    expect(outcomes()).toBe(1)
    for (const [wait, told] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      timers.advance(wait)
      await settle()
      expect(outcomes()).toBe(told)
    }
    await tell({ type: 'committed', attemptId })
    timers.advance(3_600_000)
    await settle()
    expect(outcomes()).toBe(4)
  })

  it('given a wallet that rejects, then its error is the outcome', async () => {
    await tell(prepare)
    await tell(go)
    sends[0]?.reject(Object.assign(new Error('denied'), { code: 4001 }))
    await settle()
    expect(content().said.at(-1)).toEqual({
      type: 'outcome',
      attemptId,
      result: { ok: false, error: { name: 'Error', code: 4001, message: 'denied' } },
    })
  })

  it('is in the ledger: never seen, open, settled', async () => {
    const question = { type: 'ledger', replyTo: 1, attemptIds: [attemptId] }
    const state = async () => (await tell(question))?.entries
    expect(await state()).toEqual([{ attemptId, state: 'never-seen' }])
    await tell(prepare)
    expect(await state()).toEqual([{ attemptId, state: 'never-seen' }])
    await tell(go)
    expect(await state()).toEqual([{ attemptId, state: 'open' }])
    sends[0]?.resolve('0xfeed')
    await settle()
    expect(await state()).toMatchObject([{ attemptId, state: 'settled' }])
  })

  it('given a new content script, then what is not committed is told to it at once', async () => {
    await tell(prepare)
    await tell(go)
    sends[0]?.resolve('0xfeed')
    await settle()
    host.dispatchEvent(new Event(helloEvent))
    await settle()
    expect(contents).toHaveLength(2)
    expect(content(1).said).toMatchObject([{ type: 'outcome', attemptId }])
  })
})

describe('page scripts among themselves', () => {
  it('given one of the same build, then a second one leaves', async () => {
    startPage(host, '1')
    startPage(host, '1')
    host.dispatchEvent(new Event(helloEvent))
    expect(contents).toHaveLength(2)
  })

  it('given one of another build, then both are there and the newer is the newest', async () => {
    startPage(host, '1')
    startPage(host, '2')
    expect(contents).toHaveLength(2)
    host.dispatchEvent(new Event(helloEvent))
    expect(contents).toHaveLength(4)
  })

  it('given a page that floods with hellos, then ports are handed out slowly', () => {
    startPage(host, '1')
    for (let index = 0; index < 10_000; index += 1) host.dispatchEvent(new Event(helloEvent))
    expect(contents.length).toBeLessThanOrEqual(8)
  })

  it.each([undefined, null, 5, Object.freeze({ build: '1', taken: false })])(
    'given a claim of %j, then nothing is thrown into the page',
    (detail) => {
      startPage(host, '1')
      expect(() => host.dispatchEvent(new CustomEvent(claimEvent, { detail }))).not.toThrow()
    },
  )
})

describe('questions to the page', () => {
  beforeEach(() => startPage(host, '1'))

  it('discover and inspect tell what wallets show', async () => {
    const found = { family: 'eip155', id: rdns, name: rdns, ambiguous: false }
    const shown = { ...found, accounts: ['0xabc'], chainId: '0x1' }
    expect(await tell({ type: 'discover', replyTo: 1 })).toEqual({
      type: 'wallets',
      replyTo: 1,
      wallets: [shown],
    })
    const inspect = { type: 'inspect', replyTo: 2, walletId: rdns, family: 'eip155' }
    expect(await tell(inspect)).toEqual({ type: 'wallet', replyTo: 2, wallet: shown })
  })

  it('given a wallet that is not there, then inspect says null after a short wait', async () => {
    const inspect = { type: 'inspect', replyTo: 2, walletId: 'com.absent', family: 'eip155' }
    expect(await tell(inspect)).toEqual({ type: 'wallet', replyTo: 2, wallet: null })
  })

  it('changes of an inspected wallet become one hint', async () => {
    await tell({ type: 'inspect', replyTo: 2, walletId: rdns, family: 'eip155' })
    for (let index = 0; index < 100; index += 1) watched.accountsChanged?.()
    timers.advance(250)
    await settle()
    const hints = content().said.filter((said) => said.type === 'walletChanged')
    expect(hints).toEqual([{ type: 'walletChanged', walletId: rdns, family: 'eip155' }])
  })

  it.each([5, '', '{', 'null', '[]', '{"type":5}', '{"type":"evil"}', '{"type":"prepare"}'])(
    'given %j on the port, then nothing is thrown and nothing asked',
    async (text) => {
      ports.at(-1)?.postMessage(text)
      await settle()
      expect(sends).toHaveLength(0)
    },
  )
})

describe('what a site sees', () => {
  type Api = {
    requestSwap: (input?: unknown) => { id: string; on: Handler }
    resumeSwap: (id?: unknown) => { id: string; on: Handler }
  }
  type Handler = (name: unknown, listener: unknown) => () => void

  function findApi(): Api {
    let api: Api | undefined
    host.addEventListener(apiAnnounceEvent, (event) => {
      api = (event as CustomEvent<Api>).detail
    })
    host.dispatchEvent(new Event(apiRequestEvent))
    if (api === undefined) throw new Error('Causeway has not answered')
    return api
  }
  const siteEvent = (requestId: string, event: object) =>
    tell({ type: 'siteEvent', requestId, event })

  it('is a frozen object that is announced at the start and on request', () => {
    let announced = 0
    host.addEventListener(apiAnnounceEvent, () => {
      announced += 1
    })
    startPage(host, '1')
    expect(announced).toBe(1)
    const api = findApi()
    expect(announced).toBe(2)
    expect(Object.isFrozen(api)).toBe(true)
    expect(Object.isFrozen(api.requestSwap())).toBe(true)
  })

  it('brings a request to the content script, tokens in every form', async () => {
    startPage(host, '1')
    const json = '{"chainId":1,"address":"0xabc"}'
    const { id } = findApi().requestSwap({
      fromToken: { chainId: 1, address: '0xabc', extra: 'x' },
      toToken: json,
      amount: 5n,
      tradeType: 'EXACT_OUTPUT',
      evil: true,
    })
    await settle()
    expect(content().said.at(-1)).toEqual({
      type: 'siteRequest',
      requestId: id,
      fromToken: { chainId: 1, address: '0xabc' },
      toToken: json,
      amount: '5',
      tradeType: 'EXACT_OUTPUT',
    })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('hears of its own requests only, until they end', async () => {
    startPage(host, '1')
    const api = findApi()
    const heard: unknown[] = []
    const first = api.requestSwap({ amount: '1' })
    const second = api.requestSwap({ amount: '2' })
    first.on('opened', (event: unknown) => heard.push(['first', event]))
    const off = first.on('filled', (event: unknown) => heard.push(['off', event]))
    first.on('filled', (event: unknown) => heard.push(['first', event]))
    second.on('filled', (event: unknown) => heard.push(['second', event]))
    off()
    await siteEvent(first.id, { name: 'opened' })
    await siteEvent(first.id, { name: 'filled' })
    await siteEvent(first.id, { name: 'filled' })
    await siteEvent('f'.repeat(32), { name: 'filled' })
    timers.advance(0)
    expect(heard).toEqual([
      ['first', { name: 'opened' }],
      ['first', { name: 'filled' }],
    ])
  })

  it('given a flood of requests, then one that Causeway has hears on, and the rest hear that it is busy', async () => {
    startPage(host, '1')
    const api = findApi()
    const heard: unknown[] = []
    const first = api.requestSwap({ amount: '1' })
    first.on('filled', (event: unknown) => heard.push(event))
    await siteEvent(first.id, { name: 'opened' })
    await siteEvent(first.id, { name: 'started' })
    const reasons: unknown[] = []
    for (let at = 0; at < 100; at += 1) {
      api
        .requestSwap({ amount: '2' })
        .on('rejected', (event: { reason: string }) => reasons.push(event.reason))
    }
    await siteEvent(first.id, { name: 'filled' })
    timers.advance(0)
    timers.advance(0)
    expect(heard).toEqual([{ name: 'filled' }])
    expect(reasons).toEqual(Array(84).fill('busy'))
  })

  describe('of a request that it takes up again', () => {
    const id = 'a'.repeat(32)
    const names = ['opened', 'started', 'submitted', 'filled', 'dismissed', 'rejected']
    /** What a handle is told, in its order. */
    function hear(handle: { on: Handler }): string[] {
      const heard: string[] = []
      const say = ({ name, reason }: { name: string; reason?: string }) =>
        void heard.push([name, reason].filter(Boolean).join(' '))
      for (const name of names) handle.on(name, say)
      return heard
    }

    it('is its present state, and each later one once', async () => {
      startPage(host, '1')
      const handle = findApi().resumeSwap(id)
      const heard = hear(handle)
      expect(handle.id).toBe(id)
      expect(Object.isFrozen(handle)).toBe(true)
      await settle()
      expect(content().said.at(-1)).toEqual({ type: 'siteResume', requestId: id })
      // The worker's own event was faster than the answer that was sent before it.
      for (const name of ['submitted', 'started', 'submitted', 'filled', 'submitted'])
        await siteEvent(id, { name })
      timers.advance(20_000)
      expect(heard).toEqual(['submitted', 'filled'])
    })

    it('goes to the newest handle alone, and a flood of them leaves room for requests', async () => {
      startPage(host, '1')
      const api = findApi()
      const [older, newer] = [hear(api.resumeSwap(id)), hear(api.resumeSwap(id))]
      for (let at = 0; at < 100; at += 1) api.resumeSwap('b'.repeat(32))
      const asked = hear(api.requestSwap({ amount: '1' }))
      await siteEvent(id, { name: 'started' })
      timers.advance(0)
      expect([older, newer, asked]).toEqual([[], ['started'], []])
    })

    it('is that none is known by what is no id at all, and nobody is asked', async () => {
      startPage(host, '1')
      const api = findApi()
      const ids = [undefined, null, 5, {}, '', 'x'.repeat(32), 'A'.repeat(32), 'a'.repeat(33)]
      const heard = ids.map((each) => hear(api.resumeSwap(each)))
      timers.advance(0)
      timers.advance(0)
      await settle()
      expect(heard).toEqual(ids.map(() => ['rejected unknown']))
      expect(content().said).toEqual([])
    })

    it('is that it could not be taken up, where nobody answers', () => {
      startPage(host, '1')
      const heard = hear(findApi().resumeSwap(id))
      timers.advance(10_000)
      timers.advance(0)
      expect(heard).toEqual(['rejected unavailable'])
    })
  })

  it('is told when a request is too large, or when nobody hears it', async () => {
    startPage(host, '1')
    const api = findApi()
    const reasons: unknown[] = []
    for (const input of [{ recipient: 'x'.repeat(20_000) }, { amount: '1' }]) {
      api
        .requestSwap(input)
        .on('rejected', (event: { reason: string }) => reasons.push(event.reason))
    }
    timers.advance(10_000)
    timers.advance(0)
    expect(reasons).toEqual(['too-large', 'unavailable'])
  })

  it.each([
    undefined,
    null,
    5,
    'x',
    [],
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('gotcha')
        },
      },
    ),
    { amount: Symbol('x'), fromToken: () => 1 },
  ])('never throws, whatever it is given', (input) => {
    startPage(host, '1')
    const handle = findApi().requestSwap(input)
    expect(() => handle.on(5, null)()).not.toThrow()
  })

  it.each([
    ['for an amount', (endless: unknown) => ({ amount: endless })],
    ['in a token', (endless: unknown) => ({ fromToken: { chainId: endless, address: endless } })],
  ])(
    'given an object without end %s, then it is not walked through, and refused',
    async (_name, of) => {
      startPage(host, '1')
      let looks = 0
      const endless: unknown = new Proxy(() => undefined, {
        get: () => endless,
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        ownKeys: () => {
          looks += 1
          return looks > 1_000 ? [] : ['a', 'b']
        },
      })
      const { id } = findApi().requestSwap(of(endless))
      await settle()
      expect(looks).toBe(0)
      const said = content().said.at(-1)
      expect(said?.requestId).toBe(id)
      expect(parsePageMessage(JSON.stringify(said), false)).toEqual({
        type: 'siteInvalid',
        requestId: id,
      })
    },
  )

  it('given a newer build, then only that one answers', () => {
    startPage(host, '1')
    startPage(host, '2')
    const versions: unknown[] = []
    host.addEventListener(apiAnnounceEvent, (event) => {
      versions.push((event as CustomEvent<{ version: string }>).detail.version)
    })
    host.dispatchEvent(new Event(apiRequestEvent))
    expect(versions).toEqual(['2'])
  })
})
