import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What the person's own orders say of a filler, each in a sentence. */
export const recordText = catalogue('record', {
  title: 'Your own record',
  none: 'You have no order with it yet.',
  came: (came: number, orders: number) =>
    plural(orders, {
      one: `${formatCount(came)} of your 1 order arrived.`,
      other: `${formatCount(came)} of your ${formatCount(orders)} orders arrived.`,
    }),
  camePair: (came: number, orders: number) =>
    plural(orders, {
      one: `${formatCount(came)} of your 1 order between these networks arrived.`,
      other: `${formatCount(came)} of your ${formatCount(orders)} orders between these networks arrived.`,
    }),
  onTime: 'Usually on time.',
  sooner: (time: string) => `Usually ${time} sooner than promised.`,
  later: (time: string) => `Usually ${time} later than promised.`,
  above: (percent: string) => `Usually ${percent} above the minimum.`,
  source: 'Counted on this computer, as two nodes or your own saw the money arrive.',
} as const)
