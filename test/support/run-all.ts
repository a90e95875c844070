/**
 * `npm test`: every suite, one after the other (two browsers never run at once), then what failed,
 * once more and whole, then one line that counts them all: `N passed, N failed`. A check, a build or a
 * size budget counts as one.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findAnvil } from '../sandbox/chains/evm/anvil'
import { ensureBrowser } from './browser'
import { readPlaywright, readVitest, type SuiteReport } from './suite-report'

/** Lines that are repeated at the end: of a step's output, and of a test's reason. */
const repeated = 40

const reports = mkdtempSync(join(tmpdir(), 'causeway-test-'))
const total: SuiteReport = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** Runs a program with its output shown as it comes; gives its exit code and its last lines. */
function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; tail: string }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  const show = (stream: NodeJS.WriteStream) => (chunk: string) => {
    stream.write(chunk)
    said = (said + chunk).slice(-20_000)
  }
  child.stdout.setEncoding('utf8').on('data', show(process.stdout))
  child.stderr.setEncoding('utf8').on('data', show(process.stderr))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code: code ?? 1, tail: said.trimEnd().split('\n').slice(-repeated).join('\n') }),
    )
  })
}

function add(report: SuiteReport): void {
  total.passed += report.passed
  total.failed += report.failed
  total.skipped += report.skipped
  total.failures.push(...report.failures)
}

async function step(title: string, command: string, args: string[]): Promise<void> {
  console.log(`\n== ${title}`)
  const { code, tail } = await run(command, args)
  add(
    code === 0
      ? { passed: 1, failed: 0, skipped: 0, failures: [] }
      : { passed: 0, failed: 1, skipped: 0, failures: [{ name: title, reason: tail }] },
  )
}

/**
 * A suite of many tests, counted by the report it leaves. One that died without a report, or that
 * ended badly with no failed test (a crash, an unhandled rejection, coverage missed), is a failure.
 */
async function suite(
  title: string,
  read: () => SuiteReport,
  ...program: Parameters<typeof run>
): Promise<void> {
  console.log(`\n== ${title}`)
  const { code, tail } = await run(...program)
  try {
    const report = read()
    add(report)
    if (code === 0 || report.failed > 0) return
  } catch (error) {
    console.error(`No report from this suite: ${String(error)}`)
  }
  add({ passed: 0, failed: 1, skipped: 0, failures: [{ name: title, reason: tail }] })
}

async function vitest(project: string, ...options: string[]): Promise<void> {
  const file = join(reports, `${project}.json`)
  await suite(project, () => readVitest(file), 'vitest', [
    ...['run', '--config', 'test/vitest.config.ts', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...options,
  ])
}

async function playwright(title: string): Promise<void> {
  const file = join(reports, 'e2e.json')
  await suite(
    title,
    () => readPlaywright(file),
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
}

console.log('== tools')
ensureBrowser('chromium', console.log)
// Once for all: every sandbox would ask npm for it again, and wait for the registry.
const anvil = await findAnvil(console.log)
process.env.PATH = `${dirname(anvil)}${delimiter}${process.env.PATH ?? ''}`
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

for (const { name, reason } of total.failures) {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, repeated)
  console.log(`\nFAILED ${name}\n  ${lines.join('\n  ')}`)
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
