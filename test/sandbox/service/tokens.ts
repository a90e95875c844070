import { type Context, Hono } from 'hono'
import type { ChainToken } from '../chains/port'
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
  const toRecord = (context: Context) => {
    const { origin } = new URL(context.req.url)
    return (token: ChainToken) => toTokenRecord(network, token, origin)
  }

  app.get('/v1/tokens', (context) => {
    const page = readPage(context, pageLimits)
    const found = searchTokens(scoped(context), context.req.query('q') ?? '')
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
