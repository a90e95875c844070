import type { Family, PageRef, WalletRef } from '@/src/domain/order/order'

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
