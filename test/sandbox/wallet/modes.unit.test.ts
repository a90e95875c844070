import { describe, expect, it } from 'vitest'
import { parseMode, takeMode } from './modes'

describe('parseMode', () => {
  it('given a plain mode, when it is read, then it is that mode', () => {
    expect(parseMode('tamper-to')).toEqual({ kind: 'tamper-to' })
  })

  it('given a timed mode, when it names a wait, then the wait is in milliseconds', () => {
    expect(parseMode('delay:1500')).toEqual({ kind: 'delay', ms: 1500 })
    expect(parseMode('speed-up')).toEqual({ kind: 'speed-up', ms: 500 })
  })

  it.each(['', 'later', 'delay:', 'delay:-1', 'delay:1:2', 'auto:1'])(
    'given %j, when it is read, then it is no mode',
    (text) => {
      expect(parseMode(text)).toBeNull()
    },
  )
})

describe('takeMode', () => {
  it('given a mode for two prompts, when three come, then the third gets what follows', () => {
    const first = takeMode({ mode: 'reject', times: 2, afterwards: 'ask' }, 'eth_sendTransaction')
    const second = takeMode(first.next, 'eth_sendTransaction')
    const third = takeMode(second.next, 'eth_sendTransaction')
    expect([first.mode, second.mode, third.mode]).toEqual(['reject', 'reject', 'ask'])
  })

  it('given a mode for one method, when another is asked, then it is approved and not counted', () => {
    const state = { mode: 'hang', times: 1, methods: ['eth_sendTransaction'] }
    const other = takeMode(state, 'eth_requestAccounts')
    expect(other.mode).toBe('auto')
    expect(takeMode(other.next, 'eth_sendTransaction').mode).toBe('hang')
  })
})
