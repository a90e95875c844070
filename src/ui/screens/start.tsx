import { useSignalEffect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { formText } from '../copy/form-text'
import { text } from '../copy/text'
import { plainText } from '../format/text'
import { type Pair, readRecentPairs, tokenInFront } from '../models/start'
import { useApp } from '../parts/context'
import { onIntent } from '../parts/lazy'
import { TokenLogo } from '../parts/logo'
import { ExactWaysButton } from './exact-ways'
import { PayScreen } from './late-screens'
import { WordsLine } from './words-line'

/** What stands below a form that asks for no price yet: ways to fill it, and what to do next. */
export function Start() {
  const app = useApp()
  const { swap, router } = app

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

  const chosen = swap.pay.value !== undefined && swap.receive.value !== undefined
  return (
    <div class="start">
      {swap.receive.value === undefined && <Recent />}
      <ExactWaysButton />
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

/** Pairs that arrived before, to be filled in with one press. */
function Recent() {
  const app = useApp()
  const [pairs, setPairs] = useState<Pair[]>([])
  const top = app.catalog.top.value
  useEffect(() => {
    let isOver = false
    // A short cut: the history shows the same, and says what is wrong.
    readRecentPairs(app).then(
      (read) => !isOver && setPairs(read),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [app, top])
  if (pairs.length === 0) return null
  const label = ({ pay, receive }: Pick<Pair, 'pay' | 'receive'>) =>
    formText.recent.pair(plainText(pay.symbol, 10), plainText(receive.symbol, 10))
  const labels = pairs.map(label)
  const placed = ({ symbol, chainId }: Pair['pay']) =>
    formText.words.on(plainText(symbol, 10), plainText(app.catalog.nameOf(chainId), 20))
  return (
    <fieldset class="recent" aria-label={formText.recent.title}>
      <legend class="sub">{formText.recent.title}</legend>
      {pairs.map(({ key, pay, receive }) => (
        <button
          key={key}
          type="button"
          class="chip"
          data-testid="recent-pair"
          title={[pay, receive]
            .map(({ symbol, chainId }) => `${plainText(symbol, 12)} ${app.catalog.nameOf(chainId)}`)
            .join(' → ')}
          onClick={() => {
            // What a site wanted goes with its request.
            app.dismissAsked()
            app.swap.choose('pay', pay)
            app.swap.choose('receive', receive)
            document.getElementById('amount-pay')?.focus()
          }}
        >
          <TokenLogo token={pay} size={20} />
          <TokenLogo token={receive} size={20} />
          <bdi>
            {labels.filter((each) => each === label({ pay, receive })).length === 1
              ? label({ pay, receive })
              : formText.recent.pair(placed(pay), placed(receive))}
          </bdi>
        </button>
      ))}
    </fieldset>
  )
}
