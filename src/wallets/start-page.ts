import {
  type Claim,
  claimEvent,
  type FromPage,
  helloEvent,
  portEvent,
  type ToPage,
} from '@/src/contract/page-wire'
import { createTokenBucket } from '@/src/lib/token-bucket'
import { encode } from './encode'
import { createEvmDiscovery } from './evm/discover-evm'
import { own, read, stringsOf } from './own'
import { createPageEnv, type PageEnv } from './page-env'
import { createPageLedger } from './page-ledger'
import { createSiteApi } from './site-api'
import { createSolanaDiscovery } from './solana/discover-solana'
import type { PageWallet } from './wallet'
import { createWalletList } from './wallet-list'

/** Wallet events within this time make one hint, ms. */
const hintDelay = 250

/**
 * Starts the page script in `host`, unless one of the same `build` runs there already. One of
 * another build (the extension was updated) stops offering wallets and keeps only its open attempts:
 * their outcomes still reach the content script over its own port. Never throws.
 */
export function startPage(host: Window & typeof globalThis, build: string): void {
  try {
    run(host, build)
  } catch {
    // A page whose globals are too broken to start in is a page without wallets; it must not notice.
  }
}

function run(host: Window & typeof globalThis, build: string): void {
  const env = createPageEnv(host)
  const claim: Claim = { build, taken: false }
  env.dispatch(env.customEvent(claimEvent, claim))
  if (claim.taken) return

  let post: ((text: string) => void) | undefined
  const tell = (message: FromPage): void => post?.(encode(message, env.quote))
  const ledger = createPageLedger(env, tell)
  const wallets = createWalletList(env, [createEvmDiscovery(env), createSolanaDiscovery(env)])
  const api = createSiteApi(env, build, tell)
  const handle = createHandler(env, tell, ledger, wallets, api)
  const mayConnect = createTokenBucket({ burst: 8, perSecond: 1, now: env.now })

  function connect(): void {
    if (!mayConnect()) return
    post = env.openPort(portEvent, (text) => {
      const message = decode(env, text)
      if (message !== undefined) handle(message)
    })
    ledger.retell()
  }

  env.listen(helloEvent, connect)
  env.listen(claimEvent, (event) => {
    const other = read(event, 'detail') as Claim | undefined
    if (other === undefined || read(other, 'build') !== build) api.retire()
    else other.taken = true
  })
  connect()
  api.announce()
}

function decode(env: PageEnv, text: unknown): ToPage | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value = env.parse(text)
    return typeof own(value, 'type') === 'string' ? (value as ToPage) : undefined
  } catch {
    return undefined
  }
}

function createHandler(
  env: PageEnv,
  tell: (message: FromPage) => void,
  ledger: ReturnType<typeof createPageLedger>,
  wallets: ReturnType<typeof createWalletList>,
  api: ReturnType<typeof createSiteApi>,
): (message: ToPage) => void {
  const hinted = new Set<string>()

  function watch(wallet: PageWallet | undefined): void {
    if (wallet === undefined) return
    const { id: walletId, family } = wallet
    wallet.watch(() => {
      const key = `${family}:${walletId}`
      if (hinted.has(key)) return
      hinted.add(key)
      env.later(() => {
        hinted.delete(key)
        tell({ type: 'walletChanged', walletId, family })
      }, hintDelay)
    })
  }

  return (message) => {
    switch (message.type) {
      case 'discover': {
        const { replyTo } = message
        env.settle(
          wallets.discover(),
          (found) => tell({ type: 'wallets', replyTo, wallets: found }),
          () => tell({ type: 'wallets', replyTo, wallets: [] }),
        )
        return
      }
      case 'inspect': {
        const { replyTo, walletId, family } = message
        env.settle(
          wallets.inspect(walletId, family),
          (wallet) => tell({ type: 'wallet', replyTo, wallet }),
          () => tell({ type: 'wallet', replyTo, wallet: null }),
        )
        env.settle(wallets.locate(walletId, family), watch, ignore)
        return
      }
      case 'ledger':
        tell({
          type: 'ledger',
          replyTo: message.replyTo,
          entries: stringsOf(message.attemptIds, 64).map((id) => ledger.look(id)),
        })
        return
      case 'prepare': {
        const { attemptId, walletId, family } = message
        const answer = (wallet?: PageWallet): void => {
          const refusal = ledger.prepare(attemptId, wallet)
          tell({ type: 'prepared', attemptId, ...(refusal === undefined ? {} : { refusal }) })
        }
        env.settle(wallets.locate(walletId, family), answer, () => answer())
        return
      }
      case 'go':
        watch(ledger.go(message.attemptId, message.request))
        return
      case 'committed':
        ledger.committed(message.attemptId)
        return
      case 'siteEvent':
        api.emit(message.requestId, message.event)
        return
    }
  }
}

/** A wallet that cannot be watched is looked at by the drift guard instead. */
const ignore = (): void => undefined
