import { describe, expect, it } from 'vitest'
import { type Named, runAccount } from './account-model'
import { type AccountOperation, accountOperations } from './account-operations'
import { itHolds } from './model-suite'

const names: readonly Named[] = [
  'operation',
  'safe',
  'oldSafe',
  'carrier',
  'delegated',
  'delegates',
]

/** The first order is approved, so that chance comes as far as its deposit; the second stands beside it. */
const beginning: readonly AccountOperation[] = [
  'confirmFirst',
  'approve',
  'deliver',
  'mine',
  'wait1m',
  'confirmSecond',
]

/** A payment that its page called rejected, and that others carried out. */
const onceLost: readonly AccountOperation[] = ['falseRejection', 'deliver', 'mine', 'wait5m']

/** Another than the account is to carry out what its page called rejected, and does so late. */
const onceLate: readonly AccountOperation[] = [
  ...(['otherSender', 'falseRejection', 'carriersDropped', 'deliver', 'wait5m'] as const),
  ...(['retryFirst', 'approve', 'deliver', 'othersCarry', 'mine', 'wait1m'] as const),
]

/** Taken back by a reorganisation, and a place lost to something else that the account does. */
const onceTakenBack: readonly AccountOperation[] = [
  'approve',
  'mine',
  'deliver',
  'reorg',
  'carriersDropped',
  'strangersOperation',
]

/**
 * A payment that its page called rejected and that lies hidden, which its allowance alone says was not sent: it is wanted
 * again while the second order's approval is open, and carried out before that one is approved.
 */
const onceAllowedTwice: readonly AccountOperation[] = [
  ...(['falseRejection', 'wait5m', 'carriersDropped', 'retryFirst', 'othersCarry'] as const),
  ...(['mine', 'approve', 'deliver', 'mine', 'approve', 'deliver', 'mine', 'wait5m'] as const),
]

/** ...and so is the approval, which its page called rejected as well. */
const onceAllowedUnseen: readonly AccountOperation[] = [
  ...([
    'falseRejection',
    'wait5m',
    'carriersDropped',
    'falseRejection',
    'carriersDropped',
  ] as const),
  ...(['wait1m', 'retryFirst', 'wait1m', 'approve', 'deliver', 'othersCarry', 'mine'] as const),
  ...(['mine', 'wait5m'] as const),
]

/** A payment that its page called rejected, and the person too by a click: its allowance says so, and it lies hidden. */
const onceClickedAway: readonly AccountOperation[] = [
  ...(['falseRejection', 'carriersDropped', 'wait5m', 'firstNotSent', 'wait1m'] as const),
  ...(['retryFirst', 'wait1m', 'othersCarry', 'mine', 'approve', 'deliver', 'mine'] as const),
  ...(['wait1m', 'approve', 'deliver', 'mine', 'wait5m'] as const),
]

/** Two orders a sequence, six ways of sending: few sequences of each. */
const partOfRuns = 100

/** The tests of the model for orders that an account with code pays. */
export function describeAccountModel(): void {
  describe('any sequence of what an account’s signers, carriers, pages, nodes and crashes may do', () => {
    const run = (named: Named, sequence: readonly AccountOperation[]) =>
      runAccount(named, [...beginning, ...sequence])
    // An own transaction comes to nothing; what others carry is looked for a day.
    it.each(['delegated', 'carrier'] as const)(
      'shows no payment (%s) for ever that a reorganisation took back',
      async (named) => {
        expect((await run(named, onceTakenBack)).violations).toEqual([])
      },
    )
    it('pays no order once more by what another one was allowed', async () => {
      for (const sequence of [onceAllowedTwice, onceAllowedUnseen]) {
        expect(await run('delegates', sequence)).toMatchObject({ violations: [], paid: 1 })
      }
      // Each of the two orders is paid once.
      expect(await run('delegates', onceClickedAway)).toMatchObject({
        violations: [],
        ends: ['filled', 'filled'],
        paid: 2,
      })
    })
    for (const [place, named] of names.entries()) {
      it(`loses no payment (${named}) where it once did`, async () => {
        for (const sequence of [onceLost, onceLate]) {
          expect(await run(named, sequence)).toMatchObject({ violations: [], paid: 1 })
        }
      })
      itHolds(`pays each of two orders once (${named})`, {
        operations: accountOperations,
        place,
        part: partOfRuns,
        run: (sequence) => run(named, sequence),
      })
    }
  })
}
