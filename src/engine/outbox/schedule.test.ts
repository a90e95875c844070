import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toEffect } from '@/src/domain/order/effect'
import { createDatabase, type Database } from '@/src/store/open'
import { claimDue, putEffects } from '@/src/store/outbox'
import type { Engine } from '../engine'
import { createSchedule, shortestAlarm } from './schedule'

const name = 'schedule'
let db: Database
let calls: string[]
let wakes: number
const clock = { now: 1_000_000 }
beforeEach(() => {
  db = createDatabase(name)
  calls = []
  wakes = 0
  clock.now = 1_000_000
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

function start() {
  const timers: { ms: number; run: () => void }[] = []
  const engine = {
    db,
    now: () => clock.now,
    wake: () => {
      wakes += 1
    },
  } as unknown as Engine
  const schedule = createSchedule(engine, {
    setAlarm: async (at) => {
      calls.push(`set ${at - clock.now}`)
    },
    clearAlarm: async () => {
      calls.push('clear')
    },
    after: (ms, run) => {
      timers.push({ ms, run })
      return () => timers.splice(0)
    },
  })
  return { schedule, timers }
}
const due = (inMs: number) =>
  putEffects(db, [toEffect('a', { kind: 'pollOrder' }, clock.now + inMs)], clock.now)

describe('the one alarm', () => {
  it('given nothing to do, there is none, and it is taken away once', async () => {
    const { schedule } = start()
    await schedule.refresh()
    await schedule.refresh()
    expect(calls).toEqual(['clear'])
  })

  it('stands at the earliest due time, made anew at each start', async () => {
    await due(90_000)
    await start().schedule.refresh()
    await start().schedule.refresh()
    expect(calls).toEqual(['set 90000', 'set 90000'])
  })

  it('given something due sooner than an alarm can ring, a timer does it and the alarm stands behind', async () => {
    await due(2_000)
    const { schedule, timers } = start()
    await schedule.refresh()
    expect(calls).toEqual([`set ${shortestAlarm}`])
    expect(timers.map((timer) => timer.ms)).toEqual([2_000])
    timers[0]?.run()
    expect(wakes).toBe(1)
  })

  it('may ring early, so short polls do not move it', async () => {
    await due(2_000)
    const { schedule } = start()
    await schedule.refresh()
    clock.now += 4_000
    await schedule.refresh()
    expect(calls).toHaveLength(1)
    clock.now += shortestAlarm
    await schedule.refresh()
    expect(calls).toHaveLength(2)
  })

  it('given a look that an alarm woke a moment before its time, it is set anew', async () => {
    await due(40_000)
    const { schedule } = start()
    await schedule.refresh()
    clock.now += 39_999
    await schedule.refresh()
    expect(calls).toEqual(['set 40000', `set ${shortestAlarm}`])
  })

  it('given work that is under way, rings soon, should the worker die in it', async () => {
    await due(0)
    const newToken = () => 't'
    await claimDue(db, { now: clock.now, boot: 'b', limit: 9, newToken })
    const { schedule } = start()
    await schedule.refresh()
    expect(calls).toEqual([`set ${shortestAlarm}`])
  })

  it('given a write, stands before it, and is not taken away in the middle of it', async () => {
    const { schedule } = start()
    const value = await schedule.guard(async () => {
      calls.push('write')
      await schedule.refresh()
      return 7
    })
    expect(value).toBe(7)
    expect(calls).toEqual([`set ${shortestAlarm}`, 'write'])
    await schedule.refresh()
    expect(calls.at(-1)).toBe('clear')
  })
})
