import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EVM_NATIVE, SOLANA_NATIVE } from '@/src/domain/address/address'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { pinnedTokens } from '@/src/domain/token/pinned-tokens'
import { toSafeSvg } from '@/src/lib/safe-svg'
import { chainMark, tokenMark } from './marks'

const folder = fileURLToPath(new URL('../../../assets/marks', import.meta.url))
const files = readdirSync(folder)
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

const service = 'https://service.example'
const ofToken = (chainId: number, address: string) => tokenMark({ chainId, address }, [], service)

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const abroad = [
  { id: 9, type: 'bip122', nativeCurrency: { symbol: 'BTC', decimals: 8 } },
  { id: 10, type: 'bip122', nativeCurrency: { symbol: 'DOGE', decimals: 8 } },
]

describe('the mark of a token', () => {
  it('is that of a pinned address on its chain, in whatever case it is written', () => {
    expect(ofToken(8_453, usdc)).toEqual({ src: '/marks/usdc.svg', isForm: false })
    expect(ofToken(8_453, usdc.toLowerCase())).toEqual(ofToken(8_453, usdc))
  })

  it('is worn by nothing else, whatever it calls itself and wherever the address is pinned', () => {
    const named = {
      chainId: 8_453,
      address: `0x${'b'.repeat(40)}`,
      symbol: 'USDC',
      name: 'USD Coin',
    }
    expect(tokenMark(named, [], service)).toBeUndefined()
    expect(ofToken(1, usdc)).toBeUndefined()
    expect(ofToken(31_337, usdc)).toBeUndefined()
    expect(ofToken(31_337, EVM_NATIVE)).toBeUndefined()
  })

  it('is that of the own coin of a chain', () => {
    expect(ofToken(42_161, EVM_NATIVE)?.src).toBe('/marks/eth.svg')
    expect(ofToken(56, EVM_NATIVE)?.src).toBe('/marks/bnb.svg')
    expect(ofToken(SOLANA_CHAIN_ID, SOLANA_NATIVE)?.src).toBe('/marks/sol.svg')
    const coin = { chainId: 9, address: 'native' }
    expect(tokenMark(coin, abroad, service)?.src).toBe('/marks/btc.svg')
    expect(tokenMark({ ...coin, chainId: 10 }, abroad, service)).toBeUndefined()
  })

  it('stands in a ring where it is another form of what is drawn', () => {
    const bridged = '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'
    expect(ofToken(8_453, bridged)).toEqual({ src: '/marks/usdc.svg', isForm: true })
    // A token on BNB Smart Chain, whose coin is another one.
    const ether = '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'
    expect(ofToken(56, ether)).toEqual({ src: '/marks/eth.svg', isForm: true })
    expect(ofToken(1, EVM_NATIVE)?.isForm).toBe(false)
  })

  it('is none where the chains are private ones, of which nothing is pinned', () => {
    const local = 'http://127.0.0.1:47801'
    expect(tokenMark({ chainId: 8_453, address: usdc }, [], local)).toBeUndefined()
    expect(tokenMark({ chainId: 9, address: 'native' }, abroad, local)).toBeUndefined()
    expect(chainMark(8_453, [], local)).toBeUndefined()
  })
})

describe('the drawings', () => {
  const pinned = KNOWN_CHAINS.flatMap(({ id }) =>
    pinnedTokens(id).map(({ address }) => [id, address]),
  )
  const coins = KNOWN_CHAINS.map(({ id, type }) => [
    id,
    type === 'solana' ? SOLANA_NATIVE : EVM_NATIVE,
  ])

  it('are there for every pinned token, every coin and every known chain', () => {
    const tokens = [...pinned, ...coins].map(([id, at]) => ofToken(Number(id), String(at)))
    const chains = KNOWN_CHAINS.map(({ id }) => chainMark(id, [], service))
    const wanted = [...tokens, ...chains].map((mark) => mark?.src.replace('/marks/', ''))
    expect(files).toEqual(expect.arrayContaining([...new Set(wanted)]))
  })

  it.each(files)('%s is small, and plain enough to be shown if a stranger served it', (name) => {
    expect(read(name).length).toBeLessThan(600)
    expect(toSafeSvg(read(name))).not.toBeNull()
  })

  it('weigh little together, each packed alone', () => {
    const sizes = files.map((name) => gzipSync(read(name)).length)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(14_000)
  })
})
