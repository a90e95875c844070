import type { TransferBuild } from '@/src/contract/service/build'
import { fromUnits } from '@/src/domain/amount'
import { toCaip2 } from '@/src/domain/known-chains'
import { type TransferParams, toTransferPayload } from '@/src/domain/qr-payload'
import { ConnectionError, InvalidResponseError } from '@/src/domain/service-error'
import { isPictureUrl } from '@/src/lib/web-url'
import type { CallOptions, FileAnswer, Http, Request } from './http'
import type { QrTheme } from './qr-draw'

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

/** Gathers what a payment of a build result needs to become a picture; `decimals` of its token. */
export function toQrDeposit(build: TransferBuild, decimals?: number): QrDeposit {
  const { depositAddress, qrImageUrl, paymentUri, qrPayload, memo, token } = build
  return {
    recipient: depositAddress,
    qrImageUrl,
    paymentUri,
    qrPayload,
    memo,
    token,
    decimals,
    caip2: toCaip2(build.chainId),
    amount: decimals === undefined ? undefined : fromUnits(BigInt(build.amount), decimals),
  }
}

function toTransferParams(deposit: QrDeposit): TransferParams | null {
  const { recipient, amount, caip2, token, decimals, memo } = deposit
  if (!amount || !caip2 || !token || decimals === undefined || recipient === '') return null
  return { recipient, amount, caip2, token, decimals: String(decimals), memo }
}

/** The QR API: addresses of pictures, which picture to use, and the pictures themselves. */
export function createQr(http: Http) {
  const genericUrl = (content: string, look: QrLook = {}): string =>
    http.url({ path: '', query: { content, size: look.size, theme: look.theme } })

  const transferUrl = (params: TransferParams, look: QrLook = {}): string => {
    const { amount, recipient, caip2, token, decimals, memo } = params
    const query = { amount, recipient, caip2, token, decimals, memo, ...look }
    return http.url({ path: '/transfer', query })
  }

  let bare = false
  /**
   * A page's QR API may allow every origin and no header: it is then asked without any of ours. Only a
   * browser asks it for leave first, and says of a refusal no more than that nothing was reached.
   */
  const file = async (request: Request, options?: CallOptions): Promise<FileAnswer> => {
    try {
      return await http.file({ ...request, bare }, options)
    } catch (error) {
      const mayBeRefused = 'location' in globalThis && error instanceof ConnectionError
      if (bare || !mayBeRefused) throw error
      const answer = await http.file({ ...request, bare: true }, options)
      bare = true
      return answer
    }
  }

  const read = async (url: string, options?: CallOptions): Promise<string> => {
    const base = http.url({ path: '' })
    const { type, bytes } = await file({ path: url.slice(base.length) }, options)
    const svg = new TextDecoder().decode(bytes)
    if (type.startsWith('image/svg+xml') && svg.includes('<svg')) return svg
    const details = { status: 200, body: svg.slice(0, 2000) }
    throw new InvalidResponseError('The QR answer is not an SVG picture', '', details)
  }

  return {
    /** The address of a picture of some text. */
    genericUrl,

    /** The address of a picture of a transfer. */
    transferUrl,

    /** Fetches a picture of some text: an SVG document. It is the API's, show it as an image only. */
    generic: (content: string, look?: QrLook, options?: CallOptions) =>
      read(genericUrl(content, look), options),

    /** Fetches a picture of a transfer: an SVG document. It is the API's, show it as an image only. */
    transfer: (params: TransferParams, look?: QrLook, options?: CallOptions) =>
      read(transferUrl(params, look), options),

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
