import type { OutputOf } from '@/src/contract/rpc'
import { familyAbroad, isPayableAbroad } from '@/src/domain/chain/foreign-chain'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import type { Handlers } from '@/src/messaging/serve'
import type { Engine } from '../engine'
import { readChains } from '../service/chain-list'

type Names =
  | 'listChains'
  | 'listTokens'
  | 'listForeign'
  | 'readHub'
  | 'searchTokens'
  | 'topTokens'
  | 'readBalances'
  | 'readBalance'
  | 'estimateReserve'
  | 'autocomplete'
  | 'resolveName'
  | 'readToken'

/** Reads of the catalog and of balances. */
export function catalogProcedures(
  engine: Engine,
  reads: {
    balance(chainId: number, token: string, owner: string): Promise<bigint>
    reserve(chainId: number): Promise<bigint>
  },
): Pick<Handlers, Names> {
  return {
    listChains: () => readChains(engine),
    listForeign: () => listForeign(engine),
    readHub: async () => (await import('../service/hub-list')).readHub(engine),
    listTokens: async (query) => (await engine.service()).tokens.list(query),
    searchTokens: async ({ q, chainIds }) => ({
      tokens: await (await engine.service()).tokens.search(q, { chainIds }),
    }),
    topTokens: async ({ chainIds }) => ({
      tokens: await (await engine.service()).tokens.top({ chainIds }),
    }),
    readBalances: async ({ address, chainIds }) => ({
      tokens: await (await engine.service()).tokens.balances(address, { chainIds }),
    }),
    readBalance: async ({ chainId, token, address }) => {
      requireFamily(chainId, address)
      return { amount: String(await reads.balance(chainId, token, address)) }
    },
    estimateReserve: async ({ chainId }) => ({ amount: String(await reads.reserve(chainId)) }),
    autocomplete: async ({ text }) => {
      const { tokens } = await engine.service()
      if (text === '') return { items: [], seeds: await tokens.suggestions() }
      return { items: (await tokens.autocomplete(text)).data, seeds: [] }
    },
    resolveName: async ({ name }) => (await import('./resolve-name')).resolveName(engine, name),
    readToken: async (query) => (await import('./read-token')).readToken(engine, query),
  }
}

function requireFamily(chainId: number, address: string): void {
  const evm = address.startsWith('0x')
  if (evm !== (familyOfChain(chainId) === 'eip155')) {
    throw new AppError('form/recipient-wrong-family', { chainId })
  }
}

/** What can be paid with on chains that are only paid from; nothing is asked where there are none. */
async function listForeign(engine: Engine): Promise<OutputOf<'listForeign'>> {
  const { foreign, unchecked } = await readChains(engine)
  if (foreign.length === 0) return { tokens: [], unchecked }
  const families = new Map(foreign.map((chain) => [chain.id, familyAbroad(chain)]))
  const listed = await (await engine.service()).tokens.foreign([...families.keys()])
  const tokens = listed.filter((token) => {
    const family = families.get(token.chainId)
    return family !== undefined && isPayableAbroad(family, token)
  })
  return { tokens, unchecked }
}
