import type { FoundWallet } from '@/src/contract/bridge'
import type { PageEnv } from './page-env'
import type { PageWallet, WalletSource } from './wallet'

/** How long a page without any wallet is given to announce one, ms. */
const announceTime = 250
/** Icons of one reply together; the rest come without. */
const iconBudget = 150_000

/** The wallets of both families in this page. */
export function createWalletList(env: PageEnv, sources: readonly WalletSource[]) {
  const all = (): PageWallet[] => sources.flatMap((source) => source.list())

  async function refresh(): Promise<void> {
    for (const source of sources) source.refresh()
    if (all().length > 0) return
    await env.promise<void>((resolve) => env.later(resolve, announceTime))
  }

  async function describe(wallet: PageWallet, quiet: boolean): Promise<FoundWallet> {
    const seen = wallet.ambiguous ? { accounts: [] } : await wallet.inspect(quiet)
    const { family, id, name, ambiguous, icon } = wallet
    return { family, id, name, ambiguous, ...seen, ...(icon === undefined ? {} : { icon }) }
  }

  function find(id: string, family: string): PageWallet | undefined {
    const known = [...all(), ...sources.flatMap((source) => source.former?.() ?? [])]
    return known.find((wallet) => wallet.id === id && wallet.family === family)
  }

  /** A known wallet, or one that announces itself when asked to. */
  async function locate(id: string, family: string): Promise<PageWallet | undefined> {
    const known = find(id, family)
    if (known !== undefined) return known
    await refresh()
    return find(id, family)
  }

  return {
    async discover(): Promise<FoundWallet[]> {
      await refresh()
      // Started together, awaited one by one: `Promise.all` would call the page's `then`.
      const started = all().map((wallet) => describe(wallet, false))
      const found: FoundWallet[] = []
      for (const wallet of started) found[found.length] = await wallet
      let icons = 0
      return found.map((wallet) => {
        icons += wallet.icon?.length ?? 0
        if (icons <= iconBudget) return wallet
        const { icon: _icon, ...rest } = wallet
        return rest
      })
    },
    /** The wallet's present state with its silent connect allowed; null when it is not here. */
    async inspect(id: string, family: string): Promise<FoundWallet | null> {
      const wallet = await locate(id, family)
      return wallet === undefined ? null : await describe(wallet, true)
    },
    locate,
  }
}
