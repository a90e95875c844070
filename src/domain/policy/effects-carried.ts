/**
 * What an account with code did: others carry out what its owner signed, under a hash that is no
 * transaction's. It is told by the events of the transaction that carried it, never by sender, nonce or
 * payload.
 */

import { toHex } from '@/src/lib/to-hex'
import { isNativeAddress, sameAddress } from '../address/address'
import type { CodedAccount, EvmTransaction, Step, StepFacts } from '../order/order'
import { APPROVAL, type EffectLog, isZero, TRANSFER, wordOf } from './effect-logs'
import { minedPart, takersOf } from './effects-route'
import { LEAST_PERCENT } from './least-percent'

/**
 * Where ERC-4337's EntryPoint stands on every chain, versions 0.6, 0.7 and 0.8:
 * https://github.com/eth-infinitism/account-abstraction/releases
 */
export const ENTRY_POINTS: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
]

/**
 * `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`; hash, sender and paymaster
 * are topics: `contracts/interfaces/IEntryPoint.sol` there, the same in all three.
 */
export const USER_OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/**
 * `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)` of a Safe. The hash is data
 * in 1.3.0 (`GnosisSafe.sol`) and a topic from 1.4.0 on (`Safe.sol`):
 * https://github.com/safe-global/safe-smart-account
 */
export const SAFE_EXECUTIONS: readonly string[] = [
  '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
]

/**
 * `Withdrawal(address,uint256)`, by which WETH9 and what is made like it tell what was unwrapped:
 * https://github.com/gnosis/canonical-weth. Others, such as Arbitrum's, burn it by a `Transfer` to nobody.
 */
export const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * What an event says of the user operation or Safe transaction of a hash: that it went through or failed;
 * undefined where it speaks of something else. `account`: of whom, where that is known.
 */
export function carriedBy(
  { address, topics, data }: EffectLog,
  hash: string,
  account?: string,
): 'done' | 'failed' | undefined {
  const [event = '', id = data.slice(0, 66), sender] = topics
  if (id !== hash.toLowerCase()) return undefined
  if (event === USER_OPERATION && ENTRY_POINTS.includes(address)) {
    if (account !== undefined && sender !== wordOf(account)) return undefined
    // The second word, after the operation's nonce, says whether it succeeded.
    return isZero(`0x${data.slice(66, 130)}`) ? 'failed' : 'done'
  }
  const place = SAFE_EXECUTIONS.indexOf(event)
  if (place < 0 || (account !== undefined && !sameAddress(account, address))) return undefined
  return place === 0 ? 'done' : 'failed'
}

/** What an event tells of what was carried out for an account: of which hash, and who was paid for gas. */
type Execution = {
  id: string
  /** Of a user operation: a word, zero where the account paid in coins. */
  paymaster?: string | undefined
  /** Of a Safe transaction: what was paid for gas, smallest unit of the token that it names. */
  payment?: bigint
}

/** Reads an event of the EntryPoint or of a Safe about an account; undefined for any other. */
export function executionOf(log: EffectLog, account: string): Execution | undefined {
  const { topics, data } = log
  const [event = '', id = data.slice(0, 66)] = topics
  // Whoever calls itself a Safe may emit what is no number.
  if (data.length < 66 || carriedBy(log, id, account) === undefined) return undefined
  if (event === USER_OPERATION) return { id, paymaster: topics[3] }
  return { id, payment: BigInt(`0x${data.slice(-64)}`) }
}

/**
 * Whether the input of a transaction holds, word for word, what was asked: whom it calls, with which data and
 * how many coins, as every batch, operation and Safe transaction hands it on. One that is packed otherwise
 * cannot be compared, and counts as another.
 */
export function carriesCall(input: string, { to, data, value }: EvmTransaction): boolean {
  const held = input.toLowerCase()
  const coins = BigInt(value)
  const words = [to, data, ...(coins > 0n ? [wordOf(toHex(coins))] : [])]
  return words.every((each) => held.includes(each.slice(2).toLowerCase()))
}

/** Whether a transaction may carry something for an account, once it is mined: it calls it, or names it. */
export function mayCarry({ to, data }: Pick<Carrier, 'to' | 'data'>, account: string): boolean {
  return sameAddress(to ?? '', account) || data.includes(account.slice(2).toLowerCase())
}

/** A mined transaction that may have carried what was asked, as a node shows it. */
export type Carrier = {
  hash: string
  /** Whom it calls. */
  to: string | null
  data: string
  blockNumber: bigint
  status: 'success' | 'reverted'
  logs: readonly EffectLog[]
}

/** What was asked of an account with code, and the hash that its wallet named for it. */
export type CarriedAsk = {
  account: string
  facts: StepFacts
  tx: EvmTransaction
  named: string
  /** A block that it is certainly not in. */
  after: bigint
}

/**
 * What a transaction did of what was asked: all of it, nothing (`other`), that it came to nothing
 * (`failed`), or as much, but by another request than the one that was asked (`altered`).
 */
export function judgeCarrier(
  ask: CarriedAsk,
  carrier: Carrier,
): 'done' | 'failed' | 'altered' | 'other' {
  const { account, facts, tx, named, after } = ask
  const { hash, to, data, blockNumber, status, logs } = carrier
  if (blockNumber <= after) return 'other'
  const said = logs.flatMap((log) => carriedBy(log, named, account) ?? [])
  if (said.includes('failed')) return 'failed'
  if (status !== 'success' || (said.length === 0 && hash !== named)) return 'other'
  // Coins leave no event: that they left is told by whoever carried the very request out.
  const isIts = said.length > 0 || sameAddress(to ?? '', account)
  if (!(didStep(account, facts, logs) ?? isIts)) return 'other'
  return isAboutAllowance(facts) || carriesCall(data, tx) ? 'done' : 'altered'
}

/**
 * Whether the events of a transaction show that what was asked of an account with code came to nothing:
 * one says so of a hash that was named for it, or none shows what it was to do.
 */
export function cameToNothing(
  { account, facts }: Pick<CarriedAsk, 'account' | 'facts'>,
  named: readonly string[],
  logs: readonly EffectLog[],
): boolean {
  const said = named.flatMap((hash) => logs.map((log) => carriedBy(log, hash, account)))
  return said.includes('failed') || didStep(account, facts, logs) === false
}

/** Whether the events show what a step was to do; undefined of coins, of which no event tells. */
function didStep(
  account: string,
  facts: StepFacts,
  logs: readonly EffectLog[],
): boolean | undefined {
  if (isAboutAllowance(facts)) return didApprove(account, facts, logs)
  if (isNativeAddress(facts.token.address)) return undefined
  return facts.kind === 'unwrap' ? didUnwrap(account, facts, logs) : didPay(account, facts, logs)
}

type Allowing = Extract<StepFacts, { kind: 'approve' | 'reset' }>

const isAboutAllowance = (facts: StepFacts): facts is Allowing =>
  facts.kind === 'approve' || facts.kind === 'reset'

/** Whether the events show the approval, which is told by its own event. */
function didApprove(account: string, facts: Allowing, logs: readonly EffectLog[]): boolean {
  const spender = wordOf(facts.spender)
  return logs.some(
    ({ address, topics, data }) =>
      sameAddress(address, facts.token.address) &&
      topics[0] === APPROVAL &&
      topics[1] === wordOf(account) &&
      topics[2] === spender &&
      isZero(data) === (facts.kind === 'reset'),
  )
}

/** Whether an event of the wrapped coin shows that as much of it was turned into coins. */
function didUnwrap(
  account: string,
  { token }: Extract<StepFacts, { gets: unknown }>,
  logs: readonly EffectLog[],
): boolean {
  return logs.some(({ address, topics: [event, from, to], data }) => {
    if (data.length !== 66) return false
    const isBurnt = event === WITHDRAWAL || (event === TRANSFER && isZero(to ?? ''))
    if (!isBurnt || from !== wordOf(account) || !sameAddress(address, token.address)) return false
    return BigInt(data) * 100n >= BigInt(token.amount) * LEAST_PERCENT
  })
}

/** Whether the events show that the token left the account, by or to whom the step calls. */
function didPay(account: string, facts: StepFacts, logs: readonly EffectLog[]): boolean {
  const { token } = facts
  const { changes } = minedPart({ facts, value: 0n, logs }, account)
  const left = -(changes[token.address.toLowerCase()] ?? 0n)
  const parties = facts.kind === 'transfer' ? [facts.to] : takersOf(facts)
  const isParty = (word: string | undefined) => parties.some((each) => wordOf(each) === word)
  const isTheirs = logs.some(
    ({ address, topics }) =>
      isParty(wordOf(address)) || (topics[1] === wordOf(account) && isParty(topics[2])),
  )
  return isTheirs && left * 100n >= BigInt(token.amount) * LEAST_PERCENT
}

/** Whether what such an account did of these steps could not be told afterwards: coins leave no event. */
export function isUntold(kind: CodedAccount | undefined, steps: readonly Step[]): boolean {
  return kind === 'contract' && steps.some(({ facts }) => isNativeAddress(facts.token.address))
}
