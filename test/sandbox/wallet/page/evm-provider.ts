import type { PageConfig } from '../config'
import type { SiteView } from '../protocol'
import { type Channel, ProviderRpcError, randomId } from './channel'

type Listener = (...values: unknown[]) => void

type RequestArguments = { readonly method: string; readonly params?: unknown }

export type EvmProvider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: Listener): EvmProvider
  removeListener(event: string, listener: Listener): EvmProvider
  isConnected(): boolean
}

/** An EIP-1193 provider over the channel. */
export function createEvmProvider(channel: Channel): EvmProvider {
  const listeners = new Map<string, Set<Listener>>()
  let seen: SiteView | null = null

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) {
      // A listener that throws is the page's bug; the others are still told.
      try {
        listener(value)
      } catch (thrown) {
        reportError(thrown)
      }
    }
  }

  channel.onView((view) => {
    const before = seen
    seen = view
    if (view.online && before?.online !== true) emit('connect', { chainId: view.chainId })
    if (!view.online && before?.online !== false) {
      const message = 'The provider is disconnected from all chains.'
      emit('disconnect', new ProviderRpcError({ code: 4900, message }))
    }
    if (before === null) return
    if (before.chainId !== view.chainId) emit('chainChanged', view.chainId)
    if (before.evm.join() !== view.evm.join()) emit('accountsChanged', [...view.evm])
  })

  const provider: EvmProvider = {
    async request(args) {
      if (typeof args?.method !== 'string' || args.method === '') {
        const message = "'args.method' must be a non-empty string."
        throw new ProviderRpcError({ code: -32602, message })
      }
      return channel.request('evm', args.method, args.params)
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
    isConnected: () => seen?.online === true,
  }
  return provider
}

/** Announces by EIP-6963, now and whenever a page asks: https://eips.ethereum.org/EIPS/eip-6963 */
export function announceProvider(provider: EvmProvider, config: PageConfig): void {
  const { name, rdns, icon } = config
  const info = Object.freeze({ uuid: toUuid(randomId()), name, rdns, icon })
  const detail = Object.freeze({ info, provider })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** A version 4 UUID out of 32 hexadecimal digits (RFC 9562). */
function toUuid(digits: string): string {
  const marked = `${digits.slice(0, 12)}4${digits.slice(13, 16)}a${digits.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
