/**
 * The great tokens of each chain, by what their issuers, their chains and others publish: what a service
 * lists is the word of the party under suspicion. Each address was read in two sources at least that do
 * not copy each other; what was found in one alone is left out. Sources, at the commits named:
 *
 * - issuers: Circle https://github.com/circlefin/skills (26dc09e, `use-usdc`), Lido
 *   https://github.com/lidofinance/docs (`docs/deployed-contracts`);
 * - chains: https://github.com/ethereum-optimism/ethereum-optimism.github.io (9db0b003, the Superchain
 *   list), https://github.com/Consensys/linea-token-list (93b2258), https://github.com/monad-crypto/token-list
 *   (5c76da9), https://github.com/berachain/metadata (1cedf1e),
 *   https://github.com/mantlenetworkio/mantle-token-lists (593ee5c), https://github.com/katana-network/tokenlist;
 * - exchanges, lenders, bridges, wallets: https://github.com/Uniswap/default-token-list (49f39bd7),
 *   https://github.com/bgd-labs/aave-address-book (f61c9762), https://github.com/pancakeswap/token-list,
 *   https://github.com/across-protocol/constants (da28763), https://github.com/0xsequence/token-directory
 *   (9dbf6ab), https://github.com/jup-ag/token-list (9e0ce971),
 *   https://github.com/hyperlane-xyz/hyperlane-registry, https://github.com/1delta-DAO/token-lists (1f8ebf6),
 *   and CoinGecko and Blockscout as kept by https://github.com/cowprotocol/token-lists and
 *   https://github.com/SmolDapp/tokenLists. What Uniswap says of bridged tokens is in its
 *   wider list, as kept by Sequence (`index/_external`).
 *
 * A bridged form is a token of its own, under its own symbol.
 */
import { isNativeAddress, sameAddress } from '../address/address'
import { knownChain, SOLANA_CHAIN_ID } from '../chain/known-chains'

/** A token as it is pinned; `symbols` has its own first, then others that it goes by. */
export type PinnedToken = { address: string; decimals: number; symbols: readonly string[] }

type Row = readonly [symbol: string, decimals: number, address: string, also?: string]

const ROWS: ReadonlyMap<number, readonly Row[]> = new Map<number, readonly Row[]>([
  // Uniswap, Aave; USDe: PancakeSwap, Aave; wstETH: Lido, Aave.
  [
    1,
    [
      ['USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      ['USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
      ['DAI', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
      ['WETH', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
      ['WBTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
      ['cbBTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
      ['USDe', 18, '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3'],
      ['wstETH', 18, '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'],
    ],
  ],
  // Superchain list, Aave; USDC: Circle, Superchain list; USDT0: Superchain list, Uniswap;
  // wstETH: Lido, Aave.
  [
    10,
    [
      ['USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
      ['USDC.e', 6, '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
      ['USDT', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
      ['USDT0', 6, '0x01bFF41798a0BcF287b996046Ca68b395DbC1071'],
      ['DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
      ['WETH', 18, '0x4200000000000000000000000000000000000006'],
      ['WBTC', 8, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'],
      ['wstETH', 18, '0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb'],
    ],
  ],
  // PancakeSwap, Aave; DAI: PancakeSwap, Sequence; WBTC, USDe: PancakeSwap, CoinGecko; wstETH:
  // Lido, Aave.
  [
    56,
    [
      ['USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
      ['USDT', 18, '0x55d398326f99059fF775485246999027B3197955'],
      ['DAI', 18, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3'],
      ['WBNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
      ['ETH', 18, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', 'WETH'],
      ['BTCB', 18, '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c'],
      ['WBTC', 8, '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
      ['wstETH', 18, '0x26c5e01524d2E6280A48F2c50fF6De7e52E9611C'],
    ],
  ],
  // Superchain list, Uniswap; WETH: Across, Uniswap; WBTC: Across, 1delta, the bridged one
  // Superchain list, Uniswap; wstETH: Lido, 1delta.
  [
    130,
    [
      ['USDC', 6, '0x078D782b760474a361dDA0AF3839290b0EF57AD6'],
      ['USDT0', 6, '0x9151434b16b9763660705744891fA906F660EcC5', 'USDT'],
      ['USDT', 6, '0x588CE4F028D8e7B53B687865d6A67b3A54C75518'],
      ['DAI', 18, '0x20CAb320A855b39F724131C69424240519573f81'],
      ['WETH', 18, '0x4200000000000000000000000000000000000006'],
      ['WBTC', 8, '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c'],
      ['WBTC', 8, '0x927B51f251480a681271180DA4de28D44EC4AfB8'],
      ['wstETH', 18, '0xc02fE7317D4eb8753a02c35fe019786854A92001'],
    ],
  ],
  // Uniswap, Aave; USDC: Circle, Uniswap; the own contract of the coin: Sequence, CoinGecko;
  // wstETH: Lido, Aave.
  [
    137,
    [
      ['USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
      ['USDC.e', 6, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
      ['USDT0', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'USDT'],
      ['DAI', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
      ['POL', 18, '0x0000000000000000000000000000000000001010'],
      ['WPOL', 18, '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'WMATIC'],
      ['WETH', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'],
      ['WBTC', 8, '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'],
      ['wstETH', 18, '0x03b54A6e9a984069379fae1a4fC4dBAE93B3bCCD'],
    ],
  ],
  // Monad list, Across; USDT0, WBTC: Across, Uniswap.
  [
    143,
    [
      ['USDC', 6, '0x754704Bc059F8C67012fEd69BC8A327a5aafb603'],
      ['USDT0', 6, '0xe7cd86e13AC4309349F30B3435a9d337750fC82D', 'USDT'],
      ['WMON', 18, '0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A'],
      ['WBTC', 8, '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c'],
    ],
  ],
  // PancakeSwap, Across; USDC: PancakeSwap, Aave; wstETH: Lido, Aave.
  [
    324,
    [
      ['USDC', 6, '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4'],
      ['USDC.e', 6, '0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4'],
      ['USDT', 6, '0x493257fD37EDB34451f62EDf8D2a0C418852bA4C'],
      ['DAI', 18, '0x4B9eb6c0b6ea15176BBF62841C6B2A8a398cb656'],
      ['WETH', 18, '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91'],
      ['WBTC', 8, '0xBBeB516fb02a01611cBBE0453Fe3c580D7281011'],
      ['wstETH', 18, '0x703b52F2b28fEbcB60E1372858AF5b18849FE867'],
    ],
  ],
  // docs.abs.xyz, 1delta.
  [2_741, [['WETH', 18, '0x3439153EB7AF838Ad19d56E1571FBD09333C2809']]],
  // Mantle list, Aave; USDT: Mantle list, Hyperlane; USDT0: Aave, 1delta; the coin and WBTC:
  // Mantle list, Blockscout; WMNT: docs.mantle.xyz, Aave; wstETH: Lido, Mantle list.
  [
    5_000,
    [
      ['USDC', 6, '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9'],
      ['USDT', 6, '0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE'],
      ['USDT0', 6, '0x779Ded0c9e1022225f8E0630b35a9b54bE713736'],
      ['MNT', 18, '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
      ['WMNT', 18, '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8'],
      ['WETH', 18, '0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111', 'ETH'],
      ['WBTC', 8, '0xCAbAE6f6Ea1ecaB08Ad02fE02ce9A44F09aebfA2'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
      ['wstETH', 18, '0x458ed78EB972a369799fb278c0243b25e5242A83'],
    ],
  ],
  // PancakeSwap, Uniswap; USDC: Circle, Uniswap; USDT: PancakeSwap, Superchain list; USDe:
  // Sequence, CoinGecko; wstETH: Lido, Superchain list.
  [
    8_453,
    [
      ['USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
      ['USDbC', 6, '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
      ['USDT', 6, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'],
      ['DAI', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
      ['WETH', 18, '0x4200000000000000000000000000000000000006'],
      ['cbBTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
      ['wstETH', 18, '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452'],
    ],
  ],
  // PancakeSwap, Aave; USDC: Circle, PancakeSwap; cbBTC: Uniswap, Sequence; USDe: PancakeSwap,
  // Sequence; wstETH: Lido, Aave.
  [
    42_161,
    [
      ['USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
      ['USDC.e', 6, '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
      ['USDT0', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'USDT'],
      ['DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
      ['WETH', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
      ['WBTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
      ['cbBTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
      ['wstETH', 18, '0x5979D7b546E38E414F7E9822514be443A4800529'],
    ],
  ],
  // Sequence, CoinGecko; USDC: Circle, Aave; USDT, BTC.b, USDe: Aave, CoinGecko.
  [
    43_114,
    [
      ['USDC', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
      ['USDC.e', 6, '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664'],
      ['USDT', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
      ['USDT.e', 6, '0xc7198437980c041c805A1EDcbA50c1Ce5db95118'],
      ['DAI.e', 18, '0xd586E7F844cEa2F87f50152665BCbc2C279D8d70', 'DAI'],
      ['WAVAX', 18, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
      ['WETH.e', 18, '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB', 'WETH'],
      ['WBTC.e', 8, '0x50b7545627a5162F82A992c33b87aDc75187B218', 'WBTC'],
      ['BTC.b', 8, '0x152b9d0FdC40C096757F570A51E494bd4b943E50'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
    ],
  ],
  // Linea list, PancakeSwap; wstETH: Lido, Linea list.
  [
    59_144,
    [
      ['USDC', 6, '0x176211869cA2b568f2A7D4EE941E073a821EE1ff'],
      ['USDT', 6, '0xA219439258ca9da29E9Cc4cE5596924745e12B93', 'USDT0'],
      ['DAI', 18, '0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5'],
      ['WETH', 18, '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f'],
      ['WBTC', 8, '0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4'],
      ['wstETH', 18, '0xB5beDd42000b71FddE22D3eE8a79Bd49A568fC8F'],
    ],
  ],
  // Berachain list, Sequence; WETH, USDe: Berachain list, 1delta.
  [
    80_094,
    [
      ['USDC.e', 6, '0x549943e04f40284185054145c6E4e9568C1D3241', 'USDC'],
      ['USDT0', 6, '0x779Ded0c9e1022225f8E0630b35a9b54bE713736', 'USDT'],
      ['HONEY', 18, '0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce'],
      ['WBERA', 18, '0x6969696969696969696969696969696969696969'],
      ['WETH', 18, '0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590'],
      ['WBTC', 8, '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c'],
      ['USDe', 18, '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'],
    ],
  ],
  // Katana list, Sequence.
  [
    747_474,
    [
      ['vbUSDC', 6, '0x203A662b0BD271A6ed5a60EdFbd04bFce608FD36', 'USDC'],
      ['vbUSDT', 6, '0x2DCa96907fde857dd3D816880A0df407eeB2D2F2', 'USDT'],
      ['vbETH', 18, '0xEE7D8BCFb72bC1880D0Cf19822eB0A2e6577aB62', 'WETH'],
      ['vbWBTC', 8, '0x0913DA6Da4b42f538B445599b46Bb4622342Cf52', 'WBTC'],
      ['wstETH', 18, '0x7Fb4D0f51544F24F385a421Db6e7D4fC71Ad8e5C'],
    ],
  ],
  // Uniswap, Jupiter; USDC: Circle, Uniswap.
  [
    SOLANA_CHAIN_ID,
    [
      ['USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ['USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
      ['WSOL', 9, 'So11111111111111111111111111111111111111112', 'SOL'],
      ['WETH', 8, '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', 'ETH'],
      ['WBTC', 8, '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh'],
      ['USDe', 9, 'DEkqHyPN7GMRJ5cArtQFAWefqbZb33Hyf6s5iCwjEonT'],
    ],
  ],
])

/** The pinned tokens of a chain. */
export function pinnedTokens(chainId: number): PinnedToken[] {
  const rows = ROWS.get(chainId) ?? []
  return rows.map(([symbol, decimals, address, also]) => ({
    address,
    decimals,
    symbols: also === undefined ? [symbol] : [symbol, also],
  }))
}

/** What is pinned at an address of a chain: the coin of a known chain as well. */
export function pinnedAt(chainId: number, address: string): PinnedToken | undefined {
  const coin = knownChain(chainId)?.nativeCurrency
  if (coin !== undefined && isNativeAddress(address)) {
    return { address, decimals: coin.decimals, symbols: [coin.symbol] }
  }
  return pinnedTokens(chainId).find((token) => sameAddress(token.address, address))
}

/** Symbols that only pinned tokens of a chain, and its coin, have there. */
export function pinnedSymbols(chainId: number): string[] {
  const coin = knownChain(chainId)?.nativeCurrency
  const symbols = pinnedTokens(chainId).flatMap((token) => token.symbols)
  return coin === undefined ? symbols : [coin.symbol, ...symbols]
}
