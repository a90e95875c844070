import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { OfferEvent } from '@/src/contract/offers'
import type { FiatQuote, FiatQuoteProblem } from '@/src/contract/service/fiat'
import type { WireError } from '@/src/domain/error'
import type { PurchaseAsk } from '@/src/domain/purchase'
import type { Backend, Clock } from './backend'

export type OfferPhase = 'idle' | 'loading' | 'ready' | 'failed'

export type Offers = {
  phase: ReadonlySignal<OfferPhase>
  /** The best first, by what is guaranteed. */
  list: ReadonlySignal<readonly FiatQuote[]>
  /** Providers without an offer, with their reasons. */
  problems: ReadonlySignal<readonly FiatQuoteProblem[]>
  picked: ReadonlySignal<FiatQuote | undefined>
  error: ReadonlySignal<WireError | undefined>
  ask: ReadonlySignal<PurchaseAsk | undefined>
  setAsk(ask: PurchaseAsk | undefined): void
  /** Asks all providers again, or one that had no offer. */
  refresh(provider?: string): void
  pick(provider: string): void
  dispose(): void
}

/** Refreshes without the person doing anything; then a button. */
const MAX_UNATTENDED = 10

/** Names a provider: its offer is known again after a refresh. */
export function providerOf(each: {
  provider?: string | undefined
  providerName?: string | undefined
}) {
  return each.provider ?? each.providerName ?? ''
}

/** Compares what is guaranteed; where that is the same, what is expected. */
function byGuarantee(a: FiatQuote, b: FiatQuote): number {
  const least = BigInt(b.minOutputAmount) - BigInt(a.minOutputAmount)
  const expected = BigInt(b.expectedOutputAmount) - BigInt(a.expectedOutputAmount)
  const order = least === 0n ? expected : least
  return order === 0n ? 0 : order > 0n ? 1 : -1
}

/** The providers' offers for one request: streamed in, ranked, asked for anew as they run out. */
export function createOffers({ backend, clock }: { backend: Backend; clock: Clock }): Offers {
  const ask = signal<PurchaseAsk | undefined>(undefined)
  const phase = signal<OfferPhase>('idle')
  const found = signal<readonly FiatQuote[]>([])
  const problems = signal<readonly FiatQuoteProblem[]>([])
  const error = signal<WireError | undefined>(undefined)
  const chosen = signal<string | undefined>(undefined)
  let controller: AbortController | undefined
  let cancelTimer: (() => void) | undefined
  let unattended = 0

  const list = computed(() => [...found.value].sort(byGuarantee))
  const picked = computed(
    () => list.value.find((each) => providerOf(each) === chosen.value) ?? list.value[0],
  )

  function stop(): void {
    controller?.abort()
    cancelTimer?.()
    controller = cancelTimer = undefined
  }

  function onEvent(event: OfferEvent): void {
    if (event.type === 'offer') {
      const mine = providerOf(event.offer)
      found.value = [...found.value.filter((each) => providerOf(each) !== mine), event.offer]
      return
    }
    if (event.type === 'refused') {
      problems.value = [...problems.value, event.problem]
      return
    }
    if (event.type === 'error') error.value = event.error
    phase.value = event.type === 'error' && found.value.length === 0 ? 'failed' : 'ready'
    const [first] = found.value.map(({ expiresAt }) => expiresAt).sort((a, b) => a - b)
    if (first === undefined || unattended >= MAX_UNATTENDED) return
    cancelTimer = clock.after(Math.max(1_000, first * 1_000 - clock.now()), () => {
      unattended += 1
      run()
    })
  }

  function run(provider?: string): void {
    const request = ask.value
    stop()
    if (request === undefined) return
    error.value = undefined
    phase.value = 'loading'
    const isAsked = (each: Parameters<typeof providerOf>[0]) =>
      provider === undefined || providerOf(each) === provider
    found.value = found.value.filter((each) => !isAsked(each))
    problems.value = problems.value.filter((each) => !isAsked(each))
    const mine = new AbortController()
    controller = mine
    const asked = provider === undefined ? request : { ...request, provider }
    backend.streamOffers(
      asked,
      (event) => {
        if (!mine.signal.aborted) onEvent(event)
      },
      mine.signal,
    )
  }

  return {
    phase,
    list,
    problems,
    picked,
    error,
    ask,
    setAsk(next) {
      if (JSON.stringify(next) === JSON.stringify(ask.value)) return
      stop()
      ask.value = next
      found.value = []
      problems.value = []
      error.value = undefined
      unattended = 0
      phase.value = 'idle'
      run()
    },
    refresh(provider) {
      unattended = 0
      run(provider)
    },
    pick(provider) {
      chosen.value = provider
      unattended = 0
    },
    dispose: stop,
  }
}
