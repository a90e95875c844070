import { expect } from '@playwright/test'
import { listTransactions, readBlockNumber, readNonces } from '../support/chain-view'
import type { Product } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'
import {
  chainsOf,
  countCalls,
  nativeToken,
  ownAccount,
  readOwnBalance,
  type SwapInput,
  solanaChainOf,
  startSwap,
  type TestToken,
  tokenOf,
} from './steps'

/** A swap as it is told apart by what its wallet is asked. */
export type Journey = 'ERC-20' | 'native' | 'Solana'

/** An order at the review screen, and what the chain knew before it. */
export type Stage = {
  product: Product
  swap: SwapScreen
  orderId: string
  from: TestToken
  to: TestToken
  /** What is paid, smallest unit. */
  amount: bigint
  /** Deposits of the account on the source chain since the review, counted on the chain. */
  countDeposits(): Promise<number>
  nonces(): Promise<{ mined: number; known: number }>
  /** Nonces as they were at the review. */
  nonceBefore: number
  receivedBefore: bigint
  /** Turns mining on the source chain off and on. */
  mine(on: boolean): Promise<void>
}

/** A point in an order's life that can be seen from outside. */
export type Moment = {
  name: string
  journeys: readonly Journey[]
  /** Whether the deposit was signed or sent when it happens. */
  sent: boolean
  /** Brings a reviewed order to the moment. */
  reach(stage: Stage): Promise<void>
  /** What the person and the chain do afterwards, whatever died. */
  goOn(stage: Stage): Promise<void>
}

const settled = { timeout: 30_000, intervals: [50, 100, 100, 200] }

/** Enters and reviews a swap of this kind. */
export async function reviewOrder(product: Product, journey: Journey): Promise<Stage> {
  const { info } = product
  // Longer than a price usually holds: these tests wait for what a person waits for.
  await product.control.setQuoteExpiry(600)
  await product.wallet.set({ mode: 'auto' })
  const { input, amount } = inputOf(product, journey)
  const { from, to } = input
  const swap = await startSwap(product, input)
  const account = ownAccount(info, from.chainId)
  const rpcUrl = info.chains.find(({ id }) => id === from.chainId)?.rpcUrl ?? ''
  const orderId = /[0-9a-f]{32}/.exec(swap.page.url())?.[0] ?? ''
  const isEvm = journey !== 'Solana'
  const block = isEvm ? await readBlockNumber(rpcUrl) : 0
  const paidBefore = await readOwnBalance(product, from)
  return {
    product,
    swap,
    orderId,
    from,
    to,
    amount,
    receivedBefore: await readOwnBalance(product, to),
    nonceBefore: isEvm ? (await readNonces(rpcUrl, account)).mined : 0,
    nonces: () => readNonces(rpcUrl, account),
    mine: async (on) => {
      await product.control.chain(from.chainId, { action: 'automine', on })
      if (on && isEvm) await product.control.chain(from.chainId, { action: 'mine', blocks: 1 })
    },
    async countDeposits() {
      if (!isEvm) {
        // A token of Solana: fees are paid in SOL, so that what left is what was deposited.
        return Number((paidBefore - (await readOwnBalance(product, from))) / amount)
      }
      const sent = await listTransactions(rpcUrl, account, block)
      const token = from.address.toLowerCase()
      // An approval goes to the token, a cancellation to the account itself.
      const besides = [token, account.toLowerCase()]
      return sent.filter((each) => !besides.includes(each.to?.toLowerCase() ?? '')).length
    },
  }
}

function inputOf(product: Product, journey: Journey): { input: SwapInput; amount: bigint } {
  const { info } = product
  const [source, destination] = chainsOf(info)
  const to = tokenOf(info, destination, 'USDC')
  switch (journey) {
    case 'ERC-20':
      return { input: { from: tokenOf(info, source, 'USDC'), to, pay: '11' }, amount: 11_000_000n }
    case 'native':
      return { input: { from: nativeToken(source), to, pay: '0.25' }, amount: 25n * 10n ** 16n }
    case 'Solana': {
      const from = tokenOf(info, solanaChainOf(info), 'USDC')
      return { input: { from, to, pay: '11', bothFamilies: true }, amount: 11_000_000n }
    }
  }
}

const all: readonly Journey[] = ['ERC-20', 'native', 'Solana']
const evm: readonly Journey[] = ['ERC-20', 'native']

async function waitForSent(stage: Stage, count: number): Promise<void> {
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

export const moments: readonly Moment[] = [
  {
    name: 'right after the confirmation',
    journeys: all,
    sent: false,
    reach: ({ swap }) => swap.confirm(),
    async goOn() {},
  },
  {
    name: 'while the approval’s prompt is open',
    journeys: ['ERC-20'],
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
  {
    name: 'while the approval waits to be mined',
    journeys: ['ERC-20'],
    sent: false,
    async reach(stage) {
      await stage.mine(false)
      await stage.swap.confirm()
      await waitForSent(stage, 1)
    },
    goOn: (stage) => stage.mine(true),
  },
  {
    name: 'after the approval was mined',
    journeys: ['ERC-20'],
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
  {
    name: 'while the deposit’s prompt is open',
    journeys: all,
    sent: false,
    reach: openDeposit,
    goOn: ({ product }) => product.wallet.decideNext('approve'),
  },
  {
    name: 'while the deposit waits to be mined',
    journeys: evm,
    sent: true,
    async reach(stage) {
      await openDeposit(stage)
      await stage.mine(false)
      await stage.product.wallet.decideNext('approve')
      await waitForSent(stage, approvalsOf(stage) + 1)
    },
    goOn: (stage) => stage.mine(true),
  },
  {
    name: 'while the service is being told of the deposit',
    journeys: all,
    sent: true,
    async reach({ product, swap }) {
      await product.control.setFault('submit', { kind: 'delay', ms: 2_500 }, 1)
      await swap.confirm()
      await expect
        .poll(() => countCalls(product, 'PUT', '/v1/deposit/submit'), settled)
        .toBeGreaterThan(0)
    },
    async goOn() {},
  },
  {
    name: 'while the service’s first answer to the deposit is lost',
    journeys: ['ERC-20', 'Solana'],
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
  {
    name: 'while the order is being followed',
    journeys: all,
    sent: true,
    async reach({ product, swap }) {
      await product.control.setNextOrder('late', 10_000)
      await swap.confirm()
      await swap.waitForStatus('tracking')
    },
    async goOn() {},
  },
]

/** The end that every order must come to: paid once, and paid out. */
export async function expectOneDeposit(stage: Stage, swap: SwapScreen): Promise<void> {
  await swap.waitForStatus('filled', 60_000)
  expect(await stage.countDeposits()).toBe(1)
  expect(await readOwnBalance(stage.product, stage.to)).toBeGreaterThan(stage.receivedBefore)
}
