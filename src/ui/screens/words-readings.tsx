import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { hasLooseSum } from '@/src/domain/entry/swap-words'
import { formText } from '../copy/form-text'
import { text } from '../copy/text'
import { plainText, shortAddress } from '../format/text'
import { createWords, isWellKnown, type Reading, type Words } from '../models/words'
import type { Line } from '../models/words-text'
import { useApp } from '../parts/context'
import { TokenLogo } from '../parts/logo'
import { RetryButton, useAgain } from '../parts/read-again'
import { useModel } from '../parts/use-model'

const words = formText.words

/** What the words of the line may mean, each a row to choose. */
export function WordsReadings({ line, isFocused }: { line: Line; isFocused: boolean }) {
  const app = useApp()
  const model = useModel(() => createWords(app, line), '')
  const readings = model.readings.value
  const said = sayAll(readings, app.catalog.nameOf)
  // Another text, and nobody has pointed at a row of it yet.
  const [pointed, setPointed] = useState<{ text: string; key: string | undefined }>()
  const active = pointed?.text === model.text.value ? pointed.key : undefined
  const setActive = (key: string | undefined) => setPointed({ text: model.text.value, key })
  // Nothing that the service came up with, or that has a namesake, is taken by Enter alone.
  const isFirst = ({ key, byService, isUnsure }: Reading) =>
    key === model.first.value && !byService && !isUnsure
  const current = readings.findIndex((reading) =>
    active === undefined ? isFirst(reading) : reading.key === active,
  )
  const isTyped = model.text.value.trim() !== ''
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Above the button that stays at the lower edge.
    if (isFocused && readings.length > 0) {
      place.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    }
  }, [isFocused, readings.length])

  function choose(reading: Reading): void {
    const place = readings.indexOf(reading)
    model.choose(reading)
    app.announce(words.filled(said[place]?.aloud ?? ''))
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
      const reading = readings[current]
      if (reading !== undefined) choose(reading)
    } else if (event.key === 'Escape' && isTyped) {
      event.preventDefault()
      model.setText('')
    }
  }

  useLayoutEffect(() => {
    line.onKey.current = onKeyDown
    line.list.value = {
      isOpen: readings.length > 0,
      active: current >= 0 ? `reading-${current}` : undefined,
    }
  })

  return (
    <>
      <div
        id="words-readings"
        ref={place}
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
            <Row reading={reading} said={said[place]} />
          </div>
        ))}
      </div>
      <State model={model} isTyped={isTyped} />
      {isFocused && !isTyped && (
        <fieldset class="seeds" aria-label={words.seeds}>
          {words.examples.map((example) => (
            <button
              key={example}
              type="button"
              class="chip"
              onClick={() => {
                model.setText(example)
                document.getElementById('words')?.focus()
              }}
            >
              {example}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** What is going on, in words: said to those who do not see the list as well. */
function State({ model, isTyped }: { model: Words; isTyped: boolean }) {
  const { online } = useApp()
  const count = model.readings.value.length
  const isOver = isTyped && !model.looking.value
  const failed = model.error.value !== undefined
  const again = useAgain(model.error.value, model.looking.value, model.retry)
  const isOffline = isTyped && !online.value
  const isLoose = hasLooseSum(model.text.value)
  const said = count === 0 ? words.none : words.count(count)
  return (
    <>
      {isLoose && <p class="words-note">{words.loose}</p>}
      {isTyped && again.shown && !isOffline && (
        <p class="words-note">
          {words.failed} <RetryButton isQuiet wrong={words.failed} to="words" read={again.read} />
        </p>
      )}
      {isOffline && <p class="words-note">{words.offline}</p>}
      {isOver && count === 0 && !failed && !isLoose && (
        <p class="words-note">
          {words.none} {words.noneHint}
        </p>
      )}
      {isTyped && model.looking.value && count === 0 && <p class="words-note">{words.looking}</p>}
      <p class="sr-only" role="status">
        {isOver ? (isLoose ? words.loose : said) : ''}
      </p>
    </>
  )
}

function Row({ reading, said }: { reading: Reading; said: Said | undefined }) {
  const tokens = [reading.pay, reading.receive].filter((token) => token !== undefined)
  return (
    <>
      <span class="reading-logos">
        {tokens.map((token) => (
          <TokenLogo key={`${token.chainId}${token.address}`} token={token} size={28} />
        ))}
      </span>
      <span class="token-row-name">
        <bdi class="token-symbol">{said?.sum}</bdi>
        <span class="token-row-second">{said?.places}</span>
      </span>
    </>
  )
}

/** A reading as it is shown in two lines, and as it is said. */
type Said = { sum: string; places: string; aloud: string }
type NameOf = (chainId: number) => string

/** No two readings read the same: where they would, every address stands in full. */
function sayAll(readings: readonly Reading[], nameOf: NameOf): Said[] {
  const short = readings.map((reading) => sayReading(reading, nameOf, false))
  return short.map((said, place) => {
    const isAlike = short.some((other, at) => at !== place && other.aloud === said.aloud)
    const reading = readings[place]
    return isAlike && reading ? sayReading(reading, nameOf, true) : said
  })
}

/** `50 USDC → PEPE`, `Base → Base, 0x6666…6666`; aloud `50 USDC on Base to PEPE on Base, 0x6666…6666`. */
function sayReading(reading: Reading, nameOf: NameOf, isFull: boolean): Said {
  const { pay, receive, stays, side, amount, isMoney } = reading
  const sumOf = (token: Token | undefined, which: 'pay' | 'receive') => {
    const name = token && plainText(token.symbol, 12)
    if (which !== side || amount === undefined) return name ?? ''
    if (!isMoney) return name === undefined ? amount : `${amount} ${name}`
    return name === undefined ? words.moneyAlone(amount) : words.money(amount, name)
  }
  const placeOf = (token: Token) => {
    const chain = plainText(nameOf(token.chainId), 20)
    if (isFull) return `${chain}, ${token.address}`
    return isWellKnown(token) ? chain : `${chain}, ${shortAddress(token.address)}`
  }
  const whole = (token: Token, sum = plainText(token.symbol, 12)) => words.on(sum, placeOf(token))
  const [paid, received] = [sumOf(pay, 'pay'), sumOf(receive, 'receive')]
  const mark = reading.byService ? ` · ${words.byService}` : ''
  if (pay && receive) {
    return {
      sum: words.swap(paid, received),
      places: `${formText.words.swap(placeOf(pay), placeOf(receive))}${mark}`,
      aloud: `${words.said(whole(pay, paid), whole(receive, received))}${mark}`,
    }
  }
  const token = pay ?? receive
  if (token === undefined) return { sum: '', places: '', aloud: '' }
  const other = stays && whole(stays)
  const [sum, rest] = pay
    ? [paid, other ? words.staysReceived(other) : words.openReceived]
    : [received, other ? words.staysPaid(other) : words.openPaid]
  // Dollars of the side that is not named.
  const isOther = isMoney && side === (pay ? 'receive' : 'pay')
  const money = words.moneyAlone(amount ?? '')
  const lead = isOther
    ? words.swap(pay ? sum : money, pay ? money : sum)
    : (pay ? words.pay : words.receive)(sum)
  return {
    sum: lead,
    places: `${placeOf(token)} · ${rest}${mark}`,
    aloud: `${[text.app.said(words.on(lead, placeOf(token))), rest].join(' ')}${mark}`,
  }
}
