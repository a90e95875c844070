import { describe, expect, it } from 'vitest'
import { itHolds } from './model-suite'
import { runSolanaTransfer } from './transfer-solana-model'
import { type SolanaOperation, solanaOperations } from './transfer-solana-operations'
import { type SolanaWay, solanaWays } from './transfer-solana-place'

/** Of six ways each a few sequences: what is Solana's own is small. */
const partOnSolana = 250

/** What chance comes upon too seldom. */
const onceLost: readonly [SolanaWay, SolanaOperation[]][] = [
  // Nodes that threw the blocks away in which it was paid show nothing, and say nothing.
  ['splTold', ['payInOne', 'nodesPurge', 'closedForAWeek']],
  ['lamports', ['cancel', 'payAnyway', 'serviceIdle', 'nodesPurge', 'closedForAWeek']],
  // Somebody else's payment, by the word of a service that lies.
  ['splMemo', ['payOtherMemo', 'wait1m', 'saysPaidByOther', 'wait5m']],
  ['lamportsMemo', ['payWithoutMemo', 'wait1m', 'saysPaidByOther', 'wait5m']],
  // Trifles of strangers, more in one block than are looked at; nobody paid yet.
  ['lamports', ['payDust', 'wait1m', 'payManyTrifles', 'wait1m', 'pay', 'wait5m']],
  // Dropped with its fork, and paid again.
  ['spl', ['payDropped', 'wait1m', 'pay', 'wait5m']],
]

/** The tests of the model for payments by address on Solana. */
export function describeSolanaTransferModel(): void {
  describe('any sequence of what people, strangers, services, Solana and crashes may do', () => {
    it('loses no payment by address on Solana where it once did', async () => {
      for (const [way, sequence] of onceLost) {
        expect(await runSolanaTransfer(way, sequence)).toMatchObject({ violations: [] })
      }
    })
    for (const [place, way] of (Object.keys(solanaWays) as SolanaWay[]).entries()) {
      itHolds(`loses no payment by address on Solana (${way})`, {
        operations: solanaOperations,
        place,
        part: partOnSolana,
        run: async (sequence) => {
          const { violations, status, payments } = await runSolanaTransfer(way, sequence)
          return { violations, ends: [status], paid: payments }
        },
      })
    }
  })
}
