import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { OutputOf } from '@/src/contract/rpc'
import { withoutRecent } from '@/src/contract/token-marks'
import { mayUndo } from '@/src/contract/undo'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Binned } from '@/src/store/read-bin'
import type { Backend, Clock } from './backend'

export type ClearState =
  | { state: 'idle' }
  | { state: 'running'; removed: number }
  /** `keepsRecent`: the tokens that were picked lately could not be forgotten. */
  | { state: 'done'; removed: number; kept: number; keepsRecent?: true }
  | { state: 'undone'; restored: number }
  /** So many came back first, by another window, a search or a file. */
  | { state: 'back'; count: number }
  /** So many are deleted by now. */
  | { state: 'late'; count: number }
  /** `removed`: what was before that. `undo`: nothing was brought back. */
  | { state: 'failed'; error: WireError; removed: number; undo?: true }

export type Clear = {
  state: ReadonlySignal<ClearState>
  /** What can still be brought back: what was removed here last, else anywhere, or with the order looked for. */
  bin: ReadonlySignal<Binned | undefined>
  /** Whether it was looked for. */
  looked: ReadonlySignal<boolean>
  /** Removes one order, or all that are finished. */
  start(orderId?: string): Promise<void>
  undo(): Promise<void>
  dispose(): void
}

/**
 * Removes orders from this computer, a part at a call of the worker, and brings them back: those that were
 * removed last, or those that were removed with the order `of`. `here`: when this page removed some, unix ms,
 * the newest last; as long as one of those could be undone it brings back nothing that another one removed.
 */
export function createClear(
  backend: Pick<Backend, 'call' | 'readBin' | 'onChange' | 'tokenMarks'>,
  clock: Pick<Clock, 'now'>,
  here: Signal<readonly number[]>,
  of?: string,
): Clear {
  const state = signal<ClearState>({ state: 'idle' })
  const bin = signal<Binned | undefined>(undefined)
  const looked = signal(false)
  /** Whether what was removed here last was seen to be in the bin. */
  let wasKept = false

  async function look(): Promise<void> {
    try {
      const own = here.peek().filter(isUndoable)
      bin.value = of || own.length === 0 ? await backend.readBin(of) : await newestOf(own)
      const isKept = own.length > 0 && bin.value?.at === own.at(-1)
      // It is in the bin no more, and its time is not over: it came back another way.
      const wentBack = wasKept && !isKept && own.length > 0
      if (state.value.state === 'done' && wentBack)
        state.value = { state: 'back', count: state.value.removed }
      wasKept = isKept
    } catch {
      // Without it nothing is lost but the way back from here.
      bin.value = undefined
    }
    looked.value = true
  }

  const isUndoable = (at: number) => mayUndo(at, clock.now())

  /** The newest of these removals that is still in the bin. */
  async function newestOf(removals: readonly number[]): Promise<Binned | undefined> {
    const found = await Promise.all(removals.map((at) => backend.readBin(at)))
    return found.findLast((each) => each !== undefined)
  }

  async function guarded(run: () => Promise<ClearState>, undo?: true): Promise<void> {
    if (state.value.state === 'running') return
    state.value = { state: 'running', removed: 0 }
    try {
      state.value = await run()
    } catch (caught) {
      const removed = state.value.state === 'running' ? state.value.removed : 0
      state.value = { state: 'failed', error: toWireError(caught), removed, ...(undo && { undo }) }
    }
    await look()
  }

  /** False where they stay: the orders are removed all the same. */
  async function forgetRecent(): Promise<boolean> {
    try {
      await (await backend.tokenMarks()).change(withoutRecent)
      return true
    } catch {
      return false
    }
  }

  async function sweep(orderId: string | undefined): Promise<ClearState> {
    let removed = 0
    let kept = 0
    // Every part has the time of the first: they are brought back together.
    let on: { at?: number; cursor?: [number, string] } | undefined = {}
    while (on) {
      const part: OutputOf<'clearOrders'> = await backend.call('clearOrders', {
        ...on,
        ...(orderId ? { orderId } : {}),
      })
      removed += part.removed
      if (part.removed > 0) here.value = [...new Set([...here.value, part.at])]
      kept += part.kept
      on = part.cursor && { at: part.at, cursor: part.cursor }
      if (on) state.value = { state: 'running', removed }
    }
    // The tokens that were picked lately tell of the history too.
    const keepsRecent = orderId === undefined && !(await forgetRecent())
    return { state: 'done', removed, kept, ...(keepsRecent && { keepsRecent }) }
  }

  const off = backend.onChange((change) => {
    if (change.kind === 'order' && state.value.state !== 'running') void look()
  })
  void look()

  return {
    state,
    bin,
    looked,
    start: (orderId) => guarded(() => sweep(orderId)),
    undo: () =>
      guarded(async () => {
        const { at, count } = bin.value ?? { at: 0, count: 0 }
        const { restored } = await backend.call('undoClear', { at })
        if (restored > 0) return { state: 'undone', restored }
        return { state: isUndoable(at) ? 'back' : 'late', count }
      }, true),
    dispose: off,
  }
}
