import { type ErrorCode, toWireError } from '@/src/domain/error'
import type { EffectKind } from '@/src/domain/order/effect'
import { backOff } from '@/src/lib/back-off'
import { keepRequests, readRequests } from '@/src/store/node-requests'
import type { EffectRow } from '@/src/store/open'
import { claimDue, finishEffect, postponeEffect, rebase } from '@/src/store/outbox'
import type { Engine } from '../engine'

/** What is left of an effect after it ran: nothing, or another look at a time (unix ms). */
export type Next =
  | 'done'
  | {
      dueAt: number
      /** One more than before where it is absent. */
      tries?: number
      /** Nothing came of it, for this reason. */
      failed?: ErrorCode | undefined
    }

/** Runs effects of one kind; the answers stand in the order of the rows. */
export type Runner = (engine: Engine, rows: readonly EffectRow[]) => Promise<Next>[]

/** Effects taken from the outbox at a time; the rest follows at once. */
const batch = 200
/** Wait after an effect failed for a reason of its own: 2 s, doubled, at most 5 minutes. */
const firstRetry = 2_000
const longestRetry = 300_000
/** ...and where its order cannot be read whole: a version that reads it takes it up as it starts, see `boot`, ms. */
const heldPause = 6 * 3_600_000

export type Drain = {
  /** Starts everything that is due; what is slow holds nothing else up. */
  run(): void
  /** Resolves once nothing is due and nothing runs. */
  idle(): Promise<void>
}

/**
 * Takes due effects out of the outbox and runs them. A claim is on disk before its effect runs; an
 * effect that fails is given back with a back-off computed from its stored tries. `load` fetches what runs
 * each kind, once something is due; `onSettled` is told after each look, so that the next alarm follows what
 * is left.
 */
export function createDrain(
  engine: Engine,
  load: () => Promise<Record<EffectKind, Runner>>,
  onSettled: () => Promise<void>,
): Drain {
  const inFlight = new Set<Promise<void>>()
  /** Claimed rows that the store did not take back. */
  const owed = new Set<EffectRow>()
  let looking: Promise<void> | undefined
  let again = false
  let isRead = false
  /** Unix ms; a look before it means that the clock was moved back. At a start nobody knows. */
  let lastLook = Number.POSITIVE_INFINITY

  async function settle(row: EffectRow, next: Promise<Next>): Promise<void> {
    try {
      const what = await next
      if (what === 'done') await finishEffect(engine.db, row)
      else {
        const { dueAt, tries = row.tries + 1, failed } = what
        await postponeEffect(engine.db, row, { dueAt, tries, now: engine.now(), failed })
      }
    } catch (error) {
      const { code: failed } = toWireError(error)
      const isHeld = failed === 'order/attention'
      // It is told once: the next looks say the same.
      if (!isHeld || row.failed?.code !== failed) engine.report(error, row.task.kind)
      // A claimed ask stays claimed: whether it reached the wallet is found out, not tried again.
      if (row.repeat === 'once') return
      const now = engine.now()
      const dueAt = now + (isHeld ? heldPause : backOff(row.tries, firstRetry, longestRetry))
      owed.add(row)
      await postponeEffect(engine.db, row, { dueAt, tries: row.tries + 1, now, failed })
      owed.delete(row)
    }
  }

  async function giveBack(): Promise<void> {
    for (const row of owed) {
      const now = engine.now()
      await postponeEffect(engine.db, row, { dueAt: now, tries: row.tries + 1, now })
      owed.delete(row)
    }
  }

  function spawn(work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => engine.report(error, 'outbox'))
      .finally(() => {
        inFlight.delete(guarded)
        run()
      })
    inFlight.add(guarded)
  }

  /** A worker lives for seconds, and what may be asked is counted by minutes. */
  async function readBudget(): Promise<void> {
    if (isRead) return
    isRead = true
    const { db, nodeBudget, report } = engine
    const fails = (error: unknown) => report(error, 'outbox')
    nodeBudget.add((await readRequests(db).catch(fails)) ?? [])
  }

  async function keepBudget(): Promise<void> {
    const { db, nodeBudget, report } = engine
    // What an earlier life counted is not written over before it was read.
    const news = isRead ? nodeBudget.news() : undefined
    if (news) await keepRequests(db, news).catch((error: unknown) => report(error, 'outbox'))
  }

  async function look(): Promise<void> {
    do {
      again = false
      const { boot, newId } = engine
      const now = engine.now()
      if (now < lastLook) await rebase(engine.db, now)
      lastLook = now
      await giveBack()
      const rows = await claimDue(engine.db, { now, boot, limit: batch, newToken: newId })
      const kinds = new Map<EffectKind, EffectRow[]>()
      if (rows.length > 0) await readBudget()
      for (const row of rows) kinds.set(row.task.kind, [...(kinds.get(row.task.kind) ?? []), row])
      for (const [kind, each] of kinds) {
        const next = load().then((runners) => runners[kind](engine, each))
        each.forEach((row, index) => {
          spawn(
            settle(
              row,
              next.then((all) => all[index] ?? 'done'),
            ),
          )
        })
      }
      if (rows.length === batch) again = true
    } while (again)
    if (inFlight.size === 0) await keepBudget()
    await onSettled()
  }

  function run(): void {
    again = true
    looking ??= look()
      .catch(async (error: unknown) => {
        // The store is away: an alarm looks again, as the one that woke us is spent.
        again = false
        engine.report(error, 'outbox')
        await engine.guard(() => Promise.resolve())
      })
      .catch((error: unknown) => engine.report(error, 'alarm'))
      .finally(() => {
        looking = undefined
        if (again) run()
      })
  }

  return {
    run,
    async idle() {
      while (looking || inFlight.size > 0) await Promise.all([looking, ...inFlight])
    },
  }
}
