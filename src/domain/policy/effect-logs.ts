/** What the events of a sequence say about one account: what to look at, and what was given away. */

/** An event; all in lower case, topics and data as 0x words. */
export type EffectLog = { address: string; topics: readonly string[]; data: string }

export type ReadLogs = {
  /** Every contract that an event came from, each once. */
  contracts: string[]
  /** Allowances of the account that were set or used. */
  pairs: { token: string; spender: string }[]
  /** Names of the events that give somebody power over the account's property. */
  powers: string[]
  /** Contracts by whose events what no balance shows left the account, whatever came for it. */
  collectibles: string[]
  /** Contracts by whose events an amount left the account. */
  moved: string[]
}

/**
 * Contracts that show a chain's own coin as a token: what they tell is the coin again. Polygon's, those
 * of the ZK Stack (their `Transfer` comes with every payment in coins) and Celo's.
 */
export const COIN_TOKENS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000001010',
  '0x000000000000000000000000000000000000800a',
  '0x471ece3750da237f93b8e339c536989b8978a438',
])

/** `Transfer(address,address,uint256)`, EIP-20 (two indexed) and EIP-721 (three). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `Approval(address,address,uint256)`, EIP-20 and EIP-721. */
export const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/**
 * Events are told by the first four bytes of their hashes: another one that begins so is refused as they
 * are. `OperatorStatus(bytes19,address,uint256)`, Ethereum Vault Connector: the first 19 bytes of accounts.
 */
const OPERATOR_STATUS = '0x7ba31654'

/**
 * Events by which what no balance of the account shows leaves it, or a loan is taken in its name, and the
 * topic that names the account. From the standards and the protocols' public sources:
 * https://github.com/morpho-org/morpho-blue (`EventsLib.sol`), https://github.com/compound-finance/comet
 * (`CometMainInterface.sol`), https://github.com/aave-dao/aave-v3-origin (`IPool.sol`),
 * https://github.com/sushi-labs/sushiswap (ABI of `MiniChefV2`), https://github.com/sushiswap/masterchef,
 * https://github.com/balancer/docs (`apis/vault.md`).
 */
const LEAVES: ReadonlyMap<string, number> = new Map([
  // TransferSingle(address,address,address,uint256,uint256), EIP-1155: operator, from, to
  ['0xc3d58168', 2],
  // TransferBatch(address,address,address,uint256[],uint256[]), EIP-1155
  ['0x4a39dc06', 2],
  // Transfer(address,address,address,uint256,uint256), ERC-6909: from, to, id; the caller is no topic
  ['0x1b3d7edb', 1],
  // Withdraw(bytes32,address,address,address,uint256,uint256), Morpho: market, on behalf of, receiver
  ['0xa56fc0ad', 2],
  // Borrow(bytes32,address,address,address,uint256,uint256), Morpho
  ['0x57095454', 2],
  // WithdrawCollateral(bytes32,address,address,address,uint256), Morpho
  ['0xe80ebd7c', 2],
  // Withdraw(address,address,uint256), Compound III: from, to
  ['0x9b1bfa7f', 1],
  // WithdrawCollateral(address,address,address,uint256), Compound III
  ['0xd6d480d5', 1],
  // Borrow(address,address,address,uint256,uint8,uint256,uint16), Aave 3: reserve, on behalf of
  ['0xb3d08482', 2],
  // Borrow(address,address,address,uint256,uint256,uint256,uint16), Aave 2
  ['0xc6a89830', 2],
  // Withdraw(address,uint256,uint256,address), MiniChef: who staked, pool; to
  ['0x8166bf25', 1],
  // EmergencyWithdraw(address,uint256,uint256,address), MiniChef
  ['0x2cac5e20', 1],
  // Harvest(address,uint256,uint256), MiniChef: what the stake gave, to whom it does not say
  ['0x71bab65c', 1],
  // Withdraw(address,uint256,uint256), MasterChef
  ['0xf279e6a1', 1],
  // EmergencyWithdraw(address,uint256,uint256), MasterChef
  ['0xbb757047', 1],
])

/** `InternalBalanceChanged(address,address,int256)`, Balancer 2: user, token; a loss is negative. */
const INTERNAL_BALANCE = '0x18e1ea41'
const NEGATIVE = /^0x[89a-f]/

/** Events by which an account gives power away, their names, and the topic that names the account. */
const POWERS: ReadonlyMap<string, readonly [name: string, topic: number]> = new Map([
  // ApprovalForAll(address,address,bool), EIP-721 and EIP-1155
  ['0x17307eab', ['ApprovalForAll', 1]],
  // Approval(address,address,address,uint160,uint48), Permit2
  ['0xda9fa7c1', ['Approval (Permit2)', 1]],
  // Permit(address,address,address,uint160,uint48,uint48), Permit2
  ['0xc6a377bf', ['Permit (Permit2)', 1]],
  // AuthorizedOperator(address,address), EIP-777
  ['0xf4caeb2d', ['AuthorizedOperator', 2]],
  // BorrowAllowanceDelegated(address,address,address,uint256), Aave debt tokens
  ['0xda919360', ['BorrowAllowanceDelegated', 1]],
  // SetAuthorization(address,address,address,bool), Morpho: caller, authorizer, authorized
  ['0xd5e969f0', ['SetAuthorization', 2]],
  // OperatorSet(address,address,bool), ERC-6909
  ['0xceb576d9', ['OperatorSet', 1]],
  // Approval(address,address,uint256,uint256), ERC-6909
  ['0xb3fd5071', ['Approval (ERC-6909)', 1]],
  // RelayerApprovalChanged(address,address,bool), Balancer: relayer, sender
  ['0x46961fdb', ['RelayerApprovalChanged', 2]],
  // OwnershipTransferred(address,address), OpenZeppelin Ownable
  ['0x8be0079c', ['OwnershipTransferred', 1]],
  // DelegateChanged(address,address,address), OpenZeppelin Votes
  ['0x3134e8a2', ['DelegateChanged', 1]],
])

/** An address as a topic of an event, lower case. */
export const wordOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const addressOf = (word: string) => `0x${word.slice(26)}`
export const isZero = (data: string) => /^0x0*$/.test(data)

/** Those of `LEAVES` that are of the standards of collectibles. */
const COLLECTIBLES: readonly string[] = ['0xc3d58168', '0x4a39dc06', '0x1b3d7edb']

/** Whether an event tells that something of a kind of its own left an account: EIP-721, EIP-1155, ERC-6909. */
export function sendsCollectible({ topics }: EffectLog, account: string): boolean {
  const [event = '', from] = topics
  const self = wordOf(account)
  if (event === TRANSFER) return topics.length > 3 && from === self
  const told = event.slice(0, 10)
  return COLLECTIBLES.includes(told) && topics[LEAVES.get(told) ?? 0] === self
}

/** The same while it is read: whoever emits tens of thousands of events must not hold the worker up. */
type Found = Record<Exclude<keyof ReadLogs, 'pairs'>, Set<string>> & {
  pairs: Map<string, ReadLogs['pairs'][number]>
}

/**
 * Reads the events of a sequence of requests for `account` (any case).
 *
 * An approval of a single collectible or of all of them, and every other event by which the account
 * hands power to somebody, counts as power; an ERC-20 approval only names a pair to be read, since a
 * number says more than an event.
 */
export function readEffectLogs(account: string, logs: readonly EffectLog[]): ReadLogs {
  const self = wordOf(account)
  const prefix = account.slice(0, 40).toLowerCase()
  const found: Found = {
    contracts: new Set(),
    pairs: new Map(),
    powers: new Set(),
    collectibles: new Set(),
    moved: new Set(),
  }
  for (const log of logs) {
    found.contracts.add(log.address)
    const { topics, address } = log
    const [event = ''] = topics
    const told = event.slice(0, 10)
    if (event === APPROVAL && topics[1] === self) readApproval(log, found)
    if (event === TRANSFER && topics[1] === self) {
      const list = topics.length > 3 ? found.collectibles : found.moved
      list.add(address)
    }
    const isLess = told === INTERNAL_BALANCE && NEGATIVE.test(log.data)
    const leaves = isLess ? 1 : LEAVES.get(told)
    if (leaves !== undefined && topics[leaves] === self) found.collectibles.add(address)
    if (told === OPERATOR_STATUS && topics[1]?.slice(0, 40) === prefix) {
      found.powers.add(`OperatorStatus ${address}`)
    }
    const [name, at = 0] = POWERS.get(told) ?? []
    // An authorisation that is taken back says so with zeros.
    const isTakenBack = log.data !== '0x' && isZero(log.data)
    if (name !== undefined && topics[at] === self && !isTakenBack) {
      found.powers.add(`${name} ${address}`)
    }
  }
  return {
    contracts: [...found.contracts],
    pairs: [...found.pairs.values()],
    powers: [...found.powers],
    collectibles: [...found.collectibles],
    moved: [...found.moved],
  }
}

function readApproval({ topics, address }: EffectLog, found: Found): void {
  const [, , spender, tokenId] = topics
  if (spender === undefined || isZero(spender)) return
  if (tokenId !== undefined) {
    found.powers.add(`Approval ${address}`)
    return
  }
  const pair = { token: address, spender: addressOf(spender) }
  found.pairs.set(pair.token + pair.spender, pair)
}
