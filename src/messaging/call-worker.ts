import { isAtOpening, readAtOpening } from '@/src/contract/at-opening'
import type { InputOf, OutputOf, ProcedureName } from '@/src/contract/rpc'
import { send } from './send'

/**
 * Calls the worker; wakes it when it is asleep, and asks again when it died over the call. Rejects with an
 * `AppError`: the procedure's own, or `rpc/unavailable` when the worker cannot be reached, `rpc/invalid` when
 * its answer cannot be read. The schemas that read it are fetched for what a page that only opens does not
 * ask, and for what does not read as it should; nothing is awaited before the call is put, since a popup may
 * close at the press that makes it.
 */
export async function callWorker<N extends ProcedureName>(
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const reply = await send(name, input)
  const known = isAtOpening(name) ? readAtOpening(name, reply) : undefined
  return known ?? (await import('./client')).readReply(name, reply)
}
