import type { Token } from '@/src/contract/service/token'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { nativeAddressOf, sameToken } from '@/src/domain/token/token-id'
import type { App } from './app'

/**
 * The chain that an empty form begins on: that of the connected wallet, else that of the wallets of the
 * page in front, where they agree. Undefined as long as nobody says.
 */
function chainInFront({ wallets }: Pick<App, 'wallets'>): number | undefined {
  const { eip155, solana } = wallets.connections.value
  if (eip155 === undefined && solana !== undefined) return SOLANA_CHAIN_ID
  const found = wallets.pages.value
  const pages = found.state === 'ready' ? found.value : []
  const seen = pages
    .filter(({ page, active, access }) =>
      eip155 === undefined
        ? active && access
        : page.tabId === eip155.page.tabId && page.frameId === eip155.page.frameId,
    )
    .flatMap((page) => page.wallets)
    .filter(({ id }) => eip155 === undefined || id === eip155.wallet.id)
    .flatMap(({ family, chainId }) => (family === 'eip155' && chainId ? [Number(chainId)] : []))
  const [first, ...others] = new Set(seen)
  return others.length === 0 ? first : undefined
}

/** What an empty form begins with: the native token of that chain, as the service lists it. */
export function tokenInFront(app: App): Token | undefined {
  const chainId = chainInFront(app)
  const chain = chainId === undefined ? undefined : app.catalog.chain(chainId)
  // Listed, it comes with its price: the list is waited for.
  if (chain === undefined || (app.catalog.top.value.length === 0 && !app.catalog.stale.value)) {
    return undefined
  }
  const id = { chainId: chain.id, address: nativeAddressOf(chain.id) }
  const { symbol, decimals, name = symbol } = chain.nativeCurrency
  const listed = app.catalog.top.value.find((token) => sameToken(token, id))
  return listed ?? { ...id, symbol, name, decimals }
}
