import type { ServiceView, Step, StepState, SwapOrder } from '@/src/domain/order/order'
import { attemptOf, depositOf, minedPlaceOf } from '@/src/domain/order/order-parts'
import {
  approveDraft,
  attempt,
  depositDraft,
  evidence,
  hash,
  otherHash,
  planned,
  secondAttempt,
  solanaDraft,
  start,
  target,
  usdc,
} from '@/test/samples/order'
import { type Machine, type Named, named } from './transitions'
import { eventsOfArrival } from './transitions-arrival'

/** Where a step stands, in words. */
export function wordsOf(state: StepState): string {
  const askedOf = state.status === 'unsure' && state.needsPerson ? ', a person is asked' : ''
  const again = state.status === 'failed' ? (state.retryable ? ', may go again' : ', for good') : ''
  return `${state.status}${askedOf}${again}`
}

/** Where an order and the step under way stand, in words. */
function partsOf(order: SwapOrder) {
  const step = order.steps[order.current] ?? depositOf(order)
  return { order: order.status, step: wordsOf(step?.state ?? { status: 'ready' }) }
}

/** What decides over an event of a swap. */
export function keyOfSwap(order: SwapOrder): string {
  const { switching, blocker, arrival, attempts, current, failure, stopWanted } = order
  const last = attempts.at(-1)
  const { order: status, step } = partsOf(order)
  const place = order.steps.map(({ state }) => minedPlaceOf(state) !== undefined)
  const isSwitchOpen = switching && switching.settledAt === undefined
  const end = last && [last.end?.what, last.seen.length > 0]
  return JSON.stringify([
    status,
    step,
    current,
    switching !== undefined,
    isSwitchOpen,
    blocker?.code,
    failure?.code,
    arrival?.kind,
    place,
    end,
    stopWanted !== undefined,
  ])
}

/** Every event that happens to what a wallet is asked for, with the parts that fit it. */
export function eventsOfAsk(order: SwapOrder): Named[] {
  const step = order.steps[order.current] ?? order.steps[0]
  if (!step) return []
  const attemptId = attemptOf(step.state) ?? attempt
  const after = attemptOf(step.state)
  const next = after === undefined ? attempt : secondAttempt
  const seen = 'hash' in step.state ? step.state.hash : hash
  const notSent = { type: 'notSent', attemptId, code: 'order/not-sent', retryable: true } as const
  const found = {
    hash: otherHash,
    from: '',
    to: null,
    value: '0',
    data: '0x',
    nonce: 4,
    chainId: 8453,
  }
  return [
    named('retried', { type: 'retried', stepId: step.id }),
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
    named('doubted by a payment like it', {
      type: 'doubted',
      attemptId,
      check: { at: start, what: 'hash', hash: otherHash, state: 'like' },
    }),
    named('promptClosed', { type: 'promptClosed', attemptId, landsUntil: '261' }),
    named('checked, needs a person', {
      type: 'checked',
      attemptId,
      checks: [{ at: start, what: 'service', state: 'nothing' }],
      needsPerson: true,
    }),
    named('sent', { type: 'sent', attemptId, by: 'wallet', hash }),
    named('sent, another hash', { type: 'sent', attemptId, by: 'page', hash: otherHash }),
    named('leftRead', { type: 'leftRead', attemptId, hash: seen, left: '5' }),
    named('overtaken', {
      type: 'overtaken',
      attemptId,
      hash: seen,
      fact: { kind: 'left', values: ['2', '1'] },
    }),
    named('strayed', { type: 'strayed', attemptId, hash: otherHash }),
    named('strayed, apart', { type: 'strayed', attemptId, hash: otherHash, apart: true }),
    named('strayed, only like it', { type: 'strayed', attemptId, hash: otherHash, like: true }),
    named('verified', { type: 'verified', attemptId, hash: seen, nonce: 4 }),
    named('mismatched', {
      type: 'mismatched',
      attemptId,
      code: 'chain/mismatch',
      found: { kind: 'altered', transaction: found },
    }),
    named('replaced', { type: 'replaced', attemptId, hash: otherHash }),
    named('cancelled', { type: 'cancelled', attemptId, code: 'chain/cancelled', block: '2' }),
    named('reverted', { type: 'reverted', attemptId, block: '2' }),
    named('buried', { type: 'buried', attemptId }),
    named('mined', { type: 'mined', attemptId, hash: seen }),
  ]
}

/** Every event that happens to a swap. */
function eventsOfSwap(order: SwapOrder): Named[] {
  const { state } = order.steps[order.current] ?? order.steps[0] ?? {}
  const seen = state && 'hash' in state ? state.hash : hash
  const fresh: Step[] = order.steps.slice(order.current).map((each) => ({
    ...each,
    id: `${each.id}-anew`.slice(-32),
    state: { status: 'ready' },
  }))
  const read = (view: Omit<ServiceView, 'lastReadAt'>) =>
    named(`serviceRead ${view.status}`, { type: 'serviceRead', view })
  return [
    named('confirmed', { type: 'confirmed', digest: order.digest }),
    named('rebuilt', { type: 'rebuilt', steps: fresh, digest: 'anew' }),
    named('rebuilt, to go on', {
      ...{ type: 'rebuilt', steps: fresh, digest: 'anew' },
      resumes: resumesOf(order.steps[order.current]),
    }),
    named('stopped', { type: 'stopped' }),
    named('revokeWanted', { type: 'revokeWanted', token: usdc, spender: target, page: order.page }),
    ...eventsOfAsk(order),
    named('submitted', { type: 'submitted', hash: seen, serviceOrderId: 'svc-1' }),
    named('unlinked', { type: 'unlinked' }),
    named('serviceUnread', { type: 'serviceUnread', code: 'service/unreachable' }),
    read({ status: 'published' }),
    read({ status: 'filled' }),
    read({ status: 'refunded' }),
    read({ status: 'failed' }),
    ...eventsOfArrival({ block: '100' }),
  ]
}

/** No order needs more asks than this to come into every state. */
export const asksTried = 2

/** An order that a wallet pays, with a deposit alone and with an approval before it. */
export const swapMachine: Machine<SwapOrder> = {
  name: 'swap',
  starts: [planned(), planned([approveDraft, depositDraft]), planned([solanaDraft])],
  parts: ['order', 'step'],
  partsOf,
  keyOf: keyOfSwap,
  eventsFor: eventsOfSwap,
  isFar: ({ attempts }) => attempts.length > asksTried,
}

/** What a building that began now finds the step to be. */
export function resumesOf(step: SwapOrder['steps'][number] | undefined) {
  const after = step && attemptOf(step.state)
  return { stepId: step?.id ?? '', ...(after !== undefined && { after }) }
}
