import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createManualTimers,
  createPageHost,
  type ManualTimers,
  type PageHost,
  settle,
} from '@/test/support/page-host'
import { helloEvent, portEvent } from '../contract/page-wire'
import type { ContentRuntime } from './content-runtime'
import { type Relay, startRelay } from './relay'

type Sent = Record<string, unknown>
type PageMessage = { type: string; [key: string]: unknown }

const attemptId = '0123456789abcdef0123456789abcdef'
const otherId = 'f'.repeat(32)
const ask = (id = attemptId) => ({
  v: 1,
  type: 'ask',
  attemptId: id,
  walletId: 'com.example',
  request: { kind: 'switchChain', chainId: 1 },
})
const hash = (digit: string) => ({ ok: true, value: { kind: 'hash', hash: `0x${digit}` } })

let timers: ManualTimers
let host: PageHost
let relay: Relay
let sent: Sent[]
let answer: (message: Sent) => unknown
let living: boolean
/** The person has just clicked in the page. */
let pressed: boolean
/** How often the person has pressed something there. */
let presses: number
let command: (message: unknown) => Promise<unknown> | undefined
const ports: MessagePort[] = []

function createRuntime(): ContentRuntime {
  return {
    alive: () => living,
    send: async (message) => {
      sent.push(message as Sent)
      return answer(message as Sent)
    },
    onCommand(handle) {
      command = handle
      return () => {
        command = () => undefined
      }
    },
  }
}

/** A page script as the relay sees it: keeps what it is told and says what the test wants. */
function connectPage(onMessage: (message: PageMessage) => void = () => undefined) {
  const told: PageMessage[] = []
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  port1.onmessage = (event) => {
    const message = JSON.parse(String(event.data)) as PageMessage
    told.push(message)
    onMessage(message)
  }
  host.dispatchEvent(new MessageEvent(portEvent, { ports: [port2] }))
  const say = (message: unknown) => port1.postMessage(JSON.stringify(message))
  return { told, say, port: port1, types: () => told.map((message) => message.type) }
}

/** A page that finds every wallet. */
function connectWillingPage() {
  const page = connectPage((message) => {
    if (message.type === 'prepare') page.say({ type: 'prepared', attemptId: message.attemptId })
  })
  return page
}

async function obey(message: unknown): Promise<unknown> {
  const reply = command(message)
  await settle()
  return reply
}

beforeEach(() => {
  timers = createManualTimers()
  host = createPageHost(timers)
  sent = []
  living = true
  answer = () => ({ committed: true, accepted: true })
  pressed = true
  presses = 0
  const gesture = { isActive: () => pressed, presses: () => presses }
  relay = startRelay({ host, runtime: createRuntime(), timers, gesture })
})
afterEach(() => {
  relay.stop()
  for (const port of ports.splice(0)) port.close()
})

describe('an ask', () => {
  it('given a page that finds the wallet, then it is told to go, once', async () => {
    const page = connectWillingPage()
    expect(await obey(ask())).toEqual({ accepted: true })
    expect(page.types()).toEqual(['prepare', 'go'])
    expect(page.told[1]).toEqual({ type: 'go', attemptId, request: ask().request })
    expect(await obey(ask())).toEqual({ accepted: false, reason: 'seen' })
    expect(page.types()).toEqual(['prepare', 'go'])
  })

  it('given two of one id at once, then one of them is refused', async () => {
    const page = connectWillingPage()
    const both = await Promise.all([obey(ask()), obey(ask())])
    expect(both).toEqual([{ accepted: true }, { accepted: false, reason: 'seen' }])
    expect(page.types().filter((type) => type === 'go')).toHaveLength(1)
  })

  it.each(['seen', 'not-found', 'ambiguous'])(
    'given a page that refuses with %s, then it is never told to go',
    async (refusal) => {
      const page = connectPage((message) => {
        if (message.type === 'prepare') page.say({ type: 'prepared', attemptId, refusal })
      })
      expect(await obey(ask())).toEqual({ accepted: false, reason: refusal })
      // Nor does it know what would have been asked: it could ask its wallet for that itself.
      expect(page.told).toEqual([
        { type: 'prepare', attemptId, walletId: 'com.example', family: 'eip155' },
      ])
    },
  )

  it('given a page that prepares too late, then the refusal stands and nothing is asked', async () => {
    const page = connectPage()
    const reply = command(ask())
    await settle()
    timers.advance(5_000)
    expect(await reply).toEqual({ accepted: false, reason: 'closing' })
    page.say({ type: 'prepared', attemptId })
    await settle()
    expect(page.types()).toEqual(['prepare'])
  })

  it('given no page script, when none comes in time, then the wallet is not found', async () => {
    const reply = command(ask())
    await settle()
    timers.advance(500)
    expect(await reply).toEqual({ accepted: false, reason: 'not-found' })
  })

  it('given a page script that comes while it is waited for, then it is asked', async () => {
    const reply = command(ask())
    await settle()
    connectWillingPage()
    await settle()
    expect(await reply).toEqual({ accepted: true })
  })

  it('given a page that is being left, then nothing is asked, and again when it comes back', async () => {
    const page = connectWillingPage()
    host.dispatchEvent(new Event('pagehide'))
    expect(await obey(ask())).toEqual({ accepted: false, reason: 'closing' })
    host.dispatchEvent(new Event('pageshow'))
    expect(await obey(ask(otherId))).toEqual({ accepted: true })
    expect(page.types()).toEqual(['prepare', 'go'])
  })

  it('given a page that is left and comes back while its wallet is found, then nothing is asked', async () => {
    const page = connectPage()
    const reply = command(ask())
    await settle()
    host.dispatchEvent(new Event('pagehide'))
    host.dispatchEvent(new Event('pageshow'))
    page.say({ type: 'prepared', attemptId })
    await settle()
    expect(await reply).toEqual({ accepted: false, reason: 'closing' })
    expect(page.types()).toEqual(['prepare'])
  })

  it.each([
    [{ kind: 'connect', family: 'solana' }, 'solana'],
    [{ kind: 'solanaSign', account: 'A', transaction: 'AA==' }, 'solana'],
    [{ kind: 'transaction', chainId: 1, tx: {} }, 'eip155'],
  ])('of %j, then the wallet of its family is looked for', async (request, family) => {
    const page = connectWillingPage()
    await obey({ ...ask(), request })
    expect(page.told).toMatchObject([
      { type: 'prepare', family },
      { type: 'go', request },
    ])
  })

  it.each([
    { ...ask(), v: 2 },
    { ...ask(), attemptId: 'x' },
    { ...ask(), request: 'none' },
    { v: 1, type: 'evil' },
    null,
    'ask',
  ])('given something that is no command, then it is left to others: %j', (message) => {
    expect(command(message)).toBeUndefined()
  })
})

describe('an outcome', () => {
  async function openAsk() {
    const page = connectWillingPage()
    await obey(ask())
    return page
  }

  it('is sent as a new message, and the page hears that it is committed', async () => {
    const page = await openAsk()
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    expect(sent).toEqual([{ v: 1, type: 'outcome', attemptId, result: hash('1') }])
    expect(page.told.at(-1)).toEqual({ type: 'committed', attemptId })
    expect(timers.pending()).toBe(0)
  })

  it('is repeated with back-off until the worker has committed it', async () => {
    const page = await openAsk()
    let tries = 0
    answer = () => {
      tries += 1
      if (tries === 3) throw new Error('asleep')
      return { committed: tries > 3 }
    }
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    for (const wait of [500, 1_000, 2_000]) {
      timers.advance(wait - 1)
      await settle()
      const before = sent.length
      timers.advance(1)
      await settle()
      expect(sent.length).toBe(before + 1)
    }
    expect(sent).toHaveLength(4)
    expect(page.told.at(-1)).toEqual({ type: 'committed', attemptId })
  })

  it('counts once: a second one that says something else is ignored', async () => {
    const page = await openAsk()
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    page.say({ type: 'outcome', attemptId, result: hash('2') })
    await settle()
    expect(sent.map((message) => message.result)).toEqual([hash('1')])
    const reply = command({ v: 1, type: 'ledger', attemptIds: [attemptId] })
    await settle()
    timers.advance(4_000)
    expect(await reply).toMatchObject({
      entries: [{ attemptId, state: 'settled', result: hash('1') }],
    })
  })

  it('of an ask that never went out is ignored', async () => {
    const page = connectPage()
    const reply = command(ask())
    await settle()
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    timers.advance(5_000)
    await reply
    expect(sent).toEqual([])
  })

  it('told again after it was committed is only acknowledged', async () => {
    const page = await openAsk()
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    expect(sent).toHaveLength(1)
    expect(page.types().filter((type) => type === 'committed')).toHaveLength(2)
  })

  it('of an attempt of an earlier content script is delivered, but not without end', async () => {
    answer = () => undefined
    const page = connectPage()
    for (let index = 0; index < 40; index += 1) {
      const id = index.toString(16).padStart(32, '0')
      page.say({ type: 'outcome', attemptId: id, result: hash('1') })
    }
    await settle()
    expect(sent).toHaveLength(16)
  })

  it('waits for the page to come back from the back-forward cache', async () => {
    const page = await openAsk()
    answer = () => Promise.reject(new Error('nobody there'))
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    host.dispatchEvent(new Event('pagehide'))
    await settle()
    answer = () => ({ committed: true })
    host.dispatchEvent(new Event('pageshow'))
    await settle()
    expect(page.told.at(-1)).toEqual({ type: 'committed', attemptId })
  })

  it('is told again by a page that came back, when its answer was lost while it was frozen', async () => {
    const page = await openAsk()
    answer = () => new Promise(() => undefined)
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    host.dispatchEvent(new Event('pagehide'))
    await settle()
    answer = () => ({ committed: true })
    host.dispatchEvent(new Event('pageshow'))
    await settle()
    expect(sent).toHaveLength(2)
    expect(page.told.at(-1)).toEqual({ type: 'committed', attemptId })
    expect(timers.pending()).toBe(0)
  })

  it('is left to the next content script when the extension is gone', async () => {
    const page = await openAsk()
    living = false
    answer = () => Promise.reject(new Error('Extension context invalidated.'))
    page.say({ type: 'outcome', attemptId, result: hash('1') })
    await settle()
    expect(timers.pending()).toBe(0)
    expect(page.types()).not.toContain('committed')
  })
})

describe('the ledger', () => {
  const question = { v: 1, type: 'ledger', attemptIds: [attemptId] }
  const entryOf = (state: string, extra: object = {}) => ({
    entries: [{ attemptId, state, ...extra }],
  })

  it('given an open ask, then it says open, whatever the page says', async () => {
    const page = connectPage((message) => {
      if (message.type === 'prepare') page.say({ type: 'prepared', attemptId })
      if (message.type === 'ledger') {
        page.say({ ...entryOf('never-seen'), type: 'ledger', replyTo: message.replyTo })
      }
    })
    await obey(ask())
    expect(await obey(question)).toMatchObject(entryOf('open'))
  })

  it('given the page looks for its wallet yet, then it is open; never seen once it was refused', async () => {
    const page = connectPage((message) => {
      if (message.type !== 'ledger') return
      page.say({ ...entryOf('never-seen'), type: 'ledger', replyTo: message.replyTo })
    })
    const reply = command(ask())
    await settle()
    expect(page.types()).toEqual(['prepare'])
    expect(await obey(question)).toMatchObject(entryOf('open'))
    page.say({ type: 'prepared', attemptId, refusal: 'not-found' })
    expect(await reply).toEqual({ accepted: false, reason: 'not-found' })
    expect(await obey(question)).toMatchObject(entryOf('never-seen'))
  })

  it('given an attempt before its time, then the page is believed', async () => {
    const page = connectPage((message) => {
      if (message.type === 'ledger') {
        page.say({
          ...entryOf('settled', { result: hash('9') }),
          type: 'ledger',
          replyTo: message.replyTo,
        })
      }
    })
    expect(await obey(question)).toMatchObject(entryOf('settled', { result: hash('9') }))
  })

  it('given several page scripts, then the one that knows is heard', async () => {
    for (const state of ['open', 'never-seen']) {
      const page = connectPage((message) => {
        if (message.type === 'ledger') {
          page.say({ ...entryOf(state), type: 'ledger', replyTo: message.replyTo })
        }
      })
    }
    expect(await obey(question)).toMatchObject(entryOf('open'))
  })

  it('given a page script that does not answer, then nothing is claimed', async () => {
    connectPage()
    const reply = command(question)
    await settle()
    timers.advance(4_000)
    expect(await reply).toMatchObject({ entries: [] })
  })

  it('given a document in which no page script ever was, then it was never seen', async () => {
    const reply = command(question)
    await settle()
    timers.advance(500)
    expect(await reply).toMatchObject(entryOf('never-seen'))
  })
})

describe('the name of a content script', () => {
  const wallet = { family: 'eip155', id: 'a.b', name: 'A', ambiguous: false, accounts: [] }

  it('stands with what it says of a wallet and of an ask, and is another for the next one', async () => {
    const page = connectPage((message) => {
      const { replyTo } = message
      if (message.type === 'inspect') page.say({ type: 'wallet', replyTo, wallet })
      if (message.type === 'ledger') page.say({ type: 'ledger', replyTo, entries: [] })
    })
    const inspect = { v: 1, type: 'inspect', walletId: 'a.b', family: 'eip155' }
    const inspected = await obey(inspect)
    const { script } = inspected as { script: string }
    const ledger = { v: 1, type: 'ledger', attemptIds: [attemptId] }
    expect(await obey(ledger)).toMatchObject({ script })
    expect(page.told.flatMap((message) => Object.values(message))).not.toContain(script)
    relay.stop()
    const gesture = { isActive: () => pressed, presses: () => presses }
    relay = startRelay({ host, runtime: createRuntime(), timers, gesture })
    const later = command(ledger)
    await settle()
    timers.advance(500)
    expect(await later).toEqual({
      entries: [{ attemptId, state: 'never-seen' }],
      script: expect.not.stringMatching(`^${script}$`),
    })
  })
})

describe('questions', () => {
  const wallet = { family: 'eip155', id: 'a.b', name: 'A', ambiguous: false, accounts: [] }

  it('are answered by the newest page script', async () => {
    const old = connectPage()
    const page = connectPage((message) => {
      if (message.type === 'discover') {
        page.say({ type: 'wallets', replyTo: message.replyTo, wallets: [wallet] })
      }
      if (message.type === 'inspect') {
        page.say({ type: 'wallet', replyTo: message.replyTo, wallet })
      }
    })
    expect(await obey({ v: 1, type: 'discover' })).toEqual({ wallets: [wallet] })
    const inspect = { v: 1, type: 'inspect', walletId: 'a.b', family: 'eip155' }
    expect(await obey(inspect)).toMatchObject({ wallet })
    expect(old.types()).toEqual([])
  })

  it('given no answer, then none is given', async () => {
    connectPage()
    const discover = command({ v: 1, type: 'discover' })
    const inspect = command({ v: 1, type: 'inspect', walletId: 'a.b', family: 'eip155' })
    await settle()
    timers.advance(4_000)
    expect(await discover).toBeUndefined()
    expect(await inspect).toBeUndefined()
  })

  it('given an answer to another question, then it is not taken', async () => {
    const page = connectPage((message) => {
      page.say({ type: 'wallets', replyTo: Number(message.replyTo) + 1, wallets: [wallet] })
    })
    const discover = command({ v: 1, type: 'discover' })
    await settle()
    timers.advance(4_000)
    expect(await discover).toBeUndefined()
  })
})

describe('a flood', () => {
  it('given 10,000 hints, then a handful reaches the worker', async () => {
    const page = connectPage()
    for (let index = 0; index < 10_000; index += 1) {
      page.say({ type: 'walletChanged', walletId: 'a.b', family: 'eip155' })
    }
    await settle()
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(4)
  })

  it('given 10,000 ports, then the relay takes eight and still answers the newest', async () => {
    const pages = Array.from({ length: 50 }, () => connectPage())
    const reply = command(ask())
    await settle()
    timers.advance(5_000)
    expect(await reply).toEqual({ accepted: false, reason: 'closing' })
    const asked = pages.filter((page) => page.types().includes('prepare'))
    expect(asked).toEqual([pages[7]])
  })
})

describe('a successor', () => {
  it('given an orphan, when a newer script says hello, then the orphan goes quiet', async () => {
    living = false
    host.dispatchEvent(new Event(helloEvent))
    expect(command(ask())).toBeUndefined()
    const page = connectPage()
    await settle()
    expect(page.types()).toEqual([])
  })

  it('given a living relay, when a page forges a hello, then it goes on', async () => {
    host.dispatchEvent(new Event(helloEvent))
    connectWillingPage()
    expect(await obey(ask())).toEqual({ accepted: true })
  })
})

describe('a site request', () => {
  const request = { type: 'siteRequest', requestId: attemptId, amount: '5' }

  it('is brought to the worker, and the site hears that Causeway opened', async () => {
    const page = connectPage()
    page.say(request)
    await settle()
    expect(sent).toEqual([{ v: 1, ...request }])
    expect(page.told).toEqual([
      { type: 'siteEvent', requestId: attemptId, event: { name: 'opened' } },
    ])
  })

  it('given nobody clicked in the page, then the worker is not asked, and no request is held against the site', async () => {
    pressed = false
    const page = connectPage()
    for (const digit of '1234') page.say({ ...request, requestId: digit.repeat(32) })
    await settle()
    expect(sent).toEqual([])
    const reason = 'user-activation-required'
    expect(page.told.map(({ event }) => event)).toEqual(Array(4).fill({ name: 'rejected', reason }))
    pressed = true
    page.say(request)
    await settle()
    expect(page.told.at(-1)?.event).toEqual({ name: 'opened' })
  })

  it('given one that Causeway has, when a newer takes its place, then it counts as no refusal', async () => {
    const page = connectPage()
    const event = { name: 'dismissed', reason: 'replaced' }
    for (const digit of '1234') {
      page.say({ ...request, requestId: digit.repeat(32) })
      await settle()
      expect(page.told.at(-1)?.event).toEqual({ name: 'opened' })
      await obey({ v: 1, type: 'siteEvent', requestId: digit.repeat(32), event })
    }
    const declined = { name: 'dismissed', reason: 'declined' }
    for (const digit of '567') {
      presses += 1
      page.say({ ...request, requestId: digit.repeat(32) })
      await settle()
      await obey({ v: 1, type: 'siteEvent', requestId: digit.repeat(32), event: declined })
    }
    presses += 1
    page.say(request)
    await settle()
    expect(page.told.at(-1)?.event).toEqual({ name: 'rejected', reason: 'muted' })
  })

  it('given the person put it aside, then the click that it came with brings no other', async () => {
    const page = connectPage()
    presses += 1
    const next = async (digit: string) => {
      timers.advance(1_000)
      page.say({ ...request, requestId: digit.repeat(32) })
      await settle()
      return page.told.at(-1)?.event
    }
    expect(await next('1')).toEqual({ name: 'opened' })
    timers.advance(1_000)
    const event = { name: 'dismissed', reason: 'declined' }
    await obey({ v: 1, type: 'siteEvent', requestId: '1'.repeat(32), event })
    const refused = { name: 'rejected', reason: 'user-activation-required' }
    expect(await next('2')).toEqual(refused)
    expect(await next('3')).toEqual(refused)
    // A new click is a new wish; and what a click in a frame gave is over by then in any case.
    presses += 1
    expect(await next('4')).toEqual({ name: 'opened' })
    await obey({ v: 1, type: 'siteEvent', requestId: '4'.repeat(32), event })
    timers.advance(5_000)
    expect(await next('5')).toEqual({ name: 'opened' })
  })

  it('given one on its way, when another comes, then only the site hears of it', async () => {
    answer = () => new Promise(() => undefined)
    const page = connectPage()
    page.say(request)
    page.say({ ...request, requestId: otherId })
    await settle()
    expect(sent).toHaveLength(1)
    expect(page.told).toContainEqual({
      type: 'siteEvent',
      requestId: otherId,
      event: { name: 'rejected', reason: 'busy' },
    })
  })

  it('given a worker that refuses, then the site hears why', async () => {
    answer = () => ({ accepted: false, reason: 'muted' })
    const page = connectPage()
    page.say(request)
    await settle()
    expect(page.told[0]?.event).toEqual({ name: 'rejected', reason: 'muted' })
  })

  it('given a page script of a newer build, then the handle that the older one gave out is told, too', async () => {
    const older = connectPage()
    older.say(request)
    await settle()
    connectPage()
    const event = { name: 'filled' }
    await obey({ v: 1, type: 'siteEvent', requestId: attemptId, event })
    expect(older.told.map((each) => each.event)).toEqual([{ name: 'opened' }, event])
    older.say({ ...request, requestId: otherId })
    await settle()
    expect(older.told.at(-1)).toMatchObject({ requestId: otherId, event: { name: 'opened' } })
  })

  it('given an event of the worker, then the site hears it and may ask again after the last', async () => {
    const page = connectPage()
    page.say(request)
    await settle()
    const event = { name: 'filled' }
    await obey({ v: 1, type: 'siteEvent', requestId: attemptId, event })
    expect(page.told.at(-1)).toEqual({ type: 'siteEvent', requestId: attemptId, event })
    page.say({ ...request, requestId: otherId })
    await settle()
    expect(sent).toHaveLength(2)
  })
})

describe('a site request that is taken up again', () => {
  const resume = { type: 'siteResume', requestId: attemptId }

  it('is brought to the worker without a click, and the site hears how far it came', async () => {
    pressed = false
    answer = () => ({ event: { name: 'submitted', orderId: 'x' } })
    const page = connectPage()
    page.say(resume)
    await settle()
    expect(sent).toEqual([{ v: 1, ...resume }])
    const event = { name: 'submitted' }
    expect(page.told).toEqual([{ type: 'siteEvent', requestId: attemptId, event }])
  })

  it('given the person had put it aside, then that holds nothing against their next click', async () => {
    const declined = { name: 'dismissed', reason: 'declined' }
    answer = ({ type }) => (type === 'siteResume' ? { event: declined } : { accepted: true })
    const page = connectPage()
    page.say(resume)
    await settle()
    page.say({ type: 'siteRequest', requestId: otherId, amount: '5' })
    await settle()
    expect(page.told.map(({ event }) => event)).toEqual([declined, { name: 'opened' }])
  })

  it('given an amount that is none, then it is refused at once, and the worker hears nothing', async () => {
    const page = connectPage()
    page.say({ type: 'siteRequest', requestId: otherId, amount: '1,5' })
    await settle()
    expect(page.told).toEqual([
      { type: 'siteEvent', requestId: otherId, event: { name: 'rejected', reason: 'invalid' } },
    ])
    expect(sent).toEqual([])
  })

  it.each([
    ['that does not answer', () => Promise.reject(new Error('no worker'))],
    ['that answers with nothing', () => undefined],
    ['that answers with an event nobody knows', () => ({ event: { name: 'paid' } })],
  ])('given a worker %s, then it is unavailable', async (_name, said) => {
    answer = said
    const page = connectPage()
    page.say(resume)
    await settle()
    expect(page.told[0]?.event).toEqual({ name: 'rejected', reason: 'unavailable' })
  })

  it('given a flood of them, then the worker is asked for a few, and for more in time', async () => {
    answer = () => ({ event: { name: 'rejected', reason: 'unknown' } })
    const page = connectPage()
    for (let at = 0; at < 40; at += 1) page.say(resume)
    await settle()
    expect(sent).toHaveLength(8)
    expect(page.told).toHaveLength(40)
    expect(page.told.at(-1)?.event).toEqual({ name: 'rejected', reason: 'busy' })
    timers.advance(1_000)
    page.say(resume)
    await settle()
    expect(sent).toHaveLength(9)
  })
})
