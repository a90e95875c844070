/**
 * The sandbox's control endpoint: JSON in, JSON out, CORS open; not part of the interface.
 *
 * POST   /faults        `{ route, fault, times? }`: see `faults.ts` for faults and route names;
 *                       without `times` the fault stays until it is cleared
 * GET    /faults        `{ faults }` that are set
 * DELETE /faults        clears them
 * POST   /quotes-expiry `{ seconds }`: price validity of coming quotes (60 at the start; 0 is over at once)
 * POST   /next-order    `{ outcome: 'fill' | 'refund' | 'fail' | 'late' | 'held', ms?, deliveredBps? }`: what the
 *                       next accepted order does; several calls queue up; `ms` is extra time before the
 *                       end; one that is held is filled when it is released
 * POST   /release       lets go of the orders and the answers that are held
 * POST   /build-tamper  `{ tamper, times? }` (names in `state.ts`), `{ patch, times? }` (other fields in an honest
 *                       answer) or `{ body, times? }`: what build answers instead
 * DELETE /build-tamper  clears it
 * POST   /shape         `{ shape }`, one of `depositShapes`: how deposits are built, as real fillers do
 *                       (`contracts/Fillers.sol`, `solana/forwarder-program.ts`); stays until reset
 * POST   /listed        `{ count }`: each EVM chain lists so many tokens more, which nobody trades, and behind
 *                       them those that are in no list otherwise; stays until reset
 * POST   /chain         `{ chainId, action: 'mine', blocks } | { chainId, action: 'advance', seconds } |
 *                       { chainId, action: 'automine', on } | { chainId, action: 'reorg', depth }`
 * POST   /second-node  `{ chainId, fault: 'silent' | 'down' | 'lying' }`: what is wrong with the second node
 *                       of an EVM chain; `state.ts` says what each does
 * DELETE /second-node   makes all second nodes honest again
 * POST   /node          `{ chainId, node: 'listed' | 'alpha' | 'beta', lies?, frozen?, lag?, keeps?, down?, holds? }`: what
 *                       is wrong with one node of any chain, instead of what was: lies (names in `lies.ts`), stands
 *                       still where it is, is so many blocks behind, remembers so many, does not answer,
 *                       or these methods only after the release
 * DELETE /node          makes all of them honest, current and complete again
 * POST   /fund          `{ chainId, token, address, amount }`: mints; smallest units as a decimal string
 * POST   /paid          `{ address, amount, token? }`: somebody paid to a deposit address of a chain that exists
 *                       on paper (Bitcoin, Tron); `{ txHash }`
 * GET    /balance       `?chainId&token&address`: `{ balance }` in smallest units
 * GET    /calls         `{ calls: [{ server, method, path, headers, body, time }] }`, oldest first;
 *                       `?server`, `?method` and `?path` (a prefix) narrow it
 * DELETE /calls         forgets them
 * *      /fiat/...      the fiat on-ramp's own; see `fiat/control.ts`
 * POST   /reset         clears faults, tampers, shape, lists, outcomes, expiry, calls and second nodes; lets go of what is
 *                       held; mines again by itself
 */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as z from 'zod/mini'
import type { EvmChain } from '../chains/evm/chain'
import { lies } from '../chains/lies'
import { nodeNames } from '../chains/node-mood'
import type { PaperChain } from '../chains/paper/chain'
import { type ChainPort, depositShapes } from '../chains/port'
import { answerError, invalidField } from '../service/errors'
import type { Network } from '../service/network'
import { parseOrRefuse, readInteger, readJson } from '../service/parse'
import { faultSchema } from './faults'
import { type ControlState, nodeFaults, tamperNames } from './state'

const times = z.optional(z.int().check(z.positive()))
const faultRuleSchema = z.object({ route: z.string(), fault: faultSchema, times })
const expirySchema = z.object({ seconds: z.number().check(z.minimum(0)) })
const outcomeSchema = z.object({
  outcome: z.enum(['fill', 'refund', 'fail', 'late', 'held']),
  ms: z.optional(z.number().check(z.minimum(0))),
  deliveredBps: z.optional(z.int().check(z.minimum(0), z.maximum(20_000))),
})
const tamperSchema = z.union([
  z.strictObject({ tamper: z.enum(tamperNames), times }),
  z.strictObject({ patch: z.record(z.string(), z.unknown()), times }),
  z.strictObject({ body: z.unknown(), times }),
])
const listedSchema = z.strictObject({ count: z.int().check(z.minimum(0)) })
const shapeSchema = z.strictObject({ shape: z.enum(depositShapes) })
const chainSchema = z.discriminatedUnion('action', [
  z.object({ chainId: z.int(), action: z.literal('mine'), blocks: z.int().check(z.positive()) }),
  z.object({ chainId: z.int(), action: z.literal('advance'), seconds: z.int() }),
  z.object({ chainId: z.int(), action: z.literal('automine'), on: z.boolean() }),
  z.object({ chainId: z.int(), action: z.literal('reorg'), depth: z.int().check(z.positive()) }),
])
const secondNodeSchema = z.object({ chainId: z.int(), fault: z.enum(nodeFaults) })
const nodeSchema = z.strictObject({
  chainId: z.int(),
  node: z.enum(nodeNames),
  lies: z.optional(z.array(z.enum(lies))),
  frozen: z.optional(z.boolean()),
  lag: z.optional(z.int().check(z.positive())),
  keeps: z.optional(z.int().check(z.minimum(0))),
  stateLag: z.optional(z.int().check(z.positive())),
  down: z.optional(z.boolean()),
  holds: z.optional(z.array(z.string())),
  lacks: z.optional(z.array(z.string())),
})
const fundSchema = z.object({
  chainId: z.int(),
  token: z.string(),
  address: z.string(),
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
})

export type ControlDeps = {
  state: ControlState
  network: Network
  evmChains: readonly EvmChain[]
  paperChains?: readonly PaperChain[]
}

const paidSchema = z.object({
  address: z.string(),
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  token: z.optional(z.string()),
})

export function createControlApp(deps: ControlDeps): Hono {
  const app = new Hono()
  app.use(cors({ origin: '*' }))
  app.onError(answerError)
  addSwitches(app, deps.state)
  addChainControls(app, deps)
  app.post('/reset', async (context) => {
    deps.state.reset()
    await Promise.all(deps.network.chains.map((chain) => chain.setAutomine(true)))
    return context.json({ ok: true })
  })
  return app
}

function addSwitches(app: Hono, state: ControlState): void {
  const done = { ok: true }
  app.post('/faults', async (context) => {
    state.faults.set(parseOrRefuse(faultRuleSchema, await readJson(context)))
    return context.json(done)
  })
  app.get('/faults', (context) => context.json({ faults: state.faults.list() }))
  app.delete('/faults', (context) => {
    state.faults.clear()
    return context.json(done)
  })
  app.post('/quotes-expiry', async (context) => {
    state.quoteExpirySeconds = parseOrRefuse(expirySchema, await readJson(context)).seconds
    return context.json(done)
  })
  app.post('/next-order', async (context) => {
    state.outcomes.push(parseOrRefuse(outcomeSchema, await readJson(context)))
    return context.json(done)
  })
  app.post('/release', (context) => {
    state.held.release()
    return context.json(done)
  })
  app.post('/build-tamper', async (context) => {
    state.tampers.push(parseOrRefuse(tamperSchema, await readJson(context)))
    return context.json(done)
  })
  app.post('/shape', async (context) => {
    state.shape = parseOrRefuse(shapeSchema, await readJson(context)).shape
    return context.json(done)
  })
  app.post('/listed', async (context) => {
    state.listedBeside = parseOrRefuse(listedSchema, await readJson(context)).count
    return context.json(done)
  })
  app.delete('/build-tamper', (context) => {
    state.tampers.length = 0
    return context.json(done)
  })
  app.get('/calls', (context) => {
    const { server, method, path } = context.req.query()
    const calls = state.calls.filter((call) => {
      return (
        (server === undefined || call.server === server) &&
        (method === undefined || call.method === method) &&
        (path === undefined || call.path.startsWith(path))
      )
    })
    return context.json({ calls })
  })
  app.delete('/calls', (context) => {
    state.calls.length = 0
    return context.json(done)
  })
}

function addChainControls(app: Hono, deps: ControlDeps): void {
  const { state, network, evmChains, paperChains = [] } = deps
  app.post('/chain', async (context) => {
    const order = parseOrRefuse(chainSchema, await readJson(context))
    const chain = network.chain(order.chainId)
    if (order.action === 'mine') await chain.mine(order.blocks)
    if (order.action === 'advance') await chain.advance(order.seconds)
    if (order.action === 'automine') await chain.setAutomine(order.on)
    if (order.action === 'reorg') {
      const evmChain = evmChains.find(({ id }) => id === order.chainId)
      if (evmChain === undefined) throw invalidField('chainId', 'Only EVM chains reorganise here')
      await evmChain.reorganise(order.depth)
    }
    return context.json({ ok: true })
  })
  app.post('/second-node', async (context) => {
    const { chainId, fault } = parseOrRefuse(secondNodeSchema, await readJson(context))
    if (!evmChains.some(({ id }) => id === chainId)) {
      throw invalidField('chainId', 'Only EVM chains have a second node here')
    }
    state.secondNodes.set(chainId, fault)
    return context.json({ ok: true })
  })
  app.delete('/second-node', (context) => {
    state.secondNodes.clear()
    return context.json({ ok: true })
  })
  app.post('/node', async (context) => {
    const { chainId, node, frozen, ...mood } = parseOrRefuse(nodeSchema, await readJson(context))
    const chain = network.chain(chainId)
    const frozenAt = frozen === true ? await readHead(chain) : undefined
    state.nodes.set(`${node}/${chain.id}`, { ...mood, frozenAt })
    return context.json({ ok: true })
  })
  app.delete('/node', (context) => {
    state.nodes.clear()
    return context.json({ ok: true })
  })
  app.post('/fund', async (context) => {
    const { chainId, token, address, amount } = parseOrRefuse(fundSchema, await readJson(context))
    const to = network.address(chainId, address, 'address')
    const { address: tokenAddress } = network.token(chainId, token)
    await network.chain(chainId).fund({ token: tokenAddress, to, amount: BigInt(amount) })
    return context.json({ ok: true })
  })
  app.post('/paid', async (context) => {
    const body = parseOrRefuse(paidSchema, await readJson(context))
    const chain = paperChains.find((each) => each.parseAddress(body.address) !== undefined)
    if (chain === undefined) throw invalidField('address', 'Not an address of a chain on paper')
    return context.json({ txHash: chain.pay({ ...body, amount: BigInt(body.amount) }) })
  })
  app.get('/balance', async (context) => {
    const chainId = readInteger(context, 'chainId', { min: 1 })
    if (chainId === undefined) throw invalidField('chainId', 'Required', 'invalid_type')
    const token = network.token(chainId, context.req.query('token') ?? '')
    const owner = network.address(chainId, context.req.query('address') ?? '', 'address')
    const balance = await network.chain(chainId).balanceOf(token.address, owner)
    return context.json({ balance: String(balance) })
  })
}

/** The newest block of a chain (Solana: slot). */
async function readHead({ type, rpcUrl }: ChainPort): Promise<number> {
  const method = type === 'solana' ? 'getSlot' : 'eth_blockNumber'
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
  return Number(((await answer.json()) as { result: unknown }).result)
}
