import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where wallets are looked for and chosen. */
export const walletText = catalogue('wallet', {
  title: 'Choose a wallet',
  intro: 'Choose a wallet from an open tab.',
  looking: 'Looking for wallets in your tabs',
  asks: (host: string) => `Your wallet will name ${host} as the site that asks.`,
  connectIn: (wallet: string, host: string) =>
    `Approve the connection in ${wallet}. It names ${host} as the site that asks.`,
  showTab: 'Show the tab',
  /** In place of the way to a tab that is closed: that it is, and what there is to do. */
  tabClosed: {
    review:
      'This tab is closed. Choose the wallet anew in the form, or confirm and choose another page then.',
    asking:
      'The tab that asked is closed. If your wallet still shows the request, answer it there; if not, say below that it is gone.',
    connecting: 'This tab is closed. Stop waiting, and choose the wallet in another page.',
  },
  noWallet: 'No wallet in this page',
  mutePage: 'This page does not answer. Look at it: a dialog may be open there, or it may be busy.',
  blockedPage:
    'Your browser lets no extension into what this page shows now. If it did not load, load it anew.',
  someTabs: (count: number) =>
    plural(count, {
      one: 'Only 1 tab was looked into. Bring the page you want to the front, then refresh.',
      other: `Only ${formatCount(count)} tabs were looked into. Bring the page you want to the front, then refresh.`,
    }),
  noAccess: 'Causeway cannot look into this page yet.',
  allow: 'Allow this site',
  allowOf: (site: string) => `Allow this site: ${site}`,
  allowAll: 'Allow all sites',
  allowAllHint: 'Then Causeway finds wallets in every tab. You can take it back in the settings.',
  ambiguous: 'Blocked: two extensions use this name.',
  lastResort: 'Unnamed wallet of this page',
  of: (wallet: string, family: string) => `${wallet}, ${family}`,
  connected: 'Connected',
  connect: 'Connect',
  signer: "Open Causeway's wallet page",
  signerHint: 'A small page of its own, made for nothing but asking your wallet.',
  signerTag: 'Signing page',
  none: 'No wallet found. Open a site where your wallet works.',
  refresh: 'Refresh',
  account: 'Account',
  chooseThere: (account: string) => `${account}: choose it in the wallet first`,
  accountOf: (wallet: string) => `Account in ${wallet}`,
  wrongFamily: (family: string) => `Choose a wallet for ${family}`,
  families: { eip155: 'EVM chains', solana: 'Solana' },
  cancel: 'Stop waiting',
} as const)
