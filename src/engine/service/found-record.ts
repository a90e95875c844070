import type { Intent } from '@/src/contract/service/intent'
import type { ServiceOrder } from '@/src/contract/service/order'
import type { Token } from '@/src/contract/service/token'
import { sameAddress } from '@/src/domain/address/address'
import type { Engine } from '../engine'

/** A record of the service: an order, or a deposit that no order carries yet. */
export type FoundRecord = Omit<ServiceOrder, 'id'> & {
  id?: string
  /** The address that was paid, where the order was found by it. */
  depositAddress?: string
}

/** What an order with this intent would say of itself; any other state is under way. */
const statusOf: ReadonlyMap<string, string> = new Map([
  ['solved', 'filled'],
  ['settled', 'filled'],
  ['expired', 'failed'],
  ['cancelled', 'failed'],
  ['error', 'failed'],
])

/** An intent as the record of an order that the service does not have (yet). */
export async function fromIntent(engine: Engine, intent: Intent): Promise<FoundRecord> {
  const { fromChainId, toChainId, author, fromToken, toToken, srcAmount, createdAt } = intent
  const [deposit] = intent.deposits ?? []
  const [from, to] = await Promise.all([
    metaOf(engine, fromChainId, fromToken),
    metaOf(engine, toChainId, toToken),
  ])
  return {
    fromChainId,
    fromToken,
    toChainId,
    toToken,
    srcAmount,
    destAmount: intent.destAmount,
    status: statusOf.get(intent.state) ?? 'deposited',
    author,
    createdAt,
    fromTokenMeta: from,
    toTokenMeta: to,
    ...(deposit ? { depositTxHash: deposit.txHash } : {}),
  }
}

/** An intent names its tokens by address alone; without a name they are shown as unknown. */
export async function metaOf(
  engine: Engine,
  chainId: number,
  address: string | undefined,
): Promise<Token | undefined> {
  if (address === undefined) return undefined
  try {
    const { tokens } = await engine.service()
    const found = await tokens.search(address, { chainIds: [chainId] })
    return found.find((each) => each.chainId === chainId && sameAddress(each.address, address))
  } catch (error) {
    engine.report(error, 'recover')
    return undefined
  }
}
