import { isObject, listOf, read } from '../own'
import type { PageEnv } from '../page-env'
import { iconOf, maxWallets, nameOf, type PageWallet, type WalletSource } from '../wallet'
import { createSolanaWallet } from './solana-wallet'

/**
 * Solana wallets registered by Wallet Standard (https://github.com/wallet-standard/wallet-standard):
 * a wallet dispatches `register-wallet` with a callback, or answers `app-ready`. Two objects under
 * one name are both refused, as with an rdns.
 */
export function createSolanaDiscovery(env: PageEnv): WalletSource {
  const byName = new Map<string, { source: unknown; wallet: PageWallet }>()

  function add(source: unknown): (() => void) | undefined {
    const id = read(source, 'name')
    if (typeof id !== 'string' || id.trim() === '' || id.length > 128) return undefined
    if (!canSignSolana(source)) return undefined
    const key = id.trim().toLowerCase()
    const known = byName.get(key)
    if (known !== undefined) {
      if (known.source !== source) known.wallet.ambiguous = true
      return undefined
    }
    if (byName.size >= maxWallets) return undefined
    const facts = { id, name: nameOf(id, id), icon: iconOf(read(source, 'icon')) }
    byName.set(key, { source, wallet: createSolanaWallet(env, source, facts) })
    return () => {
      // An ambiguous name stays taken: leaving and coming back would hide the second announcer.
      if (byName.get(key)?.wallet.ambiguous === false) byName.delete(key)
    }
  }

  const register = (...sources: unknown[]): (() => void) => {
    const undo = sources.slice(0, maxWallets).map(add)
    return () => {
      for (const remove of undo) remove?.()
    }
  }
  const api = Object.freeze({ register })

  env.listen('wallet-standard:register-wallet', (event) => {
    const callback = read(event, 'detail')
    if (typeof callback !== 'function') return
    try {
      env.call(callback, undefined, [api])
    } catch {
      // A wallet that fails to register is a wallet that is not there.
    }
  })

  return {
    refresh: () => env.dispatch(env.customEvent('wallet-standard:app-ready', api)),
    list: () => [...byName.values()].map((entry) => entry.wallet),
  }
}

function canSignSolana(source: unknown): boolean {
  const features = read(source, 'features')
  const chains = listOf(read(source, 'chains'), 64)
  return (
    chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) &&
    isObject(read(features, 'standard:connect')) &&
    isObject(read(features, 'solana:signTransaction'))
  )
}
