import { isDeepStrictEqual } from 'node:util'
import type { Attempt, Order } from '@/src/domain/order/order'
import { attemptsOf } from '@/src/domain/order/order-parts'
import type { World } from './world'

/** What of an order is only ever added to, or put in another's place, and never gone again. */
function keptOf({ service, ...order }: Order): Record<string, unknown> {
  const { fill, refund } = service
  const numbers = { order: service.orderId, deposit: service.depositTxHash }
  const told = { ...numbers, fill: fill?.txHash, refund: refund?.txHash }
  if (order.kind === 'purchase') {
    const { openedAt, paidAt, bridgeOrderId, leg } = order.purchase
    const { depositTxHash, fillTxHash, refundTxHash } = leg ?? {}
    const ofLeg = { leg: leg?.orderId, depositTxHash, fillTxHash, refundTxHash }
    return { ...told, openedAt, paidAt, bridgeOrderId, ...ofLeg }
  }
  if (order.kind !== 'transfer') return told
  const { named, refused } = order.transfer
  // What a service does not take for this order's is kept as such.
  return { ...told, named: named?.hash ?? refused?.at(-1) }
}

/** What pages told, as far as the worker took it. */
export type Told = World['acknowledged']

/** Watches an order as it is read: nothing that was asked, signed, seen or told is ever forgotten. */
export function createGrowth(told: Told) {
  const violations: string[] = []
  let last: Order | undefined

  return {
    violations,
    see(order: Order): void {
      const attempts = attemptsOf(order)
      const before = last ? attemptsOf(last) : []
      before.forEach((each, place) => {
        violations.push(...cut(each, attempts[place]))
      })
      const is = keptOf(order)
      for (const [name, was] of Object.entries(last ? keptOf(last) : {})) {
        if (was !== undefined && is[name] === undefined) violations.push(`K2: ${name} is forgotten`)
      }
      for (const { attemptId, result } of told) {
        const attempt = attempts.find((each) => each.attemptId === attemptId)
        if (attempt && result.ok && !isKept(attempt, result.value)) {
          violations.push(`K3: what a page told of ${attemptId} is not on record`)
        }
      }
      last = order
    },
  }
}

/** What an ask lost between two readings: it stands where it stood, as it was asked, and all seen of it. */
function cut(was: Attempt, is: Attempt | undefined): string[] {
  const { seen, end: _, gone, landsUntil, over, ...asked } = was
  if (is === undefined || is.attemptId !== was.attemptId) return [`K1: ${was.attemptId} is cut off`]
  const { seen: now, end: __, gone: isGone, landsUntil: until, over: isOver, ...still } = is
  // Under which nonce it was sent is learnt later, once two nodes show it, and so is what it approves.
  const isWhole = seen.every((each, place) => {
    const known = { ...now[place] }
    for (const name of ['nonce', 'approved'] as const) if (!(name in each)) delete known[name]
    return isDeepStrictEqual(each, known)
  })
  return [
    // The person's word that the wallet shows it no more is kept.
    ...(gone && !isGone ? [`K1: ${was.attemptId} may be shown again`] : []),
    // Once its page answers after that word it may land for longer, and never for less.
    ...(BigInt(until ?? landsUntil ?? 0) < BigInt(landsUntil ?? 0)
      ? [`K1: ${was.attemptId} lands until an earlier block height`]
      : []),
    ...(over && !isOver && until === landsUntil ? [`K1: ${was.attemptId} may land again`] : []),
    ...(isDeepStrictEqual(asked, still)
      ? []
      : [`K1: what was asked by ${was.attemptId} is another`]),
    ...(isWhole ? [] : [`K1: what was seen of ${was.attemptId} is not there any more`]),
  ]
}

type Answer = Extract<Told[number]['result'], { ok: true }>['value']

/** Whether it is on record; what is no answer to what was asked is nobody's hash. */
function isKept({ seen, action }: Attempt, told: Answer): boolean {
  if (told.kind === 'hash' && action.kind === 'transaction') {
    return seen.some(({ hash }) => hash === told.hash)
  }
  if (told.kind === 'signed' && action.kind === 'solanaSign') {
    return seen.some(({ signedBytes }) => signedBytes === told.transaction)
  }
  return true
}
