import { getCompiledTransactionMessageDecoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import {
  BLOCKHASH_LIFETIME,
  FINALITY_DEPTH,
  FIRST_SLOT,
  GENESIS_HASH,
  SLOTS_PER_EPOCH,
} from './blocks'
import { feeOf } from './fees'
import { invalidParams } from './rpc-error'
import {
  API_VERSION,
  addressText,
  config,
  level,
  method,
  type RpcDeps,
  type RpcMethod,
  withContext,
} from './rpc-method'
import { fromBase64 } from './wire'

/** How far back a node remembers prioritization fees, in blocks. */
const FEE_MEMORY = 150

const readConfig = config({ commitment: level })
const noParams = z.tuple([readConfig])

const decodeMessage = (text: string) => {
  try {
    return getCompiledTransactionMessageDecoder().decode(fromBase64(text))
  } catch {
    throw invalidParams('Invalid params: failed to deserialize the message')
  }
}

/** Methods about slots, blockhashes, fees and the node. */
export const createBlockMethods = ({ ledger }: RpcDeps): Readonly<Record<string, RpcMethod>> => {
  const { blocks } = ledger
  const answer = (value: unknown) => withContext(ledger, value)
  const slot = () => blocks.latest().slot
  /** The newest slot of a commitment; the very newest unless a finalised one is asked for. */
  const slotAt = (options: z.output<typeof readConfig>) =>
    options?.commitment === 'finalized' ? Math.max(0, slot() - FINALITY_DEPTH) : slot()

  return {
    getLatestBlockhash: method(noParams, () =>
      answer({
        blockhash: blocks.latest().blockhash,
        lastValidBlockHeight: slot() + BLOCKHASH_LIFETIME,
      }),
    ),
    isBlockhashValid: method(z.tuple([addressText, readConfig]), ([blockhash]) =>
      answer(blocks.whereValid(blockhash) !== null),
    ),
    getFeeForMessage: method(z.tuple([z.string(), readConfig]), ([text]) => {
      const message = decodeMessage(text)
      return answer(blocks.whereValid(message.lifetimeToken) === null ? null : feeOf(message))
    }),
    getRecentPrioritizationFees: method(
      z.tuple([z.optional(z.nullable(z.array(addressText)))]),
      () =>
        Array.from({ length: FEE_MEMORY }, (_, index) => slot() - FEE_MEMORY + index)
          .filter((past) => blocks.timeOf(past) !== null)
          .map((past) => ({ slot: past, prioritizationFee: 0 })),
    ),
    getSlot: method(noParams, slot),
    getBlockHeight: method(noParams, slot),
    getBlockTime: method(z.tuple([z.int().check(z.nonnegative())]), ([at]) => blocks.timeOf(at)),
    getFirstAvailableBlock: method(z.tuple([]), () => FIRST_SLOT),
    getEpochInfo: method(noParams, ([options]) => ({
      absoluteSlot: slotAt(options),
      blockHeight: slotAt(options),
      epoch: Math.floor(slot() / SLOTS_PER_EPOCH),
      slotIndex: slot() % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: null,
    })),
    getGenesisHash: method(z.tuple([]), () => GENESIS_HASH),
    getHealth: method(z.tuple([]), () => 'ok'),
    getVersion: method(z.tuple([]), () => ({ 'solana-core': API_VERSION, 'feature-set': 0 })),
  }
}
