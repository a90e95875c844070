/**
 * What page objects and journeys need of a page, in the words of Playwright: its `Page` and `Locator`
 * are such as they are, and `support/firefox/page.ts` makes the same over Firefox's own protocol.
 */
export type Patience = { timeout?: number }

/** Places on a page, looked up anew at each use. One that acts or reads wants exactly one element. */
export type ViewLocator = {
  click(options?: Patience): Promise<void>
  fill(text: string, options?: Patience): Promise<void>
  /** Puts the focus there and presses a key, by its name. */
  press(key: 'Enter' | 'Space', options?: Patience): Promise<void>
  count(): Promise<number>
  getAttribute(name: string): Promise<string | null>
  innerText(): Promise<string>
  waitFor(options?: Patience & { state?: 'visible' | 'detached' }): Promise<void>
  first(): ViewLocator
  last(): ViewLocator
  or(other: ViewLocator): ViewLocator
  locator(css: string): ViewLocator
}

export type ViewPage = {
  /** Runs an expression in the page; what it gives, or promises, comes back as JSON. */
  evaluate<Result>(source: string): Promise<Result>
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  bringToFront(): Promise<void>
  close(): Promise<void>
  locator(css: string): ViewLocator
  getByTestId(id: string): ViewLocator
  getByText(text: string): ViewLocator
  getByRole(
    role: 'button' | 'dialog',
    options?: { name?: string | RegExp; exact?: boolean },
  ): ViewLocator
}
