/** The element of a page that is sure to have it. */
export function element<T extends HTMLElement>(testId: string, kind: new () => T): T {
  const found = document.querySelector(`[data-testid="${testId}"]`)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${testId}`)
}

/** A setting that the server wrote into the page. */
export function setting(name: string): string {
  return document.querySelector('main')?.dataset[name] ?? ''
}
