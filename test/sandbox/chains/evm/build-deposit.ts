import { type Address, encodeFunctionData, type Hex, maxUint256, numberToHex } from 'viem'
import type { Approval, DepositRequest } from '../port'
import { depositAbi, diamondAbi, fixedFeeAbi, tokenAbi, tokenCallAbi } from './abi'
import { nativeAddress } from './address'
import type { EvmClient } from './sender'

export type DepositContext = {
  client: EvmClient
  chainId: number
  target: Address
  fixedFee: Address
  diamond: Address
  tokenProxy: Address
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
  const { spender, to, data, value } = depositCall(context, request)
  if (token !== nativeAddress) approvals.push(...(await allow(context, request, spender)))
  approvals.push(deposit(from, to, data, value))
  return approvals
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
