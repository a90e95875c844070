import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { shippedOperators } from '@/src/domain/chain/operators'
import { bendEvm, bendSolana, type Lie } from '@/test/sandbox/chains/lies'
import type { SimChain } from './chain'
import { type NodeView, SimRefusal } from './chain-rpc'

/** A Solana chain, as far as its nodes need it: whichever of the simulated ones a world has. */
export type SimSolanaChain = {
  slot: () => number
  rpc: (method: string, params: unknown[], view: NodeView) => unknown
}

type Mood = {
  lies: Set<Lie>
  /** The newest block or slot that it has: it stands still. */
  frozenAt?: number
  frozenTime?: number
  /** Blocks or slots that it is behind. */
  behind?: number
  /** Blocks or slots that it remembers. */
  keeps?: number
  /** Blocks whose state it has; blocks and transactions are all there. */
  keepsState?: number
  silent?: boolean
  /** Blocks of events that it reads at once. */
  window?: number
}

/**
 * The nodes of the simulated world, by host: those that are shipped for a chain, and any other host
 * whose path ends in a chain's number. Each is honest, current and remembers all, until it is told.
 */
export function createSimNodes({
  chains,
  solana,
}: {
  chains: readonly SimChain[]
  solana: SimSolanaChain
}) {
  const moods = new Map<string, Mood>()
  const [source] = chains
  if (source === undefined) throw new Error('there is no chain')
  const shipped = new Map<string, number>()
  for (const id of [...chains.map((chain) => chain.id), SOLANA_CHAIN_ID]) {
    for (const { url } of shippedOperators(id)) shipped.set(new URL(url).host, id)
  }
  const moodOf = (host: string): Mood => {
    const known = moods.get(host) ?? { lies: new Set() }
    moods.set(host, known)
    return known
  }
  const idOf = (url: URL) => shipped.get(url.host) ?? Number(url.pathname.split('/').at(-1))
  const isSolana = (url: URL) => idOf(url) === SOLANA_CHAIN_ID
  const chainOf = (url: URL) => chains.find((chain) => chain.id === idOf(url)) ?? source
  const heightOf = (host: string) => {
    const id = shipped.get(host)
    if (id === SOLANA_CHAIN_ID) return solana.slot()
    return (chains.find((chain) => chain.id === id) ?? source).height()
  }

  function viewOf(host: string, head: number): NodeView {
    const { frozenAt, behind, keeps, keepsState } = moods.get(host) ?? { lies: new Set() }
    const upTo = frozenAt ?? (behind === undefined ? undefined : head - behind)
    const since = keeps === undefined ? undefined : (upTo ?? head) - keeps
    const stateSince = keepsState === undefined ? undefined : (upTo ?? head) - keepsState
    return {
      ...(upTo === undefined ? {} : { upTo }),
      ...(since === undefined ? {} : { since }),
      ...(stateSince === undefined ? {} : { stateSince }),
    }
  }

  /** What the node at an address answers; throws as an address that does not answer does. */
  function ask(url: URL, method: string, params: unknown[]): unknown {
    const mood = moods.get(url.host)
    if (mood?.silent) throw new TypeError('connection refused')
    if (isSolana(url)) {
      const view = viewOf(url.host, solana.slot())
      const honest = solana.rpc(method, params, view)
      return bendSolana(mood?.lies ?? new Set(), method, honest, solana.slot())
    }
    const chain = chainOf(url)
    if (method === 'eth_getLogs' && mood?.window !== undefined) {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const width = Number(toBlock) - Number(fromBlock) + 1
      if (width > mood.window) throw new SimRefusal('block range is too wide')
    }
    const honest = chain.rpc(method, params, viewOf(url.host, chain.height()))
    return bendEvm(mood?.lies ?? new Set(), method, honest, params)
  }

  return {
    ask,
    /** Hosts of the operators that are shipped for a chain, in the order they are asked. */
    operatorsOf: (id: number) => shippedOperators(id).map(({ url }) => new URL(url).host),
    lie(host: string, ...what: Lie[]): void {
      for (const each of what) moodOf(host).lies.add(each)
    },
    /** Stands still where it is, or at a block. */
    freeze(host: string, at = heightOf(host)): void {
      moodOf(host).frozenAt = at
    },
    lag(host: string, blocks: number): void {
      moodOf(host).behind = blocks
    },
    /** Remembers so many blocks, and nothing before them. */
    forget(host: string, keeps = 0): void {
      moodOf(host).keeps = keeps
    },
    /** Has the state of so many blocks, and all blocks: what most public nodes are like. */
    prune(host: string, keepsState: number): void {
      moodOf(host).keepsState = keepsState
    },
    /** Refuses to read events of more blocks than this at once. */
    narrow(host: string, window: number): void {
      moodOf(host).window = window
    },
    silence(host: string): void {
      moodOf(host).silent = true
    },
    /** Makes a node, or all of them, honest, current and complete again. */
    heal(host?: string): void {
      if (host === undefined) moods.clear()
      else moods.delete(host)
    },
  }
}

export type SimNodes = ReturnType<typeof createSimNodes>
