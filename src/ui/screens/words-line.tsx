import { useEffect, useRef, useState } from 'preact/hooks'
import { formText } from '../copy/form-text'
import { text } from '../copy/text'
import { plainText } from '../format/text'
import { createWords, type Reading, type Words } from '../models/words'
import { useApp } from '../parts/context'
import { TokenLogo } from '../parts/logo'
import { useModel } from '../parts/use-model'

const words = formText.words

/** The line in which a swap is said in words; each thing that they may mean is a line to choose. */
export function WordsLine() {
  const app = useApp()
  const model = useModel(() => createWords(app), '')
  const [active, setActive] = useState<string | undefined>(undefined)
  const [isFocused, setFocused] = useState(false)
  const readings = model.readings.value
  const current = Math.max(
    0,
    readings.findIndex(({ key }) => key === active),
  )
  const isTyped = model.text.value.trim() !== ''
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Above the button that stays at the lower edge.
    if (isFocused && readings.length > 0) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFocused, readings.length])

  function choose(reading: Reading): void {
    model.choose(reading)
    app.announce(words.filled(sayReading(reading)))
    // The line goes once prices are asked for.
    document.getElementById(`amount-${reading.side}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = Math.max(0, Math.min(readings.length - 1, current + step))
      setActive(readings[next]?.key)
      document.getElementById(`reading-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      // Never the form's own button.
      event.preventDefault()
      const reading = readings[current]
      if (reading !== undefined) choose(reading)
    } else if (event.key === 'Escape' && isTyped) {
      event.preventDefault()
      model.setText('')
    }
  }

  return (
    <div class="words" ref={place}>
      <label class="sub" for="words">
        {words.label}
      </label>
      <input
        id="words"
        class="field"
        data-testid="words"
        type="text"
        role="combobox"
        aria-expanded={readings.length > 0}
        aria-controls="words-readings"
        aria-autocomplete="list"
        aria-activedescendant={readings.length > 0 ? `reading-${current}` : undefined}
        placeholder={words.placeholder}
        autocomplete="off"
        spellcheck={false}
        value={model.text.value}
        onFocus={() => {
          setFocused(true)
          model.loadSeeds()
        }}
        onInput={(event) => {
          setActive(undefined)
          model.setText(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id="words-readings"
        class="readings"
        role="listbox"
        aria-label={words.readings}
        aria-busy={model.looking.value}
        hidden={readings.length === 0}
      >
        {readings.map((reading, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the line that owns the list
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the line
          <div
            key={reading.key}
            id={`reading-${place}`}
            class="token-row reading"
            role="option"
            aria-selected={place === current}
            data-testid="reading"
            onClick={() => choose(reading)}
            onPointerMove={() => setActive(reading.key)}
          >
            <Line reading={reading} />
          </div>
        ))}
      </div>
      <State model={model} isTyped={isTyped} />
      {isFocused && !isTyped && model.seeds.value.length > 0 && (
        <fieldset class="seeds" aria-label={words.seeds}>
          {model.seeds.value.map((seed) => (
            <button
              key={seed}
              type="button"
              class="chip"
              onClick={() => {
                model.setText(plainText(seed, 80))
                document.getElementById('words')?.focus()
              }}
            >
              {plainText(seed, 80)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** What is going on, in words: said to those who do not see the list as well. */
function State({ model, isTyped }: { model: Words; isTyped: boolean }) {
  const { online } = useApp()
  const count = model.readings.value.length
  const isOver = isTyped && !model.looking.value
  const failed = model.error.value !== undefined
  const isOffline = isTyped && !online.value
  return (
    <>
      {isOver && failed && !isOffline && (
        <p class="words-note">
          {words.failed}{' '}
          <button type="button" class="button button-quiet button-small" onClick={model.retry}>
            {text.app.tryAgain}
          </button>
        </p>
      )}
      {isOffline && <p class="words-note">{words.offline}</p>}
      {isOver && count === 0 && !failed && (
        <p class="words-note">
          {words.none} {words.noneHint}
        </p>
      )}
      {isTyped && model.looking.value && count === 0 && <p class="words-note">{words.looking}</p>}
      <p class="sr-only" role="status">
        {isOver ? (count === 0 ? words.none : words.count(count)) : ''}
      </p>
    </>
  )
}

function Line({ reading }: { reading: Reading }) {
  const { catalog } = useApp()
  const tokens = [reading.pay, reading.receive].filter((token) => token !== undefined)
  return (
    <>
      <span class="reading-logos">
        {tokens.map((token) => (
          <TokenLogo key={`${token.chainId}${token.address}`} token={token} size={28} />
        ))}
      </span>
      <span class="token-row-name">
        <bdi class="token-symbol">{sayReading(reading)}</bdi>
        <span class="token-row-second">
          {tokens.map(({ chainId }) => plainText(catalog.nameOf(chainId), 20)).join(' → ')}
          {reading.byService && ` · ${words.byService}`}
        </span>
      </span>
    </>
  )
}

/** A reading in one line: `50 USDC → ETH`, `Receive 0.1 ETH`. */
function sayReading({ pay, receive, side, amount, isMoney }: Reading): string {
  const say = (symbol: string, which: 'pay' | 'receive') => {
    const name = plainText(symbol, 12)
    if (which !== side || amount === undefined) return name
    return isMoney ? words.money(amount, name) : `${amount} ${name}`
  }
  if (pay && receive) return words.swap(say(pay.symbol, 'pay'), say(receive.symbol, 'receive'))
  return pay
    ? words.pay(say(pay.symbol, 'pay'))
    : words.receive(say(receive?.symbol ?? '', 'receive'))
}
