import {
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  type DecodeAbiParametersReturnType as Values,
} from 'viem'
import { METHODS } from '@/src/domain/policy/deposit-contracts'
import type { DepositCall } from '@/src/domain/policy/policy-known'

/** Published signatures, in order and without names: a parser of signatures weighs 3 kB. */
const A = { type: 'address' } as const
const W = { type: 'bytes32' } as const
const U = { type: 'uint256' } as const
const T = { type: 'uint32' } as const
const B = { type: 'bytes' } as const
const Y = { type: 'bool' } as const
const S = { type: 'string' } as const

/** `depositV3` and `deposit` of `V3SpokePoolInterface.sol`. */
const depositV3 = [A, A, A, A, U, U, U, A, T, T, T, B] as const
const deposit = [W, W, W, W, U, U, U, W, T, T, T, B] as const
/** `MultiCallerUpgradeable.sol`, `MultiCaller.sol`: `multicall`, `tryMulticall`. */
const multicall = [{ type: 'bytes[]' }] as const
/** `SpokePoolPeripheryInterface.sol`: `depositNative`, `swapAndBridge`. */
const depositNative = [A, A, W, A, U, W, U, U, W, T, T, T, B] as const
const swapAndBridge = [
  {
    type: 'tuple',
    components: [
      { type: 'tuple', components: [U, A] },
      { type: 'tuple', components: [A, W, U, A, W, U, W, T, T, T, B] },
      A,
      A,
      { type: 'uint8' },
      U,
      U,
      B,
      Y,
      A,
      U,
    ],
  },
] as const
/** `DlnSource.sol`: `OrderCreation` of `DlnOrderLib.sol`, `createOrder`, `createSaltedOrder`. */
const orderCreation = { type: 'tuple', components: [A, U, B, U, U, B, A, B, B, B, B] } as const
const createOrder = [orderCreation, B, T, B] as const
const createSaltedOrder = [orderCreation, { type: 'uint64' }, B, T, B, B] as const
/** `strictlySwapAndCall` of `ICrossChainForwarder`. */
const strictlySwapAndCall = [A, U, B, A, B, A, U, A, A, B] as const
/** `BridgeData` of `ILiFi.sol`, `SwapData` of `LibSwap.sol`, and what two facets add. */
const bridgeData = { type: 'tuple', components: [W, S, S, A, A, A, U, U, Y, Y] } as const
const swapData = { type: 'tuple[]', components: [A, A, A, A, U, B, Y] } as const
const acrossData = {
  type: 'tuple',
  components: [W, W, W, W, U, { type: 'uint128' }, W, T, T, T, B],
} as const
const dlnData = { type: 'tuple', components: [B, B, B, U] } as const
const startAcross = [bridgeData, acrossData] as const
const swapAndStartAcross = [bridgeData, swapData, acrossData] as const
const startDln = [bridgeData, dlnData] as const
const swapAndStartDln = [bridgeData, swapData, dlnData] as const

/** `NON_EVM_ADDRESS` of `LiFiData.sol`: the receiver stands in the facet's own part. */
const NON_EVM = '0x11f111f111f111f111f111f111f111f111f111f1'
/** `MULTIPLIER_BASE` of `AcrossFacetV4.sol`. */
const MULTIPLIER_BASE = 10n ** 18n

/**
 * Reads the arguments of a call; undefined where they are not written as every encoder writes them:
 * contracts and readers disagree on what such bytes mean. What follows them is no part of them.
 */
function read<const P extends readonly AbiParameter[]>(
  types: P,
  data: string,
): Values<P> | undefined {
  const bytes = data.slice(10)
  try {
    const values = decodeAbiParameters(types, `0x${bytes}`)
    const again = encodeAbiParameters(types, values as never)
    return bytes.startsWith(again.slice(2)) ? values : undefined
  } catch {
    // viem says by throwing what the caller asks about.
    return undefined
  }
}

/** An account or a token in a word: the twenty bytes of an EVM chain stand at its end. */
const fromWord = (word: string) => (/^0x0{24}/.test(word) ? `0x${word.slice(26)}` : word)

const lower = <Text extends string>(text: Text) => text.toLowerCase()

const nonEmpty = (what: string, ...parts: readonly string[]): { unread?: string } =>
  parts.every((part) => part === '0x') ? {} : { unread: what }

type Words = readonly [
  depositor: string,
  recipient: string,
  inputToken: string,
  outputToken: string,
  inputAmount: bigint,
  outputAmount: bigint,
  chain: bigint,
  exclusiveRelayer: string,
  quoteTimestamp: number,
  fillDeadline: number,
  exclusivity: number,
  message: string,
]

/** Fields of a spoke pool's deposit: who alone may fill it for a while takes nothing of it. */
function toAcross(words: Words): DepositCall {
  const [refund, recipient, input, output, amount, least, chain, , , deadline, , message] = words
  return {
    network: 'across',
    takes: { token: lower(fromWord(input)), amount },
    passesOn: lower(fromWord(input)),
    chain,
    numbers: 'across',
    token: lower(fromWord(output)),
    least,
    recipient: lower(fromWord(recipient)),
    refund: lower(fromWord(refund)),
    deadline: BigInt(deadline),
    ...nonEmpty('a message', message),
  }
}

function readNative(data: string): DepositCall | undefined {
  const values = read(depositNative, data)
  if (values === undefined) return undefined
  const [pool, depositor, recipient, input, amount, output, least, ...rest] = values
  const words = [depositor, recipient, input, output, amount, least, ...rest] as const
  return { ...toAcross(words), via: lower(pool) }
}

/** `submissionFees` are of the signed variants alone. */
function readSwapAndBridge(data: string): DepositCall | undefined {
  const [call] = read(swapAndBridge, data) ?? []
  if (call === undefined) return undefined
  const [, base, token, , , amount, least, , , pool] = call
  const [input, output, outputAmount, depositor, recipient, ...rest] = base
  const words = [depositor, recipient, input, output, least, outputAmount, ...rest] as const
  return { ...toAcross(words), takes: { token: lower(token), amount }, via: lower(pool) }
}

type Creation = Values<readonly [typeof orderCreation]>[0]

/** Who may fill it, and who may add to what is given, take nothing of it. */
function toDln(order: Creation, permit: string): DepositCall {
  const [give, amount, take, least, chain, receiver, , authority, , hook, beneficiary] = order
  return {
    network: 'dln',
    takes: { token: lower(give), amount },
    chain,
    numbers: 'dln',
    token: take,
    least,
    recipient: receiver,
    authority,
    ...(beneficiary === '0x' ? {} : { refund: beneficiary }),
    ...nonEmpty('a hook or a permit', hook, permit),
  }
}

function readCreateOrder(data: string): DepositCall | undefined {
  const values = read(createOrder, data)
  return values && toDln(values[0], values[3])
}

function readCreateSalted(data: string): DepositCall | undefined {
  const values = read(createSaltedOrder, data)
  return values && toDln(values[0], values[4])
}

/** The forwarder swaps, and passes on all that the swap must give. */
function readForwarded(data: string): DepositCall | undefined {
  const values = read(strictlySwapAndCall, data)
  if (values === undefined) return undefined
  const [token, amount, permit, , , swapped, expected, rest, target, passed] = values
  const isSalted = passed.slice(2, 10) === METHODS.createSaltedOrder
  const isOrder = isSalted || passed.slice(2, 10) === METHODS.createOrder
  const inner = isOrder ? (isSalted ? readCreateSalted : readCreateOrder)(passed) : undefined
  if (inner === undefined) return undefined
  if (inner.takes.token !== lower(swapped) || inner.takes.amount !== expected) return undefined
  const takes = { token: lower(token), amount }
  return { ...inner, ...nonEmpty('a permit', permit), takes, rest: lower(rest), via: lower(target) }
}

type Bridge = Values<readonly [typeof bridgeData]>[0]
type Swaps = Values<readonly [typeof swapData]>[0]

/** What a diamond takes: the sum of what its swaps take of the account, or what is bridged. */
function takenBy(
  [, , , , token, , least]: Bridge,
  swaps: Swaps | undefined,
): DepositCall['takes'] | undefined {
  if (swaps === undefined) return { token: lower(token), amount: least }
  const taken = swaps.filter(([, , , , , , isTaken]) => isTaken)
  const [first] = taken
  if (first === undefined || taken.some((swap) => swap[2] !== first[2])) return undefined
  return { token: lower(first[2]), amount: taken.reduce((sum, swap) => sum + swap[4], 0n) }
}

/** What both facets share; undefined where their two parts name different receivers. */
function toLifi(
  bridge: Bridge,
  swaps: Swaps | undefined,
  recipient: string,
): Pick<DepositCall, 'takes' | 'chain' | 'numbers' | 'recipient' | 'unread'> | undefined {
  const [, , , , , receiver, , chain, , hasCall] = bridge
  const takes = takenBy(bridge, swaps)
  const isSame = [recipient, NON_EVM].includes(lower(receiver))
  if (takes === undefined || !isSame) return undefined
  const unread = hasCall ? { unread: 'a call at the destination' } : {}
  return { takes, chain, numbers: 'lifi', recipient, ...unread }
}

function readLifiAcross(
  bridge: Bridge,
  swaps: Swaps | undefined,
  data: Values<readonly [typeof acrossData]>[0],
): DepositCall | undefined {
  const [receiver, refund, input, output, least, multiplier, , , deadline, , message] = data
  const shared = toLifi(bridge, swaps, lower(fromWord(receiver)))
  const sent = lower(bridge[4])
  // Of coins the pool takes the wrapped ones, whatever is named.
  if (shared === undefined || (BigInt(sent) !== 0n && lower(fromWord(input)) !== sent)) {
    return undefined
  }
  return {
    network: 'across',
    ...nonEmpty('a message', message),
    ...shared,
    passesOn: sent,
    token: lower(fromWord(output)),
    // After swaps the facet counts the payout from what they gave: at least what was asked of them.
    least: swaps === undefined ? least : (bridge[6] * multiplier) / MULTIPLIER_BASE,
    refund: lower(fromWord(refund)),
    deadline: BigInt(deadline),
  }
}

function readLifiDln(
  bridge: Bridge,
  swaps: Swaps | undefined,
  [token, receiver, authority, least]: Values<readonly [typeof dlnData]>[0],
): DepositCall | undefined {
  const shared = toLifi(bridge, swaps, receiver)
  if (shared === undefined) return undefined
  // The facet pays the network's fee out of coins that it bridges.
  const takes = swaps === undefined ? { ...shared.takes, withFee: true as const } : shared.takes
  return { network: 'dln', ...shared, takes, token, least, authority }
}

/** What Across' contracts take within a call of their own methods. */
const MULTICALLED: readonly string[] = [
  METHODS.depositV3,
  METHODS.deposit,
  METHODS.depositNative,
  METHODS.swapAndBridge,
]

/** A contract's calls of its own methods in one: a single deposit, and nothing beside it. */
function readMulticall(data: string): DepositCall | undefined {
  const [only, ...others] = read(multicall, data)?.[0] ?? []
  const isDeposit = only !== undefined && MULTICALLED.includes(only.slice(2, 10))
  return isDeposit && others.length === 0 ? readDepositCall(only) : undefined
}

const readers: Readonly<Record<string, (data: string) => DepositCall | undefined>> = {
  [METHODS.multicall]: readMulticall,
  [METHODS.tryMulticall]: readMulticall,
  [METHODS.depositV3]: (data) => {
    const values = read(depositV3, data)
    return values && toAcross(values)
  },
  [METHODS.deposit]: (data) => {
    const values = read(deposit, data)
    return values && toAcross(values)
  },
  [METHODS.depositNative]: readNative,
  [METHODS.swapAndBridge]: readSwapAndBridge,
  [METHODS.createOrder]: readCreateOrder,
  [METHODS.createSaltedOrder]: readCreateSalted,
  [METHODS.strictlySwapAndCall]: readForwarded,
  [METHODS.startBridgeTokensViaAcrossV4]: (data) => {
    const values = read(startAcross, data)
    return values && readLifiAcross(values[0], undefined, values[1])
  },
  [METHODS.swapAndStartBridgeTokensViaAcrossV4]: (data) => {
    const values = read(swapAndStartAcross, data)
    return values && readLifiAcross(...values)
  },
  [METHODS.startBridgeTokensViaDeBridgeDln]: (data) => {
    const values = read(startDln, data)
    return values && readLifiDln(values[0], undefined, values[1])
  },
  [METHODS.swapAndStartBridgeTokensViaDeBridgeDln]: (data) => {
    const values = read(swapAndStartDln, data)
    return values && readLifiDln(...values)
  },
}

/**
 * Reads the calldata (hex, lower case) of a known deposit contract by its published ABI; undefined where
 * it is no such call, is not written as encoders write it, or its parts contradict each other.
 */
export function readDepositCall(data: string): DepositCall | undefined {
  const method = data.slice(2, 10)
  return Object.hasOwn(readers, method) ? readers[method]?.(data) : undefined
}
