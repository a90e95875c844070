import * as z from 'zod/mini'
import type { Commitment } from './blocks'
import type { SandboxKey } from './keys'
import type { Ledger } from './ledger'
import type { Payer } from './pay'
import { invalidParams } from './rpc-error'

export interface RpcDeps {
  readonly ledger: Ledger
  readonly faucet: SandboxKey
  readonly payer: Payer
}

/** A method: takes the raw `params` and gives the `result`, or throws an `RpcError`. */
export type RpcMethod = (params: unknown) => unknown

/** Makes a method whose positional parameters are parsed first. */
export const method =
  <Schema extends z.core.$ZodType>(
    schema: Schema,
    run: (params: z.output<Schema>) => unknown,
  ): RpcMethod =>
  (params) => {
    const parsed = z.safeParse(schema, params ?? [])
    if (parsed.success) return run(parsed.data)
    const issue = parsed.error.issues[0]
    const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
    throw invalidParams(`Invalid params: ${issue?.message ?? 'unexpected shape'}${where}`)
  }

/** Base58 over 32 bytes. */
export const addressText = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** Base58 over 64 bytes. */
export const signatureText = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))

const commitment = z.enum(['processed', 'confirmed', 'finalized'])

/** Optional members of configuration objects. */
export const level = z.optional(z.nullable(commitment))
export const flag = z.optional(z.nullable(z.boolean()))

/** The commitment that a node assumes. */
export const DEFAULT_COMMITMENT: Commitment = 'finalized'

/** An optional configuration object; what a method does not know in it is ignored. */
export const config = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.optional(z.nullable(z.object(shape)))

/** Wraps a value that depends on the state of the chain. */
export const withContext = (ledger: Ledger, value: unknown) => ({
  context: { apiVersion: API_VERSION, slot: ledger.blocks.latest().slot },
  value,
})

/** The node release whose answers these are. */
export const API_VERSION = '2.2.0'
