import type { AskRequest } from '@/src/contract/bridge'
import { toHex } from '@/src/lib/to-hex'
import { own, stringsOf } from '../own'
import type { PageEnv } from '../page-env'
import { type AskValue, PageError, readTimeout, within } from '../wallet'

/** Everything that is ever asked of an EVM wallet; no other method leaves this script. */
const methods = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
] as const
type Method = (typeof methods)[number]

/** A wallet's `request`, bound and restricted to the methods above. */
export type EvmRequest = (method: Method, params?: readonly unknown[]) => Promise<unknown>

/** Binds the `request` that a provider has now; a page that swaps it later is not called. */
export function createEvmRequest(env: PageEnv, provider: unknown, request: unknown): EvmRequest {
  return (method, params) =>
    env.promise((resolve, reject) => {
      if (!methods.some((known) => known === method)) {
        throw new PageError('unsupported', `${method} is never asked`)
      }
      const payload = params === undefined ? { method } : { method, params }
      env.settle(env.call(request, provider, [payload]), resolve, reject)
    })
}

/** The chain as wallets write it: `0x` and lower-case hex without leading zeros. */
function toHexChainId(chainId: number): string {
  if (!Number.isSafeInteger(chainId) || chainId <= 0) {
    throw new PageError('invalidParams', 'invalid params: the chain id is not a positive integer')
  }
  return toHex(chainId)
}

/** Reads a wallet's answer to `eth_chainId`; numbers are what some old wallets give. */
export function chainIdOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
    return toHex(value)
  }
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? value : undefined
}

/** Puts one ask before an EVM wallet. Rejects with the wallet's own error. */
export async function askEvm(
  env: PageEnv,
  request: EvmRequest,
  ask: AskRequest,
): Promise<AskValue> {
  switch (ask.kind) {
    case 'connect': {
      const accounts = stringsOf(await request('eth_requestAccounts'), 64)
      // The accounts are what was asked for; a chain that cannot be read is read again later.
      const chainId = chainIdOf(await within(env, request('eth_chainId'), readTimeout))
      return { kind: 'accounts', accounts, ...(chainId === undefined ? {} : { chainId }) }
    }
    case 'switchChain':
      await request('wallet_switchEthereumChain', [{ chainId: toHexChainId(ask.chainId) }])
      return { kind: 'done' }
    case 'addChain':
      await request('wallet_addEthereumChain', [toAddedChain(ask)])
      return { kind: 'done' }
    case 'transaction': {
      const hash = await request('eth_sendTransaction', [toTransaction(ask)])
      if (typeof hash !== 'string' || hash.length > 256) {
        throw new PageError('badAnswer', 'the wallet answered with something else than a hash')
      }
      return { kind: 'hash', hash }
    }
    case 'solanaSign':
      throw new PageError(
        'invalidParams',
        'invalid params: an EVM wallet signs no Solana transaction',
      )
  }
}

function toAddedChain(ask: Extract<AskRequest, { kind: 'addChain' }>): Record<string, unknown> {
  const explorers = stringsOf(own(ask, 'blockExplorerUrls'), 8)
  return {
    chainId: toHexChainId(ask.chainId),
    chainName: own(ask, 'name'),
    nativeCurrency: {
      name: own(ask.nativeCurrency, 'name'),
      symbol: own(ask.nativeCurrency, 'symbol'),
      decimals: own(ask.nativeCurrency, 'decimals'),
    },
    rpcUrls: stringsOf(own(ask, 'rpcUrls'), 8),
    // MetaMask refuses an empty list; absent is what EIP-3085 has for "none".
    ...(explorers.length === 0 ? {} : { blockExplorerUrls: explorers }),
  }
}

/** Defines its keys, where an assignment would trip over a read-only one on `Object.prototype`. */
const { fromEntries } = Object
const txKeys = ['from', 'to', 'data', 'value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas']

/** Known keys only. The chain is named too, so that a wallet on another chain refuses. */
function toTransaction(ask: Extract<AskRequest, { kind: 'transaction' }>): Record<string, unknown> {
  const known = txKeys
    .map((key) => [key, own(ask.tx, key)] as const)
    .filter(([, value]) => typeof value === 'string')
  return { ...fromEntries(known), chainId: toHexChainId(ask.chainId) }
}
