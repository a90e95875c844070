import * as z from 'zod/mini'
import { familyAbroad } from '@/src/domain/chain/foreign-chain'
import { knownChain } from '@/src/domain/chain/known-chains'
import { chainList } from './chain'
import { chainId, decimals, enveloped, imageUrl, lenient, listOf, open, text } from './common'

/** A chain that is only paid from, of a main network whose addresses can be checked. */
export const foreignChain = open({
  type: text,
  // A number that is a chain of ours everywhere else would be read as that chain.
  id: chainId.check(z.refine((id) => knownChain(id) === null)),
  name: text,
  nativeCurrency: open({ symbol: text, decimals }),
  testnet: lenient(z.boolean()),
}).check(z.refine((chain) => familyAbroad(chain) !== undefined && chain.testnet !== true))
export type ForeignChainRecord = z.infer<typeof foreignChain>

const foreignChains = listOf(foreignChain)

/** A chain of any other family, or another network of a known one: no address of it can be checked here. */
const uncheckedChain = open({
  type: text.check(z.refine((type) => type !== 'eip155' && type !== 'solana')),
  name: text,
  testnet: lenient(z.boolean()),
}).check(z.refine((chain) => chain.testnet !== true && !z.safeParse(foreignChain, chain).success))

/** What stands in the live list apart: chains that are only paid from, and the names of what is not offered. */
export const apartChains = z.object({
  foreign: foreignChains,
  unchecked: z.array(text),
})
export type ApartChains = z.infer<typeof apartChains>

/** The live list in two: chains that wallets are driven on, and what stands apart. */
export const allChains = z.pipe(
  enveloped,
  z.transform((items) => {
    const chains = z.parse(chainList, items)
    const ids = new Set(chains.map(({ id }) => id))
    const foreign = z.parse(foreignChains, items).filter(({ id }) => !ids.has(id))
    const names = z.parse(listOf(uncheckedChain), items).map(({ name }) => name)
    return { chains, foreign, unchecked: [...new Set(names)] }
  }),
)

/** A token of such a chain; its address is a name that only the service reads. */
export const foreignToken = open({
  chainId,
  address: z.string().check(z.regex(/^[0-9A-Za-z._-]{1,128}$/)),
  name: text,
  symbol: text,
  decimals,
  logoURI: lenient(imageUrl),
})
export type ForeignToken = z.infer<typeof foreignToken>

export const foreignTokenPage = z.union([
  open({ data: listOf(foreignToken) }),
  listOf(foreignToken),
])
