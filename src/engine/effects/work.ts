import type { EffectKind, EffectTask } from '@/src/domain/order/effect'
import type { Attempt, Order, Step, SwapOrder } from '@/src/domain/order/order'
import type { EffectRow } from '@/src/store/open'

/** A piece of work that is due, and its order as it is on record. */
export type OrderWork<Kind extends EffectKind> = {
  row: EffectRow
  task: Extract<EffectTask, { kind: Kind }>
  order: Order
}

/** The same with the order as those see it who ask wallets, see `askingOf`. */
export type AskingWork<Kind extends EffectKind> = Omit<OrderWork<Kind>, 'order'> & {
  order: SwapOrder
}

/** The same about one ask, with the step that speaks of it: none once it speaks of a later one. */
export type AttemptWork<Kind extends EffectKind> = AskingWork<Kind> & {
  attempt: Attempt
  step: Step | undefined
}
