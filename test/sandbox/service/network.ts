import type { ChainPort, ChainToken } from '../chains/port'
import { invalidField, ServiceFailure } from './errors'
import { readTokenReference } from './token-reference'

/** All chains of the sandbox as one lookup. */
export type Network = {
  readonly chains: readonly ChainPort[]
  readonly tokens: readonly ChainToken[]
  /** Chains that are only paid from: known by their number, and their tokens by their chain. */
  readonly abroad: readonly ChainPort[]
  /** Throws NotSupportedChainException for an id that is not served. */
  chain(chainId: number): ChainPort
  /** The token, referred to in any accepted form; throws NotSupportedTokenException. */
  token(chainId: number, address: string): ChainToken
  /** The canonical address on that chain; throws ValidationException naming `field`. */
  address(chainId: number, text: string, field: string): string
  /** The canonical writing of an address of any family served here; throws likewise. */
  anyAddress(text: string, field: string): string
}

export function createNetwork(
  chains: readonly ChainPort[],
  abroad: readonly ChainPort[] = [],
): Network {
  const all = [...chains, ...abroad]
  const tokens = chains.flatMap((chain) => chain.tokens)
  const findChain = (chainId: number) => {
    const chain = all.find(({ id }) => id === chainId)
    if (chain !== undefined) return chain
    throw new ServiceFailure('NotSupportedChainException', `Chain ${chainId} is not supported`)
  }
  return {
    chains,
    tokens,
    abroad,
    chain: findChain,
    token(chainId, text) {
      const address = readTokenReference(findChain(chainId), text)
      const { tokens, hubTokens = [], unlistedTokens = [] } = findChain(chainId)
      const known = [...tokens, ...hubTokens, ...unlistedTokens]
      const token = known.find((each) => each.address === address)
      if (token !== undefined) return token
      const message = `Token ${text} is not supported on chain ${chainId}`
      throw new ServiceFailure('NotSupportedTokenException', message)
    },
    address(chainId, text, field) {
      const address = findChain(chainId).parseAddress(text)
      if (address !== undefined) return address
      throw invalidField(field, `Not a valid address on chain ${chainId}`, 'invalid_address')
    },
    anyAddress(text, field) {
      for (const chain of all) {
        const address = chain.parseAddress(text)
        if (address !== undefined) return address
      }
      throw invalidField(field, 'Not a valid address', 'invalid_address')
    },
  }
}
