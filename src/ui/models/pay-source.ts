import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ForeignToken } from '@/src/contract/service/foreign'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { toForeignAddress } from '@/src/domain/address/foreign-address'
import { familyIn } from '@/src/domain/chain/foreign-chain'
import { toWireError, type WireError } from '@/src/domain/error'
import type { ForeignFamily } from '@/src/domain/order/order'
import type { FormErrorCode } from '../copy/form-errors'
import type { App } from './app'

/** A token of a chain that is only paid from. */
export type Source = { key: string; token: ForeignToken; family: ForeignFamily }

export type PaySource = {
  /** What can be paid with on chains that are only paid from. */
  sources: ReadonlySignal<Source[]>
  sourcesError: ReadonlySignal<WireError | undefined>
  /** Names of chains that the service takes payments from, and of which no address can be checked here. */
  unchecked: ReadonlySignal<readonly string[]>
  loadSources(): Promise<void>
  /** The one that is chosen; else the swap form's token is paid with. */
  source: ReadonlySignal<Source | undefined>
}

/** The key of a token that is paid with. */
export const sourceKey = ({ chainId, address }: Pick<ForeignToken, 'chainId' | 'address'>) =>
  `${chainId}:${address}`

/** Tokens of chains that are only paid from; `chosen` reads the key of the one that is paid with. */
export function createPaySource(
  { backend, catalog }: Pick<App, 'backend' | 'catalog'>,
  chosen: () => string,
): PaySource {
  const listed = signal<ForeignToken[]>([])
  const sourcesError = signal<WireError | undefined>(undefined)
  const unchecked = signal<readonly string[]>([])
  const sources = computed<Source[]>(() =>
    listed.value.flatMap((token) => {
      const family = familyIn(catalog.foreign.value, token.chainId)
      return family ? [{ key: sourceKey(token), token, family }] : []
    }),
  )
  return {
    sources,
    sourcesError,
    unchecked,
    source: computed(() => sources.value.find(({ key }) => key === chosen())),
    async loadSources() {
      try {
        const answer = await backend.call('listForeign', {})
        listed.value = answer.tokens
        unchecked.value = answer.unchecked
        sourcesError.value = undefined
      } catch (caught) {
        sourcesError.value = toWireError(caught)
      }
    },
  }
}

/** An address as it is written in general: BIP-173 allows capitals, and nothing else here does. */
export function accountOf(text: string, source: Source | undefined): string {
  return (source && toForeignAddress(source.family, text)) ?? text
}

/** What is wrong with an address to which money returns on a chain that is only paid from. */
export function problemAbroad(text: string, { family, token }: Source): FormErrorCode | undefined {
  if (text === '') return undefined
  const account = toForeignAddress(family, text)
  if (account === token.address) return 'form/recipient-is-token'
  if (account !== null) return undefined
  return familyOfAddress(text) === null ? 'form/recipient-invalid' : 'form/recipient-wrong-family'
}
