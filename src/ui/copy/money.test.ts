import { describe, expect, it } from 'vitest'
import type { FoundPayment, Order, Step, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import { declined } from '@/test/samples/order'
import { order, steps } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { solanaReviews } from '@/test/support/ui/fixture-solana'
import { errorCopy } from './errors'
import { failureWords, whereTheMoneyIs } from './money'
import { labelOf, stepStatusLabel } from './status'

const NOW = 1_800_000_000_000
const ready: Step['state'] = { status: 'ready' }
const attemptId = 'b'.repeat(32)
const hash = `0x${'b'.repeat(64)}`
const states: Record<string, Step['state']> = {
  asking: { status: 'asking', attemptId },
  sent: { status: 'sent', attemptId, hash, sentAt: NOW },
  verified: { status: 'verified', attemptId, hash, sentAt: NOW },
  confirmed: { status: 'confirmed', attemptId, hash, at: NOW },
  unsure: { status: 'unsure', attemptId, since: NOW, checks: [], needsPerson: true },
}

function say(status: SwapOrder['status'], deposit: Step['state'] = ready, service = {}): string {
  return whereTheMoneyIs(order(NOW, { status, current: 1, steps: steps(ready, deposit), service }))
}

describe('where the money is', () => {
  it('given something like an earlier request was paid, says so before the open one is approved, and after', () => {
    const alarm = {
      kind: 'second',
      code: 'order/attention',
      at: NOW,
      attemptId,
      hash,
      like: true,
    } as const
    const saidAt = (name: string) => {
      const all = steps(ready, states[name] ?? ready)
      return whereTheMoneyIs(order(NOW, { status: 'running', steps: all, alarm }))
    }
    for (const open of ['asking', 'unsure']) {
      expect(saidAt(open)).toMatch(
        /^An earlier request may have paid .* before you approve anything\.$/,
      )
    }
    for (const ended of ['ready', 'failed']) {
      expect(saidAt(ended)).toMatch(/^An earlier request may have paid .* before you pay again\.$/)
    }
    expect(saidAt('confirmed')).toBe('Two transactions may have paid for this order. Compare both.')
  })

  it('given the service says that it will send it back, then that is told as its word, and nobody pays out', () => {
    const told = say('tracking', states.confirmed, { status: 'refund_pending' })
    expect(told).toMatch(/^The service says that it will send your money back\./)
    // It is over once the chain shows it.
    expect(say('refunded', states.confirmed, { status: 'refunded' })).toContain('was sent back')
    expect(say('tracking', states.confirmed, { status: 'published' })).toContain('is paying out')
  })

  it.each(['running', 'submitted', 'tracking'] as const)(
    'given a payment that no block holds, then %s never says that it has arrived or is confirmed',
    (status) => {
      for (const name of ['sent', 'verified']) {
        expect(say(status, states[name])).toContain('Waiting to be confirmed')
        expect(say(status, states[name])).not.toMatch(/has arrived|on the chain|Payment confirmed/)
      }
    },
  )

  it('says so once it is confirmed', () => {
    expect(say('submitted', states.confirmed)).toContain('Payment confirmed')
    expect(say('tracking', states.confirmed)).toContain('arrived at the service')
  })

  it('believes a service that goes on with a payment it has seen', () => {
    expect(say('tracking', states.verified, { status: 'filling' })).toContain('arrived')
  })

  it('does not say that nothing has left while the wallet holds the payment', () => {
    expect(say('running')).toBe('Nothing has left your wallet.')
    expect(say('running', states.asking)).toBe(
      'Nothing leaves your wallet until you confirm there.',
    )
  })
})

describe('a swap before the payment', () => {
  const [first, last] = steps(ready, ready)
  const swapped = (status: SwapOrder['status'], deposit: Step['state'] = ready) => {
    const { token } = (last as Step).facts
    const gets = { ...token, symbol: 'DAI', decimals: 18, amount: '4980000000000000000' }
    const facts = { kind: 'swap' as const, token, gets, target: hash.slice(0, 42), method: '0x0' }
    const swap = { ...(first as Step), facts, state: states.confirmed as Step['state'] }
    const whole = [swap, { ...(last as Step), state: deposit }]
    return whereTheMoneyIs(order(NOW, { status, current: 1, steps: whole }))
  }

  it.each(['running', 'stopped', 'failed'] as const)(
    'given it is mined and the payment is not out, then %s says what is held',
    (status) => {
      expect(swapped(status)).toBe(
        'A node showed that the step before the payment went through: by its simulation you now hold about 4.98 DAI on Base. The service has been paid nothing.',
      )
    },
  )

  it('given it was read what it gave, then that is said', () => {
    const got = {
      ...(states.confirmed as Step['state']),
      got: '4979123456789012345',
    } as Step['state']
    const { token } = (last as Step).facts
    const gets = { ...token, symbol: 'DAI', decimals: 18, amount: '1' }
    const facts = { kind: 'swap' as const, token, gets, target: hash.slice(0, 42), method: '0x0' }
    const swap = { ...(first as Step), facts, state: got }
    const told = (chainId: number) =>
      whereTheMoneyIs(
        order(NOW, {
          status: 'stopped',
          current: 1,
          steps: [{ ...swap, facts: { ...facts, gets: { ...gets, chainId } } }, last as Step],
        }),
      )
    expect(told(8_453)).toBe('You now hold 4.97912 DAI on Base. The service has been paid nothing.')
    // A chain that nobody here knows has no name.
    expect(told(999_999)).toMatch(/^You now hold 4\.97912 DAI\. /)
  })

  it('given another approval is asked for after it, then what is held is said', () => {
    const { token } = (last as Step).facts
    const gets = { ...token, symbol: 'DAI', decimals: 18, amount: '4980000000000000000' }
    const facts = { kind: 'swap' as const, token, gets, target: hash.slice(0, 42), method: '0x0' }
    const swap = (state: Step['state']) => ({ ...(first as Step), facts, state })
    const say = (current: number, ...whole: Step[]) =>
      whereTheMoneyIs(order(NOW, { status: 'running', current, steps: whole }))
    const mined = swap(states.confirmed as Step['state'])
    for (const name of ['asking', 'unsure'] as const) {
      const state = states[name] as Step['state']
      expect(say(1, mined, { ...(first as Step), state }, last as Step)).toContain('you now hold')
    }
    const texts = ['asking', 'sent', 'verified'].map((name) =>
      say(0, swap(states[name] as Step['state']), last as Step),
    )
    expect(texts.join()).not.toContain('Nothing has left')
    expect(new Set(texts).size).toBe(3)
  })

  it('given the payment is out, then that is what counts', () => {
    for (const name of ['asking', 'sent', 'verified', 'confirmed']) {
      expect(swapped('running', states[name])).not.toContain('hold')
    }
  })
})

describe('an order that the service calls failed', () => {
  it('is told as the word of the service, and not as what is so', () => {
    const failure = { code: 'order/failed-at-service' as const, at: NOW }
    const failed = order(NOW, { status: 'failed', current: 2, failure })
    expect(whereTheMoneyIs(failed)).toMatch(/^The service says .* could not be checked/)
    const { title, money, next } = errorCopy['order/failed-at-service']
    expect(title).toMatch(/^Only the service says/)
    expect(`${money} ${next}`).toContain('asks it again for two weeks')
    expect(failureWords(failed, failure.code)).toEqual({})
    // What a file or the service alone told of is not asked for: the person recovers it.
    const told = failureWords({ ...failed, fromBackup: true }, failure.code)
    expect(told.money).toContain('once you recover the order')
  })

  it('ended on the word of the person where nothing else says that it was not sent', () => {
    const failure = { code: 'order/given-up' as const, at: NOW }
    const ended = order(NOW, { status: 'failed', current: 1, failure })
    expect(whereTheMoneyIs(ended)).toBe('It ended on your word that nothing was sent.')
  })

  it.each(['running', 'stopped'] as const)(
    'is not said to have left its money where it was while it is %s, on that word alone',
    (status) => {
      const { failure: _, ...notSent } = orders(NOW).notSent as SwapOrder
      const by = (what: 'given-up' | 'absent') => {
        const attempts = notSent.attempts.map((each) => ({ ...each, end: { what, at: NOW } }))
        return whereTheMoneyIs({ ...notSent, status, attempts })
      }
      expect(by('absent')).toMatch(/Nothing (has left|was paid)/)
      expect(by('given-up')).not.toMatch(/Nothing (has left|was paid)/)
    },
  )

  it('is not said to have sent nothing once another request of it came to nothing', () => {
    const { failure: _, ...notSent } = orders(NOW).notSent as SwapOrder
    const by = (what: 'given-up' | 'absent') => {
      const [attempt] = notSent.attempts.map((each) => ({ ...each, end: { what, at: NOW } }))
      const attempts = attempt ? [attempt, ...notSent.attempts] : []
      return failureWords({ ...notSent, attempts }, 'chain/blockhash-expired', notSent.steps.at(-1))
    }
    expect(by('absent')).toEqual({})
    expect(by('given-up')).toEqual({ money: errorCopy['order/given-up'].money })
  })

  it('says of what a backup brought no more than that its payment came to nothing', () => {
    const file = { ...(orders(NOW).notSent as SwapOrder), fromBackup: true as const }
    const [approve, deposit] = file.steps
    const elsewhere = { money: expect.stringContaining('paid anew where the backup was made') }
    for (const status of ['failed', 'stopped'] as const) {
      const ended = { ...file, status }
      expect({ money: whereTheMoneyIs(ended) }).toEqual(elsewhere)
      expect(failureWords(ended, 'chain/reverted', deposit)).toEqual(elsewhere)
      expect(failureWords(ended, 'order/not-sent', approve)).toEqual({})
    }
    expect(whereTheMoneyIs({ ...file, status: 'running' })).not.toContain('anew')
    const { fromBackup: _, ...own } = file
    expect(whereTheMoneyIs({ ...own, status: 'failed' })).not.toContain('anew')
    const mined = file.steps.map((each) => ({ ...each, state: states.confirmed as Step['state'] }))
    expect(whereTheMoneyIs({ ...file, status: 'failed', steps: mined })).not.toContain('anew')
  })

  it('ended without a payout where its own payment was reverted', () => {
    const failure = { code: 'chain/reverted' as const, at: NOW }
    const reverted = order(NOW, { status: 'failed', current: 1, failure })
    expect(whereTheMoneyIs(reverted)).toBe('The order ended without a payout.')
  })
})

describe('a payment of which only its allowance says that it was not sent', () => {
  const unseen = orders(NOW).unseen as SwapOrder
  const steps = (last: Step['state']) => [
    ...unseen.steps.slice(0, -1),
    { ...(unseen.steps.at(-1) as Step), state: last },
  ]

  it('is told as one that its wallet may send yet, running, stopped or failed', () => {
    expect(whereTheMoneyIs(unseen)).toMatch(/still shows the request, reject it there: it could/)
    expect(whereTheMoneyIs({ ...unseen, status: 'stopped' })).toMatch(
      /^Cancelled\. If .* reject it/,
    )
    const words = failureWords(unseen, 'order/not-sent')
    expect(words.title).not.toBe(errorCopy['order/not-sent'].title)
    expect(words).toMatchObject({ money: whereTheMoneyIs(unseen) })
    expect(failureWords(unseen, 'service/quote-expired')).toEqual({ money: words.money })
  })

  it('is told as what its wallet says where that answered "rejected"', () => {
    const order = orders(NOW).unseenRejected as SwapOrder
    const [, deposit] = order.steps
    expect(whereTheMoneyIs(order)).toMatch(/^Your wallet says that it sent nothing/)
    const words = { money: whereTheMoneyIs(order) }
    expect(failureWords(order, 'wallet/declined', deposit)).toEqual(words)
    const stopped = { ...order, status: 'stopped' as const }
    expect(whereTheMoneyIs(stopped)).toMatch(/sent nothing\. Your USDC approval stays/)
    // Where nothing was approved for it, nothing stays.
    const alone = { ...stopped, current: 0, steps: order.steps.slice(1) }
    expect(whereTheMoneyIs(alone)).toBe('Cancelled. Your wallet says that it sent nothing.')
  })

  it('leaves their own words to other steps, to the word of the person, and to what was reverted', () => {
    const [approve, deposit] = unseen.steps
    expect(failureWords(unseen, 'order/not-sent', approve)).toEqual({})
    expect(failureWords(unseen, 'order/given-up', deposit)).toEqual({})
    expect(failureWords(unseen, 'chain/reverted', deposit)).toEqual({})
  })

  it('is over where its nonce shows it, or another order is read', () => {
    expect(failureWords(orders(NOW).notSent as Order, 'order/not-sent')).toEqual({})
    expect(failureWords(purchases(NOW).buyMade as Order, 'order/not-sent')).toEqual({})
  })

  it('is not forgotten over an approval that is in doubt after it, and says nothing of the next payment', () => {
    const [approve] = unseen.steps
    const inDoubt = [
      { ...(approve as Step), state: states.unsure as Step['state'] },
      ...unseen.steps.slice(1),
    ]
    expect(whereTheMoneyIs({ ...unseen, current: 0, steps: inDoubt })).toMatch(/could still pay/)
    const asked = steps(states.asking as Step['state'])
    expect(whereTheMoneyIs({ ...unseen, steps: asked })).toMatch(
      /^Nothing leaves your wallet until/,
    )
  })
})

describe('a step that a node knows of', () => {
  it('is not said to be on the chain before a block holds it', () => {
    expect(stepStatusLabel.verified).toBe('Sent exactly as you approved. Waiting to be confirmed.')
  })
})

describe('a purchase', () => {
  it('that is not paid says how old that word is where nobody answers', () => {
    const order = purchases(NOW).buyMade as Order
    const blocker = { code: 'service/unreachable' as const, since: NOW }
    expect(whereTheMoneyIs({ ...order, blocker })).toContain('when the provider last answered')
  })

  it.each([
    ['buyMade', 'Waiting for your payment', 'Nothing was paid yet, as far as the provider says.'],
    ['buyUnclear', 'Payment unclear', 'The provider says: quote_locked. That does not tell'],
    ['buyNone', 'On its way', 'The provider is working on it.'],
    ['buyProving', 'Being checked', 'The provider says it delivered.'],
    ['buyFilled', 'Received', 'Your money has arrived.'],
    ['buyFailed', 'Failed', 'The provider says that nothing is delivered.'],
    ['buyFailedPaid', 'Failed', 'The provider saw your payment, and says that nothing is'],
    ['buyLost', 'Not known', 'Whether the provider made an order and charges you for it is not'],
  ])('given %s, it is %s', (name, label, money) => {
    const order = purchases(NOW)[name]
    if (!order) throw new Error('no such purchase')
    expect(labelOf(order).label).toBe(label)
    expect(whereTheMoneyIs(order)).toContain(money)
  })
})

describe('a payment from a chain that is not read', () => {
  it('says whose word it is that nothing was paid', () => {
    const { address, addressBitcoin } = orders(NOW)
    if (!address || !addressBitcoin) throw new Error('no such order')
    expect(whereTheMoneyIs(address)).toContain('No payment was seen yet.')
    expect(whereTheMoneyIs(addressBitcoin)).toContain('The service has told of no payment yet.')
  })
})

describe('a payment by address that the service sent back', () => {
  const paid = orders(NOW).addressPaid as TransferOrder
  const [found] = paid.transfer.seen as [FoundPayment]
  const again = { ...found, hash: `0x${'c'.repeat(64)}` }
  const back = (amount: string) =>
    whereTheMoneyIs({
      ...paid,
      status: 'refunded',
      transfer: { ...paid.transfer, seen: [found, again] },
      arrival: { kind: 'refund', since: NOW, found: { ...found, amount } },
    })

  it('given it came twice and one came back, is not all back', () => {
    expect(back(found.amount)).toBe('Swap not completed. Part of what you paid was sent back.')
    expect(back(String(2n * BigInt(found.amount)))).toBe(
      'Swap not completed. Your money was sent back.',
    )
  })
})

describe('what a step before the payment did', () => {
  const { movedRejected, movedRejectedStopped, otherMayLand } = orders(NOW) as Record<
    string,
    SwapOrder
  >
  if (!movedRejected || !movedRejectedStopped || !otherMayLand) throw new Error('no such order')

  it('is not denied by what only a page says of the payment after it', () => {
    for (const each of [movedRejected, movedRejectedStopped]) {
      expect(whereTheMoneyIs(each)).toMatch(/^If you rejected it, you hold 497\.9.* DAI on Base/)
      const words = { money: whereTheMoneyIs(each) }
      expect(failureWords(each, 'wallet/declined', each.steps.at(-1))).toEqual(words)
    }
  })

  it('is not denied by the usual words either, once it was asked for, or mined', () => {
    const money = 'Nothing has left your wallet.'
    const running = order(NOW, {
      status: 'running',
      steps: steps(ready, ready),
      attempts: declined.attempts,
    })
    const approved = { ...running, current: 1, steps: steps(states.confirmed ?? ready, ready) }
    expect(errorCopy['order/busy'].money).toMatch(/^Nothing was asked/)
    expect(failureWords(running, 'order/busy', running.steps[0])).toEqual({ money })
    expect(failureWords({ ...running, attempts: [] }, 'order/busy', running.steps[0])).toEqual({})
    expect(failureWords(running, 'wallet/declined', running.steps[0])).toEqual({})
    expect(failureWords(approved, 'wallet/declined', approved.steps[1])).toEqual({ money })
  })

  it('of another order that may still be paid, says nothing of this one', () => {
    expect(whereTheMoneyIs(otherMayLand)).toBe('Nothing has left your wallet.')
    expect(labelOf(otherMayLand).label).toBe('Being checked')
  })
})

describe('a payment on Solana that is signed', () => {
  it('is not said to be sent before it is mined', () => {
    const { solanaPlain } = solanaReviews(NOW)
    if (!solanaPlain) throw new Error('no such order')
    const stand = (state: Step['state'] = ready) =>
      whereTheMoneyIs({
        ...solanaPlain,
        status: 'running',
        steps: solanaPlain.steps.map((step) => ({ ...step, state })),
      })
    const signed = 'You signed your payment. Waiting to be confirmed.'
    expect([stand(states.sent), stand(states.verified)]).toEqual([signed, signed])
    expect(stand(states.confirmed)).not.toBe(signed)
  })
})

describe('a payment by address that the service calls over', () => {
  it('is told as its word, beside what was seen, and never as under way', () => {
    const { addressSaidOver } = orders(NOW)
    if (!addressSaidOver) throw new Error('no such order')
    expect(whereTheMoneyIs(addressSaidOver)).toMatch(/^The service says that this order ended/)
    expect(labelOf(addressSaidOver).label).toBe('Look at the payment')
  })

  it('and one that it takes for something else waits for nobody', () => {
    const { addressContradicted } = orders(NOW)
    if (!addressContradicted) throw new Error('no such order')
    expect(labelOf(addressContradicted).label).toBe('Needs attention')
    const contradiction = (addressContradicted as TransferOrder).contradiction
    const bought = { ...purchases(NOW).buyMade, contradiction } as Order
    expect(labelOf(bought).label).toBe('Needs attention')
  })
})

describe('a payment that was undone on the chain', () => {
  const failed = { status: 'failed', code: 'chain/reverted', retryable: false, at: NOW } as const
  const undone = (block?: string): SwapOrder => {
    const end = { what: 'reverted', at: NOW, ...(block && { block }) } as const
    const { attemptId = '' } = declined.attempts[0] ?? {}
    return {
      ...declined,
      status: 'failed',
      failure: { code: 'chain/reverted', at: NOW },
      steps: declined.steps.map((step) => ({ ...step, state: { ...failed, attemptId } })),
      attempts: declined.attempts.map((each) => ({ ...each, end })),
    }
  }

  it('is said to be so only once that lies deep', () => {
    const { money } = errorCopy['order/may-land']
    expect(whereTheMoneyIs(undone('200'))).toBe(money)
    expect(failureWords(undone('200'), 'chain/reverted')).toEqual({ money })
    expect(whereTheMoneyIs(undone())).not.toBe(money)
    expect(failureWords(undone(), 'chain/reverted')).toEqual({})
  })
})
