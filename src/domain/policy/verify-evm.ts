import { sameAddress } from '../address/address'
import type { EvmTransaction } from '../order/order'
import { carriesCall } from './effects-carried'
import { decodeCall } from './policy-abi'

/** A transaction as a node tells it, normalised: hex in lower case, `to` null for a creation. */
export type FoundTransaction = {
  hash: string
  from: string
  to: string | null
  value: bigint
  data: string
  nonce: number
  chainId: number
  /** Absent while it waits to be mined. */
  blockNumber?: bigint
}

export type AskedTransaction = { chainId: number; tx: EvmTransaction }

/** The first field that differs, with both sides for the alarm. */
export type EvmVerdict =
  | { verdict: 'equal' }
  | {
      verdict: 'mismatch'
      field: 'chain' | 'from' | 'to' | 'value' | 'data'
      asked: string
      found: string
    }

/**
 * Holds what is on the chain against what was asked, in full: chain, from, to, value, data. Gas and
 * fees are the wallet's own affair; so is a cap that the person changed there while approving.
 */
export function verifyEvmTransaction(asked: AskedTransaction, found: FoundTransaction): EvmVerdict {
  const { tx, chainId } = asked
  const mismatch = (
    field: 'chain' | 'from' | 'to' | 'value' | 'data',
    askedText: string,
    foundText: string,
  ): EvmVerdict => ({ verdict: 'mismatch', field, asked: askedText, found: foundText })

  if (found.chainId !== chainId) return mismatch('chain', String(chainId), String(found.chainId))
  if (!sameAddress(found.from, tx.from)) return mismatch('from', tx.from, found.from)
  if (found.to === null || !sameAddress(found.to, tx.to)) {
    return mismatch('to', tx.to, found.to ?? 'a new contract')
  }
  if (found.value !== BigInt(tx.value)) {
    return mismatch('value', BigInt(tx.value).toString(), found.value.toString())
  }
  if (!sameCall(tx.data.toLowerCase(), found.data.toLowerCase())) {
    return mismatch('data', tx.data, found.data)
  }
  return { verdict: 'equal' }
}

/** An approval of the same spender does what was asked; what is too low is seen before the deposit. */
function sameCall(asked: string, found: string): boolean {
  if (asked === found) return true
  const [want, is] = [decodeCall(asked), decodeCall(found)]
  if (want.kind !== 'approve' || is.kind !== 'approve') return false
  // Taking an allowance back is meant to the letter.
  return want.spender === is.spender && want.amount > 0n && is.amount > 0n
}

/** What an approval allows, smallest unit, which may be another amount than was asked for; undefined of others. */
export function approvedOf({ data }: FoundTransaction): string | undefined {
  const call = decodeCall(data.toLowerCase())
  return call.kind === 'approve' ? String(call.amount) : undefined
}

/**
 * Whether what the account sent goes where a payment was asked to go, and is not the payment to the letter: it
 * may have paid all the same, as where a wallet adds to its data (ERC-8021), or sends it to the account itself.
 * An approval pays nothing.
 */
export function isAltered({ tx }: AskedTransaction, found: FoundTransaction): boolean {
  const isSame = (found.to !== null && sameAddress(found.to, tx.to)) || isBatched(tx, found)
  return isSame && !isApproval(tx)
}

/** Whether an account sent this to itself: its code, by EIP-7702, may have carried out what it holds. */
export function isToSelf({ from, to }: Pick<FoundTransaction, 'from' | 'to'>): boolean {
  return to !== null && sameAddress(to, from)
}

/**
 * Whether an account handed what was asked to its own code, in a batch as a rule. An approval is told by its own
 * event, however it is written there.
 */
export function isBatched(tx: EvmTransaction, found: FoundTransaction): boolean {
  const isHeld = isApproval(tx) || carriesCall(found.data, tx)
  return isToSelf(found) && isHeld
}

const isApproval = ({ data }: EvmTransaction) => decodeCall(data.toLowerCase()).kind === 'approve'

/**
 * What became of an ask whose nonce was used by another hash: `same` is a speed-up (adopt the hash),
 * `altered` may have paid, `cancelled` sends nothing to the account itself, `replaced` is any other payload.
 */
export function classifyReplacement(
  asked: AskedTransaction,
  found: FoundTransaction,
): 'same' | 'altered' | 'cancelled' | 'replaced' {
  if (verifyEvmTransaction(asked, found).verdict === 'equal') return 'same'
  if (isAltered(asked, found)) return 'altered'
  return isToSelf(found) && found.value === 0n && found.data === '0x' ? 'cancelled' : 'replaced'
}
