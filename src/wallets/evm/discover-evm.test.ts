import { beforeEach, describe, expect, it } from 'vitest'
import { createManualTimers, createPageHost, type PageHost } from '@/test/support/page-host'
import { createPageEnv } from '../page-env'
import type { WalletSource } from '../wallet'
import { createEvmDiscovery } from './discover-evm'

const icon = 'data:image/svg+xml,<svg/>'
const provider = () => ({ request: async () => [] as unknown })
const info = { uuid: '1', name: 'Example', rdns: 'com.example', icon }

let host: PageHost
let wallets: WalletSource

const announce = (detail: unknown) =>
  host.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const seen = () => wallets.list().map(({ id, ambiguous }) => ({ id, ambiguous }))

beforeEach(() => {
  host = createPageHost(createManualTimers())
  wallets = createEvmDiscovery(createPageEnv(host))
})

describe('EVM wallets of a page', () => {
  it('given an announcement, then the wallet is listed by its rdns', () => {
    announce({ info, provider: provider() })
    expect(wallets.list()).toMatchObject([
      { family: 'eip155', id: 'com.example', name: 'Example', icon, ambiguous: false },
    ])
  })

  it('given a wallet that waits to be asked, when it is asked, then it announces itself', () => {
    host.addEventListener('eip6963:requestProvider', () => announce({ info, provider: provider() }))
    expect(seen()).toEqual([])
    wallets.refresh()
    expect(seen()).toEqual([{ id: 'com.example', ambiguous: false }])
  })

  it('given the same provider announced again, then it is one wallet', () => {
    const one = provider()
    announce({ info, provider: one })
    announce({ info: { ...info, uuid: '2' }, provider: one })
    expect(seen()).toEqual([{ id: 'com.example', ambiguous: false }])
  })

  it.each(['com.example', 'COM.Example'])(
    'given another provider that calls itself %s, then the name is ambiguous for good',
    (rdns) => {
      const first = provider()
      announce({ info, provider: first })
      announce({ info: { ...info, rdns }, provider: provider() })
      announce({ info, provider: first })
      expect(seen()).toEqual([{ id: 'com.example', ambiguous: true }])
    },
  )

  it.each([
    ['no detail', undefined],
    ['no info', { provider: provider() }],
    ['no provider', { info }],
    ['a provider without request', { info, provider: {} }],
    ['a request that is no function', { info, provider: { request: 1 } }],
    ['neither an rdns nor a name', { info: { uuid: '1' }, provider: provider() }],
  ])('given an announcement with %s, then it is ignored', (_name, detail) => {
    announce(detail)
    expect(seen()).toEqual([])
  })

  it.each([
    ['a URL', 'https://example.com'],
    ['a word', 'Example Keychain'],
    ['no text', 5],
    ['nothing', ''],
    ['markup', '<b>.com'],
    ['the id of the last resort', 'window.ethereum'],
    ['a text without end', `a.${'b'.repeat(500)}`],
  ])('given an rdns that is no domain but %s, then the wallet goes by its name', (_name, rdns) => {
    announce({ info: { ...info, rdns }, provider: provider() })
    expect(wallets.list()).toMatchObject([
      { family: 'eip155', id: 'name:Example', name: 'Example', icon, ambiguous: false },
    ])
  })

  it('given two wallets with one word for an rdns, then each goes by its own name', () => {
    announce({ info: { ...info, rdns: 'wallet' }, provider: provider() })
    announce({ info: { ...info, rdns: 'wallet', name: 'Other' }, provider: provider() })
    expect(seen()).toEqual([
      { id: 'name:Example', ambiguous: false },
      { id: 'name:Other', ambiguous: false },
    ])
  })

  it.each(['Example', ' EXAMPLE '])(
    'given two wallets that go by the name %s, then both are refused',
    (name) => {
      announce({ info: { ...info, rdns: 'https://example.com' }, provider: provider() })
      announce({ info: { ...info, rdns: 'example', name }, provider: provider() })
      expect(seen()).toEqual([{ id: 'name:Example', ambiguous: true }])
    },
  )

  it('given a domain and a name that read alike, then neither is taken for the other', () => {
    announce({ info, provider: provider() })
    announce({ info: { ...info, rdns: '', name: 'com.example' }, provider: provider() })
    expect(seen()).toEqual([
      { id: 'com.example', ambiguous: false },
      { id: 'name:com.example', ambiguous: false },
    ])
  })

  it('given getters that throw, then the announcement is ignored', () => {
    const throwing = {
      get info(): never {
        throw new Error('gotcha')
      },
      provider: provider(),
    }
    announce(throwing)
    expect(seen()).toEqual([])
  })

  it.each([
    'https://example.com/i.png',
    'data:text/html,x',
    `data:image/png,${'x'.repeat(70_000)}`,
  ])('given an icon that may not be shown, then the wallet has none', (bad) => {
    announce({ info: { ...info, icon: bad }, provider: provider() })
    expect(wallets.list()[0]?.icon).toBeUndefined()
  })

  it('given ten thousand announcements, then thirty-two are kept', () => {
    for (let index = 0; index < 10_000; index += 1) {
      announce({ info: { ...info, rdns: `com.example.n${index}` }, provider: provider() })
    }
    expect(seen()).toHaveLength(32)
  })

  it('given nobody but window.ethereum, then it is the labelled last resort', () => {
    Object.assign(host, { ethereum: provider() })
    expect(seen()).toEqual([{ id: 'window.ethereum', ambiguous: false }])
    announce({ info, provider: provider() })
    expect(seen()).toEqual([{ id: 'com.example', ambiguous: false }])
    // Whoever chose it before still reaches it.
    expect(wallets.former?.().map(({ id }) => id)).toEqual(['window.ethereum'])
  })

  it('given window.ethereum was never offered, then nobody chose it', () => {
    Object.assign(host, { ethereum: provider() })
    announce({ info, provider: provider() })
    expect(seen()).toEqual([{ id: 'com.example', ambiguous: false }])
    expect(wallets.former?.()).toEqual([])
  })

  it('given a window.ethereum that throws when it is looked at, then there is no wallet', () => {
    Object.defineProperty(host, 'ethereum', {
      get: () => {
        throw new Error('gotcha')
      },
    })
    expect(seen()).toEqual([])
  })
})
