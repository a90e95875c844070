import type { ChainPort } from '../chains/port'

/** A chain as `GET /v1/chains` tells it. */
export function toChainRecord(chain: ChainPort, origin: string) {
  const explorer = { name: 'Sandbox explorer', url: `${origin}/explorer/${chain.id}` }
  return {
    type: chain.type,
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: [chain.rpcUrl, chain.secondRpcUrl].filter(Boolean) } },
    blockExplorers: { default: explorer },
    testnet: false,
  }
}

/** The live list holds families that a client may not know; so does this one. */
export const foreignChainRecord = {
  type: 'bip122',
  id: 20_000_000_000_001,
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
}
