import type { MintRule } from '@/src/domain/solana/mint-rules'
import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said of tokens that a person adds by their addresses. */
export const addText = catalogue('add', {
  title: 'A token that is not listed',
  where: 'The service lists no token at this address. Choose its network above to read it there.',
  whereUnasked: 'Choose a network above to read the token at this address there.',
  found: (symbol: string, name: string, decimals: number) =>
    plural(decimals, {
      one: `Found ${symbol}, ${name}, 1 decimal. Nobody vouches for this token.`,
      other: `Found ${symbol}, ${name}, ${decimals} decimals. Nobody vouches for this token.`,
    }),
  otherForm: (chain: string) =>
    `Addresses on ${chain} look otherwise. Choose the network of this one above.`,
  reading: (chain: string) => `Reading the token on ${chain}`,
  none: (chain: string) => `There is no token at this address on ${chain}.`,
  disagree: 'Two independent nodes say different things of this token. It is not added.',
  unread: 'Fewer than two independent nodes answered. It is not added unseen.',
  failed: 'The token could not be read.',
  unkept: 'The list on this computer could not be written.',
  mine: (symbol: string) => `The service does not list ${symbol}: you added it by its address.`,
  offline: 'You are offline. The token cannot be read now.',
  decimals: (count: number) => plural(count, { one: '1 decimal', other: `${count} decimals` }),
  warning:
    'Nobody vouches for this token. Anybody can make one with any name. Compare the whole address with a source you trust.',
  /** Of a mint on Solana, and true today as well where it only may happen. */
  rules: {
    fee: 'A fee goes off each transfer, or its issuer can begin to take one: less may arrive than is sent.',
    hook: 'A program of its issuer runs in each transfer, or can be put there, and can stop it.',
    delegate: 'Its issuer can take it out of any account, yours too.',
    frozen: 'New accounts begin frozen: what you receive stays there until its issuer frees it.',
    freezable: 'Its issuer can freeze your account: you could not send or sell it then.',
    pausable: 'Its issuer can stop all transfers.',
    scaled: 'Wallets may show another amount of it than Causeway does.',
    unissued: 'None of it exists yet.',
    unknown: 'It has rules that Causeway cannot read.',
  } satisfies Record<MintRule, string>,
  immovable: 'This token cannot be sent, so it cannot be swapped. It is not added.',
  alike: (symbol: string) => `It has the name of ${symbol}, and is not ${symbol}.`,
  add: 'Add to this computer',
  added: (symbol: string) => `${symbol} was added`,
  badge: 'Added by you',
  list: (count: number) =>
    plural(count, {
      one: '1 token added by you',
      other: `${formatCount(count)} tokens added by you`,
    }),
  remove: (symbol: string) => `Remove ${symbol}`,
  removed: (symbol: string) => `${symbol} was removed`,
  full: 'No more tokens can be added. Remove some first.',
} as const)
