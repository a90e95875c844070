import type { ErrorCode } from '../error'
import type { Attempt, Check, ShownBy, StepState, SwapOrder } from './order'

/** What was found out about an ask; what could not be read is absent. */
export type Findings = {
  /** Unix ms. */
  now: number
  /** What the document that was asked says of the attempt. */
  ledger: 'open' | 'settled' | 'never-seen' | 'unreachable'
  /** When it was asked that, unix ms: what is read of chains and the service after it takes its time. */
  ledgerAt: number
  /** Whether who says so was there when it was asked: another one repeats what the page says. */
  wasThere: boolean
  /** A transaction with the very payload that was asked, on the chain or waiting. */
  match?: { hash: string; by: 'chain' | 'service' }
  /** The account's nonces; on Solana whether the transaction can still land. */
  evm?: {
    nonceAtAsk: number
    latest: number
    pending: number
    /** Whether every transaction since the ask was seen and carries something else. */
    accounted: boolean
  }
  solana?: { blockhashValid: boolean }
  /** Whether something new stands at the service since the ask; absent when it did not answer. */
  service?: { isNew: boolean; isOther?: true }
  /** ERC-20: whether the deposit's target may still take the whole amount; no proof by itself. */
  allowanceUntouched?: boolean
  /** Independent operators, or the person's own node, show that nothing can come of it. */
  isAbsent?: boolean
  /** Who showed what they agree on. */
  shownBy?: ShownBy
  /** EVM: the newest block of those that showed its nonce used, decimal. */
  usedAt?: string
  /** A transaction of the account that goes where the ask was to go, and is not it to the letter. */
  like?: string
  /** More came since the ask than is looked through. */
  isMany?: true
}

/** What the findings are held against. */
export type Doubt = {
  family: 'eip155' | 'solana'
  state: StepState['status']
  /** Unix ms. */
  askedAt: number
  /** Unix ms: since when there is doubt, or since the ask. */
  since: number
  /** Unix seconds; the quote the ask belongs to. */
  quoteExpiresAt: number
  /** The person says that the prompt is gone: a page's ledger holds what no wallet answers for ever. */
  promptGone?: boolean
  /** A transaction was named or found for the ask: that a page forgot of it says nothing. */
  isNamed?: boolean
}

export type Verdict =
  | { kind: 'sent'; hash: string; by: 'chain' | 'service' }
  | { kind: 'not-sent'; by: 'ledger' | 'chain'; code: ErrorCode }
  /** The prompt is open, or there was too little time: look again. */
  | { kind: 'wait' }
  | { kind: 'unsure'; needsPerson: boolean }

/** A page finds its wallet and asks it within this time of the ask, or never; ms. */
export const arrivalTime = 15_000
/** A prompt may outlive its quote; nobody approves one ten minutes after. */
const afterExpiry = 600_000
/** Before this, "I do not know" is no news to a person. */
const firstPause = 10_000

/**
 * Says what became of an ask, from what was found, in the order of trust: a transaction that exists
 * beats everything; the word of the script in its page comes next; then proof that nothing can come of it.
 * Pure: times are arguments.
 */
export function judge(doubt: Doubt, found: Findings): Verdict {
  if (found.match) return { kind: 'sent', ...found.match }
  const asked = doubt.state === 'asking' || doubt.state === 'unsure'
  if (asked && !doubt.isNamed && found.ledger === 'never-seen' && found.wasThere) {
    const sinceAsk = found.ledgerAt - doubt.askedAt
    if (sinceAsk >= arrivalTime) return { kind: 'not-sent', by: 'ledger', code: 'order/not-sent' }
    // The ask may still be on its way to the page when a worker that just woke asks for it; by a
    // clock that was moved back nobody can tell for how long, which is the person's to say.
    if (sinceAsk >= 0) return { kind: 'wait' }
  }
  if (isDisproved(doubt, found)) {
    const code = doubt.family === 'solana' ? 'chain/blockhash-expired' : 'order/not-sent'
    return { kind: 'not-sent', by: 'chain', code }
  }
  if (found.ledger === 'open' && doubt.state === 'asking' && !isExpired(doubt, found)) {
    return { kind: 'wait' }
  }
  if (!asked && doubt.state !== 'sent') return { kind: 'wait' }
  // A beginning that lies ahead means a clock that was moved back: the person is asked at once.
  const age = found.now - doubt.since
  const needsPerson = doubt.promptGone === true || age < 0 || age >= firstPause
  return { kind: 'unsure', needsPerson }
}

/** From when on (unix ms) a prompt of a quote (its end in unix seconds) is taken for closed. */
function proofCountsAt(quoteExpiresAt: number): number {
  return quoteExpiresAt * 1_000 + afterExpiry
}

/** The same of an ask; one that came after its price ended was made while it was good. */
export function promptClosesAt({ accepted }: SwapOrder, { evidence }: Attempt): number {
  return proofCountsAt(Math.max(accepted.quoteExpiresAt, evidence.askedAt / 1_000))
}

function isExpired(doubt: Doubt, found: Pick<Findings, 'now'>): boolean {
  return found.now >= proofCountsAt(doubt.quoteExpiresAt)
}

/**
 * Whether a proof of absence counts yet. A prompt that may still be open can be approved after the
 * look, under a later nonce; a signature without its block hash can never land, whoever holds it.
 */
export function mayDisprove(
  doubt: Doubt,
  found: Pick<Findings, 'ledger' | 'now' | 'allowanceUntouched'>,
): boolean {
  if (doubt.family === 'solana') return true
  // Should it come back all the same, its payment would find no second allowance.
  if (doubt.promptGone && found.allowanceUntouched === true) return true
  if (found.ledger === 'open') return false
  const refused = doubt.state === 'declined' || doubt.state === 'failed'
  return refused || found.ledger === 'settled' || isExpired(doubt, found)
}

function isDisproved(doubt: Doubt, found: Findings): boolean {
  return found.isAbsent === true && found.service?.isNew !== true && mayDisprove(doubt, found)
}

/** How many transactions left the account since the ask, and how many wait. */
export function countOf({ nonceAtAsk, latest, pending }: NonNullable<Findings['evm']>) {
  return { mined: latest - nonceAtAsk, waiting: pending - latest }
}

/** What was found that is the person's to judge. */
export function lateIn({ now: at, like, isMany }: Findings): Check | undefined {
  if (like !== undefined) return { at, what: 'hash', hash: like, state: 'like' }
  return isMany ? { at, what: 'many' } : undefined
}

/** The findings as the "we do not know" screen lists them. */
export function toChecks(found: Findings): Check[] {
  const { now: at, evm, solana, service, match } = found
  const isNew = service && (service.isOther ? 'other' : service.isNew ? 'new' : 'nothing')
  const isUnproved = found.ledger === 'never-seen' && !found.wasThere
  const checks: Check[] = [
    { at, what: 'ledger', state: isUnproved ? 'says-never' : found.ledger },
    { at, what: 'service', state: isNew ?? 'unreachable' },
  ]
  if (evm) checks.push({ at, what: 'nonce', ...countOf(evm) })
  if (solana) {
    checks.push({ at, what: 'signature', state: solana.blockhashValid ? 'valid' : 'expired' })
  }
  if (found.allowanceUntouched !== undefined) {
    const state = found.allowanceUntouched ? 'untouched' : 'used'
    checks.push({ at, what: 'allowance', state })
  }
  const late = lateIn(found)
  if (late) checks.push(late)
  if (match) checks.push({ at, what: 'match', hash: match.hash })
  return checks
}
