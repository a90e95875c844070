import * as z from 'zod/mini'
import { chainId, decimals, evmAddress, lenient, listOf, open, text } from './common'
import { tokenList } from './token'

/** Contract addresses by name; `assetReserves` holds addresses by chain id in hex. */
export type HubContracts = Record<string, string | Record<string, string>>

const contractEntry = z.union([evmAddress, z.record(z.string(), evmAddress)])

/** Entries that are neither an address nor a table of addresses are left out: nothing can use them. */
const contracts = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((entries): HubContracts => {
    const sound = Object.entries(entries).flatMap(([name, value]) => {
      const read = z.safeParse(contractEntry, value)
      return read.success ? [[name, read.data] as const] : []
    })
    return Object.fromEntries(sound)
  }),
)

export const hubConfig = open({ chainId, contract: contracts })
export type HubConfig = z.infer<typeof hubConfig>

/** A yield vault of the hub. */
const vault = open({
  symbol: text,
  name: text,
  description: lenient(text),
  vault: evmAddress,
  teller: evmAddress,
  assets: z.array(text),
  testnet: lenient(z.boolean()),
  decimals,
  backend: lenient(z.unknown()),
  extensions: lenient(z.unknown()),
})
export type Vault = z.infer<typeof vault>

export const vaultList = listOf(vault)

/** Vault share tokens are tokens; `extensions.spokeToken` is what they stand for elsewhere. */
export const mTokenList = tokenList
