import { useLayoutEffect } from 'preact/hooks'
import type { Router } from '../models/router'

/** The letter that leads to a screen from every other one, held with Alt and Shift. */
export const screenKeys = {
  swap: 'S',
  buy: 'B',
  pay: 'R',
  history: 'H',
  book: 'A',
  settings: 'O',
} as const
const screens = Object.keys(screenKeys) as (keyof typeof screenKeys)[]

/** The key that leads to a screen, as it is told by ear. */
export const keyOf = (screen: keyof typeof screenKeys) => `Alt+Shift+${screenKeys[screen]}`

/**
 * The capital on the key: Alt makes another sign of it on some systems, and its place is known then. In a
 * field that sign is typed, so that it alone counts there.
 */
export const letterOf = ({
  key,
  code,
  target,
}: Pick<KeyboardEvent, 'key' | 'code' | 'target'>): string =>
  // A box, a button and the page have no place to type at.
  ((target as HTMLInputElement).selectionStart != null || /^[a-z]$/i.test(key)
    ? key
    : code.slice(3)
  ).toUpperCase()

function useKey(onKey: (event: KeyboardEvent) => void): void {
  // As soon as it is drawn: a key pressed before the paint counts.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isTokenKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'

/** A dialog waits for an answer: no key acts on what is behind it. */
export const isAsked = () => !!document.querySelector('dialog[open]')

/** Ctrl+K, or ⌘K, in a form that has a list of tokens: `open` shows it, where nothing else is shown. */
export function useTokenKey(open: () => void): void {
  useKey((event) => {
    if (!isTokenKey(event)) return
    event.preventDefault()
    if (!isAsked()) open()
  })
}

/**
 * The keys that lead from any screen to another: one for each of `screenKeys`, and Ctrl+K, or ⌘K, to the
 * list of tokens of the swap where a screen has none. None acts while something waits for an answer.
 */
export function useScreenKeys({ go }: Router): void {
  useKey((event) => {
    const isWay = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey
    const screen = isWay && screens.find((each) => screenKeys[each] === letterOf(event))
    // A screen's own list has taken its key by then.
    if (event.defaultPrevented || !(screen || isTokenKey(event))) return
    event.preventDefault()
    if (isAsked()) return
    go(screen ? { screen } : { screen: 'swap', tokens: true })
  })
}
