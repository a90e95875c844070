import { signal } from '@preact/signals'
import { useMemo, useRef, useState } from 'preact/hooks'
import { LONGEST_WORDS } from '@/src/domain/entry/longest-words'
import { text } from '../copy/text'
import { createWordsText, type Line } from '../models/words-text'
import { useApp } from '../parts/context'
import { lazy, onIntent } from '../parts/lazy'

/** With all that reads words: fetched once somebody is about to write some, or has. */
const Readings = lazy(() => import('./words-readings').then((room) => room.WordsReadings))

/** The line in which a swap is said in words; each thing that they may mean is a line to choose. */
export function WordsLine() {
  const { backend } = useApp()
  const onKey = useRef<((event: KeyboardEvent) => void) | null>(null)
  const line = useMemo<Line>(
    () => ({
      ...createWordsText(backend),
      onKey,
      list: signal({ isOpen: false, active: undefined }),
    }),
    [],
  )
  const [isFocused, setFocused] = useState(false)
  const { isOpen, active } = line.list.value
  const isRead = isFocused || line.text.value !== ''
  return (
    <div class="words">
      <label class="sub" for="words">
        {text.swap.words}
      </label>
      <input
        id="words"
        class="field"
        data-testid="words"
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isRead ? 'words-readings' : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active}
        placeholder={text.swap.wordsHint}
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST_WORDS}
        value={line.text.value}
        {...onIntent(Readings)}
        onFocus={() => setFocused(true)}
        onInput={(event) => line.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Never the form's own button.
          if (event.key === 'Enter') event.preventDefault()
          onKey.current?.(event)
        }}
      />
      {isRead && <Readings line={line} isFocused={isFocused} />}
    </div>
  )
}
