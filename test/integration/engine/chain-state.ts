import { decodeFunctionData, erc20Abi } from 'viem'
import { author, depositData, erc20, type SimTransaction, target } from './chain-terms'

/** What the simulated contracts hold: the allowance of the deposit contract, and balances. */
export type SimState = { allowance: bigint; balances: Map<string, bigint> }

export const native = `0x${'0'.repeat(40)}`
const plenty = 10n ** 24n

export function emptyState(): SimState {
  return {
    allowance: 0n,
    balances: new Map([
      [keyOf(native, author), plenty],
      [keyOf(erc20, author), plenty],
    ]),
  }
}

/** Balance of a holder in smallest units. */
export function balanceOf({ balances }: SimState, token: string, holder: string): bigint {
  return balances.get(keyOf(token, holder)) ?? 0n
}

/** Carries a transaction out on a state; false when it reverts. */
export function execute(state: SimState, tx: SimTransaction): boolean {
  if (tx.payout) {
    add(state, tx.payout.token, tx.payout.to, tx.payout.amount)
    return true
  }
  const { to, data, value } = tx.inner ?? tx
  const payer = tx.inner ? tx.to : tx.from
  if (to === erc20) {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: hex(data) })
    if (functionName === 'approve') state.allowance = BigInt(args[1])
    return true
  }
  const amount = amountOf({ to, data, value })
  if (amount !== undefined && value === 0n) {
    if (state.allowance < amount) return false
    state.allowance -= amount
    add(state, erc20, payer, -amount)
  }
  add(state, native, payer, -value)
  add(state, native, to, value)
  return true
}

/** How much a call deposits; undefined where it is no deposit. */
export function amountOf(call: { to: string; data: string; value: bigint }): bigint | undefined {
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
