import { readFile, writeFile } from 'node:fs/promises'
import type { Effect } from '@/src/domain/effect'
import type { OrderEvent } from '@/src/domain/event'
import type { ServiceView, Step, StepState, SwapOrder } from '@/src/domain/order'
import { attemptOf, depositOf, minedPlaceOf } from '@/src/domain/order-parts'
import {
  approveDraft,
  attempt,
  depositDraft,
  evidence,
  hash,
  otherHash,
  payment,
  payoutFound,
  planned,
  refundFound,
  secondAttempt,
  start,
  target,
  type UntimedEvent,
} from '@/src/domain/order-samples'
import { type Reduction, reduce } from '@/src/domain/reduce'

/** One step of an order's life, as it was tried. */
export type Tried = { event: string; from: Situation; to: Situation; work: string[] }
type Situation = { order: string; step: string }

/** Where an order and the step under way stand, in words. */
function situationOf(order: SwapOrder): Situation {
  const step = order.steps[order.current] ?? depositOf(order)
  const { state } = step ?? { state: { status: 'ready' } as StepState }
  const askedOf = state.status === 'unsure' && state.needsPerson ? ', a person is asked' : ''
  const again = state.status === 'failed' ? (state.retryable ? ', may go again' : ', for good') : ''
  return { order: order.status, step: `${state.status}${askedOf}${again}` }
}

/** What decides over an event: orders that differ here are all tried. */
function keyOf(order: SwapOrder): string {
  const { switching, blocker, arrival, attempts, current, failure } = order
  const last = attempts.at(-1)
  const { order: status, step } = situationOf(order)
  const place = order.steps.map(({ state }) => minedPlaceOf(state) !== undefined)
  const isSettled = switching?.settledAt !== undefined
  const end = last && [last.end?.what, last.seen.length > 0]
  return JSON.stringify([
    status,
    step,
    current,
    isSettled,
    blocker?.code,
    failure?.code,
    arrival?.kind,
    place,
    end,
  ])
}

type Named = { name: string; event: UntimedEvent }

/** Every event that the order machine knows, with the parts that fit an order. */
function eventsFor(order: SwapOrder): Named[] {
  const step = order.steps[order.current] ?? order.steps[0]
  if (!step) return []
  const attemptId = attemptOf(step.state) ?? attempt
  const after = attemptOf(step.state)
  const next = after === undefined ? attempt : secondAttempt
  const seen = 'hash' in step.state ? step.state.hash : hash
  const named = (name: string, event: UntimedEvent): Named => ({ name, event })
  const read = (view: Omit<ServiceView, 'lastReadAt'>) =>
    named(`serviceRead ${view.status}`, { type: 'serviceRead', view })
  const notSent = { type: 'notSent', attemptId, code: 'order/not-sent', retryable: true } as const
  const fresh: Step[] = order.steps.slice(order.current).map((each) => ({
    ...each,
    id: `${each.id}-anew`.slice(-32),
    state: { status: 'ready' },
  }))
  const found = {
    hash: otherHash,
    from: '',
    to: null,
    value: '0',
    data: '0x',
    nonce: 4,
    chainId: 8453,
  }
  const began = { block: '100' }
  const short = { ...payment, what: 'short' } as const
  return [
    named('confirmed', { type: 'confirmed', digest: order.digest }),
    named('rebuilt', { type: 'rebuilt', steps: fresh, digest: 'anew' }),
    named('retried', { type: 'retried', stepId: step.id }),
    named('stopped', { type: 'stopped' }),
    named('revokeWanted', { type: 'revokeWanted', spender: target, page: order.page }),
    named('blocked', { type: 'blocked', blocker: { code: 'wallet/no-account' } }),
    named('switchAsked', {
      type: 'switchAsked',
      switching: { attemptId: 's'.repeat(32), stage: 'switch', chainId: 8453 },
    }),
    named('switchSettled', { type: 'switchSettled', attemptId: 's'.repeat(32) }),
    named('switchSettled with an error', {
      type: 'switchSettled',
      attemptId: 's'.repeat(32),
      code: 'wallet/declined',
    }),
    named('unarmable', { type: 'unarmable', stepId: step.id, code: 'chain/unreachable' }),
    named('asked', {
      type: 'asked',
      stepId: step.id,
      attemptId: next,
      evidence,
      ...(after === undefined ? {} : { after }),
    }),
    named('declined', { type: 'declined', attemptId }),
    named('notSent by the page', { ...notSent, by: 'page' }),
    named('notSent by the chain', { ...notSent, by: 'chain' }),
    named('notSent by the person', { ...notSent, by: 'person' }),
    named('doubted', {
      type: 'doubted',
      attemptId,
      check: { at: start, what: 'hash', hash: seen, state: 'nowhere' },
      ...('hash' in step.state ? { hash: seen } : {}),
    }),
    named('checked, needs a person', {
      type: 'checked',
      attemptId,
      checks: [{ at: start, what: 'service', state: 'nothing' }],
      needsPerson: true,
    }),
    named('sent', { type: 'sent', attemptId, by: 'wallet', hash }),
    named('sent, another hash', { type: 'sent', attemptId, by: 'page', hash: otherHash }),
    named('leftRead', { type: 'leftRead', attemptId, hash: seen, left: '5' }),
    named('overtaken', { type: 'overtaken', attemptId, hash: seen, detail: 'more' }),
    named('strayed', { type: 'strayed', attemptId, hash: otherHash }),
    named('verified', { type: 'verified', attemptId, hash: seen, nonce: 4 }),
    named('mismatched', {
      type: 'mismatched',
      attemptId,
      code: 'chain/mismatch',
      found: { kind: 'altered', transaction: found },
    }),
    named('replaced', { type: 'replaced', attemptId, hash: otherHash }),
    named('cancelled', { type: 'cancelled', attemptId, code: 'chain/cancelled' }),
    named('reverted', { type: 'reverted', attemptId }),
    named('mined', { type: 'mined', attemptId, hash: seen }),
    named('submitted', { type: 'submitted', hash: seen, serviceOrderId: 'svc-1' }),
    named('unlinked', { type: 'unlinked' }),
    read({ status: 'published' }),
    read({ status: 'filled' }),
    read({ status: 'refunded' }),
    read({ status: 'failed' }),
    named('contradicted', {
      type: 'contradicted',
      field: 'recipient',
      accepted: 'one',
      told: 'other',
    }),
    named('beginningRead', { type: 'beginningRead', began }),
    named('paymentFound, the payout', payoutFound),
    named('paymentFound, too little', { type: 'paymentFound', kind: 'payout', found: short }),
    named('paymentFound, the refund', refundFound),
    named('paymentSought', { type: 'paymentSought', kind: 'payout', scanned: '200' }),
    named('paymentUnproved', { type: 'paymentUnproved' }),
  ]
}

/** The types of all events that are tried. */
export function eventsTried(): ReadonlySet<string> {
  return new Set(eventsFor(planned()).map(({ event }) => event.type))
}

/** No order needs more asks than this to come into every state. */
const asksTried = 2

/**
 * Every step that an order can take, found by trying every event in every situation that can be
 * reached, with a deposit alone and with an approval before it.
 */
export function tryAll(): Tried[] {
  return [planned(), planned([approveDraft, depositDraft])].flatMap(explore)
}

function explore(first: SwapOrder): Tried[] {
  const seen = new Set([keyOf(first)])
  const open = [first]
  const tried: Tried[] = []
  for (let order = open.pop(); order !== undefined; order = open.pop()) {
    for (const { name, event } of eventsFor(order)) {
      const timed = { at: order.updatedAt + 1_000, ...event } as OrderEvent
      const { order: next, effects }: Reduction<SwapOrder> = reduce(order, timed)
      if (next === order) continue
      const work = workOf(effects)
      tried.push({ event: name, from: situationOf(order), to: situationOf(next), work })
      const key = keyOf(next)
      if (next.attempts.length > asksTried || seen.has(key)) continue
      seen.add(key)
      open.push(next)
    }
  }
  return tried
}

function workOf(effects: readonly Effect[]): string[] {
  return effects.map(({ task }) => (task.kind === 'notify' ? `say ${task.topic}` : task.kind))
}

type Row = { events: string[]; from: string[]; to: string; work: string }

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const unique = (words: readonly string[]) => [...new Set(words)].toSorted()

/** Whether a row of this table tells of it: what changes the order's status stands in the first. */
function belongs(part: keyof Situation, { from, to, work }: Tried): boolean {
  if (from[part] !== to[part]) return true
  return part === 'step' && from.order === to.order && work.length > 0
}

/** The rows of one table: what the events make of the part of a situation that it is about. */
function rowsOf(tried: readonly Tried[], part: keyof Situation): Row[] {
  const became = ({ from, to }: Tried) => (to[part] === from[part] ? '=' : to[part])
  const told = tried.filter((each) => belongs(part, each))
  const byEvent = grouped(told, (each) => JSON.stringify([each.event, became(each)]))
  const rows = [...byEvent].toSorted().map(([key, group]): Row => {
    const [event, to] = JSON.parse(key) as [string, string]
    // What only some of them lead to stands in brackets.
    const work = unique(group.flatMap((each) => each.work)).map((one) =>
      group.every((each) => each.work.includes(one)) ? one : `(${one})`,
    )
    const from = unique(group.map((each) => each.from[part]))
    return { events: [event], from, to, work: work.join(', ') }
  })
  const alike = grouped(rows, ({ from, to, work }) => JSON.stringify([from, to, work]))
  return [...alike.values()].map((group) => ({
    ...(group[0] as Row),
    events: group.flatMap(({ events }) => events),
  }))
}

/** Both tables as they stand in the README, made of what `tryAll` found. */
export function printTransitions(tried: readonly Tried[]): string {
  const table = (part: keyof Situation) => [
    `| event | ${part} | becomes | work |`,
    '|---|---|---|---|',
    ...rowsOf(tried, part).map(
      ({ events, from, to, work }) =>
        `| ${events.join('; ')} | ${from.join('; ')} | ${to} | ${work} |`,
    ),
  ]
  return [...table('order'), '', ...table('step')].join('\n')
}

const readme = new URL('../../README.md', import.meta.url)
const begin = '<!-- transitions -->\n'
const end = '\n<!-- /transitions -->'

/** The README with these tables in it, and the tables that stand in it. */
export async function readReadme(): Promise<{
  tables: string
  withTables(tables: string): string
}> {
  const text = await readFile(readme, 'utf8')
  const [before, rest] = text.split(begin)
  const [tables, after] = rest?.split(end) ?? []
  if (before === undefined || tables === undefined || after === undefined) {
    throw new Error('The README has no place for the transitions')
  }
  return { tables, withTables: (next) => `${before}${begin}${next}${end}${after}` }
}

/** Puts the tables into the README: `npm run transitions`. */
export async function writeTransitions(): Promise<void> {
  const { withTables } = await readReadme()
  await writeFile(readme, withTables(printTransitions(tryAll())))
}
