import { useEffect } from 'preact/hooks'
import type { OrderView } from '../models/order-view'
import { ErrorNote } from '../parts/error-note'

/** What did not work just now, brought into sight: what was pressed may stand far from it. */
export function PressError({ view }: { view: OrderView }) {
  const error = view.error.value
  useEffect(() => {
    document.getElementById('press-error')?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return error === undefined ? null : <ErrorNote id="press-error" error={error} />
}
