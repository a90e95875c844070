/**
 * Parses what a page says: a content script of 8 kB has no room for a schema library. A test holds
 * these shapes to the schemas of `contract/bridge`.
 */
import type { AskResult, FoundWallet } from '@/src/contract/bridge'
import {
  type FromPage,
  type LedgerEntry,
  maxMessageChars,
  maxReplyChars,
  maxSiteRequestChars,
} from '@/src/contract/page-wire'
import {
  either,
  flag,
  list,
  number,
  oneOf,
  record,
  type Shape,
  text,
  variant,
} from '@/src/lib/shape'

export const attemptIdShape = text(32, /^[0-9a-f]{32}$/)
export const familyShape = oneOf('eip155', 'solana')
export const shortText = text(256)

const foundWallet: Shape<FoundWallet> = record(
  {
    family: familyShape,
    id: shortText,
    name: shortText,
    ambiguous: flag,
    accounts: list(64, shortText),
  },
  {
    // Only a picture inside the text itself: any other address would be loaded by our own pages.
    icon: text(65_536, /^data:image\/[a-z+]{3,10}[;,]/),
    chainId: shortText,
    unanswered: flag,
  },
)

const rawError = record(
  { message: text(2_000) },
  { name: shortText, code: either(number, shortText), data: text(4_000) },
)

const askValue = variant('kind', {
  done: record({ kind: oneOf('done') }),
  accounts: record(
    { kind: oneOf('accounts'), accounts: list(64, shortText) },
    { chainId: shortText },
  ),
  hash: record({ kind: oneOf('hash'), hash: shortText }),
  signed: record({ kind: oneOf('signed'), transaction: text(16_384) }),
})

const askResult: Shape<AskResult> = either(
  record({ ok: oneOf(true), value: askValue }),
  record({ ok: oneOf(false), error: rawError }),
)

const ledgerEntry: Shape<LedgerEntry> = either(
  record({ attemptId: attemptIdShape, state: oneOf('settled'), result: askResult }),
  record({ attemptId: attemptIdShape, state: oneOf('open', 'never-seen') }),
)

/** A token in one of the interface's three forms; the JSON form is a string like any other here. */
const tokenForm = either(text(512), record({ chainId: number, address: text(128) }))

const pageMessage: Shape<FromPage> = variant('type', {
  wallets: record({ type: oneOf('wallets'), replyTo: number, wallets: list(64, foundWallet) }),
  wallet: record({
    type: oneOf('wallet'),
    replyTo: number,
    wallet: (value) => (value === null ? null : foundWallet(value)),
  }),
  ledger: record({ type: oneOf('ledger'), replyTo: number, entries: list(64, ledgerEntry) }),
  prepared: record(
    { type: oneOf('prepared'), attemptId: attemptIdShape },
    { refusal: oneOf('seen', 'not-found', 'ambiguous', 'invalid') },
  ),
  outcome: record({ type: oneOf('outcome'), attemptId: attemptIdShape, result: askResult }),
  walletChanged: record({ type: oneOf('walletChanged'), walletId: shortText, family: familyShape }),
  siteRequest: either(
    record(
      { type: oneOf('siteRequest'), requestId: attemptIdShape },
      {
        fromToken: tokenForm,
        toToken: tokenForm,
        amount: text(78, /^\d+$/),
        tradeType: oneOf('EXACT_INPUT', 'EXACT_OUTPUT'),
        recipient: text(128),
      },
    ),
    (value) => {
      const named = record({ requestId: attemptIdShape })(value)
      return named && { type: 'siteInvalid' as const, ...named }
    },
  ),
  siteResume: record({ type: oneOf('siteResume'), requestId: attemptIdShape }),
})

/**
 * The message in a text of the page, rebuilt from its known fields; undefined when it is none.
 * `awaited`: a reply was asked for, which may be long.
 */
export function parsePageMessage(source: unknown, awaited: boolean): FromPage | undefined {
  if (typeof source !== 'string') return undefined
  if (source.length > (awaited ? maxReplyChars : maxMessageChars)) return undefined
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return undefined
  }
  const message = pageMessage(value)
  const isSiteRequest = message?.type === 'siteRequest' || message?.type === 'siteInvalid'
  return isSiteRequest && source.length > maxSiteRequestChars ? undefined : message
}
