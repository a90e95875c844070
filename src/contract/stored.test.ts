import { describe, expect, it } from 'vitest'
import { attemptsOf, stepsOf } from '@/src/domain/order/order-parts'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { readStoredOrder } from './stored'

const running = orderAfter(planned(), confirmed)
const tracked = orderAfter(running, asked(running), sent, verified, mined, submitted)

const read = (changed: object) =>
  readStoredOrder(tracked.id, structuredClone({ ...tracked, ...changed }))

const { id, revision, createdAt, updatedAt, accepted, service, status, notified } = tracked
const common = { id, revision, createdAt, updatedAt, accepted, service, status, notified }
const transfer = {
  depositAddress: '0x4444444444444444444444444444444444444444',
  amount: '25000000',
  expiresAt: 1_800_000_600,
  seen: [],
}

describe('what no screen could write out', () => {
  const leg = { orderId: 'l', serviceUrl: 's', status: 'created' }
  const token = { chainId: 1, address: '0x1', symbol: 'X', amount: '5' }
  const lost = { ...token, at: 1, nodes: ['one'] }
  const looked = { chains: [{ chainId: 1, outcome: 'whole' }] }
  const asTransfer = (more: object) => ({ kind: 'transfer', transfer: { ...transfer, ...more } })
  const asPurchase = (more: object) => ({
    kind: 'purchase',
    purchase: { provider: 'p', strategy: 'jump', ...more },
  })

  it.each([
    ['when it was made', { createdAt: 1e300 }],
    ['when it changed', { updatedAt: Number.NaN }],
    [
      'places of what is paid',
      { accepted: { ...accepted, from: { ...accepted.from, decimals: 1e9 } } },
    ],
    ['places of what comes', { accepted: { ...accepted, to: { ...accepted.to, decimals: 1.5 } } }],
    ['places of what went astray', asTransfer({ astray: [{ ...lost, decimals: 1e9 }] })],
    ['when it was looked for', asTransfer({ lookedWide: { ...looked, at: 1e300 } })],
    ['places of the bridge', asPurchase({ leg: { ...leg, from: { ...token, decimals: 1e9 } } })],
  ])('given %s, needs attention', (_, changed) => {
    expect(readStoredOrder(id, { ...common, ...changed })).toMatchObject({
      id,
      status: 'attention',
      steps: [],
    })
  })

  it('given an end beyond every date, reads it as the last one there is', () => {
    const order = read({ accepted: { ...accepted, validBefore: 281_474_976_710_655 } })
    expect(order.status).toBe(tracked.status)
    expect(order.accepted.validBefore).toBe(8.64e12)
  })

  it('given a date before all, keeps what else can be read', () => {
    const order = read({ createdAt: -62_135_596_800_000 })
    expect(order).toMatchObject({ id, status: 'attention', createdAt: 0, accepted, service })
  })

  it('given when the service says that it paid, leaves that out alone', () => {
    const told = { ...service, fill: { txHash: '0x1', at: 1e300 } }
    const order = read({ service: told })
    expect(order.status).toBe(tracked.status)
    expect(order.service.fill?.txHash).toBe('0x1')
    expect(order.service.fill?.at).toBeUndefined()
  })
})

describe('the kinds of order', () => {
  it('given one that was stored before there were kinds, reads a swap', () => {
    const { kind: _, ...old } = tracked
    expect(readStoredOrder(tracked.id, old)).toEqual(tracked)
  })

  it('given a transfer, reads it whole', () => {
    for (const closed of [undefined, { at: 1, why: 'found' }]) {
      const its = closed ? { ...transfer, depositAddress: '', closed } : transfer
      const stored = { ...common, kind: 'transfer', transfer: its }
      expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
    }
  })

  it('given a purchase with its bridge, reads it whole', () => {
    const from = { chainId: 8453, address: '0xa1', symbol: 'USDC', decimals: 6, amount: '5' }
    const leg = { orderId: 'leg-1', serviceUrl: 'https://service.example', status: 'filled', from }
    const purchase = {
      provider: 'harbor',
      strategy: 'jump',
      bridgeOrderId: 'leg-1',
      leg,
      found: true,
    }
    const stored = { ...common, kind: 'purchase', purchase }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it('given a transfer of which money went astray, or a hash was refused, reads all of it', () => {
    const came = { chainId: 1, token: '0x1', symbol: 'X', decimals: 6, amount: '5' }
    const more = {
      lookedWide: { at: 1, chains: [{ chainId: 1, outcome: 'part' }], unlisted: true },
      astray: [
        { ...came, hash: '0xa', time: 5, at: 7, nodes: ['one', 'two'] },
        { ...came, undated: true, at: 7, nodes: ['one'] },
      ],
      refused: ['0xb'],
    }
    const stored = { ...common, kind: 'transfer', transfer: { ...transfer, ...more } }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it('given a purchase, with and without what later versions keep of it, reads it whole', () => {
    const purchase = { provider: 'Harbor Pay', strategy: 'direct' }
    const later = { paidAt: 1, providerId: 'harbor', told: 'harbor' }
    for (const each of [purchase, { ...purchase, ...later }]) {
      const stored = { ...common, kind: 'purchase', purchase: each }
      expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
    }
  })

  it('given one that a wallet is to pay, reads what it is asked for as well', () => {
    const { wallet, page, attempts } = tracked
    const [step] = tracked.steps
    const facts = { kind: 'transfer', token: step?.facts.token, to: transfer.depositAddress }
    const steps = [{ ...step, facts }]
    const pay = { wallet, page, steps, attempts, account: accepted.author, wanted: true }
    const stored = { ...common, kind: 'transfer', transfer, pay }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it('given a transfer whose blocker was one for all, gives each its own, and drops what is over', () => {
    const { wallet, page } = tracked
    const pay = { wallet, page, steps: [], attempts: [], account: accepted.author }
    const stored = { ...common, kind: 'transfer', transfer, pay }
    const gone = { code: 'page/gone', since: 1 }
    const unlinked = { code: 'order/unlinked', since: 1 }
    const readBack = (more: object) => readStoredOrder(tracked.id, { ...stored, ...more })
    expect(readBack({ blocker: unlinked })).toEqual({ ...stored, blocker: unlinked })
    expect(readBack({ blocker: gone })).toEqual(stored)
    const wished = { ...pay, wanted: true }
    const own = { ...stored, pay: { ...wished, blocker: gone } }
    expect(readBack({ blocker: gone, pay: wished })).toEqual(own)
    expect(readBack({ pay: own.pay })).toEqual(own)
    expect(readBack({ blocker: gone, pay: undefined })).toMatchObject({ kind: 'transfer' })
    expect(readBack({ blocker: gone, pay: undefined }).blocker).toBeUndefined()
  })

  it.each([
    ['of a kind that is not known here', { ...common, kind: 'dream' }],
    ['without its address', { ...common, kind: 'transfer' }],
  ])('given one %s, keeps what it is found by and needs attention', (_, stored) => {
    const order = readStoredOrder(tracked.id, stored)
    expect(order).toMatchObject({ status: 'attention', steps: [], accepted, service })
  })
})

describe('what is known of a contract', () => {
  it('is read back whole', () => {
    const or = { address: '0x1', symbol: 'WETH' }
    const known = {
      service: 'LI.FI',
      contract: 'LiFiDiamond',
      least: '7',
      proxy: 'P',
      or,
      back: or,
    }
    const steps = stepsOf(tracked).map((step) => ({ ...step, facts: { ...step.facts, known } }))
    const [deposit] = stepsOf(read({ steps }))
    expect(deposit?.facts).toMatchObject({ kind: 'deposit', known })
    expect(read({ firstPaid: { held: '12' } })).toMatchObject({ firstPaid: { held: '12' } })
    expect(read({ firstPaid: {} })).toMatchObject({ firstPaid: {} })
    const firstPaid = { held: '12', contracts: ['0x1', '0x2'], amount: '7' }
    expect(read({ firstPaid })).toMatchObject({ firstPaid })
    const { least: _, proxy: __, or: ___, back: ____, ...unread } = known
    const called = stepsOf(tracked).map((step) => ({ ...step, facts: { ...step.facts, unread } }))
    expect(stepsOf(read({ steps: called }))[0]?.facts).toMatchObject({ unread })
    const coded = { coded: 'contract', otherCode: true }
    expect(read(coded)).toMatchObject(coded)
  })

  it('and of who is paid on Solana, where it was told: what is older is read without', () => {
    const payee = { account: 'W', owner: 'V', program: 'P', amount: '7' }
    const advice = { at: 1, outcome: 'passes', goes: [payee, { account: 'X', amount: '1' }] }
    expect(read({ advice })).toMatchObject({ advice })
    expect(read({ advice: { at: 1, outcome: 'passes' } })).not.toHaveProperty('advice.goes')
    const plain = { kind: 'solanaDeposit', token: accepted.from, feePayer: 'A', programs: ['P'] }
    for (const facts of [{ ...plain, unknown: ['P'], pays: [payee] }, plain]) {
      const steps = stepsOf(tracked).map((step) => ({ ...step, facts }))
      expect(stepsOf(read({ steps }))[0]?.facts).toEqual(facts)
    }
  })
})

describe('the order that stands in the way of one', () => {
  it('is read back by its id, and may be absent', () => {
    const blocker = { code: 'order/busy', since: 1 }
    expect(read({ blocker: { ...blocker, orderId: 'other' } }).blocker?.orderId).toBe('other')
    expect(read({ blocker }).blocker).toEqual(blocker)
  })
})

describe('an order that another version wrote', () => {
  it('given an error code that is not known here, goes on, steps and all', () => {
    const order = read({ blocker: { code: 'chain/frozen', since: 1 } })
    expect(order.status).toBe(tracked.status)
    expect(stepsOf(order)).toEqual(tracked.steps)
    expect(order.blocker?.code).toBe('app/unexpected')
  })

  it('given a notice of a kind that is not known here, keeps those that are', () => {
    const order = read({ notified: ['late', 'half-way'] })
    expect(order.status).toBe(tracked.status)
    expect(order.notified).toEqual(['late'])
  })

  it('given a state that is not known here, needs attention', () => {
    expect(read({ status: 'dreaming' }).status).toBe('attention')
  })
})

it('given a trial of the weaker kind, it is still called so', () => {
  const advice = { at: 1, outcome: 'passes', by: ['one'], weak: true }
  expect(read({ advice })).toMatchObject({ id, advice })
})

it.each(['cannot', 'silent'])('given nobody tried it, it is still known why: %s', (untried) => {
  const advice = { at: 1, outcome: 'unknown', untried }
  expect(read({ advice })).toMatchObject({ id, advice })
})

it('given a review that opened on the word of one node, it is still known, and so is a refusal', () => {
  const advice = { at: 1, outcome: 'passes', by: ['one'], open: true }
  expect(read({ advice, refused: 'policy/takes-more' })).toMatchObject({
    id,
    advice,
    refused: 'policy/takes-more',
  })
})

describe('why something failed', () => {
  const failure = { code: 'chain/reverted', at: 1 }
  const hash = `0x${'ab'.repeat(32)}`
  const stepsFailing = (more: object) =>
    stepsOf(tracked).map((step) => ({
      ...step,
      state: { status: 'failed', code: 'wallet/unknown', retryable: true, at: 1, ...more },
    }))

  it.each([
    { kind: 'transaction', hash },
    { kind: 'said', by: 'service', words: 'No' },
    { kind: 'said', by: 'wallet', words: 'Busy' },
    { kind: 'found', finding: '26 left' },
  ])('is read back whole, of an order and of a step: %j', (reason) => {
    const steps = stepsFailing({ reason, attemptId: 'a' })
    const stored = { failure: { ...failure, reason }, steps }
    expect(read(stored)).toStrictEqual({ ...tracked, ...stored })
  })

  it.each([
    { detail: '7 left, 5 were accepted' },
    { fact: { kind: 'left' as const, values: ['7', '5'] } },
  ])('of an alarm is read as it was written, as data or in the words of before: %j', (said) => {
    const at = failure.at
    const alarm = {
      kind: 'took' as const,
      code: 'chain/took-more',
      at,
      attemptId: 'a',
      hash,
      ...said,
    }
    expect(read({ alarm }).alarm).toStrictEqual(alarm)
  })

  it('given words alone, reads nothing out of them', () => {
    const order = read({
      failure: { ...failure, detail: hash },
      steps: stepsFailing({ detail: 'Busy' }),
    })
    expect(order).toStrictEqual({ ...tracked, failure, steps: stepsFailing({}) })
  })

  it('given none, or one that only another version knows, goes on without it', () => {
    const unknown = { kind: 'dreamt', of: 1 }
    const bare = { ...tracked, failure, steps: stepsFailing({}) }
    expect(read({ failure, steps: stepsFailing({}) })).toStrictEqual(bare)
    const reason = { reason: unknown }
    expect(read({ failure: { ...failure, ...reason }, steps: stepsFailing(reason) })).toStrictEqual(
      bare,
    )
  })
})

describe('what a record of the service said otherwise', () => {
  const told = { at: 1, accepted: 'mine', told: 'theirs' }

  it('is read as it was kept; a fact that only another version knows, as another one', () => {
    const known = { ...told, field: 'recipient' }
    expect(read({ contradiction: known })).toStrictEqual({ ...tracked, contradiction: known })
    const order = read({ contradiction: { ...told, field: 'colour' } })
    expect(order).toStrictEqual({ ...tracked, contradiction: { ...told, field: 'other' } })
  })
})

describe('why nothing followed a swap', () => {
  const swapped = (halted: object, notified: string[] = ['held']) =>
    read({ status: 'stopped', halted, notified })

  it.each([
    { at: 1, why: 'person' },
    {
      at: 1,
      why: 'refused',
      code: 'policy/would-revert',
      reason: { kind: 'found', finding: 'STF' },
    },
  ])('is read as it was kept: %o', (halted) => {
    expect(swapped(halted)).toMatchObject({ status: 'stopped', halted, notified: ['held'] })
  })

  it('is kept with how much came', () => {
    const [step] = stepsOf(tracked)
    const state = {
      status: 'confirmed',
      attemptId: 'a',
      hash: '0x1',
      at: 1,
      left: '5',
      got: '7',
      byEvents: true,
    }
    expect(stepsOf(read({ steps: [{ ...step, state }] }))[0]?.state).toEqual(state)
    expect(read({ steps: [{ ...step, state: { ...state, got: 'x' } }] }).status).toBe('attention')
  })
})

describe('what the page says of a request', () => {
  const [step] = tracked.steps
  const checkOf = (state: string) => {
    const checks = [{ at: 1, what: 'ledger', state }]
    const unsure = {
      status: 'unsure',
      attemptId: 'a'.repeat(32),
      since: 1,
      checks,
      needsPerson: true,
    }
    const order = read({ steps: [{ ...step, state: unsure }] })
    return stepsOf(order).map(({ state }) => state.status === 'unsure' && state.checks)
  }

  it.each(['open', 'settled', 'never-seen', 'says-never', 'unreachable'])(
    'is kept: %s',
    (state) => {
      expect(checkOf(state)).toEqual([[{ at: 1, what: 'ledger', state }]])
    },
  )

  it('given what only another version knows, is left out, and the order goes on', () => {
    expect(checkOf('pondered')).toEqual([[]])
  })
})

describe('a request that was given up', () => {
  it.each([
    [{ what: 'given-up', at: 5 }],
    [{ what: 'given-up', at: 5, denied: true }],
    [{ what: 'rejected', at: 5 }],
  ])('is read as it was kept: %o', (end) => {
    const order = read({ attempts: tracked.attempts.map((each) => ({ ...each, end })) })
    expect(attemptsOf(order).map((each) => each.end)).toEqual([end])
  })
})

describe('who showed what a request came to', () => {
  const endsOf = (end: object) =>
    attemptsOf(read({ attempts: tracked.attempts.map((each) => ({ ...each, end })) })).map(
      (each) => each.end,
    )

  it.each([
    { what: 'absent', at: 1, shownBy: { nodes: ['one', 'two'] } },
    { what: 'reverted', at: 1, block: '200', shownBy: { nodes: ['mine'], ownNode: true } },
    { what: 'given-up', at: 1, typed: true },
    { what: 'replaced', at: 1 },
  ])('is kept: %j', (end) => {
    expect(endsOf(end)).toEqual([end])
  })

  it.each([
    { nodes: 'one' },
    { nodes: [1] },
    { ownNode: true },
    { nodes: ['one'], ownNode: false },
    'one',
  ])('given what names nobody, needs attention: %j', (shownBy) => {
    const attempts = tracked.attempts.map((each) => ({
      ...each,
      end: { what: 'absent', at: 1, shownBy },
    }))
    expect(read({ attempts }).status).toBe('attention')
  })
})
