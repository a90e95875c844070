import browser from 'webextension-polyfill'
import type { ControlMessage, WalletFault } from '../protocol'

type Answer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: WalletFault }

/** Asks the wallet's worker, from one of the wallet's own pages. */
export async function askWorker<Result>(message: ControlMessage): Promise<Result> {
  const answer = (await browser.runtime.sendMessage(message)) as Answer<Result>
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.result
}
