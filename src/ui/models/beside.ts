import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Paying } from '@/src/domain/same-payment'
import type { Backend, Clock } from './backend'
import type { Sent } from './paid-elsewhere'

/** What other windows made of the same as a form meanwhile, and the person's word that it is wanted once more. */
export type Beside = {
  /** Orders by which other windows had the same made since this form was opened. */
  sent: ReadonlySignal<readonly Sent[]>
  /** The person was shown all of them, and wants it once more. */
  sentAgreed: ReadonlySignal<boolean>
  agreeSent(yes: boolean): void
}

/** Looks for that whenever an order changes, from when the form was opened. */
export function createBeside(options: {
  backend: Backend
  clock: Clock
  /** What the form asks for; undefined as long as something is missing. */
  wish: ReadonlySignal<Paying | undefined>
  /** What is being made here is no other window's. It ends with what went wrong. */
  busy: Signal<boolean>
  /** The first one was found. */
  onFirst?(): void
}) {
  const { backend, clock, wish, busy } = options
  let began = clock.now()
  const others = signal<(wish: Paying) => Sent[]>(() => [])
  const agreed = signal('')
  const sent = computed(() => (wish.value ? others.value(wish.value) : []))
  const ids = computed(() => sent.value.map(({ id }) => id))
  const off = backend.onChange(({ kind }) => {
    if (kind === 'order' && !busy.peek()) look().catch(() => undefined)
  })

  /** What other windows made meanwhile; where it cannot be read, the worker looks all the same. */
  async function look(): Promise<void> {
    const { readBeside, toSent } = await import('./paid-elsewhere')
    const orders = await readBeside(backend, began)
    others.value = (asked) => toSent(orders, asked, began)
    if (sent.peek().length > 0) options.onFirst?.()
  }

  const shown: Beside = {
    sent,
    sentAgreed: computed(() => agreed.value === ids.value.join()),
    agreeSent(yes) {
      agreed.value = yes ? ids.value.join() : ''
    },
  }
  return {
    shown,
    /** What the worker holds it against. */
    told: () => ({ began, known: ids.peek() }),
    /** Counts from an earlier page on. */
    since(at: number): void {
      began = Math.min(began, at)
      look().catch(() => undefined)
    },
    /** What went wrong as it was to be made: shown with a tick, that another window was first is said. */
    async read(caught: unknown): Promise<WireError | undefined> {
      // The button is off with the note that wants a tick: the focus goes there, and brings it into view.
      busy.value = false
      const failed = toWireError(caught)
      if (failed.code !== 'order/paid-beside') return failed
      await look().catch(() => undefined)
      return sent.peek().length > 0 ? undefined : failed
    },
    /** It is made: the next one of this form is another wish. */
    begin(): void {
      began = clock.now() + 1
      others.value = () => []
    },
    dispose: off,
  }
}
