/**
 * The content script's end of the channel to the page's main world: no page floods the extension.
 */
import type { FromPage, ToPage } from '@/src/contract/page-wire'
import { createTokenBucket } from '@/src/lib/token-bucket'
import { parsePageMessage } from './parse-page-message'

export type PageConnection = {
  post(message: ToPage): void
  close(): void
}

/** The part of a MessagePort that is used. */
export type TextPort = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(text: string): void
  close(): void
}

/**
 * Speaks over a port that the page handed out. Messages beyond 100 at once and 50 a second are
 * dropped unread; what matters is told again by the page until it is answered.
 */
export function createPageConnection(options: {
  port: TextPort
  now: () => number
  /** Whether a reply is awaited now, which may be longer. */
  awaited: () => boolean
  onMessage: (message: FromPage) => void
}): PageConnection {
  const { port } = options
  const allowed = createTokenBucket({ burst: 100, perSecond: 50, now: options.now })
  port.onmessage = (event) => {
    if (!allowed()) return
    const message = parsePageMessage(event.data, options.awaited())
    if (message !== undefined) options.onMessage(message)
  }
  return {
    post: (message) => port.postMessage(JSON.stringify(message)),
    close() {
      port.onmessage = null
      port.close()
    },
  }
}
