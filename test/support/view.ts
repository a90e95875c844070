/**
 * What page objects and journeys need of a page, in the words of Playwright: its `Page` and `Locator`
 * are such as they are, and `support/firefox/page.ts` makes the same over Firefox's own protocol.
 */
export type Patience = { timeout?: number }

/** Where something is looked for: on a page, or in a place of it. */
export type ViewPlaces = {
  locator(css: string): ViewLocator
  getByTestId(id: string): ViewLocator
  getByText(text: string | RegExp, options?: Exactly): ViewLocator
  getByLabel(label: string | RegExp, options?: Exactly): ViewLocator
  getByRole(role: ViewRole, options?: RoleOptions): ViewLocator
}
export type Exactly = { exact?: boolean }
export type RoleOptions = Exactly & { name?: string | RegExp; checked?: boolean; level?: number }
export type ViewRole =
  | 'alert'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'link'
  | 'listbox'
  | 'option'
  | 'radio'
  | 'region'
  | 'searchbox'
  | 'status'
  | 'textbox'

/** Places on a page, looked up anew at each use. One that acts or reads wants exactly one element. */
export type ViewLocator = ViewPlaces & {
  click(options?: Patience): Promise<void>
  /** Ticks it, where it is not ticked yet. */
  check(options?: Patience): Promise<void>
  hover(options?: Patience): Promise<void>
  focus(options?: Patience): Promise<void>
  blur(options?: Patience): Promise<void>
  fill(text: string, options?: Patience): Promise<void>
  /** Types sign by sign. */
  pressSequentially(text: string): Promise<void>
  /** Puts the focus there and presses a key, by its name. */
  press(key: string, options?: Patience): Promise<void>
  /** By its value, or by what it is called. */
  selectOption(option: string | { label: string }): Promise<unknown>
  setInputFiles(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>
  count(): Promise<number>
  all(): Promise<ViewLocator[]>
  isVisible(): Promise<boolean>
  isChecked(): Promise<boolean>
  getAttribute(name: string): Promise<string | null>
  innerText(): Promise<string>
  inputValue(): Promise<string>
  /** Runs a function in the page with the element; what it gives comes back as JSON. */
  evaluate<Result>(run: (element: HTMLElement) => Result): Promise<Result>
  waitFor(options?: Patience & { state?: 'visible' | 'detached' }): Promise<void>
  first(): ViewLocator
  last(): ViewLocator
  nth(index: number): ViewLocator
  or(other: ViewLocator): ViewLocator
  and(other: ViewLocator): ViewLocator
  filter(options: { hasText: string | RegExp }): ViewLocator
}

export type ViewPage = ViewPlaces & {
  /** Runs an expression in the page; what it gives, or promises, comes back as JSON. */
  evaluate<Result>(source: string): Promise<Result>
  /** Runs a function in the page, which uses nothing but what it is given. */
  evaluate<Result, Given>(
    run: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  bringToFront(): Promise<void>
  close(): Promise<void>
  /** What stands in a frame. */
  frameLocator(css: string): Pick<ViewPlaces, 'getByTestId'>
  keyboard: {
    /** A key by its name, with those that are held: `Shift+Tab`. */
    press(key: string): Promise<void>
    /** The text at once, where the focus is. */
    insertText(text: string): Promise<void>
    /** Sign by sign. */
    type(text: string): Promise<void>
  }
  mouse: {
    move(x: number, y: number): Promise<void>
    wheel(right: number, down: number): Promise<void>
  }
}
