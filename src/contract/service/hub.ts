import * as z from 'zod/mini'
import {
  chainId,
  contractAddress,
  decimals,
  enveloped,
  evmAddress,
  lenient,
  listOf,
  open,
  text,
} from './common'
import { tokenData } from './token'

/** A table whose entries of another kind are left out, each on its own: nothing can use them. */
function tableOf<T extends z.core.$ZodType>(entry: T) {
  const keepSound = z.transform((entries: Record<string, unknown>) => {
    const sound = Object.entries(entries).flatMap(([name, value]) => {
      const read = z.safeParse(entry, value)
      return read.success ? [[name, read.data] as const] : []
    })
    return Object.fromEntries(sound) as Record<string, z.output<T>>
  })
  return z.pipe(z.record(z.string(), z.unknown()), keepSound)
}

/** A chain of a family that is not driven has no such address: it alone is left out of its table. */
const contracts = tableOf(z.union([evmAddress, tableOf(contractAddress)]))

export const hubConfig = open({ chainId, contract: contracts })
export type HubConfig = z.infer<typeof hubConfig>

/** A yield vault of the hub. */
const vault = open({
  symbol: text,
  name: text,
  description: lenient(text),
  vault: evmAddress,
  teller: lenient(evmAddress),
  assets: z.catch(listOf(text), []),
  testnet: lenient(z.boolean()),
  decimals,
  backend: lenient(z.unknown()),
  extensions: lenient(z.unknown()),
})
export type Vault = z.infer<typeof vault>

export const vaultList = z.pipe(enveloped, listOf(vault))

/** Vault share tokens are tokens; `extensions.spokeToken` is what they stand for elsewhere. */
export const mTokenList = tokenData
