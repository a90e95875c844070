import type { EvmReader } from '@/src/chains/evm-reader'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import { openAllowances } from '@/src/domain/order/open-allowances'
import type { SwapOrder } from '@/src/domain/order/order'
import { requireAsking } from '@/src/store/orders'
import { neededBy } from '../chain/allowance-use'
import { agree, type Proof } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import { inspectWallet } from '../page/pages'

/** Reads on independent nodes what the contracts may take that an order left an allowance to. */
export async function readAllowances(
  engine: Engine,
  { orderId }: InputOf<'readAllowances'>,
): Promise<OutputOf<'readAllowances'>> {
  const order = await requireAsking(engine.db, orderId)
  const { author, from } = order.accepted
  const chains = await engine.readers()
  const allowances = await Promise.all(
    openAllowances(order, engine.now()).map(async ({ token, spender }) => {
      const proof = await agree<EvmReader, bigint>({
        operators: chains.operators(from.chainId),
        rhythm: chains.rhythm(from.chainId),
        now: engine.now(),
        read: (reader, _head, signal) => reader.allowance(token.address, author, spender, signal),
      })
      const amount = mostOf(proof)
      return { spender, ...(amount === undefined ? {} : { amount: String(amount) }) }
    }),
  )
  return { allowances }
}

/** Whether there is anything to take back: a file may be anybody's, and is believed where nodes show the same. */
async function isShown(engine: Engine, order: SwapOrder, spender: string): Promise<boolean> {
  if (!order.fromBackup) return true
  const { allowances } = await readAllowances(engine, { orderId: order.id })
  const left = allowances.find((each) => sameAddress(each.spender, spender))
  return Number(left?.amount) > 0
}

/** The most that any node shows; that nothing is left takes two of them, or the person's own. */
function mostOf(proof: Proof<bigint>): bigint | undefined {
  switch (proof.kind) {
    case 'proved':
      return proof.value
    case 'seenByOne':
      return proof.value > 0n ? proof.value : undefined
    case 'disagree':
      return proof.words.reduce((most, { value }) => (value > most ? value : most), 0n)
    case 'unknown':
      return undefined
  }
}

/**
 * Has the wallet take back what an order left open, by a request that is tracked like any other.
 *
 * @throws AppError `order/allowance-needed` while a payment, of the order named, may still need the allowance; `order/busy`
 * where the request is under way; `order/changed` where nothing is open; what is wrong with the page or
 * the wallet.
 */
export async function closeAllowance(
  engine: Engine,
  { orderId, spender, page }: InputOf<'closeAllowance'>,
): Promise<Record<string, never>> {
  const order = await requireAsking(engine.db, orderId)
  const open = openAllowances(order, engine.now())
  const allowed = open.find((each) => sameAddress(each.spender, spender))
  if (!allowed || !(await isShown(engine, order, spender))) {
    throw new AppError('order/changed', { orderId })
  }
  const needing = await neededBy(engine, order, allowed)
  if (needing) throw new AppError('order/allowance-needed', { orderId: needing.id })
  const pinned = page ?? order.page
  await inspectWallet(engine, pinned, order.wallet)
  const at = engine.now()
  if (order.status === 'running') await commit(engine, orderId, { type: 'stopped', at })
  const token = allowed.token.address
  const event = { type: 'revokeWanted', at, token, spender, page: pinned } as const
  const done = await commit(engine, orderId, event)
  if (done.outcome !== 'written') throw new AppError('order/busy', { orderId })
  return {}
}
