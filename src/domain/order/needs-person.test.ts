import { describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  confirmed,
  declined,
  mined,
  orderAfter,
  page,
  planned,
  sent,
  start,
  submitted,
  verified,
} from '@/test/samples/order'
import { payAsked, payWanted, shownAddress, transferAfter } from '@/test/samples/transfer'
import { asksWallet, needsPerson } from './needs-person'
import type { Order, StepState, SwapOrder, Switching } from './order'

const running = orderAfter(planned(), confirmed)
const asking = orderAfter(running, asked(running))
const paid = orderAfter(asking, sent, verified, mined, submitted)
const payAsking = transferAfter(shownAddress, payWanted, payAsked(attempt))

const inState = (order: SwapOrder, state: StepState): SwapOrder => ({
  ...order,
  current: 0,
  steps: order.steps.map((step) => ({ ...step, state })),
})
const unsure = (needs: boolean): StepState => ({
  status: 'unsure',
  attemptId: attempt,
  since: start,
  checks: [],
  needsPerson: needs,
})
const failed = (retryable: boolean): StepState => ({
  status: 'failed',
  code: 'wallet/unsupported-method',
  retryable,
  at: start,
})
const switching = (settledAt?: number): Switching =>
  ({ at: start, chainId: 8453, page, ...(settledAt && { settledAt }) }) as unknown as Switching
const payUnsure = (needs: boolean): Order => ({
  ...payAsking,
  pay: {
    ...(payAsking.pay as NonNullable<typeof payAsking.pay>),
    steps: (payAsking.pay?.steps ?? []).map((step) => ({ ...step, state: unsure(needs) })),
  },
})
const taken = transferAfter(shownAddress, {
  type: 'contradicted',
  field: 'recipient',
  accepted: '0x1',
  told: '0x2',
})
const closed = { at: start, why: 'cancelled' as const }
/** A wallet was asked to pay, and what came of it is nothing that counts for good. */
const came = (to: object, blocker?: object): Order =>
  ({
    ...shownAddress,
    pay: {
      steps: [{ state: failed(true) }],
      attempts: [{ attemptId: attempt, deposit: true, seen: [], ...to }],
      ...(blocker && { blocker }),
    },
  }) as unknown as Order
const onSolana = { action: { kind: 'solanaSign' }, end: { what: 'absent', at: start } }

describe('a wallet that is open with a question', () => {
  it.each<[string, Order, boolean]>([
    ['asked for a step', asking, true],
    ['asked for its chain', { ...running, switching: switching() }, true],
    ['on the chain since', { ...running, switching: switching(start) }, false],
    ['confirmed alone', running, false],
    ['ended meanwhile', { ...asking, status: 'stopped' }, false],
    ['asked to pay to an address', payAsking, true],
    ['told to pay no more', { ...payAsking, status: 'filled' }, false],
  ])('given it is %s: %#', (_, order, isOpen) => {
    expect(asksWallet(order)).toBe(isOpen)
  })
})

describe('an order in which nothing goes on before the person has done something', () => {
  it.each<[string, Order, boolean]>([
    ['waits for the wallet', asking, true],
    ['has something in its way', { ...running, blocker: { code: 'wallet/locked' } as never }, true],
    ['waits by itself', { ...declined, blocker: { code: 'order/may-land' } as never }, false],
    [
      'is not taken by the service',
      {
        ...inState(running, { status: 'sent' } as never),
        blocker: { code: 'order/unlinked' } as never,
      },
      false,
    ],
    ['goes on by itself', running, false],
    ['was declined', declined, true],
    ['failed and can be tried again', inState(running, failed(true)), true],
    ['failed for good', inState(running, failed(false)), false],
    ['is not known, and looked for', inState(running, unsure(false)), false],
    ['is not known, and only the person can say', inState(running, unsure(true)), true],
    ['needs attention', { ...running, status: 'attention' }, true],
    ['is planned', planned(), false],
    ['waits for the service', paid, false],
    ['waits for the service, its ask unknown', inState(paid, unsure(true)), true],
    ['waits for the service, its ask looked for', inState(paid, unsure(false)), false],
    ['shows an address', shownAddress, true],
    [
      'shows it no more',
      { ...shownAddress, transfer: { ...shownAddress.transfer, closed } },
      false,
    ],
    ['shows an address that the service takes for something else', taken, false],
    ['has a wallet asked to pay', payAsking, true],
    ['has paid by a wallet', transferAfter(payAsking, sent, verified), false],
    ['does not know whether a wallet paid', payUnsure(true), true],
    ['looks whether a wallet paid', payUnsure(false), false],
    [
      'waits until what a wallet paid is undone for good',
      came({ end: { what: 'reverted', at: start, block: '2' } }),
      false,
    ],
    ['paid nothing by a wallet', came({ end: { what: 'reverted', at: start } }), true],
    ['may be paid by what a wallet shows', came(onSolana), true],
    ['waits for what a wallet signed last', came({ ...onSolana, landsUntil: '9' }), false],
    [
      'waits by itself as a wallet is to pay',
      came({ end: { what: 'reverted', at: start } }, { code: 'order/may-land', since: start }),
      false,
    ],
    ['waits as it is gone', came({ ...onSolana, gone: start }), false],
    ['was paid at its address', { ...shownAddress, status: 'filled' }, false],
  ])('%s: %#', (_, order, needs) => {
    expect(needsPerson(order)).toBe(needs)
  })
})
