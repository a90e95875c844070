import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { errorCopy } from '@/src/ui/copy/errors'
import { failureWords } from '@/src/ui/copy/money'
import { createWorld, type World } from './engine/world'

let w: World
afterEach(() => w.dispose())

it('a payment that was mined, and that the service calls failed, is not said to be shown again if it was sent', async () => {
  w = createWorld({ name: 'given-up-words-', source: 'native' })
  const { orderId, digest } = await w.prepare('q1', 7_200)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  const first = (await w.order(orderId)).steps.at(-1)
  if (first?.state.status !== 'asking') throw new Error('not asked')
  const at = { orderId, stepId: first.id, attemptId: first.state.attemptId }
  // The window of the wallet is gone; the person types the word, and pays by the next request.
  w.page.losePrompt()
  await w.call('promptGone', at)
  await w.settle()
  await w.call('resolveUnsure', { ...at, choice: { kind: 'not-sent', typed: 'not sent' } })
  await w.call('retryStep', { orderId, stepId: first.id, page: w.page.page, notSent: true })
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.service.terms.lie = (record) => ({ ...record, status: 'failed', transactions: {} })
  w.chain.mine()
  await w.advance(120_000)
  const order = await w.order(orderId)
  expect(order.failure?.code).toBe('order/failed-at-service')
  expect(order.attempts.map(({ end }) => end?.what)).toEqual(['given-up', 'mined'])
  const { money = errorCopy['order/failed-at-service'].money } = failureWords(
    order,
    'order/failed-at-service',
  )
  expect(money).not.toBe(errorCopy['order/given-up'].money)
})
