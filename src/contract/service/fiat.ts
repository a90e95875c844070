import * as z from 'zod/mini'
import {
  addressesFit,
  amount,
  chainId,
  hash,
  identifier,
  imageUrl,
  lenient,
  listOf,
  open,
  orNothing,
  soundOf,
  text,
  unixSeconds,
  webUrl,
} from './common'
import { token } from './token'

/** `fiatAmount` is a display decimal of the currency. */
export type FiatQuoteRequest = {
  fiatCurrency: string
  fiatAmount: string
  outputAsset: { chainId: number; address: string }
  recipient: string
  refundTo: string
  /** Pins the request to one provider. */
  provider?: string | undefined
}

const asset = open({ chainId, address: identifier }).check(addressesFit('chainId', ['address']))

/** A display decimal that some providers write as a number. */
const display = z.pipe(z.union([text, z.number()]), z.transform(String))

/** A provider's offer. Amounts are smallest units of the token; `expiresAt` is unix seconds. */
export const fiatQuote = open({
  quoteId: identifier,
  providerName: text,
  providerLogoUrl: lenient(imageUrl),
  totalFee: lenient(display),
  expectedOutputAmount: amount,
  minOutputAmount: amount,
  expiresAt: unixSeconds,
  /** `direct` or `jump`. */
  swapStrategy: text,
  provider: lenient(text),
  fiatCurrency: lenient(text),
  fiatAmount: lenient(display),
  outputAsset: lenient(asset),
  token: lenient(token),
  minFiatAmount: lenient(display),
  maxFiatAmount: lenient(display),
  paymentMethods: lenient(z.array(z.unknown())),
})
export type FiatQuote = z.infer<typeof fiatQuote>

/** Why one provider has no offer. */
export const fiatQuoteProblem = open({
  message: z.catch(text, 'No reason given'),
  code: lenient(text),
  provider: lenient(text),
  providerName: lenient(text),
  retryable: lenient(z.boolean()),
})
export type FiatQuoteProblem = z.infer<typeof fiatQuoteProblem>

/** `errors` may be missing when there are none. */
export const fiatQuoteAnswer = open({
  quotes: soundOf(fiatQuote),
  errors: z.catch(listOf(fiatQuoteProblem), []),
})
export type FiatQuoteAnswer = z.infer<typeof fiatQuoteAnswer>

/** One line of a streamed answer. */
export const fiatStreamItem = z.union([
  open({ quote: fiatQuote }),
  open({ error: fiatQuoteProblem }),
])
export type FiatStreamItem = { quote: FiatQuote } | { error: FiatQuoteProblem }

const OPENED: ReadonlySet<string> = new Set(['wrapper', 'redirect', 'provider_widget'])

/** How a checkout goes on. A type that is opened must carry an address that may be opened. */
export const fiatAction = open({ type: text, url: orNothing(z.string()) }).check(
  z.refine((action) => !OPENED.has(action.type) || z.safeParse(webUrl, action.url).success, {
    path: ['url'],
    message: 'Not an address that may be opened',
  }),
)
export type FiatAction = z.infer<typeof fiatAction>

/** The answer to a committed order. */
export const fiatOrderCreated = open({
  orderId: identifier,
  status: text,
  provider: lenient(text),
  action: fiatAction,
})
export type FiatOrderCreated = z.infer<typeof fiatOrderCreated>

/** A fiat order as it stands; `outputAmount` in smallest units. Statuses are open-ended. */
export const fiatOrder = open({
  orderId: identifier,
  status: text,
  provider: lenient(text),
  action: orNothing(fiatAction),
  outputAmount: orNothing(amount),
  transferTxHash: orNothing(hash),
  failure: orNothing(open({ message: lenient(text), reason: lenient(text) })),
  terminal: lenient(z.boolean()),
  bridgeOrderId: lenient(identifier),
  recipient: lenient(text),
  outputAsset: lenient(asset),
  /** What a purchase that is found by its number is shown with; none of it need be told. */
  fiatCurrency: lenient(text),
  fiatAmount: lenient(display),
  swapStrategy: lenient(text),
  expectedOutputAmount: lenient(amount),
  /** ISO 8601. */
  createdAt: lenient(text),
})
export type FiatOrder = z.infer<typeof fiatOrder>

/** A payment provider; nobody publishes the field names, so all of them may be absent. */
export const fiatProvider = open({
  id: lenient(text),
  name: lenient(text),
  logoUrl: lenient(imageUrl),
  capabilities: lenient(z.unknown()),
})
export type FiatProvider = z.infer<typeof fiatProvider>

export const fiatConfig = open({
  providers: z.catch(listOf(fiatProvider), []),
  jump: lenient(z.unknown()),
  features: lenient(z.unknown()),
})
export type FiatConfig = z.infer<typeof fiatConfig>

/** A message of the wrapper page to the window that opened it. It only ever causes an early poll. */
export const fiatWidgetEvent = open({
  type: z.literal('FIAT_WIDGET_EVENT'),
  event: z.enum([
    'widget_ready',
    'order_created',
    'order_processing',
    'order_completed',
    'order_failed',
    'widget_close',
  ]),
  orderId: identifier,
  provider: lenient(text),
  data: lenient(z.unknown()),
})
export type FiatWidgetEvent = z.infer<typeof fiatWidgetEvent>
