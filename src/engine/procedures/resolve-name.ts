import { readName } from '@/src/chains/ens'
import type { OutputOf } from '@/src/contract/rpc'
import { agree } from '../chain/proof'
import type { Engine } from '../engine'

/** Reads what a normalised name stands for from two operators, or from the person's own node alone. */
export async function resolveName(
  engine: Pick<Engine, 'readers' | 'now'>,
  name: string,
): Promise<OutputOf<'resolveName'>> {
  const chains = await engine.readers()
  const chainId = chains.nameChain()
  const proof = await agree({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: (reader, _head, signal) => readName(reader, name, signal),
  })
  if (proof.kind === 'proved') return proof.value
  return { kind: proof.kind === 'disagree' ? 'disagree' : 'unread' }
}
