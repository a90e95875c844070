import { describe, expect, it } from 'vitest'
import { approveDraft, depositDraft, solanaDraft } from '@/test/samples/order'
import { KNOWN_CHAINS } from '../chain/known-chains'
import { gasLimitOf, isEstimated, limitByEstimates, renewedLimit, withGasLimits } from './gas-limit'
import { verifyEvmTransaction } from './verify-evm'

describe('the limit of gas that a request carries', () => {
  it('is twice what its trial used, and some', () => {
    expect(gasLimitOf(8_453, 100_000n)).toBe(250_000n)
    expect(gasLimitOf(1, 1n)).toBe(50_002n)
  })

  it('is none where nothing was told, or more than a transaction may carry', () => {
    expect([undefined, 0n, 9_000_000n].map((used) => gasLimitOf(1, used))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(gasLimitOf(1, ((1n << 24n) - 50_000n) / 2n)).toBe(1n << 24n)
  })

  it('is none where gas holds what layer 1 charges, is counted otherwise, or is not known', () => {
    const without = KNOWN_CHAINS.filter(({ id }) => gasLimitOf(id, 100_000n) === undefined)
    expect(without.map(({ name }) => name)).toEqual([
      'Monad',
      'ZKsync Era',
      'Abstract',
      '0G Mainnet',
      'Arbitrum One',
      'Arcadia',
      'Jovay Mainnet',
      'Solana',
    ])
    expect(gasLimitOf(999_999, 100_000n)).toBeUndefined()
  })

  it('is that of each step, and changes nothing else of it', () => {
    const drafts = [approveDraft, depositDraft]
    const limited = withGasLimits(drafts, [50_000n, 100_000n])
    const [one, other] = limited.map(({ action }) => 'tx' in action && action.tx)
    expect([one, other]).toMatchObject([{ gas: '0x249f0' }, { gas: '0x3d090' }])
    const without = limited.map((step) => {
      if (step.action.kind !== 'transaction') return step
      const { gas: _, ...tx } = step.action.tx
      return { ...step, action: { ...step.action, tx } }
    })
    expect(without).toEqual(drafts)
    expect(withGasLimits(drafts, [])).toEqual(drafts)
    expect(withGasLimits([solanaDraft], [1n])).toEqual([solanaDraft])
  })

  it('is nothing that what was mined is held against: a wallet may set another', () => {
    const [step] = withGasLimits([depositDraft], [100_000n])
    if (step?.action.kind !== 'transaction') throw new Error('no transaction')
    const { chainId, tx } = step.action
    const found = {
      ...tx,
      hash: '0x1',
      nonce: 1,
      chainId,
      value: BigInt(tx.value),
      gas: '0xffffff',
    }
    expect(verifyEvmTransaction({ chainId, tx }, found)).toEqual({ verdict: 'equal' })
  })
})

describe('the limit of gas by estimates, where gas holds what layer 1 charges', () => {
  it('is of Arbitrum and the chains of ZKsync, and of no other', () => {
    const names = KNOWN_CHAINS.filter(({ id }) => isEstimated(id)).map(({ name }) => name)
    expect(names).toEqual(['ZKsync Era', 'Abstract', 'Arbitrum One'])
    expect(names.filter((_, at) => gasLimitOf([324, 2_741, 42_161][at] ?? 0, 9n))).toEqual([])
  })

  it('is three times the largest, and none where nobody gives one that a transaction may carry', () => {
    const most = 1n << 24n
    expect(limitByEstimates([100_000n, 1_000n])).toBe(300_000n)
    expect(limitByEstimates([most / 3n + 1n])).toBe(most)
    expect(limitByEstimates([most])).toBe(most)
    expect([[], [0n], [most + 1n, 1n]].map(limitByEstimates)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the limit of a step that was accepted, by a trial just before it is asked for', () => {
  const [step] = withGasLimits([depositDraft], [100_000n])
  const accepted = (step ?? depositDraft).action

  it('stays as long as it holds half as much again as what is used', () => {
    expect([100_000n, 166_666n].map((used) => renewedLimit(accepted, used))).toEqual([
      undefined,
      undefined,
    ])
    expect(renewedLimit(accepted, 166_667n)).toEqual({ gas: '0x5d966', isMore: true })
  })

  it('is given to a step that has none, which takes nothing more', () => {
    expect(renewedLimit(depositDraft.action, 100_000n)).toEqual({ gas: '0x3d090', isMore: false })
  })

  it('is left alone where nothing was told, on chains that count otherwise, and of Solana', () => {
    expect(renewedLimit(accepted, undefined)).toBeUndefined()
    expect(renewedLimit({ ...accepted, chainId: 42_161 }, 1_000_000n)).toBeUndefined()
    expect(renewedLimit(solanaDraft.action, 1_000_000n)).toBeUndefined()
  })
})
