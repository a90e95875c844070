/** One look at an account: how many transactions it had sent, as of a block (decimal). */
export type NonceLook = { block: string; nonce: number }

/**
 * Where the transaction that used a nonce stands: after the block `from`, and not after `to`. Blocks after
 * `to` were looked through, up to `end`.
 */
export type NonceMove = { nonce: number; from: string; to: string; end: string }

/**
 * What looks at an account showed since an ask. It only says where to search: what is found there is read
 * anew of each node that counts, and a look that lied costs no more than waiting.
 */
export type NonceLooks = { last: NonceLook; moves: NonceMove[] }

/** Nonces that are kept track of: no more of them are ever looked at. */
const mostMoves = 12

/** The looks with one more; one of a node that is behind, or of a chain that was set back, says nothing. */
export function withLook({ last, moves }: NonceLooks, look: NonceLook): NonceLooks {
  if (BigInt(look.block) <= BigInt(last.block) || look.nonce < last.nonce) return { last, moves }
  const { block: from } = last
  const { block: to } = look
  const moved = Math.min(look.nonce - last.nonce, mostMoves - moves.length)
  const added = Array.from({ length: moved }, (_, at) => last.nonce + at)
  return { last: look, moves: [...moves, ...added.map((nonce) => ({ nonce, from, to, end: to }))] }
}
