import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** First cells of a table's rows, where they are in back-ticks. */
function firstCells(text: string, heading: string): string[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '')
}

const pages = readdirSync(`${root}/.github`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('.github', file))
  .concat('README.md')
  .sort()

/** Where a page says `src/…` and the like: files and folders of the project. */
const path = /`((?:src|test|entrypoints|assets|\.github|\.release|\.ci)(?:\/[\w./-]+)?)`/g

describe('the pages about the project', () => {
  it.each(pages)('%s names only files that exist', (page) => {
    const text = read(page)
    const named = [...text.matchAll(path)].map((match) => match[1] ?? '')
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) =>
      join(dirname(page), match[1] ?? ''),
    )
    expect([...named, ...linked].filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
  })

  it.each(pages)('%s names only commands that exist', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(page).matchAll(/\bnpm run ([\w:]+)/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('are found from the README or from one another', () => {
    const texts = pages.map(read).join('\n')
    const names = pages.map((page) => page.split('/').at(-1) ?? '')
    const lost = names.filter((name) => name !== 'README.md' && !texts.includes(name))
    expect(lost).toEqual([])
  })

  it('have a workflow that runs what the README says, by the script that CI runs', () => {
    expect(read('.github/workflows/ci.yml')).toMatch(/^ +- run: \.ci\/run$/m)
    const commands = read('.ci/run').match(/^npm .*$/gm)
    expect(read('README.md')).toContain(`\n${commands?.join(' && ')}\n`)
  })
})

describe('the privacy note', () => {
  it('explains each kind of data that Firefox is told of, and no other', () => {
    const manifest = JSON.parse(read('.output/firefox-mv3/manifest.json')) as {
      browser_specific_settings: {
        gecko: { data_collection_permissions: { required: string[]; optional?: string[] } }
      }
    }
    const { required, optional } =
      manifest.browser_specific_settings.gecko.data_collection_permissions
    expect(firstCells(read('.github/PRIVACY.md'), 'What is sent')).toEqual(required)
    expect(optional).toBeUndefined()
  })
})
