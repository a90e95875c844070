import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runSequence } from './model'
import { operations } from './operations'
import type { Source } from './service'

/** Over all sources, each of which has a file of its own, so that they run side by side. */
const sources: readonly Source[] = ['native', 'erc20', 'solana']
const runs = Number(process.env.CAUSEWAY_MODEL_RUNS ?? 1_000)
/** The same sequences each time, so that a change is what fails; the long run looks for new ones. */
const seed = Number(process.env.CAUSEWAY_MODEL_SEED ?? 20_261_120)

/** Commands in a sequence; more than an order ever sees. */
const longest = 24

/** The tests of the order machine's model for orders that pay from one source. */
export function describeModel(source: Source): void {
  const place = sources.indexOf(source)
  // What three do not share evenly falls to the first ones.
  const share = Math.ceil((runs - place) / sources.length)

  describe('any sequence of what people, pages, chains and crashes may do', () => {
    const title = `keeps the six invariants in ${share} sequences that pay from ${source}`
    it(title, { timeout: 60 * 60_000 }, async () => {
      let commands = 0
      let deposits = 0
      let unsure = 0
      const property = fc.asyncProperty(
        fc.array(fc.constantFrom(...operations), { minLength: 4, maxLength: longest, size: 'max' }),
        async (sequence) => {
          const result = await runSequence(source, ['confirm', ...sequence])
          commands += sequence.length + 1
          deposits += result.deposits
          unsure += result.unsure
          if (result.violations.length > 0) throw new Error(result.violations.join('\n'))
        },
      )
      await fc.assert(property, { numRuns: share, seed: seed + place })
      console.log(
        `model, ${source}: seed ${seed}, ${share} sequences, ${commands} commands, ` +
          `${deposits} deposits mined, ${unsure} left to the person, 0 violations`,
      )
    })
  })
}
