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
