import * as z from 'zod/mini'
import { type FiatConfig, fiatConfig } from '@/src/contract/service/fiat'
import { type Limits, toMinorUnits } from '@/src/domain/order/purchase'
import { currencyDecimals } from '@/src/domain/token/currency-decimals'
import { tidy } from '@/src/lib/tidy'

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

/** Reads the fiat API's configuration into choices; fails where it is none. */
export function toFiatChoices(config: unknown): FiatChoices {
  const { providers, jump } = z.parse(fiatConfig, config)
  const known = providers.map(({ capabilities, ...own }) => ({
    ...own,
    ...tidy(capabilities ?? {}),
  }))
  const named = known
    .flatMap(({ fiatCurrencies = [] }) => fiatCurrencies)
    .filter((code) => currencyDecimals(code) !== null)
  const currencies = named.length > 0 ? named : Intl.supportedValuesOf('currency')
  const hubChainId = hubOf(jump)
  return {
    currencies: [...new Set(currencies)],
    methods: [...new Set(known.flatMap(({ paymentMethods = [] }) => paymentMethods))],
    ...(hubChainId === undefined ? {} : { hubChainId }),
    limits: widest(known),
  }
}

function hubOf(jump: FiatConfig['jump']): number | undefined {
  if (typeof jump !== 'object' || jump.supported === false || jump.enabled === false)
    return undefined
  return jump.hub?.chainId ?? jump.hubChainId
}

type Abilities = NonNullable<FiatConfig['providers'][number]['capabilities']>

/** One provider that names no bound leaves that side open. */
function widest(known: readonly Abilities[]): Record<string, Limits> {
  const all: Record<string, Limits> = {}
  for (const { fiatCurrencies = [], minFiatAmount: min, maxFiatAmount: max, limits } of known) {
    for (const code of fiatCurrencies) {
      const own = fiatCurrencies.length === 1 ? { min, max } : {}
      const next = limits?.[code] ?? own
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
