import * as z from 'zod/mini'
import { hasEvmShape } from '@/src/domain/address/address'
import { isEvmAddress, isSolanaAddress } from '@/src/domain/address/check-address'
import { familyOfChain, knownChain } from '@/src/domain/chain/known-chains'
import { isPictureUrl, isWebUrl } from '@/src/lib/web-url'

/**
 * An object whose unknown fields pass through. They stay out of the type, so that a mistyped field
 * name does not compile.
 */
export function open<const T extends z.core.$ZodShape>(
  shape: T,
): z.ZodMiniObject<T, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodMiniObject<T, z.core.$strip>
}

/**
 * A field nobody's money depends on: dropped when it is null or of another kind. Only for what is
 * shown or ranked, never for what is paid.
 */
export function lenient<T extends z.core.$ZodType>(schema: T) {
  return z.catch(z.optional(schema), undefined)
}

const nothing = z.pipe(
  z.literal(['', null]),
  z.transform((): undefined => undefined),
)

/**
 * An optional field that may also be written as null or as an empty text, and is refused when it is of
 * another kind.
 */
export function orNothing<T extends z.core.$ZodType>(schema: T) {
  return z.optional(z.union([nothing, schema]))
}

/**
 * A list whose broken records are dropped: one airdropped token with absurd decimals must not hide
 * all the others. Only for lists where a missing record loses nobody's money.
 */
export function listOf<T extends z.core.$ZodType>(schema: T) {
  const keepSound = z.transform((items: unknown[]): z.output<T>[] =>
    items.flatMap((item) => {
      const read = z.safeParse(schema, item)
      return read.success ? [read.data] : []
    }),
  )
  return z.pipe(z.array(z.unknown()), keepSound)
}

/** A list by itself, or as `data` of an object: the interface shows the envelope of few lists. */
export const enveloped = z.union([
  z.array(z.unknown()),
  z.pipe(
    open({ data: z.array(z.unknown()) }),
    z.transform(({ data }: { data: unknown[] }) => data),
  ),
])

/**
 * A list whose broken records are left out, and which is refused, with what is wrong with the first,
 * when none of them is sound.
 */
export function soundOf<T extends z.core.$ZodType>(schema: T) {
  const keepSound = z.transform((items: unknown[], context): z.output<T>[] => {
    const reads = items.map((item) => z.safeParse(schema, item))
    const sound = reads.flatMap((read) => (read.success ? [read.data] : []))
    const [first] = reads
    if (sound.length > 0 || !first?.error) return sound
    const [issue] = first.error.issues
    const path = [0, ...(issue?.path ?? [])]
    context.issues.push({
      code: 'custom',
      input: items,
      path,
      message: issue?.message ?? 'Invalid',
    })
    return z.NEVER
  })
  return z.pipe(z.array(z.unknown()), keepSound)
}

/** Smallest units as decimal digits; 78 digits hold any uint256, and longer text only costs time. */
export const amount = z.string().check(z.regex(/^\d{1,78}$/))

/** Text that is shown: names, symbols, messages. */
export const text = z.string().check(z.maxLength(1024))

/**
 * A word for how far something is: open-ended, and the same however it is written. The interface writes its
 * own in lower case.
 */
export const statusWord = z.pipe(
  text,
  z.transform((word: string) => word.trim().toLowerCase()),
)

/** An opaque id; fiat quote ids seal a whole route plan, so they may be long. */
export const identifier = z.string().check(z.minLength(1), z.maxLength(16_384))

/** A transaction hash or signature: hex, base58 or base64url letters only, safe inside an address. */
export const hash = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,128}$/))

export const chainId = z.int().check(z.gt(0))

/** Seconds since 1970, whole ones; some services write them as text, or what a clock in ms gives. */
export const unixSeconds = z.union([
  z.pipe(z.number().check(z.gte(0), z.lt(1e15)), z.transform(Math.floor)),
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
])

/** Token decimals; the widest range the interface names is 0 to 36. */
export const decimals = z.int().check(z.gte(0), z.lte(36))

export const evmAddress = z.string().check(z.refine(hasEvmShape))
/** An EVM address, or what has the shape of an account on Solana. */
export const contractAddress = z
  .string()
  .check(z.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

/** An address that may be opened: https, or http on this machine. */
export const webUrl = z.string().check(z.refine(isWebUrl))

/** A picture that a person pays by: any address of the web, or the picture itself. */
export const pictureUrl = z.string().check(z.maxLength(65_536), z.refine(isPictureUrl))

/** A picture: an address that may be fetched, or the picture itself. */
export const imageUrl = z.string().check(
  z.maxLength(65_536),
  z.refine((url) => url.startsWith('data:image/') || isWebUrl(url)),
)

/** Whether an address has the form of its chain's family. */
function fitsChain(chain: number, address: string): boolean {
  return familyOfChain(chain) === 'solana' ? isSolanaAddress(address) : hasEvmShape(address)
}

/** As `fitsChain`, and mixed case must carry a valid checksum: for addresses that money is sent to. */
export function isPayableOn(chain: number, address: string): boolean {
  return familyOfChain(chain) === 'solana' ? isSolanaAddress(address) : isEvmAddress(address)
}

/** How a chain that is only paid from writes an address or the name of a token. */
const FOREIGN = /^(?!0x)[0-9A-Za-z._-]{1,128}$/

/**
 * As `fitsChain`, for the side that is paid from: a number that is not known here may be of another
 * family. Which one it is, and the checksum, is held against the live list before anything is made.
 */
function fitsSource(chain: number, address: string): boolean {
  return fitsChain(chain, address) || (knownChain(chain) === null && FOREIGN.test(address))
}

/**
 * A check that the addresses in some fields belong to the family of the chain in another field.
 * Absent and null addresses pass.
 */
export function addressesFit<C extends string, A extends string>(
  chainField: C,
  fields: A[],
  fits: (chain: number, address: string) => boolean = fitsChain,
) {
  type Checked = { [K in C]: number } & { [K in A]?: string | null | undefined }
  return z.superRefine<Checked>((record, context) => {
    for (const field of fields) {
      const address = record[field]
      if (typeof address !== 'string' || fits(record[chainField], address)) continue
      const message = 'The address does not belong to the family of its chain'
      context.addIssue({ code: 'custom', input: address, path: [field], message })
    }
  })
}

/** As `addressesFit`, for the fields of the side that is paid from. */
export function sourceFits<C extends string, A extends string>(chainField: C, fields: A[]) {
  return addressesFit(chainField, fields, fitsSource)
}
