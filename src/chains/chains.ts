import { AppError } from '@/src/domain/error'
import type { Family } from '@/src/domain/order'
import { shippedNodes } from '@/src/domain/shipped-nodes'
import { createEvmReader, type EvmReader } from './evm-reader'
import type { RpcOptions } from './json-rpc'
import { createSolanaReader, type SolanaReader } from './solana-reader'

/** What must be known of a chain to read it. */
export type ReadableChain = {
  id: number
  type: string
  /** As chain records carry them; tried in this order. */
  rpcUrls?: { default: { http: string[] } } | undefined
}

export type ChainsOptions = Omit<RpcOptions, 'urls'> & {
  /** The chains known now; asked at every use, so that a newer list counts at once. */
  chains: () => readonly ReadableChain[]
  /** The person's own address per chain id (decimal string); it replaces all others. */
  overrides: () => Readonly<Record<string, string>>
}

/**
 * The readers of all chains, made when first asked for and again when a chain's addresses change.
 * Addresses are absolute URLs.
 *
 * @throws AppError `chain/no-rpc` for a chain without an address or of another family.
 */
export function createChains({ chains, overrides, ...rpc }: ChainsOptions) {
  const made = new Map<string, EvmReader | SolanaReader>()

  function ownOf(chainId: number): string | undefined {
    const own = overrides()
    const key = String(chainId)
    return Object.hasOwn(own, key) ? own[key] : undefined
  }

  function listedOf(chainId: number): readonly string[] {
    const chain = chains().find((one) => one.id === chainId)
    return [...new Set(chain?.rpcUrls?.default.http)]
  }

  function urlsOf(chainId: number): readonly string[] {
    const own = ownOf(chainId)
    return own ? [own] : listedOf(chainId)
  }

  function familyOf(chainId: number): Family {
    const type = chains().find((one) => one.id === chainId)?.type
    if (type === 'eip155' || type === 'solana') return type
    throw new AppError('chain/no-rpc', { chainId })
  }

  function reader<R extends EvmReader | SolanaReader>(
    chainId: number,
    family: Family,
    urls: readonly string[],
    make: (options: RpcOptions) => R,
  ): R {
    if (familyOf(chainId) !== family || urls.length === 0) {
      throw new AppError('chain/no-rpc', { chainId })
    }
    const key = JSON.stringify([chainId, urls])
    const known = made.get(key)
    if (known !== undefined) return known as R
    const fresh = make({ ...rpc, urls })
    made.set(key, fresh)
    return fresh
  }

  const evmAt = (chainId: number, urls: readonly string[]) =>
    reader(chainId, 'eip155', urls, (options) => createEvmReader({ chainId, ...options }))

  const evm = (chainId: number) => evmAt(chainId, urlsOf(chainId))

  /**
   * Reads an EVM chain at one address of another host than its reader's first: the one that
   * this product ships, else the next that is listed. Undefined where no other host is known, and
   * where the person named a node of their own: that one is believed alone.
   */
  function witness(chainId: number): EvmReader | undefined {
    if (ownOf(chainId)) return undefined
    const [first, ...others] = listedOf(chainId)
    if (first === undefined) return undefined
    const known = [...shippedNodes(chainId, [first, ...others]), ...others]
    const url = known.find((each) => hostOf(each) !== hostOf(first))
    return url === undefined ? undefined : evmAt(chainId, [url])
  }

  const solana = (chainId: number) => reader(chainId, 'solana', urlsOf(chainId), createSolanaReader)

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

  return { evm, witness, solana, tokenBalance, reserve }
}

const hostOf = (url: string) => new URL(url).host

export type Chains = ReturnType<typeof createChains>
