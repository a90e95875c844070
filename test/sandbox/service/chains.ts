import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { toChainRecord, toForeignRecord, unknownChainRecord } from './chain-record'
import type { ServiceDeps } from './deps'
import { invalidField } from './errors'
import { chainIcon, fillerIcon, type Icon, placeholder, tokenIcon } from './icons'

/** Chains, the icons the records point to, and a page an explorer link can open. */
export function createChainsApp({ network }: ServiceDeps): Hono {
  const app = new Hono()
  app.get('/v1/chains', (context) => {
    const { origin } = new URL(context.req.url)
    const records = network.chains.map((chain) => toChainRecord(chain, origin))
    return context.json([...records, ...network.abroad.map(toForeignRecord), unknownChainRecord])
  })
  app.get('/v1/chain/:chainId/icon', (context) => {
    const id = context.req.param('chainId')
    const all = [...network.chains, ...network.abroad]
    const chain = all.find((each) => String(each.id) === id)
    return answerIcon(context, chain === undefined ? placeholder : chainIcon(chain.name))
  })
  app.get('/icons/:kind{token|filler}/:file{.+\\.svg}', (context) => {
    const { kind, file } = context.req.param()
    const name = file.slice(0, -'.svg'.length)
    return answerIcon(context, kind === 'token' ? tokenIcon(name) : fillerIcon(name))
  })
  app.get('/explorer/:chainId/:kind{tx|address|token}/:id', async (context) => {
    const { chainId, kind, id } = context.req.param()
    if (!/^\d+$/.test(chainId)) throw invalidField('chainId', 'Expected an integer')
    const chain = network.chain(Number(chainId))
    const state = kind === 'tx' ? await chain.transactionState(id) : ''
    return context.html(
      html`<!doctype html><title>${chain.name}</title><h1>${chain.name}</h1>
        <p>${kind} <code>${id}</code> ${state}</p>`,
    )
  })
  return app
}

function answerIcon(context: Context, { type, body }: Icon): Response {
  return context.body(typeof body === 'string' ? body : new Uint8Array(body), 200, {
    'content-type': type === 'image/png' ? type : `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
}
