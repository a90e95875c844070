import { read, stringsOf } from '../own'
import type { PageEnv } from '../page-env'
import { type PageWallet, patientReadTimeout, readTimeout, within } from '../wallet'
import { askEvm, chainIdOf, createEvmRequest } from './evm-request'

/** Drives one EIP-1193 provider; undefined for an object without a `request` function. */
export function createEvmWallet(
  env: PageEnv,
  provider: unknown,
  facts: { id: string; name: string; icon: string | undefined },
): PageWallet | undefined {
  const requestFunction = read(provider, 'request')
  if (typeof requestFunction !== 'function') return undefined
  const request = createEvmRequest(env, provider, requestFunction)
  let watched = false
  return {
    family: 'eip155',
    ...facts,
    ambiguous: false,
    async inspect(quiet) {
      const time = quiet ? patientReadTimeout : readTimeout
      const shown = within(env, request('eth_accounts'), time)
      const chain = within(env, request('eth_chainId'), time)
      const chainId = chainIdOf(await chain)
      const accounts = await shown
      return {
        accounts: stringsOf(accounts, 64),
        ...(chainId === undefined ? {} : { chainId }),
        ...(accounts === undefined ? { unanswered: true } : {}),
      }
    },
    ask: (ask) => askEvm(env, request, ask),
    watch(changed) {
      if (watched) return
      watched = true
      const on = read(provider, 'on')
      if (typeof on !== 'function') return
      for (const event of ['accountsChanged', 'chainChanged', 'disconnect']) {
        try {
          env.call(on, provider, [event, () => changed()])
        } catch {
          // Without events the drift guard still sees the change when it inspects.
        }
      }
    },
  }
}
