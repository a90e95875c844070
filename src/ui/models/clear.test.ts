import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { createFixtureMarks } from '@/test/support/ui/fixture-marks'
import { settled } from '@/test/support/ui/settled'
import { createClear } from './clear'

function setUp(
  parts: { removed: number; kept: number; cursor?: [number, string] }[],
  keepsRecent = false,
) {
  const asked: InputOf<'clearOrders'>[] = []
  const undone: number[] = []
  let bin: { at: number; count: number } | undefined
  const marks = createFixtureMarks({ pinned: [usdcBase], recent: [ethArbitrum] }, keepsRecent)
  const clear = createClear({
    tokenMarks: async () => marks,
    onChange: () => () => undefined,
    readBin: async () => bin,
    call: (async (name: string, input: InputOf<'clearOrders'>) => {
      if (name === 'undoClear') {
        undone.push(input.at ?? 0)
        bin = undefined
        return { restored: 5 }
      }
      asked.push(input)
      const part = parts.shift()
      if (!part) throw new AppError('store/unavailable')
      bin = { at: 70, count: (bin?.count ?? 0) + part.removed }
      return { ...part, at: 70 }
    }) as never,
  })
  return { clear, asked, undone, marks }
}

describe('removing orders', () => {
  it('forgets the tokens that were picked lately with the whole history, and keeps what is pinned', async () => {
    const { clear, marks } = setUp([
      { removed: 1, kept: 0 },
      { removed: 1, kept: 0 },
    ])
    await clear.start('an order')
    expect((await marks.read()).recent).toHaveLength(1)
    await clear.start()
    expect(await marks.read()).toMatchObject({ pinned: [{ chainId: 8453 }], recent: [] })
  })

  it('goes on part by part under one time, and is brought back by it', async () => {
    const { clear, asked, undone } = setUp([
      { removed: 3, kept: 1, cursor: [9, 'x'] },
      { removed: 2, kept: 0 },
    ])
    await clear.start()
    expect(asked).toEqual([{}, { at: 70, cursor: [9, 'x'] }])
    expect(clear.state.value).toEqual({ state: 'done', removed: 5, kept: 1 })
    expect(clear.bin.value).toEqual({ at: 70, count: 5 })
    await clear.undo()
    expect(undone).toEqual([70])
    expect(clear.state.value).toEqual({ state: 'undone', restored: 5 })
    expect(clear.bin.value).toBeUndefined()
  })

  it('given only the tokens that were picked lately stay, says just that of them', async () => {
    const { clear } = setUp([{ removed: 3, kept: 1 }], true)
    await clear.start()
    expect(clear.state.value).toEqual({ state: 'done', removed: 3, kept: 1, keepsRecent: true })
  })

  it('given it fails half way, says so and still offers the way back', async () => {
    const { clear } = setUp([{ removed: 3, kept: 0, cursor: [9, 'x'] }])
    await clear.start()
    await settled()
    expect(clear.state.value).toMatchObject({ state: 'failed', removed: 3 })
    expect(clear.bin.value).toEqual({ at: 70, count: 3 })
  })
})
