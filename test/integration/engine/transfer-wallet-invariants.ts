import type { TransferOrder } from '@/src/domain/order'
import { isEnded } from '@/src/domain/order-parts'
import { payableOf } from '@/src/domain/transfer'
import { payStepOf } from '@/src/domain/wallet-payment'
import type { EffectRow } from '@/src/store/open'
import { erc20 } from './chain'
import type { TransferRun } from './transfer-model'

/** Ends that say: nothing of this ask is on the chain, or will be. The person's bare word says less. */
const nothingSent = ['not-asked', 'absent', 'rejected', 'replaced', 'reverted']

/** What must hold, whenever it is read, of what a connected wallet was asked to pay. */
export function checkAsks({ world, service }: TransferRun, order: TransferOrder): string[] {
  const { page, chain, clock } = world
  const { pay, transfer } = order
  const violations: string[] = []
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
export function judgeAsks(
  run: TransferRun,
  order: TransferOrder,
  rows: readonly EffectRow[],
): string[] {
  const { world, overrides, gestures } = run
  const { page } = world
  const violations: string[] = []
  const asks = world.asked.filter(({ kind }) => kind === 'transaction')
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
    return tx?.block === undefined ? [] : [{ attemptId, hash: tx.hash }]
  })
  if (landed.length > 1 + overrides) {
    violations.push(`W5: paid ${landed.length} times with ${overrides} overrides`)
  }
  const text = JSON.stringify(order)
  const state = payStepOf(order)?.state
  const isUnsure = state?.status === 'unsure'
  for (const { hash } of landed) {
    const isHeld = order.transfer.seen.some((each) => !each.hash)
    if (!text.includes(hash) && !isHeld && !isUnsure && !order.alarm) {
      violations.push(`W6: ${hash} was mined and is not linked: ${state?.status}`)
    }
  }
  const owed = (kind: string) => rows.some(({ task }) => task.kind === kind)
  if (isUnsure && !state.needsPerson) violations.push('W7: unsure, and the person is not asked')
  if (isEnded(order.status)) return violations
  const isAsked = state?.status === 'asking' || isUnsure
  if (isAsked && !owed('reconcile')) violations.push(`W7: ${state?.status}, and nobody looks`)
  const isOut = state?.status === 'sent' || state?.status === 'verified'
  if (isOut && !owed('verifyTransaction') && !owed('awaitReceipt')) {
    violations.push(`W7: ${state.status}, and nobody looks`)
  }
  return violations
}
