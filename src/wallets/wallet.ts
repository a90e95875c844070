import type { AskRequest, FoundWallet } from '@/src/contract/bridge'
import type { PageEnv } from './page-env'

/** Codes of EIP-1193 and EIP-1474, so that one table reads our refusals and the wallets' alike. */
const pageErrorCodes = {
  unauthorised: 4100,
  unsupported: 4200,
  invalidParams: -32602,
  /** Not a number on purpose: an answer that cannot be read proves nothing about what was sent. */
  badAnswer: 'bad-answer',
} as const

/** Raised for what this script itself refuses; the message is for support. */
export class PageError extends Error {
  override readonly name = 'CausewayPageError'
  readonly code: number | string

  constructor(code: keyof typeof pageErrorCodes, message: string) {
    super(message)
    this.code = pageErrorCodes[code]
  }
}

/** One wallet of either family, as the page script drives it. */
export type PageWallet = {
  readonly family: FoundWallet['family']
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
  /** Another announcer took the same id: shown, never asked. */
  ambiguous: boolean
  /** What the wallet shows without asking the person. `quiet`: may use the wallet's silent connect. */
  inspect(quiet: boolean): Promise<Pick<FoundWallet, 'accounts' | 'chainId' | 'unanswered'>>
  /** Calls the wallet once. Rejects with the wallet's own error. */
  ask(request: AskRequest): Promise<AskValue>
  /** Reports account and chain changes from now on; a second call does nothing. */
  watch(changed: () => void): void
}

export type AskValue =
  | { kind: 'accounts'; accounts: string[]; chainId?: string }
  | { kind: 'done' }
  | { kind: 'hash'; hash: string }
  | { kind: 'signed'; transaction: string }

export type WalletSource = {
  /** Asks wallets to announce themselves again. */
  refresh(): void
  list(): PageWallet[]
  /** Offered before and no more: whoever chose one still reaches it. */
  former?(): PageWallet[]
}

/** Wallets kept of one family: a page that announces thousands costs no more than this. */
export const maxWallets = 32
/** A wallet that does not answer a read in this time is shown without what was read, ms. */
export const readTimeout = 800
/** Just before it is asked, a wallet whose own worker must wake first is waited for longer, ms. */
export const patientReadTimeout = 3_000
/** Same as the wire's cap on an icon. */
const maxIcon = 65_536

/** A `data:image/` address that fits the wire, else undefined: no other address is ever loaded. */
export function iconOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxIcon) return undefined
  return /^data:image\/(?:svg\+xml|png|webp|gif|jpeg)[;,]/.test(value) ? value : undefined
}

/** A non-empty name of at most 64 characters, else `fallback`. */
export function nameOf(value: unknown, fallback: string): string {
  if (typeof value !== 'string') return fallback
  const name = value.trim().slice(0, 64)
  return name === '' ? fallback : name
}

/** The value of a promise; null when it fails, undefined when it takes longer than `ms`. */
export function within(env: PageEnv, value: unknown, ms: number): Promise<unknown> {
  return env.promise((resolve) => {
    env.settle(value, resolve, () => resolve(null))
    env.later(() => resolve(undefined), ms)
  })
}
