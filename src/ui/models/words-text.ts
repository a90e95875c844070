import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { LONGEST_WORDS } from '@/src/domain/entry/longest-words'
import type { Backend } from './backend'

/** Where the line is kept, so that a closed popup loses nothing. */
const KEY = 'words'

/** What was typed as words: there before anything that reads it. */
export type WordsText = { text: ReadonlySignal<string>; setText(text: string): void }

/** The field and the list below it, which comes later: the field stays the same element. */
export type Line = WordsText & {
  onKey: { current: ((event: KeyboardEvent) => void) | null }
  list: Signal<{ isOpen: boolean; active: string | undefined }>
}

/** The text of the line that is written in words, as it was left. */
export function createWordsText({ session }: Pick<Backend, 'session'>): WordsText {
  const text = signal('')
  const cut = (typed: string) => typed.slice(0, LONGEST_WORDS)
  void session.read(KEY).then((kept) => {
    if (typeof kept === 'string' && text.value === '') text.value = cut(kept)
  })
  return {
    text,
    setText(next) {
      text.value = cut(next)
      void session.write(KEY, text.value)
    },
  }
}
