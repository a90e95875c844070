import { describe, expect, it } from 'vitest'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { procedures } from './rpc'

const orderId = 'a'.repeat(32)
const page = { tabId: 7, frameId: 0, origin: 'https://site.test' }
const wallet = { family: 'eip155', id: 'test.wallet', name: 'Test' }

/** Calls that take the person's word on what only a page calls rejected. */
const calls = [
  ['retryStep', { orderId, stepId: 's' }],
  ['payTransfer', { orderId, amount: '5', account: '0x1', wallet, page }],
  ['dropPayment', { orderId }],
] as const

describe.each(calls)('the person’s word that nothing was sent, with %s', (name, input) => {
  const read = (notSent?: unknown) => {
    const word = notSent === undefined ? {} : { notSent }
    return procedures[name].input.safeParse({ ...input, ...word })
  }

  it('is none, the click, or the word as it was typed', () => {
    expect(read().success).toBe(true)
    for (const notSent of [true, TYPED_WORD, ' not sent ']) {
      expect(read(notSent).data).toMatchObject({ notSent })
    }
  })

  it.each([false, null, 1, '', 'true', 'SENT', 'NOT SENT!', { typed: TYPED_WORD }])(
    'is not taken where it is %s',
    (notSent) => {
      expect(read(notSent).success).toBe(false)
    },
  )
})
