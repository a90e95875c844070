import { type Context, Hono } from 'hono'
import type { ChainPort, ChainToken } from '../chains/port'
import { completePhrase, seedPrompts } from './autocomplete'
import type { ServiceDeps } from './deps'
import { invalidField } from './errors'
import { cutPage, readChainIds, readInteger, readPage } from './parse'
import { toTokenRecord } from './token-record'
import { searchTokens } from './token-search'

const pageLimits = { preset: 50, max: 2_000 }
const completionLimits = { preset: 10, max: 20 }

/** The catalog: list, search, curated defaults, balances, autocomplete. */
export function createTokensApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  const { network } = deps
  const scoped = (context: Context): ChainToken[] => {
    const chainIds = readChainIds(context)
    if (chainIds === undefined) return [...network.tokens]
    const named = [...network.tokens, ...network.abroad.flatMap(({ tokens }) => tokens)]
    return named.filter(({ chainId }) => chainIds.includes(chainId))
  }
  /** What the control endpoint has listed at the end, so that a list is long. */
  const besideOf = (context: Context): ChainToken[] => {
    const chainIds = readChainIds(context)
    return network.chains
      .filter(({ id, type }) => type === 'eip155' && (chainIds?.includes(id) ?? true))
      .flatMap((chain) => toBeside(chain, deps.control.listedBeside))
  }
  const toRecord = (context: Context) => {
    const { origin } = new URL(context.req.url)
    return (token: ChainToken) => toTokenRecord(network, token, origin)
  }

  app.get('/v1/tokens', (context) => {
    const page = readPage(context, pageLimits)
    const listed = [...scoped(context), ...besideOf(context)]
    const found = searchTokens(listed, context.req.query('q') ?? '')
    const { data, ...rest } = cutPage(found, page)
    return context.json({ data: data.map(toRecord(context)), ...rest })
  })
  app.get('/v1/tokens/search', (context) => {
    const q = context.req.query('q')
    if (q === undefined) throw invalidField('q', 'Required', 'invalid_type')
    return context.json({ data: searchTokens(scoped(context), q).map(toRecord(context)) })
  })
  app.get('/v1/tokens/top', (context) => {
    return context.json(
      scoped(context)
        .filter((token) => token.isTop)
        .map(toRecord(context)),
    )
  })
  app.get('/v1/tokens/balances/:address', async (context) => {
    const owner = network.anyAddress(context.req.param('address'), 'address')
    const { origin } = new URL(context.req.url)
    const held = scoped(context).map(async (token) => {
      const chain = network.chain(token.chainId)
      if (chain.parseAddress(owner) === undefined) return []
      const balance = await chain.balanceOf(token.address, owner)
      return balance === 0n ? [] : [toTokenRecord(network, token, origin, balance)]
    })
    return context.json((await Promise.all(held)).flat())
  })
  app.get('/v1/tokens/autocomplete/suggestions', (context) => {
    return context.json({ data: seedPrompts(network) })
  })
  app.get('/v1/tokens/autocomplete/:keyword', (context) => {
    const bounds = { min: 1, max: completionLimits.max }
    const limit = readInteger(context, 'limit', bounds) ?? completionLimits.preset
    const chainIds = readChainIds(context)
    const { origin } = new URL(context.req.url)
    const keyword = context.req.param('keyword')
    return context.json(completePhrase({ network, keyword, chainIds, limit, origin }))
  })
  return app
}

/** So many tokens that are on no chain, and behind them those of the chain that no list has; none where it is 0. */
function toBeside({ id, unlistedTokens = [] }: ChainPort, count: number): ChainToken[] {
  if (count === 0) return []
  const untraded = Array.from({ length: count }, (_, at): ChainToken => {
    const number = String(at + 1)
    const address = `0x${number.padStart(40, '0')}`
    const record = { name: `Coin number ${number}`, symbol: `COIN${number}`, decimals: 18 }
    return { ...record, chainId: id, address, isNative: false, isTop: false }
  })
  return [...untraded, ...unlistedTokens]
}
