/** What our pages are told of the hub: bounded, and free of what nobody can use. */
import * as z from 'zod/mini'
import { contractAddress, text } from './service/common'
import { token } from './service/token'

/** A token of the hub, and what it stands for: symbols of the tokens behind it, where they are named. */
const hubToken = z.object({ kind: z.enum(['vault', 'share']), token, stands: z.array(text) })
export type HubToken = z.infer<typeof hubToken>

/** A contract under the name that the service gives it. */
const hubContract = z.object({ chainId: z.number(), name: text, address: contractAddress })
export type HubContract = z.infer<typeof hubContract>

export const hubRecords = z.object({
  /** The hub's own chain; absent where its configuration could not be read. */
  chainId: z.optional(z.number()),
  contracts: z.array(hubContract),
  tokens: z.array(hubToken),
  /** Part of it could not be read now: what was read last stands in its place, if anything. */
  stale: z.boolean(),
})
export type HubRecords = z.infer<typeof hubRecords>
