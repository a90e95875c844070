import { catalogue } from './catalogue'

/** What is said where an order is filled into its form again. */
export const againText = catalogue('again', {
  swap: 'Swap again',
  buy: 'Buy again',
  pay: 'Pay again',
  looking: 'Looking...',
  of: (act: string, from: string, to: string, when: string) => `${act}: ${from} to ${to}, ${when}`,
  chainGone: (chain: string) => `${chain} is no longer offered.`,
  tokenGone: (symbol: string, chain: string) => `${symbol} on ${chain} is no longer offered.`,
  leftOut: 'The recipient of that order is not in your account book, so it was left out.',
} as const)
