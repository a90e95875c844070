/**
 * What travels between the content script and the page's main world. Types and event names only:
 * both scripts have 8 kB, so neither carries a schema library. The content script parses what the
 * page says in `bridge/page-channel`, and a test holds that parser to the schemas of `bridge`.
 *
 * Every message is one JSON text over a MessagePort. The page is hostile by assumption: owning the
 * port gives it nothing that replacing the wallet would not give it as well.
 */
import type {
  AskAck,
  AskRequest,
  AskResult,
  FoundWallet,
  LedgerReply,
  SiteRequestMessage,
} from './bridge'
import type { SwapEvent } from './site-api'

/** Content script to page scripts: an Event. Every page script answers with a port of its own. */
export const helloEvent = 'causeway:hello'
/** Page script to content script: a MessageEvent that carries one end of a new channel. */
export const portEvent = 'causeway:port'
/** A page script that starts, to those already in the page: CustomEvent with a `Claim`. */
export const claimEvent = 'causeway:claim'
/** A site looks for Causeway (Event), and is answered with a CustomEvent that holds the API. */
export const apiRequestEvent = 'causeway:requestApi'
export const apiAnnounceEvent = 'causeway:announceApi'

/** `taken` is set by a running page script of the same build: the newcomer then leaves. */
export type Claim = { readonly build: string; taken: boolean }

/** Longest text of one message. A reply that was asked for may carry the wallets' icons. */
export const maxMessageChars = 24_576
export const maxReplyChars = 262_144
export const maxSiteRequestChars = 16_384

/** Why an ask was not put before the wallet. */
export type Refusal = Exclude<NonNullable<AskAck['reason']>, 'closing'>

export type LedgerEntry = LedgerReply['entries'][number]

export type SiteRequest = Omit<SiteRequestMessage, 'v' | 'type'>

/** What a site may learn of the request that it made. */
export type SiteEvent = SwapEvent

/** How far a request has come by an event of it: `opened`, `started`, `submitted`, its end. */
export type SiteStage = 1 | 2 | 3 | 4

/** States go forward: an event of the same stage, or of one before, tells nothing new. */
export function siteStageOf({ name }: Pick<SiteEvent, 'name'>): SiteStage {
  if (name === 'opened') return 1
  if (name === 'started') return 2
  return name === 'submitted' ? 3 : 4
}

export type ToPage =
  | { type: 'discover'; replyTo: number }
  | { type: 'inspect'; replyTo: number; walletId: string; family: 'eip155' | 'solana' }
  | { type: 'ledger'; replyTo: number; attemptIds: string[] }
  /** Find the wallet and answer `prepared`: a page that refuses was never told what would be asked. */
  | { type: 'prepare'; attemptId: string; walletId: string; family: 'eip155' | 'solana' }
  /** Call the wallet now. Sent at most once for an attempt, and only while somebody waits for it. */
  | { type: 'go'; attemptId: string; request: AskRequest }
  /** The worker has the outcome on disk: stop sending it. */
  | { type: 'committed'; attemptId: string }
  | { type: 'siteEvent'; requestId: string; event: SiteEvent }

export type FromPage =
  | { type: 'wallets'; replyTo: number; wallets: FoundWallet[] }
  | { type: 'wallet'; replyTo: number; wallet: FoundWallet | null }
  | { type: 'ledger'; replyTo: number; entries: LedgerEntry[] }
  | { type: 'prepared'; attemptId: string; refusal?: Refusal }
  | { type: 'outcome'; attemptId: string; result: AskResult }
  | { type: 'walletChanged'; walletId: string; family: 'eip155' | 'solana' }
  | ({ type: 'siteRequest' } & SiteRequest)
  /** A request of which a part has not the form that the API names: it is answered, and goes no further. */
  | { type: 'siteInvalid'; requestId: string }
  | { type: 'siteResume'; requestId: string }
