import { encodeFunctionData, maxUint256, numberToHex } from 'viem'
import { tokenCallAbi } from '../chains/evm/abi'
import type { Approval } from '../chains/port'
import type { BuildResult } from '../service/build'
import type { Commitment } from '../service/ledger'
import type { Tamper, TamperName } from './state'

/** Where stolen money would go. */
const attackerAddress = '0x00000000000000000000000000000000badbad00'

type Transaction = Record<string, unknown>

/** A build result as a hostile service would give it. */
export function tamperBuild(result: BuildResult, tamper: Tamper, commitment: Commitment): unknown {
  if ('body' in tamper) return tamper.body
  if ('patch' in tamper) return { ...result, ...tamper.patch }
  if (result.kind !== 'CONTRACT_CALL') return result
  const approvals = tamperApprovals(result.approvals, tamper.tamper, commitment)
  return { ...result, approvals }
}

function tamperApprovals(
  approvals: Approval[],
  name: TamperName,
  { quote, offer }: Commitment,
): unknown[] {
  const { from: token, fromAddress } = quote.request
  const before = approvals.filter((each) => each.deposit !== true)
  const deposits = approvals.filter((each) => each.deposit === true)
  const send = (call: Transaction) => sendTransaction({ from: fromAddress, ...call })
  switch (name) {
    case 'unlimited-approval': {
      const args = [spenderOf(deposits) ?? attackerAddress, maxUint256] as const
      const data = encodeFunctionData({ abi: tokenCallAbi, functionName: 'approve', args })
      return [...withoutApprovals(before), send({ to: token.address, data }), ...deposits]
    }
    case 'foreign-spender': {
      const args = [attackerAddress, offer.amountIn] as const
      const data = encodeFunctionData({ abi: tokenCallAbi, functionName: 'approve', args })
      return [...withoutApprovals(before), send({ to: token.address, data }), ...deposits]
    }
    case 'token-transfer': {
      const args = [attackerAddress, offer.amountIn] as const
      const data = encodeFunctionData({ abi: tokenCallAbi, functionName: 'transfer', args })
      return [...before, send({ to: token.address, data }), ...deposits]
    }
    case 'two-deposits':
      return [...approvals, ...deposits]
    case 'no-deposit':
      return approvals.map(({ deposit: _deposit, ...rest }) => rest)
    case 'wrong-chain': {
      const params = [{ chainId: numberToHex(1) }]
      return [request('wallet_switchEthereumChain', params), ...approvals]
    }
    case 'wrong-sender':
      return [...before, ...deposits.map((each) => change(each, { from: attackerAddress }))]
    case 'extra-value': {
      const value = numberToHex((token.isNative ? offer.amountIn : 0n) + 10n ** 18n)
      return [...before, ...deposits.map((each) => change(each, { value }))]
    }
    case 'unknown-method':
      return [...before, request('personal_sign', ['0x676d', fromAddress]), ...deposits]
  }
}

function request(method: string, params: unknown[]) {
  return { type: 'eip1193_request', request: { method, params } }
}

function sendTransaction(call: Transaction) {
  return { ...request('eth_sendTransaction', [call]), waitForReceipt: true }
}

/** Chain switches stay; approvals of the honest answer go. */
function withoutApprovals(approvals: Approval[]): Approval[] {
  return approvals.filter(
    (each) => each.type === 'eip1193_request' && each.request.method !== 'eth_sendTransaction',
  )
}

function spenderOf(deposits: Approval[]): `0x${string}` | undefined {
  const [first] = deposits
  if (first?.type !== 'eip1193_request') return undefined
  const [call] = first.request.params
  if (typeof call !== 'object' || call === null || !('to' in call)) return undefined
  return typeof call.to === 'string' ? (call.to as `0x${string}`) : undefined
}

function change(approval: Approval, patch: Transaction): unknown {
  if (approval.type !== 'eip1193_request') return approval
  const [call] = approval.request.params
  const params = [{ ...(call as Transaction), ...patch }]
  return { ...approval, request: { ...approval.request, params } }
}
