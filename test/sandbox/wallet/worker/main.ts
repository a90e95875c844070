import browser, { type Runtime } from 'webextension-polyfill'
import * as z from 'zod/mini'
import { walletConfigSchema } from '../config'
import { toFault } from '../fault'
import { controlMessageSchema, pageMessageSchema } from '../protocol'
import { createControl } from './control'
import { announceChange } from './deliver'
import { createEvmWallet } from './evm'
import { createRequestLog } from './log'
import { createPromptStore } from './prompt'
import { createRequests } from './requests'
import { createSolanaWallet } from './solana'
import { createStateStore } from './state'

// Extension pages forbid the code generation that zod would otherwise try.
z.config({ jitless: true })

/** Written into the bundle by `prepareWallet`. */
declare const walletConfiguration: unknown

const config = walletConfigSchema.parse(walletConfiguration)
const store = createStateStore(config)
const log = createRequestLog()
const prompts = createPromptStore()
const evm = createEvmWallet(config, store)
const solana = createSolanaWallet(config, store)
const { autoConnect } = config
const now = () => Date.now()
const requests = createRequests({ store, log, prompts, evm, solana, autoConnect, now })
const control = createControl({ config, store, log, prompts, requests, evm, solana })

const ready = Promise.all([store.load(), log.load(), prompts.load(), solana.load()]).then(() =>
  requests.resume(),
)

const ownPages = browser.runtime.getURL('')

async function answer(message: unknown, sender: Runtime.MessageSender): Promise<unknown> {
  await ready
  if (sender.url?.startsWith(ownPages)) {
    try {
      return { ok: true, result: await control.handle(controlMessageSchema.parse(message)) }
    } catch (thrown) {
      return { ok: false, error: toFault(thrown) }
    }
  }
  const request = pageMessageSchema.parse(message)
  const origin = new URL(sender.url ?? '').origin
  if (request.type === 'view') return control.view(origin)
  const { documentId } = sender as { readonly documentId?: string }
  return requests.receive(request, origin, {
    tabId: sender.tab?.id ?? -1,
    frameId: sender.frameId ?? 0,
    ...(documentId === undefined ? {} : { documentId }),
  })
}

browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
  // The callback form: Chromium's and Firefox's message APIs share it.
  answer(message, sender).then(sendResponse, (thrown: unknown) =>
    sendResponse({ settled: { ok: false, error: toFault(thrown) } }),
  )
  return true
})

browser.tabs.onRemoved.addListener((tabId) => {
  void ready.then(() => requests.closed(tabId))
})

browser.alarms.onAlarm.addListener(({ name }) => {
  void ready.then(() => requests.due(name))
})

// A worker that starts again tells the pages, as wallets reconnect to theirs.
void ready.then(announceChange)
