import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { AskEvidence, Attempt, SwapOrder } from '@/src/domain/order/order'
import { encodeTransfer } from '@/src/domain/policy/policy-abi'
import { encodeBase58 } from '@/src/lib/base58'
import { decodeBase64 } from '@/src/lib/bytes'
import { createDatabase } from '@/src/store/open'
import { insertFound } from '@/src/store/orders'
import { createSimSolana } from '@/test/integration/engine/solana'
import {
  asked,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  author as payer,
  planned,
  sent,
  submitted,
  hash as taken,
  verified,
} from '@/test/samples/order'
import type { Engine } from '../engine'
import { isFree } from './is-free'
import { findMined, findSent } from './look'

const author = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'
const askedAt = Date.parse('2026-01-01T00:00:00Z')
const page = { tabId: 1, frameId: 0, origin: 'https://dapp.test' }
const evidence: AskEvidence = { askedAt, page, blockhash: 'blockhash' }
const attempt = {
  deposit: true,
  action: { kind: 'solanaSign', transaction: '' },
  evidence,
  seen: [],
} as unknown as Attempt
const order = {
  id: 'own',
  accepted: {
    author,
    from: { chainId: 1, amount: '11' },
    to: { chainId: 2 },
    quoteId: 'q',
    routeId: 'r',
  },
} as SwapOrder

/** The service with one deposit of the account: of this quote, or of another one of a like amount. */
function engineWith(quoteId: string, named = 'signature'): Engine {
  const createdAt = new Date(askedAt + 1_000).toISOString()
  const intent = { intentId: 'i', createdAt, toChainId: 2, srcAmount: '11' }
  const client = {
    intents: {
      byAuthor: async () => ({ data: [intent] }),
      get: async () => ({ ...intent, deposits: [{ txHash: named }] }),
    },
    orders: {
      list: async () => ({ data: [{ quoteId, routeId: 'r', depositTxHash: named }] }),
    },
  }
  return {
    db: createDatabase('look'),
    report: () => undefined,
    serviceOf: async () => client,
    solana: async () => ({ isBlockhashValid: async () => true }),
  } as unknown as Engine
}

describe('findSent on Solana', () => {
  const chain = createSimSolana(11n)
  const transaction = chain.build()
  const signed = chain.sign(transaction)
  const idOf = (text: string) => encodeBase58((decodeBase64(text) ?? new Uint8Array()).slice(1, 65))
  const ask = { ...attempt, action: { kind: 'solanaSign', chainId: 1, transaction } } as Attempt
  const own = { ...order, accepted: { ...order.accepted, author: chain.author } } as SwapOrder

  /** What is seen where the service names a signature, and the node shows these bytes under it. */
  function look(quoteId: string, named: string, shown: string | null) {
    const engine = engineWith(quoteId, named)
    const reader = {
      transaction: async () => shown && { bytes: decodeBase64(shown) },
      signaturesSince: async () => ({ entries: [], isWhole: true }),
    }
    const readers = async () => ({ solana: () => reader, solanaOperators: () => [] })
    return findSent({ ...engine, readers } as unknown as Engine, own, ask)
  }

  it('given an order of this quote at the service, then its deposit is ours where it is what was asked for', async () => {
    const hash = idOf(signed)
    expect((await look('q', hash, signed)).match).toEqual({ hash, by: 'service' })
  })

  it('given something else that landed, or ours under another id, then it is not', async () => {
    const other = chain.sign(chain.build())
    for (const [named, shown] of [
      [idOf(other), other],
      [idOf(other), signed],
    ] as const) {
      const seen = await look('q', named, shown)
      expect(seen.match).toBeUndefined()
      expect(seen.service).toEqual({ isNew: false, isOther: true })
    }
  })

  it('given no node shows it yet, then it may be ours', async () => {
    const seen = await look('q', idOf(signed), null)
    expect(seen.match).toBeUndefined()
    expect(seen.service).toEqual({ isNew: true })
  })

  it('given another order of a like amount, when it is looked for, then its deposit is not taken for ours', async () => {
    const seen = await look('other', idOf(signed), signed)
    expect(seen.match).toBeUndefined()
    expect(seen.service).toEqual({ isNew: false })
  })
})

describe('findSent on an EVM chain, of a payment that the service knows', () => {
  const person = '0x1111111111111111111111111111111111111111'
  const exchange = '0x2222222222222222222222222222222222222222'
  const tx = { from: person, to: '0x3333333333333333333333333333333333333333', value: '0x0' }
  const asked = {
    deposit: true,
    action: { kind: 'transaction', chainId: 1, tx: { ...tx, data: '0x' }, waitForReceipt: false },
    evidence: { askedAt, page, nonce: 4 },
    seen: [],
  } as unknown as Attempt
  const own = { ...order, accepted: { ...order.accepted, author: person }, attempts: [], steps: [] }

  /** The service's deposit of this very route, by the account and with the nonce that are given. */
  function engineOf(from: string, nonce: number, code = '0x'): Engine {
    const found = { hash: 'signature', from, to: tx.to, value: 7n, data: '0x', nonce, chainId: 1 }
    const chain = { transaction: async () => found, nonce: async () => 4, code: async () => code }
    return { ...engineWith('q'), evm: async () => chain } as unknown as Engine
  }
  const isNew = async (engine: Engine) =>
    (await findSent(engine, own as unknown as SwapOrder, asked)).service?.isNew

  it('given the account itself sent it, its nonce says whether that was before the ask', async () => {
    expect(await isNew(engineOf(person, 3))).toBe(false)
    expect(await isNew(engineOf(person, 4))).toBe(true)
  })

  it('given the node has told of it once in a look, it is not asked a second time', async () => {
    const engine = engineOf(person, 4)
    const chain = await engine.evm(1)
    const asks: string[] = []
    const transaction = async (hash: string) => {
      asks.push(hash)
      return chain.transaction(hash)
    }
    await isNew({ ...engine, evm: async () => ({ ...chain, transaction }) })
    expect(asks).toEqual(['signature'])
  })

  it('given an exchange sent it, whose nonces are its own, it is no sign of the ask', async () => {
    expect(await isNew(engineOf(exchange, 90_000))).toBe(false)
    expect(await isNew(engineOf(exchange, 1))).toBe(false)
  })

  it('given others may send for the account, it may be the ask, whatever the nonce', async () => {
    expect(await isNew(engineOf(exchange, 1, '0xef0100'))).toBe(true)
  })
})

describe('what was asked, mined without anybody naming it', () => {
  const running = { ...orderAfter(planned(), confirmed), id: 'd'.repeat(32) }
  const { action } = depositDraft
  if (action.kind !== 'transaction') throw new Error('another family')
  const { tx, chainId } = action
  const found = { ...tx, hash: taken, value: 0n, nonce: 4, chainId, blockNumber: 2n }
  const reader = {
    nonce: async () => 5,
    blockNumber: async () => 2n,
  }

  const begun = orderAfter(planned(), confirmed)
  const other = orderAfter(begun, asked(begun), sent, verified, mined, submitted)
  const [step] = other.steps
  if (step?.state.status !== 'confirmed') throw new Error('not mined')
  const elsewhere = { ...step, state: { ...step.state, hash: `0x${'ee'.repeat(32)}` } }
  const named = { at: 1, by: 'page' as const, hash: taken }

  /** What is found while another order is on record, and whether the hash is free. */
  async function beside(name: string, patch: Partial<SwapOrder>, data = tx.data) {
    const db = createDatabase(`look-${name}`)
    const known = { ...other, accepted: { ...other.accepted, quoteId: name }, ...patch }
    await insertFound(db, known, [], 1)
    const engine = { db } as unknown as Engine
    const blockTransactions = async () => [{ ...found, data, from: payer }]
    const pays = { ...action, tx: { ...tx, data } }
    const evidence = { askedAt, page, nonce: 4 }
    const look = {
      reader: { ...reader, blockTransactions },
      order: running,
      action: pays,
      evidence,
    }
    const seen = await findMined(engine, look as unknown as Parameters<typeof findMined>[1], 5)
    return { ...seen, free: await isFree(engine, running.id, taken) }
  }

  it('is another order’s where that one was proved by it', async () => {
    expect(await beside('proved', {})).toEqual({ accounted: true, free: false })
  })

  it('is no other’s by the word of that one’s service, whatever that says it did there', async () => {
    const service = { depositTxHash: taken, fill: { txHash: taken }, refund: { txHash: taken } }
    const patch = { steps: [elsewhere], attempts: [], service } as Partial<SwapOrder>
    expect(await beside('told', patch)).toEqual({ hash: taken, accounted: true, free: true })
  })

  it('is not said to be something else where a page alone named it for another', async () => {
    const attempts = other.attempts.map(({ end: _, ...each }) => ({ ...each, seen: [named] }))
    const patch = { steps: [elsewhere], attempts, service: {} }
    expect(await beside('named', patch)).toEqual({ accounted: false, free: false })
  })

  it('is its order’s where a service alone tells of another one: nobody else has that payload', async () => {
    const patch = { steps: [], attempts: [], service: { depositTxHash: taken } }
    expect(await beside('found', patch)).toEqual({ hash: taken, accounted: true, free: true })
  })

  it('is a payment by address that a service tells of: many pay alike', async () => {
    const closed = { at: 1, why: 'found' }
    const transfer = { depositAddress: payer, amount: '1', expiresAt: 1, seen: [], closed }
    const patch = { kind: 'transfer', transfer, service: { depositTxHash: taken } }
    const told = patch as unknown as Partial<SwapOrder>
    const coins = await beside('paid', told, '0x')
    expect(coins).toEqual({ accounted: false, free: false })
    const tokens = encodeTransfer(payer, 5n)
    expect(await beside('paid in tokens', told, tokens)).toEqual(coins)
    const ours = { hash: taken, accounted: true, free: false }
    expect(await beside('deposited', told)).toEqual(ours)
  })
})
