import * as z from 'zod/mini'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { chainId, decimals, enveloped, lenient, listOf, open, text, webUrl } from './common'

/** A chain of a family Causeway can act on. */
export const chain = open({
  type: z.enum(['eip155', 'solana']),
  id: chainId,
  name: text,
  nativeCurrency: open({ name: lenient(text), symbol: text, decimals }),
  rpcUrls: lenient(open({ default: open({ http: listOf(webUrl) }) })),
  blockExplorers: lenient(
    open({ default: open({ name: z.catch(text, ''), url: webUrl, apiUrl: lenient(webUrl) }) }),
  ),
  testnet: lenient(z.boolean()),
}).check(z.refine((record) => record.type === familyOfChain(record.id), { path: ['type'] }))
export type Chain = z.infer<typeof chain>

/** The live list; chains of other families appear in it and are left out. */
export const chainList = z.pipe(enveloped, listOf(chain))
