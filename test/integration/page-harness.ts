import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Worker } from '@playwright/test'
import { build } from 'esbuild'
import type {
  AskAck,
  AskCommand,
  AskRequest,
  FoundWallet,
  OutcomeMessage,
} from '../../src/contract/bridge'
import type { LedgerEntry } from '../../src/contract/page-wire'
import { findWorker, launchChromium } from '../support/launch'
import { patience } from '../support/patience'
import { installClock } from './page-clock'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The worker of the harness: records what arrives, and injects and commands when told. */
const workerSource = `
globalThis.received = []
globalThis.committing = true
globalThis.siteAnswer = { accepted: true }
globalThis.injectedFiles = { MAIN: ['page.js'], ISOLATED: ['content.js'] }
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  globalThis.received.push({ ...message, frameId: sender.frameId, path: new URL(sender.url).pathname })
  if (message.type === 'outcome') respond({ committed: globalThis.committing })
  else if (message.type === 'siteRequest') {
    // A promise of the test's is an answer that it holds back.
    Promise.resolve(globalThis.siteAnswer).then(respond)
    return true
  }
  else respond({})
})
const tabOf = async (path) =>
  (await chrome.tabs.query({})).find((tab) => tab.url?.endsWith(path))?.id
globalThis.inject = async (path, world, files = globalThis.injectedFiles[world], frameId = 0) => {
  const target = { tabId: await tabOf(path), frameIds: [frameId] }
  await chrome.scripting.executeScript({ target, files, world })
}
globalThis.command = async (path, message, frameId = 0) =>
  chrome.tabs.sendMessage(await tabOf(path), { v: 1, ...message }, { frameId })
globalThis.skipWait = async (path, ms) => {
  const target = { tabId: await tabOf(path), frameIds: [0] }
  const skip = (ms) => globalThis.pageClock.skip(ms)
  await chrome.scripting.executeScript({ target, func: skip, args: [ms], world: 'ISOLATED' })
}
globalThis.hear = (fields) => new Promise((resolve) => {
  const isIt = (one) => Object.entries(fields).every(([key, value]) => one[key] === value)
  const look = () => {
    const hit = received.find(isIt)
    if (hit) resolve(hit); else setTimeout(look, 20)
  }
  look()
})
globalThis.register = () => chrome.scripting.registerContentScripts([
  { id: 'page', js: ['page.js'], matches: ['http://127.0.0.1/*'], world: 'MAIN',
    runAt: 'document_start', persistAcrossSessions: false },
  { id: 'content', js: ['content.js'], matches: ['http://127.0.0.1/*'],
    runAt: 'document_start', persistAcrossSessions: false },
])
globalThis.unregister = () => chrome.scripting.unregisterContentScripts()
globalThis.frames = async (path) =>
  chrome.scripting.executeScript({ target: { tabId: await tabOf(path), allFrames: true },
    func: () => location.href }).then((all) => all.map((one) => [one.frameId, one.result]))
`

const entries: Record<string, string> = {
  content: `import { createContentRuntime } from '@/src/bridge/content-runtime'
import { startOnce } from '@/src/bridge/start-once'
${installClock}
installClock(globalThis)
startOnce(globalThis, createContentRuntime(chrome.runtime))`,
  page: `import { startPage } from '@/src/wallets/start-page'
startPage(window, '1')`,
  'page-next': `import { startPage } from '@/src/wallets/start-page'
startPage(window, '2')`,
}

async function buildHarness(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, contents] of Object.entries(entries)) {
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      tsconfig: join(root, 'tsconfig.json'),
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2023',
      outfile: join(folder, `${name}.js`),
      logLevel: 'warning',
    })
  }
  await writeFile(join(folder, 'worker.js'), workerSource)
  const manifest = {
    manifest_version: 3,
    name: 'Page side harness',
    version: '1',
    permissions: ['scripting', 'tabs'],
    host_permissions: ['http://127.0.0.1/*'],
    background: { service_worker: 'worker.js' },
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

/** A message as the harness' worker received it. */
export type Received = { type: string; frameId: number; path: string; [key: string]: unknown }

export type PageHarness = Awaited<ReturnType<typeof startPageHarness>>

/** A browser with the content and page scripts in an extension whose worker is this test. */
export async function startPageHarness(options: { extensions?: string[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-page-'))
  const extension = join(folder, 'extension')
  await buildHarness(extension)
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await launchChromium({
    extensions: [extension, ...(options.extensions ?? [])],
    headless: true,
  })
  let worker: Worker = await findWorker(browser.context, 'Page side harness')

  const run = <T>(source: string): Promise<T> => worker.evaluate(source) as Promise<T>
  const json = JSON.stringify

  return {
    browser,
    extension,
    run,
    origin: `http://127.0.0.1:${port}`,
    /** The same server under a name that the extension has no access to. */
    foreignOrigin: `http://localhost:${port}`,
    /** Serves a page whose inline script is `script`, and opens it. */
    async open(
      script: string,
      options: {
        foreign?: boolean
        body?: string
        /** Runs before the page is loaded. */
        before?: (page: Page) => Promise<void>
      } = {},
    ): Promise<Opened> {
      const path = `/${newId()}`
      pages.set(path, pageOf(script, options.body ?? ''))
      const page = await browser.context.newPage()
      await options.before?.(page)
      const host = options.foreign === true ? 'localhost' : '127.0.0.1'
      await page.goto(`http://${host}:${port}${path}`)
      return { page, path }
    },
    serve(path: string, script: string): void {
      pages.set(path, pageOf(script, ''))
    },
    async inject(path: string, pageScript = 'page.js'): Promise<void> {
      await run(`inject(${json(path)}, 'MAIN', [${json(pageScript)}])`)
      await run(`inject(${json(path)}, 'ISOLATED')`)
    },
    command: <T>(path: string, message: object): Promise<T> =>
      run<T>(`command(${json(path)}, ${json(message)})`),
    /** The wallets of a page; none of one that does not answer. */
    async discover(path: string): Promise<FoundWallet[]> {
      const command = { type: 'discover' }
      const reply = await this.command<{ wallets: FoundWallet[] } | null>(path, command)
      return reply?.wallets ?? []
    },
    ask(path: string, walletId: string, request: AskRequest, attemptId = newId()) {
      const command: Omit<AskCommand, 'v'> = { type: 'ask', attemptId, walletId, request }
      return this.command<AskAck>(path, command).then((ack) => ({ ack, attemptId }))
    },
    async ledger(path: string, ...attemptIds: string[]): Promise<LedgerEntry[]> {
      const message = { type: 'ledger', attemptIds }
      return (await this.command<{ entries: LedgerEntry[] }>(path, message)).entries
    },
    /** Asks, and gives what came of it. */
    async askAndHear(path: string, walletId: string, request: AskRequest) {
      const { ack, attemptId } = await this.ask(path, walletId, request)
      if (!ack.accepted) throw new Error(`refused: ${ack.reason}`)
      return { attemptId, result: await this.outcome(attemptId) }
    },
    received: (): Promise<Received[]> => run<Received[]>('received'),
    /** Waits until the worker has this attempt's outcome. */
    async outcome(attemptId: string): Promise<OutcomeMessage['result']> {
      const found = await run<OutcomeMessage>(`hear(${json({ type: 'outcome', attemptId })})`)
      return found.result
    },
    /**
     * What comes of `asked` when nobody answers the content script for `ms`: that wait, which must
     * come, is over at once.
     */
    async unanswered<T>(path: string, ms: number, asked: Promise<T>): Promise<T> {
      const [answer] = await Promise.all([asked, run(`skipWait(${json(path)}, ${ms})`)])
      return answer
    },
    /** Waits until a hint of this wallet has come from the page. */
    hint: (path: string, walletId: string): Promise<Received> =>
      run<Received>(`hear(${json({ type: 'walletChanged', path, walletId })})`),
    /** Reloads the extension: the old content script is left an orphan. */
    async reload(): Promise<void> {
      // Chromium keeps a reloaded unpacked extension only where developer mode is on.
      const extensions = await browser.context.newPage()
      await extensions.goto('chrome://extensions')
      await extensions.evaluate(
        'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
      )
      await extensions.close()
      const next = browser.context.waitForEvent('serviceworker', { timeout: patience })
      await run('void setTimeout(() => chrome.runtime.reload(), 0)')
      worker = await next
    },
    async close(): Promise<void> {
      await browser.close()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Opened = { page: Page; path: string }

/** 128 bits, hex. */
export const newId = (): string => randomBytes(16).toString('hex')

function pageOf(script: string, body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>page</title></head>
<body>${body}<script>${script}</script></body></html>`
}

/** In-page source: counts errors that a page would see, and lists its globals. */
export const watchPage = `
window.errors = []
for (const type of ['error', 'unhandledrejection'])
  window.addEventListener(type, (event) => errors.push(String(event.reason ?? event.message)))
window.globals = () => Object.getOwnPropertyNames(window).sort().join()
`

/** In-page source: an EIP-6963 wallet `name`, whose `calls` and `answers` the test sets. */
export const fakeEvmWallet = (name: string, rdns: string, variable = 'wallet'): string => `
window.${variable} = {
  calls: [], listeners: {}, accounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'], chainId: '0x2105',
  answers: {},
  provider: {
    request({ method, params }) {
      const self = window.${variable}
      self.calls.push({ method, params: structuredClone(params) })
      if (method in self.answers) return self.answers[method](params)
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return Promise.resolve(self.accounts)
      if (method === 'eth_chainId') return Promise.resolve(self.chainId)
      if (method === 'eth_sendTransaction') return new Promise((resolve, reject) => { self.approve = resolve; self.reject = reject })
      return Promise.resolve(null)
    },
    on(event, listener) { (window.${variable}.listeners[event] ??= []).push(listener) },
  },
}
{
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), name: ${JSON.stringify(name)}, rdns: ${JSON.stringify(rdns)},
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    provider: window.${variable}.provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
`
