import { plainText } from '@/src/lib/plain-text'
import { currencyDecimals } from './currency-decimals'
import { toDecimal } from './written-amount'

/**
 * Writes an amount of money with its currency's own digits: `€1,234.50`, `A$5.00`. One that has more of
 * them keeps them all: nothing is rounded. What is no number is a stranger's word. Written so in every
 * language, as it stands beside amounts of tokens: see `written-amount`.
 */
export function formatMoney(decimal: string, code: string): string {
  const decimals = currencyDecimals(code)
  if (decimals === null || !/^\d{1,15}(\.\d{1,18})?$/.test(decimal)) {
    return plainText(`${plainText(decimal, 32)} ${code}`)
  }
  const style = { style: 'currency', currency: code, currencyDisplay: 'symbol' } as const
  const written = decimal.split('.')[1]?.replace(/0+$/, '').length ?? 0
  const digits = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, written),
  }
  // As text, so that no digit is lost on the way.
  return new Intl.NumberFormat('en', { ...style, ...digits }).format(decimal as `${number}`)
}

/** Writes the smallest units of a currency; `?` where neither is known. */
export function formatMinor(units: string, decimals: number, code: string): string {
  if (code === '?') return code
  return formatMoney(toDecimal(units, decimals), code)
}
