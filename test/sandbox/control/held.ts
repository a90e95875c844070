/** Things that wait until somebody lets all of them go, and not for a time. */
export type Held = { wait(): Promise<void>; release(): void }

export function createHeld(): Held {
  let waiting: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    release() {
      const released = waiting
      waiting = []
      for (const goOn of released) goOn()
    },
  }
}
