import browser from 'webextension-polyfill'
import { FaultError, faults, toFault } from '../fault'
import { type ModeRule, parseMode, takeMode } from '../modes'
import type { Outcome, PageRequest, RequestAnswer } from '../protocol'
import { announceChange, deliver, type Place } from './deliver'
import type { EvmWallet } from './evm'
import type { RequestLog } from './log'
import { openApproval, type Prompt, type PromptStore } from './prompt'
import type { SolanaWallet } from './solana'
import type { StateStore } from './state'

/** A second prompt of these kinds from one site is refused while the first is open, as MetaMask does. */
const exclusive = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const connecting = ['eth_requestAccounts', 'wallet_requestPermissions', 'standard:connect']
const alarmPrefix = 'due:'

export type Requests = {
  receive(request: PageRequest, origin: string, place: Place): Promise<RequestAnswer>
  /** The person's word on an open prompt; nothing happens when it is no longer open. */
  decide(id: string, approve: boolean): Promise<void>
  /** A closed approval window is a rejection. */
  closed(tabId: number): Promise<void>
  /** Approves a `delay` whose time has come. */
  due(alarm: string): Promise<void>
  /** Takes up what an earlier worker left. */
  resume(): Promise<void>
}

export function createRequests(deps: {
  readonly store: StateStore
  readonly log: RequestLog
  readonly prompts: PromptStore
  readonly evm: EvmWallet
  readonly solana: SolanaWallet
  readonly autoConnect: boolean
  readonly now: () => number
}): Requests {
  const { store, log, prompts, now } = deps
  const walletOf = (family: PageRequest['family']) => (family === 'evm' ? deps.evm : deps.solana)

  async function record(id: string, outcome: Outcome): Promise<void> {
    const settledAt = now()
    await log.patch(
      id,
      outcome.ok
        ? { status: 'answered', result: outcome.result, settledAt }
        : { status: 'refused', error: outcome.error, settledAt },
    )
  }

  async function settle(prompt: Prompt, outcome: Outcome): Promise<void> {
    await record(prompt.id, outcome)
    await prompts.remove(prompt.id)
    const delivered = await deliver(prompt, { type: 'outcome', id: prompt.id, outcome })
    await log.patch(prompt.id, { delivered })
  }

  const reject = (prompt: Prompt) => settle(prompt, { ok: false, error: faults.rejected() })

  async function forget(prompt: Prompt): Promise<void> {
    await prompts.remove(prompt.id)
    await log.patch(prompt.id, { status: 'forgotten', settledAt: now() })
    await announceChange()
  }

  async function execute(prompt: Prompt, rule: ModeRule): Promise<void> {
    // Written first: a worker that dies from here on must not do it a second time.
    await prompts.put({ ...prompt, phase: 'working' })
    const { family, id, origin, method, params } = prompt
    const onSent = async (sent: unknown) => {
      const entry = log.entries().find((known) => known.id === id)
      const note = typeof sent === 'string' ? sent : `failed: ${toFault(sent).message}`
      if (entry !== undefined) await log.patch(id, { sent: [...entry.sent, note] })
    }
    const outcome = await walletOf(family)
      .run({ origin, method, params, rule, onSent })
      .then((result): Outcome => ({ ok: true, result }))
      .catch((thrown: unknown): Outcome => ({ ok: false, error: toFault(thrown) }))
    if (rule.kind === 'restart') return forget(prompt)
    await settle(prompt, outcome)
    await announceChange()
  }

  async function begin(prompt: Prompt, rule: ModeRule): Promise<void> {
    if (rule.kind === 'reject') return reject(prompt)
    if (rule.kind === 'restart-unsent') return forget(prompt)
    if (rule.kind === 'hang') return
    if (rule.kind === 'delay') {
      const dueAt = now() + rule.ms
      await prompts.put({ ...prompt, dueAt })
      return arm({ ...prompt, dueAt })
    }
    if (rule.kind !== 'ask') return execute(prompt, rule)
    const windowTabId = await openApproval(prompt.id)
    const open = prompts.find(prompt.id)
    // A test may decide faster than the window opens.
    if (windowTabId === undefined || open?.phase !== 'open') return
    await prompts.put({ ...open, windowTabId })
  }

  /** The alarm wakes a worker that died while it waited; the timer is exact while it lives. */
  async function arm(prompt: Prompt): Promise<void> {
    const dueAt = prompt.dueAt ?? now()
    const name = alarmPrefix + prompt.id
    browser.alarms.create(name, { when: dueAt })
    setTimeout(() => void due(name), Math.max(0, dueAt - now()))
  }

  async function due(alarm: string): Promise<void> {
    const prompt = prompts.find(alarm.slice(alarmPrefix.length))
    if (prompt?.phase !== 'open' || (prompt.dueAt ?? Number.POSITIVE_INFINITY) > now()) return
    await execute(prompt, { kind: 'auto' })
  }

  async function chooseMode(method: string): Promise<{ text: string; rule: ModeRule }> {
    if (deps.autoConnect && connecting.includes(method)) {
      return { text: 'auto', rule: { kind: 'auto' } }
    }
    const { mode, next } = takeMode(store.get().mode, method)
    await store.update({ mode: next })
    return { text: mode, rule: parseMode(mode) ?? { kind: 'ask' } }
  }

  function refuseSecond({ method, id }: PageRequest, origin: string): void {
    if (prompts.find(id) !== undefined) throw new FaultError(faults.params('The id is taken.'))
    const open = prompts.list().some((known) => known.origin === origin && known.method === method)
    if (open && exclusive.includes(method)) throw new FaultError(faults.pending(method, origin))
  }

  async function receive(
    request: PageRequest,
    origin: string,
    place: Place,
  ): Promise<RequestAnswer> {
    const { id, family, method, params } = request
    const at = now()
    const entry = { id, at, origin, family, method, params, prompted: false, sent: [] }
    await log.write({ ...entry, status: 'open' })
    try {
      const opened = await walletOf(family).open(method, params, origin)
      if (!('prompt' in opened)) return await answer(request, opened.answer)
      refuseSecond(request, origin)
      const { text, rule } = await chooseMode(method)
      const prompt: Prompt = {
        ...place,
        id,
        origin,
        family,
        method,
        params,
        mode: text,
        phase: 'open',
      }
      await prompts.put(prompt)
      await log.patch(id, { prompted: true, mode: text })
      // Not awaited: the outcome is a message of its own, however long it takes.
      void begin(prompt, rule).catch((thrown: unknown) =>
        settle(prompt, { ok: false, error: toFault(thrown) }),
      )
      return { pending: true }
    } catch (thrown) {
      const outcome: Outcome = { ok: false, error: toFault(thrown) }
      await record(id, outcome)
      return { settled: outcome }
    }
  }

  async function answer(request: PageRequest, result: unknown): Promise<RequestAnswer> {
    const outcome: Outcome = { ok: true, result }
    await record(request.id, outcome)
    if (/disconnect|revoke/.test(request.method)) await announceChange()
    return { settled: outcome }
  }

  return {
    receive,
    async decide(id, approve) {
      const prompt = prompts.find(id)
      if (prompt?.phase !== 'open') return
      await (approve ? execute(prompt, { kind: 'auto' }) : reject(prompt))
    },
    async closed(tabId) {
      const prompt = prompts.list().find((known) => known.windowTabId === tabId)
      if (prompt?.phase === 'open') await reject(prompt)
    },
    due,
    async resume() {
      for (const prompt of prompts.list()) {
        if (prompt.phase === 'open' && prompt.dueAt !== undefined) await arm(prompt)
        // What an earlier worker was doing is not done again, and its page is never told.
        if (prompt.phase === 'working') await forget(prompt)
      }
    },
  }
}
