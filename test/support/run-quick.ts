/**
 * `npm run test:quick`: types, lint, the house, the unit tests that the change touches and one swap in
 * the browser, side by side. The change is what is not committed and what the upstream branch has not;
 * with neither, the last commit. `npm run test:quick -- COMMIT` counts from another.
 */
import { execFileSync } from 'node:child_process'
import { createSuites, prepareTools } from './suites'

/** What git answers, or undefined where it knows no such thing. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

function changedSince(): string {
  const named = process.argv[2]
  if (named !== undefined) return named
  const head = git('rev-parse', 'HEAD')
  const base = git('merge-base', 'HEAD', '@{upstream}') ?? head
  if (base !== head || git('status', '--porcelain') !== '') return base ?? 'HEAD'
  return git('rev-parse', '--verify', 'HEAD~1') ?? 'HEAD'
}

const { step, vitest, playwright, finish } = createSuites('atEnd')
await prepareTools(['chromium'])

async function checks(): Promise<void> {
  await step('types', 'tsc', '--noEmit')
  await step('lint', 'biome', 'check', '.')
  await step('build for Chrome', 'wxt', 'build')
  await step('build for Firefox', 'wxt', 'build', '-b', 'firefox')
  await vitest('house', ['house'])
  await vitest('unit', ['unit'], '--changed', changedSince(), '--passWithNoTests')
}

await Promise.all([
  checks(),
  playwright('one swap in Chromium', ['--grep', '@quick'], { CAUSEWAY_E2E_WORKERS: '1' }),
])
finish()
