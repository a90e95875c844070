type KnownChain = { name: string; native: { name: string; symbol: string; priceUsd: string } }

const ether = { name: 'Ether', symbol: 'ETH', priceUsd: '2500' }

/** Names of the interface document's table; an id outside it is served under a plain name. */
const knownChains: Record<number, KnownChain> = {
  1: { name: 'Ethereum', native: ether },
  10: { name: 'OP Mainnet', native: ether },
  56: { name: 'BNB Smart Chain', native: { name: 'BNB', symbol: 'BNB', priceUsd: '600' } },
  130: { name: 'Unichain', native: ether },
  137: { name: 'Polygon', native: { name: 'POL', symbol: 'POL', priceUsd: '0.4' } },
  324: { name: 'ZKsync Era', native: ether },
  8453: { name: 'Base', native: ether },
  42161: { name: 'Arbitrum One', native: ether },
  43114: { name: 'Avalanche', native: { name: 'Avalanche', symbol: 'AVAX', priceUsd: '30' } },
  59144: { name: 'Linea Mainnet', native: ether },
}

export function describeEvmChain(id: number): KnownChain {
  return knownChains[id] ?? { name: `Chain ${id}`, native: ether }
}
