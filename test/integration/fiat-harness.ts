import type { FiatOrder, FiatQuote, FiatQuoteRequest } from '@/src/contract/service/fiat'
import { type ServiceHarness, startServiceHarness } from './service-harness'

/** A recipient of each family that starts with nothing, so that what it has came from the order. */
export const EVM_RECIPIENT = '0x00000000000000000000000000000000000f1a70'
export const SOLANA_RECIPIENT = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'

/** Short of the product's 3,000 ms, so that a test follows an order closely. */
const followMs = 50

export type Asset = { chainId: number; address: string }

/** The product's fiat client against a running sandbox. */
export async function startFiatHarness() {
  const harness: ServiceHarness = await startServiceHarness()
  const { client, wallet, author } = harness

  const toRequest = (asset: Asset, fields: Partial<FiatQuoteRequest> = {}): FiatQuoteRequest => ({
    fiatCurrency: 'EUR',
    fiatAmount: '50',
    outputAsset: { chainId: asset.chainId, address: asset.address },
    recipient: author,
    refundTo: author,
    ...fields,
  })
  const quoteAt = async (
    provider: string,
    asset: Asset,
    fields: Partial<FiatQuoteRequest> = {},
  ): Promise<FiatQuote> => {
    const { quotes } = await client.fiat.quote(toRequest(asset, { ...fields, provider }))
    const [quote] = quotes
    if (quote === undefined) throw new Error(`${provider} has no quote`)
    return quote
  }

  return {
    ...harness,
    toRequest,
    /** The one quote of a provider. */
    quoteAt,
    async order(provider: string, asset: Asset, fields: Partial<FiatQuoteRequest> = {}) {
      const quote = await quoteAt(provider, asset, fields)
      const created = await client.fiat.createOrder({ quoteId: quote.quoteId })
      return { quote, ...created }
    },
    /** What the next fiat order does; see the sandbox's `fiat/control.ts`. */
    script: (script: Record<string, unknown>) => wallet.control('POST', '/fiat/next-order', script),
    /** What a person would do in the checkout. */
    act: (orderId: string, act: 'pay' | 'fail' | 'cancel') =>
      wallet.control('POST', '/fiat/act', { orderId, act }),
    /** Follows a fiat order to its end; gives it with every status that was seen. */
    async follow(orderId: string): Promise<FiatOrder & { seen: string[] }> {
      const seen: string[] = []
      const order = await client.trackFiatOrder(orderId, {
        intervalMs: followMs,
        onUpdate: ({ status }) => {
          if (seen.at(-1) !== status) seen.push(status)
        },
      })
      return { ...order, seen }
    },
  }
}

export type FiatHarness = Awaited<ReturnType<typeof startFiatHarness>>
