import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { encodeBase64 } from '@/src/lib/bytes'
import { acceptedOrder } from './policy'

/** A writer of Solana transactions for tests: byte by byte, so that bad ones can be written too. */

export type SampleInstruction = {
  program: string
  /** Indexes among the message's accounts, as the message writes them. */
  accounts?: number[]
  data?: Uint8Array | number[]
}

export type SampleMessage = {
  version?: 'legacy' | 0 | number
  signers?: number
  readonlySigners?: number
  readonlyOthers?: number
  keys: string[]
  blockhash?: string
  instructions: SampleInstruction[]
  lookups?: { table: string; writable: number[]; readonly: number[] }[]
  signatures?: Uint8Array[]
  tail?: number[]
}

/** A key that is told apart by its letter; base58 of 32 bytes. */
export function key(letter: string): string {
  return encodeBase58(new Uint8Array(32).fill(letter.charCodeAt(0)))
}

export const author = key('A')
export const vault = key('V')
export const vaultTokens = key('W')
export const ownTokens = key('T')
export const mint = key('M')
export const other = key('X')
export const blockhash = key('B')
export const table = key('L')
export const SOL = '1'.repeat(32)

function count(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]
}

const run = (bytes: ArrayLike<number>): number[] => [...count(bytes.length), ...Array.from(bytes)]
const keyBytes = (text: string): number[] => [...(decodeBase58(text) ?? [])]

export function little(value: bigint, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn))
}

/** The bytes that are signed. */
export function message(sample: SampleMessage): Uint8Array {
  const { keys, instructions, lookups = [], version = 0 } = sample
  const program = (name: string) => keys.indexOf(name) & 0xff
  return Uint8Array.from([
    ...(version === 'legacy' ? [] : [0x80 | version]),
    sample.signers ?? 1,
    sample.readonlySigners ?? 0,
    sample.readonlyOthers ?? 0,
    ...count(keys.length),
    ...keys.flatMap(keyBytes),
    ...keyBytes(sample.blockhash ?? blockhash),
    ...count(instructions.length),
    ...instructions.flatMap((one) => [
      program(one.program),
      ...run(one.accounts ?? []),
      ...run(one.data ?? []),
    ]),
    ...(version === 'legacy' ? [] : count(lookups.length)),
    ...lookups.flatMap((one) => [
      ...keyBytes(one.table),
      ...run(one.writable),
      ...run(one.readonly),
    ]),
    ...(sample.tail ?? []),
  ])
}

/** A whole transaction; unsigned ones carry zeros, as services send them. */
export function transaction(sample: SampleMessage): Uint8Array {
  const signatures = sample.signatures ?? Array(sample.signers ?? 1).fill(new Uint8Array(64))
  return Uint8Array.from([
    ...count(signatures.length),
    ...signatures.flatMap((signature) => [...signature]),
    ...message(sample),
  ])
}

export const transferSol = (amount: bigint, from = 0, to = 1): SampleInstruction => ({
  program: programs.system,
  accounts: [from, to],
  data: [2, 0, 0, 0, ...little(amount, 8)],
})

/** `TransferChecked`: source, mint, destination, owner. */
export const transferTokens = (
  amount: bigint,
  decimals = 6,
  accounts = [1, 3, 2, 0],
): SampleInstruction => ({
  program: programs.token,
  accounts,
  data: [12, ...little(amount, 8), decimals],
})

export const memo = (text: string): SampleInstruction => ({
  program: programs.memo,
  data: new TextEncoder().encode(text),
})

export const unitLimit = (units: bigint): SampleInstruction => ({
  program: programs.computeBudget,
  data: [2, ...little(units, 4)],
})

export const unitPrice = (price: bigint): SampleInstruction => ({
  program: programs.computeBudget,
  data: [3, ...little(price, 8)],
})

export const amountIn = 1_000_000n

export function acceptedSolana(token = mint) {
  const order = acceptedOrder({ author, refundTo: author })
  return {
    ...order,
    from: {
      chainId: 20_011_000_000,
      address: token,
      symbol: 'X',
      decimals: token === mint ? 6 : 9,
      amount: amountIn.toString(),
    },
  }
}

/** A SOL deposit as the service builds it: a transfer to the vault and a memo. */
export function solDeposit(patch: Partial<SampleMessage> = {}): SampleMessage {
  return {
    keys: [author, vault, programs.system, programs.memo],
    readonlyOthers: 2,
    instructions: [transferSol(amountIn), memo('order')],
    ...patch,
  }
}

/** A token deposit: open the vault's account if need be, transfer, memo. */
export function tokenDeposit(patch: Partial<SampleMessage> = {}): SampleMessage {
  const { system, token, associatedToken } = programs
  return {
    keys: [
      author,
      ownTokens,
      vaultTokens,
      mint,
      vault,
      system,
      token,
      associatedToken,
      programs.memo,
    ],
    readonlyOthers: 6,
    instructions: [
      { program: associatedToken, accounts: [0, 2, 4, 3, 5, 6], data: [1] },
      transferTokens(amountIn),
      memo('order'),
    ],
    ...patch,
  }
}

export function solanaBuild(sample: SampleMessage) {
  return {
    kind: 'CONTRACT_CALL',
    approvals: [
      {
        type: 'solana_sendTransaction',
        transaction: encodeBase64(transaction(sample)),
        deposit: true,
      },
    ],
  }
}
