import { parseAccounts, parseTrial } from '@/src/contract/solana-rpc'
import { AppError } from '@/src/domain/error'
import type {
  SolanaAccountState,
  SolanaEffects,
  SolanaTrial,
} from '@/src/domain/policy/effects-solana'
import {
  parseSolanaTransaction,
  type SolanaAccount,
  type SolanaTransaction,
} from '@/src/domain/solana/solana-message'
import {
  type ResolvedMessage,
  readAddressTable,
  resolveTables,
} from '@/src/domain/solana/solana-tables'
import { isMultisig, readTokenAccount } from '@/src/domain/solana/solana-token-account'
import { decodeBase64 } from '@/src/lib/bytes'
import type { RpcCall } from './json-rpc'
import { closingsOf } from './solana-closings'

const CONFIRMED = { commitment: 'confirmed' } as const

/** "Minimum context slot has not been reached": rpc-client-api/src/custom_error.rs of Agave. */
const BEHIND = -32016
/** Nodes behind one address may be a slot apart: the one that is behind answers a moment later. */
const TRIES = 3

/**
 * Where a mint, which every token account names, has its decimals:
 * https://github.com/solana-program/token/blob/main/interface/src/state.rs
 */
const DECIMALS_AT = 44

/** The common part of a token account, and one byte more than a multisig has. */
const TOKEN_ACCOUNT_BYTES = 165
const LONGEST_READ = 356

/** Words of a node are cut to this. */
const LONGEST_DETAIL = 300

type AccountAnswer = { lamports: bigint; owner: string; data: [string, 'base64'] } | null

function toState(answer: AccountAnswer): SolanaAccountState {
  if (answer === null) return null
  const data = decodeBase64(answer.data[0])
  if (data === null) throw new AppError('chain/bad-answer', { reason: 'not base64' })
  return { lamports: answer.lamports, owner: answer.owner, data }
}

/** An answer that does not match its question: which account is which cannot be known. */
function toStates(answers: readonly AccountAnswer[], asked: readonly string[]) {
  if (answers.length !== asked.length) {
    throw new AppError('chain/bad-answer', { reason: 'not one state an account' })
  }
  return answers.map(toState)
}

/** What lacks is said by a program on the way, or by the runtime alone; the last line is the end of it. */
function whyOf(err: unknown, logs: readonly string[]): string {
  const lacks = logs.find((line) => /insufficient/i.test(line))
  const isOfProgram = typeof err === 'object' && err !== null && 'InstructionError' in err
  return lacks ?? (isOfProgram ? logs.at(-1) : undefined) ?? JSON.stringify(err)
}

export type SolanaTrialDeps = {
  call: RpcCall
  /** Lamports the network takes for a message, whatever its blockhash. */
  fee: (transaction: SolanaTransaction, signal?: AbortSignal) => Promise<bigint | null>
}

/** Tries transactions on a node, to see what they would do to every account they can change. */
export function createSolanaTrial({ call, fee }: SolanaTrialDeps) {
  async function statesOf(addresses: readonly string[], signal?: AbortSignal, slice?: object) {
    const params = [addresses, { ...CONFIRMED, encoding: 'base64', ...slice }]
    const { context, value } = await call('getMultipleAccounts', params, parseAccounts, signal)
    return { slot: context.slot, states: toStates(value, addresses) }
  }

  /**
   * Token accounts of the author that a message only reads, and multisigs: they say what it has to do with,
   * and for whom the author may be signing. Of all that it reads, the programs that rule over it.
   */
  async function readOnly(
    accounts: readonly SolanaAccount[],
    author: string,
    signal?: AbortSignal,
  ): Promise<Pick<SolanaEffects, 'accounts'> & { rulers: Map<string, string> }> {
    const read = accounts.filter((account) => !account.writable)
    const addresses = [...new Set(read.map((account) => account.key))]
    // Programs are among them: of what is longer than a multisig, its beginning will do.
    const length = LONGEST_READ
    const { states } = await statesOf(addresses, signal, { dataSlice: { offset: 0, length } })
    const rulers = new Map<string, string>()
    const own = addresses.flatMap((address, at) => {
      const state = states[at]
      if (state == null) return []
      rulers.set(address, state.owner)
      const token = { ...state, data: state.data?.slice(0, TOKEN_ACCOUNT_BYTES) ?? null }
      const isOwn = readTokenAccount(token)?.owner === author
      if (isOwn) return [{ address, before: token, after: token }]
      return isMultisig(state) ? [{ address, before: state, after: state }] : []
    })
    return { accounts: own, rulers }
  }

  /** Of the mints of which an account of the author holds one smallest unit: those that have decimals. */
  async function divisibleOf(
    accounts: SolanaEffects['accounts'],
    author: string,
    signal?: AbortSignal,
  ): Promise<string[]> {
    const mints = accounts.flatMap(({ before }) => {
      const token = readTokenAccount(before)
      return token?.owner === author && token.amount === 1n ? token.mint : []
    })
    if (mints.length === 0) return []
    const asked = [...new Set(mints)]
    const { states } = await statesOf(asked, signal)
    return asked.filter((_, at) => (states[at]?.data?.[DECIMALS_AT] ?? 0) > 0)
  }

  /** The message with the addresses of its lookup tables, as the chain has them; null if it lacks one. */
  async function resolve(
    transaction: SolanaTransaction,
    signal?: AbortSignal,
  ): Promise<ResolvedMessage | null> {
    const asked = [...new Set(transaction.lookups.map((lookup) => lookup.table))]
    const { states } = asked.length > 0 ? await statesOf(asked, signal) : { states: [] }
    const tables = new Map<string, string[]>()
    for (const [at, address] of asked.entries()) {
      const found = readAddressTable(states[at] ?? null)
      if (found !== null) tables.set(address, found)
    }
    return resolveTables(transaction, tables)
  }

  async function simulate(
    transactionBase64: string,
    addresses: readonly string[],
    minContextSlot: number,
    signal?: AbortSignal,
  ) {
    const settings = {
      ...CONFIRMED,
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses },
      minContextSlot,
    }
    for (let left = TRIES - 1; ; left--) {
      try {
        const params = [transactionBase64, settings]
        const answer = await call('simulateTransaction', params, parseTrial, signal)
        if (answer.context.slot >= minContextSlot) return answer.value
        throw new AppError('chain/bad-answer', { reason: 'an older state', code: BEHIND })
      } catch (error) {
        const isBehind = error instanceof AppError && error.context.code === BEHIND
        if (!isBehind || left === 0) throw error
      }
    }
  }

  async function look(
    transactionBase64: string,
    author: string,
    signal?: AbortSignal,
  ): Promise<SolanaTrial> {
    const bytes = decodeBase64(transactionBase64)
    const transaction = bytes === null ? null : parseSolanaTransaction(bytes)
    if (transaction === null) return { outcome: 'unknown', detail: 'Not a transaction' }
    const message = await resolve(transaction, signal)
    if (message === null) return { outcome: 'unknown', detail: 'An address table is not known' }
    const writable = message.accounts.filter((account) => account.writable)
    const addresses = [...new Set(writable.map((account) => account.key))]
    const isPayer = transaction.feePayer === author
    const [{ slot, states: before }, { accounts: read, rulers }, lamports] = await Promise.all([
      statesOf(addresses, signal),
      readOnly(message.accounts, author, signal),
      isPayer ? fee(transaction, signal) : 0n,
    ])
    if (lamports === null) return { outcome: 'unknown', detail: 'The fee is not known' }
    const value = await simulate(transactionBase64, addresses, slot, signal)
    if (value.err != null) {
      const detail = whyOf(value.err, value.logs ?? [])
      return { outcome: 'reverts', detail: detail.slice(0, LONGEST_DETAIL) }
    }
    if (value.accounts == null) return { outcome: 'unknown', detail: 'No states after it' }
    const after = toStates(value.accounts, addresses)
    const written = addresses.map((address, at) => ({
      address,
      before: before[at] ?? null,
      after: after[at] ?? null,
    }))
    // An account that a table names again as writable is one that can be written.
    const others = read.filter((each) => !addresses.includes(each.address))
    const closings = closingsOf(message.instructions, value.innerInstructions)
    const accounts = [...written, ...others]
    return {
      outcome: 'passes',
      effects: {
        accounts,
        divisible: await divisibleOf(accounts, author, signal),
        rulers,
        named: message.accounts.map((account) => account.key),
        fee: lamports,
        closings,
      },
    }
  }

  /**
   * Tries a transaction (base64) with signatures unchecked and a fresh blockhash: every account that it
   * may change, address tables included, before and after, and what the network takes from the author.
   * Effects are those of one node: nobody's word alone. `unknown` where the node does not tell all of it.
   */
  async function trial(
    transactionBase64: string,
    author: string,
    signal?: AbortSignal,
  ): Promise<SolanaTrial> {
    try {
      return await look(transactionBase64, author, signal)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'service/aborted') throw error
      return { outcome: 'unknown', detail: error.code }
    }
  }

  return { trial }
}
