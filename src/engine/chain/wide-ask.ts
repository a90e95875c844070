import type { Astray, WideLook } from '@/src/domain/order/order'
import type { Search } from './payments'

/** What a chain shows to have come to the address. */
export type Came = Pick<Astray, 'token' | 'amount' | 'hash' | 'time' | 'undated' | 'at' | 'nodes'>

export type ChainLook = { outcome: WideLook['chains'][number]['outcome']; found: Came[] }

/** What one chain is asked: payments of any of these tokens to `search.due.to`. */
export type ChainAsk = {
  search: Search
  tokens: readonly string[]
  /** Whether the chain's own coin would be astray as well. */
  withCoins: boolean
  /** Whether a token that came is one of the service's list, and not the one that is asked for. */
  isListed: (token: string) => Promise<boolean>
  signal: AbortSignal
}
