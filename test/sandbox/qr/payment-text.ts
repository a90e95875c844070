import { parseUnits } from 'viem'

/**
 * The rules of the transfer endpoint, written from the interface document and from nothing of the
 * product: where the two differ, one of them is wrong.
 */

const REQUIRED = ['amount', 'recipient', 'caip2', 'token', 'decimals']
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i
/** The identifiers of the native token, letter for letter. */
const NATIVE = ['native', 'eth', `0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]

/** The text inside a picture of a payment, or why there is none. */
export function toPaymentText(
  query: Record<string, string>,
): { text: string } | { refused: string } {
  for (const name of REQUIRED) if (!query[name]) return { refused: `${name} is required` }
  const { amount = '', recipient = '', caip2 = '', token = '' } = query
  const decimals = Number(query.decimals)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    return { refused: 'decimals is not valid' }
  const [whole, fraction = ''] = amount.split('.')
  // More digits than the token has are no amount of it, unless they are zeros.
  const isDecimal = /^\d+(\.\d+)?$/.test(amount) && whole !== ''
  if (!isDecimal || fraction.replace(/0{1,99}$/, '').length > decimals)
    return { refused: 'amount is not valid' }
  return { text: textOf({ amount, recipient, caip2, token, decimals }) }
}

function textOf(asked: {
  amount: string
  recipient: string
  caip2: string
  token: string
  decimals: number
}): string {
  const { amount, recipient, caip2, token, decimals } = asked
  const [namespace, chain = ''] = caip2.split(':')
  if (namespace === 'bip122') return `bitcoin:${recipient}?amount=${amount}`
  if (namespace !== 'eip155' || !/^\d+$/.test(chain)) return recipient
  if (!EVM_ADDRESS.test(recipient)) return recipient
  const units = parseUnits(amount, decimals)
  if (NATIVE.includes(token)) return `ethereum:${recipient}@${chain}?value=${units}`
  if (!EVM_ADDRESS.test(token)) return recipient
  return `ethereum:${token}@${chain}/transfer?address=${recipient}&uint256=${units}`
}

/** The side of a picture in pixels. */
export function toSize(text = ''): number {
  const size = Number.parseFloat(text)
  return Number.isNaN(size) ? 256 : Math.min(512, Math.max(96, Math.round(size)))
}
