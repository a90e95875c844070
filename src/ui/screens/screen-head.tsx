import { useEffect, useLayoutEffect } from 'preact/hooks'
import { text } from '../copy/text'
import { focusHeading } from '../parts/focus-heading'
import { ArrowLeft } from '../parts/icons'
import { isAsked } from '../parts/keys'

/** Names the page for its screen, and gives the heading the focus that waits for the screen's code. */
export function useHeading(title: string): void {
  // Its code may come later than the screen changed: the focus then waits at the content.
  useLayoutEffect(() => {
    if (document.activeElement?.id === 'content') focusHeading()
  }, [])
  useLayoutEffect(() => {
    document.title = text.app.titled(title)
    return () => {
      document.title = text.app.name
    }
  }, [title])
}

/** The heading of a screen that was come to from another one. */
export function ScreenHead(props: { title: string; onBack(): void; disabled?: boolean }) {
  const { title } = props
  useHeading(title)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || props.disabled) return
      if (isAsked()) return
      event.preventDefault()
      props.onBack()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <div class="screen-head">
      <button
        type="button"
        class="icon-button"
        aria-label={text.app.back}
        disabled={props.disabled}
        onClick={props.onBack}
      >
        <span class="flip-rtl">
          <ArrowLeft />
        </span>
      </button>
      <h1 tabIndex={-1}>{title}</h1>
    </div>
  )
}
