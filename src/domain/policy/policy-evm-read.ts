import { EVM_NATIVE, isNativeAddress, sameAddress } from '../address/address'
import type { Accepted } from '../order/order'
import { wrappedCoinOf } from '../token/wrapped-coins'
import { decodeCall, forbiddenMethod } from './policy-abi'
import { checkSwitch, type ReadTransaction, readCall } from './policy-evm-call'
import { type ReadApproval, type ReadBuild, type Refusal, refuse } from './policy-read'

/** Approvals of the build, all for one contract; `amounts` in the order given. */
export type ReadApproves = { spender: string; amounts: readonly bigint[] }

/** A step before the deposit that moves money: a swap, or the pinned wrapped coin in or out. */
export type ReadMove = {
  kind: 'wrap' | 'unwrap' | 'swap'
  amount: bigint
  transaction: ReadTransaction
}

/** Steps that turn what is paid into the routing token, which the deposit takes. */
export type ReadRoute = {
  /** Lower case; the native address where the coin itself is what is passed on. */
  token: string
  moves: readonly ReadMove[]
  /** Approvals of the routing token. */
  approves: ReadApproves | null
}

export type ReadEvm = {
  ok: true
  /** Approvals of what is paid. */
  approves: ReadApproves | null
  deposit: ReadTransaction
  /** Null where the deposit itself takes what is paid. */
  route: ReadRoute | null
}

type ReadApprove = { token: string; spender: string; amount: bigint }

/** Takes an approval of whatever token; null for any other call. */
function readApprove(
  { to, data, value }: ReadTransaction,
  accepted: Accepted,
): { ok: true; approve: ReadApprove | null } | Refusal {
  const call = decodeCall(data)
  if (call.kind !== 'approve') return { ok: true, approve: null }
  const { spender, amount } = call
  // Coins have no approvals: as a routing token they would pass through whatever the person has of them.
  if (isNativeAddress(to)) return refuse('policy/foreign-token', 'An approval of coins')
  if (value !== 0n) return refuse('policy/wrong-value', `An approval that carries ${value}`)
  // Token proxies of aggregators are other contracts than the target; never a person, nor the token.
  const impossible = [accepted.author, accepted.from.address, accepted.recipient, to]
  if (isNativeAddress(spender) || impossible.some((each) => sameAddress(each, spender))) {
    return refuse('policy/foreign-spender', `Spender ${spender}`)
  }
  return { ok: true, approve: { token: to, spender, amount } }
}

/** What no call of a build may be, the deposit or a step before it: a call to a token, or of power. */
function checkTarget(
  { to, data }: ReadTransaction,
  accepted: Accepted,
  what: string,
): Refusal | null {
  const call = decodeCall(data)
  const tokens = [accepted.from, accepted.to].filter(
    (token) => token.chainId === accepted.from.chainId && !isNativeAddress(token.address),
  )
  const forbidden = call.kind === 'other' ? forbiddenMethod(call.selector) : undefined
  if (call.kind === 'approve' || forbidden !== undefined) {
    return refuse('policy/foreign-call', `${what} calls ${forbidden ?? 'approve'}`)
  }
  if (tokens.some((token) => sameAddress(token.address, to))) {
    return refuse('policy/foreign-call', `${what} calls a token of the order itself`)
  }
  if (sameAddress(to, accepted.author) || isNativeAddress(to)) {
    return refuse('policy/foreign-call', `${what} goes to ${to}`)
  }
  return null
}

function checkDeposit(deposit: ReadTransaction, accepted: Accepted): Refusal | null {
  const refusal = checkTarget(deposit, accepted, 'The deposit')
  if (refusal !== null) return refusal
  if (deposit.data === '0x' && !isNativeAddress(accepted.from.address)) {
    return refuse('policy/foreign-call', 'The deposit of a token calls no method')
  }
  return null
}

/** `deposit()` and `withdraw(uint256)` of WETH9. */
const WRAP = '0xd0e30db0'
const UNWRAP = /^0x2e1a7d4d([0-9a-f]{64})$/

/** Reads a step before the deposit that is no approval: it moves what is paid, or is refused. */
function readMove(
  transaction: ReadTransaction,
  accepted: Accepted,
): { ok: true; move: ReadMove } | Refusal {
  const { from } = accepted
  const { to, data, value } = transaction
  const paysCoins = isNativeAddress(from.address)
  if (to === wrappedCoinOf(from.chainId)) {
    const amount = UNWRAP.exec(data)?.[1]
    if (data === WRAP && paysCoins && value > 0n) {
      return { ok: true, move: { kind: 'wrap', amount: value, transaction } }
    }
    if (amount !== undefined && sameAddress(to, from.address) && value === 0n) {
      return { ok: true, move: { kind: 'unwrap', amount: BigInt(`0x${amount}`), transaction } }
    }
    return refuse('policy/foreign-call', `Call of ${data.slice(0, 10)} at the wrapped coin`)
  }
  const refusal = checkTarget(transaction, accepted, 'A step before the deposit')
  if (refusal !== null) return refusal
  if (data === '0x') return refuse('policy/foreign-call', `Call of no method at ${to}`)
  if (value > 0n && !paysCoins) {
    return refuse('policy/wrong-value', `A step before the deposit carries ${value}`)
  }
  const amount = paysCoins ? value : BigInt(from.amount)
  return { ok: true, move: { kind: 'swap', amount, transaction } }
}

/** Everything before the deposit, in its order. */
type ReadBefore = { approves: ReadApprove[]; moves: ReadMove[] }

function readBefore(
  approvals: readonly ReadApproval[],
  accepted: Accepted,
): { ok: true; before: ReadBefore } | Refusal {
  const before: ReadBefore = { approves: [], moves: [] }
  for (const approval of approvals) {
    if (approval.type === 'request' && approval.method === 'wallet_switchEthereumChain') {
      const refusal = checkSwitch(approval.params, accepted)
      if (refusal !== null) return refusal
      continue
    }
    const call = readCall(approval, accepted)
    if (!call.ok) return call
    const read = readApprove(call.transaction, accepted)
    if (!read.ok) return read
    if (read.approve !== null) {
      before.approves.push(read.approve)
      continue
    }
    const step = readMove(call.transaction, accepted)
    if (!step.ok) return step
    before.moves.push(step.move)
  }
  return { ok: true, before }
}

/** The approvals of one token, which must all be for one contract. */
function toApproves(
  approves: readonly ReadApprove[],
): { ok: true; approves: ReadApproves | null } | Refusal {
  const [first] = approves
  if (first === undefined) return { ok: true, approves: null }
  // Each alone may take the whole amount: two of them could take it twice.
  if (approves.some((one) => one.spender !== first.spender)) {
    return refuse('policy/excessive-allowance', `Approvals for ${first.spender} and for another`)
  }
  return {
    ok: true,
    approves: { spender: first.spender, amounts: approves.map((one) => one.amount) },
  }
}

/** Whether an approval is of what is paid; coins have none. */
const isPaidWith = (token: string, paid: string) =>
  !isNativeAddress(paid) && sameAddress(token, paid)

/** Which token the steps lead to: the one that is approved next, or the coin's other form. */
function readRoute(
  { moves, approves }: ReadBefore,
  accepted: Accepted,
): { ok: true; route: ReadRoute | null } | Refusal {
  const { chainId, address } = accepted.from
  const others = approves.filter(({ token }) => !isPaidWith(token, address))
  const kind = moves.find((each) => each.kind !== 'swap')?.kind
  const coin = kind === 'wrap' ? wrappedCoinOf(chainId) : kind === 'unwrap' ? EVM_NATIVE : undefined
  const token = coin ?? others[0]?.token
  const stranger = others.find((one) => one.token !== token || moves.length === 0)
  if (stranger !== undefined) {
    return refuse('policy/foreign-token', `Approval of token ${stranger.token}`)
  }
  if (moves.length === 0) return { ok: true, route: null }
  if (token === undefined) {
    const [{ data, to } = { data: '', to: '' }] = moves.map((each) => each.transaction)
    return refuse('policy/foreign-call', `Call of ${data.slice(0, 10)} at ${to}`)
  }
  if (moves.some((each) => each.kind === 'swap' && each.transaction.to === token)) {
    return refuse('policy/foreign-call', 'A step before the deposit calls the routing token')
  }
  const read = toApproves(others)
  return read.ok ? { ok: true, route: { token, moves, approves: read.approves } } : read
}

/** Reads and checks everything of an EVM build that can be judged without looking at the chain. */
export function readEvm(build: ReadBuild, accepted: Accepted): ReadEvm | Refusal {
  const call = readCall(build.deposit, accepted)
  if (!call.ok) return call
  const deposit = call.transaction
  const refusal = checkDeposit(deposit, accepted)
  if (refusal !== null) return refusal
  const read = readBefore(build.before, accepted)
  if (!read.ok) return read
  const { before } = read
  const { address } = accepted.from
  const own = toApproves(before.approves.filter(({ token }) => isPaidWith(token, address)))
  if (!own.ok) return own
  const way = readRoute(before, accepted)
  if (!way.ok) return way
  if (way.route !== null && deposit.to === way.route.token) {
    return refuse('policy/foreign-call', 'The deposit calls the routing token')
  }
  return { ok: true, approves: own.approves, deposit, route: way.route }
}
