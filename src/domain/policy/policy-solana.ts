import { decodeBase64 } from '@/src/lib/bytes'
import { tidy } from '@/src/lib/tidy'
import { isNativeAddress } from '../address/address'
import type { Accepted, Payee } from '../order/order'
import { parseSolanaTransaction, type SolanaTransaction } from '../solana/solana-message'
import {
  isDurableNonce,
  isOwnProgram,
  isSeeded,
  MAX_PRIORITY_FEE,
  priorityFee,
  type Reading,
  readInstruction,
} from '../solana/solana-program'
import { MAX_EXTRA } from './effects-solana'
import type { BuildPlan, StepDraft } from './policy-draft'
import { type ReadBuild, type Refusal, refuse } from './policy-read'

/** What the policy must be told of a Solana deposit; none of it comes from the service. */
export type SolanaFacts = {
  /** Mint of the token accounts that an old `Transfer` (which names none) takes from. */
  mints: Readonly<Record<string, string>>
  /** Accounts whose signature of the message was given with it and is right, base58. */
  signed: readonly string[]
}

/** Token accounts that a deposit may have to open: the vault's, and one for change. */
const MAX_NEW_ACCOUNTS = 2

function checkMessage(
  transaction: SolanaTransaction,
  author: string,
  signed: readonly string[],
): Refusal | null {
  const signers = transaction.accounts.filter(({ signer }) => signer)
  if (!signers.some(({ key }) => key === author)) {
    return refuse('policy/solana-fee-payer', 'It is not signed by the account that pays')
  }
  // Whoever still had to sign, or to pay for it, would decide whether and when it is sent, and under which id.
  const missing = signers.find(({ key }) => key !== author && !signed.includes(key))
  if (missing !== undefined) {
    const { feePayer } = transaction
    const as = missing.key === feePayer ? 'pays the fee and has' : 'has'
    return refuse('policy/solana-fee-payer', `${missing.key} ${as} not signed it`)
  }
  if (!isDurableNonce(transaction)) return null
  return refuse('policy/solana-instruction', 'A durable nonce: it would never expire')
}

function isSourceMint(reading: Reading & { kind: 'transferToken' }, input: Input): boolean {
  const { accepted, facts } = input
  const known = Object.hasOwn(facts.mints, reading.source) ? facts.mints[reading.source] : undefined
  if ((reading.mint ?? known) !== accepted.from.address) return false
  return reading.decimals === undefined || reading.decimals === accepted.from.decimals
}

/** Whether only an address table tells which token is moved: a trial reads it, the message does not. */
function isLookedUp(reading: Reading): boolean {
  return reading.kind === 'transferToken' && (reading.mint ?? reading.source).includes(':')
}

type Input = { accepted: Accepted; facts: SolanaFacts }

/** What leaves the author by readings that were all allowed, and the programs that cannot be read. */
type Moved = {
  lamports: bigint
  tokens: bigint
  opened: number
  unknown: string[]
}

function checkReading(
  reading: Exclude<Reading, { kind: 'unknown' }>,
  input: Input,
  moved: Moved,
  feePayer: string,
): Refusal | null {
  const { author } = input.accepted
  switch (reading.kind) {
    case 'transferSol':
      if (reading.from !== author) return refuse('policy/solana-instruction', 'SOL of another')
      moved.lamports += reading.amount
      return null
    case 'transferToken':
      if (reading.owner !== author) return refuse('policy/solana-instruction', 'Token of another')
      if (!isSourceMint(reading, input)) {
        return refuse('policy/foreign-token', `Token account ${reading.source}`)
      }
      moved.tokens += reading.amount
      return null
    case 'createAccount':
      moved.opened += 1
      return [author, feePayer].includes(reading.payer) && moved.opened <= MAX_NEW_ACCOUNTS
        ? null
        : refuse('policy/solana-instruction', `Opens account number ${moved.opened}`)
    case 'assertion':
    case 'memo':
    case 'unitLimit':
    case 'unitPrice':
    case 'harmless':
      return null
  }
}

function checkInstructions(
  transaction: SolanaTransaction,
  input: Input,
): { ok: true; moved: Moved; readings: Reading[] } | Refusal {
  const moved: Moved = { lamports: 0n, tokens: 0n, opened: 0, unknown: [] }
  const readings: Reading[] = []
  for (const instruction of transaction.instructions) {
    if (isSeeded(instruction, input.accepted.author)) {
      const detail = 'Takes from an account that is derived from the person’s own'
      return refuse('policy/solana-instruction', detail)
    }
    const reading = readInstruction(instruction)
    if (reading.kind === 'unknown' || isLookedUp(reading)) {
      if (!moved.unknown.includes(instruction.program)) moved.unknown.push(instruction.program)
      continue
    }
    const refusal = checkReading(reading, input, moved, transaction.feePayer)
    if (refusal !== null) {
      return refuse(refusal.code, `${refusal.detail} (program ${instruction.program})`)
    }
    readings.push(reading)
  }
  return { ok: true, moved, readings }
}

/** Lamports that transfers of the message take beside what is paid: a flat fee, or a tip. */
const besideOf = ({ lamports }: Moved, { accepted: { from } }: Input): bigint =>
  lamports - (isNativeAddress(from.address) ? BigInt(from.amount) : 0n)

function checkAmounts(moved: Moved, readings: readonly Reading[], input: Input): Refusal | null {
  const native = isNativeAddress(input.accepted.from.address)
  const mostTokens = native ? 0n : BigInt(input.accepted.from.amount)
  if (besideOf(moved, input) > MAX_EXTRA || moved.tokens > mostTokens) {
    return refuse('policy/wrong-value', `Moves ${moved.lamports} lamports, ${moved.tokens} tokens`)
  }
  const paid = native ? moved.lamports : moved.tokens
  if (paid === 0n && moved.unknown.length === 0)
    return refuse('policy/no-deposit', 'Nothing is moved')
  const priority = priorityFee(readings)
  if (priority !== null && priority <= MAX_PRIORITY_FEE) return null
  return refuse('policy/wrong-value', `A priority fee of ${priority ?? 'two prices'} lamports`)
}

type Checked = { ok: true; unknown: string[]; beside: bigint; readings: Reading[] }

/**
 * Checks the bytes of a Solana deposit against what was accepted; gives the programs it cannot read, and the
 * lamports that it takes beside.
 */
function checkTransaction(transaction: SolanaTransaction, input: Input): Checked | Refusal {
  const refusal = checkMessage(transaction, input.accepted.author, input.facts.signed)
  if (refusal !== null) return refusal
  const read = checkInstructions(transaction, input)
  if (!read.ok) return read
  const { moved, readings } = read
  const { unknown } = moved
  const done: Checked = { ok: true, unknown, beside: besideOf(moved, input), readings }
  return checkAmounts(moved, readings, input) ?? done
}

/**
 * Whom the transfers of a deposit pay that holds nothing else; undefined where one of them goes to an account,
 * or somebody's, that only an address table names.
 */
function paysOf(readings: readonly Reading[]): Payee[] | undefined {
  // The program that opens an account sees to it that it is this owner's, also where it is there already.
  const opened = readings.filter((each) => each.kind === 'createAccount')
  const pays = readings.flatMap((reading) => {
    if (reading.kind !== 'transferSol' && reading.kind !== 'transferToken') return []
    const account = reading.kind === 'transferSol' ? reading.to : reading.destination
    const owner = opened.find((each) => each.account === account)?.owner
    return tidy({ account, owner, amount: String(reading.amount) })
  })
  const isLookedUp = ({ account, owner }: Payee) =>
    [account, owner].some((key) => key?.includes(':'))
  return pays.some(isLookedUp) ? undefined : pays
}

/** Names of the programs a transaction calls, in order, each once: for the review screen. */
function programsOf(transaction: SolanaTransaction): string[] {
  return [...new Set(transaction.instructions.map((instruction) => instruction.program))]
}

/**
 * Decides whether a Solana deposit may be signed: one transaction that the author signs, last of all who
 * must, whoever of them pays the network's fee, that transfers the accepted token, and never more of it than
 * was accepted. Instructions of other programs cannot be read, and coins may be taken beside it for a fee, up to
 * 0.1 SOL: with either it is signed only after a trial whose effects were judged.
 */
export function checkSolanaBuild(
  build: ReadBuild,
  accepted: Accepted,
  facts: SolanaFacts,
): BuildPlan | Refusal {
  const approval = build.deposit
  if (approval.type !== 'solana' || build.before.length > 0) {
    return refuse('policy/method-forbidden', 'A Solana deposit is one transaction')
  }
  const bytes = decodeBase64(approval.transaction)
  const transaction = bytes === null ? null : parseSolanaTransaction(bytes)
  if (transaction === null) return refuse('policy/malformed', 'The transaction cannot be read')
  const checked = checkTransaction(transaction, { accepted, facts })
  if (!checked.ok) return checked
  const { unknown, beside, readings } = checked
  // What the chain's own programs do is the same in a trial and afterwards.
  const foreign = unknown.filter((each) => !isOwnProgram(each))
  const isPlain = unknown.length === 0 && beside <= 0n
  const pays = isPlain ? paysOf(readings) : undefined
  const step: StepDraft = {
    deposit: true,
    action: {
      kind: 'solanaSign',
      chainId: accepted.from.chainId,
      transaction: approval.transaction,
    },
    facts: {
      kind: 'solanaDeposit',
      token: accepted.from,
      feePayer: transaction.feePayer,
      programs: programsOf(transaction),
      ...(foreign.length > 0 && { unknown: foreign }),
      ...(pays !== undefined && { pays }),
    },
  }
  if (isPlain) return { ok: true, steps: [step] }
  if (unknown.length === 0) {
    const unless = refuse('policy/wrong-value', `Takes ${beside} lamports beside the payment`)
    return { ok: true, steps: [step], unless }
  }
  const detail = `An instruction that cannot be read (program ${unknown.join(', ')})`
  return { ok: true, steps: [step], unless: refuse('policy/solana-instruction', detail) }
}
