import { describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, friend, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { createApp } from './app'
import type { Clock } from './backend'
import { createWords, type Reading } from './words'

const NOW = 1_800_000_000_000
const connection = {
  wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
  page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
  account,
  accounts: [account],
}
const clock: Clock = {
  now: () => NOW,
  after: (ms, run) => {
    if (ms < 1_000) queueMicrotask(run)
    return () => undefined
  },
}
const page = {
  addEventListener() {},
  navigator: { onLine: true },
  location: { hash: '' },
  document: { hidden: false },
  history: { state: null, replaceState() {}, pushState() {} },
} as unknown as Window
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
const ethBase = tokens[1] as Token

function made(digit: string, symbol: string, name: string, more: Token['extensions'] = {}): Token {
  const address = `0x${digit.repeat(40)}`
  return { chainId: 8453, address, symbol, name, decimals: 18, extensions: more }
}

type Answers = {
  held?: Token[]
  listed?: Token[]
  found?: Token[]
  items?: () => Promise<{ token: Token; amount?: string }[]>
}

/** The line of words, with tokens beyond those of the fixture. */
async function setUp({ held = [], listed = [], found = [], items }: Answers = {}) {
  const session = { connections: { eip155: connection } }
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, session })
  const { call } = backend
  backend.call = (async (name: string, input: never) => {
    if (name === 'searchTokens') return { tokens: found }
    if (name === 'autocomplete') return { items: (await items?.()) ?? [], seeds: [] }
    const answer = await call(name as never, input)
    const more = name === 'readBalances' ? held : name === 'topTokens' ? listed : []
    if (more.length === 0) return answer
    return { tokens: [...(answer as { tokens: Token[] }).tokens, ...more] }
  }) as typeof call
  const app = createApp({ backend, clock, view: 'popup', page })
  await app.restore()
  await app.wallets.restore()
  await app.catalog.load()
  await app.balances.load(account)
  const words = createWords(app)
  const type = async (text: string) => {
    words.setText(text)
    await settled()
    return words.readings.value
  }
  return { app, words, type }
}

const ends = (rows: readonly Reading[]) => rows.map(({ receive }) => receive?.address.slice(0, 4))

describe('the tokens that words name', () => {
  it('are taken by their symbols: a name is not taken for one', async () => {
    const air = made('8', 'AIR', 'USDC', { balance: '9000000000000', price: { usd: '1' } })
    const { type } = await setUp({ held: [air] })
    const rows = await type('swap 50 usdc to eth on base')
    expect(rows.map(({ pay }) => pay?.symbol)).toEqual(['USDC', 'USDC'])
  })

  it('are looked up though one is held, which comes after the listed one; neither is preselected', async () => {
    const sent = made('6', 'PEPE', 'Pepe', { balance: '1000000000000000000' })
    const genuine = made('7', 'PEPE', 'Pepe')
    const { type } = await setUp({ held: [sent], found: [genuine] })
    const rows = await type('swap 50 usdc on base to pepe')
    expect(ends(rows)).toEqual(['0x77', '0x66'])
    expect(rows.every(({ isUnsure }) => isUnsure)).toBe(true)
  })

  it('are well-known ones only where a name is meant, and never by the name of a network', async () => {
    const arb = made('9', 'ARB', 'Arbitrum')
    const { type } = await setUp({ listed: [arb] })
    expect(
      (await type('bridge 50 usdc to arbitrum')).map(({ receive }) => receive?.symbol),
    ).toEqual(['USDC'])
    expect(
      (await type('swap 50 usdc on base to solana')).map(({ receive }) => receive?.symbol),
    ).not.toContain('SOL')
    expect((await type('swap 50 usdc on base to arb'))[0]?.receive).toEqual(arb)
    expect((await type('swap 50 usdc on base to ether')).length).toBeGreaterThan(0)
  })
})

describe('the order of readings', () => {
  it('begins with enough held, then the same chain, then worth', async () => {
    const rich = {
      ...(tokens[2] as Token),
      extensions: { balance: '3000000000', price: { usd: '1' } },
    }
    const { type } = await setUp({ held: [rich] })
    const rows = await type('swap 50 usdc to eth on base')
    expect(rows[0]?.pay?.chainId).toBe(8453)
    const many = await type('swap 2600 usdc to eth on base')
    expect(many.map(({ pay }) => pay?.chainId)).toHaveLength(2)
  })

  it('stays once it is shown, and what comes later goes below', async () => {
    const known = { ...made('5', 'LINK', 'Chainlink'), chainId: 1 }
    const late = made('6', 'LINK', 'Chainlink')
    let go = () => {}
    const { type, words } = await setUp({
      listed: [known],
      items: () => new Promise((resolve) => (go = () => resolve([{ token: late }]))),
    })
    const before = (await type('swap 50 usdc on base to link')).map(({ key }) => key)
    expect(words.first.value).toBe(before[0])
    go()
    await settled()
    expect(words.readings.value.map(({ key }) => key)).toEqual([
      ...before,
      expect.stringContaining('service'),
    ])
    expect(words.readings.value.at(-1)).toMatchObject({ byService: true })
    expect(words.first.value).toBe(before[0])
  })

  it('takes a sum of the service only where it was typed', async () => {
    const moon = made('6', 'MOON', 'Moon')
    const items = async () => [{ token: moon, amount: '999' }]
    const { type } = await setUp({ items })
    expect((await type('to the moon'))[0]).not.toHaveProperty('amount')
    expect((await type('999 of the moon please me up'))[0]).toMatchObject({ amount: '999' })
  })
})

describe('a reading that is chosen', () => {
  const choose = async (form: Awaited<ReturnType<typeof setUp>>, text: string) =>
    form.words.choose((await form.type(text))[0] as Reading)

  it('without an amount keeps the side and what was typed', async () => {
    const form = await setUp()
    form.app.swap.choose('pay', ethBase)
    form.app.swap.type('pay', '0.25')
    const [reading] = await form.type('buy usdt')
    expect(reading?.stays).toEqual(ethBase)
    await choose(form, 'buy usdt')
    expect([form.app.swap.side.value, form.app.swap.payText.value]).toEqual(['pay', '0.25'])
    expect(form.app.swap.receive.value?.symbol).toBe('USDT')
  })

  it('empties the other side where it has the very token', async () => {
    const form = await setUp()
    form.app.swap.choose('pay', ethBase)
    await choose(form, 'buy 0.1 eth on base')
    expect(form.app.swap.pay.value).toBeUndefined()
    expect(form.app.swap.amountError.value).toBeUndefined()
  })

  it('in dollars of nothing named takes what is paid now', async () => {
    const form = await setUp()
    form.app.swap.choose('pay', usdcBase)
    await choose(form, 'swap $20 to eth on arbitrum')
    expect(form.app.swap.isMoney.value).toBe(true)
    expect(form.app.swap.pay.value).toEqual(usdcBase)
    expect(form.app.swap.receive.value).toMatchObject({ chainId: ethArbitrum.chainId })
  })

  it('keeps the recipient’s name, confirmed or still to be', async () => {
    const form = await setUp()
    form.app.swap.setRecipient(friend, 'alice.eth')
    await choose(form, 'swap 50 usdc to usdt')
    expect(form.app.swap.recipientName.value).toBe('alice.eth')
    form.app.swap.setRecipient('alice.eth')
    await choose(form, 'swap 60 usdc to usdt')
    expect(form.app.swap.recipientError.value).toBe('form/recipient-name')
  })
})
