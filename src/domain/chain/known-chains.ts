import type { Family, ForeignFamily } from '../order/order'

/** A chain as this product ships it: the same fields as a chain record of the service. */
export type KnownChain = {
  type: Family
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls?: { default: { http: string[] } }
  blockExplorers?: { default: { name: string; url: string } }
}

/** The service's number for Solana: no chain of the EVM family carries it. */
export const SOLANA_CHAIN_ID = 20_011_000_000

/** CAIP-2 reference of Solana: the first 32 characters of its genesis hash. */
export const SOLANA_REFERENCE = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

function links(explorer?: string, rpc?: string): Pick<KnownChain, 'rpcUrls' | 'blockExplorers'> {
  return {
    ...(rpc === undefined ? {} : { rpcUrls: { default: { http: [rpc] } } }),
    ...(explorer === undefined
      ? {}
      : { blockExplorers: { default: { name: explorer.split('/', 3)[2] ?? '', url: explorer } } }),
  }
}

function evm(
  id: number,
  name: string,
  [symbol, currency]: [string, string],
  explorer?: string,
  rpc?: string,
): KnownChain {
  const nativeCurrency = { name: currency, symbol, decimals: 18 }
  return { type: 'eip155', id, name, nativeCurrency, ...links(explorer, rpc) }
}

/**
 * The chains the interface names, for the time before the service has answered once. The live list
 * of the service replaces it. Explorers and public endpoints are those of viem's chain definitions.
 */
export const KNOWN_CHAINS: readonly KnownChain[] = [
  evm(1, 'Ethereum', ['ETH', 'Ether'], 'https://etherscan.io', 'https://ethereum.reth.rs/rpc'),
  evm(
    10,
    'OP Mainnet',
    ['ETH', 'Ether'],
    'https://optimistic.etherscan.io',
    'https://mainnet.optimism.io',
  ),
  evm(56, 'BNB Smart Chain', ['BNB', 'BNB'], 'https://bscscan.com', 'https://56.rpc.thirdweb.com'),
  evm(130, 'Unichain', ['ETH', 'Ether'], 'https://uniscan.xyz', 'https://mainnet.unichain.org'),
  evm(137, 'Polygon', ['POL', 'POL'], 'https://polygonscan.com', 'https://polygon.drpc.org'),
  evm(143, 'Monad', ['MON', 'Monad'], 'https://monadscan.com', 'https://rpc.monad.xyz'),
  evm(
    324,
    'ZKsync Era',
    ['ETH', 'Ether'],
    'https://explorer.zksync.io',
    'https://mainnet.era.zksync.io',
  ),
  evm(2_741, 'Abstract', ['ETH', 'Ether'], 'https://abscan.org', 'https://api.mainnet.abs.xyz'),
  evm(5_000, 'Mantle', ['MNT', 'MNT'], 'https://mantlescan.xyz', 'https://rpc.mantle.xyz'),
  evm(8_453, 'Base', ['ETH', 'Ether'], 'https://basescan.org', 'https://mainnet.base.org'),
  evm(16_661, '0G Mainnet', ['0G', '0G'], 'https://chainscan.0g.ai', 'https://evmrpc.0g.ai'),
  evm(
    42_161,
    'Arbitrum One',
    ['ETH', 'Ether'],
    'https://arbiscan.io',
    'https://arb1.arbitrum.io/rpc',
  ),
  evm(
    43_114,
    'Avalanche',
    ['AVAX', 'Avalanche'],
    'https://snowtrace.io',
    'https://api.avax.network/ext/bc/C/rpc',
  ),
  evm(
    59_144,
    'Linea Mainnet',
    ['ETH', 'Ether'],
    'https://lineascan.build',
    'https://rpc.linea.build',
  ),
  evm(80_094, 'Berachain', ['BERA', 'BERA'], 'https://berascan.com', 'https://rpc.berachain.com'),
  evm(747_474, 'Katana', ['ETH', 'Ether'], 'https://katanascan.com', 'https://rpc.katana.network'),
  evm(4_278_608, 'Arcadia', ['AIP', 'AIP']),
  evm(
    5_734_951,
    'Jovay Mainnet',
    ['ETH', 'Ether'],
    'https://explorer.jovay.io/l2',
    'https://rpc.jovay.io',
  ),
  {
    type: 'solana',
    id: SOLANA_CHAIN_ID,
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    ...links('https://solscan.io', 'https://api.mainnet-beta.solana.com'),
  },
]

const BY_ID: ReadonlyMap<number, KnownChain> = new Map(
  KNOWN_CHAINS.map((chain) => [chain.id, chain]),
)

/** Gives the shipped record of a chain, or null for one that only the service knows. */
export function knownChain(chainId: number): KnownChain | null {
  return BY_ID.get(chainId) ?? null
}

/**
 * Gives the family of a chain by its number. Every number except Solana's is an EVM chain: numbers
 * of other families are dropped where the live list is read, before they reach anyone.
 */
export function familyOfChain(chainId: number): Family {
  return chainId === SOLANA_CHAIN_ID ? 'solana' : 'eip155'
}

/** Writes a chain's CAIP-2 identifier, `eip155:8453` for instance. https://chainagnostic.org/CAIPs/caip-2 */
export function toCaip2(chainId: number): string {
  return chainId === SOLANA_CHAIN_ID ? `solana:${SOLANA_REFERENCE}` : `eip155:${chainId}`
}

/**
 * The CAIP-2 identifiers of the main networks that are only paid from, by their genesis blocks.
 * https://namespaces.chainagnostic.org/bip122/caip2 https://namespaces.chainagnostic.org/tron/caip2
 * None for CKB, which has no namespace, and for Litecoin: of `bip122` a picture service writes a link of
 * Bitcoin's, which pays nobody on Litecoin. Of both the address alone is drawn.
 */
export const FOREIGN_CAIP2: Partial<Record<ForeignFamily, string>> = {
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  tron: 'tron:0x2b6653dc',
}

/** Reads a CAIP-2 identifier into the service's chain number, or null when it names no such chain. */
export function fromCaip2(text: string): number | null {
  if (text === `solana:${SOLANA_REFERENCE}`) return SOLANA_CHAIN_ID
  const digits = /^eip155:([1-9]\d{0,15})$/.exec(text)?.[1]
  if (digits === undefined) return null
  const chainId = Number(digits)
  return Number.isSafeInteger(chainId) && chainId !== SOLANA_CHAIN_ID ? chainId : null
}
