import { unlessReverted } from '@/src/chains/ens'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import type { Engine } from '../engine'
import { agree } from '../proof'

/** `symbol()` and `name()`, EIP-20. */
const SYMBOL = '0x95d89b41'
const NAME = '0x06fdde03'

/** Characters of hex that are kept of a text: a longer one is no name. */
const longest = 1_026

/** Reads what a token says of itself from two operators, or from the person's own node alone. */
export async function readToken(
  engine: Pick<Engine, 'readers' | 'now'>,
  { chainId, address }: InputOf<'readToken'>,
): Promise<OutputOf<'readToken'>> {
  const chains = await engine.readers()
  const proof = await agree({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    async read(reader, _head, signal): Promise<OutputOf<'readToken'>> {
      const read = (data: string) => unlessReverted(reader.returned(address, data, signal))
      const decimals = await unlessReverted(reader.decimals(address, signal))
      if (decimals === undefined) return { kind: 'none' }
      const [symbol = '', name = ''] = await Promise.all([read(SYMBOL), read(NAME)])
      return {
        kind: 'found',
        symbol: symbol.slice(0, longest).toLowerCase(),
        name: name.slice(0, longest).toLowerCase(),
        decimals,
      }
    },
  })
  if (proof.kind === 'proved') return proof.value
  return { kind: proof.kind === 'disagree' ? 'disagree' : 'unread' }
}
