import type { ErrorCode } from './error'
import type { Check, StepState } from './order'

/** What was found out about an ask; what could not be read is absent. */
export type Findings = {
  /** Unix ms. */
  now: number
  /** What the document that was asked says of the attempt. */
  ledger: 'open' | 'settled' | 'never-seen' | 'unreachable'
  /** Whether that was certainly the document that was asked. */
  sameDocument: boolean
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
  service?: { isNew: boolean }
  /** ERC-20: whether the deposit's target may still take the whole amount, so nothing was taken. */
  allowanceUntouched?: boolean
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
}

export type Verdict =
  | { kind: 'sent'; hash: string; by: 'chain' | 'service' }
  | { kind: 'not-sent'; by: 'ledger' | 'chain'; code: ErrorCode }
  /** The prompt is open, or there was too little time: look again. */
  | { kind: 'wait' }
  | { kind: 'unsure'; needsPerson: boolean }

/** A page finds its wallet and asks it within this time of the message, or never. */
const arrivalTime = 15_000
/** A prompt may outlive its quote; nobody approves one ten minutes after. */
const afterExpiry = 600_000
/** How long nothing may have happened before "nothing was sent" is said. */
const quietTime = 120_000
/** Before this, "I do not know" is no news to a person. */
const firstPause = 10_000

/**
 * Says what became of an ask, from what was found, in the order of trust: a transaction that exists
 * beats everything; the page's own word comes next; then silence, and only after enough of it.
 * Pure: times are arguments.
 */
export function judge(doubt: Doubt, found: Findings): Verdict {
  if (found.match) return { kind: 'sent', ...found.match }
  const asked = doubt.state === 'asking' || doubt.state === 'unsure'
  if (asked && found.ledger === 'never-seen' && found.sameDocument) {
    // The ask may still be on its way to the page when a worker that just woke asks for it.
    if (found.now - doubt.askedAt < arrivalTime) return { kind: 'wait' }
    return { kind: 'not-sent', by: 'ledger', code: 'order/not-sent' }
  }
  if (isClosed(doubt, found) && isQuiet(doubt, found)) {
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

/**
 * Whether nobody can answer the prompt any more, or no answer could do harm. Of native coins the word
 * that it is gone is not enough: where it came back, both would be paid.
 */
function isClosed({ family, promptGone }: Doubt, found: Findings): boolean {
  if (found.ledger !== 'open') return true
  return promptGone === true && (family === 'solana' || found.allowanceUntouched === true)
}

function isExpired(doubt: Doubt, found: Findings): boolean {
  return found.now >= doubt.quoteExpiresAt * 1_000 + afterExpiry
}

/** Whether silence has lasted long enough, everywhere, to be an answer. */
function isQuiet(doubt: Doubt, found: Findings): boolean {
  const { now, evm, solana } = found
  const expired = isExpired(doubt, found)
  const closed =
    doubt.state === 'declined' ||
    doubt.state === 'failed' ||
    found.ledger === 'settled' ||
    (doubt.promptGone === true && found.allowanceUntouched === true)
  const nothingNew = found.service?.isNew === false
  const longEnough = now - doubt.since >= quietTime
  if (!nothingNew || !longEnough) return false
  // A signature without its block hash can never land, whoever holds it.
  if (doubt.family === 'solana') return solana?.blockhashValid === false
  if (!closed && !expired) return false
  if (found.allowanceUntouched === false || evm === undefined) return false
  return evm.accounted && evm.pending === evm.latest
}

/** How many transactions left the account since the ask, and how many wait. */
export function countOf({ nonceAtAsk, latest, pending }: NonNullable<Findings['evm']>) {
  return { mined: latest - nonceAtAsk, waiting: pending - latest }
}

/** The findings as the "we do not know" screen lists them. */
export function toChecks(found: Findings): Check[] {
  const { now: at, evm, solana, service, match } = found
  const isNew = service && (service.isNew ? 'new' : 'nothing')
  const checks: Check[] = [
    { at, what: 'ledger', state: found.ledger },
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
  if (match) checks.push({ at, what: 'match', hash: match.hash })
  return checks
}
