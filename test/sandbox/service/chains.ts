import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { toChainRecord, toForeignRecord, unknownChainRecord } from './chain-record'
import type { ServiceDeps } from './deps'
import { invalidField } from './errors'
import { drawIcon } from './icons'

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
    // An unknown chain gets a placeholder: an icon is never worth an error.
    const all = [...network.chains, ...network.abroad]
    const chain = all.find((each) => String(each.id) === id)
    return answerSvg(context, drawIcon(chain?.name ?? '?'))
  })
  app.get('/icons/:kind/:file{.+\\.svg}', (context) => {
    return answerSvg(context, drawIcon(context.req.param('file').slice(0, -'.svg'.length)))
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

function answerSvg(context: Context, svg: string): Response {
  return context.body(svg, 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
}
