/**
 * Holds a call of a known deposit contract against what was accepted. It refuses and it gives words; what
 * the structure and the trial of a build say stands beside it as before.
 */
import { decodeBase58 } from '@/src/lib/base58'
import { encodeHex } from '@/src/lib/bytes'
import { EVM_NATIVE, hasEvmShape, isNativeAddress } from '../address/address'
import type { Accepted, KnownContract, KnownDeposit } from '../order/order'
import { otherFormOf, wrappedCoinOf } from '../token/wrapped-coins'
import {
  type ChainNumbers,
  chainNumberOf,
  type DepositNetwork,
  isNetworkContract,
  proxyOf,
} from './deposit-contracts'
import { type Refusal, refuse } from './policy-read'

/**
 * What a call of a known contract says, read by its published ABI. Accounts and tokens are their bytes in
 * lower-case hex: 20 of an EVM chain, 32 of Solana; amounts in smallest units.
 */
export type DepositCall = {
  network: DepositNetwork
  /** What it takes of the account. `withFee`: the network's own fee in coins is part of the amount. */
  takes: { token: string; amount: bigint; withFee?: true }
  /** The token that is passed on to the network, and comes back from it: what a swap on the way gives. */
  passesOn?: string
  /** The destination as they number it. */
  chain: bigint
  numbers: ChainNumbers
  token: string
  /** The least that a filler must pay out. */
  least: bigint
  recipient: string
  /** Who gets the money back if nobody fills; absent where the authority names them. */
  refund?: string
  /** Who may call the order back and lower its payout, where somebody may. */
  authority?: string
  /** Who gets what a swap on the way leaves over, where somebody is named. */
  rest?: string
  /** Unix seconds after which nobody may fill it any more; absent where it stands until called back. */
  deadline?: bigint
  /** The contract that it is passed on to, lower case. */
  via?: string
  /** What goes along that nobody here can read: a message, a hook, a signed permit. */
  unread?: string
}

/** What the deposit takes: the source token, or what steps before it lead to. */
export type Paid = {
  token: string
  /** Undefined where the trial alone tells how much. */
  amount: bigint | undefined
  /** Wei that the call carries. */
  value: bigint
}

/** Money that nobody fills is back after this at the latest: Across' own contracts allow some hours. */
const LONGEST_FILL_SECONDS = 86_400n

/** An account or a token as its bytes; native coins of EVM chains as twenty zeros; null for neither. */
function idOf(address: string): string | null {
  if (hasEvmShape(address)) return isNativeAddress(address) ? EVM_NATIVE : address.toLowerCase()
  const bytes = decodeBase58(address)
  return bytes?.length === 32 ? encodeHex(bytes) : null
}

/**
 * Gives what the review says of a known contract's call, or why it is refused: it takes another token or
 * amount, pays another account, chain or token, or less than was accepted, gives the money back to
 * somebody else, may be filled no more or for longer than a day, or carries what cannot be read.
 * `now` is in unix seconds; the chain's clock is `ahead` of it by so many; `spender` takes the tokens where the contract itself does not.
 */
export function judgeKnown(input: {
  known: KnownContract
  call: DepositCall | undefined
  accepted: Accepted
  paid: Paid
  spender: string | undefined
  now: number
  ahead?: number
}): { ok: true; known: KnownDeposit } | Refusal {
  const { known, call, accepted, paid, spender } = input
  const { chainId } = accepted.from
  const name = `${known.contract} of ${known.service}`
  if (call === undefined) return refuse('policy/malformed', `The call of ${name} cannot be read`)
  const proxy = spender === undefined ? undefined : proxyOf(chainId, known, spender)
  if (spender !== undefined && proxy === undefined) {
    return refuse('policy/foreign-spender', `Spender ${spender} is none of ${name}`)
  }
  if (call.unread !== undefined) return refuse('policy/unread-call', `${name}: ${call.unread}`)
  if (call.via !== undefined && !isNetworkContract(call.network, chainId, call.via)) {
    return refuse('policy/foreign-call', `${name} passes it on to ${call.via}`)
  }
  const refusal =
    judgeTaken(call, accepted, paid) ??
    judgePayout(call, accepted) ??
    judgeRefund(call, accepted) ??
    judgeDeadline(call, accepted, input)
  if (refusal !== null) return refusal
  const least = String(call.least)
  const forms = formsOf(call, accepted)
  return { ok: true, known: { ...known, least, ...(proxy && { proxy }), ...forms } }
}

/** In which forms of a coin it pays out, and gives back, where that is not the one that was accepted. */
function formsOf(
  { network, passesOn }: DepositCall,
  { from, to }: Accepted,
): Pick<KnownDeposit, 'or' | 'back'> {
  if (network !== 'across') return {}
  const or = otherFormOf(to.chainId, to.address)
  // Spoke pools wrap the coins that come in and give back tokens: `_distributeRelayerRefunds` of `SpokePool.sol`.
  const isCoin = [EVM_NATIVE, wrappedCoinOf(from.chainId)].includes(passesOn)
  const back =
    isCoin && isNativeAddress(from.address) ? otherFormOf(from.chainId, from.address) : undefined
  return { ...(or && { or }), ...(back && { back }) }
}

function judgeTaken(
  { numbers, takes }: DepositCall,
  { from }: Accepted,
  { token, amount, value }: Paid,
): Refusal | null {
  const paid = idOf(token)
  // Spoke pools name the wrapped coin and take coins.
  const wanted = paid === EVM_NATIVE && numbers === 'across' ? wrappedCoinOf(from.chainId) : paid
  if (takes.token !== wanted) {
    return refuse('policy/foreign-token', `The deposit takes ${takes.token}`)
  }
  const most = takes.withFee && paid === EVM_NATIVE ? value : amount
  const isMore = most !== undefined && takes.amount > most
  const isLess = takes.amount < (amount ?? 1n)
  if (!isMore && !isLess) return null
  return refuse('policy/wrong-value', `The deposit takes ${takes.amount} of ${amount ?? 'a swap'}`)
}

function judgePayout(call: DepositCall, { to, recipient, minAmountOut }: Accepted): Refusal | null {
  const { network, numbers, chain, token, least } = call
  if (chain !== chainNumberOf(numbers, to.chainId)) {
    return refuse('policy/wrong-payout', `Paid out on chain ${chain}, ${to.chainId} was accepted`)
  }
  const wanted = idOf(to.address)
  // Where the wrapped coin is named spoke pools pay coins, and contracts the wrapped one:
  // `_unwrapwrappedNativeTokenTo` of `SpokePool.sol`.
  const isCoin = wanted === EVM_NATIVE && network === 'across'
  if (token !== (isCoin ? wrappedCoinOf(to.chainId) : wanted)) {
    return refuse('policy/wrong-payout', `Paid out in ${token}`)
  }
  const accepted = BigInt(minAmountOut ?? '1')
  if (least < accepted) {
    return refuse('policy/wrong-payout', `At least ${least} paid out, ${accepted} was accepted`)
  }
  if (call.recipient !== idOf(recipient)) {
    return refuse('policy/wrong-recipient', `Paid out to ${call.recipient}`)
  }
  return null
}

/** Whoever may call an order back may send it where they like: they are the person, or who is paid. */
function judgeRefund(
  { refund, authority, rest }: DepositCall,
  { author, recipient, refundTo }: Accepted,
): Refusal | null {
  const back = idOf(refundTo)
  const own = [idOf(author), back]
  if (authority !== undefined && ![...own, idOf(recipient)].includes(authority)) {
    return refuse('policy/wrong-refund', `${authority} may call it back`)
  }
  const isMissing = refund === undefined && authority === undefined
  if (isMissing || (refund !== undefined && refund !== back)) {
    return refuse('policy/wrong-refund', `Sent back to ${refund ?? 'nobody'}`)
  }
  if (rest !== undefined && !own.includes(rest)) {
    return refuse('policy/wrong-refund', `What a swap leaves over goes to ${rest}`)
  }
  return null
}

function judgeDeadline(
  { deadline, authority }: DepositCall,
  { quoteExpiresAt }: Accepted,
  { now, ahead = 0 }: { now: number; ahead?: number },
): Refusal | null {
  if (deadline === undefined) {
    // It stands until it is called back: by whom was looked at.
    return authority === undefined ? refuse('policy/wrong-deadline', 'No deadline') : null
  }
  const until = deadline - BigInt(ahead)
  if (until > BigInt(quoteExpiresAt) && until <= BigInt(now) + LONGEST_FILL_SECONDS) return null
  return refuse('policy/wrong-deadline', `May be filled until ${deadline}`)
}
