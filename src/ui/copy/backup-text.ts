import { formatCount, plural } from '../format/plural'
import type { RestoredBook } from '../models/backup'
import type { RestoredTokens } from '../models/backup-tokens'
import { catalogue } from './catalogue'

/** What is said where the orders are kept in a file that only a passphrase opens, and come back. */
export const backupText = catalogue('backup', {
  title: 'Backup and restore',
  hint: 'A copy of all orders, of your account book and of the tokens you pinned or added, for another computer or a new profile, locked with your passphrase. It is made here and sent to nobody. Other settings and site access are not part of it.',
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
    'Orders, entries of the account book and tokens that are here already stay as they are. What was paid is followed again; nothing that still waited for you is asked of a wallet, as it may have gone on elsewhere.',
  inTab: 'Choosing a file closes this popup.',
  openTab: 'Restore in a tab',
  cancel: 'Cancel',
  writing: 'Writing the backup',
  reading: 'Reading the backup',
  progress: (done: number, total: number | undefined) =>
    total === undefined
      ? plural(done, { one: '1 order so far', other: `${formatCount(done)} orders so far` })
      : plural(total, {
          one: `${formatCount(done)} of 1 order`,
          other: `${formatCount(done)} of ${formatCount(total)} orders`,
        }),
  written: (name: string, count: number) =>
    plural(count, {
      one: `1 order in ${name}, handed to your browser.`,
      other: `${formatCount(count)} orders in ${name}, handed to your browser.`,
    }),
  writtenBook: (count: number) =>
    plural(count, {
      one: 'It holds 1 entry of the account book too.',
      other: `It holds ${formatCount(count)} entries of the account book too.`,
    }),
  writtenTokens: (count: number) =>
    plural(count, {
      one: 'It holds 1 token that you pinned or added too.',
      other: `It holds ${formatCount(count)} tokens that you pinned or added too.`,
    }),
  left: (count: number) =>
    plural(count, {
      one: '1 order is left out: what is stored of it cannot be written to a file.',
      other: `${formatCount(count)} orders are left out: what is stored of them cannot be written to a file.`,
    }),
  keep: 'Keep the passphrase somewhere else.',
  restored: (count: number) =>
    plural(count, { one: '1 order restored.', other: `${formatCount(count)} orders restored.` }),
  known: (count: number) =>
    plural(count, {
      one: '1 order was here already.',
      other: `${formatCount(count)} orders were here already.`,
    }),
  /** Entries of the account book by what became of them. */
  book: {
    added: (count: number) =>
      plural(count, {
        one: '1 entry of the account book restored. Compare its address before you use it.',
        other: `${formatCount(count)} entries of the account book restored. Compare each address before you use it.`,
      }),
    known: (count: number) =>
      plural(count, {
        one: '1 entry of the account book was here already.',
        other: `${formatCount(count)} entries of the account book were here already.`,
      }),
    conflicts: (count: number) =>
      plural(count, {
        one: '1 entry of the account book was left out: yours has the same address or name, and was kept.',
        other: `${formatCount(count)} entries of the account book were left out: yours have the same addresses or names, and were kept.`,
      }),
    unread: (count: number) =>
      plural(count, {
        one: '1 entry of the account book could not be read.',
        other: `${formatCount(count)} entries of the account book could not be read.`,
      }),
  } satisfies Record<keyof RestoredBook, (count: number) => string>,
  /** The person's own tokens by what became of them. */
  tokens: {
    pinned: (count: number) =>
      plural(count, {
        one: '1 pinned token restored.',
        other: `${formatCount(count)} pinned tokens restored.`,
      }),
    added: (count: number) =>
      plural(count, {
        one: '1 token that had been added by its address came in unchecked: check it in the list of tokens before you can choose it.',
        other: `${formatCount(count)} tokens that had been added by their addresses came in unchecked: check them in the list of tokens before you can choose them.`,
      }),
    left: (count: number) =>
      plural(count, {
        one: '1 token of the file was left out: there is no room for it, it could not be read, its network is not known here, or its pin has a warning or could not be looked up.',
        other: `${formatCount(count)} tokens of the file were left out: there is no room for them, they could not be read, their network is not known here, or their pins have a warning or could not be looked up.`,
      }),
  } satisfies Record<keyof RestoredTokens, (count: number) => string>,
  toBook: 'Open the account book',
  unread: (count: number) =>
    plural(count, {
      one: '1 order of the file was left out: it could not be read, or is in progress at another service than the one in the settings.',
      other: `${formatCount(count)} orders of the file were left out: they could not be read, or are in progress at another service than the one in the settings.`,
    }),
  unreadable: {
    'no-backup': 'This is no backup of Causeway.',
    newer: 'This backup was made by a newer version of Causeway. Update it, then try again.',
    passphrase: 'The passphrase is another one, or the file was changed.',
    damaged: 'The file is cut off or was changed.',
  },
  cancelled: 'The restore was stopped.',
  kept: (count: number) =>
    plural(count, {
      one: '1 order before that place was restored.',
      other: `${formatCount(count)} orders before that place were restored.`,
    }),
} as const)
