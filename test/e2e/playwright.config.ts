import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { patience, testPatience } from '../support/patience'
import { specsOf } from './journeys'

/** A test waits as well as it works: two browsers more than there are cores. */
const workers = Number(process.env.CAUSEWAY_E2E_WORKERS ?? availableParallelism() + 2)

/** Each worker has a sandbox and browsers of its own. No retries: a flake is a bug. */
export default defineConfig({
  testDir: '.',
  testMatch: specsOf('*'),
  testIgnore: specsOf('firefox-*'),
  outputDir: '../../test-results/chromium',
  workers,
  fullyParallel: true,
  retries: 0,
  // Only what hangs is ended: a loaded machine takes three times as long as an idle one.
  timeout: testPatience,
  expect: { timeout: patience },
  reporter: 'list',
  globalSetup: './global-setup.ts',
  use: {
    // It costs a fifth of the run: `npm run test:e2e -- crash --trace on` takes one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
