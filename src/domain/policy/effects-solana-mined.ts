/** What a mined Solana transaction really took, held against what the person accepted. */
import { decodeBase58 } from '@/src/lib/base58'
import { lower } from '@/src/lib/extremes'
import { isNativeAddress } from '../address/address'
import type { Accepted } from '../order/order'
import { programs } from '../solana/solana-program'
import type { TokenAccount } from '../solana/solana-token-account'
import {
  amountsOut,
  judgeAmounts,
  judgePower,
  MAX_EXTRA,
  MAX_FEE,
  WRAPPED_SOL,
} from './effects-solana'
import {
  type CallEffects,
  type GivenPower,
  NO_POWER,
  readCalls,
  type SolanaCall,
} from './effects-solana-calls'
import type { Change, Existing } from './effects-solana-power'
import { refuseFact, type Told } from './policy-read'

/** Lamports beyond those that were shown: rent of accounts that had to be opened since. 0.005 SOL. */
const OPENED_SINCE = 5_000_000n

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
    /** Of its mint, where the node says. */
    decimals?: number | undefined
  })[]
  /** All calls, those of programs included, as they ran; null where the node does not say. */
  calls: readonly SolanaCall[] | null
}

/**
 * Says how much of the source token left the person (smallest unit, net; the network's fee left out), and
 * what went beyond what was accepted, or null: the rules of the trial, on balances and on the calls that
 * give power over an account: whose it is, delegates, who may close it, its state and its program. What
 * others could do before stands in no call, and is no alarm; neither is less than was accepted. `shown` are
 * the lamports that the review showed to leave beside the payment, where a trial told them.
 */
export function judgeMinedSolana(
  accepted: Accepted,
  balances: MinedBalances,
  shown = MAX_EXTRA,
): { left: bigint; beyond: Told | null } {
  const { author, from } = accepted
  const [payer] = balances.lamports.keys()
  const fee = payer === author ? balances.fee : 0n
  const called = balances.calls && readCalls(balances.calls)
  const changes = toChanges(author, balances, called)
  const { tokens, lamports } = amountsOut(changes, accepted, fee)
  const left = isNativeAddress(from.address) ? lamports : (tokens.get(from.address) ?? 0n)
  if (fee > MAX_FEE) {
    return { left, beyond: refuseFact('policy/takes-more', 'fee', fee) }
  }
  const most = lower(shown + OPENED_SINCE, MAX_EXTRA)
  const verdict = judgeAmounts(from, tokens, lamports, most)
  if (!verdict.ok && verdict.code !== 'policy/pays-less') return { left, beyond: verdict }
  const key = decodeBase58(author)
  if (called === null || key === null) return { left, beyond: null }
  const named = [...balances.lamports.keys()]
  const divisible = balances.tokens.flatMap(({ mint, decimals = 0 }) => (decimals > 0 ? mint : []))
  return { left, beyond: judgePower(accepted, key, { ...called, named, changes, divisible }) }
}

/** The author's own account and every token account that was theirs or is, as the trial's judge sees them. */
function toChanges(
  author: string,
  { lamports, tokens }: MinedBalances,
  called: CallEffects | null,
): Change[] {
  const of = (address: string): Pick<Change, 'address' | 'before' | 'after'> => {
    const held = lamports.get(address)
    return { address, before: existing(held?.before), after: existing(held?.after) }
  }
  const held = tokens.map(({ account, mint, owner, was, before, after }) => ({
    ...of(account),
    was: was === author ? holding(mint, author, before) : null,
    is: owner === author ? holding(mint, author, after, called?.powers.get(account)) : null,
  }))
  const { after, ...own } = of(author)
  const owner = called?.assigned.get(author)
  const stays = after && owner !== undefined ? { ...after, owner } : after
  return [{ ...own, after: stays, was: null, is: null }, ...held]
}

/** Balances say nothing of the program that owns an account, nor what it holds. */
function existing(lamports = 0n): Existing | null {
  return lamports > 0n ? { lamports, owner: programs.system, data: null } : null
}

const holding = (
  mint: string,
  owner: string,
  amount: bigint,
  power: GivenPower = NO_POWER,
): TokenAccount => ({ mint, owner, amount, native: mint === WRAPPED_SOL, ...power })
