import { askingOf } from '@/src/domain/order/asking'
import type { Step, TransferOrder } from '@/src/domain/order/order'
import { attemptsOf, isDepositMade } from '@/src/domain/order/order-parts'
import { toPayDraft } from '@/src/domain/order/pay-draft'
import { toSteps } from '@/src/domain/order/plan'
import { isPayDenied, payStepOf } from '@/src/domain/order/wallet-payment'
import { page, planned, start } from '@/test/samples/order'
import { type Machine, type Named, named } from './transitions'
import { asksTried, eventsOfAsk, keyOfSwap, resumesOf, wordsOf } from './transitions-swap'
import { cameOf, readOf, transferMade } from './transitions-transfer'

const account = '0x9999999999999999999999999999999999999999'
const { wallet } = planned()

function stepFor(order: TransferOrder): Step[] {
  const { amount } = order.transfer
  const plan = toPayDraft(order, account, BigInt(amount))
  return plan.ok ? toSteps(order.id, [plan.draft], order.revision + 10) : []
}

/** What is built anew stands where the other one stood. */
function stateNow(order: TransferOrder): Partial<Pick<Step, 'state'>> {
  const { state } = payStepOf(order) ?? {}
  return state ? { state } : {}
}

function partsOf(order: TransferOrder) {
  const step = payStepOf(order)
  const wish = order.pay?.wanted ? 'wished for' : 'not wished for'
  return { wish, ask: step ? wordsOf(step.state) : 'none' }
}

function keyOf(order: TransferOrder): string {
  const asking = askingOf(order)
  const { status, transfer } = order
  const facts = [partsOf(order), status, transfer.closed?.why, isDepositMade(order)]
  return JSON.stringify([facts, isPayDenied(order), asking && keyOfSwap(asking)])
}

/** The wish and its ask, and what happens to the order beside them that takes the wish away. */
function eventsFor(order: TransferOrder): Named[] {
  const asking = askingOf(order)
  const wish = { wallet, page, account, advice: { at: start, outcome: 'passes' as const } }
  const wanted = stepFor(order).flatMap((step) => [
    named('payWanted', { type: 'payWanted', step, ...wish }),
    named('payWanted, rejected by word', { type: 'payWanted', step, ...wish, notSent: 'rejected' }),
    named('payWanted, not sent by word', { type: 'payWanted', step, ...wish, notSent: 'given-up' }),
  ])
  const anew = stepFor(order).map((step) =>
    named('rebuilt, to go on', {
      ...{
        type: 'rebuilt',
        steps: [{ ...step, ...stateNow(order), id: `${step.id}-anew` }],
        digest: '',
      },
      resumes: resumesOf(payStepOf(order)),
    }),
  )
  return [
    ...wanted,
    ...anew,
    named('payDropped', { type: 'payDropped' }),
    named('payDropped, rejected by word', { type: 'payDropped', notSent: 'rejected' }),
    named('payDropped, not sent by word', { type: 'payDropped', notSent: 'given-up' }),
    ...(asking ? eventsOfAsk(asking) : []),
    named('stopped', { type: 'stopped' }),
    named('abandoned', { type: 'abandoned', by: 'person' }),
    named('depositSeen, all', { type: 'depositSeen', found: cameOf(order.transfer.amount) }),
    readOf('failed'),
  ]
}

/** A payment by address that a connected wallet is asked to make. */
export const payMachine: Machine<TransferOrder> = {
  name: 'pay',
  starts: [transferMade('svc-1')],
  parts: ['wish', 'ask'],
  partsOf,
  keyOf,
  eventsFor,
  isFar: (order) => attemptsOf(order).length > asksTried,
}
