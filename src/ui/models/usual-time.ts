import type { UsualTime } from '@/src/domain/order/order'
import { usualTimeOf } from '@/src/domain/order/usual-time'
import type { Backend } from './backend'

type OnChain = { chainId: number }

/**
 * How long a filler, by its key, usually took here between the chains of two tokens, to be kept with the
 * order; nothing where too few orders say so, or none can be read: the order is then held against its promise.
 */
export async function readUsual(
  backend: Pick<Backend, 'readDeeds'>,
  filler: string,
  from: OnChain,
  to: OnChain,
): Promise<{ usual?: UsualTime }> {
  try {
    const [deeds = []] = await backend.readDeeds([filler])
    const usual = usualTimeOf(deeds, { fromChainId: from.chainId, toChainId: to.chainId })
    return usual ? { usual } : {}
  } catch {
    return {}
  }
}
