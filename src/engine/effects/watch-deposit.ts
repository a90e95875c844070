import { isNativeAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import { clockSkew } from '@/src/domain/order/arrival'
import { isTrifle, isWhole, sumOf, trifleOf } from '@/src/domain/order/deposit-sum'
import type { Beginning, FoundPayment, TransferOrder } from '@/src/domain/order/order'
import { depositHashOf } from '@/src/domain/order/order-parts'
import {
  closesAt,
  depositDueOf,
  followedFor,
  isFullOfDust,
  isWatched,
} from '@/src/domain/order/transfer'
import { isPayPending, payHashesOf } from '@/src/domain/order/wallet-payment'
import { backOff } from '@/src/lib/back-off'
import { lower } from '@/src/lib/extremes'
import { findBeginning } from '../chain/beginning'
import {
  canSayNever,
  findStart,
  findSwept,
  findTransfers,
  nodesOf,
  type Outcome,
  proveHolding,
  provePayment,
  proveUntouched,
  type Search,
} from '../chain/payments'
import { findSignatures, memosOf } from '../chain/solana-payments'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { takeUpTold } from '../service/take-up'
import { isClaimed } from './prove-arrival'
import type { OrderWork } from './work'

/** How often the chain is looked at: while somebody pays, while somebody may, and after the end; ms. */
const payingPause = 10_000
const waitingPause = 60_000
const closedPause = 900_000
/**
 * Blocks are left to be looked through: a chain makes fewer in this time than a look reads, ms. What was named
 * and is not deep enough yet is looked at again after as long, then after twice that.
 */
const behindPause = 5_000
/** People pay within minutes of seeing the address. */
const payingFor = 1_200_000
/** After that, an address of which nodes cannot say that nothing came is looked at so often, ms. */
const restPause = 21_600_000
/** Once all has come, what was swept on is looked for so seldom: each time is counted for seven minutes. */
const sweptCost = 14
/** Transfers that are proved in one look, and what shares a block with the last; the rest waits. */
const mostProved = 12

/**
 * Looks for what was paid to a deposit address, in time, too late, or after it was given up, and closes
 * the address when its time is over.
 */
export async function watchDeposit(
  engine: Engine,
  { order, row }: OrderWork<'watchDeposit'>,
): Promise<Next> {
  if (order.kind !== 'transfer' || order.transfer.depositAddress === '') return 'done'
  const now = engine.now()
  if (!isWatched(order, now)) return 'done'
  const left = await look(engine, order, row.tries)
  const isAnswered = await takeUpTold(engine, order)
  // After the look: what was paid in time is found before the address is closed.
  if (now >= closesAt(order) * 1_000) await commit(engine, order.id, { type: 'expired', at: now })
  const { closed } = order.transfer
  const isOld = closed !== undefined && now >= closed.at + followedFor
  const { chainId, family } = order.accepted.from
  const canSay = family ? isAnswered : canSayNever(nodesOf(await engine.readers(), chainId))
  if (isOld && canSay) {
    // It says nothing of blocks that were not looked through, and changes nothing then.
    const done = await commit(engine, order.id, { type: 'abandoned', at: now })
    if (done.outcome === 'written') return 'done'
  }
  const next = isOld ? now + restPause : nextLook(order, now)
  const soon = {
    nothing: next,
    blocks: now + behindPause,
    named: isOld ? next : Math.min(next, now + backOff(row.tries, behindPause, closedPause)),
  }
  return { dueAt: Math.max(engine.now() + 1_000, soon[left]) }
}

/** The next look, and no later than the end of the address. */
function nextLook(order: TransferOrder, now: number): number {
  const { closed } = order.transfer
  // A wallet that was asked in time may still pay: that is nobody's stray payment. Later its ask is looked after.
  if (closed) {
    const isPaying = isPayPending(order) && now - closed.at < payingFor
    return now + (isPaying ? waitingPause : closedPause)
  }
  const pause = now - order.createdAt < payingFor ? payingPause : waitingPause
  return Math.min(now + pause, Math.max(now, closesAt(order) * 1_000))
}

/**
 * Whether a transaction pays something else at an address that several share: it does not carry the
 * order's memo. One that the person names may have been sent without any; it must carry no other.
 */
export async function paysAnother(
  { transfer: { memo, named } }: TransferOrder,
  nodes: ReturnType<typeof nodesOf>,
  tries: number,
  hash: TxHash,
  isNamed = named?.hash === hash,
): Promise<boolean> {
  if (memo === undefined || nodes.family !== 'solana') return false
  const shown = await memosOf(nodes, tries, hash)
  if (isNamed) return shown.some((memos) => memos.length > 0 && !memos.includes(memo))
  return !shown.some((memos) => memos.includes(memo))
}

/** What a look leaves for a look soon: blocks that could be looked through, or what was named and not proved. */
type Left = 'nothing' | 'blocks' | 'named'

/** Looks once. */
async function look(engine: Engine, order: TransferOrder, tries: number): Promise<Left> {
  // No node of that chain is known here.
  if (order.accepted.from.family) return 'nothing'
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
    timed: true,
    isClaimed: (claim) => isClaimed(engine, order, claim, 'address'),
  }
  const prove = (hash: TxHash) => provePayment(nodes, search, hash, createdAt)
  const known = new Set(transfer.seen.map(({ hash }) => hash))
  // What our own wallet was asked for is proved like any other: its hash is a hint.
  const told = [transfer.named?.hash, depositHashOf(order), service.depositTxHash]
  let left: Left = 'nothing'
  for (const hash of new Set([...told, ...(transfer.refused ?? []), ...payHashesOf(order)])) {
    if (!hash || known.has(hash) || (await paysAnother(order, nodes, tries, hash))) continue
    const outcome = await prove(hash)
    if (outcome.kind === 'pending' || outcome.kind === 'unread') left = 'named'
    await keep(engine, order, outcome)
  }
  const lookedThrough = async (search: Promise<boolean>) => ((await search) ? 'blocks' : left)
  // Without a node of the chain nothing is found, and nobody says that nothing came.
  if (nodes.operators.length === 0) return 'nothing'
  if (nodes.family === 'solana') {
    const start =
      transfer.scanned ?? block ?? (await findStart(nodes, search, createdAt - clockSkew))
    if (start === undefined) return left
    return lookedThrough(seek(engine, order, { nodes, search, prove, from: BigInt(start) + 1n }))
  }
  const start = began ?? (await findBeginning(nodes, search, true))
  if (!start) return left
  if (!began) {
    const event = { type: 'depositBegan' as const, at: engine.now(), began: start }
    await commit(engine, order.id, event)
  }
  if (isNativeAddress(due.token)) {
    await lookAtCoins(engine, order, { nodes, search, prove, began: start })
    return left
  }
  const from = BigInt(transfer.scanned ?? start.block) + 1n
  return lookedThrough(seek(engine, order, { nodes, search, prove, from }))
}

type Seek = {
  nodes: ReturnType<typeof nodesOf>
  search: Search
  prove: (hash: TxHash) => Promise<Outcome>
  from: bigint
}

/** Proves what the next blocks hold, the oldest first; what is not proved yet is looked at again. */
async function seek(engine: Engine, order: TransferOrder, look: Seek): Promise<boolean> {
  const { nodes, search, prove, from } = look
  const { transfer } = order
  const sought =
    nodes.family === 'solana'
      ? await findSignatures(nodes, search, from, transfer.memo)
      : await findTransfers(nodes, search, from)
  if (!sought) return false
  const known = new Set(transfer.seen.map(({ hash }) => hash))
  // What is missing of a short payment may be as little as that.
  const isFull = isFullOfDust(transfer) && sumOf(transfer) !== 'short'
  const fresh = sought.transfers.filter(
    ({ hash, units }) =>
      !known.has(hash) && !(isFull && units !== undefined && isTrifle(transfer, units)),
  )
  const last = fresh[mostProved - 1]?.block
  const left = last === undefined ? undefined : fresh.find(({ block }) => block > last)
  const open = left ? [left.block] : []
  for (const { hash, block } of fresh) {
    if (left && block >= left.block) break
    const outcome = await prove(hash)
    // Anybody may send any token there: that is looked into when the person says to have paid.
    const isOther = outcome.kind === 'found' && outcome.found.what === 'other-token'
    if (!isOther) await keep(engine, order, outcome)
    // Not seen by two yet, or not by this one: these blocks are looked through again.
    if (outcome.kind === 'pending' || outcome.kind === 'unread') open.push(block)
  }
  if (sought.scanned === undefined) return false
  const isAll = open.every((block) => block > (sought.scanned ?? 0n))
  const scanned = open.map((block) => block - 1n).reduce(lower, sought.scanned)
  const time = isAll && sought.time !== undefined ? { time: sought.time } : {}
  const event = { type: 'depositSought' as const, at: engine.now(), scanned: String(scanned) }
  if (scanned >= from) await commit(engine, order.id, { ...event, ...time })
  return sought.isBehind && scanned >= from
}

type Coins = Pick<Seek, 'nodes' | 'search' | 'prove'> & { began: Beginning }

/** Coins leave no event: what the address holds says what came, and what it held before it sent them on. */
async function lookAtCoins(
  engine: Engine,
  order: TransferOrder,
  { nodes, search, prove, began }: Coins,
): Promise<void> {
  const { transfer, createdAt } = order
  const any = { ...search, due: { ...search.due, least: 1n } }
  const isSame = (a: { amount: string }, b: { amount: string }) => a.amount === b.amount
  const held = await proveHolding(nodes, any, began, 0n, createdAt, isSame)
  if (held.kind === 'found') {
    const since = transfer.scannedTime
    const time = since === undefined ? {} : { time: since }
    await keep(engine, order, { kind: 'found', found: { ...held.found, ...time } })
    return
  }
  // Who pays once more, after it was swept on, is told so as well.
  const isSought =
    !isWhole(transfer) || engine.nodeBudget.take(`${order.id} swept`, sweptCost) === 0
  if (held.kind === 'nothing' && isSought) {
    for (const hash of await findSwept(nodes, search, began, trifleOf(transfer))) {
      if (!transfer.seen.some((each) => each.hash === hash))
        await keep(engine, order, await prove(hash))
    }
  }
  // While it may be paid, somebody looks again in a minute: what is not there yet says nothing.
  if (held.kind !== 'nothing' || !transfer.closed) return
  const still = await proveUntouched(nodes, search, began)
  if (!still) return
  const { scanned, time } = still
  const event = { type: 'depositSought' as const, at: engine.now(), scanned: String(scanned), time }
  await commit(engine, order.id, event)
}

async function keep(engine: Engine, order: TransferOrder, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'found') return
  const found: FoundPayment = outcome.found
  // One payment is one order's, whichever look was first.
  await engine.lock('arrival', async () => {
    for (const claim of found.claims) {
      if (await isClaimed(engine, order, claim, 'address')) return
    }
    await commit(engine, order.id, { type: 'depositSeen', at: engine.now(), found })
  })
}
