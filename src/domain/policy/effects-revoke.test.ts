import { describe, expect, it } from 'vitest'
import { stranger, target, usdc } from '@/test/samples/policy'
import type { EvmEffects } from './effects-evm'
import { judgeRevoke } from './effects-revoke'

const weth = '0x4200000000000000000000000000000000000006'
const gone = { token: usdc, spender: target, before: 5n, after: 0n }

/** What is said of a request that takes the approval of the target back, and does this as well. */
function judge(patch: Partial<EvmEffects> = {}) {
  const effects: EvmEffects = {
    native: { before: 9n, after: 9n },
    tokens: { [usdc]: { before: 8n, after: 8n } },
    allowances: [gone],
    powers: [],
    lost: [],
    positions: [],
    ...patch,
  }
  const verdict = judgeRevoke(effects, { token: usdc, spender: target })
  if (verdict.ok) return 'passes'
  expect(verdict.detail).toMatch(/\S{2}/)
  return verdict.code
}

describe('judgeRevoke', () => {
  it('given nothing but the approval changes, lets it through', () => {
    expect(judge()).toBe('passes')
    expect(judge({ allowances: [{ ...gone, before: 0n }], gas: 5_000_000n })).toBe('passes')
    expect(judge({ native: { before: 9n, after: 10n } })).toBe('passes')
    // Less than before for somebody else, and what may be taken by way of Permit2 as before.
    const other = { token: usdc, spender: stranger, before: 2n, after: 1n }
    const byPermit = { ...gone, after: 5n }
    expect(judge({ allowances: [gone, other, byPermit] })).toBe('passes')
  })

  it.each<[string, Partial<EvmEffects>]>([
    ['it stays', { allowances: [{ ...gone, after: 1n }] }],
    ['it cannot be read', { allowances: [] }],
    ['another spender alone may take nothing', { allowances: [{ ...gone, spender: stranger }] }],
    ['another token alone may not be taken', { allowances: [{ ...gone, token: weth }] }],
    [
      'somebody may take more',
      { allowances: [gone, { token: weth, spender: stranger, before: 0n, after: 1n }] },
    ],
    ['an event authorises somebody', { powers: ['ApprovalForAll 0x'] }],
    ['coins leave', { native: { before: 9n, after: 8n } }],
    ['the token itself is less', { tokens: { [usdc]: { before: 8n, after: 7n } } }],
    [
      'another token is less',
      { tokens: { [usdc]: { before: 8n, after: 8n }, [weth]: { before: 1n, after: 0n } } },
    ],
    ['what no balance shows leaves', { lost: [weth] }],
    ['something is held where it is asked of', { positions: [weth] }],
    ['it burns gas', { gas: 5_000_001n }],
  ])('given %s, refuses it', (_, patch) => {
    expect(judge(patch)).toBe('policy/odd-revoke')
  })
})

describe('what a refused revocation says', () => {
  const told = (patch: Partial<EvmEffects>) =>
    judgeRevoke(
      {
        native: { before: 9n, after: 9n },
        tokens: { [usdc]: { before: 8n, after: 8n } },
        allowances: [gone],
        ...{ powers: [], lost: [], positions: [] },
        ...patch,
      },
      { token: usdc, spender: target },
    )

  it.each<[Partial<EvmEffects>, string]>([
    [{ gas: 5_000_001n }, '5000001 gas are used'],
    [{ powers: ['ApprovalForAll 0x', 'more'] }, 'ApprovalForAll 0x'],
    [
      { allowances: [gone, { token: weth, spender: stranger, before: 1n, after: 2n }] },
      `${stranger} may take 2 of ${weth}`,
    ],
    [{ native: { before: 9n, after: 7n } }, '2 wei leave'],
    [{ lost: [weth] }, `Something of ${weth} leaves`],
    [{ positions: [stranger] }, `Something of ${stranger} leaves`],
    [{ tokens: { [weth]: { before: 1n, after: 0n } } }, `Something of ${weth} leaves`],
    [
      { tokens: { [usdc]: { before: 8n, after: 9n }, [weth]: { before: 1n, after: 0n } } },
      `Something of ${weth} leaves`,
    ],
    [{ allowances: [{ ...gone, after: 1n }] }, `${target} may still take 1 of ${usdc}`],
    [{ allowances: [] }, `${target} may still take any of ${usdc}`],
  ])('given %o, refuses it with that', (patch, detail) => {
    expect(told(patch)).toStrictEqual({ ok: false, code: 'policy/odd-revoke', detail })
  })
})
