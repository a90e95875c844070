import type { ContentRuntime } from './content-runtime'
import { type Relay, startRelay } from './relay'
import { systemTimers } from './timers'

/** The isolated world's own global: the page cannot see or set it. */
const place = Symbol.for('causeway.relay')

/**
 * Starts the relay of this frame unless a living one is there; an orphan is replaced. Gives the origin of
 * the document, for whoever put the script there: the tab may have gone on since they looked at it.
 */
export function startOnce(world: typeof globalThis, runtime: ContentRuntime): string {
  const holder = world as { [place]?: Relay }
  if (holder[place]?.alive() !== true) start(holder, runtime)
  return location.origin
}

function start(holder: { [place]?: Relay }, runtime: ContentRuntime): void {
  holder[place]?.stop()
  let presses = 0
  const count = ({ isTrusted }: Event): void => {
    if (isTrusted) presses += 1
  }
  // Before anybody in the page can stop them.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, count, true)
  holder[place] = startRelay({
    host: window,
    runtime,
    timers: systemTimers,
    // Asked of the navigator of this world: the page can put words only into its own.
    gesture: { isActive: () => navigator.userActivation.isActive, presses: () => presses },
  })
}
