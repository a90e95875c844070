import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBrowser } from '../browser'
import { longPatience, patience } from '../patience'
import { zipFolder } from '../zip'
import { type Bidi, callIn, connectBidi } from './bidi'

type Pref = boolean | number | string

/** A fresh Firefox that calls nobody and asks nothing; the rest its remote agent sets by itself. */
const quietPrefs: Record<string, Pref> = {
  // Notices as windows of its own: there is no desktop that would show them.
  'alerts.useSystemBackend': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.search.update': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.startup.max_resumed_crashes': -1,
  // Nothing moves on a page: without a graphics card what turns there takes a core.
  'ui.prefersReducedMotion': 1,
  'browser.sessionstore.resume_from_crash': false,
}

/** Extensions in the profile's own folder are taken, unsigned and without a question: Firefox ESR only. */
const extensionPrefs: Record<string, Pref> = {
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  'extensions.startupScanScopes': 1,
}

declare global {
  /** What is used of Firefox's own objects: they are there in its own windows. */
  const WebExtensionPolicy: {
    getByID(id: string): {
      active: boolean
      extension: {
        backgroundState: 'starting' | 'running' | 'suspending' | 'stopped'
        terminateBackground(options: Record<string, boolean>): Promise<void>
        views: Set<{
          viewType: string
          xulBrowser: { browsingContext: { children: { id: number }[] } }
        }>
      }
    }
  }
}

/** A Firefox with extensions in it. */
export type LaunchedFirefox = {
  bidi: Bidi
  /** Folder of the profile, kept until `close`. */
  profile: string
  /** `moz-extension://…` of the extension that was loaded from this folder. */
  originOf(folder: string): string
  /** Runs a function in the browser's own window, with its rights; it uses what it is given, as JSON. */
  chrome<Values extends unknown[], Result>(
    run: (...values: Values) => Result,
    ...values: Values
  ): Promise<Awaited<Result>>
  /** The file that was saved last, once it is whole; it is gone then. */
  takeSaved(): Promise<{ name: string; text: string }>
  close(): Promise<void>
  /** Ends the browser as a power cut does: SIGKILL, nothing is written any more. The profile stays. */
  kill(): Promise<void>
}

/** The id that an extension has in Firefox, from its manifest. */
export function geckoId(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    browser_specific_settings?: { gecko?: { id?: string } }
  }
  const id = manifest.browser_specific_settings?.gecko?.id
  if (id === undefined) throw new Error(`${folder} names no id for Firefox`)
  return id
}

/** The n-th fixed uuid, under which the n-th extension's pages stand. */
function uuidOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`
}

/**
 * Starts Firefox without a display on a profile of its own, or on one that an earlier start has left.
 * @throws Error with the browser's own words when it does not start.
 */
export async function launchFirefox(options: {
  /** Folders; the same ones, in the same order, whenever a profile is used again. */
  extensions: string[]
  profile?: string
  prefs?: Record<string, Pref>
}): Promise<LaunchedFirefox> {
  const { extensions, prefs = {} } = options
  const executable = ensureBrowser('firefox', () => {})
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'causeway-firefox-'))
  const uuids = Object.fromEntries(extensions.map((folder, at) => [geckoId(folder), uuidOf(at)]))
  writePrefs(profile, {
    ...quietPrefs,
    ...extensionPrefs,
    'browser.download.dir': downloadsOf(profile),
    'browser.download.folderList': 2,
    'extensions.webextensions.uuids': JSON.stringify(uuids),
    ...prefs,
  })
  if (options.profile === undefined) {
    mkdirSync(join(profile, 'extensions'))
    for (const folder of extensions)
      writeFileSync(join(profile, 'extensions', `${geckoId(folder)}.xpi`), zipFolder(folder))
  }
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-remote',
      '--new-instance',
      '--profile',
      profile,
      '--remote-debugging-port=0',
      '--remote-allow-system-access',
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  )
  // Nobody else ends it where whoever started it is ended.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const bidi = await connectBidi(await readAddress(child))
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    { 'moz:scope': 'chrome' },
  )
  const window = contexts[0]?.context
  if (window === undefined) throw new Error('Firefox has no window of its own')

  async function end(): Promise<void> {
    child.kill('SIGKILL')
    await ended
    process.off('exit', orphaned)
    bidi.close()
  }

  return {
    bidi,
    profile,
    originOf(folder) {
      const at = extensions.indexOf(folder)
      if (at < 0) throw new Error(`${folder} was not loaded`)
      return `moz-extension://${uuidOf(at)}`
    },
    chrome: (run, ...values) => callIn(bidi, window, run.toString(), ...values),
    takeSaved: () => takeSaved(downloadsOf(profile)),
    kill: end,
    async close() {
      await end()
      if (options.profile === undefined)
        rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Where a profile's downloads go. */
const downloadsOf = (profile: string) => join(profile, 'saved')

async function takeSaved(folder: string): Promise<{ name: string; text: string }> {
  const end = Date.now() + patience
  for (;;) {
    // What is not whole yet has a part beside it, and is empty itself.
    const names = existsSync(folder) ? readdirSync(folder) : []
    const [name] = names
    const text =
      name === undefined || names.length > 1 ? '' : readFileSync(join(folder, name), 'utf8')
    if (name !== undefined && text !== '') {
      rmSync(join(folder, name))
      return { name, text }
    }
    if (Date.now() > end) throw new Error(`Nothing was saved: ${names.join(', ')}`)
    await pause(50)
  }
}

function writePrefs(profile: string, prefs: Record<string, Pref>): void {
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`)
}

/** Where the browser listens, as it says at its start. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => fail('does not say where it listens'), longPatience)
    function fail(what: string): void {
      clearTimeout(late)
      child.kill('SIGKILL')
      reject(new Error(`Firefox ${what}\n${said}`))
    }
    child.once('error', (error) => fail(`cannot be started: ${error.message}`))
    child.once('exit', (code) => fail(`ended at its start with ${code}`))
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? []
      if (address === undefined) return
      clearTimeout(late)
      resolve(address)
    })
  })
}
