import type { Step, SwapOrder } from '@/src/domain/order/order'

const nameOf = ({ deposit }: Step) => (deposit ? 'the deposit' : 'the step before it')

/** Where an order stands, in a few words: "running, the deposit is unsure, the person is asked". */
export function standingOf({ status, steps, current, blocker, service }: SwapOrder): string {
  const step = steps[current]
  const words = [
    status,
    ...(status === 'running' && step !== undefined
      ? [`${nameOf(step)} is ${step.state.status}`]
      : []),
    ...(step?.state.status === 'unsure' && step.state.needsPerson ? ['the person is asked'] : []),
    ...(step?.state.status === 'failed' ? [step.state.code] : []),
    ...(blocker === undefined ? [] : [`blocked by ${blocker.code}`]),
    ...(service.status === undefined ? [] : [`the service says ${service.status}`]),
  ]
  return words.join(', ')
}

/**
 * Waits for as long as something comes further: gives up once for `ms` no order stood where it had not stood
 * before. Going round between two states is no progress, so that it comes to an end.
 */
export function createPatience(ms: number, now: () => number) {
  const seen = new Set<string>()
  let changedAt = now()
  return {
    /** Takes in where the orders stand now; whether to wait on. */
    look(orders: readonly SwapOrder[]): boolean {
      const before = seen.size
      for (const order of orders) seen.add(`${order.id} ${standingOf(order)}`)
      if (seen.size > before) changedAt = now()
      return now() - changedAt < ms
    },
    /** How long nothing came further, ms. */
    since: () => now() - changedAt,
  }
}
