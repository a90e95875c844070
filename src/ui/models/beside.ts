import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Paying } from '@/src/domain/order/same-payment'
import type { Backend, Clock } from './backend'
import type { Sent } from './paid-elsewhere'

/** What other windows made of the same meanwhile, and the person's word that it is wanted once more. */
export type Beside = {
  /** Orders by which other windows had the same made since it was wished for. */
  sent: ReadonlySignal<readonly Sent[]>
  /** The person was shown all of them, and wants it once more. */
  sentAgreed: ReadonlySignal<boolean>
  agreeSent(yes: boolean): void
}

/** Looks for that whenever an order changes, from when it was wished for. */
export function createBeside(options: {
  backend: Backend
  clock: Clock
  /** What is asked for; undefined as long as something is missing. */
  wish: ReadonlySignal<Paying | undefined>
  /** Unix ms: what was wished for before now is looked for at once. */
  since?: number
  /** What is being made here is no other window's. It ends with what went wrong. */
  busy: Signal<boolean>
  /** Keeps what stands in a form, with `stored`: another window was first, or may be by the time it is made. */
  keep?(): Promise<void>
}) {
  const { backend, clock, wish, busy } = options
  let began = options.since ?? clock.now()
  let isKept = false
  const looked = signal(false)
  /** Orders that the worker named: of any time, where it is not known what became of them. */
  const named = new Set<string>()
  const others = signal<(wish: Paying) => Sent[]>(() => [])
  const agreed = signal('')
  const sent = computed(() => (wish.value ? others.value(wish.value) : []))
  const ids = computed(() => sent.value.map(({ id }) => id))
  const off = backend.onChange(({ kind }) => {
    if (kind === 'order' && !busy.peek()) look().catch(() => undefined)
  })

  /** What other windows made meanwhile; where it cannot be read, the worker looks all the same. */
  async function look(): Promise<void> {
    try {
      const { readBeside, toSent } = await import('./paid-elsewhere')
      const orders = await readBeside(backend, began, named)
      others.value = (asked) => toSent(orders, asked, began)
      if (sent.peek().length > 0 && !isKept) void hold()
    } finally {
      looked.value = true
    }
  }

  /** Has it kept that another window may be first: a popup that closes leaves the form as it is. */
  async function hold(): Promise<void> {
    isKept = true
    await options.keep?.()
  }

  function since(at: number): void {
    began = Math.min(began, at)
    look().catch(() => undefined)
  }

  if (options.since !== undefined) look().catch(() => undefined)

  const shown: Beside = {
    sent,
    sentAgreed: computed(() => agreed.value === ids.value.join()),
    agreeSent(yes) {
      agreed.value = yes ? ids.value.join() : ''
    },
  }
  return {
    shown,
    /** Whether it was looked for: what cannot be read stands in nobody's way. */
    looked: looked as ReadonlySignal<boolean>,
    /** What the worker holds it against. */
    told: () => ({ began, known: ids.peek() }),
    hold,
    /** Since when another window may have been first: it is stored with what was typed, and said in the next page too. */
    stored: () => (isKept ? { began } : {}),
    /** Goes on from what was stored. */
    restore(at: number | undefined): void {
      if (at === undefined) return
      isKept = true
      since(at)
    },
    /** Counts from then on, unix ms, where that is earlier. */
    since,
    /** What went wrong as it was to be made: shown with a tick, that another window was first is said. */
    async read(caught: unknown): Promise<WireError | undefined> {
      // The button is off with the note that wants a tick: the focus goes there, and brings it into view.
      busy.value = false
      const failed = toWireError(caught)
      if (failed.code !== 'order/paid-beside') return failed
      named.add(String(failed.context?.orderId))
      await look().catch(() => undefined)
      return sent.peek().length > 0 ? undefined : failed
    },
    /** It is made: the next one of this form is another wish. */
    begin(): void {
      began = clock.now() + 1
      isKept = false
      others.value = () => []
    },
    dispose: off,
  }
}
