import { describe, expect, it } from 'vitest'
import type { FoundWallet } from '@/src/contract/bridge'
import type { AttemptRow } from '@/src/store/open'
import type { Engine } from '../engine'
import { type Tabs, walletProcedures } from './wallets'

const evm = `0x${'Ab'.repeat(20)}`
const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const words = 'Call +1 555 0100 to unlock your wallet'

function wallet(family: 'eip155' | 'solana', ...accounts: string[]): FoundWallet {
  return { family, id: family, name: family, ambiguous: false, accounts }
}

/** A tab at `https://shop.test`, whose document says what its wallets are. */
function look(options: { wallets?: FoundWallet[]; entered?: Awaited<ReturnType<Tabs['enter']>> }) {
  const asked: unknown[] = []
  const engine = {
    settings: async () => ({ signerUrl: '' }),
    report: () => undefined,
    pages: {
      send: async (page: unknown) => {
        asked.push(page)
        return { wallets: options.wallets ?? [] }
      },
    },
  }
  const tabs = {
    list: async () => [{ tabId: 7, url: 'https://shop.test/a', active: true }],
    enter: async () => options.entered ?? { documentId: 'D1', origin: 'https://shop.test' },
  }
  const { findWallets } = walletProcedures(engine as unknown as Engine, tabs as unknown as Tabs)
  return { asked, found: findWallets({}) }
}

describe('what the wallets of a page show', () => {
  it('is an account only where it is an address of the family', async () => {
    const { found } = look({
      wallets: [wallet('eip155', words, solana, evm), wallet('solana', words, evm, solana)],
    })
    const [page] = (await found).pages
    expect(page?.wallets.map(({ accounts }) => accounts)).toEqual([[evm], [solana]])
  })

  it('is named by the document that says it: one that went elsewhere meanwhile is asked nothing', async () => {
    const entered = { documentId: 'D2', origin: 'https://elsewhere.test' }
    const { found, asked } = look({ wallets: [wallet('eip155', evm)], entered })
    expect((await found).pages).toMatchObject([
      { page: { origin: 'https://shop.test' }, access: true, unanswered: true, wallets: [] },
    ])
    expect(asked).toEqual([])
  })
})

describe('a connection', () => {
  const row: AttemptRow = {
    attemptId: 'a'.repeat(32),
    kind: 'connect',
    page: { tabId: 7, frameId: 0, origin: 'https://shop.test' },
    wallet: { family: 'eip155', id: 'a', name: 'A' },
    createdAt: 0,
  }

  it('has no account that is none', async () => {
    const settled = { ...row, settledAt: 1, accounts: [words, evm] }
    const engine = { db: { use: async () => ({ get: async () => settled }) } } as unknown as Engine
    const { readConnection } = walletProcedures(engine, {} as Tabs)
    const answer = await readConnection({ attemptId: row.attemptId })
    expect(answer).toMatchObject({ state: 'connected', accounts: [evm] })
  })

  it('given its page does not answer, stays open', async () => {
    const db = { use: async () => ({ get: async () => row }) }
    const engine = { db, pages: { send: async () => undefined } } as unknown as Engine
    const { readConnection } = walletProcedures(engine, {} as Tabs)
    expect(await readConnection({ attemptId: row.attemptId })).toEqual({ state: 'open' })
  })
})
