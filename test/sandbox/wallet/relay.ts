import browser from 'webextension-polyfill'
import type { RequestAnswer, SiteView, WorkerNotice } from './protocol'

/** Written into the bundle by `prepareWallet`. */
declare const walletChannel: string

/** Page to relay and back; `channel` keeps two wallets on one page apart. */
type PageMessage = { readonly type: 'request'; readonly id: string } | { readonly type: 'view' }

function tellPage(body: object): void {
  window.postMessage({ channel: walletChannel, to: 'page', ...body }, window.location.origin)
}

async function forward(message: PageMessage): Promise<void> {
  try {
    const answer = await browser.runtime.sendMessage(message)
    if (message.type === 'view') {
      tellPage({ type: 'view', view: answer as SiteView })
      return
    }
    const first = answer as RequestAnswer
    if ('settled' in first) tellPage({ type: 'outcome', id: message.id, outcome: first.settled })
  } catch (thrown) {
    // The worker died or the wallet was reloaded while it was asked.
    const error = { code: -32603, message: `The wallet went away: ${String(thrown)}` }
    if (message.type !== 'request') return
    tellPage({ type: 'outcome', id: message.id, outcome: { ok: false, error } })
  }
}

window.addEventListener('message', ({ source, data }: MessageEvent) => {
  if (source !== window || data?.channel !== walletChannel || data.to !== 'relay') return
  void forward(data.message as PageMessage)
})

browser.runtime.onMessage.addListener((message: unknown) => {
  const notice = message as WorkerNotice
  if (notice.type === 'outcome') tellPage(notice)
  if (notice.type === 'changed') void forward({ type: 'view' })
  return undefined
})
