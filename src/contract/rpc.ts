/**
 * Every call an extension page may make of the worker: input, output, who may call. Parsed on both
 * sides. An answer is `{ ok: true, value } | { ok: false, error: WireError }`.
 */
import * as z from 'zod/mini'
import { isTypedWord } from '@/src/domain/entry/typed-word'
import { errorCodes } from '@/src/domain/error-codes'
import { mintRules } from '@/src/domain/solana/mint-rules'
import { isPictureUrl } from '@/src/lib/web-url'
import { foundWallet } from './bridge'
import { hubRecords } from './hub'
import { askedBy, pageRef, usualTime, walletRef } from './refs'
import { chain } from './service/chain'
import { webUrl } from './service/common'
import { foreignChain, foreignToken } from './service/foreign'
import { quoteRequest, route } from './service/quote'
import { autocompleteItem, token, tokenList } from './service/token'

const orderId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const attemptId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const amount = z.string().check(z.regex(/^\d{1,78}$/))
const nothing = z.object({})

/**
 * The person's own word that what only a page calls rejected was not sent: `true` for the click of who rejected it in
 * the wallet, else the word that is typed where no prompt was seen.
 */
const notSent = z.optional(z.union([z.literal(true), z.string().check(z.refine(isTypedWord))]))

/** A tab that could ask a wallet, and what was found in it. */
const pageCandidate = z.object({
  page: pageRef,
  favIconUrl: z.optional(z.string()),
  active: z.boolean(),
  /** Whether Causeway may run there now; if not, `wallets` is empty. */
  access: z.boolean(),
  wallets: z.array(foundWallet),
  /** The page did not say in time: the empty list means nothing. */
  unanswered: z.optional(z.boolean()),
  /** The person gave access, and the browser lets no script into what the tab shows now. */
  blocked: z.optional(z.boolean()),
  /** Causeway's own signing page: offered when no other tab will do. */
  signer: z.boolean(),
})

export const settings = z.object({
  serviceUrl: z.string(),
  fiatUrl: z.string(),
  qrUrl: z.string(),
  embedUrl: z.string(),
  signerUrl: z.string(),
  theme: z.enum(['system', 'light', 'dark']),
  slippageTolerance: z.number(),
  notifications: z.boolean(),
  /** Own RPC address per chain id (decimal string key); replaces the service's. */
  rpcUrls: z.record(z.string(), z.string()),
  /** Last chosen wallet id per family. */
  preferredWallet: z.object({
    eip155: z.exactOptional(z.string()),
    solana: z.exactOptional(z.string()),
  }),
  /** Tokens that no service listed and the person added by their addresses. */
  addedTokens: z.exactOptional(tokenList),
  /** Tag of the language of our pages; English where it is absent, or a language that is not offered. */
  language: z.exactOptional(z.string()),
})
export type Settings = z.infer<typeof settings>

/** What may be paid in one order, display decimals of its currency. */
export const purchaseLimits = z.object({ min: z.optional(z.string()), max: z.optional(z.string()) })

/** What is bought: `fiatAmount` is a display decimal of the currency. */
export const purchaseAsk = z.object({
  fiatCurrency: z.string(),
  fiatAmount: z.string(),
  outputAsset: z.object({ chainId: z.number(), address: z.string() }),
  recipient: z.string(),
  refundTo: z.string(),
  /** Where a `jump` settles; for us alone, never sent. */
  hubChainId: z.optional(z.number()),
  /** What all providers together take in one order; for us alone as well. */
  limits: z.optional(purchaseLimits),
  /** Only this provider is asked. */
  provider: z.optional(z.string()),
})

const page = <T extends z.core.$ZodType>(item: T) =>
  z.object({ data: z.array(item), cursor: z.optional(z.number()) })

/** A route, and the request it answers, as the person picked it. */
const picked = {
  quoteId: z.string(),
  route,
  request: quoteRequest,
  fromToken: token,
  toToken: token,
}

/** What the person knows of other windows that pay the same. */
const beside = {
  /** Unix ms: when the person began to want it: from then on what pays the same counts. */
  began: z.optional(z.number()),
  /** Orders that pay the same, and that the person was shown and ticked. */
  known: z.optional(z.array(orderId)),
}

export const procedures = {
  /** The live chain list, newest known; from the catalog when the service is away (`stale`). */
  listChains: {
    input: nothing,
    output: z.object({
      chains: z.array(chain),
      /** Those that are only paid from. */
      foreign: z.optional(z.array(foreignChain)),
      stale: z.boolean(),
    }),
  },
  /** The hub's vaults, share tokens and contracts; kept for an hour. */
  readHub: { input: nothing, output: hubRecords },
  /** What can be paid with on the chains that are only paid from, and the names of those that cannot. */
  listForeign: {
    input: nothing,
    output: z.object({ tokens: z.array(foreignToken), unchecked: z.array(z.string()) }),
  },
  listTokens: {
    input: z.object({
      q: z.optional(z.string()),
      chainIds: z.optional(z.array(z.number())),
      limit: z.optional(z.number()),
      cursor: z.optional(z.number()),
    }),
    output: page(token),
  },
  searchTokens: {
    input: z.object({ q: z.string(), chainIds: z.optional(z.array(z.number())) }),
    output: z.object({ tokens: z.array(token) }),
  },
  topTokens: {
    input: z.object({ chainIds: z.optional(z.array(z.number())) }),
    output: z.object({ tokens: z.array(token) }),
  },
  /** Balances at the service; `extensions.balance` in the smallest unit. */
  readBalances: {
    input: z.object({ address: z.string(), chainIds: z.optional(z.array(z.number())) }),
    output: z.object({ tokens: z.array(token) }),
  },
  /** Balance of one token read from the chain itself, smallest unit. */
  readBalance: {
    input: z.object({ chainId: z.number(), token: z.string(), address: z.string() }),
    output: z.object({ amount }),
  },
  /** What must stay on the account for the fees of a native-token deposit, smallest unit. */
  estimateReserve: {
    input: z.object({ chainId: z.number() }),
    output: z.object({ amount }),
  },
  /** What the service makes of some words; of none: sentences to begin with. */
  autocomplete: {
    input: z.object({ text: z.string() }),
    output: z.object({ items: z.array(autocompleteItem), seeds: z.array(z.string()) }),
  },
  /**
   * What a name stands for by the records of the chain itself, as two operators tell it. `back`: what the
   * address calls itself. `none`: there is no address; `outside`: it is kept where only a gateway could
   * tell it, which nobody asks; `unread`: fewer than two answered.
   */
  resolveName: {
    /** Normalised, of at least two labels. */
    input: z.object({
      name: z.string().check(z.maxLength(255), z.regex(/^[^.\s]+(\.[^.\s]+)+$/)),
    }),
    output: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('found'),
        address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
        back: z.enum(['same', 'other', 'none']),
        /** A contract stands there on the chain of the names. */
        contract: z.boolean(),
      }),
      z.object({ kind: z.enum(['none', 'outside', 'disagree', 'unread']) }),
    ]),
  },

  /**
   * What the contract or the mint at an address says of itself as a token, as two operators tell it: `symbol`
   * and `name` in hex, as a contract's methods return them, or as 32 bytes. `none`: it is no token; `unread`:
   * fewer than two answered; `immovable`: nobody can send it.
   */
  readToken: {
    input: z.object({
      chainId: z.number(),
      address: z.string().check(z.regex(/^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)),
    }),
    output: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('found'),
        symbol: z.string(),
        name: z.string(),
        decimals: z.number(),
        /** Of a mint on Solana. */
        rules: z.exactOptional(z.array(z.enum(mintRules))),
      }),
      z.object({ kind: z.enum(['none', 'disagree', 'unread', 'immovable']) }),
    ]),
  },

  /**
   * Tabs that could ask, with the wallets found in them. Those of `first` are looked into whatever others there
   * are, then the one in front; `lookedInto` is how many that were, where there are more.
   */
  findWallets: {
    input: z.object({ first: z.optional(z.array(z.number())) }),
    output: z.object({ pages: z.array(pageCandidate), lookedInto: z.optional(z.number()) }),
  },
  /** Starts a connect prompt in the page; the result arrives as a `connection` change. */
  connectWallet: {
    input: z.object({ page: pageRef, wallet: walletRef }),
    output: z.object({ attemptId }),
  },
  readConnection: {
    input: z.object({ attemptId }),
    output: z.discriminatedUnion('state', [
      z.object({ state: z.literal('open') }),
      z.object({
        state: z.literal('connected'),
        accounts: z.array(z.string()),
        chainId: z.optional(z.string()),
      }),
      z.object({ state: z.literal('failed'), code: z.enum(errorCodes) }),
      z.object({ state: z.literal('unknown') }),
    ]),
  },
  /** Opens the signing page in a tab (or shows the open one) and answers with it. */
  openSigner: { input: nothing, output: z.object({ tabId: z.number() }) },
  /** The bytes that the signing page's address gives now, base64 and bounded, to be compared alone. */
  readSigner: { input: nothing, output: z.object({ bytes: z.string() }) },

  /**
   * Builds, decodes and checks the route; stores a planned order. Nothing is asked yet. `recipientName`: as
   * what the recipient was typed. `follows`: the order that what is paid with was left of.
   */
  prepareOrder: {
    input: z.object({
      ...picked,
      wallet: walletRef,
      page: pageRef,
      askedBy: z.optional(askedBy),
      recipientName: z.optional(z.string()),
      follows: z.optional(orderId),
      ...beside,
    }),
    output: z.object({ orderId }),
  },
  /**
   * Has an address made to which any wallet may pay, and stores the order. `request` names both accounts
   * as the person confirmed them.
   */
  createTransfer: {
    input: z.object({
      ...picked,
      fromToken: z.union([token, foreignToken]),
      usual: z.optional(usualTime),
      ...beside,
    }),
    output: z.object({ orderId }),
  },
  /** The person names the transaction that paid to the order's address. */
  nameDeposit: { input: z.object({ orderId, hash: z.string() }), output: nothing },
  /**
   * The person says to have paid: other tokens, and other chains of the family, are looked at as well. It
   * is answered once what was found is on disk.
   */
  lookForPayment: { input: z.object({ orderId }), output: nothing },
  /** Ends such a look; what it found by then is kept. */
  stopLooking: { input: z.object({ orderId }), output: nothing },
  /** A connected wallet is to pay to the order's address: `amount`, as it is shown, smallest unit. */
  payTransfer: {
    input: z.object({
      orderId,
      amount,
      account: z.string(),
      wallet: walletRef,
      page: pageRef,
      notSent,
      known: beside.known,
    }),
    output: nothing,
  },
  /** The person pays in another way: of the wallet nothing is asked. */
  dropPayment: {
    input: z.object({ orderId, notSent }),
    output: nothing,
  },
  /** The person threw away what a site had filled in; the site is told so. */
  dismissRequest: {
    /** `isReplaced`: it gave way to a newer one, which is nobody's no. */
    input: z.extend(askedBy, { isReplaced: z.optional(z.literal(true)) }),
    output: nothing,
  },
  /** The person's yes, bound to what the review screen showed by its digest. */
  confirmOrder: {
    input: z.object({
      orderId,
      digest: z.string(),
      usual: z.optional(usualTime),
      known: beside.known,
      /** The fee beside the payment that a word was typed for, smallest unit. */
      typedFee: z.optional(amount),
    }),
    output: nothing,
  },
  /** Payment providers, currencies and features, as the fiat API's own schema reads them. */
  readFiatConfig: { input: nothing, output: z.object({ config: z.unknown() }) },
  /** Has the fiat API make an order of an offer, and stores it: before and after it answers. */
  buy: {
    /** `offer` as it was streamed; its own schema reads it, where it is taken. */
    input: z.object({ ask: purchaseAsk, offer: z.unknown(), token, ...beside }),
    output: z.object({ orderId }),
  },
  /**
   * Asks the fiat API how a purchase is and, where it still is to be paid, keeps that its checkout is
   * opened now and gives the address.
   */
  openCheckout: {
    /** `openedAt`, and the checkout's `host`, as they are shown: a click on another state opens nothing. */
    input: z.object({ orderId, openedAt: z.optional(z.number()), host: z.string() }),
    output: z.object({ how: z.string(), url: webUrl }),
  },
  /** Asks again for a step that was declined or failed before anything was sent. */
  retryStep: {
    input: z.object({
      orderId,
      stepId: z.string(),
      /** Another page of the same wallet, where the pinned one is gone. */
      page: z.optional(pageRef),
      /** Where the wallet did not switch: it is asked to add the chain, or was switched by hand. */
      chain: z.optional(z.enum(['add', 'by-hand'])),
      notSent,
      known: beside.known,
    }),
    output: nothing,
  },
  /** Ends an order of which nothing was sent, or forgets a planned one. */
  stopOrder: {
    input: z.object({
      orderId,
      /** The person's word that nothing was paid to a closed address: it is looked for no more. */
      unpaid: z.optional(z.literal(true)),
      notSent,
    }),
    output: nothing,
  },
  /** The person's answer where the machine cannot know. */
  resolveUnsure: {
    input: z.object({
      orderId,
      stepId: z.string(),
      /** The ask that the answer speaks of: what was shown may have been overtaken. */
      attemptId: z.string(),
      choice: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('check-again') }),
        z.object({ kind: z.literal('sent'), hash: z.string() }),
        z.object({ kind: z.literal('not-sent'), typed: z.optional(z.string()) }),
      ]),
    }),
    output: nothing,
  },
  /** The person says that the wallet shows the request no more: what became of it is looked into. */
  promptGone: {
    input: z.object({ orderId, stepId: z.string(), attemptId: z.string() }),
    output: nothing,
  },
  /** What an order left open may take by now, read on the chain; an amount that nobody shows is absent. */
  readAllowances: {
    input: z.object({ orderId }),
    output: z.object({
      allowances: z.array(z.object({ spender: z.string(), amount: z.optional(amount) })),
    }),
  },
  /**
   * What those who take part in an order may take by older approvals, of the token that is paid and of
   * these (contracts of its chain), as any independent node shows it; nothing where none answers.
   */
  readStanding: {
    input: z.object({ orderId, tokens: z.array(z.string()).check(z.maxLength(16)) }),
    output: z.object({
      standing: z.array(z.object({ token: z.string(), spender: z.string(), amount })),
    }),
  },
  /** Has the wallet take such an allowance back; an order whose price ended is stopped first. */
  closeAllowance: {
    input: z.object({ orderId, spender: z.string(), page: z.optional(pageRef) }),
    output: nothing,
  },
  /**
   * Looks at the service and the chain now, as the person is looking. Says with what that `failed` last, and
   * since when it does each time (unix ms).
   */
  refreshOrder: {
    /** With `now`, a purchase is read within the call, which fails as that does. */
    input: z.object({ orderId, now: z.optional(z.literal(true)) }),
    output: z.object({
      failed: z.optional(z.object({ code: z.enum(errorCodes), since: z.number() })),
    }),
  },
  /**
   * Finds, and stores, what a text names: a transaction's hash (deposit, payout or refund, on any
   * chain), an order's or intent's id, a purchase's number, everything of an account, or the payment to
   * a deposit address. `found` counts what is new here; `orderIds` are the first of all that were named,
   * so that one alone can be opened, and `named` says how many that are where there are more. `isPartial`: nothing was found, and some chain or service did not answer;
   * `isRecent`: nothing was found in payments of the last days, and older ones were not looked for.
   * `isJoined`: the one that was named is a purchase listed here, of which no answer had come.
   */
  recoverOrders: {
    input: z.object({ chainId: z.optional(z.number()), query: z.string() }),
    output: z.object({
      found: z.number(),
      orderIds: z.array(orderId),
      named: z.optional(z.number()),
      isPartial: z.optional(z.boolean()),
      isRecent: z.optional(z.boolean()),
      isJoined: z.optional(z.boolean()),
    }),
  },
  /**
   * Removes finished orders from this computer, one or all, a part at a call: `cursor` leads on, with the
   * same `at`. What may still come to something is kept, and what left an allowance open. It can be
   * undone until `undoFor` ms after `at`.
   */
  clearOrders: {
    input: z.object({
      orderId: z.optional(orderId),
      at: z.optional(z.number()),
      cursor: z.optional(z.tuple([z.number(), z.string()])),
    }),
    output: z.object({
      removed: z.number(),
      kept: z.number(),
      at: z.number(),
      cursor: z.optional(z.tuple([z.number(), z.string()])),
    }),
  },
  /** Brings back what was removed at that time. */
  undoClear: {
    input: z.object({ at: z.number() }),
    output: z.object({ restored: z.number() }),
  },
  /** Stores orders of a backup that are not here yet; `unread` are those that nothing can be made of. */
  restoreOrders: {
    input: z.object({
      orders: z.array(z.unknown()).check(z.maxLength(100)),
    }),
    output: z.object({ added: z.number(), known: z.number(), unread: z.number() }),
  },
  /** Every host that Causeway itself talks to, as it is set now; pictures and opened pages are not calls. */
  listHosts: {
    input: nothing,
    output: z.object({
      hosts: z.array(
        z.object({
          host: z.string(),
          role: z.enum(['service', 'own', 'listed', 'shipped', 'operator']),
          /** Who runs a node, where that is known. */
          name: z.optional(z.string()),
          /** Chains that are read there. */
          chainIds: z.array(z.number()),
        }),
      ),
    }),
  },

  readSettings: { input: nothing, output: settings },
  writeSettings: { input: z.partial(settings), output: settings },
  /** Whether an address answers as a node of the chain; fails with `chain/...` where it does not. */
  checkNode: { input: z.object({ chainId: z.number(), url: z.string() }), output: nothing },
  /** A picture's bytes, base64, bounded and not looked into; only `src/lib/safe-picture.ts` reads them. */
  readPicture: {
    input: z.object({ url: z.string().check(z.refine(isPictureUrl)) }),
    output: z.object({ bytes: z.string() }),
  },
  /** A site was granted or lost access: content scripts are registered to match. */
  syncSites: { input: nothing, output: nothing },
} as const

export type Procedures = typeof procedures
export type ProcedureName = keyof Procedures
export type InputOf<N extends ProcedureName> = z.infer<Procedures[N]['input']>
export type OutputOf<N extends ProcedureName> = z.infer<Procedures[N]['output']>

/** One-shot call from an extension page to the worker. */
export const rpcCall = z.object({
  v: z.literal(1),
  type: z.literal('rpc'),
  name: z.enum(Object.keys(procedures) as [ProcedureName]),
  input: z.unknown(),
})

export const wireError = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

export const rpcAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireError }),
])

/** `by: 'transfer'` asks for routes that are paid at an address; else those that a wallet here makes. */
export const quoteStart = z.object({
  type: z.literal('start'),
  request: quoteRequest,
  by: z.optional(z.literal('transfer')),
})
export const quoteEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('route'), quoteId: z.string(), route }),
  /** `others` counts the routes that need what no wallet here can be asked for. */
  z.object({ type: z.literal('done'), count: z.number(), others: z.number() }),
  z.object({ type: z.literal('error'), error: wireError }),
])
export type QuoteEvent = z.infer<typeof quoteEvent>

/** What the worker announces to every page of ours; `contract/at-opening` reads it. */
export type Change =
  | { kind: 'order'; orderId: string; revision: number }
  | { kind: 'connection'; attemptId: string }
  | { kind: 'settings' | 'wallets' | 'prefill' }
