import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSigningPage, signingPageHeaders } from '@/.release/signing-page'
import { layOutSources } from '@/.release/sources'
import { createSignerApp } from '../sandbox/pages/app'
import { launchFirefox } from '../support/firefox/launch'
import { FirefoxPage } from '../support/firefox/page'
import { launchPlain } from '../support/launch'
import { findBarriers } from '../support/ui/axe'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { html, sha256 } = createSigningPage(root)
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

let folder: string
let server: ServerType
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-signing-'))
  url = await new Promise((resolve) => {
    const { fetch } = createSignerApp()
    const options = { fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }
    server = serve(options, ({ port }: AddressInfo) => resolve(`http://127.0.0.1:${port}/`))
  })
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What `npm run build:signer` writes for the project in `project`: each file by its name. */
async function write(project: string, outDir: string): Promise<Record<string, string>> {
  const env = { ...process.env, CAUSEWAY_OUT_DIR: outDir }
  await promisify(execFile)('npm', ['run', 'build:signer'], { cwd: project, env })
  const made = join(outDir, 'signing-page')
  const files = readdirSync(made).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(made, file), 'latin1')]))
}

describe('the folder for the host', () => {
  it('given the project and its package of sources, then it is the same, byte for byte', async () => {
    const sources = await layOutSources(root, join(folder, 'sources'), {})
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
    const here = await write(root, join(folder, 'here'))
    expect(await write(sources, join(folder, 'there'))).toEqual(here)
    expect(Object.keys(here)).toEqual(['SHA256SUMS', '_headers', 'index.html'])
    const sums = [...(here.SHA256SUMS ?? '').matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)]
    const made = ['index.html', '_headers'].map((file) => [
      createHash('sha256')
        .update(here[file] ?? '', 'latin1')
        .digest('hex'),
      file,
    ])
    expect(sums.map(([, hash, file]) => [hash, file])).toEqual(made)
    expect(made[0]?.[0]).toBe(sha256)
  })

  it('given a checkout whose lines end otherwise, then the page is the same', () => {
    const other = join(folder, 'windows')
    mkdirSync(other)
    cpSync(join(root, 'assets'), join(other, 'assets'), { recursive: true })
    for (const file of [
      'icon.svg',
      ...['html', 'css', 'js'].map((end) => `signing-page/page.${end}`),
    ]) {
      const path = join(other, 'assets', file)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
    }
    expect(createSigningPage(other)).toEqual({ html, sha256 })
  })

  it('names the headers that the sandbox serves it with, and no rule for scripts among them', async () => {
    const here = await write(root, join(folder, 'headers'))
    const lines = (here._headers ?? '').trimEnd().split('\n')
    expect(lines[0]).toBe('/*')
    const named = lines.slice(1).map((line) => line.trim().split(/: (.*)/, 2))
    expect(Object.fromEntries(named)).toEqual(signingPageHeaders)
    const { headers } = await fetch(url)
    for (const [name, value = ''] of named) expect(headers.get(name ?? '')).toBe(value)
    // It would keep wallets out in Firefox: see below.
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  })
})

describe("the page's own policy", () => {
  const policy =
    /<meta charset="utf-8">\s+<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(
      html,
    )?.[1] ?? ''
  const rules = new Map(
    policy.split('; ').map((rule) => rule.split(/ (.*)/, 2) as [string, string]),
  )

  it('stands before all else, and lets in its one style and its one script by their hash', () => {
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)]
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    expect([styles.length, scripts.length]).toEqual([1, 1])
    expect(rules.get('style-src')).toBe(`'${hashOf(styles[0]?.[1] ?? '')}'`)
    expect(rules.get('script-src')).toBe(`'${hashOf(scripts[0]?.[1] ?? '')}'`)
    const closed = ['default-src', 'connect-src', 'base-uri', 'form-action']
    expect(closed.map((name) => rules.get(name))).toEqual(closed.map(() => "'none'"))
    expect([...rules.keys()].sort()).toEqual(
      [...closed, 'img-src', 'script-src', 'style-src'].sort(),
    )
  })

  it('has nothing to fetch: no address of anybody, no field and no link', () => {
    expect(html.match(/https?:|["'(]\/\/|@import|url\(|\ssrc=/gi)).toBeNull()
    const targets = [...html.matchAll(/\shref="([^"]*)"/g)].map((match) => match[1]?.slice(0, 26))
    expect(targets).toEqual(['data:image/svg+xml;base64,'])
    expect(
      html.match(/<(input|textarea|form|a|iframe|object|embed|button)\b|\son\w+=/gi),
    ).toBeNull()
  })
})

/** What wallets do, in a page: announce themselves by each standard. */
const announce = `
  const tell = (name) =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { name } } }))
  tell('Rabby Wallet')
  tell('Phantom')
  tell('Phantom')
  tell('a\\u202e\\u200b' + 'b'.repeat(60) + '<img src=x onerror=alert(1)>')
  const wallet = { name: 'Phantom', chains: ['solana:mainnet'] }
  const register = (api) => api.register(wallet, { name: 'Other', chains: ['bitcoin:mainnet'] })
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
`

describe('the page in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchPlain()
  })
  afterAll(() => browser.close())

  async function open(options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser.newPage(options)
    const asked: string[] = []
    const said: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(url)
    return { page, asked, said }
  }
  const count = (page: Page) => page.locator('#count').textContent()

  it('asks nobody for anything, and lists who announces themselves by name alone', async () => {
    const { page, asked, said } = await open()
    expect(await count(page)).toBe('None has announced itself yet.')
    await page.evaluate(announce)
    expect(await page.locator('#wallets li').allInnerTexts()).toEqual([
      'Rabby Wallet\nEVM chains',
      'Phantom\nEVM chains and Solana',
      `a${'b'.repeat(39)}\nEVM chains`,
    ])
    expect(await count(page)).toBe('3 have announced themselves.')
    expect(await page.locator('img').count()).toBe(0)
    // A wallet that announces itself without end fills no page.
    await page.evaluate(`for (let name = 0; name < 100; name += 1)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { name } } }))`)
    expect(await page.locator('#wallets li').count()).toBe(20)
    expect({ asked: asked.filter((each) => !each.startsWith('data:')), said }).toEqual({
      asked: [url],
      said: [],
    })
    await page.close()
  })

  it('counts two wallets of the same name, and one that announces itself again once', async () => {
    const { page } = await open()
    await page.evaluate(`(() => {
      const tell = (rdns, provider) =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', {
          detail: { info: { name: 'Phantom', rdns }, provider },
        }))
      const [first, second] = [{}, {}]
      tell('app.phantom', first)
      tell('app.phantom', first)
      tell('io.copy', second)
      const wallet = { name: 'Phantom', chains: ['solana:mainnet'] }
      const register = (api) => api.register(wallet)
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    })()`)
    expect(await page.locator('#wallets li').allInnerTexts()).toEqual([
      'Phantom\nEVM chains (2 wallets) and Solana',
    ])
    expect(await count(page)).toBe('2 have announced themselves.')
    expect(await page.locator('main').innerText()).toContain(
      'Where two wallets claim the same identity Causeway asks neither; two of the same name are both listed: switch one off.',
    )
    await page.close()
  })

  it('leaves no name behind, and runs no script and no call of anybody else', async () => {
    const { page } = await open()
    const names = await page.evaluate<string[]>(`(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const blank = Object.keys(frame.contentWindow)
      frame.remove()
      return Object.keys(window).filter((name) => !blank.includes(name))
    })()`)
    expect(names).toEqual([])
    const refused = await page.evaluate<string[]>(`(async () => {
      const found = []
      const both = new Promise((resolve) =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (found.push(effectiveDirective) === 2) resolve()
        }),
      )
      const script = document.createElement('script')
      script.textContent = 'document.body.remove()'
      document.body.append(script)
      await fetch(location.href).catch(() => undefined)
      await both
      return found
    })()`)
    expect(refused.sort()).toEqual(['connect-src', 'script-src-elem'])
    expect(await page.locator('h1').count()).toBe(1)
    await page.close()
  })

  it.each(['light', 'dark'] as const)(
    'has no barrier that axe finds (%s), and does not scroll sideways when narrow',
    async (colorScheme) => {
      const { page } = await open({ colorScheme, viewport: { width: 320, height: 480 } })
      expect(await findBarriers(page)).toEqual([])
      await page.evaluate(announce)
      expect(await findBarriers(page)).toEqual([])
      const overflow = 'document.documentElement.scrollWidth - innerWidth'
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
      await page.close()
    },
  )

  it('given no script, then it says the same, and why no wallet is here', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    const text = await page.locator('main').innerText()
    expect(text).toContain('Keep this tab open while your wallet asks you.')
    expect(text).toContain('Scripts are off for this address')
    await page.close()
  })

  it('can be read by anybody, as an extension without access to its site does to compare it', async () => {
    const page = await browser.newPage()
    expect(await page.evaluate(`fetch('${url}').then((answer) => answer.text())`)).toBe(html)
    await page.close()
  })

  it('is shown in no frame of another site', async () => {
    const page = await browser.newPage()
    await page.setContent(`<iframe src="${url}"></iframe>`)
    const frame = await page.waitForSelector('iframe').then((each) => each.contentFrame())
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
    await page.close()
  })
})

describe('the page in Firefox', () => {
  it('lets in a wallet that puts itself into pages by a script element before they are read', async () => {
    const wallet = join(folder, 'wallet')
    mkdirSync(wallet)
    const manifest = {
      manifest_version: 2,
      name: 'Wallet by a script element',
      version: '1',
      content_scripts: [
        { matches: ['http://127.0.0.1/*'], js: ['put.js'], run_at: 'document_start' },
      ],
      browser_specific_settings: { gecko: { id: 'element@wallet.example' } },
    }
    writeFileSync(join(wallet, 'manifest.json'), JSON.stringify(manifest))
    const inPage = `addEventListener('eip6963:requestProvider', () => { const info = { name: 'By an element' }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info } })) })`
    writeFileSync(
      join(wallet, 'put.js'),
      `const script = document.createElement('script')
       script.textContent = ${JSON.stringify(inPage)}
       document.documentElement.prepend(script)
       script.remove()`,
    )
    const firefox = await launchFirefox({ extensions: [wallet] })
    try {
      const { context } = await firefox.bidi.send<{ context: string }>('browsingContext.create', {
        type: 'tab',
      })
      await firefox.bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
      const page = new FirefoxPage(firefox.bidi, context)
      expect(await page.evaluate("document.querySelector('#wallets').textContent")).toBe(
        'By an elementEVM chains',
      )
    } finally {
      await firefox.close()
    }
  })
})
