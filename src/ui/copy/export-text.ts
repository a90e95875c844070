import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where the history is taken away as a file. */
export const exportText = catalogue('export', {
  title: 'Export',
  hint: 'A file with your orders, made on this computer and sent to nobody. It holds your addresses and amounts: choose who you give it to.',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  formatHints: {
    csv: 'For a spreadsheet or a tax program. A text that could run as a formula gets an apostrophe in front.',
    json: 'For programs: every ID, hash and address that finds an order again.',
  },
  which: 'Which orders',
  filtered: 'As filtered',
  all: 'All orders',
  save: 'Save file',
  cancel: 'Cancel',
  running: 'Writing the file',
  progress: (done: number, total: number | undefined) =>
    total === undefined
      ? plural(done, { one: '1 order so far', other: `${formatCount(done)} orders so far` })
      : plural(total, {
          one: `${formatCount(done)} of 1 order`,
          other: `${formatCount(done)} of ${formatCount(total)} orders`,
        }),
  keepOpen: 'Keep this window open until it is done.',
  done: (name: string, count: number) =>
    plural(count, {
      one: `1 order in ${name}, handed to your browser.`,
      other: `${formatCount(count)} orders in ${name}, handed to your browser.`,
    }),
})
