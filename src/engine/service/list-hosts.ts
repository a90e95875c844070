import type { OutputOf } from '@/src/contract/rpc'
import { openOrders } from '@/src/store/orders'
import type { Engine } from '../engine'
import { readableChains } from './chain-list'

type Host = OutputOf<'listHosts'>['hosts'][number]

/**
 * Every host that may be talked to as things are set now: the services, and for each chain the very
 * addresses that its readers take. One row for a host in one role.
 */
export async function listHosts(engine: Engine): Promise<Host[]> {
  const rows = new Map<string, Host>()
  const add = (url: string, role: Host['role'], chainId?: number, name?: string) => {
    if (!URL.canParse(url)) return
    const { host } = new URL(url)
    const key = JSON.stringify([role, host, name])
    const row = rows.get(key) ?? { host, role, chainIds: [], ...(name ? { name } : {}) }
    if (chainId !== undefined && !row.chainIds.includes(chainId)) row.chainIds.push(chainId)
    rows.set(key, row)
  }
  const { serviceUrl, fiatUrl } = await engine.settings()
  add(serviceUrl, 'service')
  add(fiatUrl, 'service')
  // An order stays with the service that it was made with, whatever is set since.
  for (const order of await openOrders(engine.db)) add(order.serviceUrl ?? serviceUrl, 'service')
  const readers = await engine.readers()
  const ids = new Set((await readableChains(engine)).map(({ id }) => id))
  for (const id of ids) {
    for (const { url, role, name } of readers.addresses(id)) add(url, role, id, name)
  }
  return [...rows.values()]
}
