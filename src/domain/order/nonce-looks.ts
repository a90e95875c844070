/** One look at an account: how many transactions it had sent, as of a block. */
export type NonceLook = { block: bigint; nonce: number }

/**
 * Where the transaction that used a nonce stands: after the block `from`, and not after `to`. Blocks after
 * `to` were looked through, up to `end`. `at`: the block in which a node showed it.
 */
export type NonceMove = { nonce: number; from: bigint; to: bigint; end: bigint; at?: bigint }

/**
 * What looks at an account showed since an ask. It only says where to search: what is found there is read
 * anew of each node that counts, and a look that lied costs no more than waiting.
 */
export type NonceLooks = { last: NonceLook; moves: NonceMove[] }

/** Whether blocks are left to be looked through for it. */
export const isOpenMove = ({ from, to, at }: NonceMove): boolean =>
  at === undefined && to - from > 1n

/** Nonces that are kept track of: no more of them are ever looked at. */
const mostMoves = 12

/**
 * The looks with one more. The newest is believed, so that no older one outlasts its lie: what it
 * contradicts (a node that was ahead, a chain that was set back) is forgotten or brought within it.
 */
export function withLook(looks: NonceLooks, look: NonceLook): NonceLooks {
  const { last } = looks
  const moves = looks.moves
    .filter(({ nonce, from }) => nonce < look.nonce && from < look.block)
    .map((move) => (move.end > look.block ? within(move, look.block) : move))
  const added: NonceMove[] = []
  if (look.block <= last.block) return { last: look, moves }
  for (
    let { nonce } = last;
    nonce < look.nonce && moves.length + added.length < mostMoves;
    nonce += 1
  ) {
    added.push({ nonce, from: last.block, to: look.block, end: look.block })
  }
  return { last: look, moves: [...moves, ...added] }
}

/** Moves with the blocks in which nodes showed those of the same account elsewhere. */
export function withFound(moves: readonly NonceMove[], others: readonly NonceMove[]): NonceMove[] {
  return moves.map((move) => {
    const at = others.find((each) => each.nonce === move.nonce && each.at !== undefined)?.at
    return at === undefined || !isOpenMove(move) ? move : { ...move, at }
  })
}

function within({ nonce, from }: NonceMove, end: bigint): NonceMove {
  return { nonce, from, to: end, end }
}
