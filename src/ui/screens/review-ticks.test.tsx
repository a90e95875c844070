// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import { ethArbitrum, order, usdcBase } from '@/test/support/ui/fixture-data'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { useTicks } from './review-ticks'

const { accepted } = order(1_800_000_000_000)

/** The ids of what must be ticked when the received token has this price. */
function idsAt(usd: string | undefined): string[] {
  const price = usd === undefined ? {} : { price: { usd } }
  const receive: Token = { ...ethArbitrum, extensions: price }
  const app = {
    swap: { pay: { value: usdcBase }, receive: { value: receive } },
    catalog: { top: { value: [] } },
    wallets: { connections: { value: {} } },
  } as unknown as App
  let ids: string[] = []
  function Ids() {
    ids = useTicks(accepted, false).map((tick) => tick.id)
    return null
  }
  render(
    <AppProvider value={app}>
      <Ids />
    </AppProvider>,
    document.body,
  )
  return ids
}

afterEach(() => render(null, document.body))

describe('a loss that was accepted', () => {
  it('is not accepted for an unknown loss, nor for another one', () => {
    const ticks = [undefined, '1900', '900'].map((usd) => idsAt(usd))
    expect(ticks.map((ids) => ids.length)).toEqual([1, 1, 1])
    expect(new Set(ticks.flat()).size).toBe(3)
  })

  it('needs no tick when it is small', () => {
    expect(idsAt('3120.42')).toEqual([])
  })
})
