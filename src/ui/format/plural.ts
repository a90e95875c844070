import { pageLanguage } from './language'

/** Whole messages by the plural categories of a language; `other` is the one that every language has. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * The message for so many, by the rules of the page's language.
 * https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
 */
export function plural(count: number, forms: PluralForms): string {
  return forms[new Intl.PluralRules(pageLanguage()).select(count)] ?? forms.other
}

/** Writes a whole number for reading: `1,234`. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(pageLanguage()).format(count)
}

/**
 * Joins what stands beside each other: `Base, Arbitrum`, or with `and` before the last. Where the page reads
 * from the right each is isolated: a name or an address among them keeps its own direction.
 */
export function formatList(
  parts: readonly string[],
  type: 'unit' | 'conjunction' = 'unit',
): string {
  const style = type === 'unit' ? 'short' : 'long'
  const isTurned = globalThis.document?.documentElement.dir === 'rtl'
  const shown = isTurned ? parts.map((part) => `\u2068${part}\u2069`) : parts
  return new Intl.ListFormat(pageLanguage(), { type, style }).format(shown)
}
