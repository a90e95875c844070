/**
 * The little of the ABI that the policy must read by itself.
 * https://docs.soliditylang.org/en/latest/abi-spec.html
 */

/** A call taken apart as far as the policy needs; `selector` is `0x` and eight digits. */
export type DecodedCall =
  | { kind: 'empty' }
  | { kind: 'approve'; spender: string; amount: bigint }
  | { kind: 'other'; selector: string }
  | { kind: 'malformed' }

/** `approve(address,uint256)`, EIP-20. */
const APPROVE = '0x095ea7b3'
/** `transfer(address,uint256)`, EIP-20. */
const TRANSFER = '0xa9059cbb'

/** Methods that give somebody power over tokens or move them: never part of a deposit. */
const powerOverTokens: ReadonlyMap<string, string> = new Map([
  [APPROVE, 'approve'],
  [TRANSFER, 'transfer'],
  ['0x23b872dd', 'transferFrom'],
  ['0x39509351', 'increaseAllowance'],
  ['0xd73dd623', 'increaseApproval'],
  ['0xd505accf', 'permit'],
  ['0x8fcbaf0c', 'permit'],
  ['0xa22cb465', 'setApprovalForAll'],
  ['0x42842e0e', 'safeTransferFrom'],
  ['0xb88d4fde', 'safeTransferFrom'],
  ['0xf242432a', 'safeTransferFrom'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom'],
  ['0x87517c45', 'approve (Permit2)'],
  ['0x36c78516', 'transferFrom (Permit2)'],
  ['0x2b67b570', 'permit (Permit2)'],
  ['0x2a2d80d1', 'permit (Permit2)'],
  ['0x0d58b1db', 'transferFrom (Permit2)'],
  ['0x4000aea0', 'transferAndCall'],
  ['0x1296ee62', 'transferAndCall'],
  ['0xcae9ca51', 'approveAndCall'],
  ['0x9bd9bbc6', 'send (ERC-777)'],
  ['0x959b8c3f', 'authorizeOperator'],
  ['0x558a7297', 'setOperator'],
  ['0xf2fde38b', 'transferOwnership'],
  ['0x4f1ef286', 'upgradeToAndCall'],
])

const HEX_BYTES = /^0x(?:[0-9a-f]{2})*$/

/**
 * Takes calldata apart: lower-case hex with `0x`. An `approve` whose length is not exactly two words,
 * or whose address word carries anything above the address, is `malformed`: wallets and contracts
 * disagree on what such bytes mean.
 */
export function decodeCall(data: string): DecodedCall {
  if (!HEX_BYTES.test(data)) return { kind: 'malformed' }
  if (data === '0x') return { kind: 'empty' }
  if (data.length < 10) return { kind: 'malformed' }
  const selector = data.slice(0, 10)
  if (selector !== APPROVE) return { kind: 'other', selector }
  const words = data.slice(10)
  if (words.length !== 128 || !words.startsWith('0'.repeat(24))) return { kind: 'malformed' }
  return {
    kind: 'approve',
    spender: `0x${words.slice(24, 64)}`,
    amount: BigInt(`0x${words.slice(64)}`),
  }
}

/** Whether calldata pays and says nothing else: coins, or `transfer(to, amount)`. Many payments are alike. */
export function isPlainPayment(data: string): boolean {
  return data === '0x' || data.startsWith(TRANSFER)
}

/** Writes the calldata of `approve(spender, amount)`; the amount is in the token's smallest unit. */
export function encodeApprove(spender: string, amount: bigint): string {
  return encodeCall(APPROVE, spender, amount)
}

/** Writes the calldata of `transfer(to, amount)`, EIP-20; the amount is in the token's smallest unit. */
export function encodeTransfer(to: string, amount: bigint): string {
  return encodeCall(TRANSFER, to, amount)
}

function encodeCall(selector: string, address: string, amount: bigint): string {
  const word = (hex: string) => hex.padStart(64, '0')
  return `${selector}${word(address.slice(2).toLowerCase())}${word(amount.toString(16))}`
}

/** The name of a method that no deposit may call, or undefined. */
export function forbiddenMethod(selector: string): string | undefined {
  return powerOverTokens.get(selector)
}
