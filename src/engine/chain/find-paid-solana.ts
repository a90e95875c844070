import type { SolanaReader } from '@/src/chains/solana-reader'
import { isNativeAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { toTokenAccount } from '@/src/domain/solana/token-account'

/** Token accounts of an address whose history is read. */
const mostAccounts = 8

/**
 * What one node lists of a Solana address and of the token accounts that it holds in the last `back` slots,
 * the newest first. `isPartial`: it lists more than is read. A token account that was closed since shows
 * in the address's own history where it was opened by a payment, and nowhere else.
 */
export async function paidOnSolana(
  reader: SolanaReader,
  { address, back }: { address: string; back: bigint },
  signal: AbortSignal,
): Promise<{ hashes: string[]; isPartial: boolean }> {
  const [head, held] = await Promise.all([
    reader.head(signal),
    reader.tokenAccounts(address, signal),
  ])
  const from = head.number > back ? head.number - back : 0n
  const accounts = [address, ...held.slice(0, mostAccounts)]
  const lists = await Promise.all(
    accounts.map((account) => reader.signaturesSince(account, from, signal)),
  )
  const entries = lists.flatMap((each) => each.entries).sort((a, b) => b.slot - a.slot)
  const isWhole = held.length <= mostAccounts && lists.every((each) => each.isWhole)
  return { hashes: [...new Set(entries.map((each) => each.signature))], isPartial: !isWhole }
}

/** Programs of a payment that does nothing else; a memo is how a swap names itself to its service. */
const plain: readonly string[] = [
  programs.system,
  programs.token,
  programs.token2022,
  programs.associatedToken,
  programs.computeBudget,
  programs.lighthouse,
]

/**
 * The address that a Solana transaction paid so much (smallest unit) of a token to, where it was the first
 * that ever came there: an address made for one order, and not the vault of a service. Empty where somebody
 * else than the author paid, and the address cannot be told; undefined where the author may have paid a
 * swap.
 */
export async function solanaPayee(
  reader: SolanaReader,
  bytes: Uint8Array,
  paid: { hash: TxHash; token: string; amount: bigint; author: string | undefined },
): Promise<string | undefined> {
  const { hash, token, amount, author } = paid
  const tx = parseSolanaTransaction(bytes)
  if (!tx || author === undefined) return undefined
  // The network's fee may be another's.
  const isOwn = tx.accounts.some(({ key, signer }) => signer && key === author)
  const unknown = isOwn ? undefined : ''
  if (isOwn && tx.instructions.some(({ program }) => !plain.includes(program))) return undefined
  const changes = await reader.balances(hash)
  if (!changes) return unknown
  const native = isNativeAddress(token)
  const credited = native
    ? [...changes.lamports].map(([account, change]) => ({ account, owner: account, ...change }))
    : changes.tokens.filter(({ mint }) => mint === token)
  const [one, other] = credited.filter(({ before, after }) => after - before === amount)
  if (!one || other) return unknown
  const { entries, isWhole } = await reader.signaturesSince(one.account, 0n)
  if (!isWhole || entries.at(-1)?.signature !== hash) return unknown
  const { account, owner } = one
  if (native || owner === null) return account
  const both = [programs.token, programs.token2022]
  const named = await Promise.all(both.map((program) => toTokenAccount(owner, token, program)))
  return named.includes(account) ? owner : account
}
