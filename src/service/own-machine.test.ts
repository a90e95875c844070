import { describe, expect, it } from 'vitest'
import { createServiceClient } from './client'

/** A service somewhere that answers everything with the same body. */
function clientAt(base: string, body: unknown) {
  return createServiceClient({
    baseUrl: base,
    fiatUrl: base,
    embedUrl: base,
    version: '1.0.0',
    fetch: async () => new Response(JSON.stringify(body)),
  })
}

const here = 'http://127.0.0.1:8080'
const far = 'https://service.example'
const chain = {
  type: 'eip155',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${here}/rpc`, 'https://node.example'] } },
  blockExplorers: { default: { name: 'Scan', url: `${here}/scan` } },
}
const action = { type: 'redirect', url: `${here}/pay` }
const order = { orderId: 'a', status: 'pending', action }

describe('addresses of the own machine', () => {
  it('given by a service elsewhere, then no node and no explorer is taken from it', async () => {
    const [read] = await clientAt(far, [chain]).chains.list()
    expect(read?.rpcUrls?.default.http).toEqual(['https://node.example'])
    expect(read?.blockExplorers).toBeUndefined()
    expect(read?.name).toBe('Base')
  })

  it('given by a service elsewhere as a checkout, then there is nothing to open, and the number is kept', async () => {
    const { fiat } = clientAt(far, order)
    const kept = { ...order, action: { type: 'redirect' } }
    expect(await fiat.createOrder({ quoteId: 'q' })).toEqual(kept)
    expect(await fiat.getOrder('a')).toMatchObject(kept)
  })

  it('given by a service on this machine, then all of them are taken', async () => {
    const [read] = await clientAt(here, [chain]).chains.list()
    expect(read).toMatchObject({ rpcUrls: chain.rpcUrls, blockExplorers: chain.blockExplorers })
    expect((await clientAt(here, order).fiat.getOrder('a')).action).toMatchObject(action)
  })
})
