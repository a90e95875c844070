import { type Address, encodeFunctionData, type Hex, maxUint256, numberToHex } from 'viem'
import type { Approval, ChainToken, DepositRequest } from '../port'
import {
  depositAbi,
  diamondAbi,
  fixedFeeAbi,
  multicallAbi,
  routerAbi,
  tokenAbi,
  tokenCallAbi,
  wrappedAbi,
} from './abi'
import { nativeAddress } from './address'
import type { EvmClient } from './sender'

export type DepositContext = {
  client: EvmClient
  chainId: number
  target: Address
  fixedFee: Address
  diamond: Address
  tokenProxy: Address
  multicall: Address
  router: Address
  wrapped: Address
  tokens: readonly ChainToken[]
  /** Tokens whose allowance must be zero before it can be changed. */
  strictTokens: ReadonlySet<string>
}

/** What `FixedFee` takes beside a deposit, wei. */
export const fixedFeeWei = 10n ** 15n

/** The wallet actions of one deposit: chain switch, allowance, deposit. */
export async function buildEvmDeposit(
  context: DepositContext,
  request: DepositRequest,
): Promise<Approval[]> {
  const { from, token } = request
  const approvals: Approval[] = []
  if (request.isSwitchingChain) approvals.push(switchChain(context.chainId))
  const routed = await buildRouted(context, request)
  if (routed !== undefined) return [...approvals, ...routed]
  const { spender, to, data, value } = depositCall(context, request)
  if (token !== nativeAddress) approvals.push(...(await allow(context, request, spender)))
  approvals.push(deposit(from, to, data, value))
  return approvals
}

/** Swaps give a little less by the time they are mined: the deposit takes this much of what is shown. */
const [leastOut, whole] = [995n, 1_000n]
const swapSeconds = 3_600

/**
 * Steps that turn what is paid into another token, which the deposit then takes: a swap in a market as
 * Uniswap's router makes it, or the chain's coin wrapped. Undefined where the shape has none.
 */
async function buildRouted(
  context: DepositContext,
  request: DepositRequest,
): Promise<Approval[] | undefined> {
  const { from, token, amount, shape } = request
  const native = token === nativeAddress
  if (shape === 'wrap-first' && native) {
    const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
    const wrap = step(from, context.wrapped, data, amount)
    return [wrap, ...depositOf(context, request, context.wrapped, amount)]
  }
  if (shape !== 'swap-first' || native) return undefined
  const path = [token as Address, routingToken(context, token)] as const
  const query = { abi: routerAbi, functionName: 'getAmountsOut', args: [amount, path] } as const
  const [, out = 0n] = await context.client.readContract({ ...query, address: context.router })
  const least = (out * leastOut) / whole
  const { timestamp } = await context.client.getBlock()
  const args = [amount, least, path, from as Address, timestamp + BigInt(swapSeconds)] as const
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args,
  })
  return [
    ...(await allow(context, request, context.router)),
    step(from, context.router, data),
    ...depositOf(context, request, path[1], least),
  ]
}

/** What is swapped to: the dollar that is not paid with. */
function routingToken({ tokens }: DepositContext, paid: string): Address {
  const found = tokens.find(
    ({ symbol, address }) => /^(DAI|USDC)$/.test(symbol) && address !== paid,
  )
  if (found === undefined) throw new Error('no token to swap to')
  return found.address as Address
}

function depositOf(
  { target }: DepositContext,
  { from, reference, approval, onRouted }: DepositRequest,
  token: Address,
  amount: bigint,
): Approval[] {
  onRouted?.({ token, amount })
  const args = [token, amount, reference] as const
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args })
  const much = approval === 'unlimited' ? maxUint256 : amount
  return [approve(from, token, target, much), deposit(from, target, data)]
}

function step(from: string, to: Address, data: Hex, value = 0n): Approval {
  const call = { from, to, data, ...(value === 0n ? {} : { value: numberToHex(value) }) }
  const request = { method: 'eth_sendTransaction', params: [call] }
  return { type: 'eip1193_request', request, waitForReceipt: true }
}

type DepositCall = { spender: Address; to: Address; data: Hex; value: bigint }

/** The deposit itself, as the shape has it, and who takes the tokens for it. */
function depositCall(context: DepositContext, request: DepositRequest): DepositCall {
  const { amount, reference } = request
  const token = request.token as Address
  const native = token === nativeAddress
  const args = [token, amount, reference] as const
  const value = native ? amount : 0n
  if (request.shape === 'fixed-fee') {
    const to = context.fixedFee
    const data = native
      ? encodeFunctionData({
          abi: fixedFeeAbi,
          functionName: 'createNativeOrder',
          args: [reference],
        })
      : encodeFunctionData({ abi: fixedFeeAbi, functionName: 'createOrder', args })
    return { spender: to, to, data, value: value + fixedFeeWei }
  }
  if (request.shape === 'token-proxy' && !native) {
    const data = encodeFunctionData({ abi: diamondAbi, functionName: 'startBridge', args })
    return { spender: context.tokenProxy, to: context.diamond, data, value }
  }
  if (request.shape === 'multicall' && !native) {
    const to = context.multicall
    const abi = multicallAbi
    const calls = [
      encodeFunctionData({ abi, functionName: 'pull', args: [token, amount] }),
      encodeFunctionData({ abi, functionName: 'depositPulled', args }),
    ]
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
    return { spender: to, to, data, value }
  }
  const to = context.target
  const data = native
    ? encodeFunctionData({ abi: depositAbi, functionName: 'depositNative', args: [reference] })
    : encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args })
  return { spender: to, to, data, value }
}

/** What a contract may take from the owner; the deposit contract unless another is named. */
export function readAllowance(
  context: DepositContext,
  token: string,
  owner: string,
  spender: Address = context.target,
) {
  const args = [owner as Address, spender] as const
  const address = token as Address
  return context.client.readContract({ abi: tokenAbi, address, functionName: 'allowance', args })
}

async function allow(
  context: DepositContext,
  request: DepositRequest,
  spender: Address,
): Promise<Approval[]> {
  const { from, token, amount } = request
  const allowance = await readAllowance(context, token, from, spender)
  if (allowance >= amount) return []
  const mustReset = allowance > 0n && context.strictTokens.has(token)
  const value = request.approval === 'unlimited' ? maxUint256 : amount
  const values = mustReset ? [0n, value] : [value]
  return values.map((each) => approve(from, token, spender, each))
}

function approve(from: string, token: string, spender: Address, value: bigint): Approval {
  const args = [spender, value] as const
  const data = encodeFunctionData({ abi: tokenCallAbi, functionName: 'approve', args })
  const request = { method: 'eth_sendTransaction', params: [{ from, to: token, data }] }
  return { type: 'eip1193_request', request, waitForReceipt: true }
}

function deposit(from: string, to: Address, data: Hex, value = 0n): Approval {
  const call = { from, to, data, ...(value === 0n ? {} : { value: numberToHex(value) }) }
  const request = { method: 'eth_sendTransaction', params: [call] }
  return { type: 'eip1193_request', request, deposit: true }
}

function switchChain(chainId: number): Approval {
  const params = [{ chainId: numberToHex(chainId) }]
  return { type: 'eip1193_request', request: { method: 'wallet_switchEthereumChain', params } }
}
