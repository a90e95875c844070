import * as z from 'zod/mini'
import type { ChainPort } from '../chains/port'

const objectForm = z.object({ chainId: z.int(), address: z.string() })

/** A token in a request: bare address, identifier string, JSON string or object. */
export const tokenReferenceSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(512)),
  z.pipe(
    objectForm,
    z.transform((token) => JSON.stringify(token)),
  ),
])

/**
 * The address in a token reference, or undefined when the reference names another chain or is
 * none. Forms: `0x…`, `eip155:8453:0x…`, `solana:<reference>:<mint>`, `{"chainId":…,"address":"…"}`.
 */
export function readTokenReference(chain: ChainPort, text: string): string | undefined {
  if (text.startsWith('{')) {
    const token = z.safeParse(objectForm, parseJson(text))
    if (!token.success || token.data.chainId !== chain.id) return undefined
    return chain.parseAddress(token.data.address)
  }
  const parts = text.split(':')
  if (parts.length === 1) return chain.parseAddress(text)
  const [namespace, reference, address, ...more] = parts
  if (address === undefined || more.length > 0) return undefined
  return `${namespace}:${reference}` === chain.caip2 ? chain.parseAddress(address) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: then it is no token either, and the schema says so.
    return undefined
  }
}
