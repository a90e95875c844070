import { act } from 'preact/test-utils'
import { text } from '@/src/ui/copy/text'
import { settled } from './settled'

/** The button that reads again what could not be read, while it is there. */
export const findAgain = () =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === text.app.tryAgain)

/** Presses it as a keyboard does, with the focus on it; resolves once what was asked has answered. */
export const pressAgain = () =>
  act(async () => {
    findAgain()?.focus()
    findAgain()?.click()
    await settled()
  })
