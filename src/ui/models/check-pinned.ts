import { AppError } from '@/src/domain/error'
import { hasWrongDecimals } from '../format/look-alike'

type Counted = { chainId: number; address: string; symbol: string; decimals: number }

/**
 * Holds the decimals of tokens against those that are pinned, before anything is built of their amounts.
 *
 * @throws AppError `policy/wrong-decimals` where one of them differs.
 */
export function checkPinned(...tokens: readonly Counted[]): void {
  const wrong = tokens.find((token) => hasWrongDecimals(token))
  if (wrong === undefined) return
  const detail = `${wrong.symbol} at ${wrong.address} does not have ${wrong.decimals} decimals`
  throw new AppError('policy/wrong-decimals', { detail })
}
