import { type ReadonlySignal, signal } from '@preact/signals'
import type { FoundWallet } from '@/src/contract/bridge'
import type { OutputOf } from '@/src/contract/rpc'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Family, PageRef, WalletRef } from '@/src/domain/order/order'
import { type Async, failed, idle, loading, ready } from './async'
import type { Backend } from './backend'
import type { Connection, Connections, PendingConnect } from './connection'
import type { Preferences } from './preferences'

export type PageCandidate = OutputOf<'findWallets'>['pages'][number]

export type Wallets = {
  pages: ReadonlySignal<Async<PageCandidate[]>>
  /** How many tabs were looked into, where there are more. */
  lookedInto: ReadonlySignal<number | undefined>
  connections: ReadonlySignal<Connections>
  pending: ReadonlySignal<PendingConnect | undefined>
  error: ReadonlySignal<WireError | undefined>
  refresh(): Promise<void>
  choose(page: PageCandidate, wallet: FoundWallet): Promise<boolean>
  /** Has a page ask its wallet for an account; what came of it is in `connections` or `error`. */
  connect(page: PageRef, wallet: WalletRef): Promise<void>
  chooseAccount(family: Family, account: string): void
  cancelPending(): void
  allow(patterns: string[]): Promise<void>
  openSigner(): Promise<void>
  restore(): Promise<void>
}

function sameDocument(a: PageRef, b: PageRef): boolean {
  return a.tabId === b.tabId && a.frameId === b.frameId && a.origin === b.origin
}

const families: Family[] = ['eip155', 'solana']

/**
 * The accounts of a list that a page can have sign: an EVM wallet signs with its current one, the first,
 * whatever it is asked for.
 */
export function signersOf(family: Family, accounts: readonly string[]): readonly string[] {
  return family === 'eip155' ? accounts.slice(0, 1) : accounts
}

function toRef({ family, id, name, icon }: FoundWallet): WalletRef {
  return { family, id, name, ...(icon === undefined ? {} : { icon }) }
}

/** Which wallet of which page asks: found, connected, remembered, and noticed when gone. */
export function createWallets(options: { backend: Backend; preferences: Preferences }): Wallets {
  const { backend, preferences } = options
  const pages = signal<Async<PageCandidate[]>>(idle)
  const lookedInto = signal<number | undefined>(undefined)
  const none: Connections = {}
  const connections = signal(none)
  const pending = signal<PendingConnect | undefined>(undefined)
  const error = signal<WireError | undefined>(undefined)
  /** Looks are numbered: what was seen before `settled` was seen before a choice or by an older look. */
  let looks = 0
  let settled = 0

  function setConnection(family: Family, connection: Connection | undefined): void {
    connections.value = { ...connections.value, [family]: connection }
    void backend.session.write('connections', connections.value)
  }

  function setPending(next: PendingConnect | undefined): void {
    pending.value = next
    void backend.session.write('pendingConnect', next ?? null)
  }

  function take(page: PageRef, wallet: WalletRef, accounts: string[]): boolean {
    const [first] = accounts
    if (first === undefined) return false
    const before = connections.value[wallet.family]
    const able = signersOf(wallet.family, accounts)
    const account =
      before !== undefined && before.wallet.id === wallet.id && able.includes(before.account)
        ? before.account
        : first
    setConnection(wallet.family, { page, wallet, account, accounts })
    return true
  }

  /**
   * The chosen document may have been reloaded, its wallet gone or on another account. A page or a
   * wallet that is only slow to answer changes nothing.
   */
  function follow(found: PageCandidate[]): void {
    for (const connection of Object.values(connections.value)) {
      if (connection === undefined) continue
      const { family, id } = connection.wallet
      const page = found.find((item) => sameDocument(item.page, connection.page))
      const wallet = page?.wallets.find((item) => item.family === family && item.id === id)
      if (page?.unanswered || wallet?.unanswered) continue
      if (page === undefined || wallet === undefined || wallet.accounts.length === 0) {
        setConnection(family, undefined)
      } else {
        take(page.page, connection.wallet, wallet.accounts)
      }
    }
  }

  /** A wallet that already shows its account to the page in front needs no choosing. */
  function chooseByItself(found: PageCandidate[]): void {
    if (pending.value !== undefined) return
    const front = found.find((page) => page.active && page.access)
    if (front === undefined) return
    for (const family of families) {
      if (connections.value[family] !== undefined) continue
      const wanted = preferences.settings.value?.preferredWallet[family]
      const open = front.wallets.filter(
        (wallet) => wallet.family === family && !wallet.ambiguous && wallet.accounts.length > 0,
      )
      const wallet =
        open.find((item) => item.id === wanted) ?? (open.length === 1 ? open[0] : undefined)
      if (wallet !== undefined) take(front.page, toRef(wallet), wallet.accounts)
    }
  }

  function remember({ family, id }: WalletRef): void {
    const known = preferences.settings.value?.preferredWallet
    if (known === undefined || known[family] === id) return
    void preferences.write({ preferredWallet: { ...known, [family]: id } })
  }

  async function refresh(): Promise<void> {
    if (pages.value.state === 'idle') pages.value = loading
    looks += 1
    const look = looks
    try {
      // Among however many tabs, those that a choice rests on are looked into.
      const chosen = [...Object.values(connections.value), pending.value]
      const first = chosen.flatMap((each) => (each ? [each.page.tabId] : []))
      const found = await backend.call('findWallets', { first })
      if (look <= settled) return
      settled = look
      pages.value = ready(found.pages)
      lookedInto.value = found.lookedInto
      follow(found.pages)
      chooseByItself(found.pages)
    } catch (caught) {
      if (look > settled) pages.value = failed(toWireError(caught))
    }
  }

  async function checkPending(): Promise<void> {
    const open = pending.value
    if (open === undefined) return
    const answer = await backend.call('readConnection', { attemptId: open.attemptId })
    if (answer.state === 'open' || pending.value?.attemptId !== open.attemptId) return
    setPending(undefined)
    settled = looks
    if (answer.state === 'connected') {
      if (take(open.page, open.wallet, answer.accounts)) remember(open.wallet)
      else error.value = { code: 'wallet/no-account', message: '', context: {} }
    }
    if (answer.state === 'failed') {
      error.value = { code: answer.code as WireError['code'], message: '', context: {} }
    }
    await refresh()
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    error.value = undefined
    try {
      await work()
    } catch (caught) {
      error.value = toWireError(caught)
    }
  }

  const connect = (page: PageRef, wallet: WalletRef): Promise<void> =>
    guarded(async () => {
      const { attemptId } = await backend.call('connectWallet', { page, wallet })
      setPending({ attemptId, page, wallet })
      await checkPending()
    })

  backend.onChange((change) => {
    if (change.kind === 'connection' && change.attemptId === pending.value?.attemptId) {
      void guarded(checkPending)
    }
    if (change.kind === 'wallets') {
      void refresh()
      // A page that was loaded anew asks no more.
      if (pending.value !== undefined) void guarded(checkPending)
    }
  })

  return {
    pages,
    lookedInto,
    connections,
    pending,
    error,
    refresh,
    async choose(candidate, found) {
      const page = candidate.page
      const wallet = toRef(found)
      if (take(page, wallet, found.accounts)) {
        remember(wallet)
        settled = looks
        void refresh()
        return true
      }
      await connect(page, wallet)
      return false
    },
    connect,
    chooseAccount(family, account) {
      const connection = connections.value[family]
      if (connection && signersOf(family, connection.accounts).includes(account)) {
        setConnection(family, { ...connection, account })
      }
    },
    cancelPending: () => setPending(undefined),
    allow: (patterns) =>
      guarded(async () => {
        if (!(await backend.requestAccess(patterns))) return
        await backend.call('syncSites', {})
        await refresh()
      }),
    openSigner: () =>
      guarded(async () => {
        await backend.call('openSigner', {})
        await refresh()
      }),
    async restore() {
      const [chosen, open] = await Promise.all([
        backend.session.read('connections'),
        backend.session.read('pendingConnect'),
      ])
      if (!chosen && !open) return
      const { readConnections, readPending } = await import('./read-session')
      // Somebody who could not wait has chosen by now: theirs is the newer.
      if (connections.value === none) connections.value = readConnections(chosen)
      const asked = readPending(open)
      if (asked === undefined) return
      pending.value = asked
      void guarded(checkPending)
    },
  }
}
