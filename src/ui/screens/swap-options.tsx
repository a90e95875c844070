import { useState } from 'preact/hooks'
import { text } from '../copy/text'
import { formatPercent } from '../format/percent'
import { useApp } from '../parts/context'
import { lazy } from '../parts/lazy'

const Slippage = lazy(() => import('./slippage').then((room) => room.Slippage))

/** Height of what stays at the lower edge of a popup, px. */
const EDGE = 96

/** Slippage: folded to one line until somebody wants to change it. */
export function SwapOptions() {
  const { swap, preferences } = useApp()
  const isTyped = swap.draft.value.slippageText !== undefined
  const [toggled, setToggled] = useState<boolean>()
  // What was typed before the popup closed, and not set, is seen.
  const opened = toggled ?? isTyped
  const standard = preferences.settings.value?.slippageTolerance
  const slippage = isTyped ? undefined : (swap.slippage.value ?? standard)
  return (
    <details
      class="options"
      open={opened}
      // Opened below the edge of a popup, it is brought above the button that stays there.
      onToggle={(event) => {
        const details = event.currentTarget
        setToggled(details.open)
        if (details.open && details.matches(':focus-within')) reveal(details)
      }}
    >
      <summary>
        <span>{text.swap.slippage}</span>
        <span class={`options-now num${(slippage ?? 0) >= 0.02 ? ' warn' : ''}`}>
          <bdi>{slippage !== undefined && formatPercent(slippage)}</bdi>
        </span>
      </summary>
      {opened && <Slippage standard={standard} />}
    </details>
  )
}

/** Scrolls the content, and nothing around it, until the whole of a part is seen. */
function reveal(part: HTMLElement): void {
  const place = part.closest('.scroll')
  if (place === null) return
  const hidden = part.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom + EDGE
  if (hidden > 0) place.scrollBy(0, hidden)
}
