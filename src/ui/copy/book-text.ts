import type { BookFamily } from '@/src/domain/address/account-book'
import { formatCount, plural } from '../format/plural'
import type { AddressProblem, NameProblem } from '../models/book-rules'
import { catalogue } from './catalogue'

/** What is said where addresses have names. */
export const bookText = catalogue('book', {
  title: 'Account book',
  lead: 'Names for addresses you pay to. Kept on this computer; no site and no service sees them.',
  open: 'Open the account book',
  inBook: 'In your account book',
  /** Before a name. */
  named: 'In your account book:',
  families: {
    eip155: 'EVM chains',
    solana: 'Solana',
    bip122: 'Bitcoin',
    tron: 'Tron',
    litecoin: 'Litecoin',
    ckb: 'Nervos CKB',
  } satisfies Record<BookFamily, string>,
  search: 'Search names and addresses',
  found: (count: number) =>
    plural(count, { one: '1 entry found', other: `${formatCount(count)} entries found` }),
  noneFound: 'No entry has this text.',
  empty: 'No addresses yet',
  emptyHint:
    'Add an address that you pay to often. Its name then stands beside it, never instead of it.',
  add: 'Add an address',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeAll: 'Remove all entries',
  removed: (count: number) =>
    plural(count, { one: '1 entry removed.', other: `${formatCount(count)} entries removed.` }),
  gone: (time: string) => `Can be brought back until ${time}, as long as the browser runs.`,
  undo: 'Undo',
  back: (count: number) =>
    plural(count, {
      one: '1 entry brought back.',
      other: `${formatCount(count)} entries brought back.`,
    }),
  left: (count: number) =>
    plural(count, {
      one: '1 entry stayed away: the address or the name is in the book again.',
      other: `${formatCount(count)} entries stayed away: the address or the name is in the book again.`,
    }),
  unread: (count: number) =>
    plural(count, {
      one: '1 entry could not be read. It is kept as it is.',
      other: `${formatCount(count)} entries could not be read. They are kept as they are.`,
    }),
  more: 'Show more',
  used: (ago: string) => `Used ${ago}`,
  file: {
    title: 'From a file, not checked',
    what: 'A file can hold anybody’s address under a name you trust. Compare each address with where you have it from. Until then it cannot be chosen, and its name is shown nowhere else.',
    check: 'Check',
    checkOf: (name: string) => `Check ${name}`,
    removeAll: 'Remove these',
    waiting: (count: number) =>
      plural(count, {
        one: '1 entry from a file waits to be checked.',
        other: `${formatCount(count)} entries from a file wait to be checked.`,
      }),
  },
  entry: {
    add: 'Add to the account book',
    edit: 'Edit entry',
    check: 'Check an entry from a file',
    name: 'Name',
    address: 'Address',
    note: 'Note (optional)',
    fixed: 'The address of an entry never changes. For another one, add an entry.',
    fitsOn: (family: string) => `An address of ${family}`,
    compared: 'I compared the whole address with where I have it from.',
    comparedAlike: 'I compared both addresses: I mean this one, not the one it looks like.',
    save: 'Save',
    saved: (name: string) => `${name} is in your account book.`,
    cancel: 'Cancel',
    full: 'The book is full: remove an entry first.',
    gone: 'Nothing was changed: this entry was removed meanwhile. Undo that, or add it anew.',
  },
  problems: {
    missing: 'Give it a name.',
    long: 'Use at most 40 letters.',
    address: 'A name must not look like an address.',
    taken: 'Another entry has this name, or one that looks the same.',
    invalid:
      'This is no address of EVM chains, Solana, Bitcoin, Litecoin, Tron or CKB. Paste the whole address again.',
    token: 'This is a token contract or the zero address. Tokens sent there would be lost.',
    listed: 'This address is in the book already.',
  } satisfies Record<NameProblem | AddressProblem, string>,
  pick: {
    open: 'Choose',
    openFor: (what: string) => `${what}: choose an account`,
    title: 'Choose an account',
    own: 'Connected accounts',
    noOwn: (family: string) => `No connected account of ${family}.`,
    book: 'Account book',
    none: (family: string) => `No address of ${family} in the book yet.`,
    manage: 'Manage',
    other: 'Type another address',
  },
  save: 'Save to account book',
  saveFor: (what: string) => `${what}: save to account book`,
} as const)
