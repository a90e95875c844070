import { catalogue } from './catalogue'

/** What is said where another window has just sent what stands in the form. */
export const twiceText = catalogue('twice', {
  emptied: (sum: string, recipient: string) =>
    `${sum} to ${recipient} was just confirmed in another window. The form was emptied, so that it is not paid twice.`,
} as const)
