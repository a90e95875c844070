/** A wait that a content script has begun. */
type Wait = { ms: number; due: number; run: () => void }

export type PageClock = {
  /** Ends the wait of `ms` that is running, or the next that begins, as if its time were over. */
  skip(ms: number): Promise<void>
}

/**
 * Puts a clock that a test moves under everything that runs in `world`, the isolated one of a content
 * script: it stands still but for waits that end, by themselves or because the test skips them. A
 * second call changes nothing. It is sent there as its own text, so it may use nothing around it.
 */
export function installClock(world: typeof globalThis & { pageClock?: PageClock }): void {
  if (world.pageClock !== undefined) return
  const { setTimeout: later, clearTimeout: cancel } = world
  const waits = new Map<number, Wait>()
  const skips: { ms: number; done: () => void }[] = []
  let now = world.Date.now()

  function end(id: number): void {
    const wait = waits.get(id)
    if (wait === undefined) return
    waits.delete(id)
    cancel(id)
    now = Math.max(now, wait.due)
    wait.run()
    const skip = skips.findIndex(({ ms }) => ms === wait.ms)
    if (skip >= 0) skips.splice(skip, 1)[0]?.done()
  }

  /** In a task of its own: whoever has just begun the wait is not told of its end meanwhile. */
  const skipSoon = (id: number): void => void later(() => end(id), 0)

  const begin = (run: () => void, ms = 0): number => {
    const id: number = Number(later(() => end(id), ms))
    waits.set(id, { ms, due: now + ms, run })
    if (skips.some((skip) => skip.ms === ms)) skipSoon(id)
    return id
  }
  const drop = (id: number): void => {
    waits.delete(id)
    cancel(id)
  }
  Object.assign(world, { setTimeout: begin, clearTimeout: drop })
  world.Date.now = () => now
  world.pageClock = {
    skip(ms) {
      const [running] = [...waits].find(([, wait]) => wait.ms === ms) ?? []
      return new Promise((resolve) => {
        skips.push({ ms, done: resolve })
        if (running !== undefined) skipSoon(running)
      })
    },
  }
}
