import * as z from 'zod/mini'
import { FaultError, faults } from '../fault'

const answerSchema = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({ result: z.unknown() }),
])

export type Rpc = (method: string, params: unknown) => Promise<unknown>

/** Calls a chain's JSON-RPC; the node's own code, message and data come back as the wallet's fault. */
export function createRpc(url: string): Rpc {
  let lastId = 0
  return async (method, params) => {
    lastId += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body }).catch((cause: unknown) => {
      throw new FaultError(faults.internal(`The chain does not answer: ${String(cause)}`))
    })
    const answer = answerSchema.safeParse(await response.json())
    if (!answer.success) throw new FaultError(faults.internal('The chain answered nonsense.'))
    if (!('error' in answer.data)) return answer.data.result
    const { code, message, data } = answer.data.error
    throw new FaultError(data === undefined ? { code, message } : { code, message, data })
  }
}
