import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** Words of what sites, texts and notices ask of the screen. */
export const askText = catalogue('ask', {
  region: 'Request',
  show: 'Show',
  ignore: 'Ignore',
  /** `pays` and `gets` as they are shown, with their amounts where they have one. */
  swap: (host: string, pays: string, gets: string) => `${host} asks to swap ${pays} to ${gets}.`,
  pays: (host: string, pays: string) => `${host} asks to swap ${pays}.`,
  gets: (host: string, gets: string) => `${host} asks for a swap to ${gets}.`,
  site: (host: string) => `${host} asks for a swap.`,
  marked: (host: string) => `Fill in what you marked on ${host}?`,
  typed: 'Fill in what you typed?',
  order: 'Show the order that you were told of?',
  more: (count: number) =>
    plural(count, { one: '1 more waits.', other: `${formatCount(count)} more wait.` }),
  filledInBy: (host: string) => `${host} filled this in. Check it before you go on.`,
  filledIn: 'Filled in for you. Check it before you go on.',
  clear: 'Clear',
  undo: 'Back to what you had',
  note: {
    unsupported: 'Causeway cannot pay links of this kind. Nothing was filled in.',
    unreadable: 'There is no address or amount in this text. Nothing was filled in.',
    'unknown-token': 'No token of this name is known. Nothing was filled in.',
  },
})
