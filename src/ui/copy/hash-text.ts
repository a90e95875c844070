import { catalogue } from './catalogue'

/** What is said of a hash that was pasted for what a wallet was asked, where the usual words do not fit. */
export const hashText = catalogue('hash', {
  unchanged: 'Nothing was changed.',
  /** What another transaction is of. */
  other: {
    account: 'It was sent by another account than the one that was asked.',
    step: 'It is an approval, or of another step of this order, not what you are asked about here.',
  },
  unknown: (chain: string) =>
    `No node of ${chain} that was asked has it: it is not in a block yet, it failed, or it was made on another network.`,
  unknownNext: (chain: string) =>
    `Check in your wallet that it is on ${chain}. If it still waits, give the hash again once it is confirmed.`,
})
