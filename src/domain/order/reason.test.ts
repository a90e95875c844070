import { expect, it } from 'vitest'
import { saidIn } from './reason'

const hash = `0x${'ab'.repeat(32)}`

it('only what somebody said is somebody’s words', () => {
  expect(saidIn({ kind: 'said', by: 'service', words: 'No' })).toBe('No')
  expect(saidIn({ kind: 'found', finding: 'No' })).toBeUndefined()
  expect(saidIn({ kind: 'transaction', hash })).toBeUndefined()
  expect(saidIn(undefined)).toBeUndefined()
})
