import { toHex } from 'viem'

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
  /** The newest block (Solana: slot) is one of long ago. */
  'lowHead',
  /** Nothing was paid to anybody: no events, no balances. */
  'nothingPaid',
  /** ENS names stand for somebody else. */
  'otherName',
  /** The allowance stands whole. */
  'allowanceWhole',
  /** Solana: a transaction brought half of what it did. */
  'halved',
  /** Solana: nobody writes memos. */
  'noMemos',
  /** Solana: the block hash can no longer land. */
  'blockhashOver',
  /** Solana: the signature is not known. */
  'noSignature',
  /** Solana: the signature landed, whatever it is. */
  'landed',
] as const

export type Lie = (typeof lies)[number]

type Answer = Record<string, unknown>

/** One word of a great number: more than anybody was promised. */
const lots = toHex(10n ** 30n, { size: 32 })

/** A block of long ago. */
const low = 16

/** What a lying EVM node makes of an honest answer. */
export function bendEvm(
  told: ReadonlySet<Lie>,
  method: string,
  honest: unknown,
  params: unknown[],
): unknown {
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
    case 'eth_blockNumber':
      return has('lowHead') ? toHex(low) : honest
    case 'eth_getBlockByNumber':
      // It says so of a block that was made a moment ago: its time makes nobody doubt it.
      if (has('lowHead') && params[0] === 'latest')
        return { ...(honest as Answer), number: toHex(low) }
      return has('otherBlock') && honest ? bendBlock(honest as Answer, params) : honest
    case 'eth_getBalance':
      return has('richer') ? lots.replace(/^0x0+/, '0x') : has('nothingPaid') ? '0x0' : honest
    case 'eth_getLogs':
      return has('nothingPaid') ? [] : honest
    case 'eth_call': {
      const selector = String((params[0] as { data?: string }).data).slice(0, 10)
      if (selector === '0xdd62ed3e' && has('allowanceWhole')) return lots
      if (selector === '0x3b3b57de' && has('otherName')) return toHex(0xdead, { size: 32 })
      if (selector !== '0x70a08231') return honest
      return has('richer') ? lots : has('nothingPaid') ? toHex(0, { size: 32 }) : honest
    }
    default:
      return honest
  }
}

const nothing = ({ from }: Answer) => ({ to: from, input: '0x', value: '0x0' })

/** All that a block holds is empty transactions of their senders to themselves. */
function bendBlock(block: Answer, params: unknown[]): unknown {
  if (params[1] !== true) return block
  const own = block.transactions as Answer[]
  const hash = (tx: Answer) => `0x${'c'.repeat(8)}${String(tx.hash).slice(10)}`
  return { ...block, transactions: own.map((tx) => ({ ...tx, ...nothing(tx), hash: hash(tx) })) }
}

/** What a lying Solana node makes of an honest answer. */
export function bendSolana(
  told: ReadonlySet<Lie>,
  method: string,
  honest: unknown,
  slot: number,
): unknown {
  const answer = honest as Answer
  if (method === 'getTransaction' && honest) return bendTransaction(told, answer)
  if (method === 'getSignaturesForAddress') return bendHistory(told, honest as Answer[])
  if (method === 'isBlockhashValid' && told.has('blockhashOver')) return { ...answer, value: false }
  if (method === 'getEpochInfo' && told.has('lowHead'))
    return { ...answer, absoluteSlot: low, blockHeight: low }
  if (method === 'getLatestBlockhash' && told.has('lowHead')) {
    const value = { ...(answer.value as Answer), lastValidBlockHeight: low }
    return { ...answer, value }
  }
  if (method !== 'getSignatureStatuses') return honest
  const all = (value: unknown) => ({
    ...answer,
    value: (answer.value as unknown[]).map(() => value),
  })
  if (told.has('noSignature')) return all(null)
  return told.has('landed') ? all({ slot, err: null, confirmationStatus: 'finalized' }) : honest
}

const failed = { InstructionError: [0, { Custom: 1 }] }

/** A transaction that is not known, that went wrong, or that brought less. */
function bendTransaction(told: ReadonlySet<Lie>, answer: Answer): unknown {
  if (told.has('noTransaction')) return null
  const meta = answer.meta as Answer
  if (told.has('reverted')) return { ...answer, meta: { ...meta, err: failed } }
  if (!told.has('halved')) return answer
  const [before, after] = [meta.preBalances, meta.postBalances] as number[][]
  const postBalances = after?.map((each, at) => halfWay(before?.[at] ?? 0, each))
  const tokens = (meta.postTokenBalances ?? []) as TokenBalance[]
  const earlier = (meta.preTokenBalances ?? []) as TokenBalance[]
  const postTokenBalances = tokens.map((each) => {
    const known = earlier.find(({ accountIndex }) => accountIndex === each.accountIndex)
    const was = Number(known?.uiTokenAmount.amount ?? 0)
    const amount = String(halfWay(was, Number(each.uiTokenAmount.amount)))
    return { ...each, uiTokenAmount: { ...each.uiTokenAmount, amount } }
  })
  return { ...answer, meta: { ...meta, postBalances, postTokenBalances } }
}

type TokenBalance = { accountIndex: number; uiTokenAmount: { amount: string } }

const halfWay = (from: number, to: number) => from + Math.trunc((to - from) / 2)

/** An account that nobody named, whose transactions went wrong, or carry no memo. */
function bendHistory(told: ReadonlySet<Lie>, list: readonly Answer[]): unknown {
  if (told.has('nothingPaid')) return []
  return list.map((each) => ({
    ...each,
    ...(told.has('reverted') ? { err: failed } : {}),
    ...(told.has('noMemos') ? { memo: null } : {}),
  }))
}
