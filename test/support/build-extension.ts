import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxInfo } from '../sandbox/info'

/** Environment of a build that speaks to nobody until `pointExtension` names its addresses. */
export const unsetAddresses = {
  WXT_SERVICE_URL: 'http://service.unset.invalid',
  WXT_FIAT_URL: 'http://fiat.unset.invalid',
  WXT_QR_URL: 'http://qr.unset.invalid',
  WXT_EMBED_URL: 'http://embed.unset.invalid',
  WXT_SIGNER_URL: 'http://signer.unset.invalid',
  // Only nodes of this machine may stand here: this one is nobody's.
  WXT_NODES: '1=unset@http://127.0.0.1/unset',
  WXT_SANDBOX_HOSTS: 'http://127.0.0.1/*,http://localhost/*',
}

/** Build-time environment that points a build at a running sandbox. */
export function sandboxEnvironment(info: SandboxInfo): typeof unsetAddresses {
  return {
    WXT_SERVICE_URL: info.serviceUrl,
    WXT_FIAT_URL: info.fiatUrl,
    WXT_QR_URL: info.qrUrl,
    WXT_EMBED_URL: info.embedUrl,
    WXT_SIGNER_URL: info.signerUrl,
    WXT_NODES: info.nodes.map(({ chainId, name, url }) => `${chainId}=${name}@${url}`).join(','),
    WXT_SANDBOX_HOSTS: unsetAddresses.WXT_SANDBOX_HOSTS,
  }
}

/**
 * Copies a build that was made with `unsetAddresses` to `outDir`, with the addresses of `env` in it: what
 * `wxt build` makes of `env`, without building again. Without `WXT_SANDBOX_HOSTS` no site is granted at
 * the installation. Gives the folder to load.
 * @throws Error when an address is not in the build.
 */
export function pointExtension(build: string, outDir: string, env: typeof unsetAddresses): string {
  cpSync(build, outDir, { recursive: true })
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => join(outDir, file))
  const names = ['SERVICE_URL', 'FIAT_URL', 'QR_URL', 'EMBED_URL', 'SIGNER_URL', 'NODES'] as const
  const missing = new Set<string>(names)
  for (const script of scripts) {
    let text = readFileSync(script, 'utf8')
    for (const name of names) {
      const unset = unsetAddresses[`WXT_${name}`]
      if (!text.includes(unset)) continue
      text = text.replaceAll(unset, env[`WXT_${name}`])
      missing.delete(name)
    }
    writeFileSync(script, text)
  }
  if (missing.size > 0) throw new Error(`The build names no ${[...missing].join(', ')} address`)
  if (env.WXT_SANDBOX_HOSTS === '') {
    const file = join(outDir, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { host_permissions?: string[] }
    delete manifest.host_permissions
    writeFileSync(file, JSON.stringify(manifest))
  }
  return outDir
}

/**
 * Empties the page that a build opens when it is installed: it opens all the same, and the tests, each of
 * which installs the build anew, do not draw what none of them looks at. Gives the folder back.
 */
export function withBareWelcome(folder: string): string {
  writeFileSync(join(folder, 'welcome.html'), '<!doctype html><title>Causeway</title>')
  return folder
}

/**
 * Has the notices of a build stay until they are taken away: a Chromium without a place to keep them drops
 * each after eight seconds, whether a test has looked by then or not. Gives the folder back.
 */
export function withLastingNotices(folder: string): string {
  const file = join(folder, 'background.js')
  writeFileSync(file, `${lastingNotices}\n${readFileSync(file, 'utf8')}`)
  return folder
}

/** Firefox keeps notices itself, and takes no such wish. */
const lastingNotices = `if (!chrome.runtime.getURL('').startsWith('moz-')) {
  const { notifications } = chrome
  const create = notifications.create.bind(notifications)
  notifications.create = (id, notice, ...rest) =>
    create(id, { ...notice, requireInteraction: true }, ...rest)
}`

/**
 * Has a build overlook the names that the browser gives to documents: where a message comes from, and
 * where a script was run. Gives the folder back.
 */
export function withoutDocuments(folder: string): string {
  const parts = readdirSync(join(folder, 'worker')).map((name) => join(folder, 'worker', name))
  const files = [join(folder, 'background.js'), ...parts]
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const isRead = (as: RegExp) => texts.some((text) => as.test(text))
  if (!isRead(/\?\.documentId\b/) || !isRead(/\w\.documentId!==/))
    throw new Error('The build reads documentId otherwise than it is known to')
  for (const [index, text] of texts.entries()) {
    writeFileSync(files[index] ?? '', text.replace(/\.documentId\b/g, '.noDocumentId'))
  }
  return folder
}

/**
 * Builds the extension with `wxt build` into `outDir` and returns the folder to load.
 * @throws Error with the build's own output when it fails.
 */
export async function buildExtension(options: {
  browser: 'chrome' | 'firefox'
  outDir: string
  env: Record<string, string>
  /** Folder of another extension of this toolchain; the product where it is left out. */
  root?: string
}): Promise<string> {
  const child = spawn('npx', ['wxt', 'build', options.root ?? '.', '-b', options.browser], {
    env: { ...process.env, ...options.env, CAUSEWAY_OUT_DIR: options.outDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`wxt build failed with ${code}\n${output}`)
  return join(options.outDir, `${options.browser}-mv3`)
}
