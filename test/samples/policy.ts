import type { Accepted } from '@/src/domain/order/order'
import type { BuildFacts } from '@/src/domain/policy/policy'
import { encodeApprove } from '@/src/domain/policy/policy-abi'

/** Builders for the tests of the policy: an ordinary order, and what a good service builds for it. */

export const author = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const target = '0x1111111111111111111111111111111111111111'
export const hub = '0x2222222222222222222222222222222222222222'
export const stranger = '0x3333333333333333333333333333333333333333'
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const native = `0x${'0'.repeat(40)}`
export const now = 1_700_000_000
export const amountIn = 5_000_000n

/** `deposit(address,uint256,bytes32)` with nothing that the policy would read. */
export const depositData = `0x20e8c565${'00'.repeat(96)}`

export function acceptedOrder(patch: Partial<Accepted> = {}): Accepted {
  return {
    quoteId: 'quote-1',
    routeId: 'route-1',
    routeType: 'native-filler',
    tradeType: 'EXACT_INPUT',
    from: { chainId: 8453, address: usdc, symbol: 'USDC', decimals: 6, amount: String(amountIn) },
    to: {
      chainId: 42161,
      address: native,
      symbol: 'ETH',
      decimals: 18,
      amount: '2000000000000000',
    },
    author,
    recipient: author,
    refundTo: author,
    expectedDurationSeconds: 20,
    quoteExpiresAt: now + 60,
    validBefore: now + 600,
    ...patch,
  }
}

/** An order that pays with the chain's own coin. */
export function acceptedNative(): Accepted {
  const order = acceptedOrder()
  return { ...order, from: { ...order.from, address: native, symbol: 'ETH', decimals: 18 } }
}

export function request(method: string, params: unknown[], more: object = {}) {
  return { type: 'eip1193_request', request: { method, params }, ...more }
}

export function send(tx: object, more: object = {}) {
  return request('eth_sendTransaction', [{ from: author, ...tx }], more)
}

export function approve(amount: bigint, patch: { spender?: string; token?: string } = {}) {
  const data = encodeApprove(patch.spender ?? target, amount)
  return send({ to: patch.token ?? usdc, data }, { waitForReceipt: true })
}

export function deposit(patch: object = {}, more: object = {}) {
  return send({ to: target, data: depositData, ...patch }, { deposit: true, ...more })
}

export function switchChain(chainId: string) {
  return request('wallet_switchEthereumChain', [{ chainId }])
}

export function build(...approvals: unknown[]) {
  return { kind: 'CONTRACT_CALL', approvals }
}

/** What a chain would say: contracts everywhere, nothing allowed yet. */
export function evmFacts(patch: Partial<Extract<BuildFacts, { family: 'eip155' }>> = {}) {
  return {
    family: 'eip155' as const,
    allowances: { [target]: '0', [hub]: '0' },
    hasCode: { [target]: true, [hub]: true },
    canApprove: {},
    ...patch,
  }
}

/** A number or an address (hex) as a word of an event. */
export const eventWord = (hex: string) => `0x${hex.replace('0x', '').padStart(64, '0')}`

/** `Transfer(address,address,uint256)` of a token. */
export function transferLog(token: string, from: string, to: string, amount: bigint) {
  const event = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const topics = [event, eventWord(from), eventWord(to)]
  return { address: token, topics, data: eventWord(amount.toString(16)) }
}
