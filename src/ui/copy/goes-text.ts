import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What a review says of who gets a payment on Solana, and through which programs. */
export const goesText = catalogue('goes', {
  to: 'Paid to',
  unread: 'could not be read',
  unreadWhy: 'No node showed which account gets it, and the request alone does not say.',
  nobody: 'no account',
  nobodyWhy:
    'When a node tried it, no account got the tokens: they are destroyed here, as bridges do that issue them anew elsewhere.',
  sumTo: (sum: string) => `gets ${sum}`,
  more: (count: number) =>
    plural(count, {
      one: 'One more account gets a small part of it. It stands with the request below.',
      other: `${formatCount(count)} more accounts get small parts of it. They stand with the request below.`,
    }),
  kept: (program: string, verified: string) => `kept by ${program}, ${verified}`,
  keptUnknown: (program: string) => `kept by the program ${program}`,
  tokenAccount: (account: string) => `in its token account ${account}`,
  program: 'Program',
  firstWhy:
    'Causeway does not know this program. A trial shows what leaves your account, not all that a program can do.',
  tickFirst: (percent: string, all: string) =>
    `I know that this program is used for the first time, for ${percent} of my ${all}.`,
  tickFirstUnknown: (symbol: string) =>
    `I know that this program is used for the first time. For how much of my ${symbol} could not be checked.`,
  /** What the chain's own programs are there for. */
  own: {
    system: 'Solana itself: moves SOL, opens accounts',
    computeBudget: 'Solana itself: sets the network fee',
    token: 'Token program: moves tokens',
    token2022: 'Token-2022 program: moves tokens',
    associatedToken: 'Opens token accounts',
    memo: 'Note, written beside it',
    memoV1: 'Note, written beside it',
    lighthouse: 'Lighthouse: checks that protect you',
  },
})
