/**
 * `npm run test:long`: the models of the order machine, of payments by address and of purchases over 100,000
 * new sequences, on all cores, in parts. What is done of a seed is kept in `.sandbox`: ended at any time, it
 * goes on there. CAUSEWAY_MODEL_RUNS says how many in all, CAUSEWAY_MODEL_SEED where the first part begins.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Sequences of one part: what is lost at most where a run is ended. */
const partSize = 5_000
/** Between the seeds of two parts: each model of a part counts on from its seed by ones. */
const seedStep = 1_000

const folder = fileURLToPath(new URL('../../.sandbox', import.meta.url))
const keptOf = (seed: number) => join(folder, `long-${seed}.json`)
const stateSchema = z.object({ seed: z.int(), runs: z.int().positive(), done: z.int().min(0) })
type State = z.infer<typeof stateSchema>

const asked = z
  .object({
    CAUSEWAY_MODEL_RUNS: z.coerce.number().int().positive().default(100_000),
    CAUSEWAY_MODEL_SEED: z.coerce.number().int().optional(),
  })
  .parse(process.env)

/** The run of the seed, or of any where none is named, that was ended before its time; else a new one. */
function begin(): State {
  const { CAUSEWAY_MODEL_RUNS: runs, CAUSEWAY_MODEL_SEED: seed } = asked
  mkdirSync(folder, { recursive: true })
  const kept = readdirSync(folder).filter((name) =>
    seed === undefined ? /^long-\d+\.json$/.test(name) : name === `long-${seed}.json`,
  )
  const [last] = kept.map((name) =>
    stateSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  )
  return last ? { ...last, runs } : { seed: seed ?? Date.now() % 2 ** 30, runs, done: 0 }
}

/** @returns whether every invariant held in all sequences of the part */
function runPart(seed: number, runs: number): boolean {
  const models = ['run', '--config', 'test/vitest.config.ts', '--project', 'integration']
  const part = { CAUSEWAY_MODEL_RUNS: String(runs), CAUSEWAY_MODEL_SEED: String(seed) }
  const env = { ...process.env, ...part }
  const { status } = spawnSync('vitest', [...models, 'engine-model'], { stdio: 'inherit', env })
  return status === 0
}

const state = begin()
while (state.done < state.runs) {
  const runs = Math.min(partSize, state.runs - state.done)
  const seed = state.seed + Math.floor(state.done / partSize) * seedStep
  if (!runPart(seed, runs)) {
    const repeat = `CAUSEWAY_MODEL_RUNS=${runs} CAUSEWAY_MODEL_SEED=${seed}`
    console.error(`${state.done} of ${state.runs} sequences held; the next part did not: ${repeat}`)
    process.exit(1)
  }
  state.done += runs
  writeFileSync(keptOf(state.seed), `${JSON.stringify(state)}\n`)
  console.log(`${state.done} of ${state.runs} sequences held, from seed ${state.seed}`)
}
rmSync(keptOf(state.seed), { force: true })
