import { describe, expect, it } from 'vitest'
import { isOpenMove, type NonceLooks, withFound, withLook } from './nonce-looks'

const first: NonceLooks = { last: { block: 100n, nonce: 4 }, moves: [] }
const look = (block: number, nonce: number) => ({ block: BigInt(block), nonce })
const move = (nonce: number, from: number, to: number) => ({
  nonce,
  from: BigInt(from),
  to: BigInt(to),
  end: BigInt(to),
})

describe('looks at the nonce of an account', () => {
  it('given nothing moved, then the last look is later and nothing else changes', () => {
    expect(withLook(first, look(110, 4))).toEqual({ last: look(110, 4), moves: [] })
  })

  it('given it moved, then each nonce that was used lies between the two looks', () => {
    const later = withLook(withLook(first, look(110, 4)), look(120, 6))
    expect(later).toEqual({ last: look(120, 6), moves: [move(4, 110, 120), move(5, 110, 120)] })
    expect(withLook(later, look(1_000, 7)).moves).toEqual([...later.moves, move(6, 120, 1_000)])
  })

  it('given a node that is behind, or a chain that was set back, then the newest look counts', () => {
    for (const each of [look(99, 9), look(100, 9), look(120, 3)]) {
      expect(withLook(first, each)).toEqual({ last: each, moves: [] })
    }
  })

  it('given a look that was far ahead of the chain, then an honest one mends it', () => {
    const lied = withLook(withLook(first, look(110, 5)), { block: 2n ** 64n, nonce: 7 })
    const mended = withLook(lied, look(120, 6))
    expect(mended).toEqual({ last: look(120, 6), moves: [move(4, 100, 110), move(5, 110, 120)] })
    expect(withLook(mended, look(130, 7)).moves.at(-1)).toEqual(move(6, 120, 130))
  })

  it('given many were used, then twelve of them are kept track of', () => {
    const many = withLook(withLook(first, look(110, 14)), look(120, 99))
    expect(many.moves.map(({ nonce }) => nonce)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(many.last).toEqual(look(120, 99))
  })

  it('given a node showed it in a block, then nothing is left to search, until the chain is set back', () => {
    const looks = withLook(first, look(110, 5))
    const [only = move(0, 0, 0)] = looks.moves
    expect(isOpenMove(only)).toBe(true)
    const found = { ...looks, moves: [{ ...only, at: 105n }] }
    expect(found.moves.some(isOpenMove)).toBe(false)
    expect(withLook(found, look(120, 5)).moves).toEqual(found.moves)
    expect(withLook(found, look(108, 5)).moves).toEqual([move(4, 100, 108)])
  })

  it('given another request found one, then it is read there first; what is found already stays', () => {
    const found = { ...move(4, 90, 100), at: 95n }
    const others = [move(3, 1, 9), { ...move(4, 1, 100), at: 96n }, { ...move(5, 1, 100), at: 97n }]
    expect(withFound([found, move(5, 90, 100), move(6, 90, 100)], others)).toEqual([
      found,
      { ...move(5, 90, 100), at: 97n },
      move(6, 90, 100),
    ])
  })
})
