import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The units of the rooms whose tests are tested: `npm run mutation`. */
export default defineConfig({
  root,
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    include: ['src/domain/**/*.test.ts', 'src/messaging/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
  },
})
