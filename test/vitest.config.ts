import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience, testPatience } from './support/patience.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Integration files of most of a minute and more: begun last, one of them would run alone at the end. */
const longest = [
  'ui-scenes',
  'engine-node-budget',
  'engine-model-transfer',
  'engine-model-erc20',
  'engine-model-solana',
  'engine-model-native',
  'engine-transfer',
  'engine-replay',
  'engine-model-purchase',
  'engine-accounts-live',
  'engine-stray',
  'engine-model-account',
  'hostile-builds',
  'engine-guards',
  'engine-one-node',
  'release',
  'engine-pay-solana',
  'effects-weak',
  'sandbox-process',
  'engine-arrival-nodes',
  'engine-pay-transfer',
  'engine-recover-live',
  'ui-room',
  'sandbox-wallet',
]

/** The longest files first, wherever nothing is known of an earlier run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const name = basename(moduleId, '.test.ts')
      return longest.includes(name) ? longest.indexOf(name) : longest.length
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** Three projects: units beside their source, integration against real parts, and the house's own rules. */
export default defineConfig({
  root,
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // By default one core is left idle: of two, that is a half.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    testTimeout: testPatience,
    hookTimeout: testPatience,
    expect: { poll: { timeout: patience } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/{sandbox,bench}/**/*.unit.test.ts'],
          environment: 'node',
          setupFiles: [fileURLToPath(new URL('support/patient-units.ts', import.meta.url))],
          // Modules are read once a worker, not once a file: nothing here keeps state in a module.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          environment: 'node',
          globalSetup: [fileURLToPath(new URL('integration/global-setup.ts', import.meta.url))],
          setupFiles: [fileURLToPath(new URL('integration/fresh-start.ts', import.meta.url))],
          // As for the units: reading the modules anew is a CPU second and more of each file.
          isolate: false,
          // Most of what they make is short-lived: with room for it they take a twentieth less.
          execArgv: ['--max-semi-space-size=64'],
          // Each file starts chains or a browser of its own, on ports and in folders of its own.
          // Half of their time they wait for a block or for the next look.
          maxWorkers: Math.min(2 * availableParallelism() + 1, 6),
          // After the other projects, whose files may all run at once.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['test/house/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
    // What decides about money is covered whole; the run fails where it is not.
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', ['text', { skipFull: true }]],
      include: [
        'src/domain/**/{reason,reduce,plan,policy,purchase,effects,verify,solana,reconcile,wallet-error}*.ts',
        'src/domain/order/{arrival,asking,beside,contradiction,deposit-sum,guard,held,needs-person,order-parts,owed,persons-word,removable,same-payment,transfer}.ts',
        'src/messaging/sender.ts',
      ],
      exclude: ['**/*.test.ts'],
      thresholds: { lines: 100, branches: 100 },
    },
  },
})
