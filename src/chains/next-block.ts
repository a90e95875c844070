import { parseEvmHeader, parseQuantity } from '@/src/contract/evm-rpc'
import { AppError } from '@/src/domain/error'
import { toHex } from '@/src/lib/to-hex'
import type { RpcCall } from './json-rpc'

/**
 * The block that follows the newest one of a node, as a trial sets it: a node's own choice is one without
 * fees, and on some without a coinbase or at another pace, by which contracts tell a trial.
 * https://github.com/ethereum/execution-apis/blob/main/docs-api/docs/ethsimulatev1-notes.mdx
 */
export type NextBlock = {
  /** The newest block, 0x: what the trial stands on. */
  base: string
  /** Its hash, where it is told. */
  hash?: string | null | undefined
  /** `blockOverrides` of `eth_simulateV1`. */
  overrides: Readonly<Record<string, string>>
  /** Wei for one gas, tip included, as a wallet would pay. */
  price: bigint
}

/** No chain that is supported is slower; a chain of tests stands still between transactions. */
const LONGEST_PACE = 60n

/**
 * Reads it. Number and time go on at the pace of the last two blocks: on many chains one follows from the
 * other. The fee stays, as chains have rules and floors of their own for it, and so do coinbase and
 * randomness: of some chains they are the same for many blocks. The fee for blobs is left to the node, as
 * not every one takes it.
 * @throws AppError `chain/bad-answer` where the node has no newest block, or what the call throws.
 */
export async function readNextBlock(call: RpcCall, signal?: AbortSignal): Promise<NextBlock> {
  const blockAt = async (tag: string) => {
    const block = await call('eth_getBlockByNumber', [tag, false], parseEvmHeader, signal)
    if (block === null) throw new AppError('chain/bad-answer', { reason: `no block ${tag}` })
    return block
  }
  const [block, asked] = await Promise.all([
    blockAt('latest'),
    call('eth_gasPrice', [], parseQuantity, signal),
  ])
  const { number, hash, timestamp, gasLimit, miner, mixHash, baseFeePerGas } = block
  const before = number > 0n ? await blockAt(toHex(number - 1n)) : block
  const pace = timestamp - before.timestamp
  const bounded = pace < 1n ? 1n : pace > LONGEST_PACE ? LONGEST_PACE : pace
  const fee = baseFeePerGas ?? 0n
  return {
    base: toHex(number),
    hash,
    overrides: {
      number: toHex(number + 1n),
      time: toHex(timestamp + bounded),
      ...(gasLimit != null && { gasLimit: toHex(gasLimit) }),
      ...(miner && { feeRecipient: miner }),
      ...(mixHash && { prevRandao: mixHash }),
      ...(baseFeePerGas != null && { baseFeePerGas: toHex(fee) }),
    },
    price: asked > fee ? asked : fee,
  }
}
