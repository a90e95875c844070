import type { Token } from '@/src/contract/service/token'
import { sameToken } from '@/src/domain/token-id'
import { readAbiText } from '../format/abi-text'
import type { App } from './app'

/** Tokens of one person; the settings that hold them are read whole. */
export const MOST_ADDED = 100

/** What is known of a token that nobody lists. */
export type ReadToken = { kind: 'found'; token: Token } | { kind: 'none' | 'disagree' | 'unread' }

type Kept = Pick<App, 'preferences'>

/** Tokens that the person added on this computer. */
export function addedTokens({ preferences }: Kept): readonly Token[] {
  return preferences.settings.value?.addedTokens ?? []
}

/**
 * Reads a token from two operators of its chain. One whose symbol is no text, or whose decimals nobody can
 * use, is none. @throws AppError where the worker does not answer.
 */
export async function readToken(
  { backend }: Pick<App, 'backend'>,
  chainId: number,
  address: string,
): Promise<ReadToken> {
  const read = await backend.call('readToken', { chainId, address: address.toLowerCase() })
  if (read.kind !== 'found') return read
  const symbol = readAbiText(read.symbol)
  if (symbol === undefined || read.decimals > 36) return { kind: 'none' }
  const name = readAbiText(read.name) ?? symbol
  const token = { chainId, address: address.toLowerCase(), symbol, name, decimals: read.decimals }
  return { kind: 'found', token }
}

/** Puts a token on this computer's list; false where it could not be kept. */
export function addToken(app: Kept, token: Token): Promise<boolean> {
  return change(app, (others) => [...others, token], token)
}

/** Takes a token off this computer's list; orders keep what they know of it. False where it stays. */
export function removeToken(app: Kept, token: Token): Promise<boolean> {
  return change(app, (others) => others, token)
}

async function change(
  { preferences }: Kept,
  make: (others: Token[]) => Token[],
  token: Token,
): Promise<boolean> {
  // Before the list was read, nothing can be written over it.
  if (preferences.settings.value === undefined) await preferences.load()
  if (preferences.settings.value === undefined) return false
  const others = addedTokens({ preferences }).filter((each) => !sameToken(each, token))
  await preferences.write({ addedTokens: make(others) })
  return preferences.error.value === undefined
}
