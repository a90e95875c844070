/**
 * `npm run test:long`: the model of the order machine over 10,000 new sequences. CAUSEWAY_MODEL_RUNS
 * says how many; CAUSEWAY_MODEL_SEED, which is printed, repeats a run.
 */
import { spawnSync } from 'node:child_process'

const { CAUSEWAY_MODEL_RUNS = '10000', CAUSEWAY_MODEL_SEED = String(Date.now() % 2 ** 31) } =
  process.env
const result = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', '--project', 'integration', 'engine-model'],
  { stdio: 'inherit', env: { ...process.env, CAUSEWAY_MODEL_RUNS, CAUSEWAY_MODEL_SEED } },
)
process.exitCode = result.status ?? 1
