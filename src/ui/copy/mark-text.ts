import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said of tokens that are pinned in the picker, of those picked lately, and of those of a file. */
export const markText = catalogue('mark', {
  groups: { pinned: 'Pinned', recent: 'Recent', others: 'All tokens' },
  isPinned: 'Pinned',
  pin: (symbol: string, chain: string) => `Pin ${symbol} on ${chain}`,
  pinHint: 'Pin',
  unpinHint: 'Unpin',
  pinned: (symbol: string) => `${symbol} was pinned`,
  unpinned: (symbol: string) => `${symbol} is not pinned any more`,
  full: 'No more tokens can be pinned. Unpin one first.',
  unkept: 'The pins on this computer could not be written.',
  warned: (symbol: string) => `${symbol} has a warning, so it cannot be pinned.`,
  clear: 'Clear recent tokens',
  cleared: 'The recent tokens were cleared',
  unchecked: (count: number) =>
    plural(count, {
      one: '1 token from a file, not checked',
      other: `${formatCount(count)} tokens from a file, not checked`,
    }),
  uncheckedHint:
    'Only their addresses came in. A token can be chosen once it was read on its chain and you added it.',
  check: (address: string) => `Check ${address}`,
} as const)
