import { act } from 'preact/test-utils'
import { text } from '@/src/ui/copy/text'
import { settled } from './settled'

/** The button that reads again what could not be read, by its label, while it is there. */
export const findAgain = (label: string = text.app.tryAgain) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === label)

/** Presses it as a keyboard does, with the focus on it; resolves once what was asked has answered. */
export const pressAgain = (label?: string) =>
  act(async () => {
    findAgain(label)?.focus()
    findAgain(label)?.click()
    await settled()
  })
