/** `npm test`: every suite, one after the other (two browsers never run at once). */
import { createSuites, prepareTools } from './suites'

const { step, vitest, playwright, finish } = createSuites('live')
await prepareTools(['chromium', 'firefox'])
await step('lint', 'biome', 'check', '.')
await step('types', 'tsc', '--noEmit')
async function builds(): Promise<void> {
  await step('build for Chrome', 'wxt', 'build')
  await step('build for Firefox', 'wxt', 'build', '-b', 'firefox')
}
// Each of them keeps one core busy.
await Promise.all([step('dead code', 'knip'), builds()])
await vitest('unit', ['unit'], '--coverage')
await step('size budgets', 'tsx', 'test/bench/size.ts')
await vitest('house', ['house'])
await vitest('integration', ['integration'])
await playwright('end to end in Chromium')
await playwright('end to end in Firefox', ['--grep', '@kind'], {}, 'firefox')
finish()
