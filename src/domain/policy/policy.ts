/**
 * What may be asked of a wallet. Pure, fails closed: what is not understood is refused. The service
 * is not trusted with the person's money, so every build is held against what the person accepted.
 */

import { toHex } from '@/src/lib/to-hex'
import { sameAddress } from '../address/address'
import type { ErrorCode } from '../error'
import type { Accepted, Family } from '../order/order'
import { QUOTE_MARGIN_SECONDS } from '../order/quote-time'
import type { BuildPlan, EvmFacts, EvmNeeds } from './policy-draft'
import { needsOfEvm, planEvm } from './policy-evm'
import { readEvm } from './policy-evm-read'
import { type Refusal, readBuild, refuse } from './policy-read'
import { checkSolanaBuild, type SolanaFacts } from './policy-solana'

export type { Refusal } from './policy-read'
export type { SolanaFacts } from './policy-solana'

/** What was looked up for a build: by `needsOfBuild` on EVM, from configuration on Solana. */
export type BuildFacts = ({ family: 'eip155' } & EvmFacts) | ({ family: 'solana' } & SolanaFacts)

const DIGITS = /^\d{1,78}$/

function familyOf(accepted: Accepted): Family {
  return accepted.author.startsWith('0x') ? 'eip155' : 'solana'
}

function checkAccepted(accepted: Accepted, now: number): Refusal | null {
  if (!DIGITS.test(accepted.from.amount) || BigInt(accepted.from.amount) === 0n) {
    return refuse('policy/malformed', 'The accepted amount is not a positive number')
  }
  const deadline = Math.min(accepted.quoteExpiresAt, accepted.validBefore)
  if (!(now < deadline)) return refuse('policy/quote-expired', `Expired at ${deadline}`)
  return null
}

/**
 * First look at an EVM build: refuses what can be refused without the chain, and names what must be
 * read from the source chain for `checkBuild`.
 *
 * `build` is the service's answer as it came. `now` is in unix seconds.
 */
export function needsOfBuild(input: {
  build: unknown
  accepted: Accepted
  now: number
}): { ok: true; needs: EvmNeeds } | Refusal {
  const refusal = checkAccepted(input.accepted, input.now)
  if (refusal !== null) return refusal
  const build = readBuild(input.build)
  if (!build.ok) return build
  const read = readEvm(build, input.accepted)
  return read.ok ? { ok: true, needs: needsOfEvm(read, input.accepted) } : read
}

/**
 * Decides whether a build may be asked of the wallet, and gives the steps to ask: approvals cut to
 * the exact amount, resets only where they are needed, chain switches left out (Causeway does those
 * itself), the service's fee wishes dropped (the wallet chooses them).
 *
 * `now` is in unix seconds. A fact that is missing refuses; so does `unless` of the answer, for a build
 * that no independent node could try.
 */
export function checkBuild(input: {
  build: unknown
  accepted: Accepted
  facts: BuildFacts
  now: number
}): BuildPlan | Refusal {
  const { accepted, facts } = input
  const refusal = checkAccepted(accepted, input.now)
  if (refusal !== null) return refusal
  if (facts.family !== familyOf(accepted)) {
    return refuse('policy/wrong-chain', 'The account belongs to another chain family')
  }
  const build = readBuild(input.build)
  if (!build.ok) return build
  if (facts.family === 'solana') return checkSolanaBuild(build, accepted, facts)
  const read = readEvm(build, accepted)
  return read.ok ? planEvm(read, accepted, facts, input.now) : read
}

export type AskCheck =
  | { ok: true }
  | { ok: false; code: ErrorCode; expected: string; actual: string }

/**
 * The last look before a wallet is asked: its account, its chain, and the quote's time.
 *
 * `wallet` is what the page says of it (a hint: what is mined is compared again). `until` is the unix
 * second at which the ask loses its meaning: `quoteExpiresAt` for the first step, `validBefore` for a
 * deposit whose approvals are already mined.
 */
export function checkJustBeforeAsk(input: {
  accepted: Accepted
  wallet: { accounts: readonly string[]; chainId?: string | undefined }
  until: number
  now: number
  marginSeconds?: number
}): AskCheck {
  const { accepted, wallet } = input
  const margin = input.marginSeconds ?? QUOTE_MARGIN_SECONDS
  if (!(input.now + margin < input.until)) {
    const [expected, actual] = [String(input.until), String(input.now)]
    return { ok: false, code: 'policy/quote-expired', expected, actual }
  }
  return checkWallet(accepted, wallet)
}

/** What is said of a wallet that is not to be asked: one that shows no account is locked, or shares none. */
export const codeOfWallet = (
  { accounts }: { accounts: readonly string[] },
  { code }: { code: ErrorCode },
): ErrorCode => (accounts.length === 0 ? 'wallet/unauthorised' : code)

/** Whether a wallet is on the account and the chain of an order now. */
export function checkWallet(
  accepted: Accepted,
  wallet: { accounts: readonly string[]; chainId?: string | undefined },
): AskCheck {
  const solana = familyOf(accepted) === 'solana'
  // An EVM wallet signs with its first account whatever `from` says; on Solana we name the account.
  const accounts = solana ? wallet.accounts : wallet.accounts.slice(0, 1)
  if (!accounts.some((account) => sameAddress(account, accepted.author))) {
    const actual = wallet.accounts[0] ?? ''
    return { ok: false, code: 'wallet/account-changed', expected: accepted.author, actual }
  }
  if (solana) return { ok: true }
  const actual = wallet.chainId ?? ''
  const expected = toHex(accepted.from.chainId)
  if (/^0x[0-9a-f]{1,14}$/i.test(actual) && Number(actual) === accepted.from.chainId) {
    return { ok: true }
  }
  return { ok: false, code: 'wallet/chain-changed', expected, actual }
}
