/** Answers of an EVM node, as far as they are read: https://ethereum.github.io/execution-apis/ */
import * as z from 'zod/mini'
import { parser } from './parser'

/** A number as nodes write it: hex with `0x`, no more than 256 bits. */
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((hex: string) => BigInt(hex)),
)

/** Bytes in hex; 1 MB is far above any contract or calldata. */
const hexData = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(2_000_002))

const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** A transaction of a node; one that is not mined has no block. */
const evmTransactionAnswer = z.object({
  hash,
  from: address,
  to: z.nullish(address),
  value: quantity,
  input: hexData,
  nonce: quantity,
  chainId: z.nullish(quantity),
  blockNumber: z.nullish(quantity),
  blockHash: z.nullish(hash),
})

/** An event: https://ethereum.github.io/execution-apis/ (eth_getLogs) */
const evmLogAnswer = z.object({
  address,
  topics: z.array(hash).check(z.maxLength(4)),
  data: hexData,
  transactionHash: hash,
  blockNumber: quantity,
  /** Set on what a reorganisation took back; such a log is no event. */
  removed: z.nullish(z.boolean()),
})

/** A part of a fee; -1 for what is no number. */
const feePart = z.catch(z.nullish(quantity), -1n)

const evmReceiptAnswer = z.object({
  transactionHash: hash,
  blockNumber: quantity,
  blockHash: hash,
  /** 1 = carried out, 0 = reverted; absent only before Byzantium. */
  status: quantity,
  logs: z.nullish(z.array(evmLogAnswer)),
  /** What follows only says what the fee was: whatever stands there, the rest of it can be read. */
  from: z.catch(z.nullish(address), null),
  /** -1 where it is not a valid transaction type. */
  type: z.catch(z.nullish(quantity), -1n),
  gasUsed: feePart,
  effectiveGasPrice: feePart,
  /** OP Stack: for data on layer 1, and for the operator. */
  l1Fee: feePart,
  operatorFeeScalar: feePart,
  operatorFeeConstant: feePart,
})

/** A block with its transactions; kinds of transaction that cannot be read are left out. */
const evmFullBlockAnswer = z.object({
  number: quantity,
  hash,
  timestamp: quantity,
  transactions: z.array(z.unknown()),
})

/** A block without its transactions. */
const evmBlockAnswer = z.object({ number: quantity, hash, timestamp: quantity })

/** What the next block is told from; chains of other rules have no miner, and younger ones no fee. */
const evmHeaderAnswer = z.object({
  number: quantity,
  hash: z.nullish(hash),
  timestamp: quantity,
  gasLimit: z.nullish(quantity),
  miner: z.nullish(address),
  mixHash: z.nullish(hash),
  baseFeePerGas: z.nullish(quantity),
})

const simulatedCall = z.object({
  status: quantity,
  returnData: z.nullish(hexData),
  gasUsed: z.nullish(quantity),
  error: z.nullish(z.object({ message: z.nullish(z.string()) })),
  logs: z.nullish(
    z.array(z.object({ address, topics: z.array(hash).check(z.maxLength(4)), data: hexData })),
  ),
})

/** https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml (eth_simulateV1) */
const evmSimulationAnswer = z
  .array(
    z.object({
      number: z.nullish(quantity),
      parentHash: z.nullish(hash),
      calls: z.array(simulatedCall),
    }),
  )
  .check(z.minLength(1))

/** The envelope of JSON-RPC 2.0, whatever the family. */
const rpcEnvelope = z.union([
  z.object({
    error: z.object({
      code: z.number(),
      message: z.string(),
      data: z.optional(z.unknown()),
    }),
  }),
  z.object({ result: z.unknown() }),
])

export const parseRpcEnvelope = parser(rpcEnvelope)
export const parseQuantity = parser(quantity)
export const parseHexData = parser(hexData)
export const parseEvmTransaction = parser(z.nullable(evmTransactionAnswer))
export const parseEvmReceipt = parser(z.nullable(evmReceiptAnswer))
export const parseEvmLogs = parser(z.array(evmLogAnswer))
export const parseEvmFullBlock = parser(z.nullable(evmFullBlockAnswer))
export const parseEvmBlock = parser(z.nullable(evmBlockAnswer))
export const parseEvmHeader = parser(z.nullable(evmHeaderAnswer))
export const parseEvmSimulation = parser(evmSimulationAnswer)

/** Reads one entry of a full block, or null for a kind of transaction that is not understood. */
export const parseBlockTransaction = parser(evmTransactionAnswer)
