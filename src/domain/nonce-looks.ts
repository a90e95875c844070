/** One look at an account: how many transactions it had sent, as of a block. */
export type NonceLook = { block: bigint; nonce: number }

/**
 * Where the transaction that used a nonce stands: after the block `from`, and not after `to`. Blocks after
 * `to` were looked through, up to `end`.
 */
export type NonceMove = { nonce: number; from: bigint; to: bigint; end: bigint }

/**
 * What looks at an account showed since an ask. It only says where to search: what is found there is read
 * anew of each node that counts, and a look that lied costs no more than waiting.
 */
export type NonceLooks = { last: NonceLook; moves: NonceMove[] }

/** Nonces that are kept track of: no more of them are ever looked at. */
const mostMoves = 12

/** The looks with one more; one of a node that is behind, or of a chain that was set back, says nothing. */
export function withLook(looks: NonceLooks, look: NonceLook): NonceLooks {
  const { last, moves } = looks
  if (look.block <= last.block || look.nonce < last.nonce) return looks
  const added: NonceMove[] = []
  for (
    let { nonce } = last;
    nonce < look.nonce && moves.length + added.length < mostMoves;
    nonce += 1
  ) {
    added.push({ nonce, from: last.block, to: look.block, end: look.block })
  }
  return { last: look, moves: [...moves, ...added] }
}
