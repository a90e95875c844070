import type { TransferParams } from '@/src/domain/qr/qr-payload'
import { createQrSource, type QrLook } from '@/src/domain/qr/qr-source'
import { ConnectionError, InvalidResponseError } from '@/src/domain/service/service-error'
import type { CallOptions, FileAnswer, Http, Request } from './http'

/** The QR API: addresses of pictures, which picture to use, and the pictures themselves. */
export function createQr(http: Http) {
  const source = createQrSource(http.url({ path: '' }))

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
    ...source,

    /** Fetches a picture of some text: an SVG document. It is the API's, show it as an image only. */
    generic: (content: string, look?: QrLook, options?: CallOptions) =>
      read(source.genericUrl(content, look), options),

    /** Fetches a picture of a transfer: an SVG document. It is the API's, show it as an image only. */
    transfer: (params: TransferParams, look?: QrLook, options?: CallOptions) =>
      read(source.transferUrl(params, look), options),
  }
}
