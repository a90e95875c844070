import { createHash } from 'node:crypto'
import { programs } from '@/src/domain/solana/solana-program'
import { encodeBase58 } from '@/src/lib/base58'
import { little, message, type SampleMessage, transaction } from '@/test/samples/solana'

/** How the chain's own coin is named where a mint would stand. */
export const lamports = '1'.repeat(32)

/** So much of a mint (or of lamports), smallest unit, from one owner to another. */
export type SolanaMove = { token: string; from: string; to: string; amount: bigint }

/** A transaction as its payer signs it. */
export type SolanaDraft = {
  /** Who pays the fee, and signs first. */
  payer: string
  moves: readonly SolanaMove[]
  memos?: readonly string[]
  /** Its instructions fail when it lands: nothing moves, and the fee is taken all the same. */
  fails?: true
  /** Opens the token accounts of those who are paid, or does nothing where they are open. */
  opens?: boolean | undefined
  /** Names who is paid by an address table: their addresses are not among its own keys. */
  byTable?: boolean | undefined
  /** The first version of the memo program, which is listed like the second. */
  oldMemo?: boolean
}

export type SolanaWire = {
  signature: string
  bytes: Uint8Array
  version: 'legacy' | 0
  /** Keys of the message, those that sign first. */
  keys: string[]
  signers: number
  readonlyOthers: number
  /** Accounts of the address table, all of them written to. */
  loaded: string[]
}

type Call = { program: string; accounts: string[]; data: number[] }

const table = encodeBase58(new Uint8Array(32).fill(0x4c))

/**
 * Writes a transaction: a price for compute units that tells it from its like (`number`), the accounts it
 * opens, its moves, its memos. https://solana.com/docs/core/transactions
 */
export function writeSolana(
  draft: SolanaDraft,
  { number, blockhash, tokenAccount }: Written,
): SolanaWire {
  const { payer, moves, memos = [], opens, byTable, oldMemo } = draft
  const signers = [...new Set([payer, ...moves.map(({ from }) => from)])]
  const calls: Call[] = [
    { program: programs.computeBudget, accounts: [], data: [3, ...little(BigInt(number), 8)] },
    ...moves.flatMap((move) => toCalls(move, { payer, opens, tokenAccount })),
    ...memos.map((text) => ({
      program: oldMemo ? programs.memoV1 : programs.memo,
      accounts: [],
      data: [...new TextEncoder().encode(text)],
    })),
  ]
  const named = [...new Set(calls.flatMap(({ accounts }) => accounts))]
  const paid = moves.flatMap(({ token, to }) =>
    token === lamports ? [to] : [tokenAccount(to, token)],
  )
  const loaded = byTable ? [...new Set(paid)].filter((key) => !signers.includes(key)) : []
  const written = named.filter((key) => !isReadonly(key, moves))
  const statics = written.filter((key) => !signers.includes(key) && !loaded.includes(key))
  const readonly = [
    ...named.filter((key) => isReadonly(key, moves) && !signers.includes(key)),
    ...new Set(calls.map(({ program }) => program)),
  ]
  const only = [...new Set(readonly)]
  const keys = [...signers, ...statics, ...only]
  const all = [...keys, ...loaded]
  const version = byTable ? 0 : 'legacy'
  const sample: SampleMessage = {
    version,
    keys,
    signers: signers.length,
    readonlyOthers: only.length,
    blockhash,
    instructions: calls.map(({ program, accounts, data }) => ({
      program,
      accounts: accounts.map((key) => all.indexOf(key)),
      data,
    })),
    ...(byTable ? { lookups: [{ table, writable: loaded.map((_, at) => at), readonly: [] }] } : {}),
  }
  // Nobody holds it against a key here: one that is like no other is enough.
  const signature = createHash('sha512').update(message(sample)).digest()
  const signatures = signers.map(() => new Uint8Array(signature))
  return {
    signature: encodeBase58(new Uint8Array(signature)),
    bytes: transaction({ ...sample, signatures }),
    version,
    keys,
    signers: signers.length,
    readonlyOthers: only.length,
    loaded,
  }
}

type Written = {
  number: number
  blockhash: string
  tokenAccount: (owner: string, mint: string) => string
}

/** Owners and mints are only read: what is written to is the token accounts. */
function isReadonly(key: string, moves: readonly SolanaMove[]): boolean {
  const isOwner = moves.some(({ token, to }) => token !== lamports && to === key)
  const isMint = moves.some(({ token }) => token === key)
  const isProgram = Object.values(programs).some((each) => each === key)
  return (
    isProgram ||
    isMint ||
    (isOwner && !moves.some((each) => each.token === lamports && each.to === key))
  )
}

/** `CreateIdempotent`, then `TransferChecked`; of lamports the system's `Transfer`. */
function toCalls(
  { token, from, to, amount }: SolanaMove,
  {
    payer,
    opens,
    tokenAccount,
  }: Pick<SolanaDraft, 'payer' | 'opens'> & Pick<Written, 'tokenAccount'>,
): Call[] {
  if (token === lamports) {
    return [
      { program: programs.system, accounts: [from, to], data: [2, 0, 0, 0, ...little(amount, 8)] },
    ]
  }
  const [source, target] = [tokenAccount(from, token), tokenAccount(to, token)]
  const open: Call = {
    program: programs.associatedToken,
    accounts: [payer, target, to, token, programs.system, programs.token],
    data: [1],
  }
  const data = [12, ...little(amount, 8), 6]
  const move: Call = { program: programs.token, accounts: [source, token, target, from], data }
  return opens ? [open, move] : [move]
}

/** As nodes list memos of both versions: `[bytes] text`, several with `; ` between. */
export function toMemoText(memos: readonly string[]): string | null {
  if (memos.length === 0) return null
  return memos.map((text) => `[${new TextEncoder().encode(text).length}] ${text}`).join('; ')
}
