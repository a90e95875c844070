import { Hono } from 'hono'
import { currencyCodes } from './currencies'
import type { FiatDeps } from './deps'
import { findHubToken } from './pricing'
import { providers } from './providers'
import { toLogoUrl } from './quotes'

/** `GET /v1/fiat/config`, and the providers' logos. */
export function createFiatConfigApp(deps: FiatDeps): Hono {
  const app = new Hono()
  app.get('/v1/fiat/config', (context) => {
    const { chainId, address, symbol, decimals } = findHubToken(deps.desk, deps.hubChainId)
    return context.json({
      providers: providers.map((provider) => ({
        id: provider.id,
        name: provider.name,
        logoUrl: toLogoUrl(deps, provider),
        capabilities: {
          fiatCurrencies: currencyCodes,
          paymentMethods: provider.paymentMethods,
          swapStrategies: [provider.swapStrategy],
        },
      })),
      jump: { supported: true, hub: { chainId, address, symbol, decimals } },
      features: { quoteStream: true, providerPin: true, wrapper: true },
    })
  })
  app.get('/logos/:file', (context) => {
    const id = context.req.param('file').replace(/\.svg$/, '')
    const provider = providers.find((each) => each.id === id)
    if (provider === undefined) return context.notFound()
    context.header('content-type', 'image/svg+xml')
    return context.body(drawLogo(provider.name, provider.colour))
  })
  return app
}

function drawLogo(name: string, colour: string): string {
  const letter = name.slice(0, 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`
}
