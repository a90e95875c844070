import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { NodeFault } from '../../control/state'

export type SecondNodesOptions = {
  chains: readonly { readonly id: number; readonly rpcUrl: string }[]
  /** What is wrong with the second node of a chain at the moment. */
  faultOf: (chainId: number) => NodeFault | undefined
  /** Fires when the sandbox stops. */
  signal: AbortSignal
}

/** Nobody's: what a lying node names as the receiver. */
const otherReceiver = '0x000000000000000000000000000000000000dead'
const otherData = '0xdeadbeef'

/**
 * A second node for each EVM chain, at `/<chainId>`: hands every JSON-RPC call on to the chain's own
 * node, and is silent, down or lying about transactions when it is told to be.
 */
export function createSecondNodesApp({ chains, faultOf, signal }: SecondNodesOptions): Hono {
  const app = new Hono()
  app.use(cors({ origin: '*' }))
  app.onError((error, context) => context.text(`502 Bad Gateway: ${String(error)}`, 502))
  app.post('/:chainId', async (context) => {
    const chain = chains.find(({ id }) => String(id) === context.req.param('chainId'))
    if (chain === undefined) return context.notFound()
    const fault = faultOf(chain.id)
    if (fault === 'down') return context.text('503 Service Unavailable', 503)
    const body = await context.req.text()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body, signal })
    const honest = (await answer.json()) as Answer
    const { method } = JSON.parse(body) as { method?: string }
    if (method !== 'eth_getTransactionByHash') return context.json(honest)
    return context.json(tell(fault, honest))
  })
  return app
}

type Answer = { result?: object | null }

function tell(fault: NodeFault | undefined, honest: Answer): Answer {
  const found = honest.result
  if (!found || fault === undefined) return honest
  const lie = { ...found, to: otherReceiver, input: otherData }
  return { ...honest, result: fault === 'silent' ? null : lie }
}
