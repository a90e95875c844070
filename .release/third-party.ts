import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What a build carries of others, and under which licence. */
type Component = {
  name: string
  version: string
  /** SPDX identifier, as the package itself names it. */
  licence: string
  source: string
  text: string
  /** Hash of the archive it was installed from (npm), or of the file itself. */
  hash: { alg: 'SHA-512' | 'SHA-256'; content: string }
}

type PackageJson = {
  name: string
  version: string
  license: string
  author?: string | { name: string }
  repository?: string | { url: string }
}
type Lock = { packages: Record<string, { integrity?: string }> }

/** Modules that a tool writes itself belong to the tool. */
const virtual = [
  [/^\0?vite\//, 'vite'],
  [/^\0?rolldown\//, 'rolldown'],
] as const

/** The folder of the package that a bundled module is of, from the project's root; undefined for ours. */
function packageOf(id: string): string | undefined {
  const path = id.replaceAll('\\', '/')
  const [found] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+(?=\/)/.exec(path) ?? []
  if (found !== undefined) return found
  const tool = virtual.find(([pattern]) => pattern.test(path))?.[1]
  return tool && `node_modules/${tool}`
}

/** Vite's own licence stands before those of what only its command line carries. */
const ownPart = (text: string) => text.split('\n# Licenses of bundled dependencies')[0] ?? text

/** The package's licence, or the words of its kind (MIT) where it names one and brings no text. */
async function readLicence(root: string, folder: string, about: PackageJson): Promise<string> {
  const names = await readdir(join(root, folder))
  const name = names.find((each) => /^licen[cs]e(\.|$)/i.test(each))
  if (name !== undefined) return ownPart(await readFile(join(root, folder, name), 'utf8')).trim()
  if (about.license !== 'MIT') throw new Error(`${about.name} brings no licence`)
  const own = await readFile(join(root, 'LICENSE'), 'utf8')
  const holder = typeof about.author === 'string' ? about.author : about.author?.name
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${holder ?? about.name}`).trim()
}

async function readPackage(root: string, folder: string, lock: Lock): Promise<Component> {
  const file = await readFile(join(root, folder, 'package.json'), 'utf8')
  const about = JSON.parse(file) as PackageJson
  const { name, version, license: licence, repository = '' } = about
  const source = typeof repository === 'string' ? repository : repository.url
  const [algorithm, digest = ''] = lock.packages[folder]?.integrity?.split('-') ?? []
  if (algorithm !== 'sha512') throw new Error(`The lock file has no hash of ${name}`)
  const content = Buffer.from(digest, 'base64').toString('hex')
  const text = await readLicence(root, folder, about)
  return { name, version, licence, source, text, hash: { alg: 'SHA-512', content } }
}

/** The typeface is a file of ours, not a package. */
async function readTypeface(root: string): Promise<Component> {
  const font = await readFile(join(root, 'assets/fonts/inter-latin.woff2'))
  const text = (await readFile(join(root, 'assets/fonts/inter-license.txt'), 'utf8')).trim()
  const content = createHash('sha256').update(font).digest('hex')
  return {
    name: 'Inter',
    version: 'latin',
    licence: 'OFL-1.1',
    source: 'https://github.com/rsms/inter',
    text,
    hash: { alg: 'SHA-256', content },
  }
}

function toNotices(version: string, components: readonly Component[]): string {
  const head = `Causeway ${version} carries code and a typeface of others. Each stands under its own licence:`
  const list = components.map((each) => `${each.name} ${each.version} (${each.licence})`)
  const texts = components.map(
    ({ name, version: of, source, text }) => `${name} ${of}\n${source}\n\n${text}`,
  )
  return `${[head, list.join('\n'), ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** CycloneDX 1.6, without a serial number and a date: the same build gives the same bytes. */
function toBillOfMaterials(version: string, components: readonly Component[]): string {
  const purl = (name: string, of: string) => `pkg:npm/${name.replace('@', '%40')}@${of}`
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'causeway',
        name: 'causeway',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: components.map(({ name, version: of, licence, hash }) => ({
      ...(hash.alg === 'SHA-256' ? { type: 'file' } : { type: 'library', purl: purl(name, of) }),
      'bom-ref': `${name}@${of}`,
      name,
      version: of,
      hashes: [hash],
      licenses: [{ license: { id: licence } }],
    })),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/**
 * Notes of every module that comes into a build which package it is of. `write` then puts into the
 * build's folder `licences.txt`, the licences in full, and `sbom.json`, the bill of materials.
 *
 * @throws Error for a package without a licence's text or a hash in the lock file.
 */
export function createThirdParty(): {
  plugin: Plugin
  write(root: string, outDir: string): Promise<void>
} {
  const folders = new Set<string>()
  return {
    plugin: {
      name: 'third-party',
      apply: 'build',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
            const folder = renderedLength > 0 ? packageOf(id) : undefined
            if (folder !== undefined) folders.add(folder)
          }
        }
      },
    },
    async write(root, outDir) {
      const read = async <T>(file: string) =>
        JSON.parse(await readFile(join(root, file), 'utf8')) as T
      const lock = await read<Lock>('package-lock.json')
      const { version } = await read<PackageJson>('package.json')
      const packages = [...folders].sort().map((folder) => readPackage(root, folder, lock))
      const components = await Promise.all([...packages, readTypeface(root)])
      await writeFile(join(outDir, 'licences.txt'), toNotices(version, components))
      await writeFile(join(outDir, 'sbom.json'), toBillOfMaterials(version, components))
    },
  }
}
