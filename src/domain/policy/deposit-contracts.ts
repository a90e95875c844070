/**
 * Deposit contracts that are known: where their makers publish them, and which of their methods can be
 * read. Nothing is entered that was not read in the source named beside it; addresses in lower case.
 * A contract or a method that is not here is no suspect: it is unknown, and said to be.
 */
import { SOLANA_CHAIN_ID } from '../chain/known-chains'
import type { KnownContract } from '../order/order'

/** Who has a deposit filled. */
export type DepositNetwork = 'across' | 'dln'

/** Whose numbers of chains a contract speaks. */
export type ChainNumbers = DepositNetwork | 'lifi'

type Listed = KnownContract & {
  /** Chains by address. */
  at: Readonly<Record<string, readonly number[]>>
  /** Selectors without `0x`. */
  methods: readonly string[]
}

/**
 * Across: https://github.com/across-protocol/contracts, `broadcast/deployed-addresses.json` at 8ab07306
 * (`SpokePool` and `SpokePoolPeriphery` of each chain); methods in `contracts/interfaces`,
 * `V3SpokePoolInterface.sol` and `SpokePoolPeripheryInterface.sol`, and what takes calls
 * of them in one, `MultiCallerUpgradeable.sol` of pools and `MultiCaller.sol` of peripheries.
 */
const SPOKE_POOLS = {
  '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5': [1],
  '0x6f26bf09b1c792e3228e5467807a900a503c0281': [10],
  '0x4e8e101924ede233c13e2d8622dc8aed2872d505': [56],
  '0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096': [137],
  '0xd2ecb3afe598b746f8123cae365a598da831a449': [143],
  '0xe0b015e54d54fc84a6cb9b666099c46ade9335ff': [324],
  '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64': [130, 8_453],
  '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a': [42_161],
  '0xe0db08b3f72931dca2ed7323a1053eac42715bee': [43_114],
  '0x7e63a5f1a8f0b4d0934b2f2327daed3f6bb2ee75': [59_144],
}
const SPOKE_POOL_PERIPHERIES = {
  '0x10d8b8daa26d307489803e10477de69c0492b610': [1, 10, 56, 130, 137, 143, 8_453, 42_161, 59_144],
  '0x5a148a9260c1f670429361c34d40b477280f01a9': [324],
}

/**
 * deBridge: one address for `DlnSource` and one for `DeBridgeRouter` (the forwarder) on all its EVM
 * chains, https://docs.debridge.com/dln-details/overview/deployed-contracts; the chains and the numbers
 * they have there, https://docs.debridge.com/dln-details/overview/fees-supported-chains. Held against
 * `config/debridgedln.json` of https://github.com/lifinance/contracts. Methods in `DlnSource.sol` of
 * https://github.com/debridge-finance/dln-contracts and `ICrossChainForwarder` as published by
 * https://github.com/superform-xyz/superform-core (`src/vendor/deBridge`).
 */
const DLN_NUMBERS: ReadonlyMap<number, number> = new Map([
  ...[1, 10, 56, 137, 8_453, 42_161, 43_114, 59_144].map((id) => [id, id] as const),
  [143, 100_000_030],
  [2_741, 100_000_017],
  [5_000, 100_000_023],
  [80_094, 100_000_020],
  [SOLANA_CHAIN_ID, 7_565_164],
])
const DLN_CHAINS = [...DLN_NUMBERS.keys()].filter((id) => id !== SOLANA_CHAIN_ID)
const DLN_SOURCES = { '0xef4fb24ad0916217251f553c0596f8edc630eb66': DLN_CHAINS }
const DLN_FORWARDERS = { '0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251': DLN_CHAINS }

/**
 * LI.FI: https://github.com/lifinance/contracts at ef00558f, `LiFiDiamond` of `deployments/CHAIN.json`
 * (mainnet, optimism, bsc, polygon, base, arbitrum, avalanche; unichain; monad; zksync; linea). Its
 * facets by chain in `deployments/CHAIN.diamond.json`: `AcrossFacetV4`, `DeBridgeDlnFacet`; their methods
 * in `src/Facets`. Chains whose diamond has neither facet are left out.
 */
const DIAMOND = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const LINEA_DIAMOND = '0xde1e598b81620773454588b85d6b5d4eec32573e'
const ACROSS_DIAMONDS = {
  [DIAMOND]: [1, 10, 56, 137, 8_453, 42_161],
  '0x864b314d4c5a0399368609581d3e8933a63b9232': [130],
  '0x026f252016a7c47cdef1f05a3fc9e20c92a49c37': [143],
  '0x341e94069f53234fe6dabef707ad424830525715': [324],
  [LINEA_DIAMOND]: [59_144],
}
const DLN_DIAMONDS = {
  [DIAMOND]: [1, 10, 56, 137, 8_453, 42_161, 43_114],
  [LINEA_DIAMOND]: [59_144],
}
/** `ERC20Proxy` of the same files: takes what is approved to it for contracts of LI.FI alone. */
const LIFI_PROXIES = {
  '0x68e1acfa805dca813116ed6507e01c38d44318f0': [1],
  '0x314be5fcf0a204837896e6028c47a9e1fc2919c7': [10],
  '0x5741a7ffe7c39ca175546a54985fa79211290b51': [56, 137, 42_161, 43_114],
  '0x1f4613847c9f7bd053c5229c65834c9231a83bf9': [130],
  '0xef3d879e24741973d7f7e78858bfa4fbb9cfa74d': [143],
  '0x8e1cf39df64d9dcada7831d90cc852e02663410a': [324],
  '0x74a55cadb12501a3707e9f3c5dfd8b563c6a5940': [8_453],
  '0x57ec2c57fa654aabaecc63c8dad47cb6efaccc24': [59_144],
}

/** Every readable method of the known contracts by its published name; without `0x`. */
export const METHODS = {
  depositV3: '7b939232',
  deposit: 'ad5425c6',
  multicall: 'ac9650d8',
  tryMulticall: '437b9116',
  depositNative: '609ea081',
  swapAndBridge: '110560ad',
  createOrder: 'fbe16ca7',
  createSaltedOrder: 'b9303701',
  strictlySwapAndCall: '4d8160ba',
  startBridgeTokensViaAcrossV4: 'a1f1ce43',
  swapAndStartBridgeTokensViaAcrossV4: '1794958f',
  startBridgeTokensViaDeBridgeDln: '4004633e',
  swapAndStartBridgeTokensViaDeBridgeDln: '2c7d2db0',
} as const

const across = { service: 'Across' }
const debridge = { service: 'deBridge' }
const lifi = { service: 'LI.FI', contract: 'LiFiDiamond' }

const LISTED: readonly Listed[] = [
  {
    ...across,
    contract: 'SpokePool',
    at: SPOKE_POOLS,
    methods: [METHODS.depositV3, METHODS.deposit, METHODS.multicall, METHODS.tryMulticall],
  },
  {
    ...across,
    contract: 'SpokePoolPeriphery',
    at: SPOKE_POOL_PERIPHERIES,
    methods: [METHODS.depositNative, METHODS.swapAndBridge, METHODS.multicall],
  },
  {
    ...debridge,
    contract: 'DlnSource',
    at: DLN_SOURCES,
    methods: [METHODS.createOrder, METHODS.createSaltedOrder],
  },
  {
    ...debridge,
    contract: 'DeBridgeRouter',
    at: DLN_FORWARDERS,
    methods: [METHODS.strictlySwapAndCall],
  },
  {
    ...lifi,
    at: ACROSS_DIAMONDS,
    methods: [METHODS.startBridgeTokensViaAcrossV4, METHODS.swapAndStartBridgeTokensViaAcrossV4],
  },
  {
    ...lifi,
    at: DLN_DIAMONDS,
    methods: [
      METHODS.startBridgeTokensViaDeBridgeDln,
      METHODS.swapAndStartBridgeTokensViaDeBridgeDln,
    ],
  },
]

const isAt = (at: Readonly<Record<string, readonly number[]>>, chainId: number, address: string) =>
  Object.hasOwn(at, address) && at[address]?.includes(chainId) === true

/** Whether a contract (lower case) is a pool of Across on a chain, which says what it paid out. */
export const isSpokePool = (chainId: number, address: string): boolean =>
  isAt(SPOKE_POOLS, chainId, address)

/** The contract that a call goes to (lower case, calldata as hex), where both are known. */
export function knownDeposit(
  chainId: number,
  { to, data }: { to: string; data: string },
): KnownContract | undefined {
  const method = data.slice(2, 10)
  const found = LISTED.find(({ at, methods }) => methods.includes(method) && isAt(at, chainId, to))
  return found && { service: found.service, contract: found.contract }
}

/** The known contract, or its token proxy, at an address of a chain (lower case), however it is called. */
export function contractAt(chainId: number, address: string): KnownContract | undefined {
  const found = LISTED.find(({ at }) => isAt(at, chainId, address))
  if (found !== undefined) return { service: found.service, contract: found.contract }
  const contract = proxyOf(chainId, lifi, address)
  return contract === undefined ? undefined : { service: lifi.service, contract }
}

/** The name of a known contract's token proxy that takes the tokens in its place (lower case). */
export function proxyOf(
  chainId: number,
  { service }: KnownContract,
  spender: string,
): string | undefined {
  return service === lifi.service && isAt(LIFI_PROXIES, chainId, spender) ? 'ERC20Proxy' : undefined
}

/** Whether a call may be passed on there (lower case): to the network's own contract of the chain. */
export function isNetworkContract(
  network: DepositNetwork,
  chainId: number,
  address: string,
): boolean {
  return isAt(network === 'dln' ? DLN_SOURCES : SPOKE_POOLS, chainId, address)
}

/**
 * The number by which others call a chain; undefined where it is not said that they reach it. Solana's:
 * `SOLANA` in `generated/constants.json` of Across, `LiFiData.sol` of LI.FI.
 */
export function chainNumberOf(numbers: ChainNumbers, chainId: number): bigint | undefined {
  if (numbers === 'dln') {
    const number = DLN_NUMBERS.get(chainId)
    return number === undefined ? undefined : BigInt(number)
  }
  if (chainId !== SOLANA_CHAIN_ID) return BigInt(chainId)
  return numbers === 'across' ? 34_268_394_551_451n : 1_151_111_081_099_710n
}
