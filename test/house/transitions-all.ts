import { explore, printTransitions } from './transitions'
import { payMachine } from './transitions-pay'
import { purchaseMachine } from './transitions-purchase'
import { swapMachine } from './transitions-swap'
import { transferMachine } from './transitions-transfer'

/** Every kind of order that has tables of its own. */
export const machines = {
  swap: swapMachine,
  transfer: transferMachine,
  pay: payMachine,
  purchase: purchaseMachine,
}

/** What the events of every kind of order were found to make of it. */
export const exploreAll = () => ({
  swap: explore(swapMachine),
  transfer: explore(transferMachine),
  pay: explore(payMachine),
  purchase: explore(purchaseMachine),
})

/** All tables, by their places in `.github/STATES.md`. */
export const printAll = (explored = exploreAll()) =>
  Object.values(machines).map(({ name, parts }) => ({
    name,
    tables: printTransitions(parts, explored[name].tried),
  }))
