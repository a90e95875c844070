import type { TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { payableOf } from '@/src/domain/order/transfer'
import { payStepOf } from '@/src/domain/order/wallet-payment'
import type { EffectRow } from '@/src/store/open'
import { erc20 } from './chain'
import type { TransferRun } from './transfer-model'

/** What a page says was refused is looked for a day; clocks may be an hour wrong either way, ms. */
const lookedForAtLeast = 22 * 3_600_000

/** Ends that say: nothing of this ask is on the chain, or will be. The person's bare word says less. */
const nothingSent = ['not-asked', 'absent', 'rejected', 'replaced', 'reverted']

/** What must hold, whenever it is read, of what a connected wallet was asked to pay. */
export function checkAsks(
  { world, service }: TransferRun,
  order: TransferOrder,
  { before, rows }: { before: TransferOrder | undefined; rows: readonly EffectRow[] },
): string[] {
  const { page, chain, clock } = world
  const { pay, transfer } = order
  const violations = [...checkTasks(order, rows), ...checkClosed(page, order, before)]
  const attempts = pay?.attempts ?? []
  for (const { attemptId, end, seen } of attempts) {
    const landing = page.landing(attemptId)
    if (end && nothingSent.includes(end.what) && landing) {
      violations.push(`W1: ${attemptId} is ${end.what}, and its payment may land`)
    }
    const hashes = seen.map(({ hash }) => hash)
    const isThere = [...chain.mined, ...chain.mempool].some(({ hash }) => hashes.includes(hash))
    if (end?.what === 'mined' && !isThere) violations.push(`W1: ${attemptId} is mined nowhere`)
  }
  if (payableOf(order, clock.now) === 0n) return violations
  const open = page.mayLand().filter((attemptId) => {
    const hash = page.landing(attemptId)?.hash
    const isSeen = transfer.seen.some((each) => each.hash !== undefined && each.hash === hash)
    // What an address holds is counted as paid, whoever paid it.
    const isHeld = service.token !== erc20 && transfer.seen.some((each) => !each.hash)
    const isGivenUp = attempts.some(
      (each) => each.attemptId === attemptId && each.end?.what === 'given-up',
    )
    return !isSeen && !isHeld && !isGivenUp
  })
  if (open.length > 0) violations.push(`W2: to be paid, while ${open.join()} may pay it`)
  return violations
}

/** What must hold of it once everything has come to rest. */
export function judgeAsks(run: TransferRun, order: TransferOrder): string[] {
  const { world, overrides, gestures } = run
  const { page } = world
  const violations: string[] = []
  const asks = world.asked.filter(({ kind }) => kind === 'transaction' || kind === 'solanaSign')
  for (const { attemptId, stored, beside } of asks) {
    if (stored !== 'asking') violations.push(`W3: asked while the step was stored as ${stored}`)
    if (beside.length > 0) violations.push(`W3: asked while ${beside.join()} may pay: ${attemptId}`)
  }
  if (asks.length > gestures) violations.push(`W4: ${asks.length} asks for ${gestures} gestures`)
  const known = order.pay?.attempts.map(({ attemptId }) => attemptId) ?? []
  for (const { attemptId } of asks) {
    if (!known.includes(attemptId)) violations.push(`W4: ${attemptId} is not on record`)
  }
  const landed = asks.flatMap(({ attemptId }) => {
    const tx = page.landing(attemptId)
    if (tx?.block === undefined) return []
    return [{ attemptId, hash: tx.hash, at: world.chain.timeOf(tx.block) * 1_000 }]
  })
  if (landed.length > 1 + overrides) {
    violations.push(`W5: paid ${landed.length} times with ${overrides} overrides`)
  }
  const text = JSON.stringify(order)
  const state = payStepOf(order)?.state
  const isUnsure = state?.status === 'unsure'
  for (const { attemptId, hash, at } of landed) {
    const end = order.pay?.attempts.find((each) => each.attemptId === attemptId)?.end
    // What a wallet held back for so long nobody looks for where the order has ended.
    const isLong = end?.what === 'refused' && at > end.at + lookedForAtLeast
    const isOver = isLong && isEnded(order.status)
    const isHeld = order.transfer.seen.some((each) => !each.hash)
    if (!text.includes(hash) && !isHeld && !isUnsure && !order.alarm && !isOver) {
      violations.push(`W6: ${hash} was mined and is not linked: ${state?.status}`)
    }
  }
  if (isUnsure && !state.needsPerson) violations.push('W7: unsure, and the person is not asked')
  return violations
}

/** The tasks of which one must be owed for what was asked of a wallet. */
const lookers: Record<string, readonly string[]> = {
  wanted: ['armStep'],
  asking: ['askWallet', 'reconcile'],
  unsure: ['reconcile'],
  sent: ['verifyTransaction', 'awaitReceipt'],
  verified: ['awaitReceipt'],
}

/** Nothing is waited for that nobody looks after. */
function checkTasks(order: TransferOrder, rows: readonly EffectRow[]): string[] {
  if (isEnded(order.status)) return []
  const { pay } = order
  const status = payStepOf(order)?.state.status ?? ''
  // A wallet that did not change its chain: the person says how it goes on.
  const isStuck = status === 'failed' && pay?.switching !== undefined
  const states = [status, ...(pay?.wanted && !isStuck ? ['wanted'] : [])]
  return states.flatMap((state) => {
    const tasks = lookers[state]
    const isOwed = !tasks || rows.some(({ task }) => tasks.includes(task.kind))
    return isOwed ? [] : [`W7: ${state}, and nobody looks`]
  })
}

/** Nothing is closed by the person, or given up, while a wallet may still pay of which nothing is known. */
function checkClosed(
  page: TransferRun['world']['page'],
  { pay, transfer, status }: TransferOrder,
  before: TransferOrder | undefined,
): string[] {
  const isCancelled = transfer.closed?.why === 'cancelled' && !before?.transfer.closed
  const isStopped = status === 'stopped' && before?.status !== 'stopped'
  if (!isCancelled && !isStopped) return []
  const known = pay?.attempts.filter(({ end }) =>
    isStopped ? end?.what === 'given-up' : end !== undefined,
  )
  const open = page
    .mayLand()
    .filter((attemptId) => !known?.some((each) => each.attemptId === attemptId))
  return open.length > 0 ? [`W8: closed while ${open.join()} may pay`] : []
}
