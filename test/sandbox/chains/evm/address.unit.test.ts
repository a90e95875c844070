import { describe, expect, it } from 'vitest'
import { nativeAddress, parseEvmAddress } from './address'

const checksummed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('parseEvmAddress', () => {
  it('given one case throughout, when parsed, then it gets its checksum', () => {
    expect(parseEvmAddress(checksummed.toLowerCase())).toBe(checksummed)
    expect(parseEvmAddress(`0x${checksummed.slice(2).toUpperCase()}`)).toBe(checksummed)
  })

  it('given mixed case, when the checksum is wrong, then it is refused', () => {
    expect(parseEvmAddress(checksummed)).toBe(checksummed)
    expect(parseEvmAddress(checksummed.replace('f39F', 'F39f'))).toBeUndefined()
  })

  it('given the native alias in any case, when parsed, then it is the zero address', () => {
    expect(parseEvmAddress('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toBe(nativeAddress)
  })

  it.each(['', '0x', '0x12', 'f39F', `${checksummed}00`])('given %j, then it is none', (text) => {
    expect(parseEvmAddress(text)).toBeUndefined()
  })
})
