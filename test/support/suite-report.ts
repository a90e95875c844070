/**
 * What a suite says of itself: how many tests passed, and of each that failed its name and why, so
 * that `npm test` can repeat it at its end, where a long log is read first.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'

/** A test that failed, by its whole name, with what it printed, and with what its page showed then. */
type Failure = { name: string; reason: string; shown?: string }
/** A test that ran, and how long it took. */
type Timed = { name: string; ms: number }
export type SuiteReport = {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  tests: Timed[]
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** Counts and failures from a report of vitest's JSON reporter; throws when it is not one. */
export function readVitest(file: string): SuiteReport {
  const report = vitestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: `${name} › ${test.fullName}`,
        reason: (test.failureMessages ?? []).join('\n'),
      }))
    // A file that could not be read has no tests to fail.
    return status === 'failed' && tests.length === 0 ? [{ name, reason: message }] : tests
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${basename(name)} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  }
}

const specSchema = z.object({
  title: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({
          duration: z.number(),
          errors: z.array(z.object({ message: z.string().optional() })),
          attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })),
        }),
      ),
    }),
  ),
})
type Spec = z.infer<typeof specSchema>
/** A file, or a group of tests in it. */
type Suite = { title: string; specs: Spec[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(specSchema),
  suites: z.array(z.lazy(() => suiteSchema)).optional(),
})
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
  suites: z.array(suiteSchema),
})

/** Counts and failures from a report of Playwright's JSON reporter; throws when it is not one. */
export function readPlaywright(file: string): SuiteReport {
  const { stats, suites } = playwrightSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  // Tests of one title stand in several groups, so each is named with all that it stands in.
  const specsOf = ({ title, specs, suites = [] }: Suite): Spec[] =>
    [...specs, ...suites.flatMap(specsOf)].map((spec) => ({
      ...spec,
      title: `${title} › ${spec.title}`,
    }))
  const specs = suites.flatMap(specsOf)
  const failures = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected')
      .map((test) => ({
        name: `${spec.title} (line ${spec.line})`,
        reason: test.results
          .flatMap(({ errors }) => errors.map(({ message }) => message ?? 'no message'))
          .join('\n'),
        shown: test.results.flatMap(({ attachments }) => attachments.flatMap(readShown)).join('\n'),
      })),
  )
  const tests = specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      name: title,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
    tests,
  }
}

/** What stood on the page that a failed expectation looked at, as Playwright writes it beside the error. */
function readShown({ name, path }: { name: string; path?: string | undefined }): string[] {
  if (name !== 'error-context' || path === undefined) return []
  const [, snapshot] = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, 'utf8')) ?? []
  return snapshot === undefined ? [] : [snapshot]
}
