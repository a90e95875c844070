import { describe, expect, it } from 'vitest'
import type { Payee } from '@/src/domain/order/order'
import { programs } from '@/src/domain/solana/solana-program'
import { encodeBase64 } from '@/src/lib/bytes'
import { planned, solanaDraft } from '@/test/samples/order'
import {
  acceptedSolana,
  amountIn,
  author,
  other,
  SOL,
  solanaBuild,
  solDeposit,
  transaction,
  vault,
} from '@/test/samples/solana'
import { wallet } from '@/test/samples/solana-account'
import type { Engine } from '../engine'
import { rebuildStep } from './prepare-order'

describe('a Solana payment that is built anew', () => {
  const base = acceptedSolana(SOL)
  const order = planned(
    [
      {
        ...solanaDraft,
        action: {
          kind: 'solanaSign',
          chainId: base.from.chainId,
          transaction: encodeBase64(transaction(solDeposit())),
        },
        facts: {
          kind: 'solanaDeposit',
          token: base.from,
          feePayer: author,
          programs: [programs.system, programs.memo],
          pays: [{ account: vault, amount: String(amountIn) }],
        },
      },
    ],
    { accepted: base, wallet: { family: 'solana', id: 'x', name: 'X' } },
  )

  /** What becomes of it, where so many lamports leave beside the payment by now. */
  const rebuilt = (
    extra: bigint,
    shown?: string,
    {
      goes = [{ account: vault, amount: String(amountIn) }],
      network = 5_000n,
      told,
    }: { goes?: Payee[]; network?: bigint; told?: string } = {},
  ) => {
    const left = amountIn + network + extra
    const account = {
      address: author,
      before: wallet(10n ** 10n),
      after: wallet(10n ** 10n - left),
    }
    const paid = { address: vault, before: wallet(1n), after: wallet(1n + amountIn) }
    const effects = { accounts: [account, paid], named: [], fee: network, closings: [] }
    const reader = { trial: async () => ({ outcome: 'passes', effects }) }
    const engine = {
      now: () => 1_000 * base.quoteExpiresAt - 30_000,
      serviceOf: async () => ({ deposits: { build: async () => solanaBuild(solDeposit()) } }),
      solana: async () => ({ unnamed: () => [], signedBy: async () => [] }),
      readers: async () => ({
        solanaOperators: () => [{ name: 'A', own: false, reader }],
      }),
    } as unknown as Engine
    const leaves = shown === undefined ? {} : { leaves: { paid: String(amountIn), fee: shown } }
    const more = { goes, ...(told && { network: told }) }
    const advice = { at: 1, outcome: 'passes' as const, ...leaves, ...more }
    const [step] = order.steps
    if (step === undefined) throw new Error('no step')
    return rebuildStep(engine, { ...order, advice }, step).then(
      ({ event }) => event.type,
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
  }

  it('takes a new review where more leaves beside it than was shown', async () => {
    expect(await rebuilt(7n, '7')).toBe('rebuilt')
    expect(await rebuilt(8n, '7')).toBe('order/changed')
    expect(await rebuilt(8n)).toBe('rebuilt')
    expect(await rebuilt(7n, '7', { told: '5000' })).toBe('rebuilt')
    expect(await rebuilt(7n, '7', { told: '5000', network: 5_001n })).toBe('order/changed')
  })

  it('takes a new review where somebody is paid whom the one before did not show', async () => {
    const payee = (account: string) => [{ account, amount: String(amountIn) }]
    expect(await rebuilt(7n, '7', { goes: payee(other) })).toBe('order/changed')
    expect(await rebuilt(7n, '7', { goes: [] })).toBe('order/changed')
  })
})
