import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience'
import type { Patience, ViewLocator, ViewPage } from '../view'
import { type Bidi, BidiError, callIn } from './bidi'
import { askPage, type Query, type Seen, type Spot } from './query'

const betweenLooks = 50

/** Asks again and again until `look` gives something; says at the end what it said last. */
async function until<Found>(
  what: string,
  timeout: number,
  look: () => Promise<Found | { not: string }>,
): Promise<Found> {
  const end = Date.now() + timeout
  for (;;) {
    const found = await look()
    const isNot = typeof found === 'object' && found !== null && 'not' in found
    if (!isNot) return found as Found
    if (Date.now() > end) throw new Error(`${what}: ${found.not} (${timeout} ms)`)
    await pause(betweenLooks)
  }
}

/** Places on a page of Firefox. */
export class FirefoxLocator implements ViewLocator {
  readonly #page: FirefoxPage
  readonly #query: Query

  constructor(page: FirefoxPage, query: Query) {
    this.#page = page
    this.#query = query
  }

  toString(): string {
    return JSON.stringify(this.#query)
  }

  /** What is there now. */
  see(): Promise<Seen> {
    return this.#page.ask<Seen>(this.#query, { what: 'see' })
  }

  /**
   * One real press of the button, once somebody could press there; never a second one. Where the page moved
   * between the look and the press, nothing takes it, and the place is looked for again.
   */
  async click({ timeout = patience }: Patience = {}): Promise<void> {
    await until(`A click on ${this}`, timeout, async () => {
      await this.#page.showIfHidden()
      const spot = await this.#page.ask<Spot>(this.#query, { what: 'spot' })
      if ('not' in spot) return spot
      await this.#page.press(spot)
      const pressed = this.#page.ask<boolean>(this.#query, { what: 'pressed' })
      const hasHit = await pressed.catch(unlessItMoves)
      return hasHit === false ? { not: 'it moved away from the press' } : {}
    })
  }

  /** The text at once, as a paste brings it. */
  async fill(text: string, { timeout = patience }: Patience = {}): Promise<void> {
    await until(`Filling ${this}`, timeout, () =>
      this.#page.ask<{ not: string } | object>(this.#query, { what: 'fill', text }),
    )
  }

  /** A real press of a key, once what is there has the focus; never a second one. */
  async press(key: 'Enter' | 'Space', { timeout = patience }: Patience = {}): Promise<void> {
    await until(`A key on ${this}`, timeout, async () => {
      await this.#page.showIfHidden()
      return this.#page.ask<{ not: string } | object>(this.#query, { what: 'focus' })
    })
    // https://www.w3.org/TR/webdriver2/#keyboard-actions
    await this.#page.type(key === 'Enter' ? '\uE007' : ' ')
  }

  async count(): Promise<number> {
    return (await this.see()).count
  }

  private one(): Promise<Seen> {
    return until(`Reading ${this}`, patience, async () => {
      const seen = await this.see()
      return seen.count === 1 ? seen : { not: `there are ${seen.count}` }
    })
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.one()).attributes[name] ?? null
  }

  async innerText(): Promise<string> {
    return (await this.one()).text
  }

  async waitFor(options: Patience & { state?: 'visible' | 'detached' } = {}): Promise<void> {
    const { timeout = patience, state = 'visible' } = options
    await until(`Waiting for ${this}`, timeout, async () => {
      const { count, visible } = await this.see()
      if (state === 'detached') return count === 0 ? {} : { not: 'it is still there' }
      if (count > 1) return { not: `there are ${count}` }
      return visible ? {} : { not: 'it is not visible' }
    })
  }

  first(): FirefoxLocator {
    return new FirefoxLocator(this.#page, { by: 'at', index: 0, of: this.#query })
  }

  last(): FirefoxLocator {
    return new FirefoxLocator(this.#page, { by: 'at', index: -1, of: this.#query })
  }

  or(other: ViewLocator): FirefoxLocator {
    const query = (other as FirefoxLocator).#query
    return new FirefoxLocator(this.#page, { by: 'or', either: this.#query, other: query })
  }

  locator(css: string): FirefoxLocator {
    return new FirefoxLocator(this.#page, { by: 'css', css, within: this.#query })
  }
}

/** A tab or a window of Firefox, known by its browsing context. */
export class FirefoxPage implements ViewPage {
  readonly #bidi: Bidi
  readonly context: string

  constructor(bidi: Bidi, context: string) {
    this.#bidi = bidi
    this.context = context
  }

  /** Runs a script in the page; what it gives back comes as JSON. */
  evaluate<Result>(source: string): Promise<Result> {
    return callIn<Result>(this.#bidi, this.context, `() => (${source})`)
  }

  ask<Result>(query: Query, ask: Parameters<typeof askPage>[1]): Promise<Result> {
    return callIn<Result>(this.#bidi, this.context, askPage.toString(), query, ask)
  }

  async goto(url: string): Promise<void> {
    // Pages of extensions never tell that they have loaded: they are looked at instead.
    await this.#bidi.send('browsingContext.navigate', { context: this.context, url, wait: 'none' })
    await this.settle(url)
  }

  async reload(): Promise<void> {
    const url = await this.evaluate<string>('(globalThis.causewayBefore = true, location.href)')
    await this.#bidi.send('browsingContext.reload', { context: this.context, wait: 'none' })
    await this.settle(url)
  }

  /** Waits until the page of this address is there, and not the one that was reloaded. */
  private async settle(url: string): Promise<void> {
    const wanted = new URL(url).href
    const read = '[location.href, document.readyState, "causewayBefore" in globalThis]'
    await until(`Opening ${url}`, patience, async () => {
      // Between two documents nobody answers.
      const state = await this.evaluate<[string, string, boolean]>(read).catch(unlessItMoves)
      if (state === undefined) return { not: 'it moves' }
      const [href, readyState, isBefore] = state
      const isThere = href === wanted && readyState !== 'loading' && !isBefore
      return isThere ? {} : { not: `it shows ${href}, ${readyState}` }
    })
  }

  async bringToFront(): Promise<void> {
    await this.#bidi.send('browsingContext.activate', { context: this.context })
  }

  /** A tab in the background draws nothing, so that nobody could press there. */
  async showIfHidden(): Promise<void> {
    if (await this.evaluate<boolean>('document.hidden')) await this.bringToFront()
  }

  async press({ x, y }: { x: number; y: number }, which: 'left' | 'right' = 'left'): Promise<void> {
    const button = which === 'left' ? 0 : 2
    const pressed = this.#bidi.send('input.performActions', {
      context: this.context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button },
            { type: 'pointerUp', button },
          ],
        },
      ],
    })
    // What is pressed may close the page, and then nobody is left to say that it was.
    await pressed.catch(unlessItMoves)
  }

  async type(value: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]
    const pressed = this.#bidi.send('input.performActions', {
      context: this.context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    })
    await pressed.catch(unlessItMoves)
  }

  async resize(width: number, height: number): Promise<void> {
    const viewport = { width, height }
    await this.#bidi.send('browsingContext.setViewport', { context: this.context, viewport })
  }

  async close(): Promise<void> {
    await this.#bidi.send('browsingContext.close', { context: this.context })
  }

  locator(css: string): FirefoxLocator {
    return new FirefoxLocator(this, { by: 'css', css })
  }

  getByTestId(id: string): FirefoxLocator {
    return this.locator(`[data-testid="${id}"]`)
  }

  getByText(text: string): FirefoxLocator {
    return new FirefoxLocator(this, { by: 'text', text })
  }

  getByRole(role: string, { name }: { name?: string | RegExp } = {}): FirefoxLocator {
    if (name === undefined) return new FirefoxLocator(this, { by: 'role', role })
    const wanted =
      typeof name === 'string' ? { exact: name } : { source: name.source, flags: name.flags }
    return new FirefoxLocator(this, { by: 'role', role, name: wanted })
  }
}

/** How Firefox says that a page went away while it was asked. */
const away = /^no such (frame|window)|discarded|destroyed|AbortError/i

/** A page that goes elsewhere, or that has gone, does not answer. */
function unlessItMoves(error: unknown): undefined {
  if (error instanceof BidiError && away.test(error.message)) return undefined
  throw error
}
