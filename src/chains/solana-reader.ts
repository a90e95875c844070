import {
  parseAccount,
  parseContextFlag,
  parseContextLamports,
  parseCount,
  parseFee,
  parseLamports,
  parseLatestBlockhash,
  parseSolanaTransactionAnswer,
  parseStatuses,
  parseText,
  parseTokenAccounts,
} from '@/src/contract/solana-rpc'
import { isNativeAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import { type SolanaTransaction, withBlockhash } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import type { Head } from './evm-reader'
import { createRpc, type RpcOptions } from './json-rpc'
import { createSolanaProof, type SignatureStatus, toStatus } from './solana-proof'
import { createSolanaTrial } from './solana-trial'

export type SolanaReaderOptions = RpcOptions & {
  /** First 32 characters of the genesis hash (CAIP-2): an address that serves another is refused. */
  reference?: string
}

export type SolanaAccountInfo = {
  owner: string
  lamports: bigint
  executable: boolean
  data: Uint8Array
}

const CONFIRMED = { commitment: 'confirmed' } as const

/** Where an SPL mint has its decimals: https://spl.solana.com/token */
const DECIMALS_AT = 44

/** Bytes of an SPL token account that name its mint: https://spl.solana.com/token */
const MINT_BYTES = 32

/** Signatures' fees that a native deposit is given room for; 5,000 lamports each. */
const RESERVE_FEES = 20_000n

/** A token account of the ordinary size: 165 bytes. */
const TOKEN_ACCOUNT_BYTES = 165

/**
 * The cluster's clock: slot (8 bytes), the epoch's start, two epochs, and unix seconds, in one answer.
 * https://docs.anza.xyz/runtime/sysvars#clock
 */
const CLOCK = 'SysvarC1ock11111111111111111111111111111111'
const CLOCK_BYTES = 40
const CLOCK_TIME_AT = 32

/**
 * Reads Solana over JSON-RPC, at `confirmed` unless said otherwise. Every method takes an optional
 * abort signal last. Errors are those of the EVM reader.
 */
export function createSolanaReader(options: SolanaReaderOptions) {
  const { reference } = options
  const { call } = createRpc(
    options,
    reference === undefined
      ? undefined
      : async (ask) => {
          const actual = await ask('getGenesisHash', [], parseText)
          if (actual.startsWith(reference)) return
          throw new AppError('chain/bad-answer', { expected: reference, actual })
        },
  )

  async function latestBlockhash(signal?: AbortSignal) {
    return (await call('getLatestBlockhash', [CONFIRMED], parseLatestBlockhash, signal)).value
  }

  async function blockHeight(signal?: AbortSignal): Promise<number> {
    return call('getBlockHeight', [CONFIRMED], parseCount, signal)
  }

  /** Whether a transaction with this blockhash could still be included. */
  async function isBlockhashValid(blockhash: string, signal?: AbortSignal): Promise<boolean> {
    return (await call('isBlockhashValid', [blockhash, CONFIRMED], parseContextFlag, signal)).value
  }

  /** One entry a signature, null for one the cluster has never seen; history included. */
  async function signatureStatuses(
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<(SignatureStatus | null)[]> {
    const params = [signatures, { searchTransactionHistory: true }]
    const { value } = await call('getSignatureStatuses', params, parseStatuses, signal)
    if (value.length !== signatures.length) {
      throw new AppError('chain/bad-answer', { reason: 'not one status a signature' })
    }
    return value.map((status) => status && toStatus(status))
  }

  /** A transaction that was included, with its very bytes; null when there is none. */
  async function transaction(signature: string, signal?: AbortSignal) {
    const settings = { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 0 }
    const params = [signature, settings]
    const found = await call('getTransaction', params, parseSolanaTransactionAnswer, signal)
    if (found === null) return null
    const bytes = decodeBase64(found.transaction[0])
    if (bytes === null) throw new AppError('chain/bad-answer', { reason: 'not base64' })
    return { slot: found.slot, failed: found.meta?.err != null, bytes }
  }

  async function account(
    address: string,
    signal?: AbortSignal,
    onDate?: (time: number) => void,
  ): Promise<SolanaAccountInfo | null> {
    const params = [address, { ...CONFIRMED, encoding: 'base64' }]
    const { value } = await call('getAccountInfo', params, parseAccount, signal, onDate)
    if (value === null) return null
    const data = decodeBase64(value.data[0])
    if (data === null) throw new AppError('chain/bad-answer', { reason: 'not base64' })
    return { owner: value.owner, lamports: value.lamports, executable: value.executable, data }
  }

  /** The newest confirmed slot that the node has: how far its word reaches. */
  async function head(signal?: AbortSignal): Promise<Head> {
    const told: Pick<Head, 'toldAt'> = {}
    const onDate = (toldAt: number) => Object.assign(told, { toldAt })
    const data = (await account(CLOCK, signal, onDate))?.data
    if (data === undefined || data.length < CLOCK_BYTES) {
      throw new AppError('chain/bad-answer', { reason: 'no clock' })
    }
    const view = new DataView(data.buffer, data.byteOffset)
    const time = Number(view.getBigInt64(CLOCK_TIME_AT, true))
    return { number: view.getBigUint64(0, true), time, ...told }
  }

  /** The mint of a token account of either token program, base58; null for anything else. */
  async function mintOf(tokenAccount: string, signal?: AbortSignal): Promise<string | null> {
    const found = await account(tokenAccount, signal)
    const isToken = found?.owner === programs.token || found?.owner === programs.token2022
    if (!isToken || found.data.length < TOKEN_ACCOUNT_BYTES) return null
    return encodeBase58(found.data.slice(0, MINT_BYTES))
  }

  /** Decimals of a mint of either token program; undefined for anything else. */
  async function decimals(mint: string, signal?: AbortSignal): Promise<number | undefined> {
    const found = await account(mint, signal)
    const isToken = found?.owner === programs.token || found?.owner === programs.token2022
    return isToken ? found.data[DECIMALS_AT] : undefined
  }

  /** Lamports on an account; 0 for one that does not exist. */
  async function balance(address: string, signal?: AbortSignal): Promise<bigint> {
    return (await call('getBalance', [address, CONFIRMED], parseContextLamports, signal)).value
  }

  /** Smallest units over all token accounts of the owner; lamports where the token is SOL. */
  async function tokenBalance(token: string, owner: string, signal?: AbortSignal): Promise<bigint> {
    if (isNativeAddress(token)) return balance(owner, signal)
    const params = [owner, { mint: token }, { ...CONFIRMED, encoding: 'jsonParsed' }]
    const { value } = await call('getTokenAccountsByOwner', params, parseTokenAccounts, signal)
    return value.reduce(
      (sum, one) => sum + BigInt(one.account.data.parsed.info.tokenAmount.amount),
      0n,
    )
  }

  /** The token accounts of an owner, of both token programs. */
  async function tokenAccounts(owner: string, signal?: AbortSignal): Promise<string[]> {
    const answers = await Promise.all(
      [programs.token, programs.token2022].map((programId) => {
        const params = [owner, { programId }, { ...CONFIRMED, encoding: 'jsonParsed' }]
        return call('getTokenAccountsByOwner', params, parseTokenAccounts, signal)
      }),
    )
    return answers.flatMap(({ value }) => value.map(({ pubkey }) => pubkey))
  }

  /** Lamports the network takes for a message, or null when its blockhash is too old to say. */
  async function fee(message: Uint8Array, signal?: AbortSignal): Promise<bigint | null> {
    const params = [encodeBase64(message), CONFIRMED]
    return (await call('getFeeForMessage', params, parseFee, signal)).value
  }

  /** The same with whatever blockhash: the service's node may be ahead of this one. */
  async function feeOf(transaction: SolanaTransaction, signal?: AbortSignal) {
    const known = await fee(transaction.message, signal)
    if (known !== null) return known
    const blockhash = decodeBase58((await latestBlockhash(signal)).blockhash)
    return blockhash?.length === 32 ? fee(withBlockhash(transaction, blockhash), signal) : null
  }

  /** Hands in a signed transaction (base64) and gives its signature; the same one again changes nothing. */
  async function send(transaction: string, signal?: AbortSignal): Promise<string> {
    const settings = { encoding: 'base64', preflightCommitment: 'confirmed' }
    return call('sendTransaction', [transaction, settings], parseText, signal)
  }

  /** Lamports to leave: the account's own rent, one new token account, and fees. */
  async function reserve(signal?: AbortSignal): Promise<bigint> {
    const rent = (bytes: number) =>
      call('getMinimumBalanceForRentExemption', [bytes], parseLamports, signal)
    const [own, opened] = await Promise.all([rent(0), rent(TOKEN_ACCOUNT_BYTES)])
    return own + opened + RESERVE_FEES
  }

  return {
    ...createSolanaProof(call),
    ...createSolanaTrial({ call, fee: feeOf }),
    latestBlockhash,
    blockHeight,
    isBlockhashValid,
    signatureStatuses,
    transaction,
    account,
    head,
    mintOf,
    decimals,
    balance,
    tokenBalance,
    tokenAccounts,
    fee,
    send,
    reserve,
  }
}

export type SolanaReader = ReturnType<typeof createSolanaReader>
