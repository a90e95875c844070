import * as z from 'zod/mini'
import { toAnyForeignAddress } from '@/src/domain/address/foreign-address'
import { knownChain } from '@/src/domain/chain/known-chains'
import {
  amount,
  chainId,
  identifier,
  isPayableOn,
  lenient,
  open,
  orNothing,
  pictureUrl,
  sourceFits,
  text,
  unixSeconds,
} from './common'

/** What a build asks for; `depositMethod` is one of the route's. */
export type BuildRequest = {
  from: string
  quoteId: string
  routeId: string
  recipient?: string | undefined
  refundTo?: string | undefined
  depositMethod?: string | undefined
}

/** A call for an EVM wallet. What it may ask for is judged by the policy, not here. */
const eip1193Approval = open({
  type: z.literal('eip1193_request'),
  request: open({ method: text, params: z.array(z.unknown()) }),
  waitForReceipt: orNothing(z.boolean()),
  deposit: orNothing(z.boolean()),
})

/** A transaction for a Solana wallet to sign, base64; the service broadcasts it. */
const solanaApproval = open({
  type: z.literal('solana_sendTransaction'),
  // A Solana transaction is at most 1,232 bytes; the room above is for larger ones to come.
  transaction: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,8190}={0,2}$/)),
  deposit: orNothing(z.boolean()),
})

/** An approval of an unknown type is refused: it cannot be judged, and it must not be skipped. */
const approval = z.discriminatedUnion('type', [eip1193Approval, solanaApproval])

const contractCallBuild = open({
  kind: z.literal('CONTRACT_CALL'),
  approvals: z.array(approval),
})

const permit2Build = open({
  kind: z.literal('PERMIT2'),
  permit: open({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.unknown()),
    primaryType: text,
    message: z.record(z.string(), z.unknown()),
  }),
  transferDetails: open({ to: identifier, requestedAmount: amount }),
})

/**
 * Whether an address can be paid on a chain. A number that is not known here may be of another family:
 * which, is held against the live list before anybody sees the address.
 */
function isPayableFrom(chain: number, address: string): boolean {
  if (isPayableOn(chain, address)) return true
  if (knownChain(chain) !== null) return false
  return toAnyForeignAddress(address) !== null
}

const said = text.check(z.minLength(1))

/** A payment the person makes: `amount` smallest units of `token` to `depositAddress`. */
const transferBuild = open({
  kind: z.literal('TRANSFER'),
  depositAddress: identifier,
  amount,
  token: identifier,
  chainId,
  qrImageUrl: lenient(pictureUrl),
  paymentUri: lenient(said),
  qrPayload: lenient(said),
  // Refused rather than dropped when broken: a payment without its memo may be lost.
  memo: orNothing(text),
  expiresAt: orNothing(unixSeconds),
  orderId: orNothing(identifier),
  intentId: orNothing(identifier),
  submitTxHashRequested: orNothing(z.boolean()),
}).check(
  sourceFits('chainId', ['token']),
  z.refine((build) => isPayableFrom(build.chainId, build.depositAddress), {
    path: ['depositAddress'],
    message: 'Not an address that can be paid on this chain',
  }),
)

export const buildResult = z.discriminatedUnion('kind', [
  contractCallBuild,
  permit2Build,
  transferBuild,
])
export type BuildResult = z.infer<typeof buildResult>
