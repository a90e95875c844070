import { type ChainPair, fillerKey } from '@/src/domain/filler-record'
import type { UsualTime } from '@/src/domain/order'
import { usualTimeOf } from '@/src/domain/usual-time'
import type { Backend } from './backend'

/** A route of a service, as its filler is known by it. */
type FillersRoute = { serviceUrl: string; type: string; icon?: string | undefined }

/**
 * How long a route's filler usually took here between two chains, to be kept with the order; nothing where
 * too few orders say so, or none can be read: the order is then held against its promise.
 */
export async function readUsual(
  backend: Pick<Backend, 'readDeeds'>,
  { serviceUrl, type, icon }: FillersRoute,
  pair: ChainPair,
): Promise<{ usual?: UsualTime }> {
  try {
    const [deeds = []] = await backend.readDeeds([fillerKey(serviceUrl, type, icon)])
    const usual = usualTimeOf(deeds, pair)
    return usual ? { usual } : {}
  } catch {
    return {}
  }
}
