import { useSignalEffect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../copy/text'
import { tokenInFront } from '../models/start'
import { useApp } from '../parts/context'
import { lazy, onIntent } from '../parts/lazy'
import { PayScreen } from './late-screens'
import { WordsLine } from './words-line'

const ExactWaysButton = lazy(() => import('./exact-ways').then((room) => room.ExactWaysButton))
const Recent = lazy(() => import('./recent').then((room) => room.Recent))

/** What stands below a form that asks for no price yet: ways to fill it, and what to do next. */
export function Start() {
  const app = useApp()
  const { swap, router } = app
  const [hasArrived, setArrived] = useState(false)

  useSignalEffect(() => {
    const token = tokenInFront(app)
    if (token !== undefined) swap.suggest(token)
  })
  useEffect(() => {
    // A window that was opened to swap is typed into; a tab is read from its beginning.
    const isElsewhere = document.activeElement !== document.body
    if (app.view === 'tab' || isElsewhere || swap.payText.value !== '') return
    document.getElementById('amount-pay')?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    // A short cut: the history shows the same, and says what is wrong.
    app.backend.listOrders({ statuses: ['filled'], limit: 1 }).then(
      ({ orders }) => setArrived(orders.length > 0),
      () => undefined,
    )
  }, [])

  const chosen = swap.pay.value !== undefined && swap.receive.value !== undefined
  return (
    <div class="start">
      {hasArrived && swap.receive.value === undefined && <Recent />}
      {swap.side.value === 'receive' && <ExactWaysButton />}
      <WordsLine />
      {swap.amountError.value === undefined && (
        <p class="sub hint">{chosen ? text.swap.enterAmount : text.swap.chooseTokens}</p>
      )}
      {swap.receive.value !== undefined && swap.amountError.value === undefined && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => router.go({ screen: 'pay' })}
          {...onIntent(PayScreen)}
        >
          {text.swap.payByAddress}
        </button>
      )}
    </div>
  )
}
