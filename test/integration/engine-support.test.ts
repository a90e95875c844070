import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { readSupport } from '@/src/store/read-support'
import { createWorld, type World } from './engine/world'

let w: World
afterEach(() => w.dispose())

describe('support data', () => {
  it('holds no signature: of what a wallet signed otherwise than it was asked neither', async () => {
    w = createWorld({ name: 'support-', source: 'solana' })
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    // Another transaction of the account, really signed: it can land for as long as its block hash is good.
    const signed = w.page.forge(() => w.solana.sign(w.solana.build())) ?? ''
    await w.deliver()
    const order = await w.order(orderId)
    expect(order.alarm?.kind).toBe('signed')
    const text = await readSupport(w.truth, {}, orderId)
    expect(text.includes('signedBytes')).toBe(false)
    expect(text.includes(signed)).toBe(false)
  })
})
