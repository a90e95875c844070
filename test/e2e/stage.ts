import { listTransactions, readBlockNumber, readNonces } from '../support/chain-view'
import type { Product } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect } from './expect'
import {
  chainsOf,
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
export const journeys = ['ERC-20', 'native', 'Solana'] as const
export type Journey = (typeof journeys)[number]

/** A payment as the chains tell of it, from before it was made. */
export type Chain<P extends ViewPage = ViewPage> = {
  product: Product<P>
  from: TestToken
  to: TestToken
  /** What is paid, smallest unit. */
  amount: bigint
  /** Deposits of the account on the source chain since then, counted on the chain. */
  countDeposits(): Promise<number>
  nonces(): Promise<{ mined: number; known: number }>
  /** Nonces as they were then. */
  nonceBefore: number
  receivedBefore: bigint
  /** Turns mining on the source chain off and on. */
  mine(on: boolean): Promise<void>
}

/** An order at the review screen, and what the chain knew before it. */
export type Stage<P extends ViewPage = ViewPage> = Chain<P> & {
  swap: SwapScreen<P>
  orderId: string
}

/** Enters and reviews a swap of this kind, with the sandbox wallet or one of this rdns. */
export async function reviewOrder<P extends ViewPage>(
  product: Product<P>,
  journey: Journey,
  wallet?: string,
): Promise<Stage<P>> {
  await product.wallet.set({ mode: 'auto' })
  const { input, amount } = inputOf(product, journey)
  const chosen = wallet === undefined ? {} : { wallet }
  const swap = await startSwap(product, { ...input, ...chosen, isLeft: true })
  const address = await swap.page.evaluate<string>('location.href')
  const orderId = /[0-9a-f]{32}/.exec(address)?.[0] ?? ''
  return { ...(await watchChain(product, { ...input, amount })), swap, orderId }
}

/** Looks at both chains from now on; `amount` in the smallest unit. */
export async function watchChain<P extends ViewPage>(
  product: Product<P>,
  { from, to, amount }: { from: TestToken; to: TestToken; amount: bigint },
): Promise<Chain<P>> {
  const { info } = product
  const account = ownAccount(info, from.chainId)
  const rpcUrl = info.chains.find(({ id }) => id === from.chainId)?.rpcUrl ?? ''
  const isEvm = from.chainId !== solanaChainOf(info)
  const block = isEvm ? await readBlockNumber(rpcUrl) : 0
  const paidBefore = await readOwnBalance(product, from)
  return {
    product,
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

/** The end that every order must come to: paid once, and paid out. */
export async function expectOneDeposit(stage: Chain, swap: SwapScreen): Promise<void> {
  await swap.waitForStatus('filled')
  expect(await stage.countDeposits()).toBe(1)
  expect(await readOwnBalance(stage.product, stage.to)).toBeGreaterThan(stage.receivedBefore)
}
