import { formText } from '../copy/form-text'
import { formatFiat, parsePrice } from '../format/fiat'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'

/** The price that dollars rest on, or why they are none of the token. */
export function MoneyNote({ symbol }: { symbol: string }) {
  const price = useApp().swap.price.value
  if (price === undefined) return null
  const name = plainText(symbol, 12)
  return (
    <span
      class={'problem' in price ? 'warn' : 'sub'}
      role={'problem' in price ? 'alert' : undefined}
      data-testid="money-note"
    >
      {'problem' in price
        ? formText.money[price.problem](name)
        : formText.money.at(sayPrice(price.usd))}
    </span>
  )
}

/** A price below a cent stands as the service writes it. */
function sayPrice(usd: string): string {
  const micros = (parsePrice(usd) ?? 0n) / 10n ** 12n
  return micros < 10_000n ? `$${plainText(usd, 24)}` : formatFiat(micros)
}
