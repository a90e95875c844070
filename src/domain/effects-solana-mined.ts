/** What a mined Solana transaction really took, held against what the person accepted. */
import { isNativeAddress } from './address'
import { judgeAmounts, lamportsOut, MAX_FEE, tokensOut } from './effects-solana'
import type { Change, Existing } from './effects-solana-power'
import type { Accepted } from './order'
import { type Refusal, refuse } from './policy-read'
import type { TokenAccount } from './solana-token-account'

/** An amount before a transaction and after it, smallest unit. */
type Both = { before: bigint; after: bigint }

/** What a mined transaction did to balances, as a node shows it. Addresses are base58. */
export type MinedBalances = {
  /** Lamports that the network took from the fee payer, the first of the accounts. */
  fee: bigint
  /** By address, in the order of the transaction's accounts. */
  lamports: ReadonlyMap<string, Both>
  /** Token accounts with whose they are (of a closed one: were), and whose they were before, if there. */
  tokens: readonly (Both & {
    account: string
    mint: string
    owner: string | null
    was: string | null
  })[]
}

/** Of this mint the amount lies in the account's lamports. https://spl.solana.com/token#wrapping-sol */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

const noData = new Uint8Array()

/**
 * Says how much of the source token left the person (smallest unit, net; the network's fee left out), and
 * what went beyond what was accepted, or null: the rule of the trial, on balances. Less than was accepted
 * is no alarm. Of who else has power over an account balances show the owner alone.
 */
export function judgeMinedSolana(
  accepted: Accepted,
  balances: MinedBalances,
): { left: bigint; beyond: Refusal | null } {
  const { author, from } = accepted
  const [payer] = balances.lamports.keys()
  const fee = payer === author ? balances.fee : 0n
  const changes = toChanges(author, balances)
  const [tokens, lamports] = [tokensOut(changes, author), lamportsOut(changes, author, fee)]
  const left = isNativeAddress(from.address) ? lamports : (tokens.get(from.address) ?? 0n)
  if (fee > MAX_FEE) {
    return { left, beyond: refuse('policy/takes-more', `A network fee of ${fee} lamports`) }
  }
  const verdict = judgeAmounts(from, tokens, lamports)
  return { left, beyond: verdict.ok || verdict.code === 'policy/pays-less' ? null : verdict }
}

/** The author's own account and every token account that was theirs or is, as the trial's judge sees them. */
function toChanges(author: string, { lamports, tokens }: MinedBalances): Change[] {
  const of = (address: string): Pick<Change, 'address' | 'before' | 'after'> => {
    const held = lamports.get(address)
    return { address, before: existing(held?.before), after: existing(held?.after) }
  }
  const held = tokens.map(({ account, mint, owner, was, before, after }) => ({
    ...of(account),
    was: was === author ? holding(mint, author, before) : null,
    is: owner === author ? holding(mint, author, after) : null,
  }))
  return [{ ...of(author), was: null, is: null }, ...held]
}

/** Balances say nothing of the program that owns an account, nor what it holds. */
function existing(lamports = 0n): Existing | null {
  return lamports > 0n ? { lamports, owner: '', data: null } : null
}

const holding = (mint: string, owner: string, amount: bigint): TokenAccount => ({
  mint,
  owner,
  amount,
  delegate: null,
  delegated: 0n,
  frozen: false,
  native: mint === WRAPPED_SOL,
  closeAuthority: null,
  extensions: noData,
})
