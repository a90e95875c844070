import {
  parseCount,
  parseEpochInfo,
  parseHistory,
  parseStatuses,
  parseTransactionBalances,
} from '@/src/contract/solana-rpc'
import { AppError } from '@/src/domain/error'
import type { SolanaCall } from '@/src/domain/policy/effects-solana-calls'
import { decodeBase58 } from '@/src/lib/base58'
import type { RpcCall } from './json-rpc'

/** What the cluster knows of a signature. */
export type SignatureStatus = {
  slot: number
  failed: boolean
  /** `processed` can still be dropped with its fork; `finalized` cannot. */
  level: 'processed' | 'confirmed' | 'finalized'
}

/** What one node knows of a signature, and the slot up to which it looked. */
export type SignatureSight = { slot: number; status: SignatureStatus | null }

/** How one transaction changed one balance: lamports of an account, or units of a token account. */
export type BalanceChange = { before: bigint; after: bigint }

export type SolanaBalances = {
  slot: number
  /** Unix seconds; absent where the node does not say. */
  time?: number
  failed: boolean
  /** Lamports the network took from the fee payer, the first account. */
  fee: bigint
  /** Who signed it, the fee payer first; that one alone where the node says no more. */
  signers: readonly string[]
  /** By address, in the order of the transaction's accounts. */
  lamports: ReadonlyMap<string, BalanceChange>
  tokens: readonly TokenChange[]
  /** Every call, those of programs after the one that made them; null where the node does not say. */
  calls: readonly SolanaCall[] | null
}

/**
 * A token account's balance of its mint. `owner` is whose it is, of a closed one whose it was; `was` is
 * whose it was before, null where there was none.
 */
type TokenChange = BalanceChange & {
  account: string
  mint: string
  owner: string | null
  was: string | null
  /** Of its mint, where the node says. */
  decimals?: number | undefined
}

/** A transaction that names an account and did not fail. */
export type SignatureEntry = { signature: string; slot: number; memo?: string }

/** Entries of one answer at most, and answers that are read for one account. */
const pageSize = 1_000
const mostPages = 4

const levels = ['processed', 'confirmed', 'finalized'] as const

function toLevel(text: string | null | undefined): SignatureStatus['level'] {
  return levels.find((level) => level === text) ?? 'processed'
}

type StatusAnswer = { slot: number; err?: unknown; confirmationStatus?: string | null | undefined }

/** Reads what a node answered about one signature. */
export function toStatus(answer: StatusAnswer): SignatureStatus {
  const { slot, err, confirmationStatus } = answer
  return { slot, failed: err != null, level: toLevel(confirmationStatus) }
}

/** The reads of Solana that prove something: each comes with the slot it is true of. */
export function createSolanaProof(call: RpcCall) {
  /** What the node knows of a signature, its whole history included, and at which slot it said so. */
  async function signatureSight(signature: string, signal?: AbortSignal): Promise<SignatureSight> {
    const params = [[signature], { searchTransactionHistory: true }]
    const { context, value } = await call('getSignatureStatuses', params, parseStatuses, signal)
    const [status] = value
    if (status === undefined) throw new AppError('chain/bad-answer', { reason: 'no status' })
    return { slot: context.slot, status: status && toStatus(status) }
  }

  /** The oldest block that the node still has; what is older it may have forgotten. */
  async function firstAvailableBlock(signal?: AbortSignal): Promise<number> {
    return call('getFirstAvailableBlock', [], parseCount, signal)
  }

  /** The finalised block height and the slot of that block. */
  async function finalised(signal?: AbortSignal): Promise<{ slot: number; blockHeight: number }> {
    const params = [{ commitment: 'finalized' }]
    const { absoluteSlot, blockHeight } = await call('getEpochInfo', params, parseEpochInfo, signal)
    return { slot: absoluteSlot, blockHeight }
  }

  /** What an included transaction did to balances; null when the node does not know it. */
  async function balances(signature: string, signal?: AbortSignal): Promise<SolanaBalances | null> {
    const settings = {
      commitment: 'confirmed',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    }
    const params = [signature, settings]
    const found = await call('getTransaction', params, parseTransactionBalances, signal)
    return found && toBalances(found)
  }

  /**
   * Transactions that named an account in slots after `after` and did not fail, the newest first. `isWhole`
   * says that none is left out: a busy account has more of them than are read.
   */
  async function signaturesSince(
    account: string,
    after: bigint,
    signal?: AbortSignal,
  ): Promise<{ entries: SignatureEntry[]; isWhole: boolean }> {
    const entries: SignatureEntry[] = []
    let before: string | undefined
    for (let page = 0; page < mostPages; page += 1) {
      const settings = { commitment: 'confirmed', limit: pageSize, ...(before ? { before } : {}) }
      const params = [account, settings]
      const found = await call('getSignaturesForAddress', params, parseHistory, signal)
      const fresh = found.filter(({ slot }) => BigInt(slot) > after)
      for (const { signature, slot, err, memo } of fresh) {
        if (err == null) entries.push({ signature, slot, ...(memo == null ? {} : { memo }) })
      }
      if (fresh.length < found.length || found.length < pageSize) return { entries, isWhole: true }
      before = found.at(-1)?.signature
    }
    return { entries, isWhole: false }
  }

  return { signatureSight, signaturesSince, firstAvailableBlock, finalised, balances }
}

type TokenBalance = {
  accountIndex: number
  mint: string
  owner?: string | null | undefined
  uiTokenAmount: { amount: string; decimals?: number | undefined }
}

type CallAnswer = { programIdIndex: number; accounts: number[]; data: string }

type BalancesAnswer = {
  slot: number
  blockTime?: number | null | undefined
  transaction: {
    message: {
      accountKeys: string[]
      header?: { numRequiredSignatures: number } | undefined
      instructions?: CallAnswer[] | undefined
    }
  }
  meta: {
    err?: unknown
    fee: bigint
    preBalances: bigint[]
    postBalances: bigint[]
    preTokenBalances?: TokenBalance[] | null | undefined
    postTokenBalances?: TokenBalance[] | null | undefined
    innerInstructions?: { index: number; instructions: CallAnswer[] }[] | null | undefined
    loadedAddresses?: { writable: string[]; readonly: string[] } | null | undefined
  }
}

function toBalances({ slot, blockTime, transaction, meta }: BalancesAnswer): SolanaBalances {
  // Accounts of address tables stand after those of the message, writable ones first.
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys = [...transaction.message.accountKeys, ...writable, ...readonly]
  const { preBalances, postBalances } = meta
  if (preBalances.length !== keys.length || postBalances.length !== keys.length) {
    throw new AppError('chain/bad-answer', { reason: 'not one balance an account' })
  }
  const lamports = new Map(
    keys.map((key, at) => [key, { before: preBalances[at] ?? 0n, after: postBalances[at] ?? 0n }]),
  )
  const tokens = new Map<string, TokenChange>()
  const read = (entries: TokenBalance[], side: 'before' | 'after') => {
    for (const { accountIndex, mint, owner, uiTokenAmount } of entries) {
      const account = keys[accountIndex]
      if (account === undefined)
        throw new AppError('chain/bad-answer', { reason: 'no such account' })
      const key = `${account} ${mint}`
      // An account that a transaction opens or closes stands on one side only.
      const known = tokens.get(key) ?? {
        account,
        mint,
        owner: null,
        was: null,
        before: 0n,
        after: 0n,
      }
      tokens.set(key, {
        ...known,
        ...(side === 'before' ? { was: owner ?? null } : {}),
        owner: owner ?? known.owner,
        ...(uiTokenAmount.decimals !== undefined && { decimals: uiTokenAmount.decimals }),
        [side]: BigInt(uiTokenAmount.amount),
      })
    }
  }
  read(meta.preTokenBalances ?? [], 'before')
  read(meta.postTokenBalances ?? [], 'after')
  const calls = callsOf(keys, transaction.message.instructions, meta.innerInstructions)
  const { accountKeys, header } = transaction.message
  const signers = accountKeys.slice(0, header?.numRequiredSignatures ?? 1)
  const changes = { signers, lamports, tokens: [...tokens.values()], calls }
  const balances = { slot, failed: meta.err != null, fee: meta.fee, ...changes }
  return blockTime == null ? balances : { ...balances, time: blockTime }
}

function callsOf(
  keys: readonly string[],
  own: readonly CallAnswer[] | undefined,
  inner: BalancesAnswer['meta']['innerInstructions'],
): SolanaCall[] | null {
  if (own === undefined || inner == null) return null
  const all = own.flatMap((call, at) => [
    call,
    ...inner.filter(({ index }) => index === at).flatMap(({ instructions }) => instructions),
  ])
  const calls = all.flatMap(({ programIdIndex, accounts, data }): SolanaCall[] => {
    const [program, bytes] = [keys[programIdIndex], decodeBase58(data)]
    const names = accounts.flatMap((at) => keys[at] ?? [])
    if (program === undefined || bytes === null || names.length < accounts.length) return []
    return [{ program, accounts: names, data: bytes }]
  })
  return calls.length === all.length ? calls : null
}
