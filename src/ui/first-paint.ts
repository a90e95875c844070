/**
 * What happens before a page's scripts are there. The form is drawn into the page when it is built, so it
 * is painted with the first bytes; this little reads what must be right in that paint.
 */

/** Where the theme is remembered for the very first paint; the settings are the truth. */
export const themeKey = 'causeway-theme'
/** The same for the language: its tag; nothing, or an empty one, is English. */
export const languageKey = 'causeway-language'
/** Set while something is kept that the empty form does not show. */
export const keptKey = 'causeway-kept'

/** What a person did before anything listened; between two scripts, so it stands at their window. */
const early = Symbol.for('causeway-early')
const kinds = ['click', 'keydown', 'input', 'toggle'] as const

/** A frame comes every 16 ms, ms; a browser that draws none for this long is not waited for. */
const FRAME_MS = 100

type Did = { event: Event; target: EventTarget | null; value: string | undefined }
type Page = Window & { [early]?: { done: Did[]; framed: Promise<void>; end(): void } | undefined }

const typedIn = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? target.value : undefined

/**
 * Makes ready what is painted before the page's own scripts are there: theme and layout. `data-held` hides
 * what would be wrong: the whole `page` where it is another screen or is to be in another language, the
 * `form` where what is kept is read first.
 */
export function preparePaint(page: Page): void {
  const { document, location, localStorage } = page
  const { dataset } = document.documentElement
  dataset.theme = localStorage.getItem(themeKey) ?? 'system'
  const inTab = new URLSearchParams(location.search).get('view') === 'tab'
  if (inTab) dataset.view = 'tab'
  const isForeign = Boolean(localStorage.getItem(languageKey))
  if (isForeign || inTab || location.hash.length > 2) dataset.held = 'page'
  else if (localStorage.getItem(keptKey) !== null) dataset.held = 'form'
  const done: Did[] = []
  const keep = (event: Event) => {
    const { target } = event
    done.push({ event, target, value: typedIn(target) })
  }
  for (const kind of kinds) page.addEventListener(kind, keep, true)
  page[early] = {
    done,
    framed: new Promise((resolve) => {
      // The callback comes before its frame is drawn, the timer after. A page that nobody sees draws none.
      page.requestAnimationFrame(() => page.setTimeout(resolve))
      page.setTimeout(resolve, document.hidden ? 0 : FRAME_MS)
    }),
    end() {
      for (const kind of kinds) page.removeEventListener(kind, keep, true)
    },
  }
}

/**
 * Resolves once the page as it was built has been painted, so that scripts do not keep the paint waiting;
 * undefined where nothing of it is to be seen.
 */
export function firstFrame(page: Page): Promise<void> | undefined {
  return page.document.documentElement.dataset.held === undefined ? page[early]?.framed : undefined
}

/** Tells those who listen now what was typed and pressed before they did. */
export function replayEarly(page: Page): void {
  const kept = page[early]
  page[early] = undefined
  kept?.end()
  for (const { event, target, value } of kept?.done ?? []) {
    if (!(target instanceof Element) || !target.isConnected) continue
    // Elsewhere the browser itself has done what a press is for.
    if (event.type === 'click' && target.closest('button') === null) continue
    // Taken over, a field is empty again.
    if (value !== undefined && event.type === 'input') (target as HTMLInputElement).value = value
    const Kind = event.constructor as typeof Event
    target.dispatchEvent(new Kind(event.type, event))
  }
}
