import { describe, expect, it } from 'vitest'
import { readAlarm } from './alarm'

const account = `0x${'a'.repeat(40)}`
const target = `0x${'b'.repeat(40)}`
const thief = `0x${'c'.repeat(40)}`
const action = {
  kind: 'transaction',
  chainId: 8453,
  tx: { from: account, to: target, value: '0x0', data: '0xABCD' },
  waitForReceipt: false,
}
const sent = {
  hash: `0x${'1'.repeat(64)}`,
  from: account.toUpperCase().replace('0X', '0x'),
  to: thief,
  value: '5',
  data: '0xabcd',
  nonce: 3,
  chainId: 8453,
}
const alarm = (asked: string, found: string) =>
  readAlarm({ code: 'chain/mismatch', at: 1, asked, found })

describe('an alarm', () => {
  it('names the fields that differ, and no others', () => {
    const view = alarm(JSON.stringify(action), JSON.stringify(sent))
    const rows = view.kind === 'transaction' ? view.rows : []
    expect(rows.filter((row) => row.differs).map((row) => row.field)).toEqual(['to', 'value'])
    expect(rows.find((row) => row.field === 'value')).toMatchObject({ asked: '0', found: '5' })
  })

  it('knows a contract that was created in place of a payment', () => {
    const view = alarm(JSON.stringify(action), JSON.stringify({ ...sent, to: null }))
    const rows = view.kind === 'transaction' ? view.rows : []
    expect(rows.find((row) => row.field === 'to')).toMatchObject({ found: '', differs: true })
  })

  it('says what is wrong with a signature, apart from the bytes', () => {
    const bytes = 'A'.repeat(400)
    expect(alarm('AQID', `The fee payer is ${thief} ${bytes}`)).toEqual({
      kind: 'signed',
      detail: `The fee payer is ${thief}`,
      asked: 'AQID',
      found: bytes,
    })
  })

  it('shows any other form as it was stored', () => {
    expect(alarm('AQID', 'The version is 1 AQIE')).toEqual({
      kind: 'text',
      asked: 'AQID',
      found: 'The version is 1 AQIE',
    })
    expect(alarm('{}', JSON.stringify(sent)).kind).toBe('text')
  })

  it('names the second transaction of an order', () => {
    const code = 'order/attention' as const
    expect(readAlarm({ code, at: 1, asked: 'id', found: '0x12' })).toEqual({
      kind: 'second',
      hash: '0x12',
    })
  })
})
