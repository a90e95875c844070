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

/** A chain that is only paid from: nobody's node of it is named. */
export function toForeignRecord({ type, id, name, nativeCurrency }: ChainPort) {
  return { type, id, name, nativeCurrency }
}

/** The live list holds families that a client may not know; so does this one. */
export const unknownChainRecord = {
  type: 'sui',
  id: 20_000_000_000_005,
  name: 'Sui',
  nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
}
