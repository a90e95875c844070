import { signal } from '@preact/signals'
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
  /** The time of each removal that is not deleted, the newest last, with its count. */
  let bins: { at: number; count: number }[] = []
  let restored = 5
  let hear = () => {}
  const marks = createFixtureMarks({ pinned: [usdcBase], recent: [ethArbitrum] }, keepsRecent)
  const backend: Parameters<typeof createClear>[0] = {
    tokenMarks: async () => marks,
    onChange: (listener) => {
      hear = () => listener({ kind: 'order', orderId: '', revision: 0 })
      return () => undefined
    },
    readBin: async (of) => (of === undefined ? bins.at(-1) : bins.find(({ at }) => at === of)),
    call: (async (name: string, input: InputOf<'clearOrders'>) => {
      if (name === 'undoClear') {
        undone.push(input.at ?? 0)
        bins = bins.filter(({ at }) => at !== input.at)
        return { restored }
      }
      asked.push(input)
      const part = parts.shift()
      if (!part) throw new AppError('store/unavailable')
      const at = input.at ?? 70 + (asked.length - 1)
      const before = bins.find((each) => each.at === at)?.count ?? 0
      bins = [...bins.filter((each) => each.at !== at), { at, count: before + part.removed }]
      return { ...part, at }
    }) as never,
  }
  let now = 80
  const here = signal<readonly number[]>([])
  const create = () => createClear(backend, { now: () => now }, here)
  const clear = create()
  return {
    clear,
    asked,
    undone,
    marks,
    create,
    /** Another window removes something, or brings all but that back. */
    elsewhere: async (removed?: { at: number; count: number }, isBack = true) => {
      bins = [...(isBack ? [] : bins), ...(removed ? [removed] : [])]
      if (isBack) restored = 0
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
    expect(clear.state.value).toEqual({ state: 'back', count: 1 })
  })

  it('given another window removes more, or the time is over, leaves what was said', async () => {
    const { clear, elsewhere, wait } = setUp([{ removed: 1, kept: 0 }])
    await clear.start()
    await elsewhere({ at: 75, count: 2 }, false)
    expect(clear.state.value).toMatchObject({ state: 'done', removed: 1 })
    wait(undoFor)
    await elsewhere()
    expect(clear.state.value).toMatchObject({ state: 'done', removed: 1 })
  })

  it('given another window removed more since, brings back what was removed here, and nothing of that', async () => {
    const { clear, create, elsewhere, undone } = setUp([
      { removed: 3, kept: 0 },
      { removed: 1, kept: 0 },
    ])
    await clear.start()
    await elsewhere({ at: 75, count: 2 }, false)
    expect(clear.bin.value).toEqual({ at: 70, count: 3 })
    // Another screen of the same page removes one order, and leads back to the history.
    await create().start('an order')
    const history = create()
    await settled()
    expect(history.bin.value).toEqual({ at: 71, count: 1 })
    await history.undo()
    expect(history.bin.value).toEqual({ at: 70, count: 3 })
    await history.undo()
    expect(undone).toEqual([71, 70])
    expect(history.bin.value).toBeUndefined()
  })

  it('given nothing was removed here, or too long ago, brings back what was removed last', async () => {
    const { clear, elsewhere, wait } = setUp([{ removed: 3, kept: 0 }])
    await elsewhere({ at: 60, count: 2 }, false)
    expect(clear.bin.value).toEqual({ at: 60, count: 2 })
    await clear.start()
    wait(undoFor)
    await elsewhere({ at: 80 + undoFor, count: 4 }, false)
    expect(clear.bin.value).toEqual({ at: 80 + undoFor, count: 4 })
  })

  it('given there is nothing left to bring back, says whether it is back or gone', async () => {
    const { clear, bringBack, wait } = setUp([
      { removed: 3, kept: 0 },
      { removed: 1, kept: 0 },
    ])
    await clear.start()
    bringBack()
    await clear.undo()
    expect(clear.state.value).toEqual({ state: 'back', count: 3 })
    await clear.start()
    wait(undoFor)
    await clear.undo()
    expect(clear.state.value).toEqual({ state: 'late', count: 1 })
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
