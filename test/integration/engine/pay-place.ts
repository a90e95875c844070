import { randomUUID } from 'node:crypto'
import type { InputOf } from '@/src/contract/rpc'
import { sumOf } from '@/src/domain/order/deposit-sum'
import type { TransferOrder } from '@/src/domain/order/order'
import { payStepOf } from '@/src/domain/order/wallet-payment'
import { getOrder } from '@/src/store/orders'
import { asked, serviceUrl } from './address-service'
import { createIn, openSolanaPlace } from './transfer-solana-model'
import { landOne, type SolanaWay, shapeOf } from './transfer-solana-place'

type SaidUnsent = NonNullable<InputOf<'payTransfer'>['notSent']>

/** An order whose address is paid on Solana, and what its person does; nothing is asked of a wallet yet. */
export async function openPayPlace(way: SolanaWay, name: string) {
  const place = await openSolanaPlace(way, `${name}-${randomUUID()}`)
  const { world: w, ledger, service } = place
  await w.call('writeSettings', { serviceUrl })
  const { orderId } = await createIn(w, way)
  const read = async () => (await getOrder(w.truth, orderId)) as TransferOrder
  const wish = () => {
    const { owner: account, wallet, page } = w.page
    return { orderId, amount: String(asked), account, wallet, page }
  }
  let paid = 0
  return {
    ...place,
    orderId,
    read,
    stepNow: async () => payStepOf(await read()),
    attempts: async () => (await read()).pay?.attempts ?? [],
    sum: async () => sumOf((await read()).transfer),
    /** Has the wallet pay. */
    async pay(more: { notSent?: SaidUnsent } = {}) {
      await w.call('payTransfer', { ...wish(), ...more })
      await w.settle()
    },
    /** Goes on with what is in the way. */
    async again(more: { notSent?: SaidUnsent } = {}) {
      const stepId = payStepOf(await read())?.id ?? ''
      await w.call('retryStep', { orderId, stepId, page: w.page.page, ...more })
      await w.settle()
    },
    /** The account, or another one, pays to the address by hand; gives the signature. */
    payByHand(memos: string[], from = w.page.owner): string {
      paid += 1
      const { token, depositAddress: to } = service.payable
      const moves = [{ token, from, to, amount: asked }]
      return landOne(ledger, { ...shapeOf(paid), payer: from, moves, memos })
    },
    /** Lets minutes pass, with blocks. */
    async wait(minutes: number) {
      for (let i = 0; i < minutes * 2; i += 1) {
        ledger.mine()
        await w.advance(30_000)
      }
    },
  }
}
