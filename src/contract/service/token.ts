import * as z from 'zod/mini'
import { chain } from './chain'
import {
  addressesFit,
  amount,
  chainId,
  decimals,
  enveloped,
  identifier,
  imageUrl,
  lenient,
  listOf,
  open,
  orNothing,
  text,
} from './common'
import { envelope } from './page'

const shape = {
  chainId,
  address: identifier,
  // Shown beside the symbol, which says as much where there is none.
  name: z.pipe(
    z.optional(z.nullable(text)),
    z.transform((name: string | null | undefined) => name ?? ''),
  ),
  symbol: text,
  decimals,
  logoURI: lenient(imageUrl),
  platform: lenient(text),
  id: lenient(text),
}

/** A token without extensions: what a vault share token stands for on another chain. */
const plainToken = open(shape).check(addressesFit('chainId', ['address']))

const extensions = open({
  /** Smallest units held by the address asked about. */
  balance: orNothing(amount),
  isRiskToken: lenient(z.boolean()),
  /** US dollars of one whole token, a decimal string. */
  price: lenient(open({ usd: z.string() })),
  change: lenient(z.unknown()),
  volume: lenient(z.unknown()),
  marketCap: lenient(z.unknown()),
  liquidity: lenient(z.unknown()),
  spokeToken: lenient(plainToken),
})

/** A token of the catalog. */
export const token = open({ ...shape, extensions: orNothing(extensions) }).check(
  addressesFit('chainId', ['address']),
)
export type Token = z.infer<typeof token>

/** Tokens of families or with decimals that cannot be used are left out. */
export const tokenList = listOf(token)

/** The catalog page; a bare array has been seen too and is read as the last page. */
export const tokenPage = z.pipe(envelope, open({ data: tokenList, cursor: z.optional(z.number()) }))
export type TokenPage = { data: Token[]; cursor?: number | undefined }

/** Search results come in an envelope, other lists as a bare array; either is understood of all. */
export const tokenData = z.pipe(enveloped, tokenList)

/** One reading of what a person typed. `amount` and `usdAmount` are display decimals. */
export const autocompleteItem = open({
  description: text,
  chain,
  token,
  amount: lenient(text),
  usdAmount: lenient(text),
})
export type AutocompleteItem = z.infer<typeof autocompleteItem>

export const autocompletion = open({
  data: listOf(autocompleteItem),
  parsed: lenient(z.unknown()),
  nextSlots: z.catch(listOf(text), []),
})
export type Autocompletion = z.infer<typeof autocompletion>

/** Seed prompts, given as text or as objects that carry one. */
const suggestion = z.union([
  text,
  z.pipe(
    open({ text }),
    z.transform((item): string => item.text),
  ),
  z.pipe(
    open({ description: text }),
    z.transform((item): string => item.description),
  ),
])
export const suggestions = open({ data: listOf(suggestion) })
