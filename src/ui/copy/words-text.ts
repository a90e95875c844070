import { catalogue } from './catalogue'

/** What is said of the line in words where its readings stand, which come after the first paint. */
export const wordsText = catalogue('words', {
  loose: 'Name the amount in full digits, such as 5000: "5k", "all" or "half" is read as none.',
} as const)
