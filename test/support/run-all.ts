/** `npm test`: every suite, one after the other (two browsers never run at once). */
import { createSuites, prepareTools } from './suites'

const { step, vitest, playwright, finish } = createSuites('live')
await prepareTools(['chromium', 'firefox'])
async function reads(): Promise<void> {
  await step('types', 'tsc', '--noEmit')
  await step('dead code', 'knip')
  await step('exports for tests alone', 'knip', '--production', '--include', 'exports,types')
}
async function builds(): Promise<void> {
  await step('lint', 'biome', 'check', '.')
  await step('build for Chrome', 'wxt', 'build')
  await step('build for Firefox', 'wxt', 'build', '-b', 'firefox')
}
// Each of them keeps one core busy.
await Promise.all([reads(), builds()])
// What must be covered whole is no screen: to follow those would cost a fifth of all units.
await vitest('unit', ['unit'], '--coverage', '--exclude=src/ui/**')
await vitest('unit of the interface', ['unit'], 'src/ui/')
await step('size budgets', 'tsx', 'test/bench/size.ts')
await vitest('house', ['house'])
await vitest('integration', ['integration'])
await playwright('end to end in Chromium')
await playwright('end to end in Firefox', ['--grep', '@kind'], {}, 'firefox')
finish()
