import type { EvmReader } from '@/src/chains/evm-reader'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { takersOf } from '@/src/domain/policy/effects-route'
import { greater } from '@/src/lib/extremes'
import { requireAsking } from '@/src/store/orders'
import { agree, type Proof } from '../chain/proof'
import type { Engine } from '../engine'

/**
 * Reads on independent nodes what those who take part in an order may take by older approvals: of the token
 * that is paid, and of others, at Permit2 as well: no request of it asks for those, and a trial shows none of
 * it gone. Of what is paid, a trial shows what may be taken at Permit2.
 */
export async function readStanding(
  engine: Engine,
  { orderId, tokens }: InputOf<'readStanding'>,
): Promise<OutputOf<'readStanding'>> {
  const { accepted, steps } = await requireAsking(engine.db, orderId)
  const { author, from } = accepted
  const takers = [...new Set(steps.flatMap(({ facts }) => takersOf(facts)))]
  const others = tokens.filter((token) => !sameAddress(token, from.address))
  const own = isNativeAddress(from.address) ? [] : [from.address]
  const pairs = [...own, ...others].flatMap((token) =>
    takers.map((spender) => ({ token, spender, plain: token === from.address })),
  )
  if (pairs.length === 0) return { standing: [] }
  const chains = await engine.readers()
  const proof = await agree<EvmReader, bigint[]>({
    operators: chains.operators(from.chainId),
    rhythm: chains.rhythm(from.chainId),
    now: engine.now(),
    read: (reader, _head, signal) => reader.mayTake(author, pairs, engine.now(), signal),
  })
  const words = wordsOf(proof)
  const most = (at: number) => words.reduce((all, word) => greater(all, word[at] ?? 0n), 0n)
  const standing = pairs.map(({ token, spender }, at) => {
    return { token, spender, amount: String(most(at)) }
  })
  return { standing: standing.filter(({ amount }) => amount !== '0') }
}

/** Whatever any node shows counts: it is shown, and frees nobody to do anything. */
function wordsOf(proof: Proof<bigint[]>): bigint[][] {
  if (proof.kind === 'disagree') return proof.words.map(({ value }) => value)
  return proof.kind === 'unknown' ? [] : [proof.value]
}
