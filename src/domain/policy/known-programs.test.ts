import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
import { knownProgram } from './known-programs'

describe('knownProgram', () => {
  it.each([
    ['src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4', 'deBridge', 'DlnSource'],
    ['DLv3NggMiSaef97YCkew5xKUHDh13tVGZ7tydt3ZeAru', 'Across', 'SvmSpoke'],
    ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2', 'Relay', 'RelayDepository'],
    ['FC4eXxkyrMPTjiYUpp4EAnkmwMbQyZ6NDCh1kfLn6vsf', 'Mayan', 'Swap'],
    ['dkpZqrxHFrhziEMQ931GLtfy11nFkCsfMftH9u6QwBU', 'Mayan', 'MCTP'],
    ['Gx9rivpS3YR8pBFwMuP6omYqVxunpLvLkNn7ubNyuZZ5', 'Mayan', 'Fast MCTP'],
    ['BLZRi6frs4X4DNLw56V4EXai1b6QVESN1BhHBTYM9VcY', 'Mayan', 'Swift'],
    ['mayan34VedncxdK2XobtvWFDXQASUTBXhUVzt2kKgny', 'Mayan', 'Swift v2'],
    ['CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe', 'Circle', 'TokenMessengerMinterV2'],
    ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter', 'Swap v6'],
  ])('names %s as its maker does', (program, service, contract) => {
    expect(decodeBase58(program)).toHaveLength(32)
    expect(knownProgram(program)).toEqual({ service, contract })
  })

  it('names no other: a look-alike in other letters, an own program, or what an object has', () => {
    for (const other of [
      'SRC5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4',
      '11111111111111111111111111111111',
      'toString',
    ]) {
      expect(knownProgram(other)).toBeUndefined()
    }
  })
})
