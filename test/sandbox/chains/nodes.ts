import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Ask, askEvmNode, NodeRefusal } from './evm/node-view'
import { type NodeMood, type NodeName, nodeNames } from './node-mood'
import { askSolanaNode } from './solana/node-view'

export type NodesOptions = {
  chains: readonly { id: number; type: 'eip155' | 'solana'; rpcUrl: string }[]
  /** What is wrong with a node at the moment. */
  moodOf: (chainId: number, node: NodeName) => NodeMood | undefined
  /** Resolves when what is held is let go. */
  untilReleased: () => Promise<void>
  /** Fires when the sandbox stops. */
  signal: AbortSignal
}

type Call = { id: unknown; method: string; params?: unknown[] }
type Answer = { result?: unknown; error?: unknown }

/**
 * The nodes of every chain, at `/<name>/<chainId>`: one that the service may be made to list, and those
 * of two independent operators. Each hands JSON-RPC calls on to the chain itself, as far as its mood allows.
 */
export function createNodesApp({ chains, moodOf, untilReleased, signal }: NodesOptions): Hono {
  const app = new Hono()
  app.use(cors({ origin: '*' }))
  app.onError((error, context) => context.text(`502 Bad Gateway: ${String(error)}`, 502))
  app.post('/:name/:chainId', async (context) => {
    const chain = chains.find(({ id }) => String(id) === context.req.param('chainId'))
    const name = nodeNames.find((each) => each === context.req.param('name'))
    if (chain === undefined || name === undefined) return context.notFound()
    const mood = moodOf(chain.id, name)
    if (mood?.down === true) return context.text('503 Service Unavailable', 503)
    const ask = createAsk(chain.rpcUrl, signal)
    if (mood === undefined) return forward(context, chain.rpcUrl, signal)
    const { id, method, params = [] } = (await context.req.json()) as Call
    if (mood.holds?.includes(method) === true) await untilReleased()
    const askNode = chain.type === 'solana' ? askSolanaNode : askEvmNode
    try {
      return context.json({ jsonrpc: '2.0', id, result: await askNode(ask, mood, method, params) })
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error
      return context.json({ jsonrpc: '2.0', id, error: error.error })
    }
  })
  return app
}

const headers = { 'content-type': 'application/json' }

async function forward(context: Context, url: string, signal: AbortSignal): Promise<Response> {
  const body = await context.req.text()
  const answer = await fetch(url, { method: 'POST', headers, body, signal })
  return context.body(await answer.text(), 200, headers)
}

function createAsk(url: string, signal: AbortSignal): Ask {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    const { result, error } = (await answer.json()) as Answer
    if (error !== undefined) throw new NodeRefusal(error)
    return result
  }
}
