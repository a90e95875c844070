import { useEffect } from 'preact/hooks'
import type { OrderView } from '../models/order-view'
import { ErrorNote } from '../parts/error-note'

/**
 * What did not work just now, brought into sight: what was pressed may stand far from it. `money` as in
 * `ErrorNote`: null where the order itself says where the money is, of which a press knows less.
 */
export function PressError({ view, money }: { view: OrderView; money?: null }) {
  const error = view.error.value
  useEffect(() => {
    document.getElementById('press-error')?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return error === undefined ? null : (
    <ErrorNote id="press-error" error={error} {...(money === null && { money })} />
  )
}
