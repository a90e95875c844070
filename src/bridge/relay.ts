import type { WorkerCommand } from '@/src/contract/bridge'
import {
  type FromPage,
  helloEvent,
  type LedgerEntry,
  type Refusal,
  type ToPage,
} from '@/src/contract/page-wire'
import { createTokenBucket } from '@/src/lib/token-bucket'
import { createAttempts } from './attempts'
import type { ContentRuntime } from './content-runtime'
import { createDelivery } from './deliver'
import type { PageConnection } from './page-channel'
import { createPageDoor } from './page-door'
import { parseCommand } from './parse-command'
import { createReplies } from './replies'
import { createSiteRequests, type Gesture } from './site-requests'
import type { Timers } from './timers'
import { untilAborted } from './until-aborted'

/** How long a page script is waited for, and how long it may take to answer; ms. */
const connectTime = 500
const prepareTime = 5_000
const replyTime = 4_000

export type Relay = {
  /** False for an orphan of an earlier life of the extension. */
  alive(): boolean
  stop(): void
}

/** Runs the content script of one frame: commands of the worker in, outcomes and hints out. */
export function startRelay(options: {
  host: EventTarget
  runtime: ContentRuntime
  timers: Timers
  gesture: Gesture
}): Relay {
  const { host, timers } = options
  let stay = new AbortController()
  const runtime: ContentRuntime = {
    ...options.runtime,
    // Chromium never settles what was sent before the page went into its back/forward cache.
    send: (message) => untilAborted(options.runtime.send(message), stay.signal),
  }
  const replies = createReplies<FromPage>(timers)
  const prepared = createReplies<{ refusal?: Refusal; from: PageConnection }>(timers)
  const connected = createReplies<PageConnection>(timers)
  const mayHint = createTokenBucket({ burst: 4, perSecond: 1, now: timers.now })
  /** Names this script towards the worker; no page hears of it. */
  const script = `${Math.random()}`
  let lastReply = 0
  /** Answers of the page scripts of this document to one question about the ledger. */
  const collecting = new Map<number, { missing: number; entries: LedgerEntry[] }>()

  const delivery = createDelivery({
    runtime,
    timers,
    onCommitted(attemptId) {
      attempts.committed(attemptId)
      door.broadcast({ type: 'committed', attemptId })
    },
  })
  const attempts = createAttempts({
    delivery,
    page: async () => door.newest() ?? connected.wait('page', connectTime),
    prepared: (attemptId) => prepared.wait(attemptId, prepareTime),
    stay: () => stay.signal,
  })
  const sites = createSiteRequests({
    runtime,
    timers,
    gesture: options.gesture,
    // An older build of the page script knows the handles that it gave out, and no other does.
    tell: (message) => door.broadcast(message),
  })
  const door = createPageDoor({
    host,
    timers,
    open: runtime.alive,
    onMessage: receive,
    onConnect: (connection) => {
      connected.answer('page', connection)
    },
  })
  const offCommand = runtime.onCommand((value) => {
    const command = parseCommand(value)
    return command === undefined ? undefined : obey(command)
  })

  function receive(message: FromPage, from: PageConnection): void {
    switch (message.type) {
      case 'outcome':
        attempts.outcome(message, from)
        return
      case 'prepared': {
        const { attemptId, refusal } = message
        prepared.answer(attemptId, { from, ...(refusal === undefined ? {} : { refusal }) })
        return
      }
      case 'ledger':
        collect(message)
        return
      case 'wallets':
      case 'wallet':
        replies.answer(`${message.replyTo}`, message)
        return
      case 'walletChanged':
        // A hint: the drift guard looks for itself when it comes, and later when it does not.
        if (mayHint()) runtime.send({ v: 1, ...message }).catch(() => undefined)
        return
      case 'siteRequest': {
        const { type: _type, ...request } = message
        void sites.submit(request)
        return
      }
      case 'siteInvalid':
        sites.refuse(message.requestId, 'invalid')
        return
      case 'siteResume':
        void sites.resume(message.requestId)
        return
    }
  }

  async function question(build: (replyTo: number) => ToPage): Promise<FromPage | undefined> {
    const page = door.newest() ?? (await connected.wait('page', connectTime))
    if (page === undefined) return undefined
    lastReply += 1
    const done = door.await()
    const answer = replies.wait(`${lastReply}`, replyTime)
    page.post(build(lastReply))
    return answer.finally(done)
  }

  function collect(message: Extract<FromPage, { type: 'ledger' }>): void {
    const sheet = collecting.get(message.replyTo)
    if (sheet === undefined) return
    sheet.entries.push(...message.entries)
    sheet.missing -= 1
    if (sheet.missing === 0) replies.answer(`${message.replyTo}`, message)
  }

  async function askLedgers(attemptIds: string[]): Promise<LedgerEntry[]> {
    lastReply += 1
    const replyTo = lastReply
    if (door.newest() === undefined) await connected.wait('page', connectTime)
    const sheet = { missing: door.count(), entries: [] as LedgerEntry[] }
    if (sheet.missing > 0) {
      collecting.set(replyTo, sheet)
      const done = door.await()
      const answer = replies.wait(`${replyTo}`, replyTime)
      door.broadcast({ type: 'ledger', replyTo, attemptIds })
      await answer
      done()
      collecting.delete(replyTo)
    }
    const complete = sheet.missing <= 0
    return attemptIds.flatMap(
      (attemptId) => attempts.entry(attemptId, sheet.entries, complete) ?? [],
    )
  }

  async function obey(command: WorkerCommand): Promise<unknown> {
    switch (command.type) {
      case 'ask':
        return attempts.ask(command)
      case 'discover': {
        const reply = await question((replyTo) => ({ type: 'discover', replyTo }))
        return reply?.type === 'wallets' ? { wallets: reply.wallets } : undefined
      }
      case 'inspect': {
        const { walletId, family } = command
        const reply = await question((replyTo) => ({ type: 'inspect', replyTo, walletId, family }))
        return reply?.type === 'wallet' ? { wallet: reply.wallet, script } : undefined
      }
      case 'ledger':
        delivery.kick()
        return { entries: await askLedgers(command.attemptIds), script }
      case 'siteEvent': {
        const { name, reason } = command.event
        sites.tell(command.requestId, { name, ...(reason === undefined ? {} : { reason }) })
        return { told: true }
      }
    }
  }

  const leave = (): void => {
    stay.abort()
    delivery.kick()
  }
  const comeBack = (): void => {
    if (stay.signal.aborted) stay = new AbortController()
    delivery.kick()
  }
  const yieldToNewer = (): void => {
    if (!runtime.alive()) stop()
  }
  host.addEventListener('pagehide', leave)
  host.addEventListener('pageshow', comeBack)
  host.addEventListener(helloEvent, yieldToNewer)

  function stop(): void {
    delivery.stop()
    door.close()
    offCommand()
    host.removeEventListener('pagehide', leave)
    host.removeEventListener('pageshow', comeBack)
    host.removeEventListener(helloEvent, yieldToNewer)
  }

  return { alive: runtime.alive, stop }
}
