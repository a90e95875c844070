/**
 * What travels between the worker, the content script and the page's main world. The main world may
 * import the types of this file only: zod stays out of the page (8 kB budget).
 */
import * as z from 'zod/mini'
import { evmTransaction, family } from './refs'

const bridgeVersion = 1

/** 128 bits, hex: names one ask for ever. */
const attemptId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const shortText = z.string().check(z.maxLength(256))

/** What the page says of one wallet. Hints all of them: names and icons are the wallet's own words. */
export const foundWallet = z.object({
  family,
  /**
   * rdns (EIP-6963), `name:` and its name where the rdns is no domain, Wallet Standard name, or
   * `window.ethereum` for the labelled last resort. The same in every page.
   */
  id: shortText,
  name: shortText,
  icon: z.exactOptional(z.string().check(z.maxLength(65_536))),
  /** Two announcers share the id: shown, refused. */
  ambiguous: z.boolean(),
  /** Accounts the page may already see without a prompt. */
  accounts: z.array(shortText).check(z.maxLength(64)),
  /** EVM only: the wallet's current chain, hex. */
  chainId: z.exactOptional(shortText),
  /** The wallet has not said in time which accounts it shows: the empty list means nothing. */
  unanswered: z.exactOptional(z.boolean()),
})
export type FoundWallet = z.infer<typeof foundWallet>

/** A thing only a person can approve. */
const askRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connect'), family }),
  z.object({ kind: z.literal('switchChain'), chainId: z.number() }),
  z.object({
    kind: z.literal('addChain'),
    chainId: z.number(),
    name: z.string(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
    rpcUrls: z.array(z.string()),
    blockExplorerUrls: z.array(z.string()),
  }),
  z.object({ kind: z.literal('transaction'), chainId: z.number(), tx: evmTransaction }),
  z.object({
    kind: z.literal('solanaSign'),
    account: z.string(),
    /** base64 of the serialized transaction. */
    transaction: z.string(),
  }),
])
export type AskRequest = z.infer<typeof askRequest>

/** Worker to content script (tabs.sendMessage to one frame of one document), acked at once. */
const askCommand = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('ask'),
  attemptId,
  /** Absent for a connect that belongs to no order. */
  orderId: z.exactOptional(z.string()),
  stepId: z.exactOptional(z.string()),
  walletId: shortText,
  request: askRequest,
})
export type AskCommand = z.infer<typeof askCommand>

/** Accepted = the wallet will be called once; `seen` = this attempt id was dispatched before. */
export const askAck = z.object({
  accepted: z.boolean(),
  reason: z.exactOptional(z.enum(['seen', 'not-found', 'ambiguous', 'closing', 'invalid'])),
})
export type AskAck = z.infer<typeof askAck>

const discoverCommand = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('discover'),
})
export const discoverReply = z.object({ wallets: z.array(foundWallet).check(z.maxLength(64)) })

/** Reads what the wallet shows without asking the person (eth_accounts, eth_chainId). */
const inspectCommand = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('inspect'),
  walletId: shortText,
  family,
})
/** Names one life of a content script: another one was not there when the first was asked. */
const script = z.exactOptional(shortText)

export const inspectReply = z.object({ wallet: z.nullable(foundWallet), script })

/** Error of a wallet exactly as it came, cut to size; normalised by the worker. */
export const rawWalletError = z.object({
  name: z.exactOptional(shortText),
  code: z.exactOptional(z.union([z.number(), shortText])),
  message: z.string().check(z.maxLength(2_000)),
  /** JSON of `error.data`, cut. */
  data: z.exactOptional(z.string().check(z.maxLength(4_000))),
})
export type RawWalletError = z.infer<typeof rawWalletError>

export const askResult = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    value: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('accounts'),
        accounts: z.array(shortText).check(z.maxLength(64)),
        chainId: z.exactOptional(shortText),
      }),
      z.object({ kind: z.literal('done') }),
      z.object({ kind: z.literal('hash'), hash: shortText }),
      z.object({ kind: z.literal('signed'), transaction: z.string().check(z.maxLength(16_384)) }),
    ]),
  }),
  z.object({ ok: z.literal(false), error: rawWalletError }),
])
export type AskResult = z.infer<typeof askResult>

/** Asks the page's ledger what became of attempts. An id that is missing in the reply: nobody knows. */
const ledgerCommand = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('ledger'),
  attemptIds: z.array(attemptId).check(z.maxLength(64)),
})
export const ledgerReply = z.object({
  script,
  entries: z.array(
    z.object({
      attemptId,
      state: z.enum(['open', 'settled', 'never-seen']),
      result: z.exactOptional(askResult),
    }),
  ),
})
export type LedgerReply = z.infer<typeof ledgerReply>

/** What a site may learn of its own request: never an account, an amount or an order. */
export const siteEvent = z.object({
  name: z.enum([
    'opened',
    'rejected',
    'dismissed',
    'started',
    'submitted',
    'filled',
    'refunded',
    'failed',
  ]),
  reason: z.exactOptional(shortText),
})

const siteEventCommand = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('siteEvent'),
  requestId: attemptId,
  event: siteEvent,
})
export type SiteEventCommand = z.infer<typeof siteEventCommand>

export const workerCommand = z.discriminatedUnion('type', [
  askCommand,
  discoverCommand,
  inspectCommand,
  ledgerCommand,
  siteEventCommand,
])
export type WorkerCommand = z.infer<typeof workerCommand>

/** Content script to worker, repeated until `{ committed: true }` comes back. */
const outcomeMessage = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('outcome'),
  attemptId,
  result: askResult,
})
export type OutcomeMessage = z.infer<typeof outcomeMessage>
const outcomeAck = z.object({ committed: z.boolean() })
export type OutcomeAck = z.infer<typeof outcomeAck>

/** Hint that a wallet's account or chain moved, so that a drift guard looks again. */
export const walletChangedMessage = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('walletChanged'),
  walletId: shortText,
  family,
})

/** dApp trigger: an untrusted prefill. Tokens in any of the interface's three forms. */
const tokenForm = z.union([
  z.string().check(z.maxLength(512)),
  z.object({ chainId: z.number(), address: z.string().check(z.maxLength(128)) }),
])
export const siteRequestMessage = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('siteRequest'),
  requestId: attemptId,
  fromToken: z.exactOptional(tokenForm),
  toToken: z.exactOptional(tokenForm),
  /** Raw units of the token that `tradeType` fixes. */
  amount: z.exactOptional(z.string().check(z.regex(/^\d{1,78}$/))),
  tradeType: z.exactOptional(z.enum(['EXACT_INPUT', 'EXACT_OUTPUT'])),
  recipient: z.exactOptional(z.string().check(z.maxLength(128))),
})
export type SiteRequestMessage = z.infer<typeof siteRequestMessage>
const siteRequestAck = z.object({ accepted: z.boolean(), reason: z.exactOptional(shortText) })
export type SiteRequestAck = z.infer<typeof siteRequestAck>

/** A page of the site that asked takes its request up again; the answer is how far that has come. */
export const siteResumeMessage = z.object({
  v: z.literal(bridgeVersion),
  type: z.literal('siteResume'),
  requestId: attemptId,
})
const siteResumeAck = z.object({ event: siteEvent })
export type SiteResumeAck = z.infer<typeof siteResumeAck>

export const contentMessage = z.discriminatedUnion('type', [
  outcomeMessage,
  walletChangedMessage,
  siteRequestMessage,
  siteResumeMessage,
])
export type ContentMessage = z.infer<typeof contentMessage>
