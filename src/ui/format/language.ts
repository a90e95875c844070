/** The language that the page is in, as its `lang` says it; English where there is no page. */
export function pageLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en'
}

/** The same for moments: English ones are written with the day first and in 24 hours. */
export function momentLanguage(): string {
  const language = pageLanguage()
  return language === 'en' ? 'en-GB' : language
}
