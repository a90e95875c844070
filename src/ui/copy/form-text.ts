import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What the form offers to begin with, and what is said of it; it comes after the first paint. */
export const formText = catalogue('form', {
  words: {
    readings: 'What this may mean',
    seeds: 'For example',
    looking: 'Looking for tokens',
    none: 'No swap was read in these words.',
    noneHint: 'Name an amount and two tokens, and a network after "on".',
    offline: 'You are offline: only tokens that are listed here already are found.',
    failed: 'The service did not answer. What is shown uses tokens that are known here.',
    count: (count: number) =>
      plural(count, { one: '1 reading', other: `${formatCount(count)} readings` }),
    pay: (sum: string) => `Pay ${sum}`,
    receive: (sum: string) => `Receive ${sum}`,
    swap: (paid: string, received: string) => `${paid} → ${received}`,
    money: (dollars: string, symbol: string) => `$${dollars} of ${symbol}`,
    on: (symbol: string, chain: string) => `${symbol} on ${chain}`,
    said: (paid: string, received: string) => `${paid} to ${received}`,
    staysPaid: (token: string) => `You pay stays ${token}`,
    staysReceived: (token: string) => `You receive stays ${token}`,
    openPaid: 'What you pay is still to be chosen',
    openReceived: 'What you receive is still to be chosen',
    moneyAlone: (dollars: string) => `$${dollars}`,
    examples: ['swap 50 usdc to eth on base', 'buy 0.1 eth with usdc', '$20 of eth to usdt'],
    loose: 'Name the amount in full digits, such as 5000: "5k", "all" or "half" is read as none.',
    byService: "The service's suggestion",
    filled: (what: string) => `Filled in: ${what}`,
  },
  money: {
    at: (price: string) => `at ${price}, the service's price`,
    none: (symbol: string) =>
      `Nobody tells a price of ${symbol} now. Type the amount in ${symbol}.`,
    differ: (symbol: string) =>
      `The service's prices of ${symbol} contradict each other. Type the amount in ${symbol}.`,
  },
  recent: {
    title: 'Swap again',
    pair: (from: string, to: string) => `${from} → ${to}`,
  },
} as const)
