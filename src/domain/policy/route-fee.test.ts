import { describe, expect, it } from 'vitest'
import { depositDraft, planned, solanaDraft } from '@/test/samples/order'
import type { TokenAmount } from '../order/order'
import { allBeside, askOfFee, feeBeside } from './route-fee'

const native = `0x${'0'.repeat(40)}`
const weth = '0x4200000000000000000000000000000000000006'
const usual = 10n ** 15n

/** An order that pays some token, whose deposit takes one and carries so much wei beside it. */
function orderWith(fee: bigint, paid: Partial<TokenAmount> = {}, taken = paid) {
  const plain = planned()
  const from = { ...plain.accepted.from, ...paid }
  const token = { ...plain.accepted.from, ...taken }
  const facts = { kind: 'deposit', token, target: weth, method: 'x', fee: String(fee) } as const
  return {
    ...planned([{ ...depositDraft, facts }]),
    accepted: { ...plain.accepted, from },
  }
}

describe('the fee beside a payment', () => {
  it('given none, is none', () => {
    expect(feeBeside(planned())).toBeUndefined()
    expect(feeBeside(orderWith(0n))).toBeUndefined()
    expect(feeBeside(planned([solanaDraft]))).toBeUndefined()
  })

  it('is usual up to what order networks are known to take on the chain', () => {
    expect(feeBeside(orderWith(usual))).toEqual({ units: usual, isUsual: true })
    expect(feeBeside(orderWith(usual + 1n))).toEqual({ units: usual + 1n, isUsual: false })
  })

  it('on Solana is what the trial showed', () => {
    const chain = { ...planned().accepted.from, chainId: 20_011_000_000 }
    const plain = planned([solanaDraft])
    const advice = {
      at: 0,
      outcome: 'passes' as const,
      leaves: { paid: '1', fee: '24000001' },
    }
    const order = { ...plain, accepted: { ...plain.accepted, from: chain }, advice }
    expect(feeBeside(order)).toEqual({ units: 24_000_001n, isUsual: false })
  })

  it('on Solana is usual for the first order of an account with DLN, which opens all that it needs', () => {
    const rent = (bytes: bigint) => (128n + bytes) * 6_960n
    // Its state (what it holds of the IDL, at most), its wallet, the counter of its maker, and the maker's wallet.
    const fee = 15_000_000n + rent(176n) + rent(165n) + rent(16n) + rent(165n)
    const chain = { ...planned().accepted.from, chainId: 20_011_000_000 }
    const plain = planned([solanaDraft])
    const leaves = { paid: '1', fee: String(fee) }
    const advice = { at: 0, outcome: 'passes' as const, leaves, network: '105000' }
    const order = { ...plain, accepted: { ...plain.accepted, from: chain }, advice }
    expect(allBeside(order)).toEqual({ units: 22_301_640n, isUsual: true })
  })

  it('on Solana is asked about with what the network takes, but for what an ordinary transaction costs', () => {
    const chain = { ...planned().accepted.from, chainId: 20_011_000_000 }
    const plain = planned([solanaDraft])
    const accepted = { ...plain.accepted, from: chain }
    const feeOf = (fee: string, network?: string) => {
      const leaves = { paid: '1', fee }
      const advice = { at: 0, outcome: 'passes' as const, leaves, ...(network && { network }) }
      const order = { ...plain, accepted, advice }
      return [feeBeside(order), allBeside(order)]
    }
    const usually = (units: bigint) => ({ units, isUsual: true })
    expect(feeOf('2000000', '10005000')).toEqual([usually(2_000_000n), usually(12_005_000n)])
    expect(feeOf('2000000')).toEqual([usually(2_000_000n), usually(2_000_000n)])
    expect(feeOf('0', '0')).toEqual([undefined, undefined])
    expect(feeOf('0', '100000')).toEqual([undefined, { ...usually(100_000n), isTrifle: true }])
    expect(feeOf('0', '100001')).toEqual([undefined, usually(100_001n)])
    // Elsewhere the network's fee is no part of it.
    expect(allBeside(orderWith(usual))).toEqual(feeBeside(orderWith(usual)))
  })

  it.each([
    ['the coin itself', native],
    ['the coin, wrapped', weth],
  ])('given %s is paid, has a share that no price tells', (_, address) => {
    const fee = feeBeside(orderWith(usual, { address, amount: String(4n * usual) }))
    expect(fee?.share).toBe(2_500)
  })

  it('given the payment is swapped to the coin first, has a share of what the deposit takes', () => {
    const taken = { address: weth, amount: String(2n * usual) }
    expect(feeBeside(orderWith(usual, {}, taken))?.share).toBe(5_000)
  })

  it('given another token, or nothing of the coin, has no share', () => {
    expect(feeBeside(orderWith(usual))?.share).toBeUndefined()
    expect(feeBeside(orderWith(usual, { address: weth, amount: '0' }))?.share).toBeUndefined()
  })
})

describe('how a fee is accepted', () => {
  const [known, above] = [
    { units: usual, isUsual: true },
    { units: usual + 1n, isUsual: false },
  ]

  it.each([
    [300, 'nothing'],
    [301, 'tick'],
    [2_500, 'tick'],
    [2_501, 'word'],
  ] as const)('given a share of %s basis points: %s', (bps, ask) => {
    expect(askOfFee(known, bps)).toBe(ask)
    expect(askOfFee({ ...known, share: bps }, null)).toBe(ask)
    expect(askOfFee({ ...above, share: bps }, 0)).toBe(ask)
  })

  it('given it is more than known ones, by a word, whatever the service says that it is worth', () => {
    expect(askOfFee(above, 0)).toBe('word')
    expect(askOfFee(above, null)).toBe('word')
  })

  it('given a trifle, by nothing, whatever is known', () => {
    expect(askOfFee({ ...known, isTrifle: true, share: 10_000 }, null)).toBe('nothing')
    expect(askOfFee({ ...known, isTrifle: true }, null)).toBe('nothing')
  })

  it('given nobody knows its worth, by a word: it may be any share', () => {
    expect(askOfFee(known, null)).toBe('word')
  })
})
