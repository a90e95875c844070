import * as z from 'zod/mini'
import { discoverReply, type FoundWallet } from '@/src/contract/bridge'
import type { OutputOf } from '@/src/contract/rpc'
import { hasEvmShape } from '@/src/domain/address/address'
import { isSolanaAddress } from '@/src/domain/address/check-address'
import { AppError } from '@/src/domain/error'
import { isErrorCode } from '@/src/domain/error-codes'
import type { Family, PageRef } from '@/src/domain/order/order'
import { isPageOf } from '@/src/lib/page-of'
import type { Handlers } from '@/src/messaging/serve'
import { addAttempt, getAttempt } from '@/src/store/attempts'
import type { Engine } from '../engine'
import { askPage } from '../page/pages'

type Names = 'findWallets' | 'connectWallet' | 'readConnection' | 'openSigner' | 'syncSites'

/** A tab as far as Causeway may see it. */
export type SeenTab = {
  tabId: number
  url: string
  title?: string
  favIconUrl?: string
  /** In front, in the window that has the focus. */
  active: boolean
}

/** The document that our scripts are in, as the browser and it name it. */
export type Entered = { documentId?: string; origin?: string }

/** The browser's tabs, and what may run in them. */
export type Tabs = {
  /** Tabs whose address is visible to us; of one window or of all. */
  list(): Promise<SeenTab[]>
  /** Puts our scripts into a tab's top frame; undefined where that is not allowed. */
  enter(tabId: number): Promise<Entered | undefined | 'silent'>
  /** Opens an address in a tab, or shows the tab where it is open. */
  open(url: string): Promise<number>
  /** Registers our scripts for the sites that were granted. */
  syncSites(): Promise<void>
  /** Whether the person gives this site access now: a popup that once looked into its tab is no grant. */
  isGranted(origin: string): Promise<boolean>
}

/** Tabs that are looked into at a time; people keep hundreds open. */
const mostTabs = 24

/** Finding, connecting and reaching the wallets in the person's pages. */
export function walletProcedures(engine: Engine, tabs: Tabs): Pick<Handlers, Names> {
  return {
    findWallets: async ({ first = [] }) => {
      const { signerUrl } = await engine.settings()
      const rank = (tab: SeenTab) => (first.includes(tab.tabId) ? 2 : 0) + Number(tab.active)
      const all = (await tabs.list()).filter((tab) => /^https?:/.test(tab.url))
      const seen = all.sort((a, b) => rank(b) - rank(a)).slice(0, mostTabs)
      const pages = await Promise.all(seen.map((tab) => look(engine, tabs, tab, signerUrl)))
      return { pages, ...(all.length > seen.length && { lookedInto: seen.length }) }
    },
    connectWallet: async ({ page, wallet }) => {
      const attemptId = engine.newId()
      const createdAt = engine.now()
      const row = { attemptId, kind: 'connect' as const, page, wallet, createdAt }
      await addAttempt(engine.db, row)
      const ack = await askPage(engine, page, {
        attemptId,
        walletId: wallet.id,
        request: { kind: 'connect', family: wallet.family },
      })
      if (!ack.accepted && ack.reason !== 'seen') {
        const code = ack.reason === 'ambiguous' ? 'wallet/ambiguous' : 'wallet/not-found'
        const { settle } = await import('../page/outcome')
        await settle(engine, row, { ok: false, error: { message: code } })
        throw new AppError(code, { wallet: wallet.id })
      }
      return { attemptId }
    },
    readConnection: async ({ attemptId }) => {
      const before = await getAttempt(engine.db, attemptId)
      if (before?.kind !== 'connect') return { state: 'unknown' }
      const isOpen = before.settledAt === undefined
      const row = isOpen
        ? await (await import('../page/outcome')).lookAfter(engine, before)
        : before
      if (row?.settledAt === undefined) return { state: 'open' }
      if (row.code !== undefined) {
        return { state: 'failed', code: isErrorCode(row.code) ? row.code : 'wallet/unknown' }
      }
      const accounts = addressesOf(row.wallet.family, row.accounts ?? [])
      return { state: 'connected', accounts, chainId: row.chainId }
    },
    openSigner: async () => {
      const { signerUrl } = await engine.settings()
      if (signerUrl === '') throw new AppError('page/none')
      return { tabId: await tabs.open(signerUrl) }
    },
    syncSites: async () => {
      await tabs.syncSites()
      engine.announce({ kind: 'wallets' })
      return {}
    },
  }
}

type Candidate = OutputOf<'findWallets'>['pages'][number]

async function look(
  engine: Engine,
  tabs: Tabs,
  tab: SeenTab,
  signerUrl: string,
): Promise<Candidate> {
  const page: PageRef = { tabId: tab.tabId, frameId: 0, origin: new URL(tab.url).origin }
  if (tab.title !== undefined) page.title = tab.title
  const signer = isPageOf(signerUrl, tab.url)
  const shared = { favIconUrl: tab.favIconUrl, active: tab.active, signer }
  const entered = await tabs.enter(tab.tabId)
  if (!entered) {
    // What did not load, or is the browser's own, takes no script whatever was allowed.
    const isGranted = await tabs.isGranted(page.origin)
    return { ...shared, page, access: isGranted, wallets: [], ...(isGranted && { blocked: true }) }
  }
  const mute = { ...shared, page, access: true, wallets: [], unanswered: true }
  if (entered === 'silent') return mute
  const { origin = page.origin, ...document } = entered
  // The tab went on while it was entered: that document goes by no other's name.
  if (origin !== page.origin) return mute
  const pinned = { ...page, ...document }
  const wallets = await discover(engine, pinned)
  const found = { ...shared, page: pinned, access: true }
  return wallets ? { ...found, wallets } : { ...found, wallets: [], unanswered: true }
}

async function discover(engine: Engine, page: PageRef): Promise<FoundWallet[] | undefined> {
  try {
    const reply = await engine.pages.send(page, { v: 1, type: 'discover' })
    const read = z.safeParse(discoverReply, reply)
    return read.data?.wallets.map((wallet) => ({
      ...wallet,
      accounts: addressesOf(wallet.family, wallet.accounts),
    }))
  } catch (error) {
    // A page that does not answer is listed all the same.
    engine.report(error, 'discover')
    return undefined
  }
}

/** A page says what it likes: what is no address of the wallet's family is no account. */
function addressesOf(family: Family, accounts: readonly string[]): string[] {
  return accounts.filter(family === 'solana' ? isSolanaAddress : hasEvmShape)
}
