import { isNativeAddress } from '@/src/domain/address/address'
import { encodeAddresses } from './evm-calls'

/** A call that shows whether an account holds something in a contract. */
export type PositionProbe = {
  to: string
  data: string
  /** Of what it returned, 0x. */
  isHeld(returned: string): boolean
}

/** What is asked of a contract: its data may name pools, and its tokens may be kept there. */
export type Asked = { requests: readonly { data: string }[]; tokens: readonly string[] }

/** Probes that take the account alone: the first word that they give is more than nothing. */
const BY_ACCOUNT: readonly string[] = [
  // balanceOf(address): tokens, shares of vaults, lending positions that are tokens
  '0x70a08231',
  // getUserAccountData(address), Aave pools: collateral first
  '0xbf92857c',
  // borrowBalanceOf(address), Compound III
  '0x374c49b4',
  // maxWithdraw(address), EIP-4626
  '0xce96cb77',
  // isOwner(address), Safe: a wallet contract of the account
  '0x2f54bf6e',
  // isAuth(address), Instadapp
  '0x2520e7ff',
  // debtOf(address), vaults of Euler 2: https://github.com/euler-xyz/euler-vault-kit
  '0xd283e75f',
  // userCollateralShare(address), userBorrowPart(address): Abracadabra's cauldrons, Kashi
  '0x1c9e379b',
  '0x48e4163e',
]
/** Where the account itself is told. */
const OWNER: readonly string[] = [
  // owner(), DSProxy and other wallet contracts
  '0x8da5cb5b',
  // getAccountOwner(address), Ethereum Vault Connector: whoever lends or borrows by it, by which of their accounts ever.
  // https://github.com/euler-xyz/ethereum-vault-connector (`docs/specs.md`)
  '0x442b172c',
]
/**
 * `getAccountBalances((address,uint256))`, Dolomite: of its accounts those that a call names.
 * https://github.com/dolomite-exchange/dolomite-margin (`contracts/protocol/Getters.sol`)
 */
const MARGIN_BALANCES = '0x6a8194e7'
/**
 * `balanceOf(address,address)`, BentoBox and DegenBox: of what a call names before the account, as their
 * `withdraw` and `transfer` do. https://github.com/sushi-labs/sushiswap (`packages/sushi/src/abi`)
 */
const BOX_BALANCE = '0xf7888aec'
/**
 * `userInfo(uint256,address)` of farms, for pools that a call takes from: SushiSwap's `MiniChefV2` and
 * `MasterChefV2` (`withdraw`, `withdrawAndHarvest`, `emergencyWithdraw`, `harvest`) and `MasterChef` (`withdraw`,
 * `emergencyWithdraw`). https://github.com/sushi-labs/sushiswap (`packages/sushi/src/abi`),
 * https://github.com/sushiswap/masterchef
 */
const USER_INFO = '0x93f1a40b'
const POOLS = /(?:0ad58d2f|d1abb907|2f940c70|18fccc76|441a3e70|5312ea8e)(0{56}[\da-f]{8})/g
/** A farm has some hundred pools; more of them, or accounts, or tokens, in one request are no withdrawal. */
const MOST_NAMED = 16
/**
 * `getInternalBalance(address,address[])`, vault of Balancer 2.
 * https://github.com/balancer/docs (`docs/reference/contracts/apis/vault.md`)
 */
const INTERNAL_BALANCE = '0x0f5a6efa'

const word = (value: number) => value.toString(16).padStart(64, '0')
const firstOf = (returned: string) => (returned.length < 66 ? 0n : BigInt(returned.slice(0, 66)))

/** Fixed probes of a contract, and those of what the requests and tokens name. */
export function positionProbes(
  account: string,
  to: string,
  { requests, tokens }: Asked,
): PositionProbe[] {
  const self = encodeAddresses(account)
  const isMore = (returned: string) => firstOf(returned) > 0n
  const namedIn = (pattern: RegExp) => {
    const named = requests.flatMap(({ data }) => [...data.matchAll(pattern)].map(([, one]) => one))
    return [...new Set(named)].slice(0, MOST_NAMED)
  }
  const pools = namedIn(POOLS)
  const numbers = namedIn(new RegExp(`${self}([\\da-f]{64})`, 'g'))
  const boxed = namedIn(new RegExp(`(0{24}[\\da-f]{40})(?=${self})`, 'g'))
  const kept = tokens.filter((each) => !isNativeAddress(each))
  const list = word(32) + word(kept.length)
  return [
    ...BY_ACCOUNT.map((selector) => ({ to, data: selector + self, isHeld: isMore })),
    ...OWNER.map((selector) => ({
      to,
      data: selector + self,
      isHeld: (returned: string) => firstOf(returned) === BigInt(account),
    })),
    // Four lists, the first of which counts the markets that it is in.
    ...numbers.map((number) => ({
      to,
      data: MARGIN_BALANCES + self + number,
      isHeld: (returned: string) =>
        returned.startsWith(word(128), 2) && firstOf(`0x${returned.slice(258)}`) > 0n,
    })),
    ...boxed.map((token) => ({ to, data: BOX_BALANCE + token + self, isHeld: isMore })),
    ...pools.map((pool) => ({ to, data: USER_INFO + pool + self, isHeld: isMore })),
    {
      to,
      data: INTERNAL_BALANCE + self + word(64) + word(kept.length) + encodeAddresses(...kept),
      isHeld: (returned) => returned.startsWith(list, 2) && /[^0]/.test(returned.slice(130)),
    },
  ]
}
