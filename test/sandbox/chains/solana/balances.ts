import type { Address } from '@solana/web3.js'
import { getMintDecoder, getTokenDecoder } from '@solana-program/token'
import { TOKEN_PROGRAM } from './programs'
import type { Vm, VmAccount } from './vm'

/** Bytes of an SPL token account and of a mint (spl-token state.rs). */
export const TOKEN_ACCOUNT_SIZE = 165
export const MINT_SIZE = 82

/** What a token account holds, in smallest units of its mint. */
export interface TokenHolding {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
}

/** Reads an SPL token account, or null when the account is something else. */
export const readHolding = (account: VmAccount | null): TokenHolding | null => {
  if (account?.owner !== TOKEN_PROGRAM || account.data.length !== TOKEN_ACCOUNT_SIZE) return null
  const { mint, owner, amount } = getTokenDecoder().decode(account.data)
  return { mint, owner, amount }
}

/** Reads a mint's decimals, or null when the account is no SPL mint. */
export const readDecimals = (account: VmAccount | null): number | null => {
  if (account?.owner !== TOKEN_PROGRAM || account.data.length !== MINT_SIZE) return null
  return getMintDecoder().decode(account.data).decimals
}

/** Lamports and token holdings of a transaction's accounts at one moment, in account order. */
export interface BalanceSheet {
  readonly lamports: readonly bigint[]
  readonly holdings: readonly (TokenHolding & {
    readonly accountIndex: number
    readonly decimals: number
  })[]
}

/** Reads the balances of all accounts that a transaction names. */
export const readBalances = (vm: Vm, accounts: readonly string[]): BalanceSheet => {
  const states = accounts.map((address) => vm.getAccount(address))
  const holdings = states.flatMap((state, accountIndex) => {
    const holding = readHolding(state)
    if (holding === null) return []
    const decimals = readDecimals(vm.getAccount(holding.mint)) ?? 0
    return [{ ...holding, accountIndex, decimals }]
  })
  return { lamports: states.map((state) => state?.lamports ?? 0n), holdings }
}
