/**
 * `npm run size`: gzipped weight of what a person's browser loads, against the design's budgets.
 * The popup counts every script that its page loads before first paint. The worker counts three times: its
 * first script, which answers what wakes it; that with what runs in every life of it; and all of its parts.
 * Each stands with all that it imports.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const output = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url))

type Budget = { name: string; files: () => string[]; limitKb: number }

function scriptsOf(page: string): string[] {
  const html = readFileSync(join(output, page), 'utf8')
  const tags = html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)
  return [...new Set([...tags].map((match) => match[1] ?? ''))]
}

/** Fetched by every page that opens, whoever looks at it; `.release/page-parts.ts` puts them into one. */
const atOpening = ['read-database', 'call-worker', 'at-opening']

function chunksOf(names: string[]): string[] {
  const all = readdirSync(join(output, 'chunks'))
  return names.map((name) => {
    const file = all.find((each) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(each))
    if (file === undefined) throw new Error(`The build has no chunk ${name}`)
    return join('chunks', file)
  })
}

/** Scripts and all that they import, each once, by their paths in the build. */
function withImports(entries: string[]): string[] {
  const found = new Set(entries)
  for (const file of found) {
    const text = readFileSync(join(output, file), 'utf8')
    // A fetch on demand is written `import("...")`, with a parenthesis, and is not counted.
    for (const [, path = ''] of text.matchAll(/\b(?:from|import)\s*["'](\.[^"']+\.js)["']/g)) {
      found.add(join(dirname(file), path))
    }
  }
  return [...found]
}

/** The worker's first script, and parts of it with all that must be there before they run. */
function withParts(names: string[]): string[] {
  const all = new Set(readdirSync(join(output, 'worker')))
  const found = new Set(names)
  for (const name of found) {
    const text = readFileSync(join(output, 'worker', name), 'utf8')
    // A fetch on demand is made in a function, `()=>require("...")`, and is not counted.
    for (const [, path = ''] of text.matchAll(
      /(?<=[=;{,]\s*)require\(["'`]\.\/([^"'`]+)["'`]\)/g,
    )) {
      // What is no file of its own stands in the first script.
      if (all.has(path)) found.add(path)
    }
  }
  return ['background.js', ...[...found].map((name) => join('worker', name))]
}

const budgets: Budget[] = [
  {
    name: 'popup, initial scripts',
    files: () => withImports(scriptsOf('popup.html')),
    limitKb: 36,
  },
  {
    name: 'popup, until a click',
    // With what an empty one reads once it can be used.
    files: () => withImports([...scriptsOf('popup.html'), ...chunksOf(atOpening)]),
    limitKb: 40.5,
  },
  { name: 'worker, first script', files: () => withParts([]), limitKb: 5.5 },
  { name: 'worker, of every life', files: () => withParts(['core.js']), limitKb: 54.5 },
  {
    name: 'worker, all its parts',
    files: () => withParts(readdirSync(join(output, 'worker'))),
    limitKb: 210,
  },
  { name: 'content script', files: () => ['wallets-relay.js'], limitKb: 5 },
  { name: 'page script', files: () => ['wallets-page.js'], limitKb: 8 },
]

if (!existsSync(output)) throw new Error('Nothing is built: run npm run build first')

let over = 0
for (const { name, files, limitKb } of budgets) {
  const bytes = files()
    .map((file) => gzipSync(readFileSync(join(output, file)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0)
  const kb = bytes / 1000
  const verdict = kb <= limitKb ? 'ok' : 'OVER'
  if (kb > limitKb) over += 1
  console.log(
    `${verdict.padEnd(5)}${name.padEnd(26)}${kb.toFixed(1).padStart(7)} kB of ${limitKb} kB`,
  )
}
process.exitCode = over === 0 ? 0 : 1
