import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import type { TransferOrder } from '@/src/domain/order/order'
import { type Meaning, meaningOf, referencesOf } from '@/src/domain/qr/qr-meaning'
import { toTransferPayload } from '@/src/domain/qr/qr-payload'
import {
  createQrSource,
  type QrDeposit,
  resolveQrUrl,
  toQrDeposit,
} from '@/src/domain/qr/qr-source'
import { drawQr } from './draw-qr'

/** Where a picture that is shown comes from, and whether it says the amount as well. */
export type Picture =
  | { from: 'service'; url: string; meaning: Exclude<Meaning, 'other'> }
  /** Drawn here, as the service's was not to be had (`down`) or was for something else (`other`). */
  | { from: 'own'; url: string; meaning: Exclude<Meaning, 'other'>; why: 'down' | 'other' }

/** Pixels asked of the picture service: its largest. */
const size = 512

const depositOf = ({ accepted, transfer }: TransferOrder): QrDeposit => {
  const { chainId, address: token, decimals, family } = accepted.from
  return toQrDeposit({ ...transfer, token, chainId, family }, decimals)
}

/** The text that a wallet opens, or a picture holds: made of what was accepted, by the interface's rules. */
export function payloadOf(order: TransferOrder): string {
  const { recipient, amount = '', caip2 = '', token = '', decimals } = depositOf(order)
  const made = toTransferPayload({ recipient, amount, caip2, token, decimals: String(decimals) })
  return made.ok ? made.payload : recipient
}

/**
 * The link that opens a wallet of this computer with the payment filled in; undefined where there is no
 * standard for one. On Solana of SOL alone: of a token, wallets pay into an account that belongs to the
 * address, and whether the address is such an account itself its text does not say.
 * https://docs.solanapay.com/spec
 */
export function walletLinkOf(order: TransferOrder): string | undefined {
  const payload = payloadOf(order)
  if (payload.includes(':')) return payload
  const { chainId, address, family } = order.accepted.from
  if (family === 'litecoin') {
    const { recipient, amount } = depositOf(order)
    return `litecoin:${recipient}?amount=${amount}`
  }
  const isSolana = family === undefined && familyOfChain(chainId) === 'solana'
  if (!isSolana || !isNativeAddress(address)) return undefined
  const { recipient, amount = '', memo } = depositOf(order)
  const references = referencesOf(order.transfer).map((each) => `&reference=${each}`)
  const link = `solana:${recipient}?amount=${amount}${references.join('')}`
  return memo === undefined ? link : `${link}&memo=${encodeURIComponent(memo)}`
}

function pictureOf(text: string): string | null {
  const svg = drawQr(text, size)
  return svg === null ? null : `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A payment's text without what a wallet would show of it in the service's own words. */
const withoutWords = (text: string) =>
  text
    .trim()
    .replace(/(?<=[?&])(label|message)=[^&]*(&|$)/gi, '')
    .replace(/[?&]$/, '')

/**
 * Gives the picture to show: what the service's says, by the interface's order of selection, if that is
 * this payment; else what is said here. Undefined where no picture can be drawn. The service's own pixels
 * are never shown: a camera may find another code in them than the one that was read, and people words.
 */
export async function choosePicture(
  order: TransferOrder,
  urls: { qrUrl: string; embedUrl: string },
  read: (url: string) => Promise<string | null>,
): Promise<Picture | undefined> {
  const { accepted, transfer } = order
  const { chainId, address: token, decimals, family } = accepted.from
  const { depositAddress: recipient, amount: units, memo } = transfer
  const meant = { recipient, units, memo, chainId, family, token, decimals }
  const judge = (text: string) => {
    const meaning = meaningOf(text, meant)
    // Whoever scans it would pay without what tells the payment from others.
    const isBare = memo !== undefined && !/[?&]memo=/.test(text)
    return meaning === 'same' && isBare ? 'recipient' : meaning
  }
  let why: 'down' | 'other' = 'down'
  try {
    const base = resolveQrUrl(urls.qrUrl, urls.embedUrl)
    const { url } = createQrSource(base).select(depositOf(order), { size })
    const text = await read(url)
    const meaning = text === null ? 'other' : judge(text)
    // Where something is missing, the address alone is what the words beside the picture say.
    const same =
      text === null ? null : pictureOf(meaning === 'same' ? withoutWords(text) : recipient)
    if (same !== null && meaning !== 'other') return { from: 'service', url: same, meaning }
    why = 'other'
  } catch {
    // Slow, away, or not to be looked into: ours says the same.
  }
  const payload = payloadOf(order)
  const url = pictureOf(payload)
  const meaning = judge(payload)
  if (url === null || meaning === 'other') return undefined
  return { from: 'own', url, meaning, why }
}
