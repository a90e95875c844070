import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { EvmChain } from '../chains/evm/chain'
import { createBuildApp } from './build'
import { createChainsApp } from './chains'
import type { ServiceDeps } from './deps'
import { answerError } from './errors'
import { createHubApp } from './hub'
import { createIntentsApp } from './intents'
import { createOrdersApp } from './orders'
import { createQuotesApp } from './quotes'
import { createSubmitApp } from './submit'
import { createTokensApp } from './tokens'

/** The main API of the interface document, over the sandbox's chains. */
export function createServiceApp(deps: ServiceDeps, evmChains: readonly EvmChain[]): Hono {
  const app = new Hono()
  // A page may read the time of an answer, and judge by it how long a price lives.
  app.use(cors({ origin: '*', exposeHeaders: ['Date'] }))
  app.onError(answerError)
  app.route('/', createQuotesApp(deps))
  app.route('/', createBuildApp(deps))
  app.route('/', createSubmitApp(deps))
  app.route('/', createOrdersApp(deps))
  app.route('/', createTokensApp(deps))
  app.route('/', createChainsApp(deps))
  app.route('/', createIntentsApp(deps))
  app.route('/', createHubApp(deps, evmChains))
  return app
}
