import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import * as z from 'zod/mini'
import type { QuoteRequest } from '@/src/contract/service/quote'
import {
  familyOfAddress,
  isNativeAddress,
  PREVIEW_ADDRESS,
  sameAddress,
} from '@/src/domain/address'
import { toWireError, type WireError } from '@/src/domain/error'
import { familyOfChain } from '@/src/domain/known-chains'
import { sameToken } from '@/src/domain/token-id'
import type { FormErrorCode } from '../copy/form-errors'
import type { App } from './app'
import { createQuotes, type Quotes } from './quotes'

/** What was typed is kept under this name while the browser runs. */
const DRAFT_KEY = 'pay-form'

const draft = z.object({ recipient: z.string(), refundTo: z.string() })

type Field = 'recipient' | 'refundTo'

export type PayForm = {
  texts: ReadonlySignal<Record<Field, string>>
  errors: ReadonlySignal<Record<Field, FormErrorCode | undefined>>
  /** Both accounts, once each is one of its chain's family. */
  complete: ReadonlySignal<boolean>
  /** The person compared both accounts, as they stand now. */
  confirmed: ReadonlySignal<boolean>
  quotes: Quotes
  busy: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
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
  const texts = signal<Record<Field, string>>({
    recipient: swap.destination.peek() ?? swap.recipient.peek(),
    refundTo: swap.connection.peek()?.account ?? '',
  })
  const agreed = signal('')
  const busy = signal(false)
  const error = signal<WireError | undefined>(undefined)

  const errors = computed(() => ({
    recipient: problemOf(texts.value.recipient, swap.receive.value?.chainId),
    refundTo: problemOf(texts.value.refundTo, swap.pay.value?.chainId),
  }))

  function problemOf(text: string, chainId: number | undefined): FormErrorCode | undefined {
    if (text === '' || chainId === undefined) return undefined
    const family = familyOfAddress(text)
    if (family === null) return 'form/recipient-invalid'
    if (family !== familyOfChain(chainId)) return 'form/recipient-wrong-family'
    const tokens = [swap.pay.value, swap.receive.value, ...catalog.top.value]
    const isToken = tokens.some((token) => token && sameAddress(token.address, text))
    const isNobody = isNativeAddress(text) || sameAddress(text, PREVIEW_ADDRESS[family])
    return isToken || isNobody ? 'form/recipient-is-token' : undefined
  }

  const complete = computed(() => {
    const { recipient, refundTo } = texts.value
    const wrong = errors.value.recipient ?? errors.value.refundTo
    return recipient !== '' && refundTo !== '' && wrong === undefined
  })
  const request = computed<QuoteRequest | undefined>(() => {
    const [from, to, side] = [swap.pay.value, swap.receive.value, swap.side.value]
    const units = side === 'pay' ? swap.payUnits.value : swap.receiveUnits.value
    // Prices too are asked for the person's own accounts: what is offered for them is what is made.
    if (!from || !to || units === undefined || units === 0n || !complete.value) return undefined
    if (sameToken(from, to)) return undefined
    const { recipient, refundTo } = texts.value
    const slippage = swap.slippage.value ?? preferences.settings.value?.slippageTolerance
    return {
      tradeType: side === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      fromChainId: from.chainId,
      fromToken: from.address,
      toChainId: to.chainId,
      toToken: to.address,
      amount: units.toString(),
      fromAddress: refundTo,
      recipient,
      refundTo,
      ...(slippage === undefined ? {} : { slippageTolerance: slippage }),
    }
  })
  const parties = computed(() => `${texts.value.recipient} ${texts.value.refundTo}`)
  const off = effect(() => quotes.ask(request.value))
  void restore()

  /** What was typed before the popup closed, where nothing stands by now. */
  async function restore(): Promise<void> {
    const stored = z.safeParse(draft, await backend.session.read(DRAFT_KEY).catch(() => undefined))
    if (!stored.success) return
    const { recipient, refundTo } = texts.value
    texts.value = {
      recipient: recipient === '' ? stored.data.recipient : recipient,
      refundTo: refundTo === '' ? stored.data.refundTo : refundTo,
    }
  }

  return {
    texts,
    errors,
    complete,
    confirmed: computed(() => complete.value && agreed.value === parties.value),
    quotes,
    busy,
    error,
    type(field, text) {
      error.value = undefined
      texts.value = { ...texts.value, [field]: text }
      // Without it only a popup that closes forgets what was typed.
      backend.session.write(DRAFT_KEY, texts.value).catch(() => undefined)
    },
    confirm(yes) {
      agreed.value = yes ? parties.value : ''
    },
    async create() {
      const view = quotes.picked.value
      const [from, to, asked] = [swap.pay.value, swap.receive.value, quotes.request.value]
      if (!view || view.stale || !from || !to || !asked || busy.value) return undefined
      busy.value = true
      error.value = undefined
      try {
        const { quoteId, route } = view
        const picked = { quoteId, route, request: asked, fromToken: from, toToken: to }
        const { orderId } = await backend.call('createTransfer', picked)
        return orderId
      } catch (caught) {
        error.value = toWireError(caught)
        return undefined
      } finally {
        busy.value = false
      }
    },
    dispose() {
      off()
      quotes.setActive(false)
    },
  }
}
