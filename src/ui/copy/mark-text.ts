import { catalogue } from './catalogue'

/** What is said of tokens that are pinned in the picker, and of those picked lately. */
export const markText = catalogue('mark', {
  groups: { pinned: 'Pinned', recent: 'Recent', others: 'All tokens' },
  isPinned: 'Pinned',
  pin: (symbol: string, chain: string) => `Pin ${symbol} on ${chain}`,
  pinHint: 'Pin (Alt+P)',
  unpinHint: 'Unpin (Alt+P)',
  pinned: (symbol: string) => `${symbol} was pinned`,
  unpinned: (symbol: string) => `${symbol} is not pinned any more`,
  full: 'No more tokens can be pinned. Unpin one first.',
  unkept: 'The pins on this computer could not be written.',
  warned: (symbol: string) => `${symbol} has a warning, so it cannot be pinned.`,
  clear: 'Clear recent tokens',
  cleared: 'The recent tokens were cleared',
} as const)
