import { expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { createCatalog } from './catalog'

it('names a known chain itself, whatever the service calls it, and another as it is told', async () => {
  const backend = createFixtureBackend({ now: () => 0, orders: {} })
  const { call } = backend
  backend.call = (async (name: string, input: never) => {
    const answer = await call(name as never, input)
    if (name !== 'listChains') return answer
    const { chains } = answer as { chains: { id: number }[] }
    const [first] = chains
    const told = [...chains, { ...first, id: 999_999 }]
    return { ...(answer as object), chains: told.map((one) => ({ ...one, name: 'Ethereum Two' })) }
  }) as typeof call
  const catalog = createCatalog({ backend })
  await catalog.load()
  expect([8453, 1, 999_999].map(catalog.nameOf)).toEqual(['Base', 'Ethereum', 'Ethereum Two'])
  expect(catalog.chain(8453)?.name).toBe('Base')
})
