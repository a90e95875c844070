import { useState } from 'preact/hooks'
import { text } from '../copy/text'
import { formatBps } from '../format/fiat'
import { plainText, shortAddress } from '../format/text'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { FieldError } from '../parts/field-error'
import { lazy } from '../parts/lazy'

const AlikeNote = lazy(() => import('./alike-note').then((room) => room.AlikeNote))

const PRESETS = [0.001, 0.005, 0.01]
/** Fractions from which a slippage is amber, and red. */
const AMBER = 0.02
const RED = 0.1

const percent = (fraction: number) => formatBps(Math.round(fraction * 10_000))

/** Slippage and recipient: folded to one line until somebody wants to change them. */
export function SwapOptions() {
  const { swap, preferences } = useApp()
  const [opened, setOpened] = useState(false)
  const slippage = swap.slippage.value ?? preferences.settings.value?.slippageTolerance
  const destination = swap.destination.value
  const tone =
    slippage === undefined ? '' : slippage >= RED ? ' bad' : slippage >= AMBER ? ' warn' : ''
  const needsAddress =
    swap.receive.value !== undefined &&
    destination === undefined &&
    swap.connection.value !== undefined &&
    swap.recipient.value === ''
  return (
    <details
      class="options"
      open={opened || needsAddress || swap.recipient.value !== ''}
      // Opened below the edge of a popup, it is brought above the button that stays there.
      onToggle={(event) => {
        const details = event.currentTarget
        setOpened(details.open)
        if (details.open && details.matches(':focus-within')) reveal(details)
      }}
    >
      <summary>
        <span>{text.options.title}</span>
        <span class={`options-now num${tone}`}>
          {slippage === undefined ? text.options.auto : percent(slippage)}
          {swap.recipient.value !== '' &&
            destination !== undefined &&
            ` · ${shortAddress(destination)}`}
        </span>
      </summary>
      <Slippage slippage={slippage} />
      <Recipient needed={needsAddress} />
    </details>
  )
}

/** Height of what stays at the lower edge of a popup, px. */
const EDGE = 96

/** Scrolls the content, and nothing around it, until the whole of a part is seen. */
function reveal(part: HTMLElement): void {
  const place = part.closest('.scroll')
  if (place === null) return
  const hidden = part.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom + EDGE
  if (hidden > 0) place.scrollBy(0, hidden)
}

function Slippage({ slippage }: { slippage: number | undefined }) {
  const { swap } = useApp()
  const own = swap.slippage.value
  const [typed, setTyped] = useState(
    own === undefined || PRESETS.includes(own) ? '' : percent(own).slice(0, -1),
  )
  return (
    <fieldset class="slippage">
      <legend>{text.options.slippage}</legend>
      <p class="sub">{text.options.slippageHint}</p>
      <div class="segments">
        <button
          type="button"
          class="chip"
          aria-pressed={own === undefined}
          onClick={() => {
            setTyped('')
            swap.setSlippage(undefined)
          }}
        >
          {text.options.auto}
        </button>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            class="chip num"
            aria-pressed={own === preset}
            onClick={() => {
              setTyped('')
              swap.setSlippage(preset)
            }}
          >
            {percent(preset)}
          </button>
        ))}
        <span class="suffix-field">
          <input
            type="text"
            inputMode="decimal"
            class="num"
            aria-label={text.options.custom}
            placeholder="0.5"
            value={typed}
            onInput={(event) => {
              const value = event.currentTarget.value.replace(',', '.').replace(/[^\d.]/g, '')
              setTyped(value)
              const number = Number(value)
              if (value !== '' && Number.isFinite(number) && number <= 50) {
                swap.setSlippage(number / 100)
              }
            }}
          />
          <span aria-hidden="true">%</span>
        </span>
      </div>
      {slippage !== undefined && slippage >= AMBER && (
        <p class={slippage >= RED ? 'bad' : 'warn'} role="status">
          {slippage >= RED ? text.options.slippageVeryHigh : text.options.slippageHigh}
        </p>
      )}
    </fieldset>
  )
}

function Recipient({ needed }: { needed: boolean }) {
  const { swap } = useApp()
  const [wanted, setWanted] = useState(false)
  const shown = wanted || needed || swap.recipient.value !== ''
  const error = swap.recipientError.value
  const destination = swap.destination.value
  if (!shown) {
    return (
      <button type="button" class="button button-quiet" onClick={() => setWanted(true)}>
        {text.options.recipient}
      </button>
    )
  }
  return (
    <div class="recipient">
      <label for="recipient">{text.options.recipientLabel}</label>
      {needed && <p class="sub">{text.swap.needsRecipient}</p>}
      <textarea
        id="recipient"
        class="field mono"
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder={text.options.recipientPlaceholder}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : 'recipient-error'}
        value={swap.recipient.value}
        onInput={(event) =>
          swap.setRecipient(plainText(event.currentTarget.value.replace(/\s/g, ''), 128))
        }
      />
      {error !== undefined && <FieldError code={error} id="recipient-error" />}
      {error === undefined && swap.recipient.value !== '' && destination !== undefined && (
        <>
          <Address address={destination} />
          <AlikeNote recipient={destination} />
        </>
      )}
      <button
        type="button"
        class="button button-quiet"
        onClick={() => {
          swap.setRecipient('')
          setWanted(false)
        }}
      >
        {text.options.recipientOff}
      </button>
    </div>
  )
}
