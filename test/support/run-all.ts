/**
 * `npm test`: every suite, one after the other (two browsers never run at once), then one line that
 * counts them all: `N passed, N failed`. A check, a build or a size budget counts as one.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser'

type Count = { passed: number; failed: number; skipped: number }

const reports = mkdtempSync(join(tmpdir(), 'causeway-test-'))
const total: Count = { passed: 0, failed: 0, skipped: 0 }

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

function add(count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
}

/** Counts of a suite from its report; a suite that died without one counts as one failure. */
function readCount(file: string, toCount: (report: Record<string, unknown>) => Count): Count {
  try {
    return toCount(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  } catch (error) {
    console.error(`No report from this suite: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** A non-zero exit with no failed test (a crash, an unhandled rejection) is a failure all the same. */
function withExitCode(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

async function step(title: string, command: string, args: string[]): Promise<void> {
  console.log(`\n== ${title}`)
  const code = await run(command, args)
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

async function vitest(project: string, ...options: string[]): Promise<void> {
  console.log(`\n== ${project}`)
  const file = join(reports, `${project}.json`)
  const code = await run('vitest', [
    ...['run', '--config', 'test/vitest.config.ts', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...options,
  ])
  const count = readCount(file, (report) => ({
    passed: Number(report.numPassedTests),
    failed: Number(report.numFailedTests),
    skipped: Number(report.numPendingTests) + Number(report.numTodoTests),
  }))
  add(withExitCode(count, code))
}

async function playwright(title: string): Promise<void> {
  console.log(`\n== ${title}`)
  const file = join(reports, 'e2e.json')
  const code = await run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
  const count = readCount(file, (report) => {
    const stats = report.stats as { expected: number; unexpected: number; skipped: number }
    return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
  })
  add(withExitCode(count, code))
}

console.log('== browser')
ensureBrowser('chromium', console.log)
await step('biome', 'biome', ['check', '.'])
await step('types', 'tsc', ['--noEmit'])
await step('dead code', 'knip', [])
await vitest('unit', '--coverage')
await step('build for Chrome', 'wxt', ['build'])
await step('build for Firefox', 'wxt', ['build', '-b', 'firefox'])
await step('size budgets', 'tsx', ['test/bench/size.ts'])
await vitest('house')
await vitest('integration')
await playwright('end to end in Chromium')
rmSync(reports, { recursive: true, force: true })

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
