import { describe, expect, it } from 'vitest'
import { transactionLink } from './explorer'
import { groupAddress, plainText, recipientText } from './text'
import { formatAgo, formatCountdown, formatDuration } from './time'

describe('the words of strangers', () => {
  it('lose direction controls and invisible letters, and stand on one line', () => {
    expect(plainText('US\u202EDC\u200B')).toBe('USDC')
    expect(plainText('a\nb\tc')).toBe('a b c')
    expect(plainText('U\u2066S\u3164D\u2800C\ufe0f\u{e0041}')).toBe('USDC')
  })

  it('are cut to size by letters, not by halves of them', () => {
    expect(plainText('😀😀😀😀', 3)).toBe('😀😀…')
  })
})

describe('addresses', () => {
  it('stand in groups of four that join to the whole', () => {
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(groupAddress(address).join('')).toBe(address)
    expect(groupAddress(address)[1]).toBe('7099')
  })
})

describe('what is typed as a recipient', () => {
  it('given an address, then it loses spaces and hidden letters', () => {
    expect(recipientText(' 0x70\u200b99\n7970 ')).toBe('0x70997970')
  })

  it('given a name, then it keeps the letters by which it is another name', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth'
    expect(recipientText(` ${family}\n`)).toBe(family)
  })

  it('given what is too long for a name, then it is not cut to a shorter name', () => {
    expect(recipientText(`${'a'.repeat(130)}.eth`)).toHaveLength(128)
    expect(recipientText(`${'a'.repeat(130)}.eth`).endsWith('…')).toBe(true)
  })
})

describe('links to explorers', () => {
  const chain = (url: string) => ({ blockExplorers: { default: { name: 'x', url } } })

  it('keep the path of the explorer', () => {
    expect(transactionLink(chain('https://x.example/base/'), '0xab')).toBe(
      'https://x.example/base/tx/0xab',
    )
  })

  it('are not made of anything but a web address', () => {
    expect(transactionLink(chain('javascript:alert(1)'), '0xab')).toBeNull()
    expect(transactionLink(undefined, '0xab')).toBeNull()
  })

  it('cannot be led elsewhere by a hash', () => {
    expect(transactionLink(chain('https://x.example'), '../../evil?')).toBe(
      'https://x.example/tx/..%2F..%2Fevil%3F',
    )
  })
})

describe('times', () => {
  it('are written for people', () => {
    expect(formatDuration(12)).toBe('12\u00a0s')
    expect(formatDuration(95)).toBe('2\u00a0min')
    expect(formatDuration(4_800)).toBe('1\u00a0h 20\u00a0min')
    expect(formatCountdown(42.9)).toBe('0:42')
    expect(formatCountdown(-3)).toBe('0:00')
    expect(formatCountdown(7_199)).toBe('119:59')
    expect(formatCountdown(86_399)).toBe('23\u00a0h')
    expect(formatAgo(0, 20_000)).toBe('just now')
    expect(formatAgo(0, 240_000)).toBe('4 min ago')
    expect(formatAgo(0, 86_400_000 * 2)).toBe('2 days ago')
    const ends = [3_569, 3_599, 84_599, 86_399].map((seconds) => formatAgo(0, seconds * 1_000))
    expect(ends).toEqual(['59 min ago', '1 h ago', '23 h ago', '1 day ago'])
  })
})
