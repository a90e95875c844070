import { decodeFunctionData, erc20Abi } from 'viem'
import {
  author,
  depositData,
  erc20,
  otherAccount,
  type SimPayout,
  type SimTransaction,
  target,
  transferData,
} from './chain-terms'

/** What the simulated contracts hold: the allowance of the deposit contract, and balances. */
export type SimState = { allowance: bigint; balances: Map<string, bigint> }

export const native = `0x${'0'.repeat(40)}`
const plenty = 10n ** 24n

export function emptyState(): SimState {
  return {
    allowance: 0n,
    balances: new Map([
      [keyOf(native, author), plenty],
      [keyOf(native, otherAccount), plenty],
      [keyOf(erc20, author), plenty],
    ]),
  }
}

/** Balance of a holder in smallest units. */
export function balanceOf({ balances }: SimState, token: string, holder: string): bigint {
  return balances.get(keyOf(token, holder)) ?? 0n
}

/** Gives an account so many coins, whatever it had. */
export function lend({ balances }: SimState, holder: string, amount: bigint): void {
  balances.set(keyOf(native, holder), amount)
}

/** Takes coins of an account for gas. */
export function charge(state: SimState, holder: string, fee: bigint): void {
  add(state, native, holder, -fee)
}

/** Carries a transaction out on a state; false when it reverts. */
export function execute(state: SimState, tx: SimTransaction): boolean {
  if (tx.payout) {
    add(state, tx.payout.token, tx.payout.to, tx.payout.amount)
    return true
  }
  if (tx.carries?.failed) return true
  const { to, data, value } = tx.inner ?? tx
  const payer = tx.inner ? tx.to : tx.from
  const paid = paymentOf(tx)
  if (paid) {
    if (balanceOf(state, paid.token, payer) < paid.amount) return false
    add(state, paid.token, payer, -paid.amount)
    add(state, paid.token, paid.to, paid.amount)
    return true
  }
  if (to === erc20) {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: hex(data) })
    if (functionName === 'approve') state.allowance = BigInt(args[1])
    return true
  }
  const amount = amountOf({ to, data, value })
  if (amount !== undefined && value === 0n) {
    if (state.allowance < amount) return false
    state.allowance -= amount
    add(state, erc20, payer, -amount - (tx.more ?? 0n) - (tx.unseen ?? 0n))
  }
  add(state, native, payer, (tx.back ?? 0n) - value)
  add(state, native, to, value)
  return true
}

type Call = Pick<SimTransaction, 'to' | 'data' | 'value'>

/** What a transaction pays to an account: as a filler, or as a plain transfer of coins or the token. */
export function paymentOf(
  tx: Call & Pick<SimTransaction, 'inner' | 'payout'>,
): SimPayout | undefined {
  if (tx.payout) return tx.payout
  const { to, data, value } = tx.inner ?? tx
  if (data === '0x') return value > 0n ? { token: native, to, amount: value } : undefined
  if (to !== erc20 || !data.startsWith(transferData)) return undefined
  const { args } = decodeFunctionData({ abi: erc20Abi, data: hex(data) })
  return { token: erc20, to: String(args[0]).toLowerCase(), amount: BigInt(args[1] ?? 0) }
}

/** How much a call deposits; undefined where it is no deposit. */
export function amountOf(call: Call): bigint | undefined {
  if (call.to !== target || !call.data.startsWith(depositData)) return undefined
  return call.value > 0n ? call.value : BigInt(`0x${call.data.slice(10, 74)}`)
}

function add(state: SimState, token: string, holder: string, amount: bigint): void {
  state.balances.set(keyOf(token, holder), balanceOf(state, token, holder) + amount)
}

const keyOf = (token: string, holder: string) => `${token} ${holder}`.toLowerCase()

function hex(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`
}
