import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onWrapperEvent, readWrapperEvent, type WrapperMessage } from './wrapper-events'

const popup = { name: 'popup' }
const expected = { fiatUrl: 'https://fiat.example/base', source: popup, orderId: 'f1' }
const data = { type: 'FIAT_WIDGET_EVENT', event: 'order_completed', orderId: 'f1', provider: 'p' }
const message: WrapperMessage = { origin: 'https://fiat.example', source: popup, data }

describe('readWrapperEvent', () => {
  it.each([
    'widget_ready',
    'order_created',
    'order_processing',
    'order_completed',
    'order_failed',
    'widget_close',
  ])('given %s from the right window, then it is read', (event) => {
    const read = readWrapperEvent({ ...message, data: { ...data, event } }, expected)
    expect(read).toMatchObject({ event, orderId: 'f1' })
  })

  it.each<[string, Partial<WrapperMessage>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only begins so', { origin: 'https://fiat.example.evil.example' }],
    ['another window', { source: { name: 'popup' } }],
    ['no window', { source: null }],
    ['another order', { data: { ...data, orderId: 'f2' } }],
    ['another type', { data: { ...data, type: 'OTHER' } }],
    ['an unknown event', { data: { ...data, event: 'order_stolen' } }],
    ['no data', { data: null }],
    ['endless nesting', { data: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) }],
  ])('given %s, then it is passed over', (_, change) => {
    expect(readWrapperEvent({ ...message, ...change }, expected)).toBeNull()
  })

  it('given no window was opened, then nothing is believed', () => {
    expect(readWrapperEvent({ ...message, source: null }, { ...expected, source: null })).toBeNull()
  })

  it('given any data, then it neither throws nor is believed', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(readWrapperEvent({ ...message, data: anything }, expected)).toBeNull()
      }),
    )
  })
})

describe('onWrapperEvent', () => {
  it('given messages, then only the order`s events arrive, and none after the off-switch', () => {
    const listeners = new Set<(event: WrapperMessage) => void>()
    const target = {
      addEventListener: (_: 'message', run: (event: WrapperMessage) => void) => listeners.add(run),
      removeEventListener: (_: 'message', run: (event: WrapperMessage) => void) =>
        listeners.delete(run),
    }
    const seen: string[] = []
    const off = onWrapperEvent(target, expected, (event) => seen.push(event.event))
    for (const listener of listeners) {
      listener(message)
      listener({ ...message, origin: 'https://evil.example' })
    }
    expect(seen).toEqual(['order_completed'])
    off()
    expect(listeners.size).toBe(0)
  })
})
