import { text } from '../copy/text'
import { useApp } from './context'
import { ErrorNote } from './error-note'

/** What went wrong where nothing on the screen waited for it. */
export function Problem() {
  const { problem, dismissProblem } = useApp()
  if (problem.value === undefined) return null
  return (
    <ErrorNote error={problem.value} tone="warn" money={null}>
      <button type="button" class="button button-small" onClick={dismissProblem}>
        {text.app.close}
      </button>
    </ErrorNote>
  )
}
