import type { TokenPart } from '@/src/contract/backup'
import { type Token, token } from '@/src/contract/service/token'
import { MOST_PINNED, readTokenMarks } from '@/src/contract/token-marks'
import { sameToken, type TokenId } from '@/src/domain/token-id'
import { MOST_ADDED } from './added-tokens'
import type { Backend } from './backend'

/** Of the tokens of a backup: what came in of each kind, and what had no room or could not be read. */
export type RestoredTokens = { pinned: number; added: number; left: number }

type Parts = Pick<Backend, 'call' | 'tokenMarks'>

/** The tokens that a person pinned, and those they added by their addresses. */
export async function readTokens(backend: Parts): Promise<TokenPart> {
  const { pinned } = await (await backend.tokenMarks()).read()
  const { addedTokens = [] } = await backend.call('readSettings', {})
  return { pinned, added: addedTokens }
}

/** Merges tokens of a backup into what is here, which stays first and as it is. */
export async function restoreTokens(backend: Parts, part: TokenPart): Promise<RestoredTokens> {
  const pinned = await restorePinned(backend, part.pinned)
  const added = await restoreAdded(backend, part.added)
  return { pinned: pinned.came, added: added.came, left: pinned.left + added.left }
}

async function restorePinned(backend: Parts, values: readonly unknown[]) {
  // One at a time: the list would be cut before it is known what is here already.
  const read = values.flatMap((each) => readTokenMarks({ pinned: [each] }).pinned)
  let sum = { came: 0, left: 0 }
  await (await backend.tokenMarks()).change((marks) => {
    const { come, left } = merge(marks.pinned, read, MOST_PINNED)
    sum = { came: come.length, left }
    return { ...marks, pinned: [...marks.pinned, ...come] }
  })
  return { ...sum, left: sum.left + values.length - read.length }
}

async function restoreAdded(backend: Parts, values: readonly unknown[]) {
  const read = values.flatMap((each) => readAdded(each) ?? [])
  const { addedTokens = [] } = await backend.call('readSettings', {})
  const { come, left } = merge(addedTokens, read, MOST_ADDED)
  if (come.length > 0) {
    await backend.call('writeSettings', { addedTokens: [...addedTokens, ...come] })
  }
  return { came: come.length, left: left + values.length - read.length }
}

/** As one is added: no file says what a token is worth, or gives it a picture. */
function readAdded(value: unknown): Token | undefined {
  const read = token.safeParse(value)
  if (!read.success) return undefined
  const { chainId, address, symbol, name, decimals } = read.data
  return { chainId, address, symbol, name, decimals }
}

/** Those that are not here yet, each once, as far as there is room. */
function merge<T extends TokenId>(here: readonly T[], read: readonly T[], most: number) {
  const fresh = read.filter(
    (each, at) =>
      !here.some((one) => sameToken(one, each)) &&
      read.findIndex((one) => sameToken(one, each)) === at,
  )
  const come = fresh.slice(0, Math.max(0, most - here.length))
  return { come, left: fresh.length - come.length }
}
