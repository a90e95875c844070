import type { SolanaReader } from '@/src/chains/solana-reader'
import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { AppError } from '@/src/domain/error'
import type { TransferOrder } from '@/src/domain/order/order'
import type { PayDraft } from '@/src/domain/order/pay-draft'
import { type Refusal, refuse } from '@/src/domain/policy/policy-read'
import { type SolanaWay, solanaWayOf, toSolanaPayDraft } from '@/src/domain/solana/solana-pay'
import type { Engine } from '../engine'
import { agree } from './proof'

/**
 * The transaction by which an account pays so much (smallest unit) to a Solana address. What the address
 * and the token are is told by two operators, or the person's own node: written for another kind of
 * address, the payment would be lost. Their block hash is the older of what they name.
 *
 * @throws AppError `chain/unreachable` where too few of them answer, or do not agree.
 */
export async function draftSolanaPay(
  engine: Engine,
  order: TransferOrder,
  account: string,
  amount: bigint,
): Promise<PayDraft> {
  const { from } = order.accepted
  const { depositAddress } = order.transfer
  if (familyOfAddress(account) !== 'solana' || account === depositAddress) {
    return refuse('policy/wrong-sender', `Sender ${account}`)
  }
  const chains = await engine.readers()
  const latest: { blockhash: string; lastValidBlockHeight: number }[] = []
  const proof = await agree<SolanaReader, ({ ok: true } & SolanaWay) | Refusal>({
    operators: chains.solanaOperators(from.chainId),
    rhythm: chains.rhythm(from.chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const [address, mint, newest] = await Promise.all([
        reader.account(depositAddress, signal),
        isNativeAddress(from.address) ? null : reader.account(from.address, signal),
        reader.latestBlockhash(signal),
      ])
      latest.push(newest)
      return solanaWayOf(from, { address, mint })
    },
  })
  const [oldest] = latest.sort((a, b) => a.lastValidBlockHeight - b.lastValidBlockHeight)
  if (proof.kind !== 'proved' || !oldest) throw new AppError('chain/unreachable')
  if (!proof.value.ok) return proof.value
  const accepted = {
    ...order.accepted,
    author: account,
    from: { ...from, amount: String(amount) },
  }
  const { blockhash } = oldest
  const planned = await toSolanaPayDraft(accepted, order.transfer, { way: proof.value, blockhash })
  return planned.ok ? { ...planned, accepted } : planned
}
