import type { FoundPayment, TransferOrder } from '@/src/domain/order/order'
import { isEnded, isFailedByWord } from '@/src/domain/order/order-parts'
import { payableOf } from '@/src/domain/order/transfer'
import { eventsOf, getOrder } from '@/src/store/orders'
import { effectsOf } from '@/src/store/outbox'
import { asked, paidOut, payee } from './address-service'
import { erc20, paymentOf, type SimChain } from './chain'
import { createGrowth } from './growth'
import { checkStates, endNotices, isShownByEnough } from './invariants'
import { native } from './service'
import type { TransferRun } from './transfer-model'
import { checkAsks, judgeAsks } from './transfer-wallet-invariants'

/** What comes within a week of the end is found; clocks may be an hour wrong either way, ms. */
const lookedForAtLeast = 160 * 3_600_000

const rank: Record<string, number> = { running: 1, submitted: 2, tracking: 3 }

/** Watches a payment by address as it is read, and says when it shows what is not so. */
export function createTransferHistory(run: TransferRun) {
  const { world, orderId } = run
  const violations: string[] = []
  const growth = createGrowth(world.acknowledged)
  let last: TransferOrder | undefined

  async function see(): Promise<void> {
    const order = (await getOrder(world.truth, orderId)) as TransferOrder | undefined
    if (!order) {
      violations.push('L1: the order is gone')
      return
    }
    const before = last
    last = order
    growth.see(order)
    violations.push(...growth.violations.splice(0))
    violations.push(...checkPayable(order, world.clock.now), ...checkSeen(run, order))
    violations.push(...checkEnd(run, order))
    const rows = await effectsOf(world.truth, orderId)
    violations.push(...checkAsks(run, order, { before, rows }))
    if (!before) return
    if (order.revision < before.revision) violations.push('I4: an older revision')
    const isEnd = isEnded(before.status)
    const isBack = (rank[order.status] ?? 4) < (rank[before.status] ?? 4)
    // The service's "failed" is taken back by another word of it, and followed again.
    const isTakenBack = isFailedByWord(before) && (rank[order.status] ?? 4) >= 3
    const isAllowed = isTakenBack || isTakenUp(before, order)
    if (!isAllowed && (isBack || (isEnd && order.status !== before.status))) {
      violations.push(`I4: ${before.status} became ${order.status}`)
    }
    if (before.transfer.closed && !order.transfer.closed) violations.push('P1: opened again')
    if (order.transfer.seen.length < before.transfer.seen.length) {
      const [was, is] = [before, order].map((each) => each.transfer.seen.filter(({ hash }) => hash))
      if ((is?.length ?? 0) < (was?.length ?? 0)) violations.push('L2: a payment is seen no more')
    }
  }

  return { violations, see }
}

/** A wallet’s payment that is heard of once nobody waits for it is followed all the same. */
function isTakenUp(before: TransferOrder, order: TransferOrder): boolean {
  const sentOf = ({ pay }: TransferOrder) => pay?.attempts.flatMap(({ seen }) => seen).length ?? 0
  return before.status === 'stopped' && sentOf(order) > sentOf(before)
}

/** What a person is asked to pay is no more than what is missing, and nothing of what is over. */
function checkPayable(order: TransferOrder, now: number): string[] {
  const payable = payableOf(order, now)
  if (payable === 0n) return []
  const { closed, expiresAt, seen } = order.transfer
  const violations: string[] = []
  if (closed) violations.push(`P1: payable after it was ${closed.why}`)
  if (now >= expiresAt * 1_000) violations.push('P1: payable after its end')
  if (isEnded(order.status)) violations.push(`P1: payable when ${order.status}`)
  const meant = seen.filter(isMeant).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  if (payable + meant > asked) violations.push(`P1: ${payable} asked for with ${meant} paid`)
  if (meant > 0n && order.service.status !== 'created') {
    violations.push('P1: the rest is asked for while the service does not say that it waits')
  }
  return violations
}

const isMeant = ({ what, amount }: FoundPayment) =>
  what !== 'other-token' && BigInt(amount) * 100n >= asked

/** What is said to have been paid was paid, and two operators showed it. */
function checkSeen({ world: { chain }, service }: TransferRun, order: TransferOrder): string[] {
  const known = [...chain.mined, ...chain.mempool]
  const to = order.transfer.depositAddress
  const all = known.flatMap((tx) => paymentOf(tx) ?? []).filter((each) => each.to === to)
  const held = all
    .filter(({ token }) => token === service.token)
    .reduce((sum, { amount }) => sum + amount, 0n)
  return order.transfer.seen.flatMap((each) => {
    const { hash, amount, token, nodes } = each
    const tx = known.find((one) => one.hash === hash)
    const payout = tx && paymentOf(tx)
    const isTrue =
      hash === undefined
        ? BigInt(amount) <= held
        : !tx?.reverted &&
          payout?.to === to &&
          payout.token === token &&
          String(payout.amount) === amount
    return [
      ...(isTrue ? [] : [`T1: ${amount} seen that was not paid`]),
      ...(isShownByEnough(each, order.createdAt)
        ? []
        : [`T1: seen by ${nodes.join() || 'nobody'} alone`]),
    ]
  })
}

/** "Arrived" and "came back" are so, and two operators showed it. */
function checkEnd({ world }: TransferRun, order: TransferOrder): string[] {
  const { status, arrival } = order
  if (status !== 'filled' && status !== 'refunded') return []
  const { destination, chain } = world
  const found = arrival?.found
  const isThere =
    status === 'filled'
      ? isPaid(destination, erc20, payee, paidOut)
      : isPaid(chain, order.accepted.from.address, order.accepted.refundTo, 1n)
  return [
    ...(isThere ? [] : [`T2: ${status}, and nothing was paid`]),
    ...(found?.what === 'paid' ? [] : [`T2: ${status} without a payment that was found`]),
    ...(found && !isShownByEnough(found) ? [`T2: ${status} by ${found.nodes.join()} alone`] : []),
  ]
}

/** Whether it was paid; what a reorganisation took back for now is mined again. */
function isPaid(chain: SimChain, token: string, to: string, least: bigint): boolean {
  return [...chain.mined, ...chain.mempool].some(
    ({ payout }) => payout?.to === to && payout.token === token && payout.amount >= least,
  )
}

/** What must hold once everything is honest again and has come to rest. */
export async function judgeTransfer(run: TransferRun): Promise<string[]> {
  const { world, orderId, service } = run
  const violations: string[] = []
  const order = (await getOrder(world.truth, orderId)) as TransferOrder | undefined
  if (!order) return ['L1: the order is gone']
  const { status, transfer } = order
  const rows = await effectsOf(world.truth, orderId)
  const owed = (kind: string) => rows.some(({ task }) => task.kind === kind)
  const notices = new Set(world.notices)
  violations.push(...endNotices(world.notices, order))
  const came = service.came().filter(({ amount }) => amount * 100n >= asked)
  if (!isEnded(status)) {
    if (!owed('watchDeposit')) violations.push(`L3: ${status}, and nobody looks at its address`)
    if (status !== 'running' && !owed('pollOrder')) violations.push(`L3: ${status}, not read`)
    const sum = came.reduce((total, { amount }) => total + amount, 0n)
    const isCoins = service.token === native
    const seen = transfer.seen.filter(isMeant).map(({ hash }) => hash)
    const missed = isCoins
      ? sum > 0n && seen.length === 0
      : came.some(({ hash }) => !seen.includes(hash))
    if (missed) violations.push(`L2: ${status}, and a payment was not seen`)
    const isTold = ['needs-you', 'unlinked', 'alarm'].some((of) => notices.has(`${of}:${orderId}`))
    const isLate = notices.has(`late:${orderId}`)
    if (came.length > 0 && !isTold && !isLate) violations.push(`L4: ${status} with money, untold`)
  }
  if (status === 'stopped') {
    const { at = 0, unpaid } = transfer.closed ?? {}
    const isMissed = !unpaid && timesOf(run).some((each) => each < at + lookedForAtLeast)
    if (isMissed) violations.push('L2: given up with money there')
  }
  violations.push(...checkStates(await eventsOf(world.truth, orderId)))
  violations.push(...judgeAsks(run, order))
  return violations
}

/** When what is mined of the payments was mined: by the block that holds it now (unix ms). */
function timesOf({ world: { chain }, paid }: TransferRun): number[] {
  return paid.flatMap(({ hash }) => {
    const block = chain.find(hash)?.block
    return block === undefined ? [] : [chain.timeOf(block) * 1_000]
  })
}
