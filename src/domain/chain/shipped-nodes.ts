import { isLoopbackUrl } from '@/src/lib/web-url'
import { KNOWN_CHAINS } from './known-chains'

/**
 * Addresses of nodes that this product ships for a chain, beside those that are listed for it. A chain
 * that is listed on this machine only is private: no public node knows it, and none is told of it.
 */
export function shippedNodes(chainId: number, listed: readonly string[]): readonly string[] {
  if (listed.every(isLoopbackUrl)) return []
  return KNOWN_CHAINS.find((chain) => chain.id === chainId)?.rpcUrls?.default.http ?? []
}
