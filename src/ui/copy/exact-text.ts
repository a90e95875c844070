import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where the cheapest way to pay for an exact amount is looked for. */
export const exactText = catalogue('exact', {
  open: (sum: string) => `Cheapest way to pay for ${sum}`,
  title: (sum: string) => `Pay for exactly ${sum}`,
  lead: 'Prices from what your wallets hold, with the network fee.',
  asking: 'Asking for prices',
  fee: (sum: string) => `fee ${sum}`,
  feeUnknown: 'network fee not known',
  notNet: 'Not every network fee is known: ranked without them.',
  cheapest: 'Cheapest',
  short: 'Not enough held',
  none: 'No route',
  failed: 'No answer',
  offline: 'You are offline. Prices cannot be asked for now.',
  noWallet: 'Connect a wallet to see what you could pay with.',
  nothing: 'Your wallets hold no other token that is worth as much.',
  unpriced: 'Tokens without a price are not compared.',
  more: (count: number) =>
    plural(count, {
      one: '1 more token is held that is worth enough.',
      other: `${formatCount(count)} more tokens are held that are worth enough.`,
    }),
  found: (count: number, best: string) =>
    plural(count, {
      one: `1 way to pay, ${best}`,
      other: `${formatCount(count)} ways to pay, the cheapest ${best}`,
    }),
  foundSome: (count: number) =>
    plural(count, { one: '1 way to pay', other: `${formatCount(count)} ways to pay` }),
  noWay: 'No way to pay was found.',
} as const)
