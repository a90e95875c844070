import { toHex } from 'viem'
import { SOLANA_CHAIN_ID } from '@/src/domain/known-chains'
import { shippedOperators } from '@/src/domain/operators'
import { author, type SimChain } from './chain'
import type { NodeView } from './chain-rpc'
import type { SimSolana } from './solana'

/** What a node may say against the truth. */
export const lies = [
  /** No receipt is known. */
  'noReceipt',
  /** What is mined went wrong. */
  'reverted',
  /** The account's next nonce is used. */
  'nonceUsed',
  /** The account has sent nothing since the first block. */
  'nonceUnused',
  /** What the account sent is an empty transaction to itself. */
  'otherBlock',
  /** A transaction carries something else. */
  'otherTransaction',
  /** No transaction is known. */
  'noTransaction',
  /** Everybody has a lot. */
  'richer',
  /** Nothing was paid to anybody: no events, no balances. */
  'nothingPaid',
  /** The allowance stands whole. */
  'allowanceWhole',
  /** Solana: the block hash can no longer land. */
  'blockhashOver',
  /** Solana: the signature is not known. */
  'noSignature',
  /** Solana: the signature landed, whatever it is. */
  'landed',
] as const

export type Lie = (typeof lies)[number]

type Mood = {
  lies: Set<Lie>
  /** The newest block or slot that it has: it stands still. */
  frozenAt?: number
  frozenTime?: number
  /** Blocks or slots that it is behind. */
  behind?: number
  /** Blocks or slots that it remembers. */
  keeps?: number
  silent?: boolean
}

type Answer = Record<string, unknown>

/** One word of a great number: more than anybody was promised. */
const lots = toHex(10n ** 30n, { size: 32 })

/**
 * The nodes of the simulated world, by host: those that are shipped for a chain, and any other host
 * whose path ends in a chain's number. Each is honest, current and remembers all, until it is told.
 */
export function createSimNodes({
  chains,
  solana,
}: {
  chains: readonly SimChain[]
  solana: SimSolana
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
    const { frozenAt, behind, keeps } = moods.get(host) ?? { lies: new Set() }
    const upTo = frozenAt ?? (behind === undefined ? undefined : head - behind)
    const since = keeps === undefined ? undefined : (upTo ?? head) - keeps
    return { ...(upTo === undefined ? {} : { upTo }), ...(since === undefined ? {} : { since }) }
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
    const honest = chain.rpc(method, params, viewOf(url.host, chain.height()))
    return bend(mood?.lies ?? new Set(), method, honest, params)
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

function bend(told: Set<Lie>, method: string, honest: unknown, params: unknown[]): unknown {
  const has = (lie: Lie) => told.has(lie)
  switch (method) {
    case 'eth_getTransactionReceipt':
      if (has('noReceipt')) return null
      return has('reverted') && honest ? { ...honest, status: '0x0', logs: [] } : honest
    case 'eth_getTransactionCount':
      if (has('nonceUnused')) return '0x0'
      return has('nonceUsed') ? toHex(Number(honest) + 1) : honest
    case 'eth_getTransactionByHash':
      if (has('noTransaction')) return null
      return has('otherTransaction') && honest
        ? { ...honest, ...nothing(honest as Answer) }
        : honest
    case 'eth_getBlockByNumber':
      return has('otherBlock') && honest ? bendBlock(honest as Answer, params) : honest
    case 'eth_getBalance':
      return has('richer') ? lots.replace(/^0x0+/, '0x') : has('nothingPaid') ? '0x0' : honest
    case 'eth_getLogs':
      return has('nothingPaid') ? [] : honest
    case 'eth_call': {
      const selector = String((params[0] as { data?: string }).data).slice(0, 10)
      if (selector === '0xdd62ed3e' && has('allowanceWhole')) return lots
      if (selector !== '0x70a08231') return honest
      return has('richer') ? lots : has('nothingPaid') ? toHex(0, { size: 32 }) : honest
    }
    default:
      return honest
  }
}

const nothing = ({ from }: Answer) => ({ to: from, input: '0x', value: '0x0' })

/** Every block holds one empty transaction of the account, at whatever nonce was asked about last. */
function bendBlock(block: Answer, params: unknown[]): unknown {
  if (params[1] !== true) return block
  const own = (block.transactions as Answer[]).filter((tx) => tx.from === author)
  const hash = (tx: Answer) => `0x${'c'.repeat(8)}${String(tx.hash).slice(10)}`
  return { ...block, transactions: own.map((tx) => ({ ...tx, ...nothing(tx), hash: hash(tx) })) }
}

function bendSolana(told: Set<Lie>, method: string, honest: unknown, slot: number): unknown {
  const answer = honest as Answer
  if (method === 'isBlockhashValid' && told.has('blockhashOver')) return { ...answer, value: false }
  if (method !== 'getSignatureStatuses') return honest
  const all = (value: unknown) => ({
    ...answer,
    value: (answer.value as unknown[]).map(() => value),
  })
  if (told.has('noSignature')) return all(null)
  return told.has('landed') ? all({ slot, err: null, confirmationStatus: 'finalized' }) : honest
}
