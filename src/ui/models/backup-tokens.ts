import type { TokenPart } from '@/src/contract/backup'
import { MOST_PINNED, MOST_UNCHECKED, readTokenMarks } from '@/src/contract/token-marks'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { isNativeToken, sameToken, type TokenId, tokenKey } from '@/src/domain/token/token-id'
import type { Backend } from './backend'
import type { Catalog } from './catalog'
import { findToken } from './prefill'
import { isWarned } from './token-marks'

/** Of the tokens of a backup: what came in of each kind, and what was left out. */
export type RestoredTokens = { pinned: number; added: number; left: number }

type Parts = Pick<Backend, 'call' | 'tokenMarks'>

/** What names the tokens that a person pinned, and those they added by their addresses or have yet to check. */
export async function readTokens(backend: Parts): Promise<TokenPart> {
  const { pinned, unchecked } = await (await backend.tokenMarks()).read()
  const { addedTokens = [] } = await backend.call('readSettings', {})
  const added = addedTokens.map(({ chainId, address }) => ({ chainId, address }))
  return { pinned, added: [...added, ...unchecked] }
}

/**
 * Merges tokens of a backup into what is here, which stays first and as it is. No more is taken than what
 * names a token: one that had been added waits unchecked until it is read on its chain, and a pin is taken
 * of what may be pinned here by hand.
 */
export async function restoreTokens(
  backend: Parts,
  catalog: Catalog,
  part: TokenPart,
): Promise<RestoredTokens> {
  // Before anything is looked at: no file of ours holds more.
  const read = readTokenMarks({
    pinned: part.pinned.slice(0, MOST_PINNED),
    unchecked: part.added.slice(0, MOST_UNCHECKED),
  })
  const isKnown = (id: TokenId) => catalog.chain(id.chainId) !== undefined
  const pins = await pinnable(backend, catalog, read.pinned.filter(isKnown))
  const adds = read.unchecked.filter((id) => isKnown(id) && isAddable(id))
  const { addedTokens = [] } = await backend.call('readSettings', {})
  let sum = { pinned: 0, added: 0, left: 0 }
  await (await backend.tokenMarks()).change((marks) => {
    const pinned = merge(marks.pinned, pins, MOST_PINNED - marks.pinned.length)
    const room = MOST_UNCHECKED - marks.unchecked.length
    const unchecked = merge([...addedTokens, ...marks.unchecked], adds, room)
    const refused = part.pinned.length - pins.length + part.added.length - adds.length
    sum = {
      pinned: pinned.come.length,
      added: unchecked.come.length,
      left: refused + pinned.left + unchecked.left,
    }
    return {
      ...marks,
      pinned: [...marks.pinned, ...pinned.come],
      unchecked: [...marks.unchecked, ...unchecked.come],
    }
  })
  return sum
}

/** A chain's own coin has no contract that could be read. */
const isAddable = (id: TokenId) =>
  familyOfAddress(id.address) === familyOfChain(id.chainId) && !isNativeToken(id)

/** Those that are pinned here already, were added here, or are listed by the service; none with a warning. */
async function pinnable(backend: Parts, catalog: Catalog, ids: readonly TokenId[]) {
  const { pinned } = await (await backend.tokenMarks()).read()
  const { addedTokens = [] } = await backend.call('readSettings', {})
  const may = await Promise.all(
    ids.map(async (id) => {
      if (pinned.some((one) => sameToken(one, id))) return true
      const own = addedTokens.find((one) => sameToken(one, id))
      // Of what cannot be looked up nobody knows whether it has a warning.
      const token = own ?? (await findToken(backend, catalog, id).catch(() => undefined))
      return token !== undefined && !isWarned(catalog, token)
    }),
  )
  return ids.filter((_, place) => may[place])
}

/** Those that are not here yet, each once, as far as there is room. */
function merge(here: readonly TokenId[], read: readonly TokenId[], room: number) {
  const known = new Set(here.map(tokenKey))
  const fresh = read.filter((each) => !known.has(tokenKey(each)))
  const come = fresh.slice(0, Math.max(0, room))
  return { come, left: fresh.length - come.length }
}
