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
  soundOf,
  statusWord,
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

/** Names, written as text or as records that carry one; what carries none is left out. */
const named = listOf(
  z.union([
    text,
    z.pipe(
      open({ name: text }),
      z.transform((each): string => each.name),
    ),
    z.pipe(
      open({ id: text }),
      z.transform((each): string => each.id),
    ),
  ]),
)

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
  paymentMethods: lenient(named),
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

/**
 * How a checkout goes on. An address that may not be opened is left out: without one there is nothing to
 * open here, whatever the type, and the order is made all the same.
 */
const fiatAction = open({ type: z.catch(text, 'unknown'), url: lenient(webUrl) })

/**
 * The answer to a committed order. Its number is the one way back to it: nothing beside it that cannot be
 * read takes it away.
 */
export const fiatOrderCreated = open({
  orderId: identifier,
  status: z.catch(statusWord, ''),
  provider: lenient(text),
  action: z.catch(fiatAction, { type: 'unknown' }),
})
export type FiatOrderCreated = z.infer<typeof fiatOrderCreated>

/** Why an order did not complete: a record, whatever it says of the reason, or a sentence; nothing else. */
const failure = z.pipe(
  z.unknown(),
  z.transform((told): { message?: string | undefined; reason?: string | undefined } | undefined => {
    const said = z.safeParse(text, told)
    if (said.success) return said.data === '' ? undefined : { message: said.data }
    const record = z.safeParse(open({ message: lenient(text), reason: lenient(text) }), told)
    return record.success ? record.data : undefined
  }),
)

/**
 * A fiat order as it stands; `outputAmount` in smallest units. Statuses are open-ended. The number and the
 * status must be told: anything beside them that cannot be read is as if it was not told, so that it
 * takes nothing from the provider's last word.
 */
export const fiatOrder = open({
  orderId: identifier,
  status: statusWord,
  provider: lenient(text),
  action: lenient(fiatAction),
  outputAmount: lenient(amount),
  transferTxHash: lenient(hash),
  failure: z.optional(failure),
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

/** Limits of one order, display decimals of a currency; either may not be told. */
const bounds = open({ min: lenient(display), max: lenient(display) })

/**
 * What a provider can do. Nobody publishes the field names: they are those of an offer, which are seen,
 * and of what is asked for; each is read on its own, and nothing depends on one.
 */
const abilities = {
  fiatCurrencies: lenient(named),
  paymentMethods: lenient(named),
  /** Of the provider's one currency. */
  minFiatAmount: lenient(display),
  maxFiatAmount: lenient(display),
  /** By currency. */
  limits: lenient(z.record(z.string(), z.catch(bounds, {}))),
}
const capabilities = open(abilities)

/** A payment provider; what it can do may stand in a record of its own, or beside its name. */
const fiatProvider = open({
  id: lenient(text),
  name: lenient(text),
  logoUrl: lenient(imageUrl),
  capabilities: lenient(capabilities),
  ...abilities,
})

/** Providers as a list, or as a table by their ids. */
const fiatProviders = z.union([
  listOf(fiatProvider),
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((table) => z.parse(listOf(fiatProvider), Object.values(table))),
  ),
])

/** Whether what a provider settles is bridged on, and from which chain; a word alone says no chain. */
const jump = z.union([
  open({
    supported: lenient(z.boolean()),
    enabled: lenient(z.boolean()),
    hubChainId: lenient(chainId),
    hub: lenient(open({ chainId: lenient(chainId) })),
  }),
  z.boolean(),
])

export const fiatConfig = open({
  providers: z.catch(fiatProviders, []),
  jump: lenient(jump),
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
