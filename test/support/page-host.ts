/**
 * A window of its own for unit tests of the page and content scripts: an event target with the
 * globals that they take, and time that moves when the test says so.
 */
export type PageHost = Window & typeof globalThis & Record<string, unknown>

export type ManualTimers = {
  now(): number
  later(run: () => void, ms: number): () => void
  /** Moves time on, running what falls due in order. */
  advance(ms: number): void
  pending(): number
}

export function createManualTimers(): ManualTimers {
  let time = 1_700_000_000_000
  let queue: { at: number; run: () => void }[] = []
  return {
    now: () => time,
    later(run, ms) {
      const entry = { at: time + ms, run }
      queue.push(entry)
      return () => {
        queue = queue.filter((other) => other !== entry)
      }
    },
    advance(ms) {
      const end = time + ms
      for (;;) {
        const next = queue.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        queue = queue.filter((other) => other !== next)
        time = Math.max(time, next.at)
        next.run()
      }
      time = end
    },
    pending: () => queue.length,
  }
}

/** A window whose `setTimeout` and `Date.now` are `timers`. */
export function createPageHost(timers: ManualTimers): PageHost {
  const host = new EventTarget()
  const names = ['Event', 'CustomEvent', 'MessageChannel', 'MessageEvent', 'MessagePort'] as const
  const rest = ['Promise', 'Uint8Array', 'Reflect', 'JSON', 'crypto', 'atob', 'btoa'] as const
  for (const name of [...names, ...rest]) {
    Object.defineProperty(host, name, { value: globalThis[name], writable: true })
  }
  Object.assign(host, {
    setTimeout: (run: () => void, ms: number) => timers.later(run, ms),
    Date: { now: timers.now },
  })
  return host as unknown as PageHost
}

/** Lets everything that is on its way through ports and promises arrive. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
