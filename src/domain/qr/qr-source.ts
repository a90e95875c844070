import { toUrl } from '@/src/lib/to-url'
import { isPictureUrl } from '@/src/lib/web-url'
import { FOREIGN_CAIP2, toCaip2 } from '../chain/known-chains'
import type { ForeignFamily } from '../order/order'
import { toDecimal } from '../token/written-amount'
import { type TransferParams, toTransferPayload } from './qr-payload'

/** Both keep dark modules on a light ground: some cameras do not read the other way round. */
export type QrTheme = 'light' | 'dark'

/** Pixels, clamped by the API to 96..512, and colours. */
export type QrLook = { size?: number | undefined; theme?: QrTheme | undefined }

/** What is known of a deposit that a person pays by scanning. */
export type QrDeposit = {
  recipient: string
  qrImageUrl?: string | undefined
  paymentUri?: string | undefined
  qrPayload?: string | undefined
  /** A display decimal. */
  amount?: string | undefined
  caip2?: string | undefined
  token?: string | undefined
  decimals?: number | undefined
  memo?: string | undefined
}

/**
 * Where a picture comes from. `content` is what must be inside it, so that it can be decoded and
 * compared, or drawn without the API; null where the service's own picture is all there is.
 */
export type QrSource =
  | { kind: 'image'; url: string; content: string | null }
  | { kind: 'generic'; url: string; content: string }
  | { kind: 'transfer'; url: string; content: string }

/**
 * Resolves the QR API's base address: `{embedUrl}/api/qrcode` where none is given, a relative one
 * against the embed origin, never against the main API. @throws TypeError when neither is an absolute
 * address.
 */
export function resolveQrUrl(qrUrl: string | undefined, embedUrl: string): string {
  if (qrUrl === undefined || qrUrl === '') return `${trim(new URL(embedUrl).href)}/api/qrcode`
  return trim(URL.canParse(qrUrl) ? qrUrl : new URL(qrUrl, new URL(embedUrl).origin).href)
}

const trim = (url: string) => url.replace(/\/+$/, '')

/** A payment to an address, structurally the service's; `amount` in smallest units. */
export type AddressPayment = {
  depositAddress: string
  amount: string
  token: string
  chainId: number
  family?: ForeignFamily | undefined
  qrImageUrl?: string | undefined
  paymentUri?: string | undefined
  qrPayload?: string | undefined
  memo?: string | undefined
}

/** Gathers what a payment of a build result needs to become a picture; `decimals` of its token. */
export function toQrDeposit(build: AddressPayment, decimals?: number): QrDeposit {
  const { depositAddress, qrImageUrl, paymentUri, qrPayload, memo, token } = build
  return {
    recipient: depositAddress,
    qrImageUrl,
    paymentUri,
    qrPayload,
    memo,
    token,
    decimals,
    caip2: build.family ? FOREIGN_CAIP2[build.family] : toCaip2(build.chainId),
    amount: decimals === undefined ? undefined : toDecimal(build.amount, decimals),
  }
}

function toTransferParams(deposit: QrDeposit): TransferParams | null {
  const { recipient, amount, caip2, token, decimals, memo } = deposit
  if (!amount || !caip2 || !token || decimals === undefined || recipient === '') return null
  return { recipient, amount, caip2, token, decimals: String(decimals), memo }
}

/** Where the pictures of a QR API lie, below its base address, and which one to use. */
export function createQrSource(base: string) {
  const genericUrl = (content: string, look: QrLook = {}): string =>
    toUrl(base, { path: '', query: { content, size: look.size, theme: look.theme } })

  const transferUrl = (params: TransferParams, look: QrLook = {}): string => {
    const { amount, recipient, caip2, token, decimals, memo } = params
    const query = { amount, recipient, caip2, token, decimals, memo, ...look }
    return toUrl(base, { path: '/transfer', query })
  }

  return {
    /** The address of a picture of some text. */
    genericUrl,

    /** The address of a picture of a transfer. */
    transferUrl,

    /**
     * Chooses the picture of a deposit, in the interface's order: the service's own image; the
     * generic endpoint with the service's payment text; the transfer endpoint with the details; the
     * generic endpoint with the recipient alone.
     */
    select(deposit: QrDeposit, look?: QrLook): QrSource {
      const { qrImageUrl, paymentUri, qrPayload, recipient } = deposit
      const said = paymentUri || qrPayload || null
      const params = toTransferParams(deposit)
      const rules = params && toTransferPayload(params)
      if (qrImageUrl !== undefined && isPictureUrl(qrImageUrl)) {
        return { kind: 'image', url: qrImageUrl, content: said }
      }
      if (said !== null) return { kind: 'generic', url: genericUrl(said, look), content: said }
      if (params && rules?.ok) {
        return { kind: 'transfer', url: transferUrl(params, look), content: rules.payload }
      }
      return { kind: 'generic', url: genericUrl(recipient, look), content: recipient }
    },
  }
}
