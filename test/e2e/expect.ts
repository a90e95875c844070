import { expect as base, type Locator } from '@playwright/test'
import { FirefoxLocator } from '../support/firefox/locator'
import type { Seen } from '../support/firefox/query'
import type { Patience, ViewLocator, ViewPage } from '../support/view'

type Wording = Patience & { ignoreCase?: boolean }
type State = { isNot: boolean; timeout: number }
type Verdict = { pass: boolean; message: () => string }
type Assertions = ReturnType<typeof base<Locator>>

const intervals = [50, 50, 100, 100, 200]

/**
 * Holds a place against what is expected until it is so. Playwright's own assertions see to its own
 * places; one of Firefox is looked at again and again. `isSo` gives undefined where nothing can be said of
 * it, neither that it is so nor that it is not.
 */
async function holds(
  state: State,
  received: ViewLocator,
  expected: string,
  timeout: number | undefined,
  own: (assertions: Assertions) => Promise<void>,
  isSo: (seen: Seen) => boolean | undefined,
): Promise<Verdict> {
  try {
    if (received instanceof FirefoxLocator) {
      let seen: Seen | undefined
      const look = async () => {
        seen = await received.see()
        return isSo(seen)
      }
      await base
        .poll(look, { timeout: timeout ?? state.timeout, intervals })
        .toBe(!state.isNot)
        .catch(() => {
          throw new Error(`${received}\nis not ${expected}; it is ${JSON.stringify(seen)}`)
        })
    } else {
      const assertions = base(received as Locator)
      await own(state.isNot ? assertions.not : assertions)
    }
    return { pass: !state.isNot, message: () => '' }
  } catch (error) {
    return { pass: state.isNot, message: () => (error as Error).message }
  }
}

const one = (isSo: (seen: Seen) => boolean) => (seen: Seen) =>
  seen.count === 1 ? isSo(seen) : undefined
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

function matches(expected: string | RegExp, actual: string): boolean {
  return typeof expected === 'string' ? actual === expected : expected.test(actual)
}

const casing =
  ({ ignoreCase = false }: Wording = {}) =>
  (text: string) =>
    ignoreCase ? text.toLowerCase() : text

/** As `holds`, of an address or a title of a page. */
async function holdsOf(
  state: State,
  received: ViewPage,
  expected: string | RegExp,
  read: 'location.href' | 'document.title',
): Promise<Verdict> {
  try {
    // Between two documents nobody answers.
    const value = () => received.evaluate<string>(read).catch(() => undefined)
    const isSo = async () => {
      const actual = await value()
      return actual === undefined ? undefined : matches(expected, actual)
    }
    await base
      .poll(isSo, { timeout: state.timeout, intervals })
      .toBe(!state.isNot)
      .catch(async () => {
        throw new Error(`The page is not at ${expected}; it is at ${await value()}`)
      })
    return { pass: !state.isNot, message: () => '' }
  } catch (error) {
    return { pass: state.isNot, message: () => (error as Error).message }
  }
}

/** Playwright's `expect`, for places on pages of both browsers. */
export const expect = base.extend({
  toBeVisible(this: State, received: ViewLocator, options?: Patience) {
    const own = (it: Assertions) => it.toBeVisible(options)
    const isSo = (seen: Seen) => (seen.count > 1 ? undefined : seen.visible)
    return holds(this, received, 'visible', options?.timeout, own, isSo)
  },
  toBeEnabled(this: State, received: ViewLocator, options?: Patience) {
    const own = (it: Assertions) => it.toBeEnabled(options)
    return holds(
      this,
      received,
      'enabled',
      options?.timeout,
      own,
      one(({ enabled }) => enabled),
    )
  },
  toBeDisabled(this: State, received: ViewLocator, options?: Patience) {
    const own = (it: Assertions) => it.toBeDisabled(options)
    return holds(
      this,
      received,
      'disabled',
      options?.timeout,
      own,
      one(({ enabled }) => !enabled),
    )
  },
  toHaveCount(this: State, received: ViewLocator, count: number, options?: Patience) {
    const own = (it: Assertions) => it.toHaveCount(count, options)
    const isSo = (seen: Seen) => seen.count === count
    return holds(this, received, `${count} of them`, options?.timeout, own, isSo)
  },
  toContainText(this: State, received: ViewLocator, text: string | RegExp, options?: Wording) {
    const own = (it: Assertions) => it.toContainText(text, options)
    const cased = casing(options)
    const isSo = one(({ contents: [content = ''] }) =>
      typeof text === 'string' ? cased(content).includes(cased(plain(text))) : text.test(content),
    )
    return holds(this, received, `“${text}”`, options?.timeout, own, isSo)
  },
  /** One text of one place, or each text of all places. */
  toHaveText(
    this: State,
    received: ViewLocator,
    text: string | RegExp | (string | RegExp)[],
    options?: Wording,
  ) {
    const own = (it: Assertions) => it.toHaveText(text, options)
    const cased = casing(options)
    const isText = (expected: string | RegExp, actual = '') =>
      typeof expected === 'string'
        ? cased(plain(expected)) === cased(actual)
        : expected.test(actual)
    const isSo = ({ contents }: Seen) =>
      Array.isArray(text)
        ? contents.length === text.length && text.every((each, at) => isText(each, contents[at]))
        : contents.length === 1
          ? isText(text, contents[0])
          : undefined
    return holds(this, received, `“${text}”`, options?.timeout, own, isSo)
  },
  toBeFocused(this: State, received: ViewLocator, options?: Patience) {
    const own = (it: Assertions) => it.toBeFocused(options)
    const isSo = one(({ focused }) => focused)
    return holds(this, received, 'focused', options?.timeout, own, isSo)
  },
  toBeChecked(this: State, received: ViewLocator, options?: Patience) {
    const own = (it: Assertions) => it.toBeChecked(options)
    const isSo = one(({ checked }) => checked)
    return holds(this, received, 'checked', options?.timeout, own, isSo)
  },
  toHaveTitle(this: State, received: ViewPage, title: string | RegExp) {
    return holdsOf(this, received, title, 'document.title')
  },
  toHaveURL(this: State, received: ViewPage, url: string | RegExp) {
    return holdsOf(this, received, url, 'location.href')
  },
  toHaveValue(this: State, received: ViewLocator, value: string | RegExp, options?: Patience) {
    const own = (it: Assertions) => it.toHaveValue(value, options)
    const isSo = one((seen) => matches(value, seen.value))
    return holds(this, received, `of value ${value}`, options?.timeout, own, isSo)
  },
  toHaveAttribute(
    this: State,
    received: ViewLocator,
    name: string,
    value: string | RegExp,
    options?: Patience,
  ) {
    const own = (it: Assertions) => it.toHaveAttribute(name, value, options)
    const isSo = one(
      (seen) => name in seen.attributes && matches(value, seen.attributes[name] ?? ''),
    )
    return holds(this, received, `${name}=${value}`, options?.timeout, own, isSo)
  },
})
