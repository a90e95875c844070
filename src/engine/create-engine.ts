import type { Chains, ReadableChain } from '@/src/chains/chains'
import type { Settings } from '@/src/contract/rpc'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { toldAt } from '@/src/lib/told-at'
import type { Resources } from '@/src/service/resources'
import { createMirror } from '@/src/store/mirror'
import { createNodeBudget, mostFound } from './chain/node-budget'
import type { Engine } from './engine'
import { readableChains } from './service/chain-list'
import type { World } from './world'

/** How long the list of chains is used before it is read again, ms. */
const chainsFor = 60_000

/** Makes the engine's view of the world: clients and readers by the settings of the moment. */
export function createEngine(world: World, wake: () => void, guard: Engine['guard']): Engine {
  const clients = new Map<string, Resources>()
  let known: { at: number; list: readonly ReadableChain[] } | undefined
  let overrides: Record<string, string> = {}
  let ahead: number | undefined
  let chains: Chains | undefined

  /** Asks the service, and keeps what its answer says the time is: others' can rarely be read. */
  const fetch: World['fetch'] = async (input, init) => {
    const response = await world.fetch(input, init)
    const time = toldAt(response.headers)
    if (time !== undefined) ahead = time - world.now()
    return response
  }

  async function readers() {
    if (!known || Math.abs(world.now() - known.at) > chainsFor) {
      known = { at: world.now(), list: await readableChains(engine) }
    }
    overrides = (await engine.settings()).rpcUrls
    const { createChains } = await import('@/src/chains/chains')
    chains ??= createChains({
      chains: () => known?.list ?? KNOWN_CHAINS,
      overrides: () => overrides,
      nodes: world.nodes,
      ahead: () => ahead,
      fetch: world.fetch,
    })
    return chains
  }

  /** One client for each set of addresses. */
  async function clientAt(settings: Settings): Promise<Resources> {
    const { serviceUrl: baseUrl, fiatUrl } = settings
    const { createResources } = await import('@/src/service/resources')
    const key = JSON.stringify([baseUrl, fiatUrl])
    const { version } = world.own
    const client = clients.get(key) ?? createResources({ baseUrl, fiatUrl, version, fetch })
    clients.set(key, client)
    return client
  }

  const engine: Engine = {
    db: world.db,
    boot: world.newId(),
    now: world.now,
    newId: world.newId,
    pages: world.pages,
    isGranted: (origin) => world.tabs.isGranted(origin),
    mirror: createMirror(world.mirrorArea),
    notify: world.notify,
    lock: world.lock,
    announce: world.announce,
    report: world.report,
    wake,
    guard,
    nodeBudget: createNodeBudget(world.now),
    foundBudget: createNodeBudget(world.now, mostFound),
    seconds: new Map(),
    readers,
    settings: () => world.settings.read(),
    service: async () => clientAt(await engine.settings()),
    async serviceOf({ kind, serviceUrl }) {
      const settings = await engine.settings()
      // A purchase knows the fiat API alone; who moves it away loses none of what was bought there.
      if (kind === 'purchase')
        return clientAt({ ...settings, fiatUrl: serviceUrl ?? settings.fiatUrl })
      // Another path of the same host is the same service under its newer address.
      if (serviceUrl === undefined || isSameOrigin(serviceUrl, settings.serviceUrl)) {
        return clientAt(settings)
      }
      return clientAt({ ...settings, serviceUrl })
    },
    evm: async (chainId) => (await readers()).evm(chainId),
    witness: async (chainId) => (await readers()).witness(chainId),
    solana: async () => {
      const { createSolanaChain } = await import('./chain/solana-chain')
      return createSolanaChain((await readers()).solana(SOLANA_CHAIN_ID))
    },
  }
  return engine
}

function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin
}
