import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseBuildNodes } from '@/src/contract/build-nodes'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import { shippedOperators } from '@/src/domain/chain/operators'
import { errorCodes, passing } from '@/src/domain/error-codes'
import { defaultPorts } from '../sandbox/ports'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}/README.md`, 'utf8')
const integrating = readFileSync(`${root}/.github/INTEGRATING.md`, 'utf8')
const packageJson = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** First cells of the table under a heading, without their back-ticks. */
function firstCells(heading: string): string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '')
}

function readManifest(browser: string): Record<string, unknown> {
  const path = `${root}/.output/${browser}-mv3/manifest.json`
  if (!existsSync(path)) throw new Error(`${browser} is not built: run npm run build first`)
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
}

describe("the README's tables", () => {
  it('gives a reason for each permission and for no other', () => {
    const chrome = readManifest('chrome').permissions as string[]
    const firefox = readManifest('firefox').permissions as string[]
    const asked = [...new Set([...chrome, ...firefox])].sort()
    expect(firstCells('Permissions').sort()).toEqual(asked)
  })

  it('names only commands that exist, and every one a person needs', () => {
    const named = firstCells('Commands').map(
      (cell) => cell.replace(/^npm (run )?/, '').split(' ')[0] ?? '',
    )
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([])
    const needed = ['start', 'test', 'sandbox', 'dev', 'build', 'build:firefox', 'zip', 'check']
    expect(needed.filter((name) => !named.includes(name))).toEqual([])
  })

  it('lists the chains for which fewer than two operators are shipped', () => {
    const section = readme.split('\n## Operators\n')[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| ([^|-][^|]*) \| ([^|]*) \|$/gm)].slice(1)
    const listed = rows.map(([, chain, names]) => `${chain}: ${names}`)
    const few = KNOWN_CHAINS.filter(({ id }) => shippedOperators(id).length < 2)
    const expected = few.map(({ id, name }) => {
      return `${name}: ${shippedOperators(id)
        .map((node) => node.name)
        .join(', ')}`
    })
    expect(listed).toEqual(expected)
  })

  it('and what integrators read lists every error code', () => {
    const section = integrating.split('\n## Error codes\n')[1]?.split('\n## ')[0] ?? ''
    const listed = [...section.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map((match) => match[1] ?? '')
    expect(listed.sort()).toEqual([...errorCodes].sort())
    const again = [...section.matchAll(/^\| [^|]+ \| ([^|]*) \|/gm)].flatMap((row) => [
      ...(row[1] ?? '').matchAll(/`([a-z]+\/[a-z-]+)`/g),
    ])
    expect(again.map((match) => match[1] ?? '').sort()).toEqual([...passing].sort())
  })

  it('says where a build with no variables set speaks: the sandbox on its default ports', () => {
    const lines = readFileSync(`${root}/.env`, 'utf8').matchAll(/^(WXT_[A-Z_]+)=(.+)$/gm)
    const all = [...lines].map(([, name = '', value = '']) => [name, value] as const)
    const addresses = new Map(all.filter(([name]) => name !== 'WXT_NODES'))
    // The QR address is relative: it follows the embed origin.
    const port = (url: string) => Number(new URL(url, addresses.get('WXT_EMBED_URL')).port)
    const ports = Object.fromEntries([...addresses].map(([name, url]) => [name, port(url)]))
    expect(ports).toEqual({
      WXT_SERVICE_URL: defaultPorts.service,
      WXT_FIAT_URL: defaultPorts.fiat,
      WXT_QR_URL: defaultPorts.embed,
      WXT_EMBED_URL: defaultPorts.embed,
      WXT_SIGNER_URL: defaultPorts.signer,
    })
    const nodes = parseBuildNodes(Object.fromEntries(all).WXT_NODES ?? '')
    const sandboxPorts: number[] = Object.values(defaultPorts)
    expect(nodes.ok && nodes.value.length).toBeGreaterThan(0)
    for (const { url } of nodes.ok ? nodes.value : []) expect(sandboxPorts).toContain(port(url))
    const worker = readFileSync(`${root}/.output/chrome-mv3/background.js`, 'utf8')
    expect(worker).toContain(`127.0.0.1:${defaultPorts.service}`)
  })

  it('names every build-time variable that the sources read', () => {
    const listed = firstCells('Configuration').sort()
    const files = ['wxt.config.ts', ...listFiles('src'), ...listFiles('entrypoints')]
    const read = files.flatMap((file) => [
      ...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\bWXT_[A-Z_]+/g),
    ])
    expect(listed).toEqual([...new Set(read.map((match) => match[0]))].sort())
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath.slice(root.length)}/${entry.name}`)
}

describe('the project', () => {
  it('pins every dependency exactly', () => {
    const versions = { ...packageJson.dependencies, ...packageJson.devDependencies }
    const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    expect(loose).toEqual([])
  })

  it('has the top level that was agreed, and nothing else', () => {
    const allowed = new Set(
      'package.json package-lock.json wxt.config.ts tsconfig.json entrypoints src assets test README.md LICENSE CHANGELOG.md node_modules screenshots coverage reports test-results'.split(
        ' ',
      ),
    )
    const extra = readdirSync(root).filter((name) => !name.startsWith('.') && !allowed.has(name))
    expect(extra).toEqual([])
  })
})

describe('the manifests', () => {
  it('asks Chrome for this and nothing more', () => {
    expect(readManifest('chrome')).toMatchSnapshot()
  })

  it('asks Firefox for this and nothing more', () => {
    expect(readManifest('firefox')).toMatchSnapshot()
  })

  it('lets none of its pages ask anybody: only the worker does', () => {
    for (const browser of ['chrome', 'firefox']) {
      const folder = `${root}/.output/${browser}-mv3`
      const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
      expect(pages.length).toBeGreaterThan(3)
      for (const page of pages) {
        const html = readFileSync(`${folder}/${page}`, 'utf8')
        const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)
        expect(policy?.[1]?.replaceAll('&#39;', "'"), page).toBe(
          "connect-src 'none'; trusted-types 'none'",
        )
        expect(html.indexOf('<script'), page).toBeGreaterThan(policy?.index ?? Infinity)
      }
    }
  })

  it('stays out of private windows, and the README says so', () => {
    for (const browser of ['chrome', 'firefox']) {
      expect(readManifest(browser).incognito).toBe('not_allowed')
    }
    expect(readme).toContain('private window')
  })

  it('grants no site at install', () => {
    for (const browser of ['chrome', 'firefox']) {
      expect(readManifest(browser).host_permissions ?? []).toEqual([])
      expect(readManifest(browser).content_scripts ?? []).toEqual([])
    }
  })
})
