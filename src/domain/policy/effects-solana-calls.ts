/**
 * Who got power over accounts by the calls of a mined transaction: balances show whose an account is, and
 * nothing else of it.
 */
import { encodeBase58 } from '@/src/lib/base58'
import { programs } from '../solana/solana-program'
import type { TokenAccount } from '../solana/solana-token-account'
import type { Closing } from './effects-solana-power'

/** A call of a mined transaction, with its accounts in base58. */
export type SolanaCall = { program: string; accounts: readonly string[]; data: Uint8Array }

/** What calls made of a token account, beside its balance and whose it is. */
export type GivenPower = Pick<
  TokenAccount,
  'delegate' | 'delegated' | 'frozen' | 'closeAuthority' | 'extensions'
>

/** What the calls of a transaction did to accounts, by address where nothing else is said. */
export type CallEffects = {
  powers: ReadonlyMap<string, GivenPower>
  closings: readonly Closing[]
  /** Programs that accounts of the system program were assigned to. */
  assigned: ReadonlyMap<string, string>
}

/** As an account is opened. */
export const NO_POWER: GivenPower = {
  delegate: null,
  delegated: 0n,
  frozen: false,
  closeAuthority: null,
  extensions: new Uint8Array(),
}

/**
 * Instructions of both token programs, by their first byte:
 * https://github.com/solana-program/token-2022/blob/main/interface/src/instruction.rs
 */
const APPROVE = 4
const REVOKE = 5
const SET_AUTHORITY = 6
const CLOSE = 9
const FREEZE = 10
const THAW = 11
const APPROVE_CHECKED = 13
/** `InitializeAccount`, and its forms 2 and 3: what was written of an older account there is gone. */
const OPEN: readonly (number | undefined)[] = [1, 16, 18]
/** What a delegate may take is less by what it took: byte of the amount, place of who takes. */
const TAKING: ReadonlyMap<number | undefined, readonly [amount: number, taker: number]> = new Map([
  [3, [1, 2]],
  [8, [1, 2]],
  [12, [1, 3]],
  [15, [1, 2]],
])
/** `TransferCheckedWithFee`, of the extension for fees. */
const FEE_EXTENSION = 26
const WITH_FEE = 1
/** Extensions that no account is opened with: which they are is not read. */
const OTHER_EXTENSIONS = Uint8Array.of(0, 1, 0, 0, 0)
/** Secret balances, more room, required memos, and the guard against programs. */
const EXTENDING: readonly (number | undefined)[] = [27, 29, 30, 34]
/**
 * Several instructions in one: of each how many accounts it takes, and how long it is.
 * https://github.com/solana-program/token/blob/160198510eeb96a303bc666fce06d5ef8fdf7d4d/p-token/src/processor/batch.rs
 */
const BATCH = 255

/** Kinds of authority that `SetAuthority` sets. */
const OWNER = 2
const CLOSER = 3

/**
 * Instructions of the system program that name a new owner: where it and the account stand.
 * https://github.com/anza-xyz/solana-sdk/blob/master/system-interface/src/instruction.rs
 */
const ASSIGNING: ReadonlyMap<number, readonly [owner: number, account: number]> = new Map([
  [0, [20, 1]],
  [1, [4, 0]],
  [13, [20, 0]],
])

const keyAt = (data: Uint8Array, at: number) => encodeBase58(data.slice(at, at + 32))

const amountAt = (data: Uint8Array, at: number) =>
  data.slice(at, at + 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

function unpack({ program, accounts, data }: SolanaCall): SolanaCall[] {
  if (data[0] !== BATCH) return [{ program, accounts, data }]
  const calls: SolanaCall[] = []
  let taken = 0
  for (let at = 1; at < data.length; ) {
    const [names = 0, length = 0] = data.slice(at, at + 2)
    at += 2
    const call = data.slice(at, at + length)
    calls.push({ program, accounts: accounts.slice(taken, taken + names), data: call })
    taken += names
    at += length
  }
  return calls
}

/** What one call of a token program makes of the account that it names first. */
function afterToken({ accounts, data }: SolanaCall, was: GivenPower): GivenPower {
  const [kind, sub] = data
  const approve = (delegate: string | undefined) =>
    delegate === undefined ? was : { ...was, delegate, delegated: amountAt(data, 1) }
  if (kind === APPROVE) return approve(accounts[1])
  if (kind === APPROVE_CHECKED) return approve(accounts[2])
  if (kind === REVOKE) return { ...was, delegate: null, delegated: 0n }
  if (kind === FREEZE || kind === THAW) return { ...was, frozen: kind === FREEZE }
  if (kind === SET_AUTHORITY) {
    if (sub === OWNER) return { ...was, delegate: null, delegated: 0n }
    return sub === CLOSER ? { ...was, closeAuthority: data[2] === 1 ? keyAt(data, 3) : null } : was
  }
  if (kind === CLOSE || OPEN.includes(kind)) return NO_POWER
  if (EXTENDING.includes(kind)) return { ...was, extensions: OTHER_EXTENSIONS }
  const taking = kind === FEE_EXTENSION && sub === WITH_FEE ? ([2, 3] as const) : TAKING.get(kind)
  if (taking === undefined || accounts[taking[1]] !== was.delegate) return was
  const delegated = was.delegated - amountAt(data, taking[0])
  return delegated > 0n ? { ...was, delegated } : { ...was, delegate: null, delegated: 0n }
}

/** Reads all calls of a transaction, in the order in which they ran. */
export function readCalls(calls: readonly SolanaCall[]): CallEffects {
  const powers = new Map<string, GivenPower>()
  const closings: Closing[] = []
  const assigned = new Map<string, string>()
  for (const call of calls) {
    if (call.program === programs.system) {
      const assigning = ASSIGNING.get(Number(amountAt(call.data.slice(0, 4), 0)))
      const account = assigning && call.accounts[assigning[1]]
      if (assigning && account !== undefined) assigned.set(account, keyAt(call.data, assigning[0]))
    }
    if (call.program !== programs.token && call.program !== programs.token2022) continue
    for (const each of unpack(call)) {
      const [account, to] = each.accounts
      if (account === undefined) continue
      powers.set(account, afterToken(each, powers.get(account) ?? NO_POWER))
      if (each.data[0] === CLOSE && to !== undefined) closings.push({ account, to })
    }
  }
  return { powers, closings, assigned }
}
