import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import { undoFor } from '@/src/contract/undo'
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
  let restored = 5
  let hear = () => {}
  const marks = createFixtureMarks({ pinned: [usdcBase], recent: [ethArbitrum] }, keepsRecent)
  const backend: Parameters<typeof createClear>[0] = {
    tokenMarks: async () => marks,
    onChange: (listener) => {
      hear = () => listener({ kind: 'order', orderId: '', revision: 0 })
      return () => undefined
    },
    readBin: async () => bin,
    call: (async (name: string, input: InputOf<'clearOrders'>) => {
      if (name === 'undoClear') {
        undone.push(input.at ?? 0)
        bin = undefined
        return { restored }
      }
      asked.push(input)
      const part = parts.shift()
      if (!part) throw new AppError('store/unavailable')
      bin = { at: 70, count: (bin?.count ?? 0) + part.removed }
      return { ...part, at: 70 }
    }) as never,
  }
  let now = 80
  const clear = createClear(backend, { now: () => now })
  return {
    clear,
    asked,
    undone,
    marks,
    /** Another window undoes it, or removed something before; what was removed here is in the bin no more. */
    elsewhere: async (left?: { at: number; count: number }) => {
      bin = left
      restored = 0
      hear()
      await settled()
    },
    bringBack: () => (restored = 0),
    wait: (ms: number) => (now += ms),
  }
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

  it('given another window brings them back, says no more that they are removed', async () => {
    const { clear, elsewhere } = setUp([{ removed: 1, kept: 0 }])
    await clear.start()
    await elsewhere({ at: 60, count: 2 })
    expect(clear.state.value).toEqual({ state: 'back' })
  })

  it('given another window removes more, or the time is over, leaves what was said', async () => {
    const { clear, elsewhere, wait } = setUp([{ removed: 1, kept: 0 }])
    await clear.start()
    await elsewhere({ at: 75, count: 2 })
    expect(clear.state.value).toMatchObject({ state: 'done', removed: 1 })
    wait(undoFor)
    await elsewhere()
    expect(clear.state.value).toMatchObject({ state: 'done', removed: 1 })
  })

  it('given there is nothing left to bring back, says whether it is back or gone', async () => {
    const { clear, bringBack, wait } = setUp([
      { removed: 1, kept: 0 },
      { removed: 1, kept: 0 },
    ])
    await clear.start()
    bringBack()
    await clear.undo()
    expect(clear.state.value).toEqual({ state: 'back' })
    await clear.start()
    wait(undoFor)
    await clear.undo()
    expect(clear.state.value).toEqual({ state: 'late' })
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
