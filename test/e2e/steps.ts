import { expect } from '@playwright/test'
import type { SandboxInfo } from '../sandbox/info'
import type { Product } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'

export const sandboxWallet = 'dev.causeway.sandbox-wallet'

export type TestToken = { symbol: string; chainId: number; address: string; decimals: number }

/** Ids of the sandbox's two EVM chains, source first. */
export function chainsOf(info: SandboxInfo): [number, number] {
  const [first, second] = info.chains.filter((chain) => chain.type === 'eip155')
  if (first === undefined || second === undefined) throw new Error('Two EVM chains are needed')
  return [first.id, second.id]
}

export function tokenOf(info: SandboxInfo, chainId: number, symbol: string): TestToken {
  const token = info.tokens.find((one) => one.chainId === chainId && one.symbol === symbol)
  if (token === undefined) throw new Error(`The sandbox has no ${symbol} on ${chainId}`)
  return token
}

export function nativeToken(chainId: number): TestToken {
  return { symbol: 'ETH', chainId, address: `0x${'0'.repeat(40)}`, decimals: 18 }
}

export function readOwnBalance(product: Product, token: TestToken): Promise<bigint> {
  const owner = product.info.accounts.evm.address
  return product.control.readBalance(token.chainId, token.address, owner)
}

/** How many transactions the wallet was asked to send. */
export async function countAsked(product: Product): Promise<number> {
  return (await product.wallet.prompts('eth_sendTransaction')).length
}

export type SwapInput = {
  from: TestToken
  to: TestToken
  pay?: string
  receive?: string
  wallet?: string
}

/** Opens the popup and enters a swap up to the routes, with the wallet chosen. */
export async function enterSwap(product: Product, input: SwapInput): Promise<SwapScreen> {
  const swap = await product.openPopup()
  await swap.enterPair(input.from, input.to)
  await swap.pickWallet(input.wallet ?? sandboxWallet)
  const account = product.info.accounts.evm.address.slice(0, 6)
  await expect(swap.handle('wallet-picker')).toContainText(account)
  if (input.pay !== undefined) await swap.handle('pay-amount').fill(input.pay)
  if (input.receive !== undefined) await swap.handle('receive-amount').fill(input.receive)
  return swap
}

/** Enters a swap, takes the first route and stops at the review screen. */
export async function startSwap(product: Product, input: SwapInput): Promise<SwapScreen> {
  const swap = await enterSwap(product, input)
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.pickRoute()
  await swap.review()
  return swap
}
