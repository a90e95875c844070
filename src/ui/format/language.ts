/** The language that the page is in, as its `lang` says it; English where there is no page. */
const spoken = () => globalThis.document?.documentElement.lang || 'en'

/**
 * The same for what Intl writes. Digits are 0 to 9 in every language: they are compared with those of
 * wallets and explorers. https://unicode.org/reports/tr35/#UnicodeNumberSystemIdentifier
 */
export function pageLanguage(): string {
  return `${spoken()}-u-nu-latn`
}

/** The same for moments: English ones are written with the day first and in 24 hours. */
export function momentLanguage(): string {
  return spoken() === 'en' ? 'en-GB' : pageLanguage()
}
