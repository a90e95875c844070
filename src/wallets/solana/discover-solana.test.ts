import { beforeEach, describe, expect, it } from 'vitest'
import {
  createManualTimers,
  createPageHost,
  type ManualTimers,
  type PageHost,
  settle,
} from '@/test/support/page-host'
import { createPageEnv } from '../page-env'
import type { PageWallet, WalletSource } from '../wallet'
import { createSolanaDiscovery } from './discover-solana'

const address = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
const account = { address, chains: ['solana:devnet', 'solana:mainnet'] }

let timers: ManualTimers
let host: PageHost
let wallets: WalletSource

beforeEach(() => {
  timers = createManualTimers()
  host = createPageHost(timers)
  wallets = createSolanaDiscovery(createPageEnv(host))
})

type Signing = { account: unknown; transaction: Uint8Array; chain?: string }

function createSource(name: string, options: Record<string, unknown> = {}) {
  const source = {
    name,
    icon: 'data:image/png;base64,AA',
    chains: ['solana:mainnet'],
    accounts: [] as unknown[],
    connects: [] as unknown[],
    signings: [] as Signing[],
    listeners: [] as (() => void)[],
    features: {
      'standard:connect': {
        connect: async (input?: unknown) => {
          source.connects.push(input)
          source.accounts = [account]
          return { accounts: source.accounts }
        },
      },
      'standard:events': { on: (_event: string, run: () => void) => source.listeners.push(run) },
      'solana:signTransaction': {
        signTransaction: async (input: Signing): Promise<unknown> => {
          source.signings.push(input)
          return [{ signedTransaction: Uint8Array.from([...input.transaction, 255]) }]
        },
      },
    } as Record<string, unknown>,
    ...options,
  }
  return source
}

function register(...sources: unknown[]): (() => void) | undefined {
  let off: (() => void) | undefined
  const callback = ({ register }: { register: (...all: unknown[]) => () => void }) => {
    off = register(...sources)
  }
  host.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return off
}

function only(): PageWallet {
  const [wallet] = wallets.list()
  if (wallet === undefined) throw new Error('no wallet')
  return wallet
}
const seen = () => wallets.list().map(({ id, ambiguous }) => ({ id, ambiguous }))

describe('Solana wallets of a page', () => {
  it('given a wallet that registers, then it is listed by its name', () => {
    register(createSource('Lantern'))
    expect(only()).toMatchObject({ family: 'solana', id: 'Lantern', ambiguous: false })
  })

  it('given a wallet that waits for the app, when it is asked, then it registers', () => {
    host.addEventListener('wallet-standard:app-ready', (event) => {
      const { register } = (event as CustomEvent<{ register: (wallet: unknown) => void }>).detail
      register(createSource('Lantern'))
    })
    wallets.refresh()
    expect(seen()).toEqual([{ id: 'Lantern', ambiguous: false }])
  })

  it('given one object registered again, then it is one wallet', () => {
    const source = createSource('Lantern')
    register(source, source)
    register(source)
    expect(seen()).toEqual([{ id: 'Lantern', ambiguous: false }])
  })

  it('given another object of that name, then the name is ambiguous, also after it left', () => {
    register(createSource('Lantern'))
    const off = register(createSource(' lantern '))
    off?.()
    expect(seen()).toEqual([{ id: 'Lantern', ambiguous: true }])
  })

  it('given a wallet that unregisters, then it is gone', () => {
    const off = register(createSource('Lantern'))
    off?.()
    expect(seen()).toEqual([])
  })

  it.each([
    ['no object', 5],
    ['no name', createSource('x', { name: 5 })],
    ['a blank name', createSource(' ')],
    ['a name without end', createSource('x'.repeat(200))],
    ['no Solana chain', createSource('x', { chains: ['bitcoin:mainnet'] })],
    ['no chains', createSource('x', { chains: undefined })],
    ['no features', createSource('x', { features: null })],
    ['no signing', createSource('x', { features: { 'standard:connect': {} } })],
  ])('given %s, then it is no wallet', (_name, source) => {
    register(source)
    expect(seen()).toEqual([])
  })

  it('given a thousand wallets, then thirty-two are kept', () => {
    for (let index = 0; index < 1_000; index += 1) register(createSource(`n${index}`))
    expect(seen()).toHaveLength(32)
  })

  it('given a registration that throws or is no function, then the page does not notice', () => {
    const detail = () => {
      throw new Error('gotcha')
    }
    for (const bad of [detail, 5, null]) {
      expect(() =>
        host.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: bad })),
      ).not.toThrow()
    }
    expect(seen()).toEqual([])
  })
})

describe('what a Solana wallet is asked', () => {
  const sign = { kind: 'solanaSign' as const, account: address, transaction: 'AQID' }

  it('to connect, and answers with its accounts', async () => {
    register(createSource('Lantern'))
    expect(await only().ask({ kind: 'connect', family: 'solana' })).toEqual({
      kind: 'accounts',
      accounts: [address],
    })
  })

  it('to sign the very bytes for the account, on mainnet where it is there', async () => {
    const source = createSource('Lantern', { accounts: [account] })
    register(source)
    expect(await only().ask(sign)).toEqual({ kind: 'signed', transaction: 'AQID/w==' })
    expect(source.signings).toEqual([
      { account, transaction: Uint8Array.from([1, 2, 3]), chain: 'solana:mainnet' },
    ])
    expect(source.connects).toEqual([])
  })

  it('to connect silently first where the account is not shown yet', async () => {
    const source = createSource('Lantern')
    register(source)
    await only().ask(sign)
    expect(source.connects).toEqual([{ silent: true }])
    expect(source.signings).toHaveLength(1)
  })

  it('nothing for an account that it does not show', async () => {
    const source = createSource('Lantern', { accounts: [account] })
    register(source)
    await expect(only().ask({ ...sign, account: 'other' })).rejects.toMatchObject({ code: 4100 })
    expect(source.signings).toEqual([])
  })

  it('nothing that belongs to another family', async () => {
    register(createSource('Lantern'))
    await expect(only().ask({ kind: 'switchChain', chainId: 1 })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it.each([
    ['nothing', undefined],
    ['no list', {}],
    ['an empty list', []],
    ['no bytes', [{ signedTransaction: 'AQID' }]],
    ['numbers that are no bytes', [{ signedTransaction: [1, 256] }]],
    ['fractions', [{ signedTransaction: [1.5] }]],
    ['no end of bytes', [{ signedTransaction: { length: 1e9 } }]],
    ['an empty transaction', [{ signedTransaction: new Uint8Array() }]],
  ])('given an answer of %s, then it proves nothing', async (_name, answer) => {
    const source = createSource('Lantern', { accounts: [account] })
    source.features['solana:signTransaction'] = { signTransaction: async () => answer }
    register(source)
    await expect(only().ask(sign)).rejects.toMatchObject({ code: 'bad-answer' })
  })

  it('given a feature that is gone when it is needed, then nothing was asked', async () => {
    const source = createSource('Lantern', { accounts: [account] })
    register(source)
    source.features = {}
    await expect(only().ask(sign)).rejects.toMatchObject({ code: 4200 })
  })
})

describe('what a Solana wallet shows unasked', () => {
  it('is its accounts; a silent connect only where that is allowed', async () => {
    const source = createSource('Lantern')
    register(source)
    expect(await only().inspect(false)).toEqual({ accounts: [] })
    expect(source.connects).toEqual([])
    expect(await only().inspect(true)).toEqual({ accounts: [address] })
    expect(source.connects).toEqual([{ silent: true }])
  })

  it('is nothing where the silent connect hangs', async () => {
    const source = createSource('Lantern')
    source.features['standard:connect'] = { connect: () => new Promise(() => undefined) }
    register(source)
    const shown = only().inspect(true)
    await settle()
    timers.advance(800)
    expect(await shown).toEqual({ accounts: [] })
  })

  it('leaves out accounts of other chains', async () => {
    const other = { address: 'bc1', chains: ['bitcoin:mainnet'] }
    register(createSource('Lantern', { accounts: [other, account] }))
    expect(await only().inspect(true)).toEqual({ accounts: [address] })
  })
})

describe('changes of a Solana wallet', () => {
  it('are heard once it is watched', () => {
    const source = createSource('Lantern')
    register(source)
    let changes = 0
    const changed = () => {
      changes += 1
    }
    only().watch(changed)
    only().watch(changed)
    for (const listener of source.listeners) listener()
    expect(changes).toBe(1)
  })

  it('are missed where the wallet has no events', async () => {
    const source = createSource('Lantern')
    delete source.features['standard:events']
    register(source)
    expect(() => only().watch(() => undefined)).not.toThrow()
    await settle()
  })
})
