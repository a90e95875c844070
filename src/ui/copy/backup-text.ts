import { groupThousands } from '../format/amount'
import type { RestoredBook } from '../models/backup'

const orders = (count: number) =>
  count === 1 ? '1 order' : `${groupThousands(String(count))} orders`

const inBook = (count: number) =>
  count === 1
    ? '1 entry of the account book'
    : `${groupThousands(String(count))} entries of the account book`

/** What is said where the orders are kept in a file that only a passphrase opens, and come back. */
export const backupText = {
  title: 'Backup and restore',
  hint: 'A copy of all orders and of your account book for another computer or a new profile, locked with your passphrase. It is made here and sent to nobody. Settings and site access are not part of it.',
  what: 'What to do',
  ways: { save: 'Back up', restore: 'Restore' },
  passphrase: 'Passphrase',
  again: 'Passphrase again',
  passphraseHint: (least: number) =>
    `At least ${least} characters. Nobody can open the file without it: no one can reset it.`,
  tooShort: (least: number) => `Use at least ${least} characters.`,
  different: 'The two passphrases differ.',
  noSeed: 'Never type the recovery phrase of a wallet here.',
  save: 'Save backup',
  file: 'Backup file',
  restore: 'Restore',
  restoreHint:
    'Orders and entries of the account book that are here already stay as they are. What was paid is followed again; nothing that still waited for you is asked of a wallet, as it may have gone on elsewhere.',
  inTab: 'Choosing a file closes this popup.',
  openTab: 'Restore in a tab',
  cancel: 'Cancel',
  writing: 'Writing the backup',
  reading: 'Reading the backup',
  progress: (done: number, total: number | undefined) =>
    total === undefined
      ? `${orders(done)} so far`
      : `${groupThousands(String(done))} of ${orders(total)}`,
  written: (name: string, count: number, entries: number) =>
    `${orders(count)}${entries > 0 ? ` and ${inBook(entries)}` : ''} in ${name}, handed to your browser. Keep the passphrase somewhere else.`,
  restored: (added: number, known: number) =>
    `${orders(added)} restored.${known > 0 ? ` ${orders(known)} were here already.` : ''}`,
  book: ({ added, known, conflicts, unread }: RestoredBook) =>
    [
      added > 0 && `${inBook(added)} restored. Compare each address before you use it.`,
      known > 0 && `${inBook(known)} ${known === 1 ? 'was' : 'were'} here already.`,
      conflicts > 0 &&
        `${inBook(conflicts)} ${conflicts === 1 ? 'was' : 'were'} left out: yours has the same address or name, and was kept.`,
      unread > 0 && `${inBook(unread)} could not be read.`,
    ]
      .filter((each) => each !== false)
      .join(' '),
  toBook: 'Open the account book',
  unread: (count: number) =>
    `${orders(count)} of the file were left out: they could not be read, or are under way at another service than the one in the settings.`,
  unreadable: {
    'no-backup': 'This is no backup of Causeway.',
    newer: 'This backup was made by a newer version of Causeway. Update it, then try again.',
    passphrase: 'The passphrase is another one, or the file was changed.',
    damaged: 'The file is cut off or was changed.',
  },
  kept: (added: number) => `${orders(added)} before that place were restored.`,
} as const
