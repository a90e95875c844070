import type { Address } from '@solana/web3.js'
import { getTransferSolInstructionDataDecoder } from '@solana-program/system'
import {
  getTransferCheckedInstructionDataDecoder,
  getTransferInstructionDataDecoder,
} from '@solana-program/token'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs'
import type { WireTransaction } from './wire'

/** An instruction with its accounts looked up. */
export interface ResolvedInstruction {
  readonly programId: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** The instructions this chain can read; amounts are in smallest units. */
export type KnownInstruction =
  | {
      readonly kind: 'transfer'
      readonly source: string
      readonly destination: string
      readonly lamports: bigint
    }
  | {
      readonly kind: 'tokenTransfer'
      /** Token accounts, not wallets. */
      readonly source: string
      readonly destination: string
      readonly authority: string
      readonly amount: bigint
      /** Only TransferChecked says these. */
      readonly checked: { readonly mint: string; readonly decimals: number } | null
    }
  | {
      readonly kind: 'createTokenAccount'
      readonly payer: string
      readonly account: string
      readonly wallet: string
      readonly mint: string
      readonly isIdempotent: boolean
    }
  | { readonly kind: 'memo'; readonly text: string }

/** System instruction 2 is Transfer: u32 little endian (system_instruction.rs). */
const SYSTEM_TRANSFER = [2, 0, 0, 0]
/** SPL token instructions 3 and 12 (spl-token instruction.rs). */
const TOKEN_TRANSFER = 3
const TOKEN_TRANSFER_CHECKED = 12

/** Looks an instruction's program and accounts up in the transaction's account list. */
export const resolveInstruction = (
  accounts: readonly string[],
  programIndex: number,
  indices: readonly number[],
  data: Uint8Array,
): ResolvedInstruction => ({
  programId: accounts[programIndex] ?? '',
  accounts: indices.map((index) => accounts[index] ?? ''),
  data,
})

/** The top-level instructions of a transaction, in order; `names` are its accounts. */
export const instructionsOf = (
  wire: WireTransaction,
  names: readonly string[],
): readonly ResolvedInstruction[] =>
  wire.message.instructions.map((instruction) =>
    resolveInstruction(
      names,
      instruction.programAddressIndex,
      instruction.accountIndices ?? [],
      Uint8Array.from(instruction.data ?? []),
    ),
  )

/** Reads an instruction, or null when it is none of the known ones. */
export const readInstruction = (instruction: ResolvedInstruction): KnownInstruction | null => {
  switch (instruction.programId as Address) {
    case SYSTEM_PROGRAM:
      return readSystem(instruction)
    case TOKEN_PROGRAM:
      return readToken(instruction)
    case ASSOCIATED_TOKEN_PROGRAM:
      return readAssociatedToken(instruction)
    case MEMO_PROGRAM:
      return { kind: 'memo', text: new TextDecoder().decode(instruction.data) }
    default:
      return null
  }
}

const readSystem = ({ accounts, data }: ResolvedInstruction): KnownInstruction | null => {
  const [source, destination] = accounts
  if (source === undefined || destination === undefined) return null
  if (data.length !== 12 || !SYSTEM_TRANSFER.every((byte, i) => data[i] === byte)) return null
  const { amount } = getTransferSolInstructionDataDecoder().decode(data)
  return { kind: 'transfer', source, destination, lamports: amount }
}

const readToken = ({ accounts, data }: ResolvedInstruction): KnownInstruction | null => {
  if (data[0] === TOKEN_TRANSFER && data.length === 9) {
    const [source, destination, authority] = accounts
    if (source === undefined || destination === undefined || authority === undefined) return null
    const { amount } = getTransferInstructionDataDecoder().decode(data)
    return { kind: 'tokenTransfer', source, destination, authority, amount, checked: null }
  }
  if (data[0] === TOKEN_TRANSFER_CHECKED && data.length === 10) {
    const [source, mint, destination, authority] = accounts
    if (source === undefined || mint === undefined) return null
    if (destination === undefined || authority === undefined) return null
    const { amount, decimals } = getTransferCheckedInstructionDataDecoder().decode(data)
    const checked = { mint, decimals }
    return { kind: 'tokenTransfer', source, destination, authority, amount, checked }
  }
  return null
}

/** No data or 0 is Create, 1 is CreateIdempotent (spl-associated-token-account instruction.rs). */
const readAssociatedToken = ({ accounts, data }: ResolvedInstruction): KnownInstruction | null => {
  const [payer, account, wallet, mint] = accounts
  if (payer === undefined || account === undefined) return null
  if (wallet === undefined || mint === undefined || data.length > 1 || (data[0] ?? 0) > 1) {
    return null
  }
  const isIdempotent = data[0] === 1
  return { kind: 'createTokenAccount', payer, account, wallet, mint, isIdempotent }
}
