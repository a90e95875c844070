/**
 * Digits after the point of the currencies that have not two, by ISO 4217: column "Minor unit" of list
 * one, https://www.six-group.com/en/products-services/financial-information/data-standards.html. What a
 * browser writes is no measure: its own tables round several of the others to whole units.
 */
const others: readonly [decimals: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]
/** Metals, units of account and codes for tests: nobody pays with them. */
const noMoney = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'

/** Digits after the point of a currency, by ISO 4217; null for what is no code of one. */
export function currencyDecimals(code: string): number | null {
  const name = code.toUpperCase()
  if (!/^[A-Z]{3}$/.test(name) || noMoney.includes(name)) return null
  return others.find(([, codes]) => codes.includes(name))?.[0] ?? 2
}
