import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What the history, the settings and the welcome page say. */
export const pageText = catalogue('page', {
  history: {
    title: 'History',
    to: (recipient: string) => `to ${recipient}`,
    held: (sum: string) => `You now hold ${sum}`,
    search: 'Search by token, hash or address',
    all: 'All',
    open: 'In progress',
    filled: 'Received',
    other: 'Other',
    empty: 'No orders yet',
    emptyHint: 'Your swaps appear here, and stay when the browser closes.',
    noneFound: 'No order matches',
    noneFoundHint: 'None of your orders fits the search and the filters.',
    clear: 'Clear filters',
    looking: 'Looking through older orders',
    shown: (count: number) =>
      plural(count, { one: '1 order', other: `${formatCount(count)} orders` }),
    shownSoFar: (count: number) =>
      plural(count, { one: 'The newest order', other: `The newest ${formatCount(count)} orders` }),
    chain: 'Chain',
    anyChain: 'All chains',
    token: 'Token',
    anyToken: 'All tokens',
    time: 'Time',
    times: {
      any: 'Any time',
      week: 'Last 7 days',
      month: 'Last 30 days',
      year: 'This year',
      lastYear: 'Last year',
      dates: 'Choose dates',
    },
    first: 'First day',
    last: 'Last day',
    more: 'Show older orders',
    recover: 'Recover an order',
    recoverHint:
      'Also one made on another computer: by your account, the address you paid to, a transaction hash, an order ID, or the number of a purchase. What was paid from Bitcoin, Litecoin, Tron or CKB is found by its hash, its number or its refund address.',
    recoverLabel: 'Transaction hash, order ID or address',
    recoverAct: 'Find',
    recovering: 'Looking',
    lookingUp: 'Looking for it at the service and on every chain',
    recovered: (count: number, listed: number) => {
      const known = formatCount(listed)
      if (count > 0) {
        const found = plural(count, {
          one: '1 order was found.',
          other: `${formatCount(count)} orders were found.`,
        })
        const rest = plural(listed, {
          one: '1 is already listed.',
          other: `${known} are already listed.`,
        })
        return listed > 0 ? `${found} ${rest}` : found
      }
      if (listed === 0) return 'No order found for this.'
      return plural(listed, {
        one: 'This order is already listed.',
        other: `All ${known} are already listed.`,
      })
    },
    recoveredJoined:
      'This is the purchase here of which no answer had come. It has its number now, and is followed.',
    recoveredInPart:
      'Not every network or service could be asked. The hash of your payment finds it without its network.',
    recoveredRecent:
      'Payments of the last three days were looked for. An older one is found by its transaction hash.',
    recoveredOpen: 'Show it',
    filter: 'Status',
    deposit: 'Payment',
    payout: 'Received',
    refund: 'Refund',
  },
  hub: {
    title: 'Hub: vaults and contracts in use',
    hint: 'As the service tells it. These names are shown beside an address in the review; they relax no check.',
    stale: 'The service did not tell all of it now. What is missing is as it was told last.',
    none: 'The service names no hub.',
    on: (contract: string, chain: string) => `${contract} on ${chain}`,
    chain: (name: string, tokens: number) =>
      plural(tokens, {
        one: `On ${name}, with 1 vault or share token.`,
        other: `On ${name}, with ${formatCount(tokens)} vaults and share tokens.`,
      }),
  },
  keys: {
    title: 'Keys',
    hint: 'They work on every screen, in a field where they type no sign into it, and never while something waits for your answer. None of them pays: what is confirmed by a key was reviewed first.',
    of: {
      swap: 'Swap',
      buy: 'Buy',
      pay: 'Receive by address',
      history: 'History',
      book: 'Account book',
      settings: 'Settings',
      tokens: 'Choose a token',
      pin: 'Pin or unpin the token that is highlighted in the list',
      back: 'Back',
      confirm: 'Confirm a review',
    },
  },
  settings: {
    title: 'Settings',
    appearance: 'Appearance',
    theme: 'Theme',
    language: 'Language',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    trading: 'Swapping',
    slippage: 'Default slippage in percent',
    notifications: 'Notify me when an order ends or needs me',
    services: 'Advanced: service addresses',
    servicesHint:
      'Where prices, orders and pictures come from. Change them only if you know why; orders stay with the service they were made with. An empty field brings the built-in address back.',
    serviceUrl: 'Swap service',
    fiatUrl: 'Card payments',
    qrUrl: 'QR pictures',
    embedUrl: 'Embedded pages',
    signerUrl: 'Signing page',
    save: 'Save',
    saved: 'Saved',
    /** What a button of several fields does, and for which. */
    actOn: (act: string, field: string) => `${act}: ${field}`,
    badUrl: 'Enter a full address that starts with https.',
    unsafeUrl: 'An address without https can be read and changed on the way. Enter one with https.',
    reset: 'Use the built-in addresses',
    noAccess: (host: string) =>
      `Saved, but the browser gave no access to ${host}. It works only if ${host} answers every extension.`,
    nodes: 'Custom RPC',
    nodesHint: 'Read a chain from your own node. The one here replaces all others for that chain.',
    nodeOf: (chain: string) => `Node for ${chain}`,
    checking: 'Checking...',
    nodeSilent: (host: string) => `${host} does not answer. It was not saved.`,
    nodeOther: (host: string, chain: string) =>
      `${host} does not answer as a node of ${chain}. It was not saved.`,
    saveAnyway: 'Save it all the same',
    addNode: 'Add a node',
    remove: 'Remove',
    removeOf: (site: string) => `Remove ${site}`,
    sites: 'Site access',
    sitesHint:
      'Where Causeway may look for wallets by itself. Without access it only sees a page when you open it there.',
    noSites: 'No site has access.',
    allSites: 'All sites',
    allowAll: 'Allow all sites',
    lost: (patterns: string) =>
      `This access came with the installation and was taken back: ${patterns}. Without it Causeway cannot work there.`,
    allowAgain: 'Allow again',
    about: 'About',
    version: (version: string) => `Version ${version}`,
    sandbox: 'Sandbox build, for test money alone: some of what protects real money is off.',
    openFull: 'Open the settings in a tab',
  },
  welcome: {
    title: 'Swap across chains with the wallet you already have',
    lead: 'Causeway finds prices, checks every request before your wallet sees it, and follows each order until your money has arrived.',
    doesTitle: 'What it does',
    does: [
      'Compares fillers and shows what you receive at least.',
      'Decodes every approval and cuts it to the exact amount.',
      'Follows your orders when everything else is closed, and tells you when they are done.',
    ],
    neverTitle: 'What it never does',
    never: [
      'It holds no keys and never asks for a recovery phrase.',
      'It never asks your wallet for anything without your confirmation here.',
      'It never sends the same payment twice, unless you say that you want it.',
    ],
    accessTitle: 'Let it find your wallet',
    accessText:
      'Wallets live in web pages. Open Causeway on a page and it looks there. To let it look by itself, give it access.',
    accessLater: 'You can decide later, site by site.',
    granted: 'Access is given. You can take it back in the settings.',
    startTitle: 'Three steps to your first swap',
    steps: [
      {
        title: 'Pin the Causeway icon',
        what: 'Click the puzzle piece beside the address bar, and pin Causeway in its list.',
      },
      {
        title: 'Open it on a page where your wallet works',
        what: 'Causeway finds the wallet there. Choose two tokens, type an amount, compare routes.',
      },
      {
        title: 'Check the review, confirm in your wallet',
        what: 'You see what leaves, the least that arrives, and each request before your wallet asks.',
      },
    ],
    open: 'Open Causeway in a tab',
  },
} as const)
