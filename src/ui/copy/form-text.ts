/** What the form offers to begin with, and what is said of it. */
export const formText = {
  words: {
    label: 'Say it in words',
    placeholder: 'swap 50 usdc to eth on base',
    readings: 'What this may mean',
    seeds: 'For example',
    looking: 'Looking for tokens',
    none: 'No swap was read in these words.',
    noneHint: 'Name an amount and two tokens, and a network after "on".',
    offline: 'You are offline: only tokens that are listed here already are found.',
    failed: 'The service did not answer. What is shown uses tokens that are known here.',
    count: (count: number) => (count === 1 ? '1 reading' : `${count} readings`),
    pay: (sum: string) => `Pay ${sum}`,
    receive: (sum: string) => `Receive ${sum}`,
    swap: (paid: string, received: string) => `${paid} → ${received}`,
    money: (dollars: string, symbol: string) => `$${dollars} of ${symbol}`,
    byService: "The service's suggestion",
    filled: (what: string) => `Filled in: ${what}`,
  },
  recent: {
    title: 'Swap again',
    pair: (from: string, to: string) => `${from} → ${to}`,
  },
} as const
