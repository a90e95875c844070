import { groupThousands } from '../format/amount'

const orders = (count: number) =>
  count === 1 ? '1 order' : `${groupThousands(String(count))} orders`

/** What is said where the history is taken away as a file. */
export const exportText = {
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
      ? `${orders(done)} so far`
      : `${groupThousands(String(done))} of ${orders(total)}`,
  keepOpen: 'Keep this window open until it is done.',
  done: (name: string, count: number) => `${orders(count)} in ${name}, handed to your browser.`,
}
