import { describe, expect, it } from 'vitest'
import { createSeal, type FiatPlan } from './seal'

const plan: FiatPlan = {
  id: '1',
  provider: 'harbor',
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: 8453, address: '0x01' },
  recipient: '0x02',
  refundTo: '0x03',
  swapStrategy: 'direct',
  expectedOutput: '52434',
  expiresAt: 1_800_000_000,
}

describe('a sealed plan', () => {
  it('given the same seal, when opened, then it is the plan', () => {
    const seal = createSeal()
    expect(seal.open(seal.close(plan))).toEqual(plan)
  })

  it('given the same plan twice, when sealed, then the ids differ and show nothing', () => {
    const seal = createSeal()
    const [first, second] = [seal.close(plan), seal.close(plan)]
    expect(first).not.toBe(second)
    expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('harbor')
  })

  it('given any byte was changed, when opened, then it is refused', () => {
    const seal = createSeal()
    const bytes = Buffer.from(seal.close(plan), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(seal.open(changed.toString('base64url'))).toBeUndefined()
    }
  })

  it.each(['', 'made-up', '%%%'])('given "%s", when opened, then it is refused', (quoteId) => {
    expect(createSeal().open(quoteId)).toBeUndefined()
  })

  it('given another sandbox`s id, when opened, then it is refused', () => {
    expect(createSeal().open(createSeal().close(plan))).toBeUndefined()
  })
})
