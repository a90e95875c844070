import type { ChainPort } from '../chains/port'
import type { Commitment } from './ledger'

/** The same on every chain: https://docs.uniswap.org/contracts/v4/deployments */
const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** A PERMIT2 build result: the typed data to sign and what will be taken with it. */
export function toPermit(source: ChainPort, { reference, quote, offer }: Commitment) {
  const amount = String(offer.amountIn)
  return {
    kind: 'PERMIT2' as const,
    permit: {
      domain: { name: 'Permit2', chainId: source.id, verifyingContract: permit2Address },
      types: {
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitTransferFrom',
      message: {
        permitted: { token: quote.request.from.address, amount },
        spender: source.depositTarget,
        // Permit2 nonces are unordered bits: the reference is as good as any and never repeats.
        nonce: String(BigInt(reference)),
        deadline: String(offer.validBefore),
      },
    },
    transferDetails: { to: source.depositTarget, requestedAmount: amount },
  }
}
