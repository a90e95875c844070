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
  /** Contracts by whose events a collectible left the account, whatever came for it. */
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
/** `TransferSingle` and `TransferBatch`, EIP-1155: operator, from, to. */
const MULTI_TRANSFERS: readonly string[] = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
]

/** `Transfer(address,address,address,uint256,uint256)`, ERC-6909: from, to, id; the caller is no topic. */
const NUMBERED_TRANSFER = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'
/** `OperatorStatus(bytes19,address,uint256)`, Ethereum Vault Connector: the first 19 bytes of accounts. */
const OPERATOR_STATUS = '0x7ba31654d8467e98b6bd4fc56ddde246de9ade831cf860c7ac695579aecb9564'

/**
 * Events by which an account gives power away, and the topic that names the account. Hashes of the
 * signatures beside them, from the standards and the protocols' public sources.
 */
const POWERS: ReadonlyMap<string, { name: string; topic: number }> = new Map([
  // ApprovalForAll(address,address,bool), EIP-721 and EIP-1155
  [
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    { name: 'ApprovalForAll', topic: 1 },
  ],
  // Approval(address,address,address,uint160,uint48), Permit2
  [
    '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
    { name: 'Approval (Permit2)', topic: 1 },
  ],
  // Permit(address,address,address,uint160,uint48,uint48), Permit2
  [
    '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
    { name: 'Permit (Permit2)', topic: 1 },
  ],
  // AuthorizedOperator(address,address), EIP-777
  [
    '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9',
    { name: 'AuthorizedOperator', topic: 2 },
  ],
  // BorrowAllowanceDelegated(address,address,address,uint256), Aave debt tokens
  [
    '0xda919360433220e13b51e8c211e490d148e61a3bd53de8c097194e458b97f3e1',
    { name: 'BorrowAllowanceDelegated', topic: 1 },
  ],
  // SetAuthorization(address,address,address,bool), Morpho: caller, authorizer, authorized
  [
    '0xd5e969f01efe921d3f766bdebad25f0a05e3f237311f56482bf132d0326309c0',
    { name: 'SetAuthorization', topic: 2 },
  ],
  // OperatorSet(address,address,bool), ERC-6909
  [
    '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
    { name: 'OperatorSet', topic: 1 },
  ],
  // Approval(address,address,uint256,uint256), ERC-6909
  [
    '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
    { name: 'Approval (ERC-6909)', topic: 1 },
  ],
  // RelayerApprovalChanged(address,address,bool), Balancer: relayer, sender
  [
    '0x46961fdb4502b646d5095fba7600486a8ac05041d55cdf0f16ed677180b5cad8',
    { name: 'RelayerApprovalChanged', topic: 2 },
  ],
  // OwnershipTransferred(address,address), OpenZeppelin Ownable
  [
    '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
    { name: 'OwnershipTransferred', topic: 1 },
  ],
  // DelegateChanged(address,address,address), OpenZeppelin Votes
  [
    '0x3134e8a2e6d97e929a7e54011ea5485d7d196dd5f0ba4d4ef95803e8e3fc257f',
    { name: 'DelegateChanged', topic: 1 },
  ],
])

/** An address as a topic of an event, lower case. */
export const wordOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const addressOf = (word: string) => `0x${word.slice(26)}`
export const isZero = (data: string) => /^0x0*$/.test(data)

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
    const [event] = topics
    if (event === APPROVAL && topics[1] === self) readApproval(log, found)
    if (event === TRANSFER && topics[1] === self) {
      const list = topics.length > 3 ? found.collectibles : found.moved
      list.add(address)
    }
    if (MULTI_TRANSFERS.includes(event ?? '') && topics[2] === self) {
      found.collectibles.add(address)
    }
    if (event === NUMBERED_TRANSFER && topics[1] === self) found.collectibles.add(address)
    if (event === OPERATOR_STATUS && topics[1]?.slice(0, 40) === prefix) {
      found.powers.add(`OperatorStatus at ${address}`)
    }
    const power = POWERS.get(event ?? '')
    // An authorisation that is taken back says so with zeros.
    const isTakenBack = log.data !== '0x' && isZero(log.data)
    if (power !== undefined && topics[power.topic] === self && !isTakenBack) {
      found.powers.add(`${power.name} at ${address}`)
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
    found.powers.add(`Approval of a collectible at ${address}`)
    return
  }
  const pair = { token: address, spender: addressOf(spender) }
  found.pairs.set(pair.token + pair.spender, pair)
}
