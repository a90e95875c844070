import { beforeEach, describe, expect, it } from 'vitest'
import type { Change, InputOf, OutputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import type { Backend } from './backend'
import { createPreferences } from './preferences'
import { createWallets, type PageCandidate, type Wallets } from './wallets'

type Look = { first?: number[] | undefined; answer(pages: PageCandidate[]): void; fail(): void }

const at = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const ref = { family: 'eip155' as const, id: 'io.rabby', name: 'Rabby' }
const shown = { ...ref, ambiguous: false, accounts: [account] }
const mute = { ...ref, ambiguous: false, accounts: [] }

let looks: Look[]
let announce: (change: Change) => void

function pageWith(...wallets: PageCandidate['wallets']): PageCandidate {
  return { page: at, active: false, access: true, signer: false, wallets }
}

/** Wallets over a backend whose looks into the pages are answered by hand. */
async function setUp(options: {
  connected: boolean
  granted?: string[]
  /** What becomes of a connection that is asked for, from the first look on. */
  becomes?: ('open' | 'gone')[]
}): Promise<Wallets> {
  const connections = { eip155: { wallet: ref, page: at, account, accounts: [account] } }
  const fixture = createFixtureBackend({
    now: () => 0,
    orders: {},
    session: options.connected ? { connections } : {},
  })
  const connected = { state: 'connected' as const, accounts: options.granted ?? [account] }
  const backend: Backend = {
    ...fixture,
    call(name, input) {
      if (name === 'readConnection') {
        const state = options.becomes?.shift()
        const gone = { state: 'failed', code: 'page/gone' }
        const answer = state === undefined ? connected : state === 'gone' ? gone : { state }
        return Promise.resolve(answer as OutputOf<typeof name>)
      }
      if (name !== 'findWallets') return fixture.call(name, input)
      return new Promise((resolve, reject) => {
        looks.push({
          first: (input as InputOf<'findWallets'>).first,
          answer: (pages) => resolve({ pages } as OutputOf<typeof name>),
          fail: () => reject(new AppError('rpc/unavailable')),
        })
      })
    },
    onChange(listener) {
      announce = listener
      return () => undefined
    },
  }
  const wallets = createWallets({ backend, preferences: createPreferences({ backend }) })
  await wallets.restore()
  return wallets
}

async function look(wallets: Wallets, ...pages: PageCandidate[]): Promise<void> {
  const done = wallets.refresh()
  looks.at(-1)?.answer(pages)
  await done
}

beforeEach(() => {
  looks = []
})

describe('a wallet that nobody chose', () => {
  it('is connected by itself on the page in front alone, where it is the only one that shows an account', async () => {
    const wallets = await setUp({ connected: false })
    const other = { ...shown, id: 'io.other', name: 'Other' }
    await look(wallets, pageWith(shown))
    await look(wallets, { ...pageWith(shown), active: true, access: false })
    await look(wallets, { ...pageWith(shown, other), active: true })
    await look(wallets, { ...pageWith({ ...shown, ambiguous: true }), active: true })
    await look(wallets, { ...pageWith(mute), active: true })
    expect(wallets.connections.value.eip155).toBeUndefined()
    await look(wallets, { ...pageWith(shown, mute), active: true })
    expect(wallets.connections.value.eip155?.account).toBe(account)
  })
})

describe('a connected wallet', () => {
  it('is kept while it is only slow to say which accounts it shows', async () => {
    const wallets = await setUp({ connected: true })
    await look(wallets, pageWith({ ...mute, unanswered: true }))
    expect(wallets.connections.value.eip155?.account).toBe(account)
  })

  it('has its tab looked into before all others, as has one that is asked for', async () => {
    const wallets = await setUp({ connected: true, becomes: ['open'] })
    await look(wallets, pageWith(shown))
    expect(looks.at(-1)?.first).toEqual([7])
    const other = { ...at, tabId: 30 }
    const phantom = { family: 'solana' as const, id: 'Phantom', name: 'Phantom' }
    await wallets.connect(other, phantom)
    await look(wallets, pageWith(shown))
    expect(looks.at(-1)?.first).toEqual([7, 30])
    expect(wallets.connections.value.eip155?.account).toBe(account)
  })

  it('is kept while its page does not answer', async () => {
    const wallets = await setUp({ connected: true })
    await look(wallets, { ...pageWith(), unanswered: true })
    expect(wallets.connections.value.eip155?.account).toBe(account)
  })

  it.each([
    ['it shows no account any more', [pageWith(mute)]],
    ['its page has it no more', [pageWith()]],
    ['its page is gone', []],
  ])('is let go when %s', async (_name, pages) => {
    const wallets = await setUp({ connected: true })
    await look(wallets, ...pages)
    expect(wallets.connections.value.eip155).toBeUndefined()
  })

  it('is on the account that an EVM wallet has chosen, as it signs with no other', async () => {
    const wallets = await setUp({ connected: true })
    const other = '0x00000000000000000000000000000000000000aa'
    await look(wallets, pageWith({ ...shown, accounts: [other, account] }))
    expect(wallets.connections.value.eip155?.account).toBe(other)
    wallets.chooseAccount('eip155', account)
    expect(wallets.connections.value.eip155?.account).toBe(other)
  })

  it('keeps the account that was chosen where the wallet signs with any', async () => {
    const wallets = await setUp({ connected: false })
    const solana = { ...shown, family: 'solana' as const, accounts: ['first', 'second'] }
    await wallets.choose(pageWith(solana), solana)
    wallets.chooseAccount('solana', 'second')
    looks = []
    await look(wallets, pageWith(solana))
    expect(wallets.connections.value.solana?.account).toBe('second')
  })

  it('is on the account that it shows now', async () => {
    const wallets = await setUp({ connected: true })
    const other = '0x00000000000000000000000000000000000000aa'
    await look(wallets, pageWith({ ...shown, accounts: [other] }))
    expect(wallets.connections.value.eip155?.account).toBe(other)
  })
})

describe('looks that answer out of order', () => {
  it('leave what the newer one saw', async () => {
    const wallets = await setUp({ connected: true })
    const [first, second] = [wallets.refresh(), wallets.refresh()]
    looks[1]?.answer([pageWith(shown)])
    looks[0]?.answer([pageWith(mute)])
    await Promise.all([first, second])
    expect(wallets.connections.value.eip155?.account).toBe(account)
    expect(wallets.pages.value).toEqual({ state: 'ready', value: [pageWith(shown)] })
  })

  it('do not turn what the newer one saw into a failure', async () => {
    const wallets = await setUp({ connected: true })
    const [first, second] = [wallets.refresh(), wallets.refresh()]
    looks[1]?.answer([pageWith(shown)])
    await second
    looks[0]?.fail()
    await first
    expect(wallets.pages.value.state).toBe('ready')
  })

  it('cannot undo a connection that was made after they began', async () => {
    const wallets = await setUp({ connected: false })
    await look(wallets, pageWith(mute))
    announce({ kind: 'wallets' })
    const choosing = wallets.choose(pageWith(mute), mute)
    await settled()
    expect(wallets.connections.value.eip155?.account).toBe(account)
    looks[1]?.answer([pageWith(mute)])
    await settled()
    expect(wallets.connections.value.eip155?.account).toBe(account)
    looks[2]?.answer([pageWith(shown)])
    expect(await choosing).toBe(false)
    expect(wallets.pages.value).toEqual({ state: 'ready', value: [pageWith(shown)] })
  })

  it('cannot undo a choice that was made after they began', async () => {
    const wallets = await setUp({ connected: false })
    const before = wallets.refresh()
    expect(await wallets.choose(pageWith(shown), shown)).toBe(true)
    looks[0]?.answer([pageWith(mute)])
    await before
    expect(wallets.connections.value.eip155?.account).toBe(account)
  })
})

describe('a connection that is asked for', () => {
  it('given its page is loaded anew, is open no more, and that is said', async () => {
    const wallets = await setUp({ connected: false, becomes: ['open', 'gone'] })
    await wallets.connect(at, ref)
    expect(wallets.pending.value?.wallet.id).toBe(ref.id)
    announce({ kind: 'wallets' })
    await settled()
    expect(wallets.pending.value).toBeUndefined()
    expect(wallets.error.value?.code).toBe('page/gone')
  })
})

describe('a connection that the wallet granted', () => {
  it('given it shares no account, then that is said', async () => {
    const wallets = await setUp({ connected: false, granted: [] })
    const choosing = wallets.choose(pageWith(mute), mute)
    await settled()
    looks.at(-1)?.answer([pageWith(mute)])
    expect(await choosing).toBe(false)
    expect(wallets.error.value?.code).toBe('wallet/no-account')
    expect(wallets.connections.value.eip155).toBeUndefined()
  })
})
