import type { SolanaReader } from '@/src/chains/solana-reader'
import type { TxHash } from '@/src/domain/names'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, stepBehind } from '@/src/domain/order/order-parts'
import { isOverridden } from '@/src/domain/order/persons-word'
import { promptClosesAt } from '@/src/domain/order/reconcile'
import { hasOtherMemo, isAlteredSolana } from '@/src/domain/policy/verify-solana'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import type { Engine } from '../engine'
import { isProvedElsewhere, isSeenPayment } from './is-free'
import { compareSigned } from './solana-chain'

/** Transactions in the time of an ask that are read, and how many of them at once. */
const mostRead = 200
const atOnce = 8
/** Up to so many to an address are read, whoever's they are; of more, those that name the payer. */
const fewRead = 2
/** A block hash is good for 150 blocks; with slots that were left out, and those of the ask itself. */
const slotsOfAsk = 1_000

type Landed = {
  hash?: TxHash
  isWhole: boolean
  read?: number
  isMany?: true
  like?: TxHash
  isNamed?: true
}

/** Whether an ask is the payment to a deposit address. */
export function isPayment(order: SwapOrder, attempt: Attempt): boolean {
  return stepBehind(order, attempt)?.facts.kind === 'transfer'
}

/**
 * The transaction of an ask that landed under a signature that nobody named here: whoever saw what the
 * wallet signed may hand it in, its page too. It is looked for from the ask on for as long as its block
 * hash was good; what came later costs nothing. A payment to an address is among the transactions that
 * name the account it pays, whatever else the payer does, and where those are more than a few, among those that
 * name the payer as well, as far as a node lists them. Any other is among those that name the payer.
 *
 * `isWhole`: each of them was read and is something else. At most 200 are read, of 4,000 that a node lists
 * since the ask. To leave an ask open, somebody must know the accounts and pay the fee of 200 transactions
 * within its few minutes, or of 4,000 at any time; it is never taken for not sent by that.
 *
 * `like`: the last of them that is of the account, no other ask's, and goes where this one was to go: it may
 * have paid, and nothing proves of the ask that it came to nothing. It is looked for as long as a prompt may
 * stand open: a wallet that is answered late may have put a newer block hash in. `isMany`: too much came in that
 * time, and what is known is of the time of the ask alone. `read`: how many were read. `isNamed`: the one that is like
 * it carries another memo, by which it names another payment.
 */
export async function findLanded(
  engine: Engine,
  reader: Pick<SolanaReader, 'signaturesSince' | 'transaction'>,
  order: SwapOrder,
  attempt: Attempt,
  signal?: AbortSignal,
): Promise<Landed> {
  const { author } = order.accepted
  const { action, evidence } = attempt
  const facts = stepBehind(order, attempt)?.facts
  if (action.kind !== 'solanaSign' || !evidence.blockNumber) return { isWhole: false }
  const from = BigInt(evidence.blockNumber)
  const account = facts?.kind === 'transfer' ? (facts.account ?? facts.to) : author
  const paid = await reader.signaturesSince(account, from - 1n, signal)
  const open = from + BigInt(Math.max(slotsOfAsk, slotsWhile(order, attempt)))
  let late = paid.entries.filter(({ slot }) => BigInt(slot) <= open)
  if (late.length > fewRead && account !== author) {
    const own = await reader.signaturesSince(author, from - 1n, signal)
    const known = new Set(own.entries.map(({ signature }) => signature))
    if (own.isWhole) late = late.filter(({ signature }) => known.has(signature))
  }
  const isMany = late.length > mostRead
  const ofAsk = from + BigInt(slotsOfAsk)
  const then = isMany ? late.filter(({ slot }) => BigInt(slot) <= ofAsk) : late
  let isWhole = paid.isWhole && then.length <= mostRead
  let like: { hash: TxHash; isNamed?: true } | undefined
  const asked = decodeBase64(action.transaction) ?? new Uint8Array()
  const others = order.attempts.flatMap((each) =>
    each.attemptId === attempt.attemptId ? [] : hashesOf(each),
  )
  // Of those the person said that they are no payment of this order.
  const dismissed = order.attempts.flatMap((each) =>
    isOverridden(each) ? each.seen.flatMap(({ differs, hash }) => (differs && hash) || []) : [],
  )
  const elsewhere = [...others, ...dismissed]
  // The newest come first: what was asked for is among the oldest.
  const hashes = then.slice(-mostRead).map(({ signature }) => signature)
  const read = hashes.length
  while (hashes.length > 0) {
    const looks = hashes.splice(-atOnce).map(async (hash) => {
      const found = await reader.transaction(hash, signal)
      // A node that does not show what it lists says nothing of it.
      if (found === null) isWhole = false
      const bytes = found === null ? '' : encodeBase64(found.bytes)
      if ((await compareSigned(action.transaction, bytes, author)).ok) return hash
      const mayBe = found?.failed === false && isAlteredSolana(asked, found.bytes, author)
      if (!mayBe || elsewhere.includes(hash)) return undefined
      // What a service or a file names as another order's is nobody's proof of it.
      const isKnown =
        (await isProvedElsewhere(engine, order.id, hash)) ||
        (await isSeenPayment(engine, order.id, hash))
      if (isKnown) return undefined
      return { hash, ...(hasOtherMemo(asked, found.bytes) && { isNamed: true as const }) }
    })
    for (const each of await Promise.all(looks)) {
      if (typeof each === 'string') return { hash: each, isWhole: true }
      // What names another payment says less than what names none.
      if (each && !(each.isNamed && like)) like = each
    }
  }
  const alike = like && { like: like.hash, ...(like.isNamed && { isNamed: like.isNamed }) }
  return { isWhole, read, ...alike, ...(isMany && { isMany }) }
}

/** Slots while its prompt may be answered: none is made in less than 400 ms. */
function slotsWhile(order: SwapOrder, attempt: Attempt): number {
  return Math.ceil((promptClosesAt(order, attempt) - attempt.evidence.askedAt) / 400)
}
