import { decodeBase58 } from '@/src/lib/base58'
import { sameAddress } from '../address/address'
import { familyOfAddress } from '../address/check-address'
import { toForeignAddress } from '../address/foreign-address'
import { parsePrefillText } from '../entry/prefill-text'
import { isSameToken } from '../order/arrival'
import type { ForeignFamily, Transfer } from '../order/order'
import { toUnits } from '../token/amount'

/** A payment that a picture or a link must stand for; `units` are the token's smallest. */
export type MeantPayment = {
  recipient: string
  chainId: number
  /** Of a chain that is only paid from; then the chain's number says nothing. */
  family?: ForeignFamily | undefined
  token: string
  units: string
  decimals: number
  memo?: string | undefined
}

/**
 * What a text is to the payment that is meant: the very same; the right recipient and nothing that
 * differs, but without the amount, the token or the chain; or something else.
 */
export type Meaning = 'same' | 'recipient' | 'other'

/**
 * Holds the text of a picture or a link against a payment, by what it means and not by how it is
 * written: ERC-681, Solana Pay, BIP-21, or an address alone. What cannot be read, or asks a wallet for
 * anything on top (coins beside a token, a gas price, another way to pay), is something else.
 */
export function meaningOf(text: string, meant: MeantPayment): Meaning {
  // The address and nothing around it: a page that only names it is the page's own affair.
  const bare = text.trim()
  if (meant.family) return meaningAbroad(bare, meant, meant.family)
  if (familyOfAddress(bare) && sameAddress(bare, meant.recipient)) return 'recipient'
  const read = saysNoMore(bare, meant) ? parsePrefillText(bare) : null
  if (read?.kind !== 'payment' || !sameAddress(read.recipient, meant.recipient)) return 'other'
  if (read.token.chainId !== meant.chainId) return 'other'
  if (!isSameToken(read.token.address, meant.token)) return 'other'
  const units = read.units ?? unitsOf(read.amount, meant.decimals)
  if (units !== undefined && units !== meant.units) return 'other'
  // Without its chain, a wallet pays on the one that it is set to.
  return units === undefined || isWithoutChain(bare) ? 'recipient' : 'same'
}

const isWithoutChain = (text: string) => /^ethereum:[^@]*$/i.test(text)

type Pair = readonly [name: string, value: string]

/** The parameters as they stand: an encoded one is read in more ways than one. */
function pairsOf(text: string): Pair[] {
  const start = text.indexOf('?')
  if (start < 0 || start === text.length - 1) return []
  const parts = text.slice(start + 1).split('&')
  return parts.map((part) => {
    const [name = '', ...value] = part.split('=')
    return [name, value.join('=')] as const
  })
}

/** Letters, digits and the point: all that an address, an amount or a token is written with. */
const isPlain = (value: string) => /^[0-9A-Za-z.]+$/.test(value)

/**
 * Whether a link has no parameter but those of this payment. ERC-681 names the parameters of a call in
 * their order; its others (`gas`, `gasPrice`, a `value` beside a call) cost money of their own.
 */
function saysNoMore(text: string, { memo }: MeantPayment): boolean {
  const pairs = pairsOf(text)
  const names = pairs.map(([name]) => name).join('&')
  if (/^ethereum:/i.test(text)) {
    const known = text.includes('/') ? ['address', 'address&uint256'] : ['', 'value']
    return known.includes(names) && pairs.every(([, value]) => isPlain(value))
  }
  return pairs.every(([name, value]) => {
    if (name === 'amount' || name === 'spl-token' || name === 'reference') return isPlain(value)
    // Whose payment it is, where an address takes those of many.
    if (name === 'memo') return memo !== undefined && value === encodeURIComponent(memo)
    return name === 'label' || name === 'message'
  })
}

/** The schemes of links that have what BIP-21 says behind them. */
const BIP21 = new Map<ForeignFamily, string>([
  ['bip122', 'bitcoin'],
  ['litecoin', 'litecoin'],
])

/**
 * Chains that are only paid from: BIP-21; for Tron and CKB the address, as wallets agree on nothing more.
 * For Litecoin the interface's rule of `bip122` makes a link of Bitcoin's: no more than its address counts.
 */
function meaningAbroad(text: string, meant: MeantPayment, family: ForeignFamily): Meaning {
  const isMeant = (address: string) => toForeignAddress(family, address) === meant.recipient
  if (isMeant(text)) return 'recipient'
  const [, scheme = '', address = '', query] =
    /^([a-z]+):([0-9A-Za-z]+)(?:[?](.*))?$/i.exec(text) ?? []
  const own = BIP21.get(family) ?? family
  const isOwn = scheme.toLowerCase() === own
  const isBitcoins = family === 'litecoin' && scheme.toLowerCase() === 'bitcoin'
  if (!isMeant(address) || !(isOwn || isBitcoins)) return 'other'
  if (query === undefined) return 'recipient'
  const meaning = BIP21.has(family) ? meaningOfBip21(text, meant) : 'other'
  return isBitcoins && meaning === 'same' ? 'recipient' : meaning
}

/**
 * https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki. Other parameters are other ways to
 * pay (`lightning`, `pj`, `bc`), or such that a wallet must know (`req-`).
 */
function meaningOfBip21(text: string, meant: MeantPayment): Meaning {
  const pairs = pairsOf(text).map(([name, value]) => [name.toLowerCase(), value] as const)
  const known = ['amount', 'label', 'message']
  const isTwice = new Set(pairs.map(([name]) => name)).size !== pairs.length
  if (isTwice || pairs.some(([name]) => !known.includes(name))) return 'other'
  const amount = pairs.find(([name]) => name === 'amount')?.[1]
  if (amount === undefined) return 'recipient'
  if (!/^\d{1,8}(\.\d{1,8})?$/.test(amount)) return 'other'
  return unitsOf(amount, meant.decimals) === meant.units ? 'same' : 'other'
}

/** An amount that cannot be a number of this token's units is kept as it is: it is never the same. */
function unitsOf(amount: string | undefined, decimals: number): string | undefined {
  if (amount === undefined) return undefined
  const read = toUnits(amount, decimals)
  return read.ok ? String(read.units) : amount
}

/**
 * Keys that a payment link asks to be named beside the transfer, so that it is found by them.
 * https://docs.solanapay.com/spec#reference
 */
export function referencesOf({
  paymentUri,
  qrPayload,
}: Pick<Transfer, 'paymentUri' | 'qrPayload'>): string[] {
  const text = [paymentUri, qrPayload].find((each) => each?.startsWith('solana:')) ?? ''
  const query = new URLSearchParams(text.split('?')[1] ?? '')
  return query.getAll('reference').filter((each) => decodeBase58(each)?.length === 32)
}
