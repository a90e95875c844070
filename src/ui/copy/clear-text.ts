import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What a person types to remove the whole history: a click is too little for that. */
export const CLEAR_WORD = 'REMOVE'

/** What is said where orders are removed. */
export const clearText = catalogue('clear', {
  title: 'Remove orders',
  hint: 'Takes finished orders off this computer. Chains and the service still know them: a search by your address finds swaps and payments again, and a search by its number a purchase.',
  stays:
    'What stays: orders in progress, orders whose end is not certain, and what ended beside them; and orders that left an approval open, until you revoke it. An order can go about two hours after its end.',
  act: 'Remove finished orders',
  question: 'Remove all finished orders?',
  lead: 'They leave this computer, with every step and request; only transaction hashes stay. You can bring them back for ten minutes; the tokens you picked lately go for good. Export them first if you need them for taxes, or bought anything: a purchase is found again by its number alone.',
  typed: `Type ${CLEAR_WORD} to confirm`,
  confirm: 'Remove',
  cancel: 'Keep them',
  running: (count: number) =>
    plural(count, {
      one: '1 order removed so far',
      other: `${formatCount(count)} orders removed so far`,
    }),
  removed: (count: number) =>
    count === 0
      ? 'No order was removed.'
      : plural(count, { one: '1 order removed.', other: `${formatCount(count)} orders removed.` }),
  kept: (count: number) =>
    count === 0
      ? ''
      : plural(count, {
          one: '1 order stayed: in progress, with an approval still open, or something may still come of it.',
          other: `${formatCount(count)} orders stayed: in progress, with an approval still open, or something may still come of them.`,
        }),
  keptRecent:
    'The tokens you picked lately could not be removed. “Clear recent tokens” in the list of tokens tries it again.',
  gone: (time: string) => `Gone for good at ${time}.`,
  undo: 'Undo',
  undone: (count: number) =>
    plural(count, {
      one: '1 order brought back.',
      other: `${formatCount(count)} orders brought back.`,
    }),
  back: (count: number) =>
    plural(count, {
      one: 'It is back already.',
      other: 'They are back already.',
    }),
  late: (count: number) =>
    plural(count, {
      one: 'Too late: it is gone for good.',
      other: 'Too late: they are gone for good.',
    }),
  one: 'Remove from this computer',
  oneQuestion: 'Remove this order?',
  oneLead:
    'It leaves this computer, with every step and request; only transaction hashes stay. You can bring it back for ten minutes.',
  onePurchase: 'A purchase is found again by this number alone. Keep it:',
  oneCancel: 'Keep it',
  oneKept:
    'This order stays: it is in progress, it left an approval open, something may still come of it, or it ended less than two hours ago.',
  elsewhere: {
    title: 'This order was removed from this computer',
    here: 'It was removed in another window, while it was open here.',
    lost: 'It cannot be brought back from here. If it was paid, a search in the history finds it again: by your address, or of a purchase by its number.',
    /** What an undo brings back with it; nothing of an order alone. */
    others: (count: number) =>
      count === 0
        ? ''
        : plural(count, {
            one: '1 other order was removed with it, and comes back with it.',
            other: `${formatCount(count)} other orders were removed with it, and come back with it.`,
          }),
    money: 'The removal moved no money.',
  },
} as const)
