import { useEffect, useRef } from 'preact/hooks'
import { mayUndo, undoFor } from '@/src/contract/undo'
import { clearText } from '../copy/clear-text'
import { formatTime } from '../format/time'
import { createClear } from '../models/clear'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Alert } from '../parts/icons'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { sayClear } from './clear-panel'

const words = clearText.elsewhere

/**
 * Says of an order that is not there whether it was removed, with the way back for as long as there is one.
 * `wasShown`: it stood on this screen before; `read` looks whether it is there again.
 */
export function GoneOrder(props: { orderId: string; wasShown: boolean; read(): Promise<void> }) {
  const { orderId, wasShown, read } = props
  const { backend, clock, removals, now, announce } = useApp()
  const clear = useModel(() => createClear(backend, clock, removals.orders, orderId), orderId)
  const state = clear.state.value
  const bin = clear.bin.value
  const isThere = bin !== undefined && mayUndo(bin.at, now.value)
  const wasRemoved = useRef(wasShown)
  wasRemoved.current ||= isThere
  const said = sayClear(state)
  const isBack = state.state === 'undone' || state.state === 'back'
  useEffect(() => {
    if (said === '') return
    // What stays in the note is read out with it; this one goes as the order stands here again.
    if (isBack) announce(said)
    void read()
  }, [said])
  if (!wasRemoved.current && !clear.looked.value) return <SkeletonRows count={5} />
  if (!wasRemoved.current) return <ErrorNote error={{ code: 'order/not-found' }} />
  return (
    <>
      <section class="note note-warn" role="alert" data-testid="order-removed">
        <Alert />
        <div class="note-body">
          <p class="note-title">{words.title}</p>
          {wasShown && <p>{words.here}</p>}
          <p class="note-money">{words.money}</p>
          {isThere ? (
            <>
              {bin.count > 1 && <p>{words.others(bin.count - 1)}</p>}
              <p>{clearText.gone(formatTime(bin.at + undoFor))}</p>
              <div class="note-actions">
                <button
                  type="button"
                  class="button button-small"
                  // Who pressed it keeps the focus there until the order stands here again.
                  aria-disabled={state.state === 'running'}
                  aria-busy={state.state === 'running'}
                  onClick={() => void clear.undo()}
                >
                  {clearText.undo}
                </button>
              </div>
            </>
          ) : (
            !isBack && <p>{said === '' ? words.lost : said}</p>
          )}
        </div>
      </section>
      {state.state === 'failed' && <ErrorNote money={null} error={state.error} />}
    </>
  )
}
