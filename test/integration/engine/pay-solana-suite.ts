import { describe, expect, it } from 'vitest'
import { itHolds } from './model-suite'
import { runSolanaTransfer } from './transfer-solana-model'
import { type SolanaPayOperation, solanaPayOperations } from './transfer-solana-operations'
import type { SolanaWay } from './transfer-solana-place'

/** What is asked of a wallet is looked after for long: few sequences take as much time as many others. */
const partAsked = 1_000

/** The ways in which an address is paid that a wallet can tell apart. */
const ways: readonly SolanaWay[] = ['spl', 'lamportsMemo', 'splTold']

/** What a wallet and whoever saw what it signed may do, in the order that is worst. */
const onceSigned: readonly [SolanaWay, SolanaPayOperation[]][] = [
  // Refused, it says, and handed in while the next one is asked for; or refused indeed.
  ['spl', ['pageFalseRejection', 'deliver', 'walletPay', 'walletHandsIn', 'mine', 'wait1m']],
  ['lamports', ['walletRejects', 'deliver', 'blockhashExpires', 'walletPay', 'walletApproves']],
  // Nobody hears of it, and it lands.
  ['splTold', ['walletSilent', 'closeTab', 'walletHandsIn', 'mine', 'wait1m', 'walletPay']],
  // Something else than was asked for.
  ['spl', ['walletSignsMore', 'deliver', 'wait1m', 'walletPay', 'walletHandsIn', 'mine']],
  ['lamportsMemo', ['walletSignsMoreCalls', 'walletHandsIn', 'mine', 'wait1m']],
  ['splMemo', ['walletSignsWithoutMemo', 'deliver', 'walletHandsIn', 'mine', 'nameOthers']],
  // Paid by hand before it is signed.
  ['spl', ['payAnyway', 'wait1m', 'walletApproves', 'deliver', 'mine', 'wait1m']],
  // Over by a clock that is wrong, and due by the right one.
  ['lamportsMemo', ['clockForward1h', 'walletApproves']],
  // Taken, and kept by nobody until it is too late.
  ['lamportsMemo', ['walletApproves', 'nodesSwallow', 'deliver', 'blockhashExpires', 'walletPay']],
]

/** The tests of the model for payments on Solana that a connected wallet is asked to make. */
export function describeSolanaPayModel(): void {
  describe('any sequence of what people, wallets, services, Solana and crashes may do', () => {
    it('pays once, by a connected wallet on Solana, where the order is the worst', {
      timeout: 600_000,
    }, async () => {
      for (const [way, sequence] of onceSigned) {
        const { violations, asks } = await runSolanaTransfer(way, ['walletPay', ...sequence])
        expect({ way, sequence, violations }).toEqual({ way, sequence, violations: [] })
        expect(asks).toBeGreaterThan(0)
      }
    })
    for (const [place, way] of ways.entries()) {
      itHolds(`pays once, by a connected wallet on Solana (${way})`, {
        operations: solanaPayOperations,
        place,
        part: partAsked,
        run: async (sequence) => {
          const found = await runSolanaTransfer(way, ['walletPay', ...sequence])
          return { violations: found.violations, ends: [found.status], paid: found.payments }
        },
      })
    }
  })
}
