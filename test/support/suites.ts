/**
 * Runs what a test command is made of (checks, builds, suites of vitest and of Playwright), counts it,
 * and says at the end how long each took, which tests were the slowest and what failed, before one line
 * that counts them all: `N passed, N failed`. A check, a build or a size budget counts as one.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { findAnvil } from '../sandbox/chains/evm/anvil'
import { type BrowserKind, ensureBrowser } from './browser'
import { readPlaywright, readVitest, type SuiteReport } from './suite-report'

/** Lines that are repeated at the end: of a step's output, and of a test's reason. */
const repeated = 40
const slowest = 20
/** Characters: some tests are named by what they are given. */
const longestName = 200

/** Where Node keeps the code of modules that it has compiled: dozens of workers read the same libraries. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** `live` shows what a program says as it comes; `atEnd` keeps it together, for what runs beside others. */
type Showing = 'live' | 'atEnd'
type Program = { command: string; args: string[]; env?: Record<string, string> }
type Ended = { code: number; tail: string; output: string; ms: number }

function run({ command, args, env = {} }: Program, showing: Showing): Promise<Ended> {
  const started = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
  })
  let said = ''
  const hear = (stream: NodeJS.WriteStream) => (chunk: string) => {
    if (showing === 'live') stream.write(chunk)
    said = (said + chunk).slice(-200_000)
  }
  child.stdout.setEncoding('utf8').on('data', hear(process.stdout))
  child.stderr.setEncoding('utf8').on('data', hear(process.stderr))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        code: code ?? 1,
        tail: said.trimEnd().split('\n').slice(-repeated).join('\n'),
        output: said,
        ms: performance.now() - started,
      }),
    )
  })
}

/** Finds or installs what the suites need once, so that no test waits for a registry. */
export async function prepareTools(browsers: BrowserKind[]): Promise<void> {
  console.log('== tools')
  for (const kind of browsers) ensureBrowser(kind, console.log)
  const anvil = await findAnvil(console.log)
  process.env.PATH = `${dirname(anvil)}${delimiter}${process.env.PATH ?? ''}`
}

/** One run of a test command; `showing` says how the programs' output is shown. */
export function createSuites(showing: Showing) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'))
  const total: SuiteReport = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] }
  const times: { title: string; ms: number; tests: number }[] = []
  const started = performance.now()

  function add(title: string, ms: number, report: SuiteReport): void {
    total.passed += report.passed
    total.failed += report.failed
    total.skipped += report.skipped
    total.failures.push(...report.failures)
    total.tests.push(...report.tests)
    times.push({ title, ms, tests: report.passed + report.failed + report.skipped })
  }

  async function execute(title: string, program: Program): Promise<Ended> {
    if (showing === 'live') console.log(`\n== ${title}`)
    const ended = await run(program, showing)
    if (showing === 'atEnd') console.log(`\n== ${title}\n${ended.output.trimEnd()}`)
    return ended
  }

  /** A program that counts as one test; returns whether it ended well. */
  async function step(title: string, command: string, ...args: string[]): Promise<boolean> {
    const { code, tail, ms } = await execute(title, { command, args })
    const failures = code === 0 ? [] : [{ name: title, reason: tail }]
    const [passed, failed] = code === 0 ? [1, 0] : [0, 1]
    add(title, ms, { passed, failed, skipped: 0, failures, tests: [] })
    return code === 0
  }

  /**
   * A suite of many tests, counted by the report it leaves. One that died without a report, or that
   * ended badly with no failed test (a crash, an unhandled rejection, coverage missed), is a failure.
   */
  async function suite(title: string, read: () => SuiteReport, program: Program): Promise<void> {
    const { code, tail, ms } = await execute(title, program)
    const bad = { name: title, reason: tail }
    try {
      const report = read()
      const silent = code !== 0 && report.failed === 0
      add(
        title,
        ms,
        silent ? { ...report, failed: 1, failures: [...report.failures, bad] } : report,
      )
    } catch (error) {
      console.error(`No report from ${title}: ${String(error)}`)
      add(title, ms, { passed: 0, failed: 1, skipped: 0, failures: [bad], tests: [] })
    }
  }

  /** Projects of `test/vitest.config.ts` as one suite. */
  function vitest(title: string, projects: string[], ...options: string[]): Promise<void> {
    const file = join(folder, `${title}.json`)
    return suite(title, () => readVitest(file), {
      command: 'vitest',
      args: [
        ...['run', '--config', 'test/vitest.config.ts'],
        ...projects.flatMap((project) => ['--project', project]),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        ...options,
      ],
    })
  }

  /** End-to-end tests in one browser; `options` as Playwright takes them. */
  function playwright(
    title: string,
    options: string[] = [],
    env: Record<string, string> = {},
    browser: BrowserKind = 'chromium',
  ): Promise<void> {
    const file = join(folder, `${title}.json`)
    return suite(title, () => readPlaywright(file), {
      command: 'playwright',
      args: [
        'test',
        '--config',
        `test/e2e/${browser === 'firefox' ? 'firefox' : 'playwright'}.config.ts`,
        '--reporter=list,json',
        ...options,
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
    })
  }

  /** Prints what it came to, and sets the exit code by it. */
  function finish(): void {
    rmSync(folder, { recursive: true, force: true })
    printTimes()
    for (const { name, reason, shown = '' } of total.failures) {
      const lines = stripVTControlCharacters(reason).split('\n').slice(0, repeated)
      const page =
        shown === '' ? [] : ['', 'Its page showed', ...shown.split('\n').slice(0, 2 * repeated)]
      console.log(`\nFAILED ${name}\n  ${[...lines, ...page].join('\n  ')}`)
    }
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
  }

  function printTimes(): void {
    const slow = total.tests.toSorted((one, other) => other.ms - one.ms).slice(0, slowest)
    if (slow.length > 0) console.log(`\nThe slowest ${slow.length} tests`)
    for (const { name, ms } of slow) console.log(`${seconds(ms)}  ${name.slice(0, longestName)}`)
    console.log('\nTime of each suite')
    for (const { title, ms, tests } of times) console.log(`${seconds(ms)}  ${title} (${tests})`)
    console.log(`${seconds(performance.now() - started)}  in all`)
  }

  return { step, vitest, playwright, finish }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(7)} s`
