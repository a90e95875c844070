import * as z from 'zod/mini'
import { fiatConfig } from '@/src/contract/service/fiat'
import { currencyDecimals } from '@/src/domain/currency-decimals'
import { toMinorUnits } from '@/src/domain/purchase'

/** What a person may choose from, as far as the fiat API tells. */
export type FiatChoices = {
  /** Currency codes; the browser's own list where the API names none. */
  currencies: string[]
  methods: string[]
  /** Chain on which a `jump` settles, and sends back what it cannot bridge; absent without one. */
  hubChainId?: number
  /** The widest that any provider tells, by currency. */
  limits: Record<string, Limits>
}

// Nobody publishes these names: what has another shape is not known, and nothing depends on it.
const texts = z.catch(z.array(z.string().check(z.maxLength(64))), [])
const money = z.catch(
  z.optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String))),
  undefined,
)
const anything = z.record(z.string(), z.unknown())
const bounds = z.object({ min: money, max: money })
const abilities = z.object({
  fiatCurrencies: texts,
  paymentMethods: texts,
  /** Of the provider's one currency. */
  minFiatAmount: money,
  maxFiatAmount: money,
  /** By currency. */
  limits: z.catch(z.record(z.string(), z.catch(bounds, {})), {}),
})
const nothing = z.parse(abilities, {})
const jumps = z.object({
  supported: z.optional(z.literal(true)),
  enabled: z.optional(z.literal(true)),
  hubChainId: z.optional(z.number()),
  hub: z.catch(z.object({ chainId: z.optional(z.number()) }), {}),
})

/** What may be paid in one order, display decimals; either may not be told. */
export type Limits = { min?: string | undefined; max?: string | undefined }

/** Reads the fiat API's configuration into choices; fails where it is none. */
export function toFiatChoices(config: unknown): FiatChoices {
  const { providers, jump } = z.parse(fiatConfig, config)
  const known = providers.map(({ capabilities }) => {
    const read = z.safeParse(abilities, z.safeParse(anything, capabilities).data)
    return read.success ? read.data : nothing
  })
  const named = known
    .flatMap(({ fiatCurrencies }) => fiatCurrencies)
    .filter((code) => currencyDecimals(code) !== null)
  const currencies = named.length > 0 ? named : Intl.supportedValuesOf('currency')
  const read = z.safeParse(jumps, jump).data
  const hubChainId = read?.hub.chainId ?? read?.hubChainId
  return {
    currencies: [...new Set(currencies)],
    methods: [...new Set(known.flatMap(({ paymentMethods }) => paymentMethods))],
    ...(hubChainId === undefined ? {} : { hubChainId }),
    limits: widest(known),
  }
}

/** One provider that names no bound leaves that side open. */
function widest(known: readonly z.infer<typeof abilities>[]): Record<string, Limits> {
  const all: Record<string, Limits> = {}
  for (const { fiatCurrencies, minFiatAmount: min, maxFiatAmount: max, limits } of known) {
    for (const code of fiatCurrencies) {
      const own = fiatCurrencies.length === 1 ? { min, max } : {}
      const next = limits[code] ?? own
      const before = all[code]
      all[code] = before
        ? { min: pick(before.min, next.min, code, -1), max: pick(before.max, next.max, code, 1) }
        : { min: pick(next.min, next.min, code, -1), max: pick(next.max, next.max, code, 1) }
    }
  }
  return all
}

/** The greater (`way` 1) or smaller of two amounts of a currency; none where either is none. */
function pick(a: string | undefined, b: string | undefined, code: string, way: 1 | -1) {
  const units = (text = '') => toMinorUnits(text, currencyDecimals(code) ?? 0)
  const [one, other] = [units(a), units(b)]
  if (one === null || other === null) return undefined
  return one > other === (way === 1) ? a : b
}
