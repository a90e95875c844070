import { SOLANA_CHAIN_ID } from './known-chains'

/**
 * One public node that Causeway ships. `operator` is a name of this list, given by who runs the
 * node: two addresses of one operator are one voice, whatever their host names say.
 */
export type OperatorNode = {
  name: string
  url: string
  /** Where the address was read, and on which day. */
  source: string
  seen: string
}

type Operator = {
  name: string
  source: string
  seen: string
  /** One address a chain, by the service's chain number. */
  nodes: Readonly<Record<number, string>>
}

/** Chainlist's own list of public nodes: https://github.com/DefiLlama/chainlist, commit 0962062. */
const CHAINLIST = 'DefiLlama/chainlist constants/extraRpcs.js'
const CHAINLIST_SEEN = '2026-08-22'
/** viem's chain definitions, version 2.57.1: what each chain names as its own. */
const VIEM = 'viem chain definitions 2.57.1'
/** RPC Watch: endpoints that it probed itself, keyless and with the right chain id. */
const PROBED = 'RPC Watch, endpoints found by probing'
const PROBED_SEEN = '2026-08-28'
/** When this list was last gone through. */
const SEEN = '2026-11-22'

const ofChain = (name: string, chainId: number, url: string): Operator => ({
  name,
  source: VIEM,
  seen: SEEN,
  nodes: { [chainId]: url },
})

/**
 * In the order in which they are asked: who runs the chain, then who runs nodes of many chains, last
 * who hands calls on to others' nodes. That one (dRPC) is listed only beside two others: beside one its
 * answers may be that one's, and its two voices one. Left out: what needs a key, what only relays (1RPC, Lava,
 * Pocket: their answers may be another operator's), and what hides its plans (demo keys).
 */
const OPERATORS: readonly Operator[] = [
  ofChain('Paradigm', 1, 'https://ethereum.reth.rs/rpc'),
  ofChain('Optimism', 10, 'https://mainnet.optimism.io'),
  ofChain('Uniswap Labs', 130, 'https://mainnet.unichain.org'),
  ofChain('Monad Foundation', 143, 'https://rpc.monad.xyz'),
  ofChain('Matter Labs', 324, 'https://mainnet.era.zksync.io'),
  ofChain('Abstract', 2_741, 'https://api.mainnet.abs.xyz'),
  ofChain('Mantle', 5_000, 'https://rpc.mantle.xyz'),
  ofChain('Base', 8_453, 'https://mainnet.base.org'),
  ofChain('0G', 16_661, 'https://evmrpc.0g.ai'),
  ofChain('Offchain Labs', 42_161, 'https://arb1.arbitrum.io/rpc'),
  ofChain('Ava Labs', 43_114, 'https://api.avax.network/ext/bc/C/rpc'),
  ofChain('Linea', 59_144, 'https://rpc.linea.build'),
  ofChain('Berachain', 80_094, 'https://rpc.berachain.com'),
  ofChain('Katana', 747_474, 'https://rpc.katana.network'),
  ofChain('Jovay', 5_734_951, 'https://rpc.jovay.io'),
  {
    name: 'Khalani',
    source: 'ethereum-lists/chains _data/chains/eip155-4278608.json',
    seen: SEEN,
    nodes: { 4278608: 'https://arcadia.khalani.network' },
  },
  {
    name: 'BNB Chain',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: { 56: 'https://bsc-dataseed.bnbchain.org' },
  },
  {
    name: 'Solana Foundation',
    source: 'https://solana.com/docs/core/clusters',
    seen: SEEN,
    nodes: { [SOLANA_CHAIN_ID]: 'https://api.mainnet-beta.solana.com' },
  },
  {
    name: 'Allnodes',
    source: 'LaconicNetwork/solana-proxy docs/solana-free-websocket-providers.md',
    seen: SEEN,
    nodes: { [SOLANA_CHAIN_ID]: 'https://solana-rpc.publicnode.com' },
  },
  {
    name: 'OnFinality',
    source: 'https://dev.to/onfinality/solana-rpc-endpoint-mainnet-devnet-provider-setup-c9o',
    seen: SEEN,
    nodes: { [SOLANA_CHAIN_ID]: 'https://solana.api.onfinality.io/public' },
  },
  {
    name: 'Allnodes',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: {
      1: 'https://ethereum-rpc.publicnode.com',
      10: 'https://optimism-rpc.publicnode.com',
      56: 'https://bsc-rpc.publicnode.com',
      130: 'https://unichain-rpc.publicnode.com',
      137: 'https://polygon-bor-rpc.publicnode.com',
      5000: 'https://mantle-rpc.publicnode.com',
      8453: 'https://base-rpc.publicnode.com',
      42161: 'https://arbitrum-one-rpc.publicnode.com',
      43114: 'https://avalanche-c-chain-rpc.publicnode.com',
      59144: 'https://linea-rpc.publicnode.com',
      80094: 'https://berachain-rpc.publicnode.com',
    },
  },
  {
    name: 'Allnodes',
    source: PROBED,
    seen: PROBED_SEEN,
    nodes: { 16661: 'https://0g-rpc.publicnode.com' },
  },
  {
    name: 'OnFinality',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: {
      1: 'https://eth.api.onfinality.io/public',
      10: 'https://optimism.api.onfinality.io/public',
      56: 'https://bnb.api.onfinality.io/public',
      130: 'https://unichain.api.onfinality.io/public',
      137: 'https://polygon.api.onfinality.io/public',
      143: 'https://monad-mainnet.api.onfinality.io/public',
      324: 'https://zksync.api.onfinality.io/public',
      2741: 'https://abstract.api.onfinality.io/public',
      5000: 'https://mantle.api.onfinality.io/public',
      8453: 'https://base.api.onfinality.io/public',
      42161: 'https://arbitrum.api.onfinality.io/public',
      43114: 'https://avalanche.api.onfinality.io/public/ext/bc/C/rpc',
    },
  },
  {
    name: 'Sentio',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: {
      1: 'https://mainnet.rpc.sentio.xyz',
      10: 'https://optimism.rpc.sentio.xyz',
      56: 'https://bsc.rpc.sentio.xyz',
      130: 'https://unichain-mainnet.rpc.sentio.xyz',
      137: 'https://matic.rpc.sentio.xyz',
      143: 'https://monad-mainnet.rpc.sentio.xyz',
      324: 'https://zksync-era.rpc.sentio.xyz',
      8453: 'https://base.rpc.sentio.xyz',
      42161: 'https://arbitrum-one.rpc.sentio.xyz',
      43114: 'https://avalanche.rpc.sentio.xyz',
      59144: 'https://linea.rpc.sentio.xyz',
      80094: 'https://berachain.rpc.sentio.xyz',
      747474: 'https://katana.rpc.sentio.xyz',
    },
  },
  {
    name: 'Tatum',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: {
      1: 'https://ethereum-mainnet.gateway.tatum.io',
      10: 'https://optimism-mainnet.gateway.tatum.io',
      56: 'https://bsc-mainnet.gateway.tatum.io',
      130: 'https://unichain-mainnet.gateway.tatum.io',
      137: 'https://polygon-mainnet.gateway.tatum.io',
      143: 'https://monad-mainnet.gateway.tatum.io',
      324: 'https://zksync-mainnet.gateway.tatum.io',
      2741: 'https://abstract-mainnet.gateway.tatum.io',
      8453: 'https://base-mainnet.gateway.tatum.io',
      42161: 'https://arbitrum-one-mainnet.gateway.tatum.io',
      43114: 'https://avax-mainnet.gateway.tatum.io',
      80094: 'https://berachain-mainnet.gateway.tatum.io',
    },
  },
  {
    name: 'dRPC',
    source: CHAINLIST,
    seen: CHAINLIST_SEEN,
    nodes: {
      1: 'https://eth.drpc.org',
      10: 'https://optimism.drpc.org',
      56: 'https://bsc.drpc.org',
      130: 'https://unichain.drpc.org',
      137: 'https://polygon.drpc.org',
      143: 'https://monad-mainnet.drpc.org',
      324: 'https://zksync.drpc.org',
      2741: 'https://abstract.drpc.org',
      5000: 'https://mantle.drpc.org',
      8453: 'https://base.drpc.org',
      42161: 'https://arbitrum.drpc.org',
      43114: 'https://avalanche.drpc.org',
      59144: 'https://linea.drpc.org',
      80094: 'https://berachain.drpc.org',
      747474: 'https://katana.drpc.org',
    },
  },
  {
    name: 'dRPC',
    source: PROBED,
    seen: PROBED_SEEN,
    nodes: { 16661: 'https://0g.drpc.org' },
  },
]

/** The public nodes that Causeway ships for a chain, one an operator, in the order they are asked. */
export function shippedOperators(chainId: number): readonly OperatorNode[] {
  return OPERATORS.flatMap(({ nodes, ...operator }) => {
    const url = nodes[chainId]
    return url === undefined ? [] : [{ ...operator, url }]
  })
}
