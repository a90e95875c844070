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
function look(options: {
  wallets?: FoundWallet[]
  entered?: Awaited<ReturnType<Tabs['enter']>> | 'not'
  granted?: boolean
  open?: number
  first?: number[]
}) {
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
    list: async () =>
      Array.from({ length: options.open ?? 1 }, (_, at) => {
        return { tabId: 7 + at, url: 'https://shop.test/a', active: at === (options.open ?? 1) - 1 }
      }),
    enter: async () =>
      options.entered === 'not'
        ? undefined
        : (options.entered ?? { documentId: 'D1', origin: 'https://shop.test' }),
    isGranted: async () => options.granted ?? false,
  }
  const { findWallets } = walletProcedures(engine as unknown as Engine, tabs as unknown as Tabs)
  return { asked, found: findWallets({ first: options.first }) }
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

describe('tabs that are looked into', () => {
  it('are those that a choice rests on and the one in front, however many there are, and it is said that there are more', async () => {
    const many = await look({ open: 60, first: [50] }).found
    expect(many.pages.map(({ page }) => page.tabId).slice(0, 3)).toEqual([50, 66, 7])
    expect(many.pages).toHaveLength(24)
    expect(many.lookedInto).toBe(24)
    expect(await look({ open: 24 }).found).not.toHaveProperty('lookedInto')
  })

  it('given one takes no script though the person gave access, are not said to lack it', async () => {
    const { pages } = await look({ entered: 'not', granted: true }).found
    expect(pages).toMatchObject([{ access: true, blocked: true, wallets: [] }])
    const [locked] = (await look({ entered: 'not' }).found).pages
    expect(locked).toMatchObject({ access: false, wallets: [] })
    expect(locked).not.toHaveProperty('blocked')
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
