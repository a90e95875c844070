import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58 } from '@/src/lib/base58'
import { author, little, mint, SOL } from './solana'

/** A writer of Solana accounts for tests: byte by byte, so that bad ones can be written too. */

export type SampleToken = {
  mint?: string
  owner?: string
  amount?: bigint
  delegate?: string | null
  delegated?: bigint
  /** 1 is set up, 2 is frozen. */
  state?: number
  /** Lamports that a wrapped SOL account was opened with. */
  native?: bigint | null
  closeAuthority?: string | null
  /** Bytes after the common part. */
  rest?: number[]
}

/** Lamports of a token account's rent. */
export const RENT = 2_039_280n
export const WRAPPED = 'So11111111111111111111111111111111111111112'

const keyBytes = (text: string): number[] => [...(decodeBase58(text) ?? [])]

function option(value: number[] | null, size: number): number[] {
  return value === null ? Array(4 + size).fill(0) : [1, 0, 0, 0, ...value]
}

/** The bytes of a token account of the author, with 1,000 smallest units of the mint. */
export function tokenData(token: SampleToken = {}): Uint8Array {
  const { delegate = null, native = null, closeAuthority = null } = token
  return Uint8Array.from([
    ...keyBytes(token.mint ?? mint),
    ...keyBytes(token.owner ?? author),
    ...little(token.amount ?? 1_000n, 8),
    ...option(delegate === null ? null : keyBytes(delegate), 32),
    token.state ?? 1,
    ...option(native === null ? null : little(native, 8), 8),
    ...little(token.delegated ?? 0n, 8),
    ...option(closeAuthority === null ? null : keyBytes(closeAuthority), 32),
    ...(token.rest ?? []),
  ])
}

/** A token account with its rent; a wrapped one holds its amount in lamports as well. */
export function holding(token: SampleToken = {}, program: string = programs.token) {
  const wrapped = token.native == null ? 0n : (token.amount ?? 1_000n)
  return { lamports: RENT + wrapped, owner: program, data: tokenData(token) }
}

/** A multisig of a token program for which one of these may sign. */
export function multisig(signers: readonly string[], program: string = programs.token) {
  const data = new Uint8Array(355)
  data.set([1, signers.length, 1, ...signers.flatMap(keyBytes)])
  return { lamports: RENT, owner: program, data }
}

/** An account of the system program. */
export function wallet(lamports: bigint) {
  return { lamports, owner: SOL, data: null }
}

/** An extension of Token-2022: type, length, value. */
export function extension(type: number, value: number[]): number[] {
  return [...little(BigInt(type), 2), ...little(BigInt(value.length), 2), ...value]
}
