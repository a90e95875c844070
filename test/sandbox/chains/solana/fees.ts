import type { CompiledTransactionMessage } from '@solana/web3.js'
import { COMPUTE_BUDGET_PROGRAM } from './programs'

/** Lamports a signature costs. */
const LAMPORTS_PER_SIGNATURE = 5_000n
/** Compute units an instruction may use when the transaction does not say. */
const DEFAULT_UNITS = 200_000n
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n
/** Compute budget instructions 2 and 3 (compute-budget-interface). */
const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3

const readLittleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)

/**
 * The fee of a message in lamports: its signatures, and the price it offers for compute units.
 *
 * Without an explicit limit every instruction counts with 200,000 units, which is the upper bound.
 */
export const feeOf = (message: CompiledTransactionMessage): bigint => {
  const signatures = BigInt(message.header.numSignerAccounts)
  let price = 0n
  let limit: bigint | null = null
  let others = 0n
  for (const { programAddressIndex, data } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex]
    const bytes = Uint8Array.from(data ?? [])
    if (program !== COMPUTE_BUDGET_PROGRAM) others += 1n
    else if (bytes[0] === SET_UNIT_LIMIT) limit = readLittleEndian(bytes.slice(1, 5))
    else if (bytes[0] === SET_UNIT_PRICE) price = readLittleEndian(bytes.slice(1, 9))
  }
  const asked = limit ?? others * DEFAULT_UNITS
  const units = asked < MAX_UNITS ? asked : MAX_UNITS
  return signatures * LAMPORTS_PER_SIGNATURE + (units * price + MICRO - 1n) / MICRO
}
