/**
 * `npm test`: every suite. What waits runs beside what works, so that no core is idle; two browsers'
 * suites never run at once.
 */
import { compileContracts } from '../sandbox/chains/evm/compile'
import { createSuites, prepareTools } from './suites'

const { step, vitest, playwright, finish } = createSuites('live')
await prepareTools(['chromium', 'firefox'])

async function checks(): Promise<void> {
  await step('lint', 'biome', 'check', '.')
  await step('types', 'tsc', '--noEmit')
  await step('dead code', 'knip')
  await step('build for Chrome', 'wxt', 'build')
  await step('build for Firefox', 'wxt', 'build', '-b', 'firefox')
  await step('size budgets', 'tsx', 'test/bench/size.ts')
  await vitest('house', ['house'])
}

// Compiled here once, or each sandbox that starts on a fresh clone would.
await Promise.all([checks(), vitest('unit', ['unit'], '--coverage'), compileContracts()])
await Promise.all([vitest('integration', ['integration']), playwright('end to end in Chromium')])
await playwright('end to end in Firefox', ['--grep', '@kind'], {}, 'firefox')
finish()
