import { browser } from 'wxt/browser'
import type { ProcedureName } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'

/**
 * A worker that is just starting has no listener for a moment; the browser says so in words. In Firefox, which
 * starts it first, they are also what is said of one that died over a call.
 */
const notListening = /receiving end does not exist|could not establish connection/i
/** A worker that died over a call takes its answer with it; words of Chrome and of Firefox. */
const answerLost = /(channel|port) closed before a response|went out of scope/i
/**
 * Each of these is a decision of its own: it is not known whether it was taken in, so it is left to
 * the person. Everything else comes to the same when it is said twice.
 */
const saidOnce: readonly ProcedureName[] = [
  'connectWallet',
  'buy',
  'retryStep',
  'resolveUnsure',
  'promptGone',
]
const mostTries = 3

/**
 * Puts one call to the worker and gives its reply unread; wakes it when it is asleep, and asks again when it
 * died over the call. Rejects with `rpc/unavailable` when it cannot be reached.
 */
export async function send(name: ProcedureName, input: unknown): Promise<unknown> {
  const repeatable = !saidOnce.includes(name)
  for (let tries = 1; ; tries += 1) {
    try {
      return await browser.runtime.sendMessage({ v: 1, type: 'rpc', name, input })
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause)
      const mayRepeat = repeatable || !import.meta.env.FIREFOX
      const again =
        (mayRepeat && notListening.test(words)) || (repeatable && answerLost.test(words))
      if (tries < mostTries && again) continue
      throw new AppError('rpc/unavailable', {}, { cause })
    }
  }
}
