import { useState } from 'preact/hooks'
import type { Order } from '@/src/domain/order/order'
import { clearText } from '../copy/clear-text'
import { plainText } from '../format/text'
import { createClear } from '../models/clear'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { useModel } from '../parts/use-model'

/** Takes one finished order off this computer; the history then offers the way back. */
export function RemoveOrder(props: {
  order: Order
  /** It is being removed here, or is not after all: a screen that misses it meanwhile knows why. */
  onRemoving(isRemoving: boolean): void
}) {
  const { order, onRemoving } = props
  const { backend, clock, removals, router, announce } = useApp()
  const clear = useModel(() => createClear(backend, clock, removals.orders), order.id)
  const number = order.kind === 'purchase' ? order.service.orderId : undefined
  const [asking, setAsking] = useState(false)
  const state = clear.state.value
  const isRunning = state.state === 'running'
  const stays = state.state === 'done' && state.removed === 0

  async function remove(): Promise<void> {
    setAsking(false)
    onRemoving(true)
    await clear.start(order.id)
    const done = clear.state.peek()
    onRemoving(false)
    if (done.state !== 'done') return
    announce(done.removed > 0 ? clearText.removed(done.removed) : clearText.oneKept)
    const route = router.route.peek()
    // Who went elsewhere meanwhile stays there.
    if (done.removed > 0 && route.screen === 'order' && route.orderId === order.id) {
      router.go({ screen: 'history' }, { replace: true })
    }
  }

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
      {stays && <p>{clearText.oneKept}</p>}
      {state.state === 'failed' && <ErrorNote money={null} error={state.error} />}
      {asking && (
        <Dialog title={clearText.oneQuestion} onClose={() => setAsking(false)}>
          <div class="dialog-body clear">
            <p>{clearText.oneLead}</p>
            {number !== undefined && (
              <div>
                <p>{clearText.onePurchase}</p>
                <p class="mono">
                  {plainText(number, 80)} <CopyButton value={number} />
                </p>
              </div>
            )}
            <div class="clear-actions">
              <button type="button" class="button" onClick={() => setAsking(false)}>
                {clearText.oneCancel}
              </button>
              <button type="button" class="button button-danger" onClick={() => void remove()}>
                {clearText.confirm}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
