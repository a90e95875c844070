import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Chain } from '@/src/contract/service/chain'
import type { ForeignChainRecord } from '@/src/contract/service/foreign'
import type { Token } from '@/src/contract/service/token'
import { KNOWN_CHAINS, knownChain } from '@/src/domain/chain/known-chains'
import type { Backend } from './backend'

export type ChainFacts = Pick<
  Chain,
  'id' | 'name' | 'type' | 'nativeCurrency' | 'blockExplorers' | 'rpcUrls'
>

export type Catalog = {
  chains: ReadonlySignal<ChainFacts[]>
  /** Chains that are only paid from. */
  foreign: ReadonlySignal<ForeignChainRecord[]>
  /** The service did not answer: the list is the last one known. */
  stale: ReadonlySignal<boolean>
  top: ReadonlySignal<Token[]>
  chain(id: number): ChainFacts | undefined
  nameOf(chainId: number): string
  /** The service has told its chains, and this is none of them. */
  isGone(chainId: number): boolean
  load(): Promise<void>
}

const ownName = (id: number) => knownChain(id)?.name
const unknownChain = 'an unknown network'

/** Chains and well-known tokens; the shipped table stands in until the service has answered. */
export function createCatalog({ backend }: { backend: Backend }): Catalog {
  const live = signal<ChainFacts[] | undefined>(undefined)
  const foreign = signal<ForeignChainRecord[]>([])
  const stale = signal(false)
  const top = signal<Token[]>([])
  const chains = computed<ChainFacts[]>(() => live.value ?? [...KNOWN_CHAINS])
  const byId = computed(() => new Map(chains.value.map((chain) => [chain.id, chain])))

  async function loadChains(): Promise<void> {
    try {
      const answer = await backend.call('listChains', {})
      // No chain that is known here is called as another one.
      const chains = answer.chains.map((one) => ({ ...one, name: ownName(one.id) ?? one.name }))
      if (chains.length > 0) live.value = chains
      if (answer.foreign) foreign.value = answer.foreign
      stale.value = answer.stale
    } catch {
      stale.value = true
    }
  }

  async function loadTop(): Promise<void> {
    try {
      top.value = (await backend.call('topTokens', {})).tokens
    } catch {
      stale.value = true
    }
  }

  return {
    chains,
    foreign,
    stale,
    top,
    chain: (id) => byId.value.get(id),
    nameOf: (chainId) => {
      // A purchase that was found by its number may name no chain.
      if (chainId === 0) return unknownChain
      const own = ownName(chainId)
      if (own !== undefined) return own
      const known = byId.value.get(chainId) ?? foreign.value.find(({ id }) => id === chainId)
      return known?.name ?? `Chain ${chainId}`
    },
    isGone: (chainId) =>
      live.value !== undefined &&
      !byId.value.has(chainId) &&
      !foreign.value.some(({ id }) => id === chainId),
    load: async () => {
      await Promise.all([loadChains(), loadTop()])
    },
  }
}
