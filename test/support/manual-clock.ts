import type { Clock } from '@/src/service/clock'

export type ManualClock = Clock & {
  /** Moves time on by some ms, running what falls due, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** How many timers are waiting. */
  pending(): number
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** Creates a clock that stands still until it is moved. */
export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let time = start
  const timers = new Set<{ due: number; run: () => void }>()

  const nextDue = (until: number) =>
    [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0]

  return {
    now: () => time,
    after(ms, run) {
      const timer = { due: time + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const until = time + ms
      await settle()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        timers.delete(timer)
        time = timer.due
        timer.run()
        await settle()
      }
      time = until
    },
    pending: () => timers.size,
  }
}
