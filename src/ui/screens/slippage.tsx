import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { formatPercent } from '../format/percent'
import { useApp } from '../parts/context'
import { PercentField } from '../parts/percent-field'

const PRESETS = [0.001, 0.005, 0.01]

/** How far the price may move: the default of the settings, a preset, or an own number. */
export function Slippage({ standard }: { standard: number | undefined }) {
  const { swap } = useApp()
  const own = swap.slippage.value
  // What the field says, not a number where it says none.
  const typed = useRef(own)
  // The field begins anew when a preset takes its place.
  const [round, setRound] = useState(0)
  // What was typed is none of them then, and none stands.
  const isWrong = swap.slippageWrong.value

  // What was typed is gone with the field: what is said above it holds again.
  useEffect(
    () => () => {
      swap.slippageWrong.value = false
    },
    [swap],
  )

  // So it does when the form of before is put back: what was typed since is not what is used.
  useLayoutEffect(() => {
    if (isWrong || own === typed.current) return
    typed.current = own
    setRound((now) => now + 1)
  }, [own, isWrong])

  function choose(value: number | undefined): void {
    setRound(round + 1)
    swap.setSlippage(value)
  }

  return (
    <fieldset class="slippage">
      <legend class="sr-only">{text.swap.slippage}</legend>
      <p class="sub">{lateText.options.slippageHint}</p>
      <div class="segments">
        <button
          type="button"
          class="chip"
          aria-pressed={!isWrong && own === undefined}
          onClick={() => choose(undefined)}
        >
          {lateText.options.auto(standard === undefined ? '' : formatPercent(standard))}
        </button>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            class="chip num"
            aria-pressed={!isWrong && own === preset}
            onClick={() => choose(preset)}
          >
            {formatPercent(preset)}
          </button>
        ))}
      </div>
      <PercentField
        key={round}
        label={lateText.options.custom}
        value={own}
        isElsewhere={PRESETS.some((preset) => preset === own)}
        mayBeEmpty
        onChange={(value) => {
          typed.current = value
          swap.setSlippage(value)
        }}
        onWrong={() => {
          typed.current = Number.NaN
          swap.slippageWrong.value = true
        }}
      />
    </fieldset>
  )
}
