import { describe, expect, it } from 'vitest'
import {
  attempt,
  evidence,
  hash,
  otherHash,
  page,
  planned,
  secondAttempt,
  start,
  type UntimedEvent,
} from '@/test/samples/order'
import { askingOf } from './asking'
import { sumOf } from './deposit-sum'
import type { OrderEvent } from './event'
import { asksWallet, needsPerson } from './needs-person'
import type { FoundPayment, Step, TransferOrder } from './order'
import { depositHashOf, isDepositOut, isMoneyOut } from './order-parts'
import { owedWork } from './owed'
import { toPayDraft } from './pay-draft'
import { toSteps } from './plan'
import { reduce } from './reduce'
import { isRemovable } from './removable'
import { payableOf, toTransferOrder, unpaidOf } from './transfer'
import { isPayOut, isPayPending, payHashesOf, payStepOf } from './wallet-payment'

const { accepted, wallet } = planned()
const account = '0x9999999999999999999999999999999999999999'
const depositAddress = '0x4444444444444444444444444444444444444444'
const amount = accepted.from.amount

const made: TransferOrder = toTransferOrder({
  id: 'c'.repeat(32),
  at: start,
  accepted,
  serviceUrl: 'https://service.test',
  transfer: { depositAddress, amount, expiresAt: start / 1_000 + 600, seen: [] },
  serviceOrderId: 'svc-1',
})

function stepFor(order: TransferOrder, units = BigInt(amount)): Step {
  const planned = toPayDraft(order, account, units)
  if (!planned.ok) throw new Error(planned.detail)
  const [step] = toSteps(order.id, [planned.draft], order.revision + 10)
  if (!step) throw new Error('no step')
  return step
}

const advice = { at: start, outcome: 'passes' as const }
const wanted = (order = made, more: object = {}): UntimedEvent =>
  ({
    type: 'payWanted',
    step: stepFor(order),
    wallet,
    page,
    account,
    advice,
    ...more,
  }) as UntimedEvent
const asked = (order: TransferOrder, attemptId = attempt): UntimedEvent => {
  const state = payStepOf(order)?.state
  const after = state && 'attemptId' in state ? { after: state.attemptId } : {}
  return {
    type: 'asked',
    stepId: payStepOf(order)?.id ?? '',
    attemptId,
    evidence,
    ...after,
  } as UntimedEvent
}
const grown = (order: TransferOrder, ...events: UntimedEvent[]) =>
  events.reduce(
    (now, event, index) => reduce(now, { at: start + index * 1_000, ...event } as OrderEvent).order,
    order,
  )
const tasks = (order: TransferOrder, event: UntimedEvent) =>
  reduce(order, { at: start, ...event } as OrderEvent).effects.map(({ task }) => task)

const ready = grown(made, wanted())
const asking = grown(ready, asked(ready))
const sent: UntimedEvent = { type: 'sent', attemptId: attempt, by: 'page', hash }
const verified: UntimedEvent = { type: 'verified', attemptId: attempt, hash, nonce: 4 }
const mined: UntimedEvent = { type: 'mined', attemptId: attempt, hash }
const declined: UntimedEvent = { type: 'declined', attemptId: attempt }
const doubted: UntimedEvent = {
  type: 'doubted',
  attemptId: attempt,
  check: { at: start, what: 'ledger', state: 'unreachable' },
}
const lost: UntimedEvent = {
  type: 'notSent',
  attemptId: attempt,
  by: 'ledger',
  code: 'order/not-sent',
  retryable: true,
}
const dropped: UntimedEvent = { type: 'payDropped' }
const byWord: UntimedEvent = { type: 'payDropped', notSent: 'rejected' }
const seen = (units: string, ofHash = hash): UntimedEvent => {
  const found: FoundPayment = {
    what: 'paid',
    token: accepted.from.address,
    amount: units,
    hash: ofHash,
    claims: [`8453:${ofHash}:0`],
    at: start,
    nodes: ['one', 'two'],
  }
  return { type: 'depositSeen', found }
}

const isShown = (order: TransferOrder) => payableOf(order, start) > 0n
const stateOf = (order: TransferOrder) => payStepOf(order)?.state.status

describe('what a wallet signed for an address on Solana', () => {
  it('is handed in and followed at once', () => {
    const action = { kind: 'solanaSign' as const, chainId: 20_011_000_000, transaction: 'AQAB' }
    const signing = grown(made, wanted(made, { step: { ...stepFor(made), action } }))
    const order = grown(signing, asked(signing))
    const bytes = { ...sent, signedBytes: 'AQID' } as UntimedEvent
    const { effects } = reduce(order, { at: start, ...bytes } as OrderEvent)
    const followed = { task: { kind: 'awaitReceipt', attemptId: attempt }, dueAt: start }
    expect(effects).toContainEqual(expect.objectContaining(followed))
  })
})

describe('a payment by address that a connected wallet is to make', () => {
  it('is armed once, and the address is not shown from then on', () => {
    expect(tasks(made, wanted())).toEqual([{ kind: 'armStep', stepId: stepFor(made).id }])
    expect(isShown(ready)).toBe(false)
    expect(grown(ready, wanted(ready))).toBe(ready)
    expect(asksWallet(ready)).toBe(false)
    expect(asksWallet(asking)).toBe(true)
    expect(needsPerson(asking)).toBe(true)
  })

  it('is asked for exactly what is due, of the account that pays', () => {
    expect(grown(made, wanted(made, { step: stepFor(made, 24_999_999n) }))).toBe(made)
    expect(askingOf(ready)).toMatchObject({
      status: 'running',
      current: 0,
      accepted: { author: account, from: { amount }, quoteExpiresAt: start / 1_000 + 600 },
    })
    expect(made.pay).toBeUndefined()
    expect(askingOf(made)).toBeUndefined()
  })

  it('writes the attempt down with the ask, and asks no second time', () => {
    expect(asking.pay?.attempts).toMatchObject([{ attemptId: attempt, deposit: true }])
    expect(asking.pay).not.toHaveProperty('wanted')
    expect(grown(asking, asked(asking, secondAttempt))).toBe(asking)
    expect(tasks(ready, asked(ready))).toEqual([
      { kind: 'askWallet', attemptId: attempt, ask: 'step' },
      { kind: 'reconcile', attemptId: attempt },
    ])
    expect(owedWork(asking)).toContainEqual({ kind: 'reconcile', attemptId: attempt })
  })

  it('may be taken back before it was asked, and not while it is out', () => {
    const back = grown(ready, dropped)
    expect(isShown(back)).toBe(true)
    expect(askingOf(back)?.status).toBe('stopped')
    expect(grown(back, asked(back))).toBe(back)
    expect(grown(asking, dropped)).toBe(asking)
    expect(grown(asking, byWord)).toBe(asking)
    expect(isShown(grown(back, wanted(back)))).toBe(false)
  })

  it('changes neither the status of the order nor its end', () => {
    const all = [asking, grown(asking, declined), grown(asking, sent, verified, mined)]
    for (const order of all) expect(order.status).toBe('submitted')
    const failed = grown(asking, sent, verified, { type: 'reverted', attemptId: attempt })
    expect(failed).toMatchObject({ status: 'submitted', notified: ['needs-you'] })
    expect(failed.failure).toBeUndefined()
    expect(isShown(failed)).toBe(true)
  })
})

describe('what a wallet sent', () => {
  const out = grown(asking, sent)

  it('is looked up at the address at once, and proves nothing yet', () => {
    expect(tasks(asking, sent)).toEqual([
      { kind: 'verifyTransaction', attemptId: attempt },
      { kind: 'watchDeposit' },
    ])
    expect(payHashesOf(out)).toEqual([hash])
    expect(depositHashOf(out)).toBeUndefined()
    expect(sumOf(out.transfer)).toBe('none')
    expect(isDepositOut(out)).toBe(true)
    expect(unpaidOf(out, start)).toBe(BigInt(amount))
  })

  it('is told of by its hash once nodes showed that it is what was asked for', () => {
    expect(depositHashOf(grown(out, verified))).toBe(hash)
    expect(tasks(out, verified)).toContainEqual({ kind: 'submitDeposit' })
    expect(depositHashOf(grown(out, verified, mined))).toBe(hash)
  })

  it('keeps the address hidden until nodes show the payment itself', () => {
    const confirmed = grown(out, verified, mined)
    expect(isPayPending(confirmed)).toBe(true)
    expect(isShown(confirmed)).toBe(false)
    const paid = grown(confirmed, seen(amount))
    expect(isPayPending(paid)).toBe(false)
    expect(sumOf(paid.transfer)).toBe('exact')
    expect(isShown(paid)).toBe(false)
  })

  it('given it is taken back by the chain, may be paid again, and its hash is told of no more', () => {
    const gone = grown(out, verified, {
      type: 'cancelled',
      attemptId: attempt,
      code: 'chain/cancelled',
    })
    expect(depositHashOf(gone)).toBeUndefined()
    expect(isShown(gone)).toBe(true)
    const anew = grown(gone, wanted(gone))
    expect(grown(anew, asked(anew, secondAttempt)).pay?.attempts).toHaveLength(2)
  })
})

describe('a wallet that says it sent nothing', () => {
  const refused = grown(asking, declined)

  it('given a page alone says so, shows no address before it is proved or the person says so', () => {
    expect(isShown(refused)).toBe(false)
    expect(grown(refused, dropped)).toBe(refused)
    const said = grown(refused, byWord)
    expect(isShown(said)).toBe(true)
    expect(said.pay?.attempts[0]?.end?.what).toBe('rejected')
    const proved = grown(refused, { ...lost, by: 'chain' } as UntimedEvent)
    expect(isShown(proved)).toBe(true)
  })

  it('given it is asked again, is looked for first, and only on the word of the person', () => {
    expect(grown(refused, wanted(refused))).toBe(refused)
    const again = grown(refused, wanted(refused, { notSent: 'rejected' }))
    expect(isShown(again)).toBe(false)
    expect(payStepOf(again)?.state).toMatchObject({ status: 'declined', attemptId: attempt })
    expect(again.pay?.attempts[0]?.end?.what).toBe('rejected')
    expect(stateOf(grown(again, asked(again, secondAttempt)))).toBe('asking')
  })

  it('given the word that is typed where no prompt was seen, counts as given up', () => {
    const end = { what: 'given-up', denied: true }
    const dropped = grown(refused, { type: 'payDropped', notSent: 'given-up' })
    expect(isShown(dropped)).toBe(true)
    expect(dropped.pay?.attempts[0]?.end).toMatchObject(end)
    const again = grown(refused, wanted(refused, { notSent: 'given-up' }))
    expect(isShown(again)).toBe(false)
    expect(again.pay?.attempts[0]?.end).toMatchObject(end)
    expect(stateOf(grown(again, asked(again, secondAttempt)))).toBe('asking')
  })

  it('given the address is closed since, ends on the word that nothing was paid, by the wallet either', () => {
    const closed = grown(refused, { type: 'expired' })
    const byPerson = { type: 'abandoned', by: 'person' } as const
    expect(grown(closed, byPerson)).toBe(closed)
    for (const notSent of ['rejected', 'given-up'] as const) {
      const ended = grown(closed, { ...byPerson, notSent })
      expect(ended).toMatchObject({ status: 'stopped', transfer: { closed: { unpaid: true } } })
      expect(ended.pay?.attempts[0]?.end?.what).toBe(notSent)
      // It is looked for all the same.
      expect(owedWork(ended)).toContainEqual({ kind: 'reconcile', attemptId: attempt })
    }
  })

  it('given the page never saw the ask, shows the address again', () => {
    expect(isShown(grown(asking, lost))).toBe(true)
  })

  it('given nobody knows, shows no address until the person decides', () => {
    const unsure = grown(asking, doubted)
    expect(stateOf(unsure)).toBe('unsure')
    expect(isShown(unsure)).toBe(false)
    expect(isMoneyOut(unsure)).toBe(true)
    expect(isRemovable(unsure, start)).toBe(false)
    expect(isShown(grown(unsure, { ...lost, by: 'person' } as UntimedEvent))).toBe(true)
    expect(stateOf(grown(unsure, sent))).toBe('sent')
  })
})

describe('what happens to the address while a wallet is asked', () => {
  it('given it is paid from outside, the ask is looked into, and nothing more is asked', () => {
    const paid = seen(amount, otherHash)
    expect(tasks(asking, paid)).toContainEqual({ kind: 'reconcile', attemptId: attempt })
    const both = grown(asking, paid)
    expect(stateOf(both)).toBe('asking')
    expect(askingOf(both)?.status).toBe('stopped')
    expect(sumOf(grown(both, sent, verified, mined, seen(amount)).transfer)).toBe('excess')
  })

  it('given it is paid from outside before the ask, nothing is asked', () => {
    const paid = grown(ready, seen('1000000', otherHash))
    expect(paid.pay).not.toHaveProperty('wanted')
    expect(grown(paid, asked(paid))).toBe(paid)
  })

  it.each<[string, UntimedEvent]>([
    ['the person names another payment', { type: 'depositNamed', hash: otherHash }],
    ['the service took one', { type: 'serviceRead', view: { status: 'deposited' } }],
    [
      'the service has something else for it',
      { type: 'contradicted', field: 'recipient', accepted: 'a', told: 'b' },
    ],
  ])('given %s before the ask, no wallet is waited for', (_, event) => {
    const over = grown(ready, event)
    expect(over.pay).not.toHaveProperty('wanted')
    expect(isPayPending(over)).toBe(false)
    expect(grown(over, asked(over))).toBe(over)
  })

  it('given it expires, nothing more is asked, and a late payment is followed', () => {
    const over = grown(asking, { type: 'expired' })
    expect(over.transfer.closed?.why).toBe('expired')
    expect(askingOf(over)?.status).toBe('stopped')
    expect(stateOf(grown(over, sent))).toBe('sent')
    const early = grown(ready, { type: 'expired' })
    expect(grown(early, asked(early))).toBe(early)
    expect(grown(early, wanted(early))).toBe(early)
  })

  it('given the service gives the address up, asks for nothing more and ends nothing: it may be paid yet', () => {
    const failed: UntimedEvent = { type: 'serviceRead', view: { status: 'failed' } }
    for (const order of [ready, asking, grown(asking, sent)]) {
      const over = grown(order, failed)
      expect(over).toMatchObject({ status: 'tracking', transfer: { closed: { why: 'ended' } } })
      expect(over.pay).not.toHaveProperty('wanted')
      expect(askingOf(over)?.status).toBe('stopped')
    }
    expect(stateOf(grown(asking, failed, sent))).toBe('sent')
  })

  it('is not cancelled while the wallet may still pay', () => {
    expect(grown(asking, { type: 'stopped' })).toBe(asking)
    expect(grown(ready, { type: 'stopped' }).transfer.closed?.why).toBe('cancelled')
    const over = grown(asking, doubted, { type: 'expired' })
    expect(grown(over, { type: 'abandoned', by: 'person' })).toBe(over)
  })

  it('keeps which orders that pay the same it was wanted beside', () => {
    expect(grown(made, wanted(made, { known: ['a'] })).known).toEqual(['a'])
    expect(grown(made, wanted())).not.toHaveProperty('known')
  })

  it('is not paid by a swap’s own events', () => {
    expect(grown(asking, { type: 'confirmed', digest: '' })).toBe(asking)
    expect(grown(made, declined)).toBe(made)
  })

  it('is changed by no event of a swap alone, whatever became of the ask', () => {
    const signed = grown(asking, sent)
    const over = grown(signed, verified, mined, { type: 'expired' })
    // The service has it already: what is told of a deposit is of the address, not of the ask.
    const states = [ready, asking, grown(asking, doubted), grown(asking, declined), signed, over]
    for (const order of states) {
      for (const event of [
        { type: 'confirmed', digest: '' },
        { type: 'revokeWanted', token: depositAddress, spender: depositAddress, page },
        { type: 'submitted', hash },
        { type: 'unlinked', detail: 'd' },
      ] as UntimedEvent[]) {
        expect(grown(order, event)).toBe(order)
      }
    }
    for (const order of states.slice(1)) {
      // Unless nothing is out: that is cancelled as an address is.
      const next = grown(order, { type: 'stopped' })
      if (isPayOut(order) || order.transfer.closed) expect(next).toBe(order)
      else expect(next).toMatchObject({ transfer: { closed: { why: 'cancelled' } } })
    }
  })

  it('is asked for until the last moment in which the address is to be paid, and not at its end', () => {
    const end = made.transfer.expiresAt * 1_000
    const ask = asked(ready)
    const again: UntimedEvent = { type: 'retried', stepId: payStepOf(ready)?.id ?? '' }
    const at = (event: UntimedEvent, when: number) => ({ ...event, at: when }) as UntimedEvent
    expect(grown(ready, at(ask, end))).toBe(ready)
    expect(grown(ready, at(again, end))).toBe(ready)
    expect(grown(made, at(wanted(), end))).toBe(made)
    expect(stateOf(grown(ready, at(ask, end - 1)))).toBe('asking')
    expect(tasks(ready, at(again, end - 1))).toEqual([
      { kind: 'armStep', stepId: payStepOf(ready)?.id },
    ])
    expect(stateOf(grown(made, at(wanted(), end - 1)))).toBe('ready')
    // What comes of an ask that is out is heard all the same.
    expect(stateOf(grown(asking, at(sent, end)))).toBe('sent')
  })

  it('begins without an ask, and is nothing without a step', () => {
    expect(ready.pay).toMatchObject({ attempts: [], wanted: true, account })
    expect(ready.pay?.attempts).toEqual([])
    const { pay } = ready
    const empty: TransferOrder = pay ? { ...ready, pay: { ...pay, steps: [] } } : ready
    expect(grown(empty, asked(ready))).toBe(empty)
    expect(grown(empty, sent)).toBe(empty)
  })
})

describe('the transfer that is asked for', () => {
  it('holds the amount, the token and the checked address, and nothing else', () => {
    const { action, facts, deposit } = stepFor(made)
    expect(deposit).toBe(true)
    expect(facts).toMatchObject({ kind: 'transfer', to: depositAddress, token: { amount } })
    const words = [depositAddress.slice(2), BigInt(amount).toString(16)]
    const data = `0xa9059cbb${words.map((each) => each.padStart(64, '0')).join('')}`
    const to = accepted.from.address
    expect(action).toMatchObject({ chainId: 8453, tx: { from: account, to, data, value: '0x0' } })
  })

  it('given coins, carries them to the address', () => {
    const address = '0x0000000000000000000000000000000000000000'
    const native = { ...made, accepted: { ...accepted, from: { ...accepted.from, address } } }
    const { action } = stepFor(native)
    const value = `0x${BigInt(amount).toString(16)}`
    expect(action).toMatchObject({ tx: { to: depositAddress, data: '0x', value } })
  })

  it('given Solana, a chain that is only paid from, a memo, or the address itself as the payer, is refused', () => {
    const solana = { ...accepted, from: { ...accepted.from, chainId: 20_011_000_000 } }
    const foreign = { ...accepted, from: { ...accepted.from, family: 'bip122' as const } }
    const memo = { ...made, transfer: { ...made.transfer, memo: '7' } }
    for (const order of [{ ...made, accepted: solana }, { ...made, accepted: foreign }, memo]) {
      expect(toPayDraft(order, account, 1n)).toMatchObject({ code: 'policy/unsupported-kind' })
    }
    expect(toPayDraft(made, depositAddress, 1n)).toMatchObject({ code: 'policy/wrong-sender' })
  })
})

describe('a request on Solana of which nothing was seen', () => {
  const action = { kind: 'solanaSign' as const, chainId: 20_011_000_000, transaction: 'AQID' }
  const ended = grown(asking, lost)
  const signed = (more: object = {}): TransferOrder => {
    if (!ended.pay) throw new Error('no ask')
    const attempts = ended.pay.attempts.map((each) => ({ ...each, action, ...more }))
    return { ...ended, pay: { ...ended.pay, attempts } }
  }
  const absent = signed({ end: { what: 'absent', at: start } })
  const closed: UntimedEvent = { type: 'promptClosed', attemptId: attempt, landsUntil: '261' }
  const over: UntimedEvent = { ...closed, over: true } as UntimedEvent
  const check = { at: start, what: 'prompt', state: 'gone' } as const
  const gone: UntimedEvent = { type: 'doubted', attemptId: attempt, check }

  it('hides the address until operators prove that nothing of it landed', () => {
    expect(payableOf(absent, start)).toBe(0n)
    expect(unpaidOf(absent, start)).toBe(BigInt(amount))
    // The wallet may be asked again: that waits for it.
    expect(isPayPending(absent)).toBe(false)
    const known = grown(absent, closed)
    expect(payableOf(known, start)).toBe(0n)
    expect(payableOf(grown(known, over), start)).toBe(BigInt(amount))
    expect(grown(absent, over, over).revision).toBe(absent.revision + 1)
  })

  it.each([
    ['was rejected', { end: { what: 'rejected', at: start } }],
    ['was given up by a typed word', { end: { what: 'given-up', at: start } }],
    ['is known by its signature', { seen: [{ at: start, by: 'page', hash }] }],
  ])('hides it no more where it %s', (_, more) => {
    const order = signed({ end: { what: 'absent', at: start }, ...more })
    expect(payableOf(order, start)).toBe(BigInt(amount))
  })

  it('is looked for at once where its owner says that it is gone, and nothing is asked by that', () => {
    expect(grown(absent, gone).pay?.attempts[0]?.gone).toBe(start)
    expect(tasks(absent, gone)).toEqual([{ kind: 'reconcile', attemptId: attempt }])
  })
})

describe('a payment of which its owner said that it was not made', () => {
  const over: UntimedEvent = { type: 'abandoned', by: 'person' }
  const ended = grown(asking, lost, { type: 'stopped' }, over)
  const found = { ...sent, by: 'chain' } as UntimedEvent

  it('given it is found on the chain after all, is followed again, at an address that stays closed', () => {
    expect(ended).toMatchObject({ status: 'stopped', transfer: { closed: { unpaid: true } } })
    const back = grown(ended, found)
    const { at, why } = ended.transfer.closed ?? {}
    expect(back.status).toBe('submitted')
    expect(back.transfer.closed).toEqual({ at, why })
    expect(payableOf(back, start)).toBe(0n)
    const planned = tasks(ended, found)
    for (const kind of ['verifyTransaction', 'watchDeposit', 'pollOrder']) {
      expect(planned.filter((task) => task.kind === kind)).not.toHaveLength(0)
    }
    expect(sumOf(grown(back, verified, mined, seen(amount)).transfer)).toBe('exact')
  })

  it('given its service has no order of it, is told of as one that runs', () => {
    const { closed: _, ...transfer } = ended.transfer
    const back = grown({ ...ended, service: {}, transfer }, found)
    expect([back.status, back.transfer.closed]).toEqual(['running', undefined])
  })
})

describe('an ask whose prompt may still be open', () => {
  const again = (order: TransferOrder) => grown(order, wanted(order, { notSent: 'rejected' }))
  const reverted: UntimedEvent = { type: 'reverted', attemptId: attempt, hash } as UntimedEvent

  it('hides the address, whatever became of an ask before it', () => {
    const denied = grown(asking, declined)
    const second = again(denied)
    const open = grown(second, asked(second, secondAttempt))
    // The first one was sent after all, and came to nothing; the second one may still be approved.
    const found = grown(open, { ...sent, by: 'chain' } as UntimedEvent, verified, reverted)
    const ends = found.pay?.attempts.map(({ attemptId, end }) => [attemptId, end?.what])
    expect(ends?.find(([id]) => id === secondAttempt)?.[1]).toBeUndefined()
    expect(isPayPending(found)).toBe(true)
    expect(payableOf(found, start)).toBe(0n)
    expect(grown(found, wanted(found))).toBe(found)
  })

  it('is not over on the word that nothing was paid, while only a page denies it', () => {
    const denied = grown(asking, declined, { type: 'expired' })
    expect(denied.transfer.closed?.why).toBe('expired')
    const over: UntimedEvent = { type: 'abandoned', by: 'person' }
    expect(grown(denied, over)).toBe(denied)
  })

  it('that was cancelled leaves the service to be told of what came instead', () => {
    const owed = { ...made, transfer: { ...made.transfer, needsHash: true as const } }
    expect(tasks(owed, seen(amount, otherHash))).toContainEqual({ kind: 'submitDeposit' })
    expect(owedWork(grown(owed, seen(amount, otherHash)))).toContainEqual({ kind: 'submitDeposit' })
  })

  it('is asked for by a step of its own, and dropped only where it was wished', () => {
    const ended = grown(asking, lost)
    const same = { ...wanted(ended), step: payStepOf(ended) } as UntimedEvent
    expect(grown(ended, same)).toBe(ended)
    expect(grown(ended, dropped)).toBe(ended)
  })

  it('takes the word of its owner for what a page denied, and for nothing else', () => {
    const ended = grown(asking, lost)
    const second = grown(ended, wanted(ended))
    const open = grown(second, asked(second, secondAttempt))
    const denied = grown(open, { ...declined, attemptId: secondAttempt } as UntimedEvent)
    const before = denied.pay?.attempts.find(({ attemptId }) => attemptId === attempt)?.end
    const third = grown(denied, wanted(denied, { notSent: 'rejected' }))
    const ends = third.pay?.attempts.map(({ end }) => end?.what)
    expect(ends).toEqual([before?.what, 'rejected'])
  })

  it('takes no word of its owner where no page denied anything', () => {
    expect(grown(made, byWord)).toBe(made)
    const ended = grown(asking, lost)
    expect(grown(ended, byWord)).toBe(ended)
    const denied = grown(asking, declined)
    expect(grown(denied, dropped)).toBe(denied)
    expect(grown(denied, byWord).pay?.attempts[0]?.end).toEqual({ what: 'rejected', at: start })
  })

  it('takes the word of its owner for the one that was denied, beside another of which nothing is known', () => {
    const denied = grown(asking, declined)
    const [first] = asking.pay?.attempts ?? []
    const { pay } = denied
    if (!first || !pay) throw new Error('no ask')
    const open = { ...first, attemptId: secondAttempt }
    const both: TransferOrder = { ...denied, pay: { ...pay, attempts: [open, ...pay.attempts] } }
    const said = grown(both, byWord)
    expect(said.pay?.attempts.map(({ end }) => end?.what)).toEqual([undefined, 'rejected'])
  })
})

describe('a payment whose ask came to nothing', () => {
  const lastly = grown(asking, { ...lost, retryable: false } as UntimedEvent)

  it('is looked for once more before another one is asked for, whatever was said of it', () => {
    expect(payStepOf(lastly)?.state).toMatchObject({ status: 'failed', retryable: false })
    const anew = grown(lastly, wanted(lastly))
    expect(payStepOf(anew)?.state).toMatchObject({ status: 'failed', retryable: true })
  })

  it('is not wished for again by what was built before it', () => {
    const second = grown(lastly, wanted(lastly), dropped)
    expect(payStepOf(second)?.id).not.toBe(payStepOf(asking)?.id)
    expect(grown(second, { ...wanted(second), step: payStepOf(asking) } as UntimedEvent)).toBe(
      second,
    )
  })

  it('is wished for no more once it cannot be asked for', () => {
    const stepId = payStepOf(ready)?.id ?? ''
    const order = grown(ready, { type: 'unarmable', stepId, code: 'chain/unreachable' })
    expect(order.pay).toBeDefined()
    expect(order.pay).not.toHaveProperty('wanted')
    expect(grown(made, dropped)).toBe(made)
  })

  it('is wished for no more once it may have been paid before', () => {
    const again = grown(lastly, wanted(lastly))
    expect(again.pay?.wanted).toBeDefined()
    const doubtful = grown(again, doubted)
    expect(stateOf(doubtful)).toBe('unsure')
    expect(doubtful.pay).not.toHaveProperty('wanted')
    // What takes no doubt takes no wish either.
    expect(grown(again, { ...doubted, attemptId: secondAttempt } as UntimedEvent)).toBe(again)
  })

  it('is not tried again for more than is due', () => {
    const partly = grown(asking, declined, seen('1000000', otherHash))
    const stepId = payStepOf(partly)?.id ?? ''
    expect(grown(partly, { type: 'retried', stepId, notSent: 'rejected' })).toBe(partly)
  })
})

describe('what a payment to the address has looked into', () => {
  const paid = seen(amount, otherHash)
  const reconcile = { kind: 'reconcile', attemptId: attempt }
  const watch = { kind: 'watchDeposit' }

  it('is the ask of which nothing is known, and no other', () => {
    expect(tasks(grown(asking, doubted), paid)).toContainEqual(reconcile)
    expect(tasks(grown(asking, sent), paid)).not.toContainEqual(reconcile)
    expect(tasks(made, paid)).not.toContainEqual(reconcile)
  })

  it('is the address, by whatever names its transaction', () => {
    const out = grown(asking, sent, verified)
    expect(tasks(out, mined)).toContainEqual(watch)
    const replaced = { ...mined, type: 'replaced', hash: otherHash } as UntimedEvent
    expect(tasks(out, replaced)).toContainEqual(watch)
    expect(tasks(asking, declined)).not.toContainEqual(watch)
  })
})

describe('an event that only a swap has', () => {
  const over = grown(asking, { ...lost, by: 'chain' } as UntimedEvent)
  it.each<[string, UntimedEvent]>([
    ['confirmed', { type: 'confirmed', digest: '' }],
    [
      'revokeWanted',
      { type: 'revokeWanted', token: depositAddress, spender: depositAddress, page },
    ],
  ])('(%s) changes nothing of what is asked for a payment by address', (_, event) => {
    for (const order of [ready, asking, over]) expect(grown(order, event).pay).toBe(order.pay)
  })
})

describe('a payment that is built anew with a newer block hash', () => {
  const again: UntimedEvent = {
    ...{ type: 'rebuilt', steps: [{ ...stepFor(made), id: 'another' }], digest: '' },
    resumes: { stepId: payStepOf(ready)?.id ?? '' },
  }

  it('is asked for in the place of the one that is too old', () => {
    const order = grown(ready, again)
    expect(payStepOf(order)).toMatchObject({ id: 'another', state: { status: 'ready' } })
    expect(isPayPending(order)).toBe(true)
    expect(tasks(ready, again)).toEqual([{ kind: 'armStep', stepId: 'another' }])
  })

  it('is not asked for where nobody wants it any more, or it is asked for already', () => {
    for (const order of [grown(ready, dropped), asking]) expect(grown(order, again)).toBe(order)
  })
})

describe('what stands in the way of an ask', () => {
  const gone: UntimedEvent = { type: 'blocked', blocker: { code: 'page/gone' } }
  const blocked = grown(ready, gone)

  it('is of the ask alone, and goes with it', () => {
    expect(askingOf(blocked)?.blocker?.code).toBe('page/gone')
    expect(blocked.blocker).toBeUndefined()
    const other = seen(amount, otherHash)
    const ends: UntimedEvent[][] = [[dropped], [other], [{ type: 'expired' }], [asked(blocked)]]
    for (const events of ends) {
      const after = grown(blocked, ...events)
      expect([after.blocker, after.pay?.blocker, askingOf(after)?.blocker]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('given the payment is named or taken elsewhere, is in the way of nothing any more', () => {
    const named: UntimedEvent = { type: 'depositNamed', hash: otherHash }
    const taken: UntimedEvent = { type: 'serviceRead', view: { status: 'deposited' } }
    for (const event of [named, taken]) {
      expect(askingOf(grown(blocked, event))).not.toHaveProperty('blocker')
    }
  })

  it('hides nothing that the service does not take, and is not hidden by it', () => {
    const owed = { ...made, transfer: { ...made.transfer, needsHash: true as const } }
    const unlinked = grown(owed, seen('1000000', otherHash), { type: 'unlinked' })
    const isRest = { ...unlinked, service: { status: 'created', lastReadAt: start + 90_000 } }
    const { needsHash: _, ...plain } = isRest.transfer
    const open: TransferOrder = { ...isRest, transfer: plain }
    const rest = BigInt(amount) - 1_000_000n
    const wish = wanted(open, { step: stepFor(open, rest), at: start + 91_000 })
    const both = grown(grown(open, wish), gone)
    expect([both.blocker?.code, both.pay?.blocker?.code]).toEqual(['order/unlinked', 'page/gone'])
    const after = grown(both, dropped)
    expect([after.blocker?.code, after.pay?.blocker]).toEqual(['order/unlinked', undefined])
  })
})
