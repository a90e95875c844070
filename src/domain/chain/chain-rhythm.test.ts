import { describe, expect, it } from 'vitest'
import { rhythmOf } from './chain-rhythm'
import { KNOWN_CHAINS } from './known-chains'
import { shippedOperators } from './operators'

describe('the rhythm of a chain', () => {
  it('given every known chain, then it waits longer for "not sent" than for "arrived"', () => {
    for (const { id } of KNOWN_CHAINS) {
      const { blockMs, arrival, absence } = rhythmOf(id)
      expect(absence, String(id)).toBeGreaterThan(arrival)
      expect(arrival * blockMs, String(id)).toBeLessThanOrEqual(120_000)
    }
  })

  it('given a chain that only the service knows, then a slow one', () => {
    expect(rhythmOf(1_234_567)).toEqual({ blockMs: 12_000, arrival: 12, absence: 64 })
  })
})

describe('the operators that are shipped', () => {
  it('given every known chain, then each operator once, over https, with source and date', () => {
    for (const { id } of KNOWN_CHAINS) {
      const nodes = shippedOperators(id)
      expect(new Set(nodes.map(({ name }) => name)).size, String(id)).toBe(nodes.length)
      expect(new Set(nodes.map(({ url }) => new URL(url).host)).size).toBe(nodes.length)
      for (const { url, source, seen } of nodes) {
        expect(new URL(url).protocol).toBe('https:')
        expect(source).not.toBe('')
        expect(seen).toMatch(/^20\d\d-\d\d-\d\d$/)
      }
    }
  })

  it('given who hands calls on to others’ nodes, then never as one of only two', () => {
    for (const { id, name } of KNOWN_CHAINS) {
      const names = shippedOperators(id).map((each) => each.name)
      const others = names.filter((each) => each !== 'dRPC')
      if (others.length < 2) expect(names, name).toEqual(others)
    }
  })

  it('given all but two chains, then at least two', () => {
    const few = KNOWN_CHAINS.filter(({ id }) => shippedOperators(id).length < 2)
    expect(few.map(({ name }) => name)).toEqual(['Arcadia', 'Jovay Mainnet'])
    expect(shippedOperators(1_234_567)).toEqual([])
  })
})
