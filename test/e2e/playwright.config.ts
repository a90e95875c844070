import { defineConfig } from '@playwright/test'

/** One worker: two cores, and each test drives a browser and real chains. No retries: a flake is a bug. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  globalSetup: './global-setup.ts',
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
})
