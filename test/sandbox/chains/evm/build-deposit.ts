import { type Address, encodeFunctionData, type Hex, maxUint256, numberToHex } from 'viem'
import type { Approval, DepositRequest } from '../port'
import { depositAbi, tokenAbi, tokenCallAbi } from './abi'
import { nativeAddress } from './address'
import type { EvmClient } from './sender'

export type DepositContext = {
  client: EvmClient
  chainId: number
  target: Address
  /** Tokens whose allowance must be zero before it can be changed. */
  strictTokens: ReadonlySet<string>
}

/** The wallet actions of one deposit: chain switch, allowance, deposit. */
export async function buildEvmDeposit(
  context: DepositContext,
  request: DepositRequest,
): Promise<Approval[]> {
  const approvals: Approval[] = []
  if (request.isSwitchingChain) approvals.push(switchChain(context.chainId))
  const { token, amount, reference } = request
  if (token === nativeAddress) {
    const args = [reference] as const
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'depositNative', args })
    approvals.push(deposit(request.from, context.target, data, amount))
    return approvals
  }
  approvals.push(...(await allow(context, request)))
  const args = [token as Address, amount, reference] as const
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args })
  approvals.push(deposit(request.from, context.target, data))
  return approvals
}

/** What the deposit contract may take from the owner. */
export function readAllowance(context: DepositContext, token: string, owner: string) {
  const args = [owner as Address, context.target] as const
  const address = token as Address
  return context.client.readContract({ abi: tokenAbi, address, functionName: 'allowance', args })
}

async function allow(context: DepositContext, request: DepositRequest): Promise<Approval[]> {
  const { from, token, amount } = request
  const allowance = await readAllowance(context, token, from)
  if (allowance >= amount) return []
  const mustReset = allowance > 0n && context.strictTokens.has(token)
  const value = request.approval === 'unlimited' ? maxUint256 : amount
  const values = mustReset ? [0n, value] : [value]
  return values.map((each) => approve(from, token, context.target, each))
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
