import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { OfferEvent } from '@/src/contract/offers'
import type { FiatQuote, FiatQuoteProblem } from '@/src/contract/service/fiat'
import type { WireError } from '@/src/domain/error'
import type { PurchaseAsk } from '@/src/domain/order/purchase'
import type { Backend, Clock } from './backend'

export type OfferPhase = 'idle' | 'loading' | 'ready' | 'failed'

/** The offer that was chosen, and the worse one in its place; without that the provider has none. */
export type LostOffer = { before: FiatQuote; now?: FiatQuote }

/** Why a provider has no offer: in its own words, or because what it sent is left out. */
export type OfferProblem = FiatQuoteProblem & Pick<Refusal, 'why' | 'limits'>
type Refusal = Extract<OfferEvent, { type: 'refused' }>

export type Offers = {
  phase: ReadonlySignal<OfferPhase>
  /** The best first, by what is guaranteed. */
  list: ReadonlySignal<readonly FiatQuote[]>
  /** Providers without an offer, with their reasons. */
  problems: ReadonlySignal<readonly OfferProblem[]>
  /** How many offers and errors came beside those that are kept. */
  left: ReadonlySignal<number>
  /** What is bought: of the provider that was chosen, and else the best. */
  picked: ReadonlySignal<FiatQuote | undefined>
  /** The person chose the provider. */
  isChosen: ReadonlySignal<boolean>
  /** Set while the provider that was chosen has nothing as good any more: the person chooses anew. */
  lost: ReadonlySignal<LostOffer | undefined>
  error: ReadonlySignal<WireError | undefined>
  ask: ReadonlySignal<PurchaseAsk | undefined>
  setAsk(ask: PurchaseAsk | undefined): void
  /** Asks all providers again, or one that had no offer. */
  refresh(provider?: string): void
  pick(provider: string): void
  /** While held, offers keep their places: the pointer or the focus is among them. */
  hold(held: boolean): void
  dispose(): void
}

/** Refreshes without the person doing anything; then a button. */
const MAX_UNATTENDED = 10

/** Of offers, and of errors: nobody chooses among more, and a stream without end fills no page. */
const MAX_KEPT = 50

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

/** Whether an offer brings less than another one; in a swap's review such a price is confirmed anew. */
function isWorse(now: FiatQuote, before: FiatQuote): boolean {
  const less = (key: 'minOutputAmount' | 'expectedOutputAmount') =>
    BigInt(now[key]) < BigInt(before[key])
  return less('minOutputAmount') || less('expectedOutputAmount')
}

/** The stream that asks all providers; each that is asked by itself has one under its own name. */
const ALL = ''

/** The providers' offers for one request: streamed in, ranked, asked for anew as they run out. */
export function createOffers({ backend, clock }: { backend: Backend; clock: Clock }): Offers {
  const ask = signal<PurchaseAsk | undefined>(undefined)
  const phase = signal<OfferPhase>('idle')
  const found = signal<readonly FiatQuote[]>([])
  const problems = signal<readonly OfferProblem[]>([])
  const left = signal(0)
  const error = signal<WireError | undefined>(undefined)
  /** The provider of the person's choice, and its offer as it was last as good as that. */
  const chosen = signal<{ provider: string; offer?: FiatQuote | undefined } | undefined>(undefined)
  const streams = new Map<string, AbortController>()
  let cancelTimer: (() => void) | undefined
  let unattended = 0

  /** Providers as they stood when their list was held. */
  const heldAs = signal<readonly string[] | undefined>(undefined)

  const isChosen = computed(() => chosen.value !== undefined)
  const ranked = computed(() => [...found.value].sort(byGuarantee))
  const list = computed(() => {
    const held = heldAs.value
    if (held === undefined) return ranked.value
    const placeOf = (each: FiatQuote) => {
      const place = held.indexOf(providerOf(each))
      return place < 0 ? held.length : place
    }
    return [...ranked.value].sort((a, b) => placeOf(a) - placeOf(b))
  })
  const mine = computed(() => {
    const provider = chosen.value?.provider
    return list.value.find((each) => providerOf(each) === provider)
  })
  const picked = computed(() => {
    if (chosen.value === undefined) return ranked.value[0]
    return mine.value === chosen.value.offer ? mine.value : undefined
  })
  const lost = computed<LostOffer | undefined>(() => {
    const before = chosen.value?.offer
    if (before === undefined || picked.value !== undefined) return undefined
    if (mine.value !== undefined) return { before, now: mine.value }
    return phase.value === 'ready' ? { before } : undefined
  })

  function stop(): void {
    for (const each of streams.values()) each.abort()
    streams.clear()
    cancelTimer?.()
    cancelTimer = undefined
  }

  const without = <T extends Parameters<typeof providerOf>[0]>(all: readonly T[], name: string) =>
    all.filter((each) => providerOf(each) !== name)

  function take(offer: FiatQuote): void {
    const name = providerOf(offer)
    const all = [...without(found.value, name), offer]
    if (name !== '') problems.value = without(problems.value, name)
    const { provider, offer: before } = chosen.value ?? {}
    if (all.length > MAX_KEPT) {
      // Drop the lowest-ranked offer, never the selected one.
      const least = all
        .filter((each) => providerOf(each) !== provider)
        .sort(byGuarantee)
        .at(-1)
      left.value += 1
      found.value = all.filter((each) => each !== least)
    } else found.value = all
    if (provider !== name || (before !== undefined && isWorse(offer, before))) return
    chosen.value = { provider: name, offer }
  }

  function onEvent(event: OfferEvent, over: () => void): void {
    if (event.type === 'offer') {
      take(event.offer)
      return
    }
    if (event.type === 'refused') {
      const { problem, why, limits } = event
      const name = providerOf(problem)
      // Those that nobody signs are of as many providers as there are.
      const others = name === '' ? problems.value : without(problems.value, name)
      if (others.length < MAX_KEPT) {
        problems.value = [...others, why === undefined ? problem : { ...problem, why, limits }]
      } else left.value += 1
      return
    }
    // That nobody delivers it is an answer: what it says of fillers is of no swap here.
    if (event.type === 'error' && event.error.code !== 'service/no-routes') {
      error.value = event.error
    }
    over()
    if (streams.size === 0) rest()
  }

  /** Everybody has answered: the first offer that runs out has all asked anew. */
  function rest(): void {
    phase.value = error.value !== undefined && found.value.length === 0 ? 'failed' : 'ready'
    cancelTimer?.()
    const [first] = found.value.map(({ expiresAt }) => expiresAt).sort((a, b) => a - b)
    if (first === undefined || unattended >= MAX_UNATTENDED) return
    cancelTimer = clock.after(Math.max(1_000, first * 1_000 - clock.now()), () => {
      unattended += 1
      run()
    })
  }

  /** Asks one provider beside all that are being asked, or all of them anew. */
  function run(provider?: string): void {
    const request = ask.value
    if (provider === undefined) stop()
    else streams.get(provider)?.abort()
    if (request === undefined) return
    error.value = undefined
    phase.value = 'loading'
    found.value = provider === undefined ? [] : without(found.value, provider)
    // What kept one from an offer stands until that one has answered.
    if (provider === undefined) problems.value = []
    const before = problems.value.filter((each) => providerOf(each) === provider)
    if (provider === undefined) left.value = 0
    const name = provider ?? ALL
    const own = new AbortController()
    streams.set(name, own)
    backend.streamOffers(
      provider === undefined ? request : { ...request, provider },
      (event) => {
        if (own.signal.aborted) return
        onEvent(event, () => {
          streams.delete(name)
          problems.value = problems.value.filter((each) => !before.includes(each))
        })
      },
      own.signal,
    )
  }

  return {
    phase,
    list,
    problems,
    left,
    picked,
    isChosen,
    lost,
    error,
    ask,
    setAsk(next) {
      if (JSON.stringify(next) === JSON.stringify(ask.value)) return
      stop()
      ask.value = next
      found.value = []
      problems.value = []
      left.value = 0
      error.value = undefined
      // Of another request nothing can be worse than what was chosen before.
      if (chosen.value) chosen.value = { provider: chosen.value.provider }
      unattended = 0
      phase.value = 'idle'
      run()
    },
    refresh(provider) {
      unattended = 0
      run(provider)
    },
    pick(provider) {
      const offer = found.value.find((each) => providerOf(each) === provider)
      chosen.value = { provider, offer }
      unattended = 0
    },
    hold(held) {
      heldAs.value = held ? list.peek().map(providerOf) : undefined
    },
    dispose: stop,
  }
}
