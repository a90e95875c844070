import type { Operator } from '@/src/chains/chains'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { isNativeAddress } from '@/src/domain/address/address'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import type { TxHash } from '@/src/domain/names'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { toTokenAccount } from '@/src/domain/solana/token-account'
import { lower } from '@/src/lib/extremes'
import { askEnough, needed, oldestFirst, quietly, type Search, type Sought } from './payments'

type Nodes = { operators: readonly Operator<SolanaReader>[]; rhythm: Rhythm }

/**
 * Looks through the history of a Solana account, and of the token accounts that hold what is due for it,
 * for what may be a payment: all that two operators list (or the person's own node, or the only one there
 * is) in slots from `from` on. Each is to be proved. With a `memo`, only what carries it.
 */
export async function findSignatures(
  { operators, rhythm }: Nodes,
  { due, tries }: Search,
  from: bigint,
  memo?: string,
): Promise<Sought> {
  const accounts = await accountsOf(due.to, due.token)
  const looks = await askEnough(operators, tries, async (reader) => {
    // Before the lists: what comes in the meantime stands in slots that are not said to be looked through.
    const { number, time } = await reader.head()
    const lists = await Promise.all(
      accounts.map((account) => reader.signaturesSince(account, from - 1n)),
    )
    // After them: what a node has forgotten meanwhile it does not list, and does not say so.
    const first = await quietly(() => reader.firstAvailableBlock())
    const isWhole = lists.every((each) => each.isWhole) && first !== undefined && first <= from
    return { number, time, isWhole, entries: lists.flatMap(({ entries }) => entries) }
  })
  const all = new Map<string, { hash: TxHash; block: bigint }>()
  for (const entry of looks.flatMap(({ entries }) => entries)) {
    if (memo !== undefined && !carries(entry.memo, memo)) continue
    const block = BigInt(entry.slot)
    const known = all.get(entry.signature)
    if (!known || block < known.block) all.set(entry.signature, { hash: entry.signature, block })
  }
  const transfers = oldestFirst(all.values())
  const isWhole = looks.every((each) => each.isWhole)
  if (looks.length < needed(operators) || !isWhole) return { transfers, isBehind: false }
  const depth = BigInt(rhythm.arrival)
  const scanned = looks.map(({ number }) => number - depth).reduce(lower)
  // Slots may take twice their time: it says no more than was seen.
  const deep = Math.ceil((2 * rhythm.arrival * rhythm.blockMs) / 1_000)
  const time = Math.min(...looks.map((each) => each.time)) - deep
  return { transfers, scanned, time, isBehind: false }
}

/** Where a payment leaves its trace: a transfer of a token names the token account, not its owner. */
export async function accountsOf(owner: string, token: string): Promise<string[]> {
  if (isNativeAddress(token)) return [owner]
  const both = [programs.token, programs.token2022]
  return [owner, ...(await Promise.all(both.map((each) => toTokenAccount(owner, token, each))))]
}

/** A node lists memos as `[length] text`, several of them with `; ` between. */
function carries(listed: string | undefined, memo: string): boolean {
  const entry = `[${new TextEncoder().encode(memo).length}] ${memo}`
  return listed?.split('; ').includes(entry) === true
}

/** The memos of a transaction, as each of the nodes that are asked shows it; none where it shows nothing. */
export async function memosOf(
  { operators }: Nodes,
  tries: number,
  hash: TxHash,
): Promise<string[][]> {
  const shown = await askEnough(operators, tries, (reader) => reader.transaction(hash))
  return shown.map((each) => {
    const { instructions = [] } = (each && parseSolanaTransaction(each.bytes)) ?? {}
    const memos = instructions.filter(
      ({ program }) => program === programs.memo || program === programs.memoV1,
    )
    return memos.map(({ data }) => new TextDecoder().decode(data))
  })
}
