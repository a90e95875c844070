import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumAlone, specsOf } from './journeys'
import chromium from './playwright.config'

// Read by the workers too, which inherit it.
process.env.CAUSEWAY_E2E_BROWSER = 'firefox'

/** The journeys that both browsers share, and what only Firefox has. */
export default defineConfig(chromium, {
  testIgnore: specsOf(...Object.keys(chromiumAlone)),
  // Each run empties its own: what the other one left of a failure stays.
  outputDir: '../../test-results/firefox',
  // A start of Firefox for each test keeps a core busy.
  workers: Number(process.env.CAUSEWAY_E2E_WORKERS ?? availableParallelism()),
})
