import type { BuildNode } from '@/src/contract/build-nodes'
import { loopbackRhythmOf, type Rhythm, rhythmOf } from '@/src/domain/chain/chain-rhythm'
import { familyOfChain, SOLANA_REFERENCE } from '@/src/domain/chain/known-chains'
import { shippedOperators } from '@/src/domain/chain/operators'
import { shippedNodes } from '@/src/domain/chain/shipped-nodes'
import { AppError } from '@/src/domain/error'
import type { Family } from '@/src/domain/order/order'
import { createEvmReader, type EvmReader, type Head } from './evm-reader'
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
  /**
   * The nodes of a build for this machine: they alone are its operators, by their declared names.
   * Undefined in every other build, whose operators are those that Causeway ships.
   */
  nodes?: readonly BuildNode[] | undefined
  /** By how many ms the service's clock was ahead of this computer's when it last answered, if it did. */
  ahead?: () => number | undefined
}

/** One party that runs a node of a chain, and the reader of that node alone. */
export type Operator<Reader> = {
  name: string
  /** The person's own node: it is believed alone. */
  own: boolean
  reader: Reader
  /** By how many ms the service's clock is ahead of this computer's, where that is known: a witness. */
  ahead?: number | undefined
}

/** One address that may be asked for a chain, and as what. */
export type NodeAddress = {
  url: string
  /** `listed` by the service, `shipped` as a second look at what was sent, `operator` for proof. */
  role: 'own' | 'listed' | 'shipped' | 'operator'
  /** Who runs it, where that is known. */
  name?: string
}

/**
 * The readers of all chains, made when first asked for and again when a chain's addresses change.
 * Addresses are absolute URLs.
 *
 * @throws AppError `chain/no-rpc` for a chain without an address or of another family.
 */
export function createChains({ chains, overrides, nodes, ahead, ...rpc }: ChainsOptions) {
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

  function remembered<R extends EvmReader | SolanaReader>(key: unknown[], make: () => R): R {
    const name = JSON.stringify(key)
    const known = made.get(name)
    if (known !== undefined) return known as R
    const fresh = make()
    made.set(name, fresh)
    return fresh
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
    return remembered([chainId, urls], () => make({ ...rpc, urls }))
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

  /** Those that run a node of the chain, by name: declared by a build for this machine, else shipped. */
  const partiesOf = (chainId: number) =>
    nodes?.filter((node) => node.chainId === chainId) ?? shippedOperators(chainId)

  /** Every address that a read of the chain may go to, and no other. */
  function addresses(chainId: number): NodeAddress[] {
    const own = ownOf(chainId)
    if (own) return [{ url: own, role: 'own' }]
    const listed = listedOf(chainId)
    return [
      ...listed.map((url) => ({ url, role: 'listed' as const })),
      ...(isEvm(chainId) && listed.length > 0 ? shippedNodes(chainId, listed) : []).map((url) => ({
        url,
        role: 'shipped' as const,
      })),
      ...partiesOf(chainId).map(({ url, name }) => ({ url, name, role: 'operator' as const })),
    ]
  }

  /** Who may be asked to prove something, in this order; what the service lists is no part of it. */
  function voices<R extends EvmReader | SolanaReader>(
    chainId: number,
    family: Family,
    make: (options: RpcOptions) => R,
  ): Operator<R>[] {
    if (familyOfChain(chainId) !== family) return []
    const own = ownOf(chainId)
    const voice = (name: string, url: string, isOwn: boolean) => ({
      name,
      own: isOwn,
      reader: remembered(['operator', chainId, url], () => make({ ...rpc, urls: [url] })),
      ahead: ahead?.(),
    })
    if (own) return [voice(new URL(own).host, own, true)]
    return partiesOf(chainId).map(({ name, url }) => voice(name, url, false))
  }

  /**
   * The operators of an EVM chain: the person's own node alone, else one node each of those that are
   * shipped (a build for this machine: declared). A node is asked for its chain before anything else.
   */
  const operators = (chainId: number): Operator<EvmReader>[] =>
    voices(chainId, 'eip155', (options) => createEvmReader({ chainId, ...options }))

  /** As `operators`, for Solana: a node is held against the genesis hash of mainnet. */
  const solanaOperators = (chainId: number): Operator<SolanaReader>[] =>
    voices(chainId, 'solana', (options) =>
      createSolanaReader({ ...options, reference: SOLANA_REFERENCE }),
    )

  /**
   * Asks one address for its newest block, whatever the settings say: a node that serves another chain
   * fails with `chain/bad-answer`, one that does not answer with `chain/unreachable`.
   */
  async function headAt(chainId: number, url: string, signal?: AbortSignal): Promise<Head> {
    const options = { ...rpc, urls: [url] }
    const node =
      familyOf(chainId) === 'eip155'
        ? createEvmReader({ chainId, ...options })
        : createSolanaReader({ ...options, reference: SOLANA_REFERENCE })
    return node.head(signal)
  }

  /** The chain that names are read on: Ethereum; in a build for this machine the first it has a node of. */
  const nameChain = (): number =>
    nodes === undefined ? 1 : (nodes.find(({ chainId }) => isEvm(chainId))?.chainId ?? 1)

  /** How the chain makes blocks, and how deep one must lie. */
  const rhythm = (chainId: number): Rhythm =>
    nodes ? loopbackRhythmOf(chainId) : rhythmOf(chainId)

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

  return {
    evm,
    addresses,
    headAt,
    witness,
    solana,
    operators,
    solanaOperators,
    nameChain,
    rhythm,
    tokenBalance,
    reserve,
  }
}

const hostOf = (url: string) => new URL(url).host

const isEvm = (chainId: number) => familyOfChain(chainId) === 'eip155'

export type Chains = ReturnType<typeof createChains>
