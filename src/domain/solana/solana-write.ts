import { decodeBase58 } from '@/src/lib/base58'
import { writeCompactU16 } from '@/src/lib/compact-u16'
import { MAX_TRANSACTION_BYTES, type SolanaInstruction } from './solana-message'
import { programs } from './solana-program'

const read = (key: string) => ({ key, signer: false, writable: false })
const write = (key: string) => ({ key, signer: false, writable: true })
const sign = (key: string) => ({ key, signer: true, writable: true })

/** A number as the runtime reads it, the low byte first. */
const little = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

/** Who pays, where to, and how much of it in smallest units; `references` are named beside it. */
type Payment = { from: string; to: string; units: bigint; references: readonly string[] }

/** `Transfer` of lamports. */
export function writeTransfer({ from, to, units, references }: Payment): SolanaInstruction {
  return {
    program: programs.system,
    accounts: [sign(from), write(to), ...references.map(read)],
    data: Uint8Array.from([...little(2n, 4), ...little(units, 8)]),
  }
}

/** `TransferChecked` between token accounts, by either token program. */
export function writeTokenTransfer({
  program,
  mint,
  decimals,
  owner,
  from,
  to,
  units,
  references,
}: Payment & {
  program: string
  mint: string
  decimals: number
  owner: string
}): SolanaInstruction {
  return {
    program,
    accounts: [write(from), read(mint), write(to), sign(owner), ...references.map(read)],
    data: Uint8Array.from([12, ...little(units, 8), decimals]),
  }
}

/** `CreateIdempotent` of an associated token account: does nothing where it is there already. */
export function writeCreateAccount(named: {
  payer: string
  account: string
  owner: string
  mint: string
  program: string
}): SolanaInstruction {
  const { payer, account, owner, mint, program } = named
  const accounts = [
    sign(payer),
    write(account),
    ...[owner, mint, programs.system, program].map(read),
  ]
  return { program: programs.associatedToken, accounts, data: Uint8Array.of(1) }
}

export function writeMemo(text: string): SolanaInstruction {
  return { program: programs.memo, accounts: [], data: new TextEncoder().encode(text) }
}

/**
 * A legacy transaction that nobody signed yet, which its payer alone signs; null where a key is none, or
 * where it is longer than a packet. `blockhash` in base58.
 */
export function writeSolanaTransaction({
  payer,
  blockhash,
  instructions,
}: {
  payer: string
  blockhash: string
  instructions: readonly SolanaInstruction[]
}): Uint8Array | null {
  const uses = instructions.flatMap(({ accounts }) => accounts)
  const isWritten = (key: string) => uses.some((use) => use.key === key && use.writable)
  const named = [...uses.map(({ key }) => key), ...instructions.map(({ program }) => program)]
  const others = [...new Set(named)].filter((key) => key !== payer)
  const writable = others.filter(isWritten)
  const readonly = others.filter((key) => !isWritten(key))
  const keys = [payer, ...writable, ...readonly]
  const words = [...keys, blockhash].map(decodeBase58)
  const bytes = words.flatMap((word) => [...(word ?? [])])
  if (words.some((word) => word?.length !== 32)) return null
  const run = (data: ArrayLike<number>) => [...writeCompactU16(data.length), ...Array.from(data)]
  const calls = instructions.flatMap(({ program, accounts, data }) => [
    keys.indexOf(program),
    ...run(accounts.map(({ key }) => keys.indexOf(key))),
    ...run(data),
  ])
  const wire = Uint8Array.from([
    // One signature, still empty; then who signs, and who is only read.
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, readonly.length],
    ...[...writeCompactU16(keys.length), ...bytes],
    ...[...writeCompactU16(instructions.length), ...calls],
  ])
  return wire.length > MAX_TRANSACTION_BYTES ? null : wire
}
