/**
 * `npm run size`: gzipped weight of what a person's browser loads, against the design's budgets.
 * The popup counts every script that its page loads before first paint (module preloads included).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const output = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url))

type Budget = { name: string; files: () => string[]; limitKb: number }

function scriptsOf(page: string): string[] {
  const html = readFileSync(join(output, page), 'utf8')
  const tags = html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)
  return [...new Set([...tags].map((match) => match[1] ?? ''))]
}

const budgets: Budget[] = [
  { name: 'popup, initial scripts', files: () => scriptsOf('popup.html'), limitKb: 60 },
  { name: 'worker', files: () => ['background.js'], limitKb: 80 },
  { name: 'content script', files: () => ['wallets-relay.js'], limitKb: 8 },
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
