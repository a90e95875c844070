import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const readJson = <T>(path: string) => JSON.parse(read(path)) as T
const browsers = ['chrome', 'firefox'] as const

type Component = {
  name: string
  version: string
  type: 'library' | 'file'
  hashes: { alg: string; content: string }[]
  licenses: { license: { id: string } }[]
}
type Bill = { metadata: { component: { version: string } }; components: Component[] }
type Lock = {
  version: string
  packages: Record<
    string,
    {
      version: string
      integrity?: string
      dev?: boolean
      dependencies?: Record<string, string>
    }
  >
}

const bills = browsers.map((browser) => readJson<Bill>(`.output/${browser}-mv3/sbom.json`))
const lock = readJson<Lock>('package-lock.json')

/** What may be given on with a package under the MIT licence. */
const licences = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'MPL-2.0', 'OFL-1.1']

describe('what the packages carry of others', () => {
  it('is the same in both browsers, by the version and the hash of the lock file', () => {
    const [bill, other] = bills
    expect(bill).toEqual(other)
    const packages = bill?.components.filter(({ type }) => type === 'library') ?? []
    expect(packages.length).toBeGreaterThan(10)
    for (const { name, version, hashes } of packages) {
      const locked = lock.packages[`node_modules/${name}`]
      const [, digest = ''] = locked?.integrity?.split('sha512-') ?? []
      const content = Buffer.from(digest, 'base64').toString('hex')
      expect({ version, hashes }).toEqual({
        version: locked?.version,
        hashes: [{ alg: 'SHA-512', content }],
      })
    }
  })

  it('stands under licences that allow it, each in full in the package', () => {
    for (const [index, browser] of browsers.entries()) {
      const texts = read(`.output/${browser}-mv3/licences.txt`).split(`\n\n${'-'.repeat(80)}\n\n`)
      for (const { name, version, licenses } of bills[index]?.components ?? []) {
        expect(licenses.filter(({ license }) => !licences.includes(license.id))).toEqual([])
        const text = texts.find((each) => each.startsWith(`${name} ${version}\n`))
        expect(text, name).toMatch(/copyright|mozilla public license/i)
        expect(text?.length, name).toBeGreaterThan(700)
      }
    }
  })

  it('comes from what we depend on, and from the tools that build it', () => {
    // WXT's auto-import once took a parameter called `storage` for its own, and brought 5 kB with it.
    const tools = ['vite', 'rolldown', 'wxt', '@wxt-dev/browser', '@wxt-dev/webextension-polyfill']
    const known = new Set([...tools, ...Object.keys(lock.packages['']?.dependencies ?? {})])
    for (const name of known) {
      const own = lock.packages[`node_modules/${name}`]?.dependencies ?? {}
      if (!tools.includes(name)) for (const each of Object.keys(own)) known.add(each)
    }
    const packages = bills[0]?.components.filter(({ type }) => type === 'library') ?? []
    expect(packages.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })

  it('is built with the libraries that were chosen for it', () => {
    // Of @solana/web3.js, which is made of many, the part that is used.
    const chosen = ['@solana/keys', 'idb', 'preact', 'viem', 'webextension-polyfill', 'zod']
    for (const bill of bills) {
      expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(chosen))
    }
  })

  it('puts no polyfill where the browser answers with promises itself', () => {
    for (const browser of browsers) {
      const folder = `.output/${browser}-mv3`
      const parts = readdirSync(`${root}/${folder}/worker`).map((name) => `worker/${name}`)
      expect(parts.length).toBeGreaterThan(0)
      for (const file of ['background.js', 'wallets-relay.js', 'wallets-page.js', ...parts]) {
        expect(read(`${folder}/${file}`), file).not.toContain('webextension-polyfill')
      }
    }
  })

  it('names the packages whose own words stand in the scripts', () => {
    // Each of these words is of one package alone.
    const words = {
      viem: 'https://viem.sh',
      zod: '_zod',
      idb: '[IDBIndex,IDBObjectStore,IDBCursor]',
      preact: '__k',
      '@scure/base': 'Unknown letter',
      '@wxt-dev/webextension-polyfill': 'webextension-polyfill',
      '@preact/signals-core': 'Cycle detected',
    }
    for (const [index, browser] of browsers.entries()) {
      const folder = `.output/${browser}-mv3`
      const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      const scripts = files.filter((file) => file.endsWith('.js'))
      const text = scripts.map((file) => read(`${folder}/${file}`)).join('\n')
      const carried = Object.entries(words).filter(([, word]) => text.includes(word))
      const named = bills[index]?.components.map(({ name }) => name) ?? []
      expect(carried.length).toBe(Object.keys(words).length)
      expect(carried.filter(([name]) => !named.includes(name))).toEqual([])
    }
  })
})

describe('the pages that open with the form', () => {
  const pages = browsers.flatMap((browser) =>
    ['popup', 'sidepanel'].map((name) => ({ name, browser })),
  )
  it.each(pages)('$name of $browser holds it before any script', ({ name, browser }) => {
    const html = read(`.output/${browser}-mv3/${name}.html`)
    expect(html).toContain('<div id="app"><div class="shell')
    expect(html).toContain('data-testid="pay-amount"')
    // The policy takes neither, wherever they stand.
    expect(html).not.toMatch(/\sstyle=|\son[a-z]+=|<script(?![^>]* src=)/)
    // Theme and layout are known before anything is painted; nothing else is waited for.
    expect(html.match(/<script (?!type="module")[^>]*>/g)).toEqual([
      '<script src="/first-paint.js">',
    ])
    // The page is read on only after it: what is asked for before it comes meanwhile.
    const script = html.indexOf('/first-paint.js')
    for (const rel of ['stylesheet', 'modulepreload']) {
      expect(script).toBeGreaterThan(html.lastIndexOf(`rel="${rel}"`))
    }
    expect(script).toBeLessThan(html.indexOf('<body>'))
    // What starts it, and its one script.
    expect(html.match(/[^"]+\.js(?=")/g)).toHaveLength(3)
  })
})

describe('the version', () => {
  it('stands in package.json, and everything else follows it', () => {
    const { version } = readJson<{ version: string }>('package.json')
    const [newest] = /^## (\S+)/m.exec(read('CHANGELOG.md'))?.slice(1) ?? []
    const manifests = browsers.map(
      (browser) => readJson<{ version: string }>(`.output/${browser}-mv3/manifest.json`).version,
    )
    const others = {
      changelog: newest,
      lock: lock.version,
      'lock, root': lock.packages['']?.version,
      manifests,
      bills: bills.map(({ metadata }) => metadata.component.version),
      example: /version: '([^']+)'/.exec(read('.github/INTEGRATING.md'))?.[1],
    }
    expect(others).toEqual({
      changelog: version,
      lock: version,
      'lock, root': version,
      manifests: [version, version],
      bills: [version, version],
      example: version,
    })
  })
})

describe('the marks of tokens and chains', () => {
  const names = readdirSync(`${root}/assets/marks`)

  it.each(browsers)('are files of the package for %s, and not in its scripts', (browser) => {
    const output = `.output/${browser}-mv3`
    expect(readdirSync(`${root}/${output}/marks`)).toEqual(names)
    for (const name of names) {
      expect(read(`${output}/marks/${name}`)).toBe(read(`assets/marks/${name}`))
    }
    const scripts = readdirSync(`${root}/${output}/chunks`).filter((name) => name.endsWith('.js'))
    const [drawing = ''] = /<path[^>]+>/.exec(read('assets/marks/usdc.svg')) ?? []
    expect(drawing).not.toBe('')
    for (const script of scripts) expect(read(`${output}/chunks/${script}`)).not.toContain(drawing)
  })
})

describe('the parts of the worker', () => {
  const partsIn = (browser: string) => readdirSync(`${root}/.output/${browser}-mv3/worker`).sort()

  it('are those that the first script may fetch, and all of them', () => {
    const first = read('.output/chrome-mv3/background.js')
    const [, names = '[]'] = /new Set\((\[[^\]]*\])\)/.exec(first) ?? []
    expect(JSON.parse(names)).toEqual(partsIn('chrome'))
  })

  it('are read before the first script by an event page, which can fetch none', () => {
    type Manifest = { background: { scripts: string[] } }
    const { background } = readJson<Manifest>('.output/firefox-mv3/manifest.json')
    const parts = partsIn('firefox').map((name) => `worker/${name}`)
    expect(background.scripts).toEqual([...parts, 'background.js'])
  })
})
