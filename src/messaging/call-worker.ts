import { isAtOpening, readAtOpening } from '@/src/contract/at-opening'
import type { InputOf, OutputOf, ProcedureName } from '@/src/contract/rpc'
import { send } from './send'

/**
 * Calls the worker as `client` does, whose schemas are fetched for what a page that only opens does not ask,
 * and for what does not read as it should.
 */
export async function callWorker<N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  if (!isAtOpening(name)) return (await import('./client')).call(name, input)
  const reply = await send(name, input)
  return readAtOpening(name, reply) ?? (await import('./client')).readReply(name, reply)
}
