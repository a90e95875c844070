import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Effect, toEffect } from '@/src/domain/order/effect'
import { createDatabase, type Database } from './open'
import {
  claimDue,
  effectsOf,
  finishEffect,
  hasten,
  orphanedEffects,
  outlook,
  postponeEffect,
  putEffects,
  rebase,
  takeOutUnread,
} from './outbox'

const name = 'outbox'
let db: Database
let tokens = 0
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const poll = (orderId: string, dueAt: number) => toEffect(orderId, { kind: 'pollOrder' }, dueAt)
function claim(now: number, boot = 'boot', limit = 10) {
  const newToken = () => {
    tokens += 1
    return String(tokens)
  }
  return claimDue(db, { now, boot, limit, newToken })
}

describe('the outbox', () => {
  it('gives what is due, once, the earliest first, no more than asked for', async () => {
    await putEffects(db, [poll('a', 30), poll('b', 10), poll('c', 20), poll('d', 99)], 0)
    expect((await claim(50, 'boot', 2)).map((row) => row.orderId)).toEqual(['b', 'c'])
    expect((await claim(50)).map((row) => row.orderId)).toEqual(['a'])
    expect(await claim(50)).toEqual([])
  })

  it('forgets what was done, and keeps what was put anew meanwhile', async () => {
    await putEffects(db, [poll('a', 10)], 0)
    const [first] = await claim(10)
    await putEffects(db, [poll('a', 20)], 0)
    if (first) await finishEffect(db, first)
    const [second] = await claim(20)
    expect(second?.dueAt).toBe(20)
    if (second) await finishEffect(db, second)
    expect(await effectsOf(db, 'a')).toEqual([])
    if (second) await finishEffect(db, second)
  })

  it('gives back what must wait, with its tries', async () => {
    await putEffects(db, [poll('a', 10)], 0)
    const [row] = await claim(10)
    if (row) await postponeEffect(db, row, { dueAt: 70, tries: 3, now: 10 })
    expect(await claim(69)).toEqual([])
    expect(await claim(70)).toMatchObject([{ dueAt: 70, tries: 3 }])
  })

  it('keeps what work failed with, and since when it does each time, until it does not', async () => {
    await putEffects(db, [poll('a', 10)], 0)
    async function next(now: number, failed?: 'chain/unreachable' | 'service/timeout') {
      const [row] = await claim(now)
      if (row) await postponeEffect(db, row, { dueAt: now + 10, tries: 1, now, failed })
      return (await effectsOf(db, 'a'))[0]?.failed
    }
    expect(await next(10, 'chain/unreachable')).toEqual({ code: 'chain/unreachable', since: 10 })
    expect(await next(20, 'service/timeout')).toEqual({ code: 'service/timeout', since: 10 })
    expect((await claim(25)).length).toBe(0)
    expect(await next(30)).toBeUndefined()
    expect(await next(40, 'service/timeout')).toEqual({ code: 'service/timeout', since: 40 })
    // A start that reads it takes it for what it is.
    expect((await takeOutUnread(db)).unread).toEqual([])
  })

  it('shows what a start that is gone had taken', async () => {
    await putEffects(db, [poll('a', 10), poll('b', 10)], 0)
    await claim(10, 'old', 1)
    await claim(10, 'new', 1)
    expect((await orphanedEffects(db, 'new')).map((row) => row.orderId)).toEqual(['a'])
  })

  it('says when the next is due and whether any is worked on', async () => {
    expect(await outlook(db)).toEqual({ busy: false })
    await putEffects(db, [poll('a', 30), poll('b', 20)], 0)
    expect(await outlook(db)).toEqual({ due: 20, busy: false })
    await claim(20)
    expect(await outlook(db)).toEqual({ due: 30, busy: true })
  })

  it('hastens what the caller names, and nothing that is due or taken already', async () => {
    const notify = toEffect('a', { kind: 'notify', topic: 'late' }, 90)
    await putEffects(db, [poll('a', 80), notify], 0)
    const isPoll = (row: { task: { kind: string } }) => row.task.kind === 'pollOrder'
    expect(await hasten(db, 'a', 10, isPoll)).toBe(1)
    expect(await hasten(db, 'a', 10, isPoll)).toBe(0)
    expect((await claim(10)).map((row) => row.task.kind)).toEqual(['pollOrder'])
    expect(await hasten(db, 'a', 5, () => true)).toBe(1)
  })

  it('given the clock is moved back after it was hastened, makes it due by that clock', async () => {
    await putEffects(db, [poll('a', 4_000)], 100)
    await hasten(db, 'a', 3_500, () => true)
    await rebase(db, 150)
    expect((await claim(150)).map((row) => row.orderId)).toEqual(['a'])
  })

  it('given the clock was moved back, makes due what was set by the clock of before', async () => {
    await putEffects(db, [poll('old', 3_600)], 3_500)
    await putEffects(db, [poll('fresh', 200)], 100)
    await rebase(db, 150)
    expect((await claim(150)).map((row) => row.orderId)).toEqual(['old'])
  })
})

describe('rows of the outbox that another version wrote, or that were damaged', () => {
  const tasks: Effect['task'][] = [
    { kind: 'armStep', stepId: 's' },
    { kind: 'armStep', stepId: 't', switching: 'a' },
    { kind: 'askWallet', attemptId: 'a', ask: 'addChain' },
    { kind: 'verifyTransaction', attemptId: 'a' },
    { kind: 'watchStray', attemptId: 'a', hash: '0x1' },
    { kind: 'watchDeposit' },
    { kind: 'notify', topic: 'needs-you' },
    { kind: 'tellSite', news: 'dismissed' },
  ]
  it('leaves all that this version writes, waiting or claimed', async () => {
    await putEffects(
      db,
      tasks.map((task, at) => toEffect('a', task, at)),
      0,
    )
    await claim(3)
    expect((await takeOutUnread(db)).unread).toEqual([])
    expect(await effectsOf(db, 'a')).toHaveLength(tasks.length)
  })

  it('takes out what says no work that it knows, and names its order', async () => {
    await putEffects(db, [poll('a', 1), poll('b', 1), poll('c', 1), poll('d', 1)], 0)
    const connection = await db.use()
    for (const [orderId, change] of Object.entries({
      a: { task: { kind: 'dance' } },
      b: { task: undefined },
      c: { orderId: 7 },
    })) {
      const [row] = await effectsOf(db, orderId)
      await connection.put('outbox', { ...row, ...change } as never)
    }
    expect((await takeOutUnread(db)).unread).toEqual(['a', 'b', '7'])
    expect((await claim(9)).map(({ orderId }) => orderId)).toEqual(['d'])
  })
})
