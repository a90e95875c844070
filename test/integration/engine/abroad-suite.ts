import { describe, expect, it } from 'vitest'
import { runAbroad } from './abroad-model'
import { type AbroadOperation, abroadOperations } from './abroad-operations'
import type { PlaceName } from './abroad-place'
import { itHolds } from './model-suite'

/** Each chain, and whether its service must be told of the transaction. */
const payments: readonly (readonly [PlaceName, boolean])[] = [
  ['bitcoin', false],
  ['bitcoin', true],
  ['tron', true],
  ['unread', false],
  ['unread', true],
]

/** One after another they take as long as the payments on a chain that is read. */
const part = 200

/** What chance comes upon too seldom, and what once went wrong. */
const once: readonly AbroadOperation[][] = [
  // Looked after in the middle of the week in which a payment may still come.
  ['cancel', 'closedForFourDays', 'wait5m', 'pay', 'nameHash', 'closedForFourDays', 'wait5m'],
  ['cancel', 'closedForFourDays', 'wait5m', 'payAnyway', 'closedForFourDays', 'wait5m'],
  // Another computer, by what its owner has at hand, and that one is lost before anything happens.
  ['pay', 'nameHash', 'wait1m', 'movesByHash', 'wait1m'],
  ['movesByAccount', 'databaseLost', 'pay', 'wait1m'],
  ['pay', 'killAfterWrite5', 'pay', 'movesByAccount', 'killAfterWrite5', 'movesByBackup'],
  // Found again at the service it has an id of its own, and that of before as its backup has it.
  ['pay', 'nameFirst', 'movesById', 'movesByBackup'],
  // Named, and told of, after the backup was made.
  ['pay', 'nameFirst', 'movesByBackup', 'recoversById'],
  ['pay', 'nameFirst', 'wait5m', 'movesByBackup', 'serviceSilent', 'closedForAWeek', 'wait30m'],
  // Of what was not taken its notice is lost with the database, before it was shown.
  ['closedForAnHour', 'killAfterWrite5', 'nameHash', 'databaseLost'],
  // Named, and not taken for this order's.
  ['nameHash', 'saysOthers', 'wait10s', 'pay', 'wait5m'],
]

/** The tests of the model for payments on chains that nobody here reads. */
export function describeAbroadModel(): void {
  describe('any sequence of what people, services, and crashes may do', () => {
    for (const [place, [where, isTold]] of payments.entries()) {
      const how = isTold ? `${where}, told of` : where
      it(`loses no payment where no chain is read (${how}) where it once did`, async () => {
        for (const sequence of once) {
          expect(await runAbroad(where, isTold, sequence)).toMatchObject({ violations: [] })
        }
      })
      itHolds<AbroadOperation>(`loses no payment where no chain is read (${how})`, {
        operations: abroadOperations,
        place,
        part,
        run: async (sequence) => {
          const { violations, status, payments } = await runAbroad(where, isTold, sequence)
          return { violations, ends: [status], paid: payments }
        },
      })
    }
  })
}
