import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import * as z from 'zod/mini'
import { type Token, token } from '@/src/contract/service/token'
import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress, isNobodysAccount } from '@/src/domain/address/check-address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { mayBeName } from '@/src/domain/entry/recipient-text'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Family } from '@/src/domain/order/order'
import {
  beyondLimits,
  boundDigits,
  type Limits,
  type PurchaseAsk,
  toAcceptedPurchase,
  toMinorUnits,
} from '@/src/domain/order/purchase'
import { currencyDecimals } from '@/src/domain/token/currency-decimals'
import type { FormErrorCode } from '../copy/form-errors'
import { normaliseAmountText, parseAmount } from '../format/amount'
import { createBook } from './account-book'
import { type Async, failed, loading, ready } from './async'
import type { Backend, Clock } from './backend'
import { type Beside, createBeside } from './beside'
import { checkPinned } from './check-pinned'
import { type FiatChoices, toFiatChoices } from './fiat-choices'
import { comparedIn, toCompare } from './known-addresses'
import { createOffers, type Offers } from './offers'
import { findMoved, type MovedName, putBack } from './typed-names'
import type { Wallets } from './wallets'

/** What was typed: kept while the browser runs. An empty address is the person's own account. */
export type BuyDraft = {
  currency: string
  amount: string
  token?: Token | undefined
  recipient: string
  refundTo: string
}

/** With it since when another window may have been first, so that this is said in the next page too. */
const stored = z.object({
  began: z.catch(z.optional(z.number()), undefined),
  currency: z.string().check(z.maxLength(8)),
  amount: z.string().check(z.maxLength(40)),
  token: z.optional(token),
  recipient: z.string().check(z.maxLength(200)),
  refundTo: z.string().check(z.maxLength(200)),
})

const emptyDraft: BuyDraft = { currency: '', amount: '', recipient: '', refundTo: '' }
const DRAFT_KEY = 'buy-draft'

/** Puts a purchase into the form before it is shown; the refund goes to the person's own account. */
export async function fillBuyForm(
  { session }: Pick<Backend, 'session'>,
  filled: Omit<BuyDraft, 'refundTo'>,
): Promise<void> {
  await session.write(DRAFT_KEY, { ...filled, refundTo: '' } satisfies BuyDraft)
}

/** Typing waits this long before providers are asked. */
const TYPING_MS = 400

/** What is missing before an order can be made, one thing at a time. */
export type BuyStep =
  | 'config'
  | 'token'
  | 'amount'
  | 'recipient'
  | 'refund'
  | 'fix'
  | 'check'
  | 'offline'
  | 'finding'
  | 'limits'
  | 'none'
  | 'choose'
  | 'twice'
  | 'order'

/** A bound of what may be paid in one order, display decimals: the least, or the most. */
export type Nearest = { least: string } | { most: string }

export type Buy = Beside & {
  draft: ReadonlySignal<BuyDraft>
  choices: ReadonlySignal<Async<FiatChoices>>
  currency: ReadonlySignal<string>
  amountError: ReadonlySignal<FormErrorCode | undefined>
  recipientError: ReadonlySignal<FormErrorCode | undefined>
  refundError: ReadonlySignal<FormErrorCode | undefined>
  /** Where the tokens go: typed, or the own account of the chain's family. */
  recipient: ReadonlySignal<string | undefined>
  refundTo: ReadonlySignal<string | undefined>
  /** The family that the refund address must belong to, and the chain that money returns on. */
  refundChainId: ReadonlySignal<number | undefined>
  /** Own accounts that may receive, or be refunded. */
  accountsOf(chainId: number | undefined): string[]
  /** Addresses in use that the person has not compared before: an account that a page shows is its word. */
  foreign: ReadonlySignal<string[]>
  checked: ReadonlySignal<boolean>
  setChecked(checked: boolean): void
  offers: Offers
  /** The amount that somebody takes, nearest to the one typed, where nobody takes that. */
  nearest: ReadonlySignal<Nearest | undefined>
  next: ReadonlySignal<BuyStep>
  busy: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
  /** The name that stood for something else, or for nothing, when the order was to be made: it is in its field again. */
  moved: ReadonlySignal<MovedName | undefined>
  change(next: Partial<BuyDraft>): void
  loadChoices(): Promise<void>
  /** Has the order made; gives its id once it is stored. */
  order(): Promise<string | undefined>
  dispose(): void
}

/** Of bounds that leave an amount out, the nearest: what is too much for one need not do for another. */
function nearestOf(amount: string, all: readonly Limits[]): Nearest | undefined {
  const sizeOf = (bound: string) => toMinorUnits(bound, boundDigits) ?? 0n
  const boundsOf = (way: 'low' | 'high') =>
    all
      .filter((each) => beyondLimits(amount, each) === way)
      .flatMap(({ min, max }) => (way === 'low' ? min : max) ?? [])
      .sort((a, b) => (sizeOf(a) < sizeOf(b) ? -1 : 1))
  const [least, most] = [boundsOf('low')[0], boundsOf('high').at(-1)]
  if (most !== undefined) return { most }
  return least === undefined ? undefined : { least }
}

/** The form for buying with money: what was typed, what follows from it, and the providers' offers. */
export function createBuy(options: {
  backend: Backend
  clock: Clock
  wallets: Wallets
  online: ReadonlySignal<boolean>
}): Buy {
  const { backend, clock, wallets, online } = options
  const draft = signal<BuyDraft>(emptyDraft)
  const restored = signal(false)
  const choices = signal<Async<FiatChoices>>(loading)
  const busy = signal(false)
  const error = signal<WireError | undefined>(undefined)
  const moved = signal<MovedName | undefined>(undefined)
  const confirmed = signal<string>('')
  const offers = createOffers({ backend, clock })
  const book = createBook({ backend, clock })
  let cancelTyping: (() => void) | undefined

  const known = computed(() => (choices.value.state === 'ready' ? choices.value.value : undefined))
  const currency = computed(() => {
    const { currency: typed } = draft.value
    const listed = known.value?.currencies ?? []
    if (typed !== '' && (listed.length === 0 || listed.includes(typed))) return typed
    return listed.includes('EUR') ? 'EUR' : (listed[0] ?? '')
  })
  const chainId = computed(() => draft.value.token?.chainId)
  // A bridge returns what it cannot deliver on the hub chain, so that an address there fits both.
  const refundChainId = computed(() => known.value?.hubChainId ?? chainId.value)

  const accounts = (id: number | undefined): string[] =>
    id === undefined ? [] : (wallets.connections.value[familyOfChain(id)]?.accounts ?? [])
  const ownOf = (id: number | undefined): string | undefined =>
    id === undefined ? undefined : wallets.connections.value[familyOfChain(id)]?.account

  const recipientError = computed(() => errorOf(draft.value.recipient, chainId.value))
  const refundError = computed(() => errorOf(draft.value.refundTo, refundChainId.value))
  const recipient = computed(() =>
    usable(draft.value.recipient, recipientError.value, chainId.value),
  )
  const refundTo = computed(() =>
    usable(draft.value.refundTo, refundError.value, refundChainId.value),
  )

  function usable(typed: string, wrong: unknown, id: number | undefined): string | undefined {
    if (typed === '') return ownOf(id)
    return wrong === undefined ? typed : undefined
  }

  function errorOf(text: string, id: number | undefined): FormErrorCode | undefined {
    if (text === '') return undefined
    const family: Family | null = familyOfAddress(text)
    if (family === null) {
      const isName = mayBeName(text) && id !== undefined && familyOfChain(id) === 'eip155'
      return isName ? 'form/recipient-name' : 'form/recipient-invalid'
    }
    if (id !== undefined && family !== familyOfChain(id)) return 'form/recipient-wrong-family'
    const asset = draft.value.token?.address
    const isToken = isNobodysAccount(text) || (asset !== undefined && sameAddress(asset, text))
    return isToken ? 'form/recipient-is-token' : undefined
  }

  const parsed = computed(() =>
    parseAmount(draft.value.amount, currencyDecimals(currency.value) ?? 2),
  )
  const amountError = computed<FormErrorCode | undefined>(() => {
    if (parsed.value.ok) return undefined
    const { problem } = parsed.value
    if (problem === 'invalid') return 'form/amount-invalid'
    return problem === 'too-many-decimals' ? 'form/too-many-decimals' : undefined
  })

  const foreign = computed(() => {
    return toCompare([recipient.value, refundTo.value], comparedIn(book))
  })
  const checked = computed(() => confirmed.value === foreign.value.join())

  const ask = computed<PurchaseAsk | undefined>(() => {
    const { token: to, amount } = draft.value
    const [receiver, refund] = [recipient.value, refundTo.value]
    if (!to || !parsed.value.ok || !known.value || !receiver || !refund) return undefined
    return {
      fiatCurrency: currency.value,
      fiatAmount: amount.replace(/^\./, '0.').replace(/\.$/, ''),
      outputAsset: { chainId: to.chainId, address: to.address },
      recipient: receiver,
      refundTo: refund,
      hubChainId: known.value.hubChainId,
      limits: known.value.limits[currency.value],
    }
  })
  const outdated = computed(() => JSON.stringify(ask.value) !== JSON.stringify(offers.ask.value))

  const nearest = computed<Nearest | undefined>(() => {
    const isAnswered = offers.phase.value === 'ready' && !outdated.value
    const asked = ask.value
    if (!asked || !isAnswered || offers.list.value.length > 0) return undefined
    const own = offers.problems.value.flatMap(({ limits }) => limits ?? [])
    return nearestOf(asked.fiatAmount, own.length > 0 ? own : [asked.limits ?? {}])
  })

  const wish = computed(() => {
    const [asked, offer, to] = [offers.ask.value, offers.picked.value, draft.value.token]
    if (!asked || !offer || !to) return undefined
    return { kind: 'purchase' as const, accepted: toAcceptedPurchase(asked, offer, to) }
  })
  const beside = createBeside({ backend, clock, wish, busy, keep })

  const next = computed<BuyStep>(() => {
    if (known.value === undefined) return online.value ? 'config' : 'offline'
    if (draft.value.token === undefined) return 'token'
    if (amountError.value || recipientError.value || refundError.value) return 'fix'
    if (!parsed.value.ok) return 'amount'
    if (recipient.value === undefined) return 'recipient'
    if (refundTo.value === undefined) return 'refund'
    if (!online.value) return 'offline'
    // Nobody's first answer is taken for the best while others are asked, but by who chose it.
    const isOpen = !offers.picked.value || !offers.isChosen.value
    if (outdated.value || (offers.phase.value === 'loading' && isOpen)) return 'finding'
    if (nearest.value !== undefined) return 'limits'
    if (offers.picked.value === undefined) return offers.list.value.length > 0 ? 'choose' : 'none'
    if (foreign.value.length > 0 && !checked.value) return 'check'
    return beside.shown.sent.value.length > 0 && !beside.shown.sentAgreed.value ? 'twice' : 'order'
  })

  function change(part: Partial<BuyDraft>): void {
    error.value = undefined
    const text = part.amount
    draft.value = {
      ...draft.value,
      ...part,
      ...(text === undefined ? {} : { amount: normaliseAmountText(text) }),
    }
    void keep()
  }

  async function keep(): Promise<void> {
    // Without it only a popup that closes forgets what was typed.
    await backend.session
      .write(DRAFT_KEY, { ...draft.value, ...beside.stored() })
      .catch(() => undefined)
  }

  async function loadChoices(): Promise<void> {
    try {
      choices.value = ready(toFiatChoices((await backend.call('readFiatConfig', {})).config))
    } catch (caught) {
      if (choices.value.state !== 'ready') choices.value = failed(toWireError(caught))
    }
  }

  const offAsk = effect(() => {
    if (!restored.value) return
    const request = ask.value
    const before = offers.ask.peek()
    cancelTyping?.()
    const typing = request && before && request.fiatAmount !== before.fiatAmount
    if (typing) cancelTyping = clock.after(TYPING_MS, () => offers.setAsk(request))
    else offers.setAsk(request)
  })
  // What could not be asked without a connection is asked once there is one.
  let wasOnline = online.peek()
  const offOnline = effect(() => {
    const back = online.value && !wasOnline
    wasOnline = online.value
    if (!back) return
    void loadChoices()
    if (offers.phase.peek() === 'failed') offers.refresh()
  })

  async function restore(): Promise<void> {
    // What cannot be read is typed again: the form is there all the same.
    const kept = await backend.session.read(DRAFT_KEY).catch(() => undefined)
    const read = z.safeParse(stored, kept)
    // Somebody who could not wait has typed by now.
    if (read.success && draft.value === emptyDraft) {
      const { began, ...typed } = read.data
      draft.value = typed
      beside.restore(began)
    }
    restored.value = true
  }
  void restore()
  void loadChoices()

  async function order(): Promise<string | undefined> {
    const [offer, asked, to] = [offers.picked.value, offers.ask.value, draft.value.token]
    if (next.value !== 'order' || busy.value || !offer || !asked || !to) return undefined
    // Left alone for long, no offer is asked for any more: one that is over is asked anew, and taken by another press.
    if (offer.expiresAt * 1_000 <= clock.now()) {
      offers.refresh()
      return undefined
    }
    const taken = draft.value
    busy.value = true
    error.value = undefined
    try {
      checkPinned(to)
      // An account that stands there untyped is the wallet's own: no name in its field could be put back.
      const other = await findMoved(backend, [taken.recipient, taken.refundTo])
      if (other !== undefined) {
        const { recipient, refundTo } = draft.value
        moved.value = other
        change(putBack(other, { recipient, refundTo }))
        return undefined
      }
      await beside.hold()
      const { orderId } = await backend.call('buy', {
        ask: asked,
        offer,
        token: to,
        ...beside.told(),
      })
      beside.begin()
      // What was typed for this order is no default of the next one's; what was typed meanwhile is kept.
      if (draft.value === taken) change({ amount: '', recipient: '', refundTo: '' })
      else void keep()
      return orderId
    } catch (caught) {
      error.value = await beside.read(caught)
      // The offer was not taken: it may be over, or spent.
      if (error.value) offers.refresh()
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    draft,
    choices,
    currency,
    amountError,
    recipientError,
    refundError,
    recipient,
    refundTo,
    refundChainId,
    accountsOf: accounts,
    foreign,
    ...beside.shown,
    checked,
    setChecked(value) {
      confirmed.value = value ? foreign.value.join() : ''
    },
    offers,
    nearest,
    next,
    busy,
    error,
    moved,
    change,
    loadChoices,
    order,
    dispose() {
      cancelTyping?.()
      offAsk()
      offOnline()
      offers.dispose()
      beside.dispose()
      book.dispose()
    },
  }
}
