import { useId, useRef, useState } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import { formatPercent, readPercent } from '../format/percent'

/** Fractions from which a slippage is amber, and red. */
const AMBER = 0.02
const RED = 0.1

/** What is to be said of a slippage, and how loudly. */
function slippageWarning(slippage: number): { tone: 'bad' | 'warn'; text: string } | null {
  if (slippage >= RED) return { tone: 'bad', text: lateText.options.slippageVeryHigh }
  if (slippage >= AMBER) return { tone: 'warn', text: lateText.options.slippageHigh }
  return slippage === 0 ? { tone: 'warn', text: lateText.options.slippageNone } : null
}

/**
 * A slippage to type. What is none stays as it was typed and is said to be none; the one from before
 * the typing is set again, and not the digits that came first. An empty field is the default where
 * there is one.
 */
export function PercentField(props: {
  label: string
  /** Fraction that is set. */
  value: number | undefined
  /** It is seen elsewhere: the field begins empty. */
  isElsewhere?: boolean
  onChange(value: number | undefined): void
  /** What stands there now is none. */
  onWrong?(): void
  mayBeEmpty?: boolean
}) {
  const { value } = props
  const id = useId()
  const [typed, setTyped] = useState(
    value === undefined || props.isElsewhere ? '' : formatPercent(value).slice(0, -1),
  )
  // What is set now, and what was when the field was entered.
  const set = useRef({ now: value, before: value })
  const put = (next: number | undefined) => {
    set.current.now = next
    props.onChange(next)
  }
  const empty = typed.trim() === '' && props.mayBeEmpty === true
  const wrong = !empty && readPercent(typed) === undefined
  const warning = wrong || value === undefined ? null : slippageWarning(value)
  return (
    <div class="setting">
      <label for={id}>{props.label}</label>
      <span class="suffix-field">
        <input
          id={id}
          class="num"
          type="text"
          inputMode="decimal"
          placeholder="0.5"
          autocomplete="off"
          aria-invalid={wrong}
          aria-describedby={`${id}-note`}
          value={typed}
          onFocus={() => {
            set.current.before = set.current.now
          }}
          onInput={(event) => {
            const next = event.currentTarget.value
            setTyped(next)
            const fraction = readPercent(next)
            if (fraction !== undefined || (next.trim() === '' && props.mayBeEmpty)) {
              put(fraction)
            } else {
              if (set.current.now !== set.current.before) put(set.current.before)
              props.onWrong?.()
            }
          }}
        />
        <span aria-hidden="true">%</span>
      </span>
      <p id={`${id}-note`} class={`setting-note ${wrong ? 'bad' : warning?.tone}`} role="status">
        {wrong ? lateText.options.slippageWrong : warning?.text}
      </p>
    </div>
  )
}
