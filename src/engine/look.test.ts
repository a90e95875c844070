import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { AskEvidence, Attempt, SwapOrder } from '@/src/domain/order'
import { createDatabase } from '@/src/store/open'
import type { Engine } from './engine'
import { findSent } from './look'

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
function engineWith(quoteId: string): Engine {
  const createdAt = new Date(askedAt + 1_000).toISOString()
  const intent = { intentId: 'i', createdAt, toChainId: 2, srcAmount: '11' }
  const client = {
    intents: {
      byAuthor: async () => ({ data: [intent] }),
      get: async () => ({ ...intent, deposits: [{ txHash: 'signature' }] }),
    },
    orders: {
      list: async () => ({ data: [{ quoteId, routeId: 'r', depositTxHash: 'signature' }] }),
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
  it('given an order of this quote at the service, when it is looked for, then its deposit is ours', async () => {
    const seen = await findSent(engineWith('q'), order, attempt)
    expect(seen.match).toEqual({ hash: 'signature', by: 'service' })
  })

  it('given another order of a like amount, when it is looked for, then its deposit is not taken for ours', async () => {
    const seen = await findSent(engineWith('other'), order, attempt)
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
