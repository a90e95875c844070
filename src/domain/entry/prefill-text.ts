import { SOLANA_NATIVE } from '../address/address'
import { familyOfAddress, isEvmAddress, isSolanaAddress } from '../address/check-address'
import { fromCaip2, SOLANA_CHAIN_ID } from '../chain/known-chains'
import { parseDecimal, toUnits } from '../token/amount'
import { parseTokenId } from '../token/read-token-id'
import { nativeAddressOf, type TokenId } from '../token/token-id'

/**
 * What a text asks for, as far as it says so itself. `units` are smallest units of the token, `amount`
 * is a display decimal; both are what shall be received.
 */
export type TextPrefill =
  | { kind: 'payment'; token: TokenId; recipient: string; units?: string; amount?: string }
  /** Of an account or of a token: the text does not say. */
  | { kind: 'address'; address: string }
  | { kind: 'token'; token: TokenId; amount?: string }
  | { kind: 'ticker'; ticker: string; amount?: string }
  /** A payment on a chain that no wallet of ours pays on, or one that only its site can make. */
  | { kind: 'unsupported' }

/** Longer text is a paragraph somebody marked, not something to pay. */
const longest = 512

/** Without `@`, ERC-681 means the wallet's own chain; Ethereum is what everybody takes it for. */
const ethereum = 1

const PLAIN = /^\d{1,78}(?:\.\d{1,36})?$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,36})?$/
const TICKER = /^(?=[^.]*[A-Za-z])[A-Za-z0-9]{1,12}(?:\.[A-Za-z0-9]{1,6})?$/

/**
 * Reads a text that was marked on a page, the target of a link, or what was typed: an address, an
 * amount with a ticker or a token's identifier, an ERC-681 or a Solana Pay link, a link with an address
 * in its path. Gives null for any other text; never throws, asks nobody.
 * https://eips.ethereum.org/EIPS/eip-681 https://docs.solanapay.com/spec
 */
export function parsePrefillText(input: string): TextPrefill | null {
  if (input.length > longest) return null
  const text = input.trim()
  if (/^(bitcoin|lightning):/i.test(text)) return { kind: 'unsupported' }
  if (/^ethereum:/i.test(text)) return fromEthereum(text)
  if (familyOfAddress(text) !== null) return { kind: 'address', address: text }
  if (/^https?:/i.test(text)) return fromLink(text)
  return fromSum(text) ?? (/^solana:/i.test(text) ? fromSolana(text) : null)
}

function fromEthereum(text: string): TextPrefill | null {
  const parts =
    /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,16}))?(?:\/(\w{1,40}))?(?:\?(.*))?$/i.exec(text)
  const [, target = '', chain, method, query = ''] = parts ?? []
  const chainId = chain === undefined ? ethereum : fromCaip2(`eip155:${chain}`)
  const read = once(query)
  if (!isEvmAddress(target) || chainId === null || read === null) return null
  if (method === undefined) {
    const token = { chainId, address: nativeAddressOf(chainId) }
    return toPayment(token, target, read('value'))
  }
  const recipient = read('address')
  if (method !== 'transfer' || recipient === undefined || !isEvmAddress(recipient)) return null
  return toPayment({ chainId, address: target }, recipient, read('uint256'))
}

function toPayment(token: TokenId, recipient: string, number: string | undefined) {
  if (number === undefined) return { kind: 'payment' as const, token, recipient }
  const units = toInteger(number)
  return units === null ? null : { kind: 'payment' as const, token, recipient, units }
}

/** ERC-681 writes whole numbers with an exponent too: `2.014e18`. */
function toInteger(text: string): string | null {
  const number = parseDecimal(text)
  if (number === null) return null
  const one = 10n ** BigInt(number.scale)
  if (number.digits % one !== 0n) return null
  const read = toUnits(String(number.digits / one), 0)
  return read.ok ? String(read.units) : null
}

function fromSolana(text: string): TextPrefill | null {
  const [, target = '', query = ''] = /^solana:([^?]*)(?:\?(.*))?$/i.exec(text) ?? []
  // A transaction request: only its site knows what is to be signed.
  if (/^https(:|%3a)/i.test(target)) return { kind: 'unsupported' }
  const read = once(query)
  if (!isSolanaAddress(target) || read === null) return null
  const address = read('spl-token') ?? SOLANA_NATIVE
  const amount = read('amount')
  if (!isSolanaAddress(address) || (amount !== undefined && !PLAIN.test(amount))) return null
  const token = { chainId: SOLANA_CHAIN_ID, address }
  return { kind: 'payment', token, recipient: target, ...(amount === undefined ? {} : { amount }) }
}

/** Reads parameters of a query; one that stands there twice says two things, and nothing is read. */
function once(query: string): ((name: string) => string | undefined) | null {
  const params = new URLSearchParams(query)
  const names = [...params.keys()]
  if (new Set(names).size !== names.length) return null
  return (name) => params.get(name) ?? undefined
}

/** An explorer's page of an account or a token; two addresses in one path say nothing. */
function fromLink(text: string): TextPrefill | null {
  if (!URL.canParse(text)) return null
  const [address, ...more] = new URL(text).pathname
    .split('/')
    .filter((part) => familyOfAddress(part) !== null)
  return address === undefined || more.length > 0 ? null : { kind: 'address', address }
}

/** `25 USDC`, `USDC 25`, `1,250.5 usdc`, `USDC`, or a token's identifier in place of its ticker. */
function fromSum(text: string): TextPrefill | null {
  const words = text.split(/\s+/)
  const number = words.find((word) => PLAIN.test(word) || GROUPED.test(word))
  const [name, ...more] = number === undefined ? words : words.filter((word) => word !== number)
  if (name === undefined || more.length > 0 || words.length > 2) return null
  const amount = number === undefined ? {} : { amount: number.replaceAll(',', '') }
  const id = parseTokenId(name)
  if (id.ok) return { kind: 'token', token: id.token, ...amount }
  return TICKER.test(name) ? { kind: 'ticker', ticker: name, ...amount } : null
}
