import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { hashOf } from '@/src/domain/order/order-parts'
import { claimsOf } from '@/src/domain/order/transfer'
import { eventsOf } from '@/src/store/orders'
import { type AccountRun, ordersOf } from './account-run'
import { author, erc20, type SimTransaction, target } from './chain'
import { checkStates, createHistory } from './invariants'
import { amountIn } from './service'
import { checkClaims } from './swap-claims'

/** Watches both orders: no state goes back, and none is asked for while an ask of it may still pay. */
export function createAccountHistory(run: AccountRun) {
  const violations: string[] = []
  const histories = run.pair.map(() => createHistory(run.world.acknowledged))
  let known = new Set<string>()
  let mightPay = new Set<string>()

  return {
    violations,
    async see(): Promise<void> {
      const orders = await ordersOf(run)
      for (const [place, order] of orders.entries()) {
        if (!order) continue
        histories[place]?.see(order)
        violations.push(...askedBeside(order, known, mightPay))
        violations.push(...checkClaims(run.world, order, (attemptId) => landing(run, attemptId)))
      }
      const proofs = orders.flatMap((order) => (order ? claimsOf(order) : []))
      if (new Set(proofs).size < proofs.length) violations.push('T3: one payout proves two orders')
      for (const history of histories) violations.push(...history.violations.splice(0))
      known = new Set(orders.flatMap((order) => order?.attempts.map(idOf) ?? []))
      mightPay = mayPay(run)
    },
  }
}

const idOf = ({ attemptId }: Attempt) => attemptId

/** What may come into a block: of what the account sends itself, where its nonce is not used. */
function waiting(
  { mempool, sentBy }: AccountRun['world']['chain'],
  held: readonly SimTransaction[],
) {
  return [...mempool, ...held].filter(
    ({ inner, from, nonce }) => inner !== undefined || nonce >= sentBy(from),
  )
}

/** The truth: the transaction that carried out what was asked, or that may yet. */
function landing({ world: { chain }, askOf, held }: AccountRun, attemptId: string) {
  return [...chain.mined, ...waiting(chain, held)].find(
    ({ hash, reverted, carries }) => askOf.get(hash) === attemptId && !reverted && !carries?.failed,
  )
}

/**
 * The truth: of an account without code, whether its allowance is one payment's, and nothing that is in the wallet or on
 * its way makes it more. Then two requests never both pay.
 */
function takesOnce({ world: { page, chain }, held }: AccountRun): boolean {
  const approvals = [
    ...page.prompts.flatMap(({ command: { request } }) =>
      request.kind === 'transaction' ? request.tx : [],
    ),
    ...waiting(chain, held),
  ].filter(({ to }) => to === erc20)
  const isPlain = !chain.code.has(author)
  return isPlain && approvals.length === 0 && chain.state().allowance < 2n * BigInt(amountIn)
}

/** The truth: asks for a deposit that may be approved, or carried out, or were, and that one more could pay beside. */
function mayPay(run: AccountRun): Set<string> {
  if (takesOnce(run)) return new Set()
  const { world, askOf, held } = run
  const { page, chain } = world
  const open = page.prompts.filter(({ command: { request } }) =>
    request.kind === 'transaction' ? request.tx.to === target : false,
  )
  const carried = [...waiting(chain, held), ...chain.deposits()].filter(
    (tx) => (tx.inner ?? tx).to === target && !tx.carries?.failed,
  )
  const asks = carried.flatMap(({ hash }) => askOf.get(hash) ?? [])
  return new Set([...open.map(({ attemptId }) => attemptId), ...asks])
}

/** New asks of a deposit beside an older one of the order that might pay all along, but for the person's word. */
function askedBeside(
  { attempts }: SwapOrder,
  known: ReadonlySet<string>,
  mightPay: ReadonlySet<string>,
): string[] {
  const deposits = attempts.filter(({ deposit }) => deposit)
  const isNew = deposits.some(({ attemptId }) => !known.has(attemptId))
  if (!isNew) return []
  return deposits
    .filter(({ attemptId, end }) => mightPay.has(attemptId) && end?.what !== 'given-up')
    .map(({ attemptId, end }) => `I1: asked beside ${attemptId}, which may pay (${end?.what})`)
}

/** Transactions by which orders are shown as paid. */
function shownAsPaid(orders: readonly (SwapOrder | undefined)[]): string[] {
  return orders.flatMap((order) => {
    const state = order?.steps.find(({ deposit }) => deposit)?.state
    const isPaid = state?.status === 'confirmed' || order?.status === 'filled'
    return isPaid && state ? [hashOf(state) ?? 'none'] : []
  })
}

/** Those of them that a reorganisation took back, and that nobody carried out again by now. */
export async function shownUnpaid(run: AccountRun): Promise<string[]> {
  const mined = run.world.chain.deposits()
  return shownAsPaid(await ordersOf(run)).filter((hash) => !mined.some((tx) => tx.hash === hash))
}

/** What must hold once all has come to rest. */
export async function judgeAccount(run: AccountRun): Promise<string[]> {
  const { world, pair, overrides } = run
  const orders = await ordersOf(run)
  const mined = world.chain.deposits()
  const violations: string[] = []
  for (const { attemptId, stored } of world.asked) {
    if (stored !== 'asking') violations.push(`I2: ${attemptId} was asked while stored as ${stored}`)
  }
  for (const { orderId } of pair)
    violations.push(...checkStates(await eventsOf(world.truth, orderId)))
  const paidBy = shownAsPaid(orders)
  for (const hash of await shownUnpaid(run)) {
    violations.push(`shown as paid by ${hash}, which paid nothing`)
  }
  if (new Set(paidBy).size < paidBy.length) violations.push(`two orders are paid by ${paidBy[0]}`)
  const words = [...overrides.values()].reduce((sum, each) => sum + each, 0)
  const confirmed = orders.filter((order) => order?.attempts.some(({ deposit }) => deposit)).length
  if (mined.length > confirmed + words) {
    violations.push(`I1: ${mined.length} deposits of ${confirmed} orders with ${words} overrides`)
  }
  const text = JSON.stringify(orders)
  const isOpen = orders.some((order) =>
    order?.steps.some(({ state }) => state.status === 'unsure' && state.needsPerson),
  )
  for (const { hash } of mined) {
    if (!text.includes(hash) && !isOpen) violations.push(`I3: ${hash} was mined and is not linked`)
  }
  for (const order of orders) {
    const { status, failure, id = '' } = order ?? {}
    const paid = order?.attempts.filter(({ attemptId }) =>
      mined.some((tx) => run.askOf.get(tx.hash) === attemptId),
    )
    if (
      status === 'failed' &&
      failure?.code === 'order/not-sent' &&
      paid?.length &&
      !overrides.has(id)
    ) {
      violations.push('I3: ended as not sent, and was paid')
    }
    for (const { state } of order?.steps ?? []) {
      if (state.status === 'unsure' && !state.needsPerson)
        violations.push('I6: unsure, and not shown')
    }
  }
  return violations
}
