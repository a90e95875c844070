import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { openOrders } from '@/src/store/orders'
import { bytes32, bytesOf, giveUp, giveUpRequests, swapped } from './engine/altered'
import { author, chainId } from './engine/chain'
import { SimRefusal } from './engine/chain-rpc'
import { approve, asContract, contractCode, delegation } from './engine/coded-account'
import { press } from './engine/person'
import { amountIn, native } from './engine/service'
import { solanaChainId } from './engine/solana'
import {
  confirmed,
  createStage,
  depositOf,
  hostsOf,
  requestsInAnHour,
  txAsked,
  wait,
} from './engine/stage'
import type { World } from './engine/world'

const open = createStage('node-budget')

/** What an order that only waits may ask of nodes in an hour: two requests a minute. */
const most = 120

const hide = (w: World) => w.chain.mempool.splice(0)

/** An order whose price never ends, refused in the wallet. */
async function refused(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', 86_400 * 365 * 100)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  w.page.reject()
  await w.deliver()
  return orderId
}

/** The person wants it asked again; `notSent`: they say that they refused it. */
async function again(w: World, orderId: string, notSent: boolean): Promise<string> {
  const stepId = (await w.order(orderId)).steps[0]?.id ?? ''
  await w.call('retryStep', { orderId, stepId, ...(notSent && { notSent }) })
  await w.settle()
  return orderId
}

/** Its payment was sent, and no node has it any more. */
async function unmined(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  await wait(w, 1)
  hide(w)
  return orderId
}

/** Each way in which an order waits, and what is to be there after the hour. */
const waits: Record<string, (w: World) => Promise<string>> = {
  unsure: async (w) => {
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    hide(w)
    w.page.close()
    await w.worker().pageGone(7)
    return orderId
  },
  denied: async (w) => {
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    return orderId
  },
  'denied and stopped': async (w) => {
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await press(() => w.call('stopOrder', { orderId }))
    return orderId
  },
  'wished for again, with another account in the wallet': async (w) => {
    const orderId = await refused(w)
    w.page.state.account = `0x${'d'.repeat(40)}`
    return again(w, orderId, true)
  },
  'wished for again, on a chain that the wallet does not leave': async (w) => {
    const orderId = await refused(w)
    w.page.state.chain = 1
    await again(w, orderId, true)
    w.page.approve()
    w.page.state.chain = 1
    await w.deliver()
    return orderId
  },
  'wished for again, while its refusal is doubted': async (w) => again(w, await refused(w), false),
  'sent and seen nowhere': async (w) => {
    const orderId = await confirmed(w)
    w.page.approve()
    hide(w)
    await w.deliver()
    return orderId
  },
  'sent and not mined': unmined,
  'sent and not mined, while a node says that it was cancelled': async (w) => {
    const orderId = await unmined(w)
    w.nodes.lie('rpc.test', 'noReceipt', 'nonceUsed', 'otherBlock')
    return orderId
  },
  'waiting for its arrival': async (w) => {
    w.service.honesty.pays = false
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    return orderId
  },
  'told of another payout each time': async (w) => {
    let count = 0
    return told(w, () => {
      count += 1
      return { status: 'filled', transactions: { fill: { txHash: named(count) } } }
    })
  },
  'told of a payout and a refund in turns': async (w) => {
    let count = 0
    return told(w, () => {
      count += 1
      return { status: count % 2 ? 'filled' : 'refunded' }
    })
  },
  'told of a thousand deposits that may be its own': async (w) => {
    const deposits = Array.from({ length: 1_000 }, (_, at) => ({
      chainId,
      txHash: named(at),
      inputToken: native,
      amountIn,
    }))
    w.service.terms.deposits = deposits
    return waits.unsure?.(w) ?? ''
  },
}

const named = (count: number) => `0x${count.toString(16).padStart(64, '0')}`

/** A paid order of which the service says, each time, something else. */
async function told(w: World, says: () => object): Promise<string> {
  w.service.honesty.pays = false
  w.service.terms.lie = (record) => ({ ...record, ...says() })
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  return orderId
}

/** A deposit of a token that its page called rejected. */
async function refusedToken(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', 86_400 * 365 * 100)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  await approve(w)
  w.page.reject()
  await w.deliver()
  return orderId
}

/** The payment is asked for; `told`: what comes of it, of which no chain ever hears. */
async function askedOnly(w: World, told: 'signed' | 'muddled'): Promise<string> {
  const orderId = await confirmed(w)
  if (w.source === 'erc20') await approve(w)
  if (told === 'signed') w.page.approve()
  else w.page.muddle()
  await w.deliver()
  hide(w)
  return orderId
}

const delegates = (w: World) => {
  w.chain.code.set(author, delegation)
  return w
}

/** Ways in which an order waits whose account has code, or may have, and what it pays in. */
const coded: [string, 'native' | 'erc20', (w: World) => Promise<string>][] = [
  ['a token of an account without code', 'erc20', refusedToken],
  ['a token of a contract', 'erc20', (w) => refusedToken(asContract(w))],
  ['a token of an account that delegates', 'erc20', (w) => refusedToken(delegates(w))],
  [
    'a token of an account that got its code since',
    'erc20',
    async (w) => {
      const orderId = await refusedToken(w)
      w.chain.code.set(author, contractCode)
      return orderId
    },
  ],
  [
    'a token of an account whose code some nodes invent',
    'erc20',
    (w) => {
      const [liar = ''] = w.nodes.operatorsOf(chainId)
      const invents = (method: string, honest: unknown) =>
        method === 'eth_getCode' ? contractCode : honest
      for (const host of [liar, 'rpc.test']) w.nodeFaults.set(host, invents)
      return refusedToken(w)
    },
  ],
  [
    'a token of a contract, and a Safe transaction that waits',
    'erc20',
    (w) => askedOnly(asContract(w, 'safe'), 'signed'),
  ],
  [
    'a token of a contract whose wallet said nothing',
    'erc20',
    (w) => askedOnly(asContract(w, 'safe'), 'muddled'),
  ],
  ['coins of an account that delegates', 'native', (w) => refused(delegates(w))],
  [
    'coins of an account that delegates, and whose wallet said nothing',
    'native',
    (w) => askedOnly(delegates(w), 'muddled'),
  ],
  [
    'coins of an account that delegates, and an operation that waits',
    'native',
    (w) => {
      Object.assign(w.page.state, { contract: true, carrier: 'operation' })
      return askedOnly(delegates(w), 'signed')
    },
  ],
]

describe('an order that only waits', () => {
  it.each(Object.keys(waits))(
    'given it is %s, asks nodes for two things a minute at most',
    async (what) => {
      const w = open()
      const orderId = await waits[what]?.(w)
      if (orderId === undefined) throw new Error('no order')
      // What just happened is a turning point: it is looked at closely.
      for (let i = 0; i < 10; i += 1) {
        w.chain.mine()
        await w.advance(60_000)
      }
      const count = await requestsInAnHour(w)
      expect(count).toBeLessThanOrEqual(most)
      expect(count).toBeGreaterThan(0)
    },
  )
})

describe('an order whose account may have code, and that only waits', () => {
  it.each(coded)(
    'given it pays %s, asks nodes for two things a minute at most',
    async (_, source, begun) => {
      const w = open(source)
      await begun(w)
      // What just happened is a turning point: it is looked at closely.
      await wait(w, 10)
      const count = await requestsInAnHour(w)
      expect(count).toBeLessThanOrEqual(most)
      expect(count).toBeGreaterThan(0)
    },
  )
})

describe('an order that only waits, and a worker that dies between looks', () => {
  const cases = [
    ...Object.entries(waits).map(([what, begun]) => [what, 'native', begun] as const),
    ...coded,
  ]
  it.each(cases)(
    'given it is, or pays, %s, asks nodes for two things a minute at most',
    async (_, source, begun) => {
      const w = open(source)
      await begun(w)
      await wait(w, 10)
      expect(await requestsInAnHour(w, 1, true)).toBeLessThanOrEqual(most)
    },
  )
})

describe('an order that pays from Solana, of which the named node stands still, as operators do', () => {
  it('asks nodes for two things a minute at most', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    for (const host of ['rpc.test', ...w.nodes.operatorsOf(solanaChainId)]) {
      w.nodes.freeze(host, w.solana.slot())
    }
    w.solana.mine(2)
    await wait(w, 10)
    expect((await depositOf(w, orderId)).state.status).toBe('sent')
    expect(await requestsInAnHour(w)).toBeLessThanOrEqual(most)
  })
})

describe('an order of an account with code, and requests of it that were given up', () => {
  /** The present one is asked for, after so many that are named and that nobody carries out. */
  async function givenUp(count: number) {
    const w = asContract(open('erc20'), 'safe')
    const { orderId, digest } = await w.prepare('q1', 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    await approve(w)
    await giveUpRequests(w, orderId, { count, minutes: 120, answer: () => w.page.approve() })
    return { w, orderId }
  }

  it.each([
    [0, 'asking'],
    [1, 'unsure'],
    [3, 'unsure'],
    [1, 'confirmed'],
    [3, 'confirmed'],
  ])(
    'given there are %i and it is %s, asks nodes for two things a minute at most',
    async (count, status) => {
      const { w, orderId } = await givenUp(count)
      if (status !== 'asking') {
        w.page.approve()
        await w.deliver()
        await w.settle()
        if (status === 'unsure') hide(w)
        w.chain.mine()
      }
      await wait(w, 30)
      expect((await depositOf(w, orderId)).state.status).toBe(status)
      expect(await requestsInAnHour(w)).toBeLessThanOrEqual(most)
    },
  )
})

describe('an order whose account sends other things meanwhile', () => {
  const other = { to: `0x${'98'.repeat(20)}`, data: '0x', value: '0x1' }

  /** What wallets tell nothing of is asked for once more, so often; then the account sends so many others. */
  async function busy(
    kind: 'plain' | 'delegated',
    givenUp: number,
    others: number,
    isPaid: boolean,
  ) {
    const w = open('native')
    if (kind === 'delegated') delegates(w)
    w.service.honesty.pays = false
    const { orderId, digest } = await w.prepare('q1', 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    const asked = txAsked(w)
    const answer = () => w.page.muddle()
    await giveUpRequests(w, orderId, { count: givenUp, minutes: 15, answer })
    if (isPaid) w.page.approve()
    else w.page.muddle()
    if (isPaid) w.chain.mine()
    else hide(w)
    await w.deliver()
    await wait(w, 10)
    for (let sent = 0; sent < others; sent += 1) {
      w.chain.send(other)
      w.chain.mine()
      await wait(w, 1)
    }
    // What just happened is a turning point: it is looked at closely.
    await requestsInAnHour(w, 5)
    return { w, orderId, asked }
  }

  it.each([
    ['plain', 0, 10, false],
    ['plain', 1, 4, false],
    ['plain', 2, 10, false],
    ['plain', 2, 10, true],
    ['delegated', 0, 10, false],
    ['delegated', 1, 4, false],
    ['delegated', 2, 10, false],
    ['delegated', 2, 10, true],
  ] as const)(
    'given an account (%s), %i requests given up, %i others sent and its payment mined: %s, asks for two things a minute at most',
    async (kind, givenUp, others, isPaid) => {
      const { w, orderId } = await busy(kind, givenUp, others, isPaid)
      expect(await requestsInAnHour(w, 5)).toBeLessThanOrEqual(most)
      expect(await requestsInAnHour(w, 5, true)).toBeLessThanOrEqual(most)
      expect((await depositOf(w, orderId)).state.status).toBe(isPaid ? 'confirmed' : 'unsure')
    },
  )

  it.each([0, 1, 2])(
    'given %i requests were given up, a late payment is found within five minutes all the same',
    async (givenUp) => {
      const { w, orderId, asked } = await busy('plain', givenUp, 10, false)
      const { to, data, value } = asked
      w.chain.send({ to, data, value })
      w.chain.mine()
      await wait(w, 5)
      expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    },
  )
})

/** Nodes that tell no events. */
function refuseLogs(w: World): World {
  for (const host of hostsOf(w)) {
    w.nodeFaults.set(host, (method, honest) => {
      if (method === 'eth_getLogs') throw new SimRefusal('the method is not available', -32_601)
      return honest
    })
  }
  return w
}

/** Nodes that take so many blocks of events at once. */
function narrow(w: World, widest: number): World {
  for (const host of hostsOf(w)) w.nodes.narrow(host, widest)
  return w
}

describe('an order of an account with code, where nodes take few blocks at once', () => {
  const told = ['signed', 'muddled', 'refused'] as const
  const each = told.flatMap((what) =>
    [
      [500, 30],
      [500, 240],
      [10_000, 240],
    ].map(([widest = 0, made = 0]) => [what, widest, made] as const),
  )
  it.each(each)(
    'given its request is %s, windows of %i blocks and %i blocks a minute, asks for two things a minute at most',
    async (what, widest, made) => {
      const w = narrow(asContract(open('erc20'), 'safe'), widest)
      if (what === 'refused') await refusedToken(w)
      else await askedOnly(w, what)
      // What just happened is a turning point: it is looked at closely.
      await requestsInAnHour(w, made)
      const count = await requestsInAnHour(w, made)
      expect(count).toBeLessThanOrEqual(most)
      expect(count).toBeGreaterThan(0)
    },
  )
})

describe('an order of an account with code that caught up with much of a chain', () => {
  it('is looked at again within twenty minutes all the same', async () => {
    const w = narrow(asContract(open('erc20'), 'safe'), 200)
    await askedOnly(w, 'muddled')
    for (let block = 0; block < 20_000; block += 1) w.chain.mine()
    const quiet: number[] = []
    for (let minute = 0; minute < 120; minute += 1) {
      const before = w.reads.length
      await w.advance(60_000)
      if (w.reads.length === before) quiet[quiet.length - 1] = (quiet.at(-1) ?? 0) + 1
      else quiet.push(0)
    }
    expect(Math.max(...quiet)).toBeLessThan(20)
  })
})

describe('a prompt of an account with code that is open for minutes', () => {
  it.each([3, 5])(
    'given what it asks is carried out after %i minutes and its page says nothing, is found within a minute',
    async (minutes) => {
      const w = asContract(open('erc20'), 'safe')
      const orderId = await confirmed(w)
      await approve(w)
      await wait(w, minutes - 1)
      w.page.approve('nothing')
      w.chain.mine()
      await w.advance(60_000)
      expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
    },
  )
})

/** A page names a transaction of somebody else, which is mined. */
async function foreign(w: World): Promise<string> {
  const orderId = await confirmed(w)
  await approve(w)
  const { hash } = w.chain.sendBy(`0x${'99'.repeat(20)}`, {
    ...{ to: `0x${'98'.repeat(20)}`, data: '0x', value: '0x1' },
  })
  w.chain.mine()
  w.page.invent(hash)
  await w.deliver()
  return orderId
}

coded.push(
  ['a token, and a page that names a foreign hash', 'erc20', foreign],
  [
    'a token of an account without code, whose wallet said nothing',
    'erc20',
    (w) => askedOnly(w, 'muddled'),
  ],
  [
    'a token, and nodes that tell no events, once it was refused',
    'erc20',
    (w) => refusedToken(refuseLogs(w)),
  ],
  [
    'a token, and nodes that tell no events, whose wallet said nothing',
    'erc20',
    (w) => askedOnly(refuseLogs(w), 'muddled'),
  ],
  [
    'a token, and nodes that tell no events, and a page that names a foreign hash',
    'erc20',
    (w) => foreign(refuseLogs(w)),
  ],
)

/** Ways in which a Solana order waits of which a wallet may have signed more than is known. */
const signed: [string, (w: World) => Promise<string | undefined>][] = [
  [
    'called absent',
    async (w) => {
      const orderId = await confirmed(w)
      w.page.reject()
      await w.deliver()
      await wait(w, 4)
      expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
    },
  ],
  [
    'called absent, and beside one that was paid',
    async (w) => {
      const orderId = await refused(w)
      await wait(w, 8)
      await again(w, orderId, false)
      expect(w.page.state.everAsked).toBe(2)
      w.page.approve()
      await w.deliver()
      w.solana.mine()
    },
  ],
  [
    'rejected by a click, and the next one is open, beside other payments of the account',
    async (w) => {
      const orderId = await refused(w)
      landOthers(w)
      await again(w, orderId, true)
      expect(w.page.state.everAsked).toBe(2)
    },
  ],
  [
    'rejected by a click, and the next one was signed',
    async (w) => {
      await again(w, await refused(w), true)
      w.page.approve()
    },
  ],
  [
    'signed and too late to land, while one node says nothing',
    async (w) => {
      await confirmed(w)
      w.service.faults.push(...Array<'error'>(2_000).fill('error'))
      w.page.approve()
      await w.deliver()
      w.solana.skip()
      const [first = '', ...others] = w.nodes.operatorsOf(solanaChainId)
      expect(first).not.toBe('')
      for (const host of others) w.nodes.silence(host)
    },
  ],
  [
    'given up by a typed word, and beside one that was paid',
    async (w) => {
      const orderId = await confirmed(w)
      const { id: stepId, state } = await depositOf(w, orderId)
      w.page.losePrompt()
      await w.call('promptGone', { orderId, stepId, attemptId: attemptOf(state) ?? '' })
      await w.advance(30_000)
      await giveUp(w, orderId)
      await again(w, orderId, false)
      expect(w.page.state.everAsked).toBe(2)
      w.page.approve()
      await w.deliver()
      w.solana.mine()
    },
  ],
]

/** Five payments of the account to somebody else. */
function landOthers(w: World): void {
  for (let at = 0; at < 5; at += 1) {
    const other = swapped(w.solana.build(), 'order', `oth${at}r`)
    const vault = parseSolanaTransaction(bytesOf(other))?.instructions[0]?.accounts[1]?.key
    w.solana.landLate(w.solana.sign(swapped(other, bytes32(vault), new Uint8Array(32).fill(9))))
  }
}

describe('an order that pays from Solana, and that only waits', () => {
  it.each(signed)(
    'given its request is %s, asks nodes for two things a minute at most',
    async (_, begun) => {
      const w = open('solana')
      await begun(w)
      await wait(w, 10)
      const count = await requestsInAnHour(w)
      expect(count).toBeLessThanOrEqual(most)
      expect(count).toBeGreaterThan(0)
    },
  )
})

describe('an order that is to be asked for again, and whose wallet has another account', () => {
  it('looks at the wallet, and asks nodes once it could go on', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare('q1', 86_400 * 365 * 100)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.reject()
    await w.deliver()
    const own = w.page.state.account
    w.page.state.account = `0x${'5'.repeat(40)}`
    const [step] = (await w.order(orderId)).steps
    await press(() => w.call('retryStep', { orderId, stepId: step?.id ?? '', notSent: true }))
    await w.advance(60_000)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/account-changed')
    expect(await requestsInAnHour(w)).toBeLessThanOrEqual(most)
    w.page.state.account = own
    const asked = w.asked.length
    await w.advance(10_000)
    expect(w.asked.length).toBe(asked + 1)
  })
})

/** A payment is asked for, at a price that holds so many seconds. */
async function prompted(w: World, validFor = 86_400): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', validFor)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  if (w.source === 'erc20') await approve(w)
  expect((await depositOf(w, orderId)).state.status).toBe('asking')
  return orderId
}

/** Where its operators do not answer, nothing is proved of an order on Solana: it waits as it is. */
function stuck(w: World): World {
  if (w.source !== 'solana') return w
  for (const host of w.nodes.operatorsOf(solanaChainId)) w.nodes.silence(host)
  return w
}

/** Each state in which an order waits for what was asked, and how it comes to it. */
const states: Record<string, (w: World) => Promise<string>> = {
  asking: async (w) => {
    const orderId = await prompted(w)
    stuck(w)
    return orderId
  },
  sent: async (w) => {
    const orderId = await prompted(w)
    w.service.faults.push(...Array<'error'>(2_000).fill('error'))
    w.page.approve()
    hide(w)
    await w.deliver()
    stuck(w)
    return orderId
  },
  verified: async (w) => {
    const orderId = await prompted(w)
    w.service.faults.push(...Array<'error'>(2_000).fill('error'))
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    hide(w)
    stuck(w)
    return orderId
  },
  unsure: async (w) => {
    const orderId = await prompted(w)
    w.page.muddle()
    await w.deliver()
    hide(w)
    stuck(w)
    return orderId
  },
  declined: async (w) => {
    const orderId = await prompted(w)
    w.page.reject()
    await w.deliver()
    stuck(w)
    return orderId
  },
}

/** How often the screen of an order has it looked at, ms, and for how many minutes that is counted. */
const screenLook = 2_000
const watched = 40

/** Lets seconds pass with its screen open. */
async function look(w: World, orderId: string, seconds: number): Promise<void> {
  for (let ms = 0; ms < seconds * 1_000; ms += screenLook) {
    await w.call('refreshOrder', { orderId })
    await w.advance(screenLook)
  }
}

/** Lets minutes pass, with a block in each, and its screen open or not; gives what nodes were asked meanwhile. */
async function watch(
  w: World,
  orderId: string,
  minutes: number,
  isShown: boolean,
): Promise<number> {
  const before = w.reads.length
  for (let minute = 0; minute < minutes; minute += 1) {
    w.chain.mine()
    if (isShown) await look(w, orderId, 60)
    else await w.advance(60_000)
  }
  return w.reads.length - before
}

const screens = ['open', 'closed'] as const

describe('an order that waits for what was asked, and its screen', () => {
  const sources = ['native', 'erc20', 'solana'] as const
  const each = screens.flatMap((screen) =>
    sources.flatMap((source) =>
      Object.keys(states).map((state) => [screen, state, source] as const),
    ),
  )
  it.each(each)(
    'given it is %s, the order %s and paid in %s, asks nodes for two things a minute at most',
    async (screen, state, source) => {
      const w = open(source)
      const orderId = (await states[state]?.(w)) ?? ''
      const isShown = screen === 'open'
      // What just happened is a turning point: it is looked at closely.
      await watch(w, orderId, 10, isShown)
      expect(await watch(w, orderId, watched, isShown)).toBeLessThanOrEqual(2 * watched)
    },
  )

  it.each(screens.flatMap((screen) => sources.map((source) => [screen, source] as const)))(
    'given it is %s and a prompt for %s, at a price of ten minutes, asks for two things a minute at most',
    async (screen, source) => {
      const w = open(source)
      const orderId = await prompted(w, 600)
      const isShown = screen === 'open'
      await watch(w, orderId, 3, isShown)
      expect(await watch(w, orderId, 15, isShown)).toBeLessThanOrEqual(2 * 15)
    },
  )
})

describe('an order that waits, and the person who looks', () => {
  /** Looks as its screen does until it stands at something else; gives how long that took, ms. */
  async function untilMoved(w: World, orderId: string, from: string): Promise<number> {
    const began = w.clock.now
    while ((await depositOf(w, orderId)).state.status === from) {
      if (w.clock.now - began > 180_000) break
      await look(w, orderId, 2)
    }
    return w.clock.now - began
  }

  it('given it was just sent, they see it mined within seconds', async () => {
    const w = open()
    const orderId = await prompted(w)
    w.page.approve()
    await w.deliver()
    await look(w, orderId, 30)
    w.chain.mine()
    expect(await untilMoved(w, orderId, 'verified')).toBeLessThan(5_000)
  })

  it('given they watch for more than a minute, they see it mined no later than who does not', async () => {
    const w = open()
    const orderId = await prompted(w)
    w.page.approve()
    await w.deliver()
    await look(w, orderId, 120)
    expect((await depositOf(w, orderId)).state.status).toBe('verified')
    w.chain.mine()
    expect(await untilMoved(w, orderId, 'verified')).toBeLessThan(15_000)
  })

  it.each(screens)(
    'given a prompt has been open for minutes (screen %s), the answer of its page is taken at once',
    async (screen) => {
      const w = open()
      const orderId = await prompted(w)
      await watch(w, orderId, 10, screen === 'open')
      w.page.approve()
      await w.deliver()
      expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
    },
  )

  it.each([
    ['native', 'open'],
    ['native', 'closed'],
    ['erc20', 'open'],
    ['erc20', 'closed'],
  ] as const)(
    'given a prompt for %s (screen %s) has been open for minutes and its page says nothing, is found within a minute or so',
    async (source, screen) => {
      const w = open(source)
      const orderId = await prompted(w)
      const isShown = screen === 'open'
      await watch(w, orderId, 10, isShown)
      w.page.approve('nothing')
      await watch(w, orderId, 2, isShown)
      expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
    },
  )

  it('given a prompt has been open for minutes and its page is gone, they are told within seconds', async () => {
    const w = open()
    const orderId = await prompted(w)
    await watch(w, orderId, 10, true)
    w.page.close()
    await w.worker().pageGone(7)
    expect(await untilMoved(w, orderId, 'asking')).toBeLessThan(5_000)
    await w.advance(20_000)
    expect((await depositOf(w, orderId)).state).toMatchObject({ needsPerson: true })
  })

  it('given it has waited for an hour, it is looked at as they come, and as they press "Check again"', async () => {
    const w = open()
    const orderId = (await states.unsure?.(w)) ?? ''
    await wait(w, 61)
    const asked = async (act: () => Promise<unknown>) => {
      const before = w.reads.length
      await act()
      await w.settle()
      return w.reads.length - before
    }
    const come = () => w.call('refreshOrder', { orderId })
    await w.advance(1_000)
    expect(await asked(come)).toBeGreaterThan(0)
    await w.advance(1_000)
    expect(await asked(come)).toBe(0)
    const { id: stepId, state } = await depositOf(w, orderId)
    const named = { orderId, stepId, attemptId: attemptOf(state) ?? '' }
    const again = () => w.call('resolveUnsure', { ...named, choice: { kind: 'check-again' } })
    expect(await asked(again)).toBeGreaterThan(1)
  })
})

describe('an order that waits in any other way, and whose screen is open', () => {
  const all = [
    ...Object.entries(waits).map(([what, begun]) => [what, 'native', begun] as const),
    ...coded,
    ...signed.map(([what, begun]) => [what, 'solana', begun] as const),
  ]
  it.each(all)(
    'given it is, or pays, %s, asks nodes for two things a minute at most',
    async (_, source, begun) => {
      const w = open(source)
      const told = await begun(w)
      const orderId = told ?? (await openOrders(w.truth))[0]?.id ?? ''
      await watch(w, orderId, 10, true)
      expect(await watch(w, orderId, watched, true)).toBeLessThanOrEqual(2 * watched)
    },
  )
})
