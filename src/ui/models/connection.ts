import * as z from 'zod/mini'
import { pageRef, walletRef } from '@/src/contract/rpc'
import type { Family, PageRef, WalletRef } from '@/src/domain/order'

/** A wallet in a page, with the account that would pay: chosen once for each family of chains. */
export type Connection = {
  wallet: WalletRef
  page: PageRef
  account: string
  accounts: string[]
}

export type Connections = { [F in Family]?: Connection | undefined }

const connection = z.object({
  wallet: walletRef,
  page: pageRef,
  account: z.string(),
  accounts: z.array(z.string()),
})

const stored = z.object({
  eip155: z.optional(connection),
  solana: z.optional(connection),
})

/** Drops keys whose value is undefined: storage and strict optional fields both want them absent. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}

/** Makes an exact page reference from a parsed one. */
export function toPageRef(page: z.infer<typeof pageRef>): PageRef {
  return compact(page) as PageRef
}

/** Makes an exact wallet reference from a parsed one. */
export function toWalletRef(wallet: z.infer<typeof walletRef>): WalletRef {
  return compact(wallet) as WalletRef
}

/** Reads the stored choice; anything that does not fit any more is forgotten. */
export function readConnections(value: unknown): Connections {
  const read = z.safeParse(stored, value)
  if (!read.success) return {}
  const exact = (item: z.infer<typeof connection> | undefined): Connection | undefined =>
    item === undefined
      ? undefined
      : { ...item, wallet: toWalletRef(item.wallet), page: toPageRef(item.page) }
  return { eip155: exact(read.data.eip155), solana: exact(read.data.solana) }
}
