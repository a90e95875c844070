import { describe, expect, it } from 'vitest'
import type { SentTransaction } from '@/src/domain/order/order'
import { actionOfAlarm, alarmRows } from './alarm'

const account = `0x${'a'.repeat(40)}`
const target = `0x${'b'.repeat(40)}`
const thief = `0x${'c'.repeat(40)}`
const action = {
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: account, to: target, value: '0x0', data: '0xABCD' },
  waitForReceipt: false,
}
const sent: SentTransaction = {
  hash: `0x${'1'.repeat(64)}`,
  from: account.toUpperCase().replace('0X', '0x'),
  to: thief,
  value: '5',
  data: '0xabcd',
  nonce: 3,
  chainId: 8453,
}

describe('an alarm', () => {
  it('names the fields that differ, and no others', () => {
    const rows = alarmRows(action, sent)
    expect(rows.filter((row) => row.differs).map((row) => row.field)).toEqual(['to', 'value'])
    expect(rows.find((row) => row.field === 'value')).toMatchObject({ asked: '0', found: '5' })
  })

  it('knows a contract that was created in place of a payment', () => {
    const rows = alarmRows(action, { ...sent, to: null })
    expect(rows.find((row) => row.field === 'to')).toMatchObject({ found: '', differs: true })
  })

  it('is held against the very ask it speaks of', () => {
    const attempts = ['x', 'y'].map((attemptId) => ({ attemptId, action }))
    const alarm = { kind: 'second', code: 'order/attention', at: 1, hash: '0x12' } as const
    expect(actionOfAlarm(attempts, { ...alarm, attemptId: 'y' })).toBe(action)
    expect(actionOfAlarm(attempts, { ...alarm, attemptId: 'z' })).toBeUndefined()
  })
})
