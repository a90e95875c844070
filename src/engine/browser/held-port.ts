import type { Browser } from 'wxt/browser'
import type { QuotePort } from '../service/quote-stream'

/**
 * One end of a port that is listened to at once, as the browser keeps nothing that comes before that. What
 * a page said meanwhile is told as soon as somebody wants to hear it.
 */
export function holdPort(port: Browser.runtime.Port): QuotePort<unknown> {
  const waiting: unknown[] = []
  let tell: ((message: unknown) => void) | undefined
  let tellClosed: (() => void) | undefined
  let isClosed = false
  port.onMessage.addListener((message: unknown) => {
    if (tell) tell(message)
    else waiting.push(message)
  })
  port.onDisconnect.addListener(() => {
    isClosed = true
    tellClosed?.()
  })
  return {
    post: (event) => port.postMessage(event),
    onMessage(listener) {
      tell = listener
      for (const message of waiting.splice(0)) listener(message)
    },
    onClose(listener) {
      tellClosed = listener
      if (isClosed) listener()
    },
  }
}
