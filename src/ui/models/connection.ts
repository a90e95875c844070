import type { ParsedPage, ParsedWallet } from '@/src/contract/rpc'
import type { Family, PageRef, WalletRef } from '@/src/domain/order'

/** A wallet in a page, with the account that would pay: chosen once for each family of chains. */
export type Connection = {
  wallet: WalletRef
  page: PageRef
  account: string
  accounts: string[]
}

export type Connections = { [F in Family]?: Connection | undefined }

/** A connect prompt that a person has been sent to. */
export type PendingConnect = { attemptId: string; page: PageRef; wallet: WalletRef }

/** Drops keys whose value is undefined: storage and strict optional fields both want them absent. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}

/** Makes an exact page reference from a parsed one. */
export function toPageRef(page: ParsedPage): PageRef {
  return compact(page) as PageRef
}

/** Makes an exact wallet reference from a parsed one. */
export function toWalletRef(wallet: ParsedWallet): WalletRef {
  return compact(wallet) as WalletRef
}
