import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { HubContract, HubRecords, HubToken } from '@/src/contract/hub'
import { sameAddress } from '@/src/domain/address/address'
import { toWireError } from '@/src/domain/error'
import { type TokenId, tokenKey } from '@/src/domain/token/token-id'
import { type Async, failed, idle, loading, ready } from './async'
import type { Backend } from './backend'

export type Hub = {
  records: ReadonlySignal<Async<HubRecords>>
  tokens: ReadonlySignal<readonly HubToken[]>
  /** The hub's record of a token, if it is one of its own. */
  of(token: TokenId): HubToken | undefined
  /** The name that the service gives an address as its own. */
  contractAt(chainId: number, address: string): HubContract | undefined
  /** Asks once, when the first screen needs it; again only after a failure. */
  load(): Promise<void>
}

/** The hub's records; whatever becomes of them, nothing else waits for them. */
export function createHub({ backend }: { backend: Backend }): Hub {
  const records = signal<Async<HubRecords>>(idle)
  const read = computed(() => (records.value.state === 'ready' ? records.value.value : undefined))
  const byKey = computed(
    () => new Map(read.value?.tokens.map((each) => [tokenKey(each.token), each])),
  )
  return {
    records,
    tokens: computed(() => read.value?.tokens ?? []),
    of: (token) => byKey.value.get(tokenKey(token)),
    contractAt: (chainId, address) =>
      read.value?.contracts.find(
        (each) => each.chainId === chainId && sameAddress(each.address, address),
      ),
    async load() {
      const { state } = records.peek()
      if (state === 'loading' || state === 'ready') return
      // What was wrong stands until there is an answer.
      if (state === 'idle') records.value = loading
      try {
        records.value = ready(await backend.call('readHub', {}))
      } catch (caught) {
        records.value = failed(toWireError(caught))
      }
    },
  }
}
