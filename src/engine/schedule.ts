import { earliestDue } from '@/src/store/outbox'
import type { Engine } from './engine'

/** Browsers ring an alarm half a minute from now at the earliest. */
export const shortestAlarm = 30_000

/** The one alarm of the extension. */
export const alarmName = 'due'

export type Clockwork = {
  setAlarm(at: number): Promise<void>
  clearAlarm(): Promise<void>
  /** Runs once after `ms` while the worker is awake; returns the off-switch. */
  after(ms: number, run: () => void): () => void
}

export type Schedule = {
  /** Sets the one alarm to the earliest due time, and a timer for what is due before an alarm can be. */
  refresh(): Promise<void>
}

/**
 * Keeps one alarm at the earliest due time. Timers live only as long as the worker; whatever one of
 * them would have done, the alarm does after a death.
 */
export function createSchedule(engine: Engine, clockwork: Clockwork): Schedule {
  let cancel: (() => void) | undefined
  /** What the browser holds; unknown at each start, as alarms may be lost between two. */
  let alarm: number | 'none' | 'unknown' = 'unknown'

  return {
    async refresh() {
      const due = await earliestDue(engine.db)
      cancel?.()
      cancel = undefined
      if (due === undefined) {
        if (alarm !== 'none') await clockwork.clearAlarm()
        alarm = 'none'
        return
      }
      const now = engine.now()
      const at = Math.max(due, now + shortestAlarm)
      if (due - now < shortestAlarm) {
        cancel = clockwork.after(Math.max(0, due - now), () => engine.wake())
      }
      // Short polls would move the alarm at each of them: it may ring early, never late.
      const early = typeof alarm === 'number' && alarm > now && alarm <= at
      if (early) return
      await clockwork.setAlarm(at)
      alarm = at
    },
  }
}
