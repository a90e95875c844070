import { catalogue } from './catalogue'

/** What is said of a name that was typed in place of an address. */
export const nameText = catalogue('name', {
  reading: (name: string) => `Looking up ${name} on Ethereum...`,
  offline: 'You are offline. The name is looked up once there is a connection.',
  letters:
    'ENS allows no name of these letters: some are hidden, of several alphabets, or look like others. Paste the address.',
  failed: {
    none: 'Ethereum’s records have no address for this name. Check its spelling, or paste the address.',
    outside:
      'This name is kept outside the chain, where only a gateway could tell its address, or nowhere. Causeway asks no gateway. Paste the address.',
    disagree:
      'Two nodes name different addresses. One of them is wrong or late. Try again, or paste the address.',
    unread: 'No two nodes of Ethereum answered. Try again, or paste the address.',
  },
  again: 'Look it up again',
  /** At the main button, while there is no address to confirm. */
  next: { reading: 'Looking up the name', missing: 'An address is missing' },
  standsFor: (name: string) => `${name} stands for`,
  same: 'The address calls itself by this name.',
  none: 'The address calls itself nothing. Anybody can have a name stand for any address.',
  other: 'The address calls itself by another name. Anybody can have a name stand for any address.',
  contract:
    'On Ethereum this is a contract. On other chains it may not be there: what is sent there could be lost.',
  foreign: (letters: string) =>
    `Look closely at the name: ${letters} may be taken for another letter.`,
  compared: 'I compared the whole address with where I have it from.',
  use: 'Use this address',
  used: (name: string) => `Typed as ${name}`,
  review: {
    reading: (name: string) => `Looking up ${name} once more...`,
    movedTitle: (name: string) => `${name} stands for another address now`,
    moved:
      'It is not the one that you confirmed. Nothing was asked of your wallet. It now stands for:',
    goneTitle: (name: string) => `${name} can no longer be looked up`,
    back: 'Back to the form',
    backToConfirm: 'Back to the form, to confirm it',
    tickUnread: (name: string) =>
      `${name} could not be looked up once more. I go by the address that is shown.`,
  },
} as const)
