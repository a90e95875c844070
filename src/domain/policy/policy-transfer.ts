import { sameAddress } from '../address/address'
import { familyOfAddress, isNobodysAccount } from '../address/check-address'
import { toForeignAddress } from '../address/foreign-address'
import { familyOfChain } from '../chain/known-chains'
import type { ErrorCode } from '../error'
import { isSameToken } from '../order/arrival'
import type { Accepted, TokenAmount, Transfer } from '../order/order'
import { meaningOf } from '../qr/qr-meaning'

/** A build that is a payment to an address, structurally the service's. */
export type TransferAnswer = {
  depositAddress: string
  amount: string
  token: string
  chainId: number
  qrImageUrl?: string | undefined
  paymentUri?: string | undefined
  qrPayload?: string | undefined
  memo?: string | undefined
  /** Unix seconds. */
  expiresAt?: number | undefined
  orderId?: string | undefined
  submitTxHashRequested?: boolean | undefined
}

type Refused = { ok: false; code: ErrorCode; detail: string }
export type TransferCheck = { ok: true; transfer: Transfer } | Refused

/** A person needs so long at least to scan and to pay, seconds. */
const MARGIN_SECONDS = 60

const malformed = (detail: string): Refused => ({ ok: false, code: 'policy/malformed', detail })

/** A memo is copied by hand: it must be what is seen of it, and all of it is shown. */
const LONGEST_MEMO = 200
/**
 * Plain letters, of which none looks like another alphabet's, with single spaces between. Nodes list several
 * memos with `; ` between: with that in it, one could pass for two.
 */
const PLAIN = /^(?!.*; )[!-~]+( [!-~]+)*$/

const isShown = (memo: string) => memo.length <= LONGEST_MEMO && PLAIN.test(memo)

/** Whether an address is one of the side's chain, checksum and all. */
function isAccountOf({ chainId, family }: TokenAmount, address: string): boolean {
  return family
    ? toForeignAddress(family, address) === address
    : familyOfAddress(address) === familyOfChain(chainId)
}

/**
 * Says whether the accounts of a payment by address can be: each of its chain's family, and nobody's
 * that money is lost at. Both were typed or come from a wallet; nothing stands in for them.
 */
export function checkParties({
  author,
  recipient,
  refundTo,
  from,
  to,
}: Accepted): Refused | undefined {
  const parties: [string, string, TokenAmount][] = [
    ['fromAddress', author, from],
    ['refundTo', refundTo, from],
    ['recipient', recipient, to],
  ]
  for (const [field, address, side] of parties) {
    if (!isAccountOf(side, address)) return malformed(`${field} is not of its chain`)
    const lost = [from.address, to.address]
    if (isNobodysAccount(address) || lost.some((each) => sameAddress(each, address))) {
      return malformed(`${field} is nobody's account`)
    }
  }
  return undefined
}

/**
 * Holds a deposit address against what was accepted, before anybody sees it: its family, the amount, the
 * token, the chain, the time that is left, and what the service would put into a picture. `now` is unix
 * seconds.
 */
export function checkTransfer(
  answer: TransferAnswer,
  accepted: Accepted,
  now: number,
): TransferCheck {
  const refused = checkParties(accepted)
  if (refused) return refused
  const { depositAddress, amount, chainId, memo, qrImageUrl, paymentUri, qrPayload } = answer
  const { from, to } = accepted
  if (chainId !== from.chainId) return malformed('chainId')
  if (!isSameToken(answer.token, from.address)) return malformed('token')
  if (BigInt(amount) !== BigInt(from.amount)) return malformed('amount')
  if (!isAccountOf(from, depositAddress)) return malformed('depositAddress')
  // What comes to an account of the person's own says nothing of this payment.
  const others = [from.address, to.address, accepted.refundTo, accepted.recipient, accepted.author]
  if (
    isNobodysAccount(depositAddress) ||
    others.some((each) => sameAddress(each, depositAddress))
  ) {
    return malformed('depositAddress')
  }
  const isSolana = from.family === undefined && familyOfChain(from.chainId) === 'solana'
  // No wallet sends a memo with a payment on these chains, and without it the money may be lost.
  if (memo !== undefined && !(isSolana && isShown(memo))) return malformed('memo')
  const expiresAt = answer.expiresAt ?? accepted.validBefore
  if (expiresAt < now + MARGIN_SECONDS) {
    return { ok: false, code: 'policy/quote-expired', detail: 'expiresAt' }
  }
  const needsHash = answer.submitTxHashRequested === true
  // Neither an order nor a way to tell of the payment: nobody could ever follow it.
  if (!needsHash && answer.orderId === undefined) return malformed('orderId')
  const { address: token, decimals, family: abroad } = from
  const asked = { recipient: depositAddress, chainId, token, decimals, units: amount }
  const meant = { ...asked, family: abroad, memo }
  for (const text of [paymentUri, qrPayload]) {
    if (text === undefined) continue
    if (meaningOf(text, meant) === 'other') {
      return malformed('paymentUri')
    }
  }
  return {
    ok: true,
    transfer: {
      depositAddress,
      amount,
      expiresAt,
      seen: [],
      ...(memo === undefined ? {} : { memo }),
      ...(qrImageUrl === undefined ? {} : { qrImageUrl }),
      ...(paymentUri === undefined ? {} : { paymentUri }),
      ...(qrPayload === undefined ? {} : { qrPayload }),
      ...(needsHash ? { needsHash } : {}),
    },
  }
}
