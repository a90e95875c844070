import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export type BrowserKind = 'chromium' | 'firefox'

/**
 * Places where a browser that loads unpacked extensions is usually found. Branded Chrome is left
 * out on purpose: since version 137 it ignores `--load-extension`.
 */
const knownPaths: Record<BrowserKind, string[]> = {
  chromium: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/homebrew/bin/chromium',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  firefox: [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/snap/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ],
}

const variables: Record<BrowserKind, string> = {
  chromium: 'CAUSEWAY_CHROMIUM',
  firefox: 'CAUSEWAY_FIREFOX',
}

const aptPackages: Record<BrowserKind, string> = { chromium: 'chromium', firefox: 'firefox-esr' }

/** Playwright's own Chromium; its patched Firefox loads no extensions and is no use here. */
function playwrightBrowser(kind: BrowserKind): string | undefined {
  if (kind !== 'chromium') return undefined
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

function run(command: string, args: string[], timeoutMs: number): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const result = spawnSync(command, args, { stdio: 'ignore', timeout: timeoutMs, env })
  return result.status === 0
}

function findInstalled(kind: BrowserKind): string | undefined {
  return knownPaths[kind].find((path) => existsSync(path)) ?? playwrightBrowser(kind)
}

/**
 * Path of a browser that can load the extension: the environment variable (`CAUSEWAY_CHROMIUM`,
 * `CAUSEWAY_FIREFOX`), known paths, Playwright's own, Playwright's download, apt as root; in that order.
 * @throws Error that says what was tried when none can be had.
 */
export function ensureBrowser(kind: BrowserKind, log: (line: string) => void): string {
  const named = process.env[variables[kind]]
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`${variables[kind]} names ${named}, which is not there`)
    log(`${kind}: ${named} (from ${variables[kind]})`)
    return named
  }
  const installed = findInstalled(kind)
  if (installed !== undefined) {
    log(`${kind}: ${installed}`)
    return installed
  }
  if (kind === 'chromium') {
    log("chromium: none found, trying Playwright's download")
    run('npx', ['playwright', 'install', 'chromium'], 180_000)
    const downloaded = playwrightBrowser(kind)
    if (downloaded !== undefined) {
      log(`${kind}: ${downloaded} (downloaded)`)
      return downloaded
    }
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log(`${kind}: installing Debian's ${aptPackages[kind]}`)
    run('apt-get', ['update'], 300_000)
    run('apt-get', ['install', '-y', '--no-install-recommends', aptPackages[kind]], 900_000)
    const fromApt = findInstalled(kind)
    if (fromApt !== undefined) {
      log(`${kind}: ${fromApt} (installed)`)
      return fromApt
    }
  }
  throw new Error(
    `No ${kind} found. Looked at ${variables[kind]}, ${knownPaths[kind].join(', ')} and Playwright's own; ` +
      `neither Playwright's download nor apt could get one. Install ${kind} or set ${variables[kind]}.`,
  )
}
