import { Script } from 'node:vm'
import { patience } from '../patience'
import type { ViewPage } from '../view'
import { type Bidi, BidiError, callIn } from './bidi'
import { keyOf } from './keys'
import { type FirefoxPlaces, placesOf, until } from './locator'
import { askPage, type Query } from './query'

type Ask = Parameters<typeof askPage>[1]

/** A tab or a window of Firefox, known by its browsing context; or a frame in one. */
export class FirefoxPage implements ViewPage {
  readonly #bidi: Bidi
  readonly context: string
  readonly #frame: { around: FirefoxPage; css: string } | undefined
  declare readonly locator: FirefoxPlaces['locator']
  declare readonly getByTestId: FirefoxPlaces['getByTestId']
  declare readonly getByText: FirefoxPlaces['getByText']
  declare readonly getByLabel: FirefoxPlaces['getByLabel']
  declare readonly getByRole: FirefoxPlaces['getByRole']

  constructor(bidi: Bidi, context: string, frame?: { around: FirefoxPage; css: string }) {
    this.#bidi = bidi
    this.context = context
    this.#frame = frame
    Object.assign(this, placesOf(this))
  }

  /** Where commands go: the page itself, or what its frame shows by now. */
  async #target(): Promise<string> {
    if (this.#frame === undefined) return this.context
    const { around, css } = this.#frame
    const target = { context: await around.#target() }
    const declaration = `(css) => document.querySelector(css)?.contentWindow`
    return until(`The frame ${css}`, patience, async () => {
      const { result } = await this.#bidi.send<{ result: { value?: { context?: string } } }>(
        'script.callFunction',
        {
          functionDeclaration: declaration,
          arguments: [{ type: 'string', value: css }],
          target,
          awaitPromise: false,
        },
      )
      return result.value?.context ?? { not: 'it is not there' }
    })
  }

  /** Runs a script in the page; what it gives back comes as JSON. */
  evaluate<Result>(source: string): Promise<Result>
  evaluate<Result, Given>(
    run: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  async evaluate<Result>(
    run: string | ((given: never) => unknown),
    given?: unknown,
  ): Promise<Result> {
    const source = typeof run === 'string' ? toFunction(run) : run.toString()
    return callIn<Result>(this.#bidi, await this.#target(), source, given)
  }

  async ask<Result>(query: Query, ask: Ask): Promise<Result> {
    return callIn<Result>(this.#bidi, await this.#target(), askPage.toString(), query, ask)
  }

  /** Nothing where the page went away meanwhile. */
  askUnlessItMoves<Result>(query: Query, ask: Ask): Promise<Result | undefined> {
    return this.ask<Result>(query, ask).catch(unlessItMoves)
  }

  /** Runs a function, by its source, with the one element of a query. */
  async runWith<Result>(query: Query, source: string): Promise<Result> {
    const run = `async (query) => (${source})(await (${askPage})(query, { what: 'element' }))`
    return callIn<Result>(this.#bidi, await this.#target(), run, query)
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
      // A popup goes on to where it was left by itself.
      const address = wanted.includes('#') ? href : href.split('#')[0]
      const isThere = address === wanted && readyState !== 'loading' && !isBefore
      return isThere ? {} : { not: `it shows ${href}, ${readyState}` }
    })
  }

  async bringToFront(): Promise<void> {
    await this.#bidi.send('browsingContext.activate', { context: this.context })
  }

  /** A tab in the background draws nothing, so that nobody could press there. */
  async showIfHidden(): Promise<void> {
    if (this.#frame !== undefined) return this.#frame.around.showIfHidden()
    if (await this.evaluate<boolean>('document.hidden')) await this.bringToFront()
  }

  async press({ x, y }: { x: number; y: number }, which: 'left' | 'right' = 'left'): Promise<void> {
    const button = which === 'left' ? 0 : 2
    const context = await this.#target()
    const pressed = this.#bidi.send('input.performActions', {
      context,
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

  /** Moves the pointer there. */
  async point({ x, y }: { x: number; y: number }): Promise<void> {
    const actions = [{ type: 'pointerMove', x, y }]
    await this.#bidi.send('input.performActions', {
      context: this.context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    })
    this.#pointer = { x, y }
  }

  #pointer = { x: 0, y: 0 }

  readonly mouse = {
    move: (x: number, y: number): Promise<void> => this.point({ x, y }),
    wheel: async (right: number, down: number): Promise<void> => {
      const actions = [{ type: 'scroll', ...this.#pointer, deltaX: right, deltaY: down }]
      await this.#bidi.send('input.performActions', {
        context: this.context,
        actions: [{ type: 'wheel', id: 'wheel', actions }],
      })
    },
  }

  readonly keyboard = {
    press: async (key: string): Promise<void> => {
      await this.showIfHidden()
      await this.type(...keyOf(key))
      if (key === 'Tab') await this.comeRound()
    },
    type: async (text: string): Promise<void> => {
      await this.showIfHidden()
      for (const sign of text) await this.type(sign)
    },
    insertText: (text: string): Promise<void> =>
      this.ask({ by: 'css', css: 'body' }, { what: 'insert', text }),
  }

  /**
   * Past the last of a page, Tab leads through the browser's own buttons to its first. Commands reach a page
   * alone: they would go on between its last place and nothing.
   */
  private async comeRound(): Promise<void> {
    const isOut = '!document.hasFocus() && document.activeElement === document.body'
    if (!(await this.evaluate<boolean>(isOut))) return
    // From the last of those buttons it leads back, and then on from the beginning.
    await this.type(...keyOf('Tab'))
    await this.evaluate(`void (document.activeElement.blur(),
      getSelection().collapse(document.body, 0))`)
  }

  /** Presses these keys together, the last one while the others are held. */
  async type(...values: string[]): Promise<void> {
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]
    const context = await this.#target()
    const pressed = this.#bidi.send('input.performActions', {
      context,
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

  frameLocator(css: string): Pick<FirefoxPlaces, 'getByTestId'> {
    return new FirefoxPage(this.#bidi, this.context, { around: this, css })
  }
}

/** The source of a function that gives the value of an expression, or does what statements say. */
function toFunction(source: string): string {
  try {
    new Script(`(${source})`)
    return `() => (${source})`
  } catch {
    return `() => { ${source} }`
  }
}

/** How Firefox says that a page went away while it was asked. */
const away = /^no such (frame|window)|discarded|destroyed|AbortError/i

/** A page that goes elsewhere, or that has gone, does not answer. */
function unlessItMoves(error: unknown): undefined {
  if (error instanceof BidiError && away.test(error.message)) return undefined
  throw error
}
