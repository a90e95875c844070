import { createChains, type ReadableChain } from '@/src/chains/chains'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '@/src/domain/known-chains'
import { createServiceClient, type ServiceClient } from '@/src/service/client'
import { createMirror } from '@/src/store/mirror'
import { readSettings } from '@/src/store/settings'
import { readChains } from './chain-list'
import type { Engine } from './engine'
import { createSolanaChain } from './solana-chain'
import type { World } from './world'

/** How long the list of chains is used before it is read again, ms. */
const chainsFor = 60_000

/** Makes the engine's view of the world: clients and readers by the settings of the moment. */
export function createEngine(world: World, wake: () => void, guard: Engine['guard']): Engine {
  let client: { key: string; client: ServiceClient } | undefined
  let known: { at: number; list: readonly ReadableChain[] } | undefined
  let overrides: Record<string, string> = {}
  const chains = createChains({
    chains: () => known?.list ?? KNOWN_CHAINS,
    overrides: () => overrides,
    fetch: world.fetch,
  })

  async function readers() {
    if (!known || Math.abs(world.now() - known.at) > chainsFor) {
      known = { at: world.now(), list: (await readChains(engine)).chains }
    }
    overrides = (await engine.settings()).rpcUrls
    return chains
  }

  const engine: Engine = {
    db: world.db,
    boot: world.newId(),
    now: world.now,
    newId: world.newId,
    pages: world.pages,
    mirror: createMirror(world.mirrorArea),
    notify: world.notify,
    lock: world.lock,
    announce: world.announce,
    report: world.report,
    wake,
    guard,
    readers,
    settings: () => readSettings(world.db, world.defaults),
    async service() {
      const { serviceUrl, fiatUrl, qrUrl, embedUrl } = await engine.settings()
      const key = JSON.stringify([serviceUrl, fiatUrl, qrUrl, embedUrl])
      if (client?.key !== key) {
        const { version } = world.own
        const urls = { baseUrl: serviceUrl, fiatUrl, qrUrl, embedUrl }
        client = { key, client: createServiceClient({ ...urls, version, fetch: world.fetch }) }
      }
      return client.client
    },
    evm: async (chainId) => (await readers()).evm(chainId),
    witness: async (chainId) => (await readers()).witness(chainId),
    solana: async () => createSolanaChain((await readers()).solana(SOLANA_CHAIN_ID)),
  }
  return engine
}
