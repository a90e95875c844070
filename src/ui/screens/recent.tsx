import { useEffect, useState } from 'preact/hooks'
import { formText } from '../copy/form-text'
import { plainText } from '../format/text'
import { type Pair, readRecentPairs } from '../models/recent'
import { useApp } from '../parts/context'
import { TokenLogo } from '../parts/logo'

/** Pairs that arrived before, to be filled in with one press. */
export function Recent() {
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
          title={formText.recent.pair(placed(pay), placed(receive))}
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
