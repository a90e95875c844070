import * as z from 'zod/mini'
import { ChainRefusal } from '../port'
import { toJson } from './json'
import { createAccountMethods } from './rpc-accounts'
import { createBlockMethods } from './rpc-blocks'
import { RPC_CODES, RpcError } from './rpc-error'
import { createHistoryMethods } from './rpc-history'
import type { RpcDeps, RpcMethod } from './rpc-method'
import { createSendMethods } from './rpc-send'

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  method: z.string(),
  params: z.optional(z.unknown()),
})

const toError = (cause: unknown): { code: number; message: string; data?: unknown } => {
  if (cause instanceof RpcError) {
    const { code, message, data } = cause
    return data === undefined ? { code, message } : { code, message, data }
  }
  if (cause instanceof ChainRefusal) return { code: RPC_CODES.internal, message: cause.message }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return { code: RPC_CODES.internal, message: `Internal error: ${reason}` }
}

const fail = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  error: { code, message },
  id,
})

const answerOne = async (
  methods: ReadonlyMap<string, RpcMethod>,
  request: unknown,
): Promise<object> => {
  const parsed = z.safeParse(requestSchema, request)
  if (!parsed.success) return fail(null, RPC_CODES.invalidRequest, 'Invalid request')
  const { id = null, method: name, params } = parsed.data
  const run = methods.get(name)
  if (run === undefined) return fail(id, RPC_CODES.methodNotFound, 'Method not found')
  try {
    return { jsonrpc: '2.0', result: await run(params), id }
  } catch (cause) {
    return { jsonrpc: '2.0', error: toError(cause), id }
  }
}

const parseBody = (body: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return null
  }
}

/**
 * Creates the JSON-RPC endpoint: takes a request body, one call or a batch, and gives the answer's
 * body. Never rejects; what goes wrong is a JSON-RPC error.
 */
export const createRpc = (deps: RpcDeps): ((body: string) => Promise<string>) => {
  const methods = new Map<string, RpcMethod>(
    Object.entries({
      ...createAccountMethods(deps),
      ...createBlockMethods(deps),
      ...createSendMethods(deps),
      ...createHistoryMethods(deps),
    }),
  )
  return async (body) => {
    const request = parseBody(body)
    if (request === null) return toJson(fail(null, RPC_CODES.parse, 'Parse error'))
    if (!Array.isArray(request.value)) return toJson(await answerOne(methods, request.value))
    if (request.value.length === 0) {
      return toJson(fail(null, RPC_CODES.invalidRequest, 'Invalid request'))
    }
    const answers: object[] = []
    // In order: a batch may send a transaction and ask about it.
    for (const one of request.value) answers.push(await answerOne(methods, one))
    return toJson(answers)
  }
}
