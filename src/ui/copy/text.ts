import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What the first view says: all that a popup needs at once. */
export const text = catalogue('first', {
  app: {
    name: 'Causeway',
    home: 'Causeway, Swap',
    /** Of a build for the sandbox. */
    testMoney: 'Test money',
    homeTest: (name: string, money: string) => `${name} ${money}, Swap`,
    /** A title that a sentence follows. */
    said: (title: string) => `${title}.`,
    /** Above a page, and in the list of tabs. */
    titled: (screen: string) => `${screen} - Causeway`,
    swap: 'Swap',
    buy: 'Buy',
    pay: 'Receive by address',
    ways: 'Swap, buy, or pay by address',
    history: 'History',
    settings: 'Settings',
    openTab: 'Open in a tab',
    openPanel: 'Open in the side panel',
    back: 'Back',
    close: 'Close',
    copy: (what: string) => `Copy ${what}`,
    tryAgain: 'Try again',
    offline:
      'You are offline. Orders in progress continue, and are shown here again once you are back.',
    stale: 'The swap service does not answer. What you see may be out of date.',
    skip: 'Skip to the content',
  },
  swap: {
    pay: 'You pay',
    receive: 'You receive',
    chooseToken: 'Choose token',
    suggested: 'suggested',
    choosePay: 'You pay: choose a token',
    chooseReceive: 'You receive: choose a token',
    balance: (amount: string) => `Balance ${amount}`,
    max: 'Max',
    maxHint: 'Use all that can be spent, less the network fee',
    flip: 'Swap direction',
    amountPay: 'Amount you pay',
    amountReceive: 'Amount you receive',
    amountPayMoney: 'Amount you pay, in US dollars',
    amountReceiveMoney: 'Amount you receive, in US dollars',
    typeMoney: 'Type the amount in US dollars',
    review: 'Review',
    checking: 'Checking the route',
    enterAmount: 'Enter an amount to see prices from every filler.',
    words: 'Say it in words',
    wordsHint: 'swap 50 usdc to eth on base',
    payByAddress: 'Pay from any wallet',
    chooseTokens: 'Choose what you pay and what you receive.',
    next: {
      tokens: 'Choose tokens',
      amount: 'Enter an amount',
      wallet: 'Connect wallet',
      recipient: (family: string) => `Add ${family} address`,
      slippage: 'Set slippage',
      balance: (symbol: string) => `Not enough ${symbol}`,
      offline: 'You are offline',
      finding: 'Finding routes...',
      none: 'No route',
      failed: 'No answer from the service',
      paused: 'Refresh prices',
    },
    slippage: 'Slippage',
    recipient: 'Send to another address',
    to: (address: string) => `To ${address}`,
    runningMany: (count: number) =>
      plural(count, {
        one: '1 order in progress',
        other: `${formatCount(count)} orders in progress`,
      }),
    waitingIn: (wallet: string) => `Waiting for you in ${wallet}`,
  },
  wallets: {
    choose: 'Connect wallet',
    through: (wallet: string, host: string) => `${wallet} through ${host}`,
    /** Before a wallet or an address. */
    familyOf: { eip155: 'EVM', solana: 'Solana' },
  },
} as const)
