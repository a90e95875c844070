import type { TokenAmount } from '@/src/domain/order/order'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'

/** Longest symbol that is shown: the rest is somebody's idea of an advertisement. */
const LONGEST = 12

/**
 * An amount in smallest units with its token: read from the left in every language, the symbol set apart from
 * it. To its last digit, unless `write` says how much of it.
 */
export function TokenSum(props: {
  of: Pick<TokenAmount, 'decimals' | 'symbol'>
  units: bigint | string
  write?: (units: string, decimals: number) => string
}) {
  const { of, units, write = formatExact } = props
  return (
    <bdi dir="ltr">
      {write(String(units), of.decimals)} <bdi>{plainText(of.symbol, LONGEST)}</bdi>
    </bdi>
  )
}
