import { EVM_NATIVE, SOLANA_NATIVE, sameAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import {
  type Holding,
  type Move,
  type PaidTransaction,
  wholeBlock,
  wholeTransaction,
} from '@/src/domain/order/arrival'
import { sendsCollectible, TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import { executionOf } from '@/src/domain/policy/effects-carried'
import type { EvmLog, EvmReader } from './evm-reader'
import { filledCoins } from './filled-coins'
import type { SolanaReader } from './solana-reader'

/** The topics of transfers of a token to an account, as nodes are asked for them. */
export const transfersTo = (account: string) => [TRANSFER, null, wordOf(account)]

/** An account's coins and transactions as of a block. */
export async function readHolding(
  reader: Pick<EvmReader, 'balanceAt' | 'nonce'>,
  account: string,
  block: bigint,
  signal?: AbortSignal,
): Promise<Holding> {
  const [balance, nonce] = await Promise.all([
    reader.balanceAt(account, block, signal),
    reader.nonce(account, block, signal),
  ])
  return { balance, nonce }
}

type PaymentReader = Pick<
  EvmReader,
  'receipt' | 'transaction' | 'balanceAt' | 'nonce' | 'blockTime'
>

/**
 * A mined EVM transaction with what it brought to an account, or null. `coins` asks for the chain's
 * own coin as well, `time` for the block's. With `payers`, the account is a person's who pays with those as well.
 */
export async function readEvmPayment(
  reader: PaymentReader,
  hash: string,
  account: string,
  want: {
    chainId: number
    coins: boolean
    time: boolean
    payers?: readonly string[] | undefined
  },
  signal?: AbortSignal,
): Promise<PaidTransaction | null> {
  const receipt = await reader.receipt(hash, signal)
  if (receipt === null) return null
  const block = receipt.blockNumber
  const failed = receipt.status === 'reverted'
  const { logs, from } = receipt
  const { moves } = toMoves(logs, account)
  const isBy = (each: string) => from !== undefined && sameAddress(from, each)
  const isSender = isBy(account)
  const people = [account, ...(want.payers ?? [])].filter((each) => each !== '')
  const own = people.some(
    (each) =>
      isBy(each) ||
      // What an account with code wants done others carry out.
      logs.some((log) => executionOf(log, each) !== undefined) ||
      // Others swap for a person, by what they were allowed or offered.
      (want.payers !== undefined && isTakenOf(logs, each)),
  )
  const sent = isSender ? { fee: receipt.fee } : undefined
  const place = { hash, block, sent, logs, chainId: want.chainId }
  const coins = want.coins && !failed ? await coinsOf(reader, place, account, signal) : []
  const paid = { hash: receipt.hash, block, failed, own, moves: [...coins, ...moves] }
  if (!want.time) return paid
  return { ...paid, time: await reader.blockTime(block, signal) }
}

/**
 * Coins that a transaction brought: by the event of a pool that is known, its own value, or what its block changed. Of one that the account
 * `sent` itself what it cost is no part of that; where that is not known, or more was sent in that block,
 * nobody can say.
 */
async function coinsOf(
  reader: PaymentReader,
  {
    hash,
    block,
    sent,
    logs,
    chainId,
  }: {
    hash: string
    block: bigint
    sent: { fee: bigint | undefined } | undefined
    logs: readonly EvmLog[]
    chainId: number
  },
  account: string,
  signal?: AbortSignal,
): Promise<Move[]> {
  const filled = filledCoins(chainId, logs, account)
  if (filled.length > 0) return filled
  const tx = await reader.transaction(hash, signal)
  const isPaid = sameAddress(tx?.to ?? '', account)
  if (tx && isPaid && !sent) {
    return [{ token: EVM_NATIVE, amount: tx.value, index: wholeTransaction }]
  }
  try {
    const before = await readHolding(reader, account, block - 1n, signal)
    const after = await readHolding(reader, account, block, signal)
    const [nonces, fee] = sent ? [1, tx ? sent.fee : undefined] : [0, 0n]
    if (fee === undefined || after.nonce - before.nonce !== nonces) return []
    // What it sent to itself cost nothing, and is nothing that came.
    const cost = sent ? fee + (isPaid ? 0n : (tx?.value ?? 0n)) : 0n
    const amount = after.balance - before.balance + cost
    return amount > 0n ? [{ token: EVM_NATIVE, amount, index: wholeBlock }] : []
  } catch (error) {
    // Most public nodes forget the state of old blocks.
    if (error instanceof AppError && error.code === 'chain/bad-answer') return []
    throw error
  }
}

/**
 * Tokens that came, less what left in the same transaction: whoever has an allowance can move them out, or to
 * the account itself, which would look like a payment; `took`: of one of them more left than came. A log is named
 * by its place in the receipt.
 */
function toMoves(logs: readonly EvmLog[], account: string): { moves: Move[]; took: boolean } {
  const own = wordOf(account)
  const left = new Map<string, bigint>()
  const came: Move[] = []
  logs.forEach(({ address: token, topics, data }, index) => {
    const [event, from, to] = topics
    // Tokens that are one of a kind (ERC-721) say the same with a fourth topic.
    if (topics.length !== 3 || event !== TRANSFER || data.length !== 66) return
    const amount = BigInt(data)
    if (from === own) left.set(token, (left.get(token) ?? 0n) + amount)
    if (to === own) came.push({ token, amount, index })
  })
  const moves = came.flatMap((move) => {
    const out = left.get(move.token) ?? 0n
    const amount = move.amount - out
    left.set(move.token, amount < 0n ? -amount : 0n)
    return amount > 0n ? { ...move, amount } : []
  })
  return { moves, took: [...left.values()].some((each) => each > 0n) }
}

/** Whether more of some token left an account in a transaction than came, or a collectible did. */
const isTakenOf = (logs: readonly EvmLog[], account: string) =>
  toMoves(logs, account).took || logs.some((log) => sendsCollectible(log, account))

/**
 * A Solana transaction with what it changed in all of an account's lamports and tokens, or null. The
 * account may be a token account itself. With `payers` it is a person's who pays with those as well.
 */
export async function readSolanaPayment(
  reader: Pick<SolanaReader, 'balances'>,
  signature: string,
  account: string,
  payers: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<PaidTransaction | null> {
  const found = await reader.balances(signature, signal)
  if (found === null) return null
  const { slot, time, failed, lamports, tokens, signers } = found
  const sums = new Map<string, bigint>()
  const people = new Set([account, ...(payers ?? [])])
  // Over all token accounts of the owner: programs may pay into any of them.
  for (const { account: holder, mint, owner, before, after } of tokens) {
    if (owner !== account && holder !== account) continue
    sums.set(mint, (sums.get(mint) ?? 0n) + after - before)
    if (owner !== null) people.add(owner)
  }
  const coins = lamports.get(account)
  if (coins) sums.set(SOLANA_NATIVE, coins.after - coins.before)
  const moves = [...sums].map(([token, amount]) => ({ token, amount, index: wholeTransaction }))
  // Whom it took something of let it be done.
  const took = payers !== undefined && moves.some(({ amount }) => amount < 0n)
  const own = took || signers.some((each) => people.has(each))
  const paid = { hash: signature, block: BigInt(slot), failed, own, moves }
  return time === undefined ? paid : { ...paid, time }
}
