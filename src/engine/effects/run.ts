import type { EffectKind } from '@/src/domain/effect'
import type { EffectRow } from '@/src/store/open'
import type { Next, Runner } from '../drain'
import type { Engine } from '../engine'
import { armStep } from './arm-step'
import { askWallet } from './ask-wallet'
import { awaitReceipt } from './await-receipt'
import { notify } from './notify'
import { pollOrders } from './poll-order'
import { proveArrival } from './prove-arrival'
import { reconcile } from './reconcile'
import { submitDeposit } from './submit-deposit'
import { tellSite } from './tell-site'
import { verifyTransaction } from './verify-transaction'
import { watchDeposit } from './watch-deposit'
import { watchStray } from './watch-stray'

/** What runs each kind of effect. */
export const runners: Record<EffectKind, Runner> = {
  armStep: one(armStep),
  askWallet: one(askWallet),
  verifyTransaction: one(verifyTransaction),
  awaitReceipt: one(awaitReceipt),
  watchStray: one(watchStray),
  submitDeposit: one(submitDeposit),
  pollOrder: pollOrders,
  watchDeposit: one(watchDeposit),
  proveArrival: one(proveArrival),
  reconcile: one(reconcile),
  notify: one(notify),
  tellSite: one(tellSite),
}

function one(run: (engine: Engine, row: EffectRow) => Promise<Next>): Runner {
  return (engine, rows) => rows.map((row) => run(engine, row))
}
