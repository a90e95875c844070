import { parseAbi } from 'viem'

export const depositAbi = parseAbi([
  'constructor()',
  'function deposit(address token, uint256 amount, bytes32 id)',
  'function depositNative(bytes32 id) payable',
  'function refund(address token, address to, uint256 amount, bytes32 id)',
  'event Deposited(bytes32 indexed id, address indexed author, address token, uint256 amount)',
])

/** Serves the strict token too: what that one returns is never read. */
export const tokenAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

export const vaultAbi = parseAbi(['constructor(address asset, string name, string symbol)'])

/** Calls whose return value differs between tokens are encoded without one. */
export const tokenCallAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
])

/** Fillers that build otherwise than by the deposit contract itself: `contracts/Fillers.sol`. */
export const fixedFeeAbi = parseAbi([
  'constructor(address deposit)',
  'function createOrder(address token, uint256 amount, bytes32 id) payable',
  'function createNativeOrder(bytes32 id) payable',
])
export const wrappedAbi = parseAbi(['constructor()', 'function deposit() payable'])
/** Uniswap's Router02, as far as it is called: https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02 */
export const routerAbi = parseAbi([
  'constructor()',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])
export const diamondAbi = parseAbi([
  'constructor(address deposit)',
  'function proxy() view returns (address)',
  'function startBridge(address token, uint256 amount, bytes32 id)',
])
export const multicallAbi = parseAbi([
  'constructor(address deposit)',
  'function multicall(bytes[] calls) returns (bytes[])',
  'function pull(address token, uint256 amount)',
  'function depositPulled(address token, uint256 amount, bytes32 id)',
])
/** ENS's registry and resolvers: `contracts/Names.sol`. */
export const namesAbi = parseAbi([
  'constructor()',
  'function setResolver(bytes32 node, address to)',
  'function setAddr(bytes32 node, address to)',
  'function setName(bytes32 node, string to)',
])
