import { useEffect, useId, useRef } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import { formatPercent, readPercent } from '../format/percent'
import { useApp } from './context'

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
 * A slippage that is typed. Enter sets it, and so does leaving the field; a digit or a pause does not, as 0.5
 * begins with 0. Escape takes back what was typed. What is no slippage stays in the field, which says so. An
 * empty field means the default, where there is one. While nothing is typed, the field shows what is set,
 * whoever set it.
 */
export function PercentField(props: {
  label: string
  /** Fraction that is set. */
  value: number | undefined
  /** It is seen elsewhere: the field begins empty. */
  isElsewhere?: boolean
  mayBeEmpty?: boolean
  /** What stands in the field and is not set; undefined where nothing is typed. */
  typed: string | undefined
  onType(typed: string | undefined): void
  /** What was typed is set: it is `typed` no longer. */
  onChange(value: number | undefined): void
}) {
  const { value, typed } = props
  const id = useId()
  const written = value === undefined || props.isElsewhere ? '' : formatPercent(value).slice(0, -1)
  const fraction = typed === undefined ? value : readPercent(typed)
  const isEmpty = typed?.trim() === '' && props.mayBeEmpty === true
  const isWrong = typed !== undefined && fraction === undefined && !isEmpty
  const warning = fraction === undefined ? null : slippageWarning(fraction)
  const { announce } = useApp()
  const words = lateText.options
  const settle = () => {
    if (typed === undefined || isWrong) return
    props.onChange(fraction)
    announce(
      fraction === undefined ? words.slippageAuto : words.slippageSet(formatPercent(fraction)),
    )
  }
  const unset = typed === undefined || isWrong ? undefined : words.slippageTyped
  const said = isWrong ? words.slippageWrong : warning?.text
  const note = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  // It comes up below the field, where the buttons that stay in sight may lie over it.
  useEffect(() => {
    if ((said ?? unset) !== undefined && !isFirst.current)
      note.current?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [said, unset])
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
          aria-invalid={isWrong}
          aria-describedby={`${id}-note`}
          value={typed ?? written}
          onInput={(event) => props.onType(event.currentTarget.value)}
          // A window that closes, or gives way to another, takes the focus along: nobody left the field.
          onBlur={({ currentTarget: field }) => {
            // With its screen, the field itself goes: that sets nothing either.
            queueMicrotask(() => {
              if (field.isConnected && document.activeElement !== field) settle()
            })
          }}
          onKeyDown={(event) => {
            if (event.isComposing || typed === undefined) return
            // Nothing else is done of a form whose slippage was only being typed.
            if (event.key === 'Escape') props.onType(undefined)
            else if (event.key === 'Enter') settle()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <span aria-hidden="true">%</span>
      </span>
      <div ref={note} id={`${id}-note`} class="setting-note" role="status">
        {said !== undefined && <p class={isWrong ? 'bad' : warning?.tone}>{said}</p>}
        {unset !== undefined && <p class="sub">{unset}</p>}
      </div>
    </div>
  )
}
