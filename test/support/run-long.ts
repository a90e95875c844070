/** `npm run test:long`: the model of the order machine over 10,000 sequences (or CAUSEWAY_MODEL_RUNS). */
import { spawnSync } from 'node:child_process'

const { CAUSEWAY_MODEL_RUNS = '10000' } = process.env
const result = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', '--project', 'integration', 'engine-model'],
  { stdio: 'inherit', env: { ...process.env, CAUSEWAY_MODEL_RUNS } },
)
process.exitCode = result.status ?? 1
