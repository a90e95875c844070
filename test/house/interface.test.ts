import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createServiceClient } from '@/src/service/client'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every endpoint of the interface: its route, and the functions of the client that ask it. */
const ENDPOINTS = [
  ['POST', '/v1/quotes', ['quotes.get', 'quotes.stream']],
  ['POST', '/v1/deposit/build', ['deposits.build']],
  ['PUT', '/v1/deposit/submit', ['deposits.submit']],
  ['GET', '/v1/orders/by-id/:orderId', ['orders.get', 'trackOrder']],
  ['GET', '/v1/orders/:address', ['orders.list', 'orders.find', 'orders.findMany', 'orders.all']],
  ['GET', '/v1/tokens', ['tokens.list', 'tokens.all', 'tokens.foreign']],
  ['GET', '/v1/tokens/search', ['tokens.search']],
  ['GET', '/v1/tokens/top', ['tokens.top']],
  ['GET', '/v1/tokens/balances/:address', ['tokens.balances']],
  ['GET', '/v1/tokens/autocomplete/:keyword', ['tokens.autocomplete']],
  ['GET', '/v1/tokens/autocomplete/suggestions', ['tokens.suggestions']],
  ['GET', '/v1/chains', ['chains.list', 'chains.all']],
  ['GET', '/v1/chain/:chainId/icon', ['chains.icon', 'chains.iconUrl']],
  ['GET', '/v1/config/arcadia', ['hub.config']],
  ['GET', '/v1/vaults', ['hub.vaults']],
  ['GET', '/v1/mtokens', ['hub.mTokens']],
  ['GET', '/v1/intent/:intentId', ['intents.get']],
  ['GET', '/v1/intent/deposit', ['intents.byDeposit']],
  ['GET', '/v1/intents/:author', ['intents.byAuthor', 'intents.all']],
  ['GET', '/v1/fiat/config', ['fiat.config']],
  ['POST', '/v1/fiat/quote', ['fiat.quote', 'fiat.streamQuotes']],
  ['POST', '/v1/fiat/order', ['fiat.createOrder']],
  ['GET', '/v1/fiat/order/:orderId', ['fiat.getOrder', 'trackFiatOrder']],
  ['GET', '/', ['qr.generic', 'qr.genericUrl']],
  ['GET', '/transfer', ['qr.transfer', 'qr.transferUrl']],
] as const

/** Functions that build or choose something and ask nobody. */
const LOCAL = ['quotes.toRequest', 'quotes.iconUrl', 'qr.select']

function readSources(folder: string, pick: (name: string) => boolean): string {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pick(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
    .join('\n')
}

function listClientFunctions(): string[] {
  const client = createServiceClient({
    baseUrl: 'https://a.example',
    fiatUrl: 'https://b.example',
    embedUrl: 'https://c.example',
    version: '0',
  })
  return Object.entries(client).flatMap(([group, value]) =>
    typeof value === 'function' ? [group] : Object.keys(value).map((name) => `${group}.${name}`),
  )
}

/** Routes that an app of the sandbox registers, "GET /v1/chains" for instance. */
function listSandboxRoutes(folder: string): string[] {
  const source = readSources(folder, (name) => name.endsWith('.ts') && !name.includes('.test.'))
  return [...source.matchAll(/\.(get|post|put)\(\s*'(\/[^']*)'/g)].map(
    ([, method, path]) => `${method?.toUpperCase()} ${path}`,
  )
}

/** Parameters may be named differently on the two sides. */
const unnamed = (route: string) => route.replace(/:\w+/g, ':')

/** The sandbox also serves pictures and explorer pages, which are none of the interface. */
const isInterface = (route: string) => route.includes(' /v1/')

const routesOf = (pick: (path: string) => boolean) =>
  ENDPOINTS.filter(([, path]) => pick(path)).map(([method, path]) => unnamed(`${method} ${path}`))

describe('the interface, the client, the sandbox and the tests', () => {
  it('given every endpoint, then the client has its functions, and no function asks anything else', () => {
    const asked = ENDPOINTS.flatMap(([, , functions]) => functions)
    expect(listClientFunctions().sort()).toEqual([...asked, ...LOCAL].sort())
  })

  it('given every endpoint of the main API, then the sandbox serves exactly these', () => {
    const served = listSandboxRoutes('test/sandbox/service').map(unnamed).filter(isInterface)
    const expected = routesOf((path) => path.startsWith('/v1/') && !path.startsWith('/v1/fiat'))
    expect([...new Set(served)].sort()).toEqual(expected.sort())
  })

  it('given the QR endpoints, then the sandbox serves exactly these', () => {
    const expected = routesOf((path) => !path.startsWith('/v1/'))
    expect(listSandboxRoutes('test/sandbox/qr').sort()).toEqual(expected.sort())
  })

  it('given the fiat endpoints, then the sandbox serves these, beside its checkout pages', () => {
    const served = listSandboxRoutes('test/sandbox/fiat').map(unnamed).filter(isInterface)
    expect(served.sort()).toEqual(routesOf((path) => path.startsWith('/v1/fiat')).sort())
  })

  it('given every function of the client, then a test calls it', () => {
    const isTest = (name: string) => name.endsWith('.test.ts')
    const integration = (name: string) => isTest(name) && name.startsWith('service-')
    const tests = readSources('src/service', isTest) + readSources('test/integration', integration)
    const untested = listClientFunctions().filter((name) => {
      const called = name.split('.').at(-1)
      return !new RegExp(`\\b${called}\\(`).test(tests)
    })
    expect(untested).toEqual([])
  })
})
