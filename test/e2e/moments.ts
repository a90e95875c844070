import { expect } from './expect'
import type { Chain, Stage } from './stage'
import { countCalls } from './steps'

/** Names of the moments, in the order of an order's life; the tables of cases go by them. */
export const momentIds = [
  'confirmed',
  'approval-asked',
  'approval-waits',
  'approval-mined',
  'deposit-asked',
  'deposit-waits',
  'submitting',
  'submit-lost',
  'followed',
] as const
export type MomentId = (typeof momentIds)[number]

/** A point in an order's life that can be seen from outside. */
type Moment = {
  /** As it is told in a test's title. */
  name: string
  /** Whether the deposit was signed or sent when it happens. */
  sent: boolean
  /** Brings a reviewed order to the moment. */
  reach(stage: Stage): Promise<void>
  /** What the person and the chain do afterwards, whatever died. */
  goOn(stage: Stage): Promise<void>
}

const settled = { intervals: [50, 100, 100, 200] }

/** Waits until any node knows so many transactions of the account since the review. */
export async function waitForSent(stage: Chain, count: number): Promise<void> {
  const { nonceBefore } = stage
  await expect.poll(async () => (await stage.nonces()).known, settled).toBe(nonceBefore + count)
}

async function waitForMined(stage: Stage, count: number): Promise<void> {
  const { nonceBefore } = stage
  await expect.poll(async () => (await stage.nonces()).mined, settled).toBe(nonceBefore + count)
}

/** Wallet transactions before the deposit. */
function approvalsOf({ from }: Stage): number {
  return from.symbol === 'USDC' && from.address.startsWith('0x') ? 1 : 0
}

/** Opens the deposit's prompt, with what comes before it answered. */
async function openDeposit(stage: Stage): Promise<void> {
  const { wallet } = stage.product
  await wallet.set({ mode: 'ask' })
  await stage.swap.confirm()
  if (approvalsOf(stage) === 1) await wallet.decideNext('approve')
  await wallet.nextApproval()
}

/** The service goes on with what it held. */
async function release({ product }: Stage): Promise<void> {
  await product.control.release()
}

export const moments: Record<MomentId, Moment> = {
  confirmed: {
    name: 'right after the confirmation',
    sent: false,
    reach: ({ swap }) => swap.confirm(),
    async goOn() {},
  },
  'approval-asked': {
    name: 'while the approval’s prompt is open',
    sent: false,
    async reach({ product, swap }) {
      await product.wallet.set({ mode: 'ask' })
      await swap.confirm()
      await product.wallet.nextApproval()
    },
    async goOn({ product }) {
      await product.wallet.set({ mode: 'auto' })
      await product.wallet.decideNext('approve')
    },
  },
  'approval-waits': {
    name: 'while the approval waits to be mined',
    sent: false,
    async reach(stage) {
      await stage.mine(false)
      await stage.swap.confirm()
      await waitForSent(stage, 1)
    },
    goOn: (stage) => stage.mine(true),
  },
  'approval-mined': {
    name: 'after the approval was mined',
    sent: false,
    async reach(stage) {
      await stage.product.wallet.set({ mode: 'auto', times: 1, afterwards: 'ask' })
      await stage.swap.confirm()
      await waitForMined(stage, 1)
    },
    goOn: async ({ product }) => {
      await product.wallet.nextApproval()
      await product.wallet.decideNext('approve')
    },
  },
  'deposit-asked': {
    name: 'while the deposit’s prompt is open',
    sent: false,
    reach: openDeposit,
    goOn: ({ product }) => product.wallet.decideNext('approve'),
  },
  'deposit-waits': {
    name: 'while the deposit waits to be mined',
    sent: true,
    async reach(stage) {
      await openDeposit(stage)
      await stage.mine(false)
      await stage.product.wallet.decideNext('approve')
      await waitForSent(stage, approvalsOf(stage) + 1)
    },
    goOn: (stage) => stage.mine(true),
  },
  submitting: {
    name: 'while the service is being told of the deposit',
    sent: true,
    async reach({ product, swap }) {
      await product.control.setFault('submit', { kind: 'hold' }, 1)
      await swap.confirm()
      await expect
        .poll(() => countCalls(product, 'PUT', '/v1/deposit/submit'), settled)
        .toBeGreaterThan(0)
    },
    goOn: release,
  },
  'submit-lost': {
    name: 'while the service’s first answer to the deposit is lost',
    sent: true,
    async reach({ product, swap }) {
      // Twice: the browser itself repeats a request whose connection was an old one.
      await product.control.setFault('submit', { kind: 'drop' }, 2)
      await swap.confirm()
      await expect
        .poll(() => countCalls(product, 'PUT', '/v1/deposit/submit'), settled)
        .toBeGreaterThan(0)
    },
    async goOn() {},
  },
  followed: {
    name: 'while the order is being followed',
    sent: true,
    async reach({ product, swap }) {
      await product.control.setNextOrder('held')
      await swap.confirm()
      await swap.waitForStatus('tracking')
    },
    goOn: release,
  },
}
