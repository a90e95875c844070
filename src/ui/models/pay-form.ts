import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import * as z from 'zod/mini'
import type { ForeignToken } from '@/src/contract/service/foreign'
import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress, isNobodysAccount } from '@/src/domain/address/check-address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { mayBeName } from '@/src/domain/entry/recipient-text'
import type { WireError } from '@/src/domain/error'
import type { Accepted } from '@/src/domain/order/order'
import { fillerKey } from '@/src/domain/service/filler-record'
import { toUnits } from '@/src/domain/token/amount'
import { sameToken } from '@/src/domain/token/token-id'
import type { FormErrorCode } from '../copy/form-errors'
import { normaliseAmountText, toDecimal } from '../format/amount'
import type { App } from './app'
import { type Beside, createBeside } from './beside'
import { checkPinned } from './check-pinned'
import { accountOf, createPaySource, type PaySource, problemAbroad, sourceKey } from './pay-source'
import { createQuotes, type Quotes } from './quotes'
import { findMoved, type MovedName, putBack } from './typed-names'
import { readUsual } from './usual-time'

/** What was typed is kept under this name while the browser runs. */
const DRAFT_KEY = 'pay-form'

const draft = z.object({
  recipient: z.optional(z.string()),
  refundTo: z.optional(z.string()),
  bip122: z.optional(z.string()),
  tron: z.optional(z.string()),
  litecoin: z.optional(z.string()),
  ckb: z.optional(z.string()),
  source: z.optional(z.string()),
  amount: z.optional(z.string()),
})
type Draft = Record<keyof z.infer<typeof draft>, string>

/** With it since when another window was first, so that this is said in the next page too. */
const stored = z.extend(draft, { began: z.catch(z.optional(z.number()), undefined) })

/** Puts a payment into the form before it is shown: its accounts, and what it was paid with. */
export async function fillPayForm(
  { session }: App['backend'],
  { from, recipient, refundTo }: Accepted,
): Promise<void> {
  const { family, chainId, address, amount, decimals } = from
  const filled: Partial<Draft> = family
    ? {
        [family]: refundTo,
        source: sourceKey({ chainId, address }),
        amount: toDecimal(amount, decimals),
      }
    : { refundTo, source: '' }
  await session.write(DRAFT_KEY, { recipient, ...filled })
}

type Field = 'recipient' | 'refundTo'

export type PayForm = PaySource &
  Beside & {
    texts: ReadonlySignal<Record<Field, string>>
    errors: ReadonlySignal<Record<Field, FormErrorCode | undefined>>
    /** By its key; empty for the swap form's token. */
    choose(key: string): void
    /** Display amount, of the chosen source. */
    amount: ReadonlySignal<string>
    setAmount(text: string): void
    amountError: ReadonlySignal<FormErrorCode | undefined>
    /** Why no price is asked for, beside the accounts. */
    pairError: ReadonlySignal<FormErrorCode | undefined>
    /** What is paid with. */
    from: ReadonlySignal<Token | ForeignToken | undefined>
    /** Both accounts, once each is one of its chain's family. */
    complete: ReadonlySignal<boolean>
    /** The person compared both accounts, as they stand now. */
    confirmed: ReadonlySignal<boolean>
    quotes: Quotes
    busy: ReadonlySignal<boolean>
    error: ReadonlySignal<WireError | undefined>
    /** The name that stood for something else, or for nothing, when the payment was to be made: it is in its field again. */
    moved: ReadonlySignal<MovedName | undefined>
    type(field: Field, text: string): void
    confirm(yes: boolean): void
    /** Has the address made; gives the order's id. */
    create(): Promise<string | undefined>
    dispose(): void
  }

/** The accounts of a payment by any wallet, and the offers for it; pair and amount are the swap form's. */
export function createPayForm(
  app: Pick<App, 'backend' | 'clock' | 'swap' | 'catalog' | 'preferences'>,
): PayForm {
  const { backend, clock, swap, catalog, preferences } = app
  const quotes = createQuotes({
    backend: {
      ...backend,
      streamQuotes: (request, on, signal) => backend.streamQuotes(request, on, signal, 'transfer'),
    },
    clock,
  })
  // A name that a site filled in there is nobody's word here either.
  const isForeign = !swap.isNamed.peek() && mayBeName(swap.recipient.peek())
  const typed = signal<Draft>({
    recipient: swap.destination.peek() ?? (isForeign ? '' : swap.recipient.peek()),
    refundTo: swap.connection.peek()?.account ?? '',
    bip122: '',
    tron: '',
    litecoin: '',
    ckb: '',
    source: '',
    amount: '',
  })
  const abroad = createPaySource(app, () => typed.value.source)
  const { source } = abroad
  const from = computed(() => source.value?.token ?? swap.pay.value)
  const texts = computed<Record<Field, string>>(() => {
    const { recipient, ...rest } = typed.value
    return { recipient, refundTo: rest[source.value?.family ?? 'refundTo'] }
  })
  const units = computed(() => {
    if (!source.value)
      return swap.side.value === 'pay' ? swap.payUnits.value : swap.receiveUnits.value
    const read = toUnits(typed.value.amount, source.value.token.decimals)
    return read.ok ? read.units : undefined
  })
  const pairError = computed<FormErrorCode | undefined>(() => {
    const problem = swap.amountError.value
    // Any wallet may pay: what the connected one holds says nothing.
    if (source.value || problem === 'form/insufficient-balance') return undefined
    return problem ?? (units.value === undefined ? 'form/amount-missing' : undefined)
  })
  /** What the person typed here: the rest is the swap form's, and follows it. */
  let own: Partial<Draft> = {}
  const agreed = signal('')
  const busy = signal(false)
  const error = signal<WireError | undefined>(undefined)
  const moved = signal<MovedName | undefined>(undefined)

  const errors = computed(() => ({
    recipient: problemOf(texts.value.recipient, swap.receive.value?.chainId),
    refundTo: source.value
      ? problemAbroad(texts.value.refundTo, source.value)
      : problemOf(texts.value.refundTo, swap.pay.value?.chainId),
  }))
  const amountError = computed<FormErrorCode | undefined>(() => {
    const { amount } = typed.value
    if (!source.value || amount === '') return undefined
    const read = toUnits(amount, source.value.token.decimals)
    if (read.ok) return undefined
    return read.problem === 'too-many-decimals' ? 'form/too-many-decimals' : 'form/amount-invalid'
  })

  function problemOf(text: string, chainId: number | undefined): FormErrorCode | undefined {
    if (text === '' || chainId === undefined) return undefined
    const family = familyOfAddress(text)
    if (family === null) {
      const isName = mayBeName(text) && familyOfChain(chainId) === 'eip155'
      return isName ? 'form/recipient-name' : 'form/recipient-invalid'
    }
    if (family !== familyOfChain(chainId)) return 'form/recipient-wrong-family'
    const tokens = [swap.pay.value, swap.receive.value, ...catalog.top.value]
    const isToken = tokens.some((token) => token && sameAddress(token.address, text))
    return isToken || isNobodysAccount(text) ? 'form/recipient-is-token' : undefined
  }

  const complete = computed(() => {
    const { recipient, refundTo } = texts.value
    const wrong = errors.value.recipient ?? errors.value.refundTo
    return recipient !== '' && refundTo !== '' && wrong === undefined
  })
  const request = computed<QuoteRequest | undefined>(() => {
    const [paid, to, amount] = [from.value, swap.receive.value, units.value]
    const side = source.value ? 'pay' : swap.side.value
    // Prices too are asked for the person's own accounts: what is offered for them is what is made.
    if (!paid || !to || amount === undefined || amount === 0n || !complete.value) return undefined
    if (sameToken(paid, to)) return undefined
    const { recipient } = texts.value
    const refundTo = accountOf(texts.value.refundTo, source.value)
    const slippage = swap.slippage.value ?? preferences.settings.value?.slippageTolerance
    return {
      tradeType: side === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      fromChainId: paid.chainId,
      fromToken: paid.address,
      toChainId: to.chainId,
      toToken: to.address,
      amount: amount.toString(),
      fromAddress: refundTo,
      recipient,
      refundTo,
      ...(slippage === undefined ? {} : { slippageTolerance: slippage }),
    }
  })
  const parties = computed(
    () => `${texts.value.recipient} ${texts.value.refundTo} ${from.value?.chainId}`,
  )
  const wish = computed(() => {
    const asked = request.value
    if (!asked) return undefined
    const { tradeType, amount, fromChainId, fromToken, toChainId, toToken } = asked
    const { recipient } = texts.value
    const from = { chainId: fromChainId, address: fromToken, amount }
    const to = { chainId: toChainId, address: toToken, amount }
    return { kind: 'transfer' as const, accepted: { tradeType, recipient, from, to } }
  })
  const beside = createBeside({ backend, clock, wish, busy, keep })
  const offAsk = effect(() => quotes.ask(request.value))
  // A form that made room for a site's request was wished for before: what was paid meanwhile pays for it too.
  const offBegan = effect(() => {
    const { made, began } = swap.draft.value
    if (made && began !== undefined) beside.since(began)
  })
  void restore()
  void abroad.loadSources()

  /** What was typed before the popup closed; what is typed meanwhile stays. */
  async function restore(): Promise<void> {
    const read = z.safeParse(stored, await backend.session.read(DRAFT_KEY).catch(() => undefined))
    if (!read.success) return
    const { began: before, ...texts } = read.data
    const kept = Object.entries(texts).filter(([, text]) => text !== undefined)
    own = { ...Object.fromEntries(kept), ...own }
    typed.value = { ...typed.value, ...own }
    beside.restore(before)
  }

  async function keep(): Promise<void> {
    // Without it only a popup that closes forgets what was typed.
    await backend.session.write(DRAFT_KEY, { ...own, ...beside.stored() }).catch(() => undefined)
  }

  function change(part: Partial<Draft>): void {
    error.value = undefined
    own = { ...own, ...part }
    typed.value = { ...typed.value, ...part }
    void keep()
  }

  return {
    texts,
    errors,
    ...abroad,
    amount: computed(() => typed.value.amount),
    amountError,
    pairError,
    from,
    complete,
    confirmed: computed(() => complete.value && agreed.value === parties.value),
    quotes,
    ...beside.shown,
    busy,
    error,
    moved,
    type(field, text) {
      const name = field === 'refundTo' ? (source.value?.family ?? field) : field
      change({ [name]: text })
    },
    choose: (key) => change({ source: key }),
    setAmount: (amount) => change({ amount: normaliseAmountText(amount) }),
    confirm(yes) {
      agreed.value = yes ? parties.value : ''
    },
    async create() {
      const view = quotes.picked.value
      const [fromToken, to, asked] = [from.value, swap.receive.value, quotes.request.value]
      if (!view || view.stale || !fromToken || !to || !asked || busy.value) return undefined
      // What stands in the place of a pick that is still to come is none of the person's.
      if (quotes.isPickDue.value) return undefined
      const taken = own
      busy.value = true
      error.value = undefined
      try {
        // A token of a chain that is only paid from is none of ours.
        checkPinned(to, ...(source.value ? [] : [fromToken]))
        const { recipient, refundTo } = texts.value
        const other = await findMoved(backend, [recipient, refundTo])
        if (other !== undefined) {
          moved.value = other
          change(
            putBack(other, { recipient: typed.value.recipient, refundTo: typed.value.refundTo }),
          )
          return undefined
        }
        const { quoteId, route } = view
        const picked = { quoteId, route, request: asked, fromToken, toToken: to }
        const serviceUrl = preferences.settings.value?.serviceUrl ?? ''
        const filler = fillerKey(serviceUrl, route.type, route.icon)
        const usual = await readUsual(backend, filler, fromToken, to)
        await beside.hold()
        const asIs = { ...picked, ...usual, ...beside.told() }
        const { orderId } = await backend.call('createTransfer', asIs)
        beside.begin()
        // The accounts of one payment are not the next one's; what was typed meanwhile is.
        if (own === taken) {
          own = {}
          typed.value = { ...typed.value, amount: '' }
          backend.session.write(DRAFT_KEY, null).catch(() => undefined)
        } else void keep()
        return orderId
      } catch (caught) {
        error.value = await beside.read(caught)
        return undefined
      } finally {
        busy.value = false
      }
    },
    dispose() {
      offAsk()
      offBegan()
      beside.dispose()
      quotes.setActive(false)
    },
  }
}
