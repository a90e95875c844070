/**
 * Parses what a page says, by hand: a content script of 8 kB has no room for a schema library. A test
 * holds these readers to the schemas of `contract/bridge`.
 */
import type { AskResult, FoundWallet, RawWalletError } from '@/src/contract/bridge'
import {
  type FromPage,
  type LedgerEntry,
  maxMessageChars,
  maxReplyChars,
  maxSiteRequestChars,
  type Refusal,
  type SiteRequest,
} from '@/src/contract/page-wire'

/** The message in a text of the page, rebuilt from its known fields; undefined when it is none. */
export function parsePageMessage(text: unknown, awaited: boolean): FromPage | undefined {
  if (typeof text !== 'string') return undefined
  if (text.length > (awaited ? maxReplyChars : maxMessageChars)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  switch (own(value, 'type')) {
    case 'wallets':
      return toWallets(value)
    case 'wallet':
      return toWallet(value)
    case 'ledger':
      return toLedger(value)
    case 'prepared':
      return toPrepared(value)
    case 'outcome':
      return toOutcome(value)
    case 'walletChanged':
      return toWalletChanged(value)
    case 'siteRequest':
      return text.length > maxSiteRequestChars ? undefined : toSiteRequest(value)
    default:
      return undefined
  }
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (value: Fields, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined
const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length <= most ? value : undefined
const attemptIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : undefined
const familyOf = (value: unknown): 'eip155' | 'solana' | undefined =>
  value === 'eip155' || value === 'solana' ? value : undefined
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Every item of a list turned by `to`; undefined when one of them is wrong or there are too many. */
function listOf<T>(
  value: unknown,
  most: number,
  to: (item: unknown) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined
  const items: T[] = []
  for (const entry of value) {
    const item = to(entry)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

/** An object without the keys whose value is undefined. */
function without<T extends object>(value: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, item]) => item !== undefined),
  ) as Partial<T>
}

function toFoundWallet(value: unknown): FoundWallet | undefined {
  if (!isRecord(value)) return undefined
  const family = familyOf(own(value, 'family'))
  const id = text(own(value, 'id'), 256)
  const name = text(own(value, 'name'), 256)
  const ambiguous = own(value, 'ambiguous')
  const accounts = listOf(own(value, 'accounts'), 64, (item) => text(item, 256))
  if (family === undefined || id === undefined || name === undefined) return undefined
  if (typeof ambiguous !== 'boolean' || accounts === undefined) return undefined
  const icon = iconOf(own(value, 'icon'))
  const chainId = text(own(value, 'chainId'), 256)
  return { family, id, name, ambiguous, accounts, ...without({ icon, chainId }) }
}

/** Only a picture inside the text itself: any other address would be loaded by our own pages. */
function iconOf(value: unknown): string | undefined {
  const icon = text(value, 65_536)
  return icon !== undefined && /^data:image\/[a-z+]{3,10}[;,]/.test(icon) ? icon : undefined
}

function toWallets(value: Fields): FromPage | undefined {
  const replyTo = numberOf(own(value, 'replyTo'))
  const wallets = listOf(own(value, 'wallets'), 64, toFoundWallet)
  if (replyTo === undefined || wallets === undefined) return undefined
  return { type: 'wallets', replyTo, wallets }
}

function toWallet(value: Fields): FromPage | undefined {
  const replyTo = numberOf(own(value, 'replyTo'))
  const raw = own(value, 'wallet')
  const wallet = raw === null ? null : toFoundWallet(raw)
  if (replyTo === undefined || wallet === undefined) return undefined
  return { type: 'wallet', replyTo, wallet }
}

function toLedger(value: Fields): FromPage | undefined {
  const replyTo = numberOf(own(value, 'replyTo'))
  const entries = listOf(own(value, 'entries'), 64, toLedgerEntry)
  if (replyTo === undefined || entries === undefined) return undefined
  return { type: 'ledger', replyTo, entries }
}

function toLedgerEntry(value: unknown): LedgerEntry | undefined {
  if (!isRecord(value)) return undefined
  const attemptId = attemptIdOf(own(value, 'attemptId'))
  if (attemptId === undefined) return undefined
  const state = own(value, 'state')
  if (state === 'open' || state === 'never-seen') return { attemptId, state }
  const result = toAskResult(own(value, 'result'))
  return state === 'settled' && result !== undefined ? { attemptId, state, result } : undefined
}

const refusals: readonly Refusal[] = ['seen', 'not-found', 'ambiguous', 'invalid']

function toPrepared(value: Fields): FromPage | undefined {
  const attemptId = attemptIdOf(own(value, 'attemptId'))
  if (attemptId === undefined) return undefined
  const raw = own(value, 'refusal')
  if (raw === undefined) return { type: 'prepared', attemptId }
  const refusal = refusals.find((known) => known === raw)
  return refusal === undefined ? undefined : { type: 'prepared', attemptId, refusal }
}

function toOutcome(value: Fields): FromPage | undefined {
  const attemptId = attemptIdOf(own(value, 'attemptId'))
  const result = toAskResult(own(value, 'result'))
  if (attemptId === undefined || result === undefined) return undefined
  return { type: 'outcome', attemptId, result }
}

/** The result of an ask; undefined for anything that the contract would refuse. */
export function toAskResult(value: unknown): AskResult | undefined {
  if (!isRecord(value)) return undefined
  if (own(value, 'ok') === false) {
    const error = toRawError(own(value, 'error'))
    return error === undefined ? undefined : { ok: false, error }
  }
  const answer = own(value, 'value')
  if (own(value, 'ok') !== true || !isRecord(answer)) return undefined
  switch (own(answer, 'kind')) {
    case 'done':
      return { ok: true, value: { kind: 'done' } }
    case 'accounts': {
      const accounts = listOf(own(answer, 'accounts'), 64, (item) => text(item, 256))
      const chainId = text(own(answer, 'chainId'), 256)
      if (accounts === undefined) return undefined
      return { ok: true, value: { kind: 'accounts', accounts, ...without({ chainId }) } }
    }
    case 'hash': {
      const hash = text(own(answer, 'hash'), 256)
      return hash === undefined ? undefined : { ok: true, value: { kind: 'hash', hash } }
    }
    case 'signed': {
      const transaction = text(own(answer, 'transaction'), 16_384)
      if (transaction === undefined) return undefined
      return { ok: true, value: { kind: 'signed', transaction } }
    }
    default:
      return undefined
  }
}

function toRawError(value: unknown): RawWalletError | undefined {
  if (!isRecord(value)) return undefined
  const message = text(own(value, 'message'), 2_000)
  if (message === undefined) return undefined
  const name = text(own(value, 'name'), 256)
  const code = numberOf(own(value, 'code')) ?? text(own(value, 'code'), 256)
  const data = text(own(value, 'data'), 4_000)
  return { message, ...without({ name, code, data }) }
}

function toWalletChanged(value: Fields): FromPage | undefined {
  const walletId = text(own(value, 'walletId'), 256)
  const family = familyOf(own(value, 'family'))
  if (walletId === undefined || family === undefined) return undefined
  return { type: 'walletChanged', walletId, family }
}

/** A token in one of the interface's three forms; the JSON form stays a string here. */
function toToken(value: unknown): SiteRequest['fromToken'] {
  const form = text(value, 512)
  if (form !== undefined) return form
  if (!isRecord(value)) return undefined
  const chainId = numberOf(own(value, 'chainId'))
  const address = text(own(value, 'address'), 128)
  return chainId === undefined || address === undefined ? undefined : { chainId, address }
}

const tradeTypes = ['EXACT_INPUT', 'EXACT_OUTPUT'] as const

function toSiteRequest(value: Fields): FromPage | undefined {
  const requestId = attemptIdOf(own(value, 'requestId'))
  if (requestId === undefined) return undefined
  const tradeType = own(value, 'tradeType')
  const amount = text(own(value, 'amount'), 78)
  const fields = {
    fromToken: toToken(own(value, 'fromToken')),
    toToken: toToken(own(value, 'toToken')),
    amount: amount !== undefined && /^\d+$/.test(amount) ? amount : undefined,
    tradeType: tradeTypes.find((known) => known === tradeType),
    recipient: text(own(value, 'recipient'), 128),
  }
  // A field that is there and wrong spoils the request: half a prefill would say something else.
  for (const key of Object.keys(fields) as (keyof typeof fields)[]) {
    if (own(value, key) !== undefined && fields[key] === undefined) return undefined
  }
  return { type: 'siteRequest', requestId, ...without<Omit<SiteRequest, 'requestId'>>(fields) }
}
