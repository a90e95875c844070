import { useEffect, useState } from 'preact/hooks'
import type { Order } from '@/src/domain/order'
import { clearText } from '../copy/clear-text'
import { createClear } from '../models/clear'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { useModel } from '../parts/use-model'

/** Takes one finished order off this computer; the history then offers the way back. */
export function RemoveOrder({ order }: { order: Order }) {
  const { backend, router } = useApp()
  const clear = useModel(() => createClear(backend), order.id)
  const [asking, setAsking] = useState(false)
  const state = clear.state.value
  const isRunning = state.state === 'running'
  const gone = state.state === 'done' && state.removed > 0
  useEffect(() => {
    if (gone) router.go({ screen: 'history' }, { replace: true })
  }, [gone])
  return (
    <>
      <button
        type="button"
        class="button button-small button-danger"
        // The dialog gives the focus back here, and it stays until there is an answer.
        aria-disabled={isRunning}
        onClick={() => setAsking(!isRunning)}
      >
        {clearText.one}
      </button>
      {state.state === 'done' && !gone && <p role="status">{clearText.oneKept}</p>}
      {state.state === 'failed' && <ErrorNote money={null} error={state.error} />}
      {asking && (
        <Dialog title={clearText.oneQuestion} onClose={() => setAsking(false)}>
          <div class="dialog-body clear">
            <p>{clearText.oneLead}</p>
            <div class="clear-actions">
              <button type="button" class="button" onClick={() => setAsking(false)}>
                {clearText.oneCancel}
              </button>
              <button
                type="button"
                class="button button-danger"
                onClick={() => {
                  setAsking(false)
                  void clear.start(order.id)
                }}
              >
                {clearText.confirm}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
