import type { EffectKind } from '@/src/domain/order/effect'
import type { EffectRow } from '@/src/store/open'
import type { Engine } from '../engine'
import type { Next, Runner } from '../outbox/drain'

/** What runs each kind of effect; fetched when there is such an effect. */
export const runners: Record<EffectKind, Runner> = {
  armStep: one(async () => (await import('./arm-step')).armStep),
  askWallet: one(async () => (await import('./ask-wallet')).askWallet),
  verifyTransaction: one(async () => (await import('./verify-transaction')).verifyTransaction),
  awaitReceipt: one(async () => (await import('./await-receipt')).awaitReceipt),
  watchStray: one(async () => (await import('./watch-stray')).watchStray),
  submitDeposit: one(async () => (await import('./submit-deposit')).submitDeposit),
  pollOrder: together(async () => (await import('./poll-order')).pollOrders),
  watchDeposit: one(async () => (await import('./watch-deposit')).watchDeposit),
  proveArrival: one(async () => (await import('./prove-arrival')).proveArrival),
  reconcile: one(async () => (await import('./reconcile')).reconcile),
  notify: one(async () => (await import('./notify')).notify),
  tellSite: one(async () => (await import('./tell-site')).tellSite),
}

function one(load: () => Promise<(engine: Engine, row: EffectRow) => Promise<Next>>): Runner {
  return (engine, rows) => rows.map(async (row) => (await load())(engine, row))
}

/** For effects that are run in one go. */
function together(load: () => Promise<Runner>): Runner {
  return (engine, rows) => {
    const running = load().then((run) => run(engine, rows))
    return rows.map(async (_row, index) => (await running)[index] ?? 'done')
  }
}
