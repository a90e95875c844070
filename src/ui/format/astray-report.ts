import type { TransferOrder } from '@/src/domain/order/order'
import { formatExact } from './amount'
import { plainText } from './text'

/** Writes an amount of a token: `25.5 USDC`. */
export function formatSize(of: { amount: string; decimals: number; symbol: string }): string {
  return `${formatExact(BigInt(of.amount), of.decimals)} ${plainText(of.symbol, 12)}`
}

/**
 * Everything by which the people of the service can find money that went astray, in plain words: the
 * order, its address, what was asked for, what came, and where refunds go.
 */
export function toAstrayReport(order: TransferOrder, nameOf: (chainId: number) => string): string {
  const { accepted, transfer, service, id } = order
  const { from } = accepted
  const on = (chainId: number) => `${nameOf(chainId)} (${chainId})`
  const came = (transfer.astray ?? []).map((each) =>
    [
      `Came: ${formatSize(each)} on ${on(each.chainId)}`,
      `token ${each.token}`,
      `transaction ${each.hash ?? 'not known'}`,
    ].join(', '),
  )
  const lines = [
    `Order: ${service.orderId ?? 'none yet'}`,
    `Quote and route: ${accepted.quoteId}, ${accepted.routeId}`,
    `Order in Causeway: ${id}`,
    `Deposit address: ${transfer.depositAddress}`,
    ...(transfer.memo === undefined ? [] : [`Memo: ${transfer.memo}`]),
    `Asked for: ${formatSize({ ...from, amount: transfer.amount })} on ${on(from.chainId)}`,
    ...came,
    `Refunds go to: ${accepted.refundTo}`,
  ]
  return lines.map((line) => plainText(line, 600)).join('\n')
}
