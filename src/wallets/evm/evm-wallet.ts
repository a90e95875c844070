import { read, stringsOf } from '../own'
import type { PageEnv } from '../page-env'
import { type PageWallet, patientReadTimeout, readTimeout, within } from '../wallet'
import { askEvm, chainIdOf, createEvmRequest } from './evm-request'

/**
 * Whether a wallet without an account says that it is locked: MetaMask and its like tell it beside
 * EIP-1193, the others not at all. MetaMask writes a line to the page's console for it, so it is asked
 * where an order waits for it only.
 */
async function isLocked(env: PageEnv, provider: unknown, time: number): Promise<boolean> {
  const extra = read(provider, '_metamask')
  const isUnlocked = read(extra, 'isUnlocked')
  if (typeof isUnlocked !== 'function') return false
  const unlocked = env.promise((resolve, reject) =>
    env.settle(env.call(isUnlocked, extra, []), resolve, reject),
  )
  return (await within(env, unlocked, time)) === false
}

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
      const answer = await shown
      const accounts = stringsOf(answer, 64)
      const locked = quiet && accounts.length === 0 && (await isLocked(env, provider, time))
      return {
        accounts,
        ...(chainId === undefined ? {} : { chainId }),
        ...(answer === undefined ? { unanswered: true } : {}),
        ...(locked ? { locked } : {}),
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
