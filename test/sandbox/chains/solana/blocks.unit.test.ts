import { describe, expect, it } from 'vitest'
import { createBlocks, isAtLeast } from './blocks'

const createAt = (ms: number) => createBlocks(() => ms, 'seed')

describe('createBlocks', () => {
  it('gives every block a blockhash of its own', () => {
    const blocks = createAt(0)
    const seen = new Set<string>()
    for (let i = 0; i < 300; i++) {
      seen.add(blocks.latest().blockhash)
      blocks.advance(1)
    }
    expect(seen.size).toBe(300)
  })

  it('shares no blockhash with a chain of another seed', () => {
    const other = createBlocks(() => 0, 'another seed')
    expect(other.whereValid(createAt(0).latest().blockhash)).toBeNull()
  })

  it('lets a blockhash live for the 150 blocks after its own', () => {
    const blocks = createAt(0)
    const { blockhash } = blocks.latest()
    blocks.advance(150)
    expect(blocks.whereValid(blockhash)).not.toBeNull()
    blocks.advance(1)
    expect(blocks.whereValid(blockhash)).toBeNull()
  })

  it('settles a slot after one block and makes it final after 32', () => {
    const blocks = createAt(0)
    const { slot } = blocks.latest()
    expect(blocks.commitmentOf(slot)).toBe('processed')
    blocks.advance(1)
    expect(blocks.commitmentOf(slot)).toBe('confirmed')
    blocks.advance(31)
    expect(blocks.commitmentOf(slot)).toBe('finalized')
  })

  it('knows the time of its slots, and of no others', () => {
    const blocks = createAt(1_700_000_000_500)
    const { slot } = blocks.latest()
    expect(blocks.timeOf(slot)).toBe(1_700_000_000)
    expect(blocks.timeOf(slot + 1)).toBeNull()
    expect(blocks.commitmentOf(slot + 1)).toBeNull()
  })
})

describe('isAtLeast', () => {
  it.each([
    ['processed', 'confirmed', false],
    ['confirmed', 'confirmed', true],
    ['finalized', 'confirmed', true],
    [null, 'processed', false],
  ] as const)('%s against %s is %s', (actual, wanted, expected) => {
    expect(isAtLeast(actual, wanted)).toBe(expected)
  })
})
