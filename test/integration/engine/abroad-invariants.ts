import type { TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { eventsOf, getOrder } from '@/src/store/orders'
import { effectsOf } from '@/src/store/outbox'
import type { AbroadRun } from './abroad-model'
import { checkStates, endNotices } from './invariants'
import { createTransferHistory } from './transfer-invariants'

/** So long after its end an address is waited for, ms. */
const waitedFor = 7 * 86_400_000

/** Watches the order as it is read, and says when it shows what is not so. */
export function createAbroadHistory(run: AbroadRun) {
  const violations: string[] = []
  let { moves } = run
  let history = createTransferHistory(run)
  let before: TransferOrder | undefined

  async function see(): Promise<void> {
    const { lies } = run.service.isOdd()
    if (lies) run.wasLied = true
    if (moves !== run.moves) {
      // A copy may be older than what was lost.
      ;({ moves } = run)
      history = createTransferHistory(run)
      before = undefined
    }
    await history.see()
    violations.push(...history.violations.splice(0))
    const all = await (await run.world.truth.use()).count('orders')
    if (all !== 1) violations.push(`A1: ${all} orders`)
    const order = (await getOrder(run.world.truth, run.orderId)) as TransferOrder | undefined
    if (!order) return
    violations.push(...checkWord(run, order), ...checkStop(run, order, before))
    before = order
  }

  return { violations, see }
}

/** Nothing is said to be seen where nobody looks, and what the person named is not forgotten. */
function checkWord({ named }: AbroadRun, { transfer, status, arrival }: TransferOrder): string[] {
  const { seen, named: kept, began } = transfer
  return [
    ...(seen.length > 0 || began ? ['A2: seen on a chain that nobody reads'] : []),
    ...(status === 'refunded' ? ['A2: refunded where nobody looks'] : []),
    ...(arrival?.kind === 'refund' && arrival.found ? ['A2: found where nobody looks'] : []),
    ...(kept && !named.includes(kept.hash) ? [`A3: ${kept.hash} was named by nobody`] : []),
  ]
}

/** An order is over a week after its end, unless the service or the person told of a payment. */
function checkStop(
  run: AbroadRun,
  order: TransferOrder,
  before: TransferOrder | undefined,
): string[] {
  const { service } = run
  const { closed, named } = order.transfer
  const isNew = order.status === 'stopped' && before?.status !== 'stopped'
  if (!isNew || closed?.unpaid) return []
  const { lies } = service.isOdd()
  const isPaid = service.honest().status !== 'created' && !lies
  const isEarly = closed === undefined || order.updatedAt < closed.at + waitedFor
  return [
    ...(isEarly ? [`A4: stopped ${closed ? 'within the week' : 'while it was open'}`] : []),
    ...(named ? ['A4: stopped with a payment named'] : []),
    ...(isPaid ? [`A4: stopped, and the service says ${service.honest().status}`] : []),
    ...(service.place.record.type === 'eip155' ? ['A4: stopped, and no node said so'] : []),
  ]
}

/** What must hold once everything is honest again and has come to rest. */
export async function judgeAbroad(run: AbroadRun): Promise<string[]> {
  const { world, orderId, moves } = run
  const order = (await getOrder(world.truth, orderId)) as TransferOrder | undefined
  if (!order) return ['L1: the order is gone']
  const rows = await effectsOf(world.truth, orderId)
  const owed = (kind: string) => rows.some(({ task }) => task.kind === kind)
  const { status } = order
  const events = await eventsOf(world.truth, orderId)
  const isHistory = order.transfer.closed?.why === 'found' && events.length === 0
  const violations = judgeNotices(run)
  // What was over for a day when it was found is kept as it is told.
  if (!isHistory) violations.push(...judgeEnd(run, order))
  if (!isEnded(status)) {
    const looks = order.transfer.depositAddress !== ''
    if (looks && !owed('watchDeposit')) violations.push(`L3: ${status}, and nobody looks after it`)
    if (status !== 'running' && !owed('pollOrder')) violations.push(`L3: ${status}, not read`)
  }
  // What was lost, or is a copy, has a history of its own.
  if (moves === 0) {
    violations.push(...endNotices(world.notices, order))
    violations.push(...checkStates(events))
  }
  return violations
}

/** A hash reaches the service if it asked for one, and no more often than something came between. */
function judgeNotices({ service, named, world }: AbroadRun): string[] {
  const { notices, isTold } = service
  if (!isTold && notices.length > 0) return ['A5: told of a payment that it did not ask for']
  const hashes = [...new Set(notices.map(({ hash }) => hash))]
  return hashes.flatMap((hash) => {
    const times = named.filter((each) => each === hash).length
    const taken = notices.filter((each) => each.hash === hash && each.isTaken).length
    // Who dies before the answer is on disk tells again.
    const most = times + world.lives() - 1
    return [
      ...(times === 0 ? [`A5: told of ${hash}, which nobody named`] : []),
      ...(taken > most ? [`A5: told ${taken} times of ${hash}, named ${times} times`] : []),
    ]
  })
}

/** What the service says at last is what the person is told, or waited for. */
function judgeEnd(run: AbroadRun, order: TransferOrder): string[] {
  const { service, wasLied, world, orderId } = run
  const { status, transfer, service: said } = order
  const honest = service.honest().status
  const { named, refused = [] } = transfer
  const isOpen = !isEnded(status)
  const violations: string[] = []
  const isLost = status === 'failed' || status === 'unproved'
  const isWord = honest === 'refunded' || wasLied
  if (isLost && !isWord) violations.push(`A6: ${status}, and the service says ${honest}`)
  if (isOpen && status !== 'running' && said.status !== honest) {
    violations.push(`A6: the service says ${honest}, and ${said.status} is told`)
  }
  if (isOpen && (honest === 'filled' || honest === 'refunded')) {
    violations.push(`A6: ${status}, and the service says ${honest}`)
  }
  const isHeard = service.notices.some(({ hash, isTaken }) => hash === named?.hash && isTaken)
  const isUntold = service.isTold && isOpen && named !== undefined && !isHeard
  const isSaid = ['needs-you', 'unlinked', 'late'].some((word) =>
    world.notices.includes(`${word}:${orderId}`),
  )
  if (isUntold && !isSaid) violations.push('A7: the service did not take it, and nobody is told')
  if (refused.length > 0 && !isSaid) violations.push('A7: refused, and nobody is told')
  // Nothing was paid, nothing named: it does not stay for good where that can be known.
  const isIdle = service.came().length === 0 && named === undefined
  const isKnown = service.place.record.type !== 'eip155'
  if (isOpen && isIdle && isKnown && !order.contradiction && !wasLied) {
    violations.push(`A8: ${status} weeks after its end, and nobody paid`)
  }
  return violations
}
