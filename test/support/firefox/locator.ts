import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '../patience'
import type { Exactly, Patience, RoleOptions, ViewLocator, ViewPlaces, ViewRole } from '../view'
import { keyOf } from './keys'
import type { FirefoxPage } from './page'
import type { Query, Seen, Spot, Words } from './query'

const betweenLooks = 50

/** Asks again and again until `look` gives something; says at the end what it said last. */
export async function until<Found>(
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

/** As Playwright takes them: a string is a part of it whatever its capitals are, or the whole. */
function wordsOf(text: string | RegExp, { exact = false }: Exactly = {}): Words {
  if (typeof text !== 'string') return { source: text.source, flags: text.flags }
  return exact ? { exact: text } : { part: text }
}

/** How places are found in Firefox. */
export type FirefoxPlaces = {
  [How in keyof ViewPlaces]: (...what: Parameters<ViewPlaces[How]>) => FirefoxLocator
}

/** How they are found on a page, or in a place of it. */
export function placesOf(page: FirefoxPage, within?: Query): FirefoxPlaces {
  const inside = within === undefined ? {} : { within }
  const locate = (query: Query) => new FirefoxLocator(page, query)
  return {
    locator: (css: string) => locate({ by: 'css', css, ...inside }),
    getByTestId: (id: string) => locate({ by: 'css', css: `[data-testid="${id}"]`, ...inside }),
    getByText: (text: string | RegExp, options?: Exactly) =>
      locate({ by: 'text', text: wordsOf(text, options), ...inside }),
    getByLabel: (label: string | RegExp, options?: Exactly) =>
      locate({ by: 'label', label: wordsOf(label, options), ...inside }),
    getByRole(role: ViewRole, { name, exact = false, ...options }: RoleOptions = {}) {
      const named = name === undefined ? {} : { name: wordsOf(name, { exact }) }
      return locate({ by: 'role', role, ...named, ...options, ...inside })
    },
  }
}

/** Places on a page of Firefox. */
export class FirefoxLocator implements ViewLocator {
  readonly #page: FirefoxPage
  readonly #query: Query
  declare readonly locator: FirefoxPlaces['locator']
  declare readonly getByTestId: FirefoxPlaces['getByTestId']
  declare readonly getByText: FirefoxPlaces['getByText']
  declare readonly getByLabel: FirefoxPlaces['getByLabel']
  declare readonly getByRole: FirefoxPlaces['getByRole']

  constructor(page: FirefoxPage, query: Query) {
    this.#page = page
    this.#query = query
    Object.assign(this, placesOf(page, query))
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
      const hasHit = await this.#page.askUnlessItMoves<boolean>(this.#query, { what: 'pressed' })
      return hasHit === false ? { not: 'it moved away from the press' } : {}
    })
  }

  async check(options: Patience = {}): Promise<void> {
    if (!(await this.isChecked())) await this.click(options)
    await until(`Checking ${this}`, options.timeout ?? patience, async () =>
      (await this.isChecked()) ? {} : { not: 'it is not checked' },
    )
  }

  async hover({ timeout = patience }: Patience = {}): Promise<void> {
    await until(`The pointer over ${this}`, timeout, async () => {
      await this.#page.showIfHidden()
      const spot = await this.#page.ask<Spot>(this.#query, { what: 'spot' })
      if ('not' in spot) return spot
      await this.#page.point(spot)
      await this.#page.ask(this.#query, { what: 'pressed' })
      return {}
    })
  }

  /** The text at once, as a paste brings it. */
  fill(text: string, { timeout = patience }: Patience = {}): Promise<void> {
    return this.act('Filling', { what: 'fill', text }, timeout)
  }

  focus({ timeout = patience }: Patience = {}): Promise<void> {
    return this.act('The focus on', { what: 'focus' }, timeout)
  }

  async blur(): Promise<void> {
    await this.evaluate((element) => element.blur())
  }

  private async act(
    what: string,
    ask: Parameters<FirefoxPage['ask']>[1],
    timeout: number,
  ): Promise<void> {
    await until(`${what} ${this}`, timeout, () =>
      this.#page.ask<{ not: string } | object>(this.#query, ask),
    )
  }

  /** A real press of a key, once what is there has the focus; never a second one. */
  async press(key: string, { timeout = patience }: Patience = {}): Promise<void> {
    await this.#page.showIfHidden()
    await this.focus({ timeout })
    await this.#page.type(...keyOf(key))
  }

  async pressSequentially(text: string): Promise<void> {
    await this.#page.showIfHidden()
    await this.focus()
    for (const sign of text) await this.#page.type(sign)
  }

  selectOption(option: string | { label: string }): Promise<void> {
    const text = typeof option === 'string' ? option : option.label
    return this.act('Choosing in', { what: 'select', text }, patience)
  }

  setInputFiles(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const { name, mimeType, buffer } = file
    const given = { name, mimeType, base64: buffer.toString('base64') }
    return this.act('A file for', { what: 'give', file: given }, patience)
  }

  async count(): Promise<number> {
    return (await this.see()).count
  }

  async all(): Promise<FirefoxLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }

  async isVisible(): Promise<boolean> {
    return (await this.see()).visible
  }

  private one(): Promise<Seen> {
    return until(`Reading ${this}`, patience, async () => {
      const seen = await this.see()
      return seen.count === 1 ? seen : { not: `there are ${seen.count}` }
    })
  }

  async isChecked(): Promise<boolean> {
    return (await this.one()).checked
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.one()).attributes[name] ?? null
  }

  async innerText(): Promise<string> {
    return (await this.one()).text
  }

  async inputValue(): Promise<string> {
    return (await this.one()).value
  }

  async evaluate<Result>(run: (element: HTMLElement) => Result): Promise<Result> {
    await this.one()
    return this.#page.runWith<Result>(this.#query, run.toString())
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

  private locate(query: Query): FirefoxLocator {
    return new FirefoxLocator(this.#page, query)
  }

  first(): FirefoxLocator {
    return this.nth(0)
  }

  last(): FirefoxLocator {
    return this.nth(-1)
  }

  nth(index: number): FirefoxLocator {
    return this.locate({ by: 'at', index, of: this.#query })
  }

  or(other: ViewLocator): FirefoxLocator {
    return this.locate({ by: 'or', either: this.#query, other: (other as FirefoxLocator).#query })
  }

  and(other: ViewLocator): FirefoxLocator {
    return this.locate({ by: 'and', either: this.#query, other: (other as FirefoxLocator).#query })
  }

  filter({ hasText }: { hasText: string | RegExp }): FirefoxLocator {
    return this.locate({ by: 'having', of: this.#query, text: wordsOf(hasText) })
  }
}
