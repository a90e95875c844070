import { isNativeAddress, sameAddress } from '../address/address'
import { familyOfAddress } from '../address/check-address'
import { familyOfChain } from '../chain/known-chains'
import { encodeTransfer } from '../policy/policy-abi'
import { type StepDraft, toTransaction } from '../policy/policy-draft'
import { type Refusal, refuse } from '../policy/policy-read'
import type { Accepted, TransferOrder } from './order'

export type PayDraft = { ok: true; draft: StepDraft; accepted: Accepted } | Refusal

/**
 * The transfer that pays an address from this account: so much (smallest unit) of the accepted token to
 * the address that was checked when the order was made. Every byte of it is written here, none is the
 * service's. `accepted` is what its effects are held against. EVM chains alone; of Solana the chain has to
 * be asked first, see `toSolanaPayDraft`.
 */
export function toPayDraft(order: TransferOrder, account: string, amount: bigint): PayDraft {
  const { chainId, address, family } = order.accepted.from
  const { depositAddress, memo } = order.transfer
  // A chain of a family of its own has no wallet here, whatever its number.
  const isEvm = family === undefined && familyOfChain(chainId) === 'eip155'
  if (!isEvm || memo !== undefined) {
    return refuse('policy/unsupported-kind', `Chain ${chainId}`)
  }
  if (familyOfAddress(account) !== 'eip155' || sameAddress(account, depositAddress)) {
    return refuse('policy/wrong-sender', `Sender ${account}`)
  }
  const token = { ...order.accepted.from, amount: amount.toString() }
  const accepted = { ...order.accepted, author: account, from: token }
  const target = depositAddress.toLowerCase()
  const call = isNativeAddress(address)
    ? { to: target, data: '0x', value: amount }
    : { to: address.toLowerCase(), data: encodeTransfer(target, amount), value: 0n }
  const tx = toTransaction(accepted, call)
  return {
    ok: true,
    accepted,
    draft: {
      deposit: true,
      action: { kind: 'transaction', chainId, tx, waitForReceipt: false },
      facts: { kind: 'transfer', token, to: depositAddress },
    },
  }
}
