import * as z from 'zod/mini'
import { fiatConfig } from '@/src/contract/service/fiat'
import { currencyDecimals } from '@/src/domain/currency-decimals'

/** What a person may choose from, as far as the fiat API tells. */
export type FiatChoices = {
  /** Currency codes; the browser's own list where the API names none. */
  currencies: string[]
  methods: string[]
  /** Chain on which a `jump` settles, and sends back what it cannot bridge; absent without one. */
  hubChainId?: number
}

// Nobody publishes these names: what has another shape is not known, and nothing depends on it.
const texts = z.catch(z.array(z.string().check(z.maxLength(64))), [])
const abilities = z.catch(z.object({ fiatCurrencies: texts, paymentMethods: texts }), {
  fiatCurrencies: [],
  paymentMethods: [],
})
const hub = z.object({ supported: z.literal(true), hub: z.object({ chainId: z.number() }) })

/** Reads the fiat API's configuration into choices; fails where it is none. */
export function toFiatChoices(config: unknown): FiatChoices {
  const { providers, jump } = z.parse(fiatConfig, config)
  const known = providers.map(({ capabilities }) => z.parse(abilities, capabilities))
  const named = known
    .flatMap(({ fiatCurrencies }) => fiatCurrencies)
    .filter((code) => currencyDecimals(code) !== null)
  const currencies = named.length > 0 ? named : Intl.supportedValuesOf('currency')
  const read = z.safeParse(hub, jump)
  return {
    currencies: [...new Set(currencies)],
    methods: [...new Set(known.flatMap(({ paymentMethods }) => paymentMethods))],
    ...(read.success ? { hubChainId: read.data.hub.chainId } : {}),
  }
}
