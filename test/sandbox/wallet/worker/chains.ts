import type { WalletChain, WalletConfig } from '../config'
import { FaultError } from '../fault'
import type { WalletFault } from '../protocol'
import { createRpc, type Rpc } from './rpc'
import type { WalletState } from './state'

const names: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  20011000000: 'Solana',
}

export function nameOf(chain: WalletChain): string {
  return chain.name ?? names[chain.id] ?? `Chain ${chain.id}`
}

/** The wallet's own networks, then those that sites added. */
export function chainsOf(config: WalletConfig, state: WalletState): readonly WalletChain[] {
  return [...config.chains, ...state.added]
}

export function findEvmChain(
  config: WalletConfig,
  state: WalletState,
  id: number,
): WalletChain | undefined {
  return chainsOf(config, state).find((chain) => chain.type === 'eip155' && chain.id === id)
}

/** The RPC of the selected EVM chain. */
export function currentRpc(config: WalletConfig, state: WalletState): Rpc {
  const chain = findEvmChain(config, state, state.chainId)
  if (chain === undefined) {
    throw new FaultError({ code: 4901, message: 'The provider is not connected to the chain.' })
  }
  return createRpc(chain.rpcUrl)
}

/**
 * The refusal of a chain the wallet does not know. EIP-3326 says 4902; wallets are known to hide it
 * in an internal error's `data.originalError`, or to say it in words alone.
 */
export function unknownChainFault(state: WalletState, chainId: string): WalletFault {
  const message = `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_addEthereumChain first.`
  if (state.unknownChain === 'plain') return { code: 4902, message }
  if (state.unknownChain === 'message') return { code: -32603, message }
  const originalError = { code: 4902, message }
  return { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError } }
}
