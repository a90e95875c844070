import { catalogue } from './catalogue'

/** What is said where another window has just sent what stands in the form. */
export const twiceText = catalogue('twice', {
  emptied: (sum: string, recipient: string) =>
    `${sum} to ${recipient} was just confirmed in another window. The form was emptied, so that it is not paid twice.`,
  back: 'The order of the other window was not paid: the amount is in the form again.',
  bought: (sum: string, recipient: string) => `A checkout for ${sum} to ${recipient} was just made`,
  boughtHint: 'If you pay at that one and at this one, the same is bought twice.',
  boughtTick: 'I know of the other purchase, and want to buy once more.',
} as const)
