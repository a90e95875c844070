import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { privateKeyToAccount } from 'viem/accounts'
import { testAccountKey } from './chains/evm/account'
import { findAnvil } from './chains/evm/anvil'
import { type EvmChain, startEvmChain } from './chains/evm/chain'
import { compileContracts } from './chains/evm/compile'
import { createSecondNodesApp } from './chains/evm/second-nodes'
import { type NodeName, nodeNames } from './chains/node-mood'
import { createNodesApp } from './chains/nodes'
import { createPaperChains } from './chains/paper/chain'
import type { ChainToken, RealChain } from './chains/port'
import { type SolanaAccount, startSolana } from './chains/solana/solana'
import { createControlApp } from './control/app'
import { faultMiddleware } from './control/faults'
import { recordMiddleware } from './control/record'
import { type ControlState, createControlState } from './control/state'
import { createFiatApp } from './fiat/app'
import { type HttpServer, startHttpServer } from './http-server'
import type { SandboxInfo, SandboxTokenInfo } from './info'
import { createDappApp, createSignerApp } from './pages/app'
import { defaultPorts, freePorts, type Ports } from './ports'
import { createQrApp } from './qr/app'
import { createServiceApp } from './service/app'
import { createDesk } from './service/desk'
import { createLedger } from './service/ledger'
import { createNetwork } from './service/network'
import { createSettlement } from './service/settlement'

export type SandboxOptions = {
  /** Ids of the two EVM chains; 8453 and 42161 by default. */
  evm?: [number, number]
  /** `default`: the fixed ports of `ports.ts`; `free`: whatever the system has free. */
  ports?: 'free' | 'default'
  /** Makes an EVM block every so many seconds too, not with transactions only. */
  blockSeconds?: number | undefined
  log?: (line: string) => void
}

export type Sandbox = { info: SandboxInfo; stop(): Promise<void> }

/** Seconds between blocks, where somebody looks at the sandbox as at the chains that people pay on. */
export const usualPace = 1

/** Ids of Base and Arbitrum One: the chains people know, as far as the interface can tell. */
const usualEvmChains: [number, number] = [8453, 42161]

/** Who is independent of the service. */
const operatorNames: readonly NodeName[] = nodeNames.filter((name) => name !== 'listed')

/** Something that was started and must be stopped, newest first. */
type Stoppable = { stop(): Promise<void> }

/** Starts chains, service and pages on loopback; resolves when every part answers. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { evm = usualEvmChains, blockSeconds, log = () => undefined } = options
  const ports = options.ports === 'default' ? defaultPorts : freePorts
  const running: Stoppable[] = []
  const ending = new AbortController()
  const stop = async () => {
    ending.abort()
    const stopped = await Promise.allSettled(running.splice(0).map((part) => part.stop()))
    for (const result of stopped) {
      if (result.status === 'rejected') log(`stopping failed: ${String(result.reason)}`)
    }
  }
  try {
    const servers = await startServers(ports, running)
    const nodesUrl = servers.nodes.url
    const chains = await startChains({ evm, ports, nodesUrl, blockSeconds, log, running })
    const info = toInfo(chains, servers)
    mountApps({ chains, servers, info, signal: ending.signal, log })
    return { info, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Chains = { evmChains: EvmChain[]; all: RealChain[]; solanaAccount: SolanaAccount }

async function startChains(options: {
  evm: [number, number]
  ports: Ports
  nodesUrl: string
  blockSeconds: number | undefined
  log: (line: string) => void
  running: Stoppable[]
}): Promise<Chains> {
  const { evm, ports, nodesUrl, blockSeconds, log, running } = options
  const solana = await startSolana({ port: ports.solana })
  running.push(solana)
  const [binary, bytecodes] = await Promise.all([findAnvil(log), compileContracts()])
  const chainPorts = [ports.firstEvm, ports.secondEvm]
  const starts = evm.map(async (chainId, index) => {
    const port = chainPorts[index] ?? 0
    const secondRpcUrl = `${nodesUrl}/${chainId}`
    const chain = await startEvmChain({
      binary,
      bytecodes,
      chainId,
      port,
      secondRpcUrl,
      blockSeconds,
      log,
    })
    running.push(chain)
    return chain
  })
  // All settle before an error goes on, so that a chain that did start is known and stopped.
  const results = await Promise.allSettled(starts)
  const evmChains = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return { evmChains, all: [...evmChains, solana.port], solanaAccount: solana.account }
}

type Servers = Record<
  'service' | 'fiat' | 'embed' | 'signer' | 'dapp' | 'control' | 'nodes',
  HttpServer
>

async function startServers(ports: Ports, running: Stoppable[]): Promise<Servers> {
  const start = async (port: number) => {
    const server = await startHttpServer(port)
    running.push(server)
    return server
  }
  return {
    service: await start(ports.service),
    fiat: await start(ports.fiat),
    embed: await start(ports.embed),
    signer: await start(ports.signer),
    dapp: await start(ports.dapp),
    control: await start(ports.control),
    nodes: await start(ports.nodes),
  }
}

function toInfo({ all, solanaAccount }: Chains, servers: Servers): SandboxInfo {
  const { address } = privateKeyToAccount(testAccountKey)
  return {
    serviceUrl: servers.service.url,
    fiatUrl: servers.fiat.url,
    qrUrl: `${servers.embed.url}/api/qrcode`,
    embedUrl: servers.embed.url,
    signerUrl: servers.signer.url,
    dappUrl: servers.dapp.url,
    controlUrl: servers.control.url,
    chains: all.map(({ id, type, rpcUrl }) => ({ id, type, rpcUrl })),
    nodes: all.flatMap(({ id }) =>
      operatorNames.map((name) => ({
        chainId: id,
        name,
        url: `${servers.nodes.url}/${name}/${id}`,
      })),
    ),
    accounts: { evm: { address, privateKey: testAccountKey }, solana: solanaAccount },
    tokens: all.flatMap(({ tokens }) => tokens.map(toTokenInfo)),
    unlisted: all.flatMap(({ unlistedTokens = [] }) => unlistedTokens.map(toTokenInfo)),
  }
}

const toTokenInfo = ({ chainId, address, symbol, decimals }: ChainToken): SandboxTokenInfo => ({
  chainId,
  address,
  symbol,
  decimals,
})

function mountApps(parts: {
  chains: Chains
  servers: Servers
  info: SandboxInfo
  signal: AbortSignal
  log: (line: string) => void
}): void {
  const { chains, servers, info, signal, log } = parts
  const control = createControlState()
  const paperChains = createPaperChains()
  const network = createNetwork(chains.all, paperChains)
  const ledger = createLedger()
  const now = () => Date.now()
  const settlement = createSettlement({ network, ledger, control, now, signal, log })
  const deps = { network, ledger, settlement, control, now, signal }
  const service = createServiceApp(deps, chains.evmChains)
  servers.service.handle(withControls(control, 'service', service, signal).fetch)
  const fiat = createFiatApp({
    desk: createDesk(deps),
    switches: control.fiat,
    expirySeconds: () => control.quoteExpirySeconds,
    fiatUrl: servers.fiat.url,
    // Another origin on the same server: providers are never the service's own origin.
    providerUrl: servers.fiat.url.replace('127.0.0.1', 'localhost'),
    hubChainId: chains.evmChains[0]?.id ?? 0,
    signal,
    log,
  })
  servers.fiat.handle(withControls(control, 'fiat', fiat.app, signal).fetch)
  const embed = new Hono().route('/api/qrcode', createQrApp())
  servers.embed.handle(withControls(control, 'qr', embed, signal).fetch)
  const nodes = createSecondNodesApp({
    chains: chains.evmChains,
    faultOf: (chainId) => control.secondNodes.get(chainId),
    signal,
  })
  const operators = createNodesApp({
    chains: chains.all,
    moodOf: (chainId, name) => control.nodes.get(`${name}/${chainId}`),
    untilReleased: control.held.wait,
    signal,
  })
  const named = new Hono<{ Bindings: HttpBindings }>()
    .use('/:name/:chainId', recordMiddleware(control, 'operator'))
    .route('/', operators)
    .route('/', withControls(control, 'node', nodes, signal))
  servers.nodes.handle(named.fetch)
  servers.dapp.handle(createDappApp(info).fetch)
  servers.signer.handle(createSignerApp().fetch)
  const { evmChains } = chains
  const controls = createControlApp({ state: control, network, evmChains, paperChains })
  servers.control.handle(controls.route('/fiat', fiat.control).fetch)
}

/** Puts the fault switch and the log of calls before an app. */
function withControls(control: ControlState, name: string, app: Hono, signal: AbortSignal) {
  return new Hono<{ Bindings: HttpBindings }>()
    .use(recordMiddleware(control, name))
    .use(faultMiddleware(control, signal))
    .notFound((context) => context.text('404 Not Found', 404))
    .route('/', app)
}
