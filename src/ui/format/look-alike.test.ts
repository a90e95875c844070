import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import { pinnedTokens } from '@/src/domain/token/pinned-tokens'
import { hasWrongDecimals, imitated } from './look-alike'
import { pinsOf } from './pins'
import { skeletonOf } from './skeleton'

const pins = pinsOf('https://service.example')
const none = pinsOf('http://127.0.0.1:47801')

const usdc = {
  chainId: 8_453,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
}
const false1 = { ...usdc, address: `0x${'b'.repeat(40)}` }

describe('what looks like a token that the service lists', () => {
  const listed = { chainId: 31_337, address: '0xa0', symbol: 'GOLD' }

  it('is found through letters of other scripts', () => {
    const copy = { ...listed, address: '0xbad', symbol: 'GΟLD' }
    expect(imitated(copy, [listed], pins)).toBe(listed)
    expect(imitated(copy, [listed], none)).toBe(listed)
  })

  it('is not the token itself, nor its namesake on another chain', () => {
    expect(imitated({ ...listed, address: '0xA0' }, [listed], pins)).toBeUndefined()
    expect(imitated({ ...listed, chainId: 2, address: '0xb1' }, [listed], pins)).toBeUndefined()
  })
})

describe('what looks like a pinned token', () => {
  it('is one though the service lists it, first, and lists no other', () => {
    expect(imitated(false1, [false1], pins)).toEqual({ symbol: 'USDC' })
    expect(imitated({ ...false1, symbol: 'ＵЅD\u200bС' }, [], pins)).toEqual({ symbol: 'USDC' })
  })

  it('is one under the name of the chain`s coin, or another name of a pinned token', () => {
    expect(imitated({ ...false1, symbol: 'ETH' }, [], pins)).toEqual({ symbol: 'ETH' })
    const base = { ...false1, chainId: 42_161, symbol: 'USDT' }
    expect(imitated(base, [], pins)).toEqual({ symbol: 'USDT' })
  })

  it('is one at another pinned address: a cheaper token under the name of a dearer one', () => {
    const dai = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
    expect(imitated({ ...usdc, address: dai, symbol: 'cbBTC' }, [], pins)).toEqual({
      symbol: 'cbBTC',
    })
  })

  it('is no bridged form under its own name, nor anything where nothing of this name is pinned', () => {
    const bridged = { ...usdc, address: '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca' }
    expect(imitated({ ...bridged, symbol: 'USDbC' }, [usdc], pins)).toBeUndefined()
    expect(imitated({ ...false1, symbol: 'GOLD' }, [usdc], pins)).toBeUndefined()
    expect(imitated({ ...false1, chainId: 31_337 }, [usdc], pins)).toBeUndefined()
  })

  it('is never the pinned token itself, by any of its names, whatever the service lists', () => {
    for (const { id: chainId } of KNOWN_CHAINS) {
      for (const { address, symbols, decimals } of pinnedTokens(chainId)) {
        for (const symbol of [...symbols, 'Whatever it is called']) {
          const token = { chainId, address, symbol, decimals }
          const liar = { chainId, address: `0x${'b'.repeat(40)}`, symbol }
          expect(imitated(token, [liar], pins), `${chainId} ${symbol}`).toBeUndefined()
          expect(hasWrongDecimals(token, pins)).toBe(false)
        }
      }
    }
  })

  it('is nothing where the service is on this machine: its chains only carry the numbers of others', () => {
    expect(imitated(false1, [], none)).toBeUndefined()
    expect(hasWrongDecimals({ ...usdc, decimals: 18 }, none)).toBe(false)
  })
})

describe('decimals', () => {
  it('are wrong where a pinned token has others, the coin of a chain as well', () => {
    expect(hasWrongDecimals(usdc, pins)).toBe(false)
    expect(hasWrongDecimals({ ...usdc, decimals: 18 }, pins)).toBe(true)
    const coin = { ...usdc, address: `0x${'0'.repeat(40)}` }
    expect(hasWrongDecimals(coin, pins)).toBe(true)
    expect(hasWrongDecimals({ ...false1, decimals: 0 }, pins)).toBe(false)
  })
})

/** What was folded by hand before Unicode's table was: none of it may come apart. */
const byHand =
  'аa вb сc ԁd еe ёe һh іi јj кk ӏl мm нh оo рp ѕs тt уy хx ѵv ԝw αa βb εe ιi κk νv οo ρp τt υu χx ηn μm ζz 0o 1l 5s |l ₮t $s ɡg ıi łl øo đd il'.split(
    ' ',
  )

describe('skeletons', () => {
  it.each(byHand)('fold %s', (pair) => {
    const [letter = '', latin = ''] = pair
    expect(skeletonOf(letter)).toBe(skeletonOf(latin))
    expect(skeletonOf(`US${letter}X`)).toBe(skeletonOf(`us${latin}x`))
  })

  it.each([
    ['Cyrillic', 'UЅDС'],
    ['Cyrillic, small', 'usdс'],
    ['Greek', 'UЅD\u03f9'],
    ['fullwidth', 'ＵＳＤＣ'],
    ['mathematical', '𝐔𝖲𝔻𝙲'],
    ['Cherokee and Lisu', 'ꓴꓢꓓꓚ'],
    ['Armenian', 'ՍSDC'],
    ['zero width', 'U\u200bS\u200dD\ufeffC'],
    ['bidirectional', '\u202eU\u2066SDC\u202c'],
    ['invisible letters', 'U\u3164S\u115fD\u2800C\ufe0f\u{e0041}'],
    ['marks', 'U\u0301S\u0323D\u0338C\u20dd'],
    ['circled', 'ⓊⓈⒹⒸ'],
    ['spaces', ' US DC\u00a0'],
    ['digits', 'U5DC'],
  ])('see through %s', (_, text) => {
    expect(skeletonOf(text)).toBe(skeletonOf('USDC'))
  })

  it('keep apart what looks apart', () => {
    const symbols = [
      'USDC',
      'USDT',
      'USDE',
      'USDS',
      'DAI',
      'WETH',
      'ETH',
      'WBTC',
      'USDC.e',
      'USDbC',
    ]
    expect(new Set([...symbols, '', '中', '文'].map(skeletonOf)).size).toBe(symbols.length + 3)
  })

  it('are the same without what cannot be seen, wherever it stands, and in either case', () => {
    const hidden = fc.constantFrom('\u200b', '\u202e', '\u2066', '\ufe0f', '\u3164', '\u00ad', ' ')
    const latin = fc.stringMatching(/^[A-Za-z0-9.]{1,12}$/)
    fc.assert(
      fc.property(latin, hidden, fc.nat(), (text, mark, place) => {
        const at = place % (text.length + 1)
        expect(skeletonOf(text.slice(0, at) + mark + text.slice(at))).toBe(skeletonOf(text))
        expect(skeletonOf(text.toUpperCase())).toBe(skeletonOf(text.toLowerCase()))
      }),
    )
  })
})
