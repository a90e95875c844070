import { isObject, read } from '../own'
import type { PageEnv } from '../page-env'
import { iconOf, maxWallets, nameOf, type PageWallet, type WalletSource } from '../wallet'
import { createEvmWallet } from './evm-wallet'

/** The labelled last resort: the object an old wallet leaves in the page. */
const lastResortId = 'window.ethereum'

/**
 * Wallets announced by EIP-6963 (https://eips.ethereum.org/EIPS/eip-6963), chosen by rdns, or by name
 * where the rdns is no domain: real wallets put a URL or a word there. Two providers under one of
 * either are both refused: nothing tells the impostor from the wallet. The uuid is no identity, as
 * each load of a page has another. Only when nobody announces is `window.ethereum` offered, under its
 * own name; who chose it then still reaches it once others announce.
 */
export function createEvmDiscovery(env: PageEnv): WalletSource {
  const byId = new Map<string, { provider: unknown; wallet: PageWallet }>()
  let lastResort: { provider: unknown; wallet: PageWallet } | undefined

  env.listen('eip6963:announceProvider', (event) => {
    const detail = read(event, 'detail')
    const info = read(detail, 'info')
    const provider = read(detail, 'provider')
    const rdns = read(info, 'rdns')
    const domain = isRdns(rdns) ? rdns : ''
    const name = nameOf(read(info, 'name'), domain)
    if (!isObject(provider) || name === '') return
    // A colon stands in no domain: the two cannot meet.
    const id = domain === '' ? `name:${name}` : domain
    const key = id.toLowerCase()
    const known = byId.get(key)
    if (known !== undefined) {
      if (known.provider !== provider) known.wallet.ambiguous = true
      return
    }
    if (byId.size >= maxWallets) return
    const facts = { id, name, icon: iconOf(read(info, 'icon')) }
    const wallet = createEvmWallet(env, provider, facts)
    if (wallet !== undefined) byId.set(key, { provider, wallet })
  })

  function readLastResort(): PageWallet[] {
    const provider = read(env.host, 'ethereum')
    if (!isObject(provider)) return []
    if (lastResort?.provider !== provider) {
      const facts = { id: lastResortId, name: lastResortId, icon: undefined }
      const wallet = createEvmWallet(env, provider, facts)
      if (wallet === undefined) return []
      lastResort = { provider, wallet }
    }
    return [lastResort.wallet]
  }

  return {
    refresh: () => env.dispatch(env.event('eip6963:requestProvider')),
    list() {
      const announced = [...byId.values()].map((entry) => entry.wallet)
      return announced.length > 0 ? announced : readLastResort()
    },
    former: () => (lastResort === undefined ? [] : readLastResort()),
  }
}

/** A reverse domain name. The last resort's own id is reserved. */
function isRdns(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 128) return false
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(value) && value.toLowerCase() !== lastResortId
}
