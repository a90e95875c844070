// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { order } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import type { Costs } from './cost-parts'
import { useOrderCosts } from './review-costs'

const NOW = 1_800_000_000_000
/** What the review says an order costs while the form asks for `typed` USDC. */
async function costsOf(reviewed: ReturnType<typeof order>, typed = '500'): Promise<Costs> {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  await app.catalog.load()
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type('pay', typed)
  let costs: Costs | undefined
  function Probe() {
    costs = useOrderCosts(reviewed, undefined)
    return null
  }
  await act(async () => {
    render(
      <AppProvider value={app}>
        <Probe />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  // Once more: the price of gas is asked for after the paint.
  await act(settled)
  if (costs === undefined) throw new Error('nothing is drawn')
  return costs
}

afterEach(() => render(null, document.body))

describe('what a reviewed order costs', () => {
  it('is told with the gas of its route, as the form lists it, and says that an approval comes first', async () => {
    const costs = await costsOf(order(NOW))
    expect(costs.network).toMatchObject({ value: 62_252n })
    expect([costs.hasApproval, costs.isTried]).toEqual([true, false])
  })

  it('is told with the gas that nodes used in a trial of all steps, whatever its route tells or whether it is kept', async () => {
    const reviewed = order(NOW)
    const advice = { at: NOW, outcome: 'passes' as const, gas: '1000000' }
    const costs = await costsOf({ ...reviewed, advice })
    expect(costs.network).not.toMatchObject({ value: 62_252n })
    expect([costs.hasApproval, costs.isTried]).toEqual([false, true])
    expect((await costsOf({ ...reviewed, advice }, '600')).network).toEqual(costs.network)
  })

  it('given the form asks for something else by now, is not known any more: its route may have told it', async () => {
    expect((await costsOf(order(NOW), '600')).network).toBe('unkept')
  })

  it.each([
    ['of another kind under the same number', { routeType: 'aggregator-router' }],
    ['under the same number of another quote', { quoteId: 'q2' }],
  ])('given a route %s, is not told by it', async (_, other) => {
    const { planned } = orders(NOW)
    if (planned?.kind !== 'swap') throw new Error('no swap')
    const accepted = { ...planned.accepted, ...other }
    expect((await costsOf({ ...planned, accepted })).network).toBe('unkept')
  })
})
