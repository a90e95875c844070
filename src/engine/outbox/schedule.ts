import { binDue } from '@/src/store/bin-due'
import { outlook } from '@/src/store/outbox'
import type { Engine } from '../engine'

/** Browsers ring an alarm half a minute from now at the earliest. */
export const shortestAlarm = 30_000

/** An alarm may ring this much before its time, ms: one that stands nearer may be the one that rang. */
const coarse = 1_000

/** The one alarm of the extension. */
export const alarmName = 'due'

function earliest(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

export type Clockwork = {
  setAlarm(at: number): Promise<void>
  clearAlarm(): Promise<void>
  /** Runs once after `ms` while the worker is awake; returns the off-switch. */
  after(ms: number, run: () => void): () => void
}

export type Schedule = {
  /** Sets the one alarm to the earliest due time, and a timer for what is due before an alarm can be. */
  refresh(): Promise<void>
  /**
   * Runs a write while an alarm is sure to ring soon: a worker that dies between the write and the
   * schedule that follows from it is woken all the same.
   */
  guard<T>(write: () => Promise<T>): Promise<T>
}

/**
 * Keeps one alarm at the earliest due time. Timers live only as long as the worker; whatever one of
 * them would have done, the alarm does after a death.
 */
export function createSchedule(engine: Engine, clockwork: Clockwork): Schedule {
  let cancel: (() => void) | undefined
  /** What the browser holds; unknown at each start, as alarms may be lost between two. */
  let alarm: number | 'none' | 'unknown' = 'unknown'
  /** Writes under way: what they will make due is not in the outbox yet. */
  let writes = 0

  /** Short polls would move the alarm at each of them: it may ring early, never late. */
  async function ringBy(at: number): Promise<void> {
    const now = engine.now()
    if (typeof alarm === 'number' && alarm - now > coarse && alarm <= at) return
    alarm = at
    await clockwork.setAlarm(at)
  }

  return {
    async guard(write) {
      writes += 1
      try {
        await ringBy(engine.now() + shortestAlarm)
        return await write()
      } finally {
        writes -= 1
      }
    },
    async refresh() {
      const { due: nextDue, busy } = await outlook(engine.db)
      const emptied = await binDue(engine.db)
      const due = earliest(nextDue, emptied)
      const now = engine.now()
      cancel?.()
      cancel = undefined
      if (due !== undefined && due - now < shortestAlarm) {
        cancel = clockwork.after(Math.max(0, due - now), () => engine.wake())
      }
      // What is being worked on is an orphan in a moment if the worker dies: it is woken for that.
      const soon = now + shortestAlarm
      const at = busy || writes > 0 ? soon : due === undefined ? undefined : Math.max(due, soon)
      if (at !== undefined) await ringBy(at)
      else if (alarm !== 'none') {
        alarm = 'none'
        await clockwork.clearAlarm()
      }
    },
  }
}
