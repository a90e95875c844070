import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where its code comes after the first paint: options, routes and the token picker. */
export const lateText = catalogue('late', {
  options: {
    slippageHint: 'The most the price may move against you.',
    auto: (percent: string) => `Auto (${percent})`,
    slippageWrong: 'Enter a percentage from 0 to 50.',
    slippageTyped: 'Not set yet. Press Enter, or leave the field.',
    slippageSet: (percent: string) => `The slippage is now ${percent}.`,
    slippageAuto: 'The slippage is now automatic.',
    slippageNone: 'With 0% most routes fail as soon as the price moves.',
    slippageHigh: 'High. You may receive noticeably less.',
    slippageVeryHigh: 'Very high. You may lose a large part.',
    custom: 'Custom slippage in percent',
    recipientOff: 'Receive in my own wallet',
    recipientLabel: 'Recipient address',
    recipientShown:
      'Your wallet shows this account. Compare it with your wallet, then receive there.',
    receiveThere: 'Receive there',
    recipientNeeded: (family: string) => `To your ${family} wallet`,
    recipientPlaceholder: { eip155: 'Address or ENS name', solana: 'Paste an address' },
    connect: (family: string) => `Connect ${family} wallet`,
  },
  support: 'Copy support data',
  copied: 'Copied',
  copiedWhat: (what: string) => `Copied: ${what}`,
  notCopied: 'Could not copy. Select it and copy it by hand.',
  supportHint:
    'Orders and errors, no keys. Nobody honest asks you for it, or for a recovery phrase, by message.',
  /** Before its words. */
  serviceSaid: 'The service said:',
  warnings: {
    impact: (percent: string) => `You lose ${percent} of the value on this route.`,
    impactUnknown: 'The value of one token is not known, so the loss cannot be shown.',
    risky: (symbol: string) => `${symbol} is marked as risky. It may be worthless.`,
    lookAlike: (symbol: string) => `This token looks like ${symbol} but is a different one.`,
    wrongDecimals: (symbol: string) =>
      `The service describes ${symbol} wrongly, so its amounts are wrong. It cannot be used here.`,
  },
  routes: {
    /** Beside prices that came. */
    some: 'Some have not answered',
    preview: 'Prices before a wallet is chosen are an estimate.',
    title: 'Routes',
    asking: 'Finding routes...',
    refresh: 'Refresh prices',
    refreshIn: (time: string) => `New prices in ${time}`,
    paused: 'Prices are paused. Refresh to continue.',
    best: 'Best',
    fastest: 'Fastest',
    reliable: 'Reliable',
    reliableHint: 'Of these fillers, the one that kept its word best in your own orders',
    sort: 'Sort routes',
    byBest: 'Best first',
    byTime: 'Fastest first',
    byRecord: 'Most reliable first',
    noRecord: 'Most reliable first: needs orders',
    came: (came: number, orders: number) => `${came}/${orders} arrived`,
    atLeast: (amount: string) => `at least ${amount}`,
    pays: (amount: string) => `pay ${amount}`,
    more: (amount: string) => `${amount} more`,
    less: (amount: string) => `${amount} less`,
    market: 'vs market',
    folded: (count: number) =>
      plural(count, {
        one: 'Show 1 more route',
        other: `Show ${formatCount(count)} more routes`,
      }),
    hide: 'Show fewer routes',
    slow: 'Takes over an hour',
    poor: 'Less than half of the best',
    count: (best: string, count: number) =>
      plural(count, {
        one: `Best ${best}, 1 route`,
        other: `Best ${best}, ${formatCount(count)} routes`,
      }),
    others: (count: number) =>
      plural(count, {
        one: '1 more route has to be paid in a way that Causeway does not support.',
        other: `${formatCount(count)} more routes have to be paid in ways that Causeway does not support.`,
      }),
    noPromise: 'No minimum promised',
    lost: 'The route you chose has no price now. Another one is chosen.',
  },
  tokens: {
    title: 'Choose a token',
    search: 'Search by name, symbol or address',
    allChains: 'All chains',
    chains: 'Chains',
    held: 'In your wallet',
    others: 'Tokens',
    results: 'Results',
    none: 'No token matches.',
    noneHint: 'Check the spelling, paste its address, or choose another chain.',
    vaults: 'Vaults',
    vault: 'Vault',
    share: 'Vault share',
    stands: (symbols: string) => `for ${symbols}`,
    risky: 'Risky',
    showRisky: (count: number) =>
      plural(count, {
        one: 'Show 1 risky token',
        other: `Show ${formatCount(count)} risky tokens`,
      }),
    hideRisky: 'Hide risky tokens',
    lookAlike: (symbol: string) => `Looks like ${symbol}`,
    wrongDecimals: 'Wrong decimals',
    on: (chain: string) => `on ${chain}`,
    found: (count: number, hidden: number) =>
      hidden === 0
        ? plural(count, { one: '1 token', other: `${formatCount(count)} tokens` })
        : plural(count, {
            one: `1 token, ${formatCount(hidden)} risky hidden`,
            other: `${formatCount(count)} tokens, ${formatCount(hidden)} risky hidden`,
          }),
  },
} as const)
