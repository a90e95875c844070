import { type Signal, signal } from '@preact/signals'
import type { Clock } from '@/src/ui/models/backend'
import { createBalances } from '@/src/ui/models/balances'
import { createPreferences } from '@/src/ui/models/preferences'
import { createSwap, type Swap } from '@/src/ui/models/swap'
import { createWallets, type Wallets } from '@/src/ui/models/wallets'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'

const NOW = 1_800_000_000_000
/** Where the wallets are. */
export const at = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
export const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby' }
export const nativeBase = tokens[1] ?? usdcBase
export const solana = tokens.at(-1) ?? usdcBase

/** What the form asked of the worker, and the timers it waits for, which a test calls by hand. */
export const calls: { name: string; input: unknown }[] = []
export const timers: { ms: number; call(): void }[] = []

/** Forgets both, before each test. */
export function forget(): void {
  calls.length = 0
  timers.length = 0
}

const clock: Clock = {
  now: () => NOW,
  after(ms, call) {
    const timer = { ms, call }
    timers.push(timer)
    return () => {
      const place = timers.indexOf(timer)
      if (place >= 0) timers.splice(place, 1)
    }
  },
}

export type Options = Partial<FixtureOptions> & {
  connected?: boolean
  /** The account that a wallet of the other family shows. */
  shown?: string
  running?: Signal<unknown>
  online?: Signal<boolean>
  listed?: typeof tokens
}

/** A form, with a connected wallet unless that is said otherwise. */
export async function setUp(options: Options = {}) {
  const { shown } = options
  const connections = {
    eip155: { wallet, page: at, account, accounts: [account] },
    ...(shown && {
      solana: {
        wallet: { family: 'solana', id: 'Phantom', name: 'Phantom' },
        page: at,
        account: shown,
        accounts: [shown],
      },
    }),
  }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: orders(NOW),
    calls,
    session: options.connected === false ? {} : { connections },
    ...options,
  })
  const preferences = createPreferences({ backend })
  const wallets = createWallets({ backend, preferences })
  const balances = createBalances({ backend })
  const swap = createSwap({
    backend,
    clock,
    wallets,
    balances,
    defaultSlippage: signal(0.005),
    running: options.running ?? signal([]),
    knownTokens: signal(options.listed ?? tokens),
    online: options.online ?? signal(true),
  })
  await wallets.restore()
  await swap.restore()
  return { backend, swap, wallets }
}

export function fillSum(swap: Swap, sum = '500'): void {
  swap.choose('pay', usdcBase)
  swap.type('pay', sum)
}

export function fillPair(swap: Swap): void {
  swap.choose('pay', usdcBase)
  swap.choose('receive', ethArbitrum)
}

export function fillForm(swap: Swap, sum?: string): void {
  fillPair(swap)
  fillSum(swap, sum)
}

/** The prices that were asked for. */
export const asked = () =>
  calls.filter((call) => call.name === 'streamQuotes').map((call) => call.input)

/** The account that the wallet can change to. */
export const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const page = { page: at, active: false, access: true, signer: false, wallets: [] }

/** The wallet is on another account now, and chosen again. */
export const changeAccount = (wallets: Wallets) =>
  void wallets.choose(page, {
    family: 'eip155',
    id: 'io.rabby',
    name: 'Rabby',
    ambiguous: false,
    accounts: [other],
  })
