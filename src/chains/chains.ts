import { AppError } from '@/src/domain/error'
import type { Family } from '@/src/domain/order'
import { createEvmReader, type EvmReader } from './evm-reader'
import type { FetchLike } from './json-rpc'
import { createSolanaReader, type SolanaReader } from './solana-reader'

/** What must be known of a chain to read it. */
export type ReadableChain = {
  id: number
  type: string
  /** As chain records carry them; tried in this order. */
  rpcUrls?: { default: { http: string[] } } | undefined
}

export type ChainsOptions = {
  /** The chains known now; asked at every use, so that a newer list counts at once. */
  chains: () => readonly ReadableChain[]
  /** The person's own address per chain id (decimal string); it replaces all others. */
  overrides: () => Readonly<Record<string, string>>
  /** Further addresses per chain id that do not come from the service, tried first. */
  known?: (chainId: number) => readonly string[]
  fetch?: FetchLike
  timeoutMs?: number
}

/**
 * The readers of all chains, made when first asked for and again when a chain's addresses change.
 *
 * @throws AppError `chain/no-rpc` for a chain without an address or of another family.
 */
export function createChains(options: ChainsOptions) {
  const made = new Map<string, EvmReader | SolanaReader>()

  function urlsOf(chainId: number): readonly string[] {
    const own = options.overrides()
    const key = String(chainId)
    if (Object.hasOwn(own, key) && own[key]) return [own[key]]
    const chain = options.chains().find((one) => one.id === chainId)
    const urls = [...(options.known?.(chainId) ?? []), ...(chain?.rpcUrls?.default.http ?? [])]
    return [...new Set(urls)]
  }

  function familyOf(chainId: number): Family {
    const type = options.chains().find((one) => one.id === chainId)?.type
    if (type === 'eip155' || type === 'solana') return type
    throw new AppError('chain/no-rpc', { chainId })
  }

  function reader<R extends EvmReader | SolanaReader>(
    chainId: number,
    family: Family,
    make: (rpc: { urls: readonly string[]; fetch?: FetchLike; timeoutMs?: number }) => R,
  ): R {
    const urls = urlsOf(chainId)
    if (familyOf(chainId) !== family || urls.length === 0) {
      throw new AppError('chain/no-rpc', { chainId })
    }
    const key = JSON.stringify([chainId, urls])
    const known = made.get(key)
    if (known !== undefined) return known as R
    const { fetch, timeoutMs } = options
    const fresh = make({
      urls,
      ...(fetch === undefined ? {} : { fetch }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    made.set(key, fresh)
    return fresh
  }

  const evm = (chainId: number) =>
    reader(chainId, 'eip155', (rpc) => createEvmReader({ chainId, ...rpc }))

  const solana = (chainId: number) => reader(chainId, 'solana', (rpc) => createSolanaReader(rpc))

  /** Balance of one token, smallest unit, whatever the family. */
  async function tokenBalance(
    chainId: number,
    token: string,
    owner: string,
    signal?: AbortSignal,
  ): Promise<bigint> {
    const chain = familyOf(chainId) === 'eip155' ? evm(chainId) : solana(chainId)
    return chain.tokenBalance(token, owner, signal)
  }

  /** What must stay on the account for fees when all of the native token is asked for. */
  async function reserve(chainId: number, signal?: AbortSignal): Promise<bigint> {
    return (familyOf(chainId) === 'eip155' ? evm(chainId) : solana(chainId)).reserve(signal)
  }

  return { evm, solana, tokenBalance, reserve }
}

export type Chains = ReturnType<typeof createChains>
