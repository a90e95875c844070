import type { Token } from '@/src/contract/service/token'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import type { MintRule } from '@/src/domain/solana/mint-rules'
import { sameToken } from '@/src/domain/token/token-id'
import { readAbiText } from '../format/abi-text'
import { shortAddress } from '../format/text'
import type { App } from './app'

/** Tokens of one person; the settings that hold them are read whole. */
export const MOST_ADDED = 100

/** What is known of a token that nobody lists. */
export type ReadToken =
  | { kind: 'found'; token: Token; rules: readonly MintRule[] }
  | { kind: 'none' | 'disagree' | 'unread' | 'immovable' }

type Kept = Pick<App, 'preferences'>

/** Tokens that the person added on this computer. */
export function addedTokens({ preferences }: Kept): readonly Token[] {
  return preferences.settings.value?.addedTokens ?? []
}

/**
 * Reads a token from two operators of its chain. A contract whose symbol is no text is none, and so is
 * whatever has decimals that nobody can use; a mint without a symbol is called by its address.
 * @throws AppError where the worker does not answer.
 */
export async function readToken(
  { backend }: Pick<App, 'backend'>,
  chainId: number,
  typed: string,
): Promise<ReadToken> {
  const isMint = familyOfChain(chainId) === 'solana'
  const address = isMint ? typed : typed.toLowerCase()
  const read = await backend.call('readToken', { chainId, address })
  if (read.kind !== 'found') return read
  const { decimals, rules = [] } = read
  const symbol = readAbiText(read.symbol) ?? (isMint ? shortAddress(address) : undefined)
  if (symbol === undefined || decimals > 36) return { kind: 'none' }
  const name = readAbiText(read.name) ?? symbol
  return { kind: 'found', token: { chainId, address, symbol, name, decimals }, rules }
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
