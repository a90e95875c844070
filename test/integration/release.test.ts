import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSigningPage } from '@/.release/signing-page'
import { listSources } from '../house/import-graph'
import { packExtension, storeAddresses } from '../support/pack-extension'
import { readZip, unzip } from '../support/unzip'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Warnings of Firefox's linter that stay: one each, by name. */
const knownWarnings = [
  // Preact carries out `dangerouslySetInnerHTML`: no source of ours uses it, and the policy of every
  // page (`require-trusted-types-for`) refuses the assignment.
  'UNSAFE_VAR_ASSIGNMENT: Unsafe assignment to innerHTML',
]

type Finding = { code: string; message: string; description: string; file?: string }
type Findings = Record<'errors' | 'warnings' | 'notices', Finding[]>

/** What Firefox's own linter finds in an unpacked extension; it ends badly where it finds an error. */
async function lint(path: string): Promise<Findings> {
  const args = ['lint', '--source-dir', path, '--output', 'json', '--no-config-discovery']
  const env = { ...process.env, NO_UPDATE_NOTIFIER: '1' }
  const { stdout } = await promisify(execFile)('web-ext', args, { env, maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Findings
}

type Packages = { chrome: string; firefox: string; sources: string }

let folder: string
/** Packed from this folder, with the addresses in the environment. */
let here: Packages
/** Packed from the package of sources, with nothing in the environment. */
let there: Packages

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-release-'))
  const own = { root, outDir: join(folder, 'here'), env: storeAddresses }
  const { extension: firefox, sources } = await packExtension({ ...own, browser: 'firefox' })
  const unpacked = join(folder, 'sources')
  await unzip(sources, unpacked)
  await symlink(join(root, 'node_modules'), join(unpacked, 'node_modules'))
  const again = { root: unpacked, outDir: join(folder, 'there') }
  const [chrome, otherFirefox] = await Promise.all([
    packExtension({ ...own, browser: 'chrome' }),
    packExtension({ ...again, browser: 'firefox' }),
  ])
  const otherChrome = await packExtension({ ...again, browser: 'chrome' })
  here = { chrome: chrome.extension, firefox, sources }
  there = {
    chrome: otherChrome.extension,
    firefox: otherFirefox.extension,
    sources: otherFirefox.sources,
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the packages for the stores', () => {
  it('given a build for the sandbox, then it is not packed, and the variables to set are named', async () => {
    const outDir = join(folder, 'sandbox')
    const env = {
      WXT_SERVICE_URL: 'https://api.example.com',
      WXT_SANDBOX_HOSTS: 'http://localhost/*',
    }
    const refused = await packExtension({ root, outDir, browser: 'chrome', env }).catch(String)
    const named = [...String(refused).matchAll(/- (?:set|leave) (WXT_\w+)/g)].map(
      (match) => match[1],
    )
    const secure = ['WXT_SERVICE_URL', 'WXT_QR_URL']
    const others = Object.keys(storeAddresses).filter((name) => !secure.includes(name))
    expect(named).toEqual([...others, 'WXT_SANDBOX_HOSTS'])
    expect((await readdir(outDir)).filter((name) => name.endsWith('.zip'))).toEqual([])
  })

  it.each(['chrome', 'firefox', 'sources'] as const)(
    'given the sources package, then it gives the same %s package, byte for byte',
    async (name) => {
      const [one, other] = await Promise.all([readZip(here[name]), readZip(there[name])])
      const differing = [...new Set([...one.keys(), ...other.keys()])].filter(
        (file) => !one.get(file)?.equals(other.get(file) ?? Buffer.alloc(0)),
      )
      expect(differing).toEqual([])
      expect((await readFile(here[name])).equals(await readFile(there[name]))).toBe(true)
    },
  )

  it('names no address of the sandbox, and what was set', async () => {
    for (const name of ['chrome', 'firefox'] as const) {
      const files = await readZip(here[name])
      const scripts = [...files].filter(([file]) => file.endsWith('.js'))
      const text = scripts.map(([, bytes]) => bytes.toString()).join('\n')
      expect(text.match(/127\.0\.0\.1:\d+/g)).toBeNull()
      const set = Object.values(storeAddresses)
      expect(set.filter((address) => !text.includes(address))).toEqual([])
    }
  })

  it('offers no language that is only made to look at', async () => {
    for (const name of ['chrome', 'firefox'] as const) {
      const text = [...(await readZip(here[name]))].map(([, bytes]) => bytes.toString()).join('\n')
      expect(text).not.toContain('ar-XB')
    }
  })

  it('carries the hash of the signing page that the package of sources makes', async () => {
    const { sha256 } = createSigningPage(join(folder, 'sources'))
    for (const name of ['chrome', 'firefox'] as const) {
      const scripts = [...(await readZip(here[name]))].filter(([file]) => file.endsWith('.js'))
      expect(scripts.some(([, bytes]) => bytes.toString().includes(sha256))).toBe(true)
    }
  })

  it('given the linter of Firefox, then no error, and no warning but those known by name', async () => {
    const { errors, warnings, notices } = await lint(join(folder, 'here/firefox-mv3'))
    const found = [...errors, ...warnings, ...notices]
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual(knownWarnings)
    const sources = listSources(root, 'src').filter((file) => file.endsWith('.tsx'))
    const texts = await Promise.all(sources.map((file) => readFile(join(root, file), 'utf8')))
    expect(texts.filter((text) => text.includes('dangerouslySetInnerHTML'))).toEqual([])
  })
})
