import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Worker,
} from '@playwright/test'
import { ensureBrowser } from './browser'
import { patience } from './patience'

/**
 * What a fresh Chromium does not do. It obeys the last such list alone, so that what Playwright switches
 * off (`chromiumSwitches.ts`) stands here again. The address bar's own two pages are ours: they are drawn
 * in a process of their own before any page is, and are 60 % of what a start costs.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Quiet a fresh Chromium: no updates, no sync, no calls home. */
export const quietArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-search-engine-choice-screen',
]

export type LaunchedBrowser = {
  context: BrowserContext
  /** Folder of the profile, kept until `close`. */
  profile: string
  /** Id of a loaded extension by the folder it was loaded from. */
  extensionId(folder: string): Promise<string>
  close(): Promise<void>
  /** Ends the browser as a power cut does: SIGKILL, nothing is written any more. The profile stays. */
  kill(): Promise<void>
}

/**
 * Starts Chromium with unpacked extensions on a profile of its own.
 * `extensions` are folders; without any they can be installed later. `headless` false needs a display.
 */
export async function launchChromium(options: {
  extensions: string[]
  headless: boolean
  profile?: string
  colorScheme?: 'light' | 'dark'
  /** Keeps pages for "back" as a person's browser does; Playwright turns that off. */
  backForwardCache?: boolean
  /** Nothing moves on a page: without a graphics card what turns there takes a core. */
  isStill?: boolean
  log?: (line: string) => void
}): Promise<LaunchedBrowser> {
  const executablePath = ensureBrowser('chromium', options.log ?? (() => {}))
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'causeway-profile-'))
  const folders = options.extensions.join(',')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: withoutDesktop(profile),
    headless: false,
    viewport: null,
    ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
    ...(options.isStill === true ? { reducedMotion: 'reduce' as const } : {}),
    ignoreDefaultArgs: [
      '--disable-extensions',
      ...(options.backForwardCache === true ? ['--disable-back-forward-cache'] : []),
    ],
    args: [
      ...(options.headless ? ['--headless=new'] : []),
      ...quietArguments,
      ...(folders === ''
        ? ['--enable-unsafe-extension-debugging']
        : [`--disable-extensions-except=${folders}`, `--load-extension=${folders}`]),
    ],
  })
  context.setDefaultTimeout(patience)
  return {
    context,
    profile,
    extensionId: async (folder) => {
      const name = readName(folder)
      return (await findWorker(context, name)).url().split('/')[2] ?? ''
    },
    kill: () => killBrowser(context),
    close: async () => {
      await context.close()
      if (options.profile === undefined)
        rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/**
 * Environment of a browser that leaves this machine's desktop alone. On Linux each extension that is taken
 * out has the browser remove menu entries and icons that it never had: nine shell scripts.
 */
function withoutDesktop(profile: string): NodeJS.ProcessEnv {
  const folder = join(profile, 'no-desktop')
  mkdirSync(folder, { recursive: true })
  for (const name of ['xdg-desktop-menu', 'xdg-icon-resource']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
  }
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` }
}

/** Starts Chromium without extensions; its name lookups end on this machine. */
export function launchPlain(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser('chromium', (line) => process.stderr.write(`${line}\n`)),
    args: [
      ...quietArguments,
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    ],
  })
}

/** The browser behind a context, and its DevTools for what belongs to no page. */
export async function reachWhole(context: BrowserContext) {
  const browser = context.browser()
  if (browser === null) throw new Error('This browser cannot be reached as a whole')
  return { browser, devtools: await browser.newBrowserCDPSession() }
}

/** Runs in a page: resolves once everything of it was loaded. */
const hasLoaded = `new Promise((done) => {
  if (document.readyState === 'complete') done()
  else addEventListener('load', () => done(), { once: true })
})`

/**
 * Opens a page of a whole browser's at its address, and waits until it has loaded. `newPage` and `goto`
 * would start a process for the empty page that stands there first: a quarter of what a page costs.
 */
export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const { devtools } = await reachWhole(context)
  const { host, pathname, search } = new URL(url)
  // What runs there may change the fragment; the extensions open pages of their own meanwhile.
  const isThere = (at: URL) => at.host === host && at.pathname === pathname && at.search === search
  const isIt = (page: Page) =>
    page.waitForURL(isThere, { waitUntil: 'commit' }).then(
      () => true,
      () => false,
    )
  const opening = context.waitForEvent('page', isIt)
  await Promise.all([opening, devtools.send('Target.createTarget', { url })])
  await devtools.detach()
  const page = await opening
  // Asked of the page itself: of one that is there already, the browser's word that it loaded may be missed.
  await page.evaluate(hasLoaded)
  return page
}

async function killBrowser(context: BrowserContext): Promise<void> {
  const { browser, devtools } = await reachWhole(context)
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (main === undefined) throw new Error('The browser does not name its process')
  const closed = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
  process.kill(main.id, 'SIGKILL')
  await closed
}

function readName(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    name: string
  }
  return manifest.name
}

/** The background worker of the extension with this name; waits for it to start. */
export function findWorker(context: BrowserContext, name: string): Promise<Worker> {
  return findWorkerThat(context, 'chrome.runtime.getManifest().name', name)
}

/** The worker in which this expression gives this answer; waits for it to start. */
async function findWorkerThat(
  context: BrowserContext,
  expression: string,
  answer: string,
): Promise<Worker> {
  // One that ends while it is asked is not it; its next life is told of anew.
  const matches = (worker: Worker) =>
    worker.evaluate(expression).then(
      (found) => found === answer,
      () => false,
    )
  // Waited for before those that run are looked at: it may start while one of them answers.
  const started = context.waitForEvent('serviceworker', { predicate: matches, timeout: patience })
  const running = context.serviceWorkers().map(async (worker) => {
    if (await matches(worker)) return worker
    throw new Error(`${worker.url()} is another's`)
  })
  return Promise.any([started, ...running]).catch(() => started)
}

/** The service worker of one extension, started where it does not run. */
export async function startWorker(context: BrowserContext, extensionId: string): Promise<Worker> {
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  const started = findWorkerThat(context, 'chrome.runtime.id', extensionId)
  await devtools.send('ServiceWorker.enable')
  const scopeURL = `chrome-extension://${extensionId}/`
  await Promise.all([started, devtools.send('ServiceWorker.startWorker', { scopeURL })])
  await devtools.detach()
  return started
}

/** Stops the service worker of one extension and waits until the browser says that it has stopped. */
export async function stopWorker(context: BrowserContext, extensionId: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  const scope = `chrome-extension://${extensionId}/`
  type Version = { versionId: string; scriptURL: string; runningStatus: string }
  const answers: Promise<unknown>[] = []
  const stopped = new Promise<void>((resolve, reject) => {
    let over = false
    devtools.on('ServiceWorker.workerVersionUpdated', (event: { versions: Version[] }) => {
      for (const version of event.versions.filter((one) => one.scriptURL.startsWith(scope))) {
        // What an open page wakes afterwards is its next life.
        if (over) return
        // It may be told of first while it is still starting.
        if (version.runningStatus === 'running') {
          const { versionId } = version
          answers.push(devtools.send('ServiceWorker.stopWorker', { versionId }).catch(reject))
        }
        if (version.runningStatus === 'stopped') {
          over = true
          resolve()
        }
      }
    })
  })
  await devtools.send('ServiceWorker.enable')
  await stopped
  await Promise.all(answers)
  await devtools.detach()
}
