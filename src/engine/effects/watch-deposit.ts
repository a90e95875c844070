import { isNativeAddress } from '@/src/domain/address'
import { familyOfChain } from '@/src/domain/known-chains'
import type { FoundPayment, TransferOrder } from '@/src/domain/order'
import { depositHashOf, isDepositOut, isEnded } from '@/src/domain/order-parts'
import { closesAt, depositDueOf } from '@/src/domain/transfer'
import type { EffectRow } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'
import {
  findTransfers,
  nodesOf,
  type Outcome,
  proveHolding,
  provePayment,
  type Search,
} from '../payments'
import { isClaimed } from './prove-arrival'

/** How often the chain is looked at: while somebody pays, while somebody may, and after the end; ms. */
const payingPause = 10_000
const waitingPause = 60_000
const closedPause = 900_000
/** People pay within minutes of seeing the address. */
const payingFor = 1_200_000
/** What nobody paid in this time after the end is looked for no more, ms. */
const followedFor = 604_800_000

/**
 * Looks for what was paid to a deposit address, in time, too late, or after it was given up, and closes
 * the address when its time is over.
 */
export async function watchDeposit(engine: Engine, row: EffectRow): Promise<Next> {
  const order = await getOrder(engine.db, row.orderId)
  if (order?.kind !== 'transfer') return 'done'
  const now = engine.now()
  const { closed } = order.transfer
  const end = closesAt(order) * 1_000
  // Who scanned it may pay a second time as long as the address would be good.
  if (isEnded(order.status) && !(mayBePaidTwice(order) && now < end)) return 'done'
  if (closed && now >= closed.at + followedFor && !isDepositOut(order)) {
    await commit(engine, order.id, { type: 'abandoned', at: now })
    return 'done'
  }
  await look(engine, order, row.tries)
  // After the look: what was paid in time is not called late.
  if (now >= end) await commit(engine, order.id, { type: 'expired', at: now })
  return { dueAt: Math.max(engine.now() + 1_000, nextLook(order, now)) }
}

const mayBePaidTwice = ({ status }: TransferOrder) => status !== 'stopped' && status !== 'attention'

/** The next look, and no later than the end of the address. */
function nextLook(order: TransferOrder, now: number): number {
  if (order.transfer.closed) return now + closedPause
  const pause = now - order.createdAt < payingFor ? payingPause : waitingPause
  return Math.min(now + pause, Math.max(now, closesAt(order) * 1_000))
}

async function look(engine: Engine, order: TransferOrder, tries: number): Promise<void> {
  const { transfer, service, createdAt } = order
  const due = depositDueOf(order)
  const nodes = nodesOf(await engine.readers(), due.chainId)
  const { began } = transfer
  const block = began && BigInt(began.block)
  const search: Search = {
    due,
    start: { ...(block === undefined ? {} : { block }), at: createdAt },
    now: engine.now(),
    tries,
    isClaimed: (claim) => isClaimed(engine, order, claim),
  }
  const prove = (hash: string) => provePayment(nodes, search, hash, createdAt)
  const known = new Set(transfer.seen.map(({ hash }) => hash))
  const named = [depositHashOf(order), service.depositTxHash]
  for (const hash of new Set(named)) {
    if (hash !== undefined && !known.has(hash)) await keep(engine, order, await prove(hash))
  }
  if (block === undefined || !began) return
  if (isNativeAddress(due.token) && familyOfChain(due.chainId) === 'eip155') {
    const any = { ...search, due: { ...due, least: 1n } }
    const isSame = (a: { amount: string }, b: { amount: string }) => a.amount === b.amount
    await keep(engine, order, await proveHolding(nodes, any, began, 0n, createdAt, isSame))
    return
  }
  const from = transfer.scanned === undefined ? block + 1n : BigInt(transfer.scanned) + 1n
  const found = await findTransfers(nodes, search, from)
  if (!found) return
  for (const hash of found.hashes) {
    if (known.has(hash)) continue
    const outcome = await prove(hash)
    // Not seen by two yet, or not by this one: these blocks are looked through again.
    if (outcome.kind === 'pending' || outcome.kind === 'unread') return
    await keep(engine, order, outcome)
  }
  const event = { type: 'depositSought', at: engine.now(), scanned: String(found.scanned) } as const
  await commit(engine, order.id, event)
}

async function keep(engine: Engine, order: TransferOrder, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'found') return
  const found: FoundPayment = outcome.found
  await commit(engine, order.id, { type: 'depositSeen', at: engine.now(), found })
}
