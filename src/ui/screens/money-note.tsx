import type { Token } from '@/src/contract/service/token'
import { formText } from '../copy/form-text'
import { formatAmount, formatExact, groupDecimal, roundUp } from '../format/amount'
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
      class={`money-note ${'problem' in price ? 'warn' : 'sub'}`}
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

/** An amount and how it stands in its field: see `useAmountText`. */
type Written = { written: string; isIn: boolean; amount: string }

/**
 * What an amount is taken for: while it is typed with separators, and for as long as it is read in two ways,
 * as one separator before three digits parts thousands in one country, and a fraction in another. Nothing
 * where there is no doubt. `end` parts it from what follows.
 */
export function Taken({ written, isIn, amount, end = ' ' }: Written & { end?: string }) {
  const isTwoWay = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written)
  const isSeparated = isIn && /[,'’\s]/.test(written)
  const isSaid = /^(?=.*\d)\d*\.?\d*$/.test(amount) && (isTwoWay || isSeparated)
  return isSaid && `= ${sayPlain(amount)}${end}`
}

/** What the amount that is typed is taken for; of dollars, how much of the token they are. */
export function TypedSum(props: Written) {
  const { swap } = useApp()
  const isPay = swap.side.value === 'pay'
  const units = isPay ? swap.payUnits.value : swap.receiveUnits.value
  const token = isPay ? swap.pay.value : swap.receive.value
  return (
    <>
      <Taken {...props} />
      {swap.isMoney.value &&
        units !== undefined &&
        token &&
        sayUnits(
          isPay
            ? formatExact(roundUp(units, token.decimals), token.decimals)
            : formatAmount(units, token.decimals),
          token,
        )}
    </>
  )
}

const sayUnits = (figure: string, { symbol }: Token) => `= ${figure} ${plainText(symbol, 12)}`

/** As it reads everywhere: 1,234 is `1234`, 1.500 is `1.5`, and 1.234 is `1.2340`. */
function sayPlain(plain: string): string {
  if (/^\d{1,6}$/.test(plain)) return plain
  if (/^[1-9]\d{0,2}\.\d\d[1-9]$/.test(plain)) return `${plain}0`
  return groupDecimal(plain).replace(/\.0+$|(?<=\.\d*)0+$/, '')
}
