import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { orderText } from '@/src/ui/copy/order-text'
import type { SandboxInfo } from '../sandbox/info'
import type { Product } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'
import type { ViewLocator, ViewPage } from '../support/view'
import { expect } from './expect'

export const sandboxWallet = 'dev.causeway.sandbox-wallet'
/** The same wallet's Wallet Standard side goes by its name. */
export const sandboxSolanaWallet = 'Sandbox Wallet'

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

/** The token of a chain that is deployed there and swapped as others are, and that no list has. */
export function unlistedOf(info: SandboxInfo, chainId: number): TestToken {
  const token = info.unlisted.find((one) => one.chainId === chainId)
  if (token === undefined) throw new Error(`The sandbox has no unlisted token on ${chainId}`)
  return token
}

/** USDC from the first EVM chain to the second. */
export function usdcAcross(info: SandboxInfo): { from: TestToken; to: TestToken } {
  const [source, destination] = chainsOf(info)
  return { from: tokenOf(info, source, 'USDC'), to: tokenOf(info, destination, 'USDC') }
}

/** The native coin of an EVM chain. */
export function nativeToken(chainId: number): TestToken {
  return { symbol: 'ETH', chainId, address: `0x${'0'.repeat(40)}`, decimals: 18 }
}

/** Id of the sandbox's Solana chain. */
export function solanaChainOf(info: SandboxInfo): number {
  const chain = info.chains.find(({ type }) => type === 'solana')
  if (chain === undefined) throw new Error('A Solana chain is needed')
  return chain.id
}

/** The wallet's own account on a chain. */
export function ownAccount(info: SandboxInfo, chainId: number): string {
  const { evm, solana } = info.accounts
  if (chainId !== solanaChainOf(info)) return evm.address
  if (solana === undefined) throw new Error('The sandbox has no Solana account')
  return solana.address
}

/** An account that nobody has used: what comes to it came from the test that made it; checksummed. */
export const newAccount = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

export function readOwnBalance(product: Product, token: TestToken): Promise<bigint> {
  const owner = ownAccount(product.info, token.chainId)
  return product.control.readBalance(token.chainId, token.address, owner)
}

/** How many transactions the wallet was asked to send. */
export async function countAsked(product: Product): Promise<number> {
  return (await product.wallet.prompts('eth_sendTransaction')).length
}

/** How many Solana transactions the wallet was asked to sign. */
export async function countSignaturesAsked(product: Product): Promise<number> {
  return (await product.wallet.prompts('solana:signTransaction')).length
}

/** How many calls of a method and path the sandbox has seen. */
export async function countCalls(product: Product, method: string, path: string): Promise<number> {
  const { calls } = await product.control.readCalls()
  return calls.filter((call) => call.method === method && call.path.startsWith(path)).length
}

/** Waits until the popup that opened by itself has put on the form what it was handed. */
export async function waitForForm(product: Product, part: string): Promise<void> {
  const read = 'chrome.storage.session.get(["asker", "draft"]).then(JSON.stringify)'
  await expect.poll(() => product.inside<string>(read)).toContain(part)
}

/** Lets time pass for the worker, for as long as it lives, and wakes it for what is due then. */
export async function letPass(product: Product, ms: number): Promise<void> {
  await product.inWorker(`void (({ now }) => (Date.now = () => now.call(Date) + ${ms}))(Date)`)
  // One of its own: the alarm that stands is taken to stand until its time has come.
  await product.inside(`chrome.alarms.create('time has passed', { when: 0 })`)
}

export type SwapInput = {
  from: TestToken
  to: TestToken
  pay?: string
  receive?: string
  /** The wallet that pays; without it the sandbox wallet's side of the source's family. */
  wallet?: string
  /** Connects the wallet of the destination's family too, so that its account is known. */
  bothFamilies?: boolean
  /** The form stands as an earlier popup left it: what is tested comes after it. */
  isLeft?: boolean
}

/** A token as the service lists it, and a form keeps it: with its price. */
async function listed({ info }: Product, { chainId, symbol, address }: TestToken) {
  const query = new URLSearchParams({ q: symbol, chainIds: String(chainId) })
  const response = await fetch(`${info.serviceUrl}/v1/tokens/search?${query}`)
  const { data } = (await response.json()) as { data: { address: string; chainId: number }[] }
  const token = data.find((one) => one.chainId === chainId && one.address === address)
  if (token === undefined) throw new Error(`The service lists no ${symbol} on ${chainId}`)
  return token
}

/** Leaves a form behind as a popup does that is closed while somebody fills it in. */
export async function leaveForm(
  product: Product,
  { from, to, pay, receive }: SwapInput,
): Promise<void> {
  const draft = {
    pay: await listed(product, from),
    receive: await listed(product, to),
    side: receive === undefined ? 'pay' : 'receive',
    text: pay ?? receive ?? '',
    recipient: '',
  }
  await product.inside(`chrome.storage.session.set(${JSON.stringify({ draft })})`)
}

/** Opens the popup and enters a swap up to the routes, with the wallet chosen. */
export async function enterSwap<P extends ViewPage>(
  product: Product<P>,
  input: SwapInput,
): Promise<SwapScreen<P>> {
  const { info } = product
  const { from, to } = input
  if (input.isLeft) await leaveForm(product, input)
  const swap = await product.openPopup()
  if (!input.isLeft) await swap.enterPair(from, to)
  const walletOf = (chainId: number) =>
    chainId === solanaChainOf(info) ? sandboxSolanaWallet : sandboxWallet
  if (input.bothFamilies === true) {
    await swap.pickWallet(walletOf(to.chainId))
    await expect(swap.page.getByRole('dialog')).toHaveCount(0)
  }
  await swap.pickWallet(input.wallet ?? walletOf(from.chainId))
  const account = ownAccount(info, from.chainId)
  const start = account.startsWith('0x') ? account.slice(0, 6) : account.slice(0, 4)
  const picker: ViewLocator = swap.handle('wallet-picker')
  // A wallet may write its accounts in lower case.
  const shown = async () => (await picker.innerText()).toLowerCase()
  await expect.poll(shown).toContain(start.toLowerCase())
  // What a wallet shows is its page's word: the person takes it.
  if (input.bothFamilies) await swap.page.getByTestId('receive-there').click()
  if (input.isLeft) return swap
  if (input.pay !== undefined) await swap.handle('pay-amount').fill(input.pay)
  if (input.receive !== undefined) await swap.handle('receive-amount').fill(input.receive)
  return swap
}

/** Enters a swap, takes the first route and stops at the review screen. */
export async function startSwap<P extends ViewPage>(
  product: Product<P>,
  input: SwapInput,
): Promise<SwapScreen<P>> {
  const swap = await enterSwap(product, input)
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.pickRoute()
  await swap.review()
  // An account that another wallet shows is compared before money goes there.
  if (input.bothFamilies) await swap.page.getByText(orderText.review.tickRecipient).click()
  return swap
}
