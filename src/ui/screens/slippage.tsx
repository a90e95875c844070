import { useEffect } from 'preact/hooks'
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
  const typed = swap.draft.value.slippageText
  // What was typed and not set holds the review up: it is gone with its field.
  useEffect(
    () => () => {
      if (swap.draft.peek().slippageText !== undefined) swap.setSlippage(swap.slippage.peek())
    },
    [swap],
  )

  return (
    <fieldset class="slippage">
      <legend class="sr-only">{text.swap.slippage}</legend>
      <p class="sub">{lateText.options.slippageHint}</p>
      <div class="segments">
        <button
          type="button"
          class="chip"
          aria-pressed={typed === undefined && own === undefined}
          onClick={() => swap.setSlippage(undefined)}
        >
          {lateText.options.auto(standard === undefined ? '' : formatPercent(standard))}
        </button>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            class="chip num"
            aria-pressed={typed === undefined && own === preset}
            onClick={() => swap.setSlippage(preset)}
          >
            {formatPercent(preset)}
          </button>
        ))}
      </div>
      <PercentField
        label={lateText.options.custom}
        value={own}
        isElsewhere={PRESETS.some((preset) => preset === own)}
        mayBeEmpty
        typed={typed}
        onType={(text) => swap.setSlippage(own, text)}
        onChange={swap.setSlippage}
      />
    </fieldset>
  )
}
