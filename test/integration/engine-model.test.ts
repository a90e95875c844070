import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runSequence } from './engine/model'
import { operations } from './engine/operations'
import type { Source } from './engine/service'

const runs = Number(process.env.CAUSEWAY_MODEL_RUNS ?? 1_000)
/** The same sequences each time, so that a change is what fails; the long run looks for new ones. */
const seed = Number(process.env.CAUSEWAY_MODEL_SEED ?? 20_261_120)

/** Commands in a sequence; more than an order ever sees. */
const longest = 24

describe('any sequence of what people, pages, chains and crashes may do', () => {
  it(`keeps the six invariants in ${runs} sequences`, { timeout: 60 * 60_000 }, async () => {
    let commands = 0
    let deposits = 0
    let unsure = 0
    const property = fc.asyncProperty(
      fc.constantFrom<Source[]>('native', 'erc20', 'solana'),
      fc.array(fc.constantFrom(...operations), { minLength: 4, maxLength: longest, size: 'max' }),
      async (source, sequence) => {
        const result = await runSequence(source, ['confirm', ...sequence])
        commands += sequence.length + 1
        deposits += result.deposits
        unsure += result.unsure
        if (result.violations.length > 0) throw new Error(result.violations.join('\n'))
      },
    )
    await fc.assert(property, { numRuns: runs, seed })
    console.log(
      `model: seed ${seed}, ${runs} sequences, ${commands} commands, ${deposits} deposits mined, ` +
        `${unsure} left to the person, 0 violations`,
    )
  })
})
