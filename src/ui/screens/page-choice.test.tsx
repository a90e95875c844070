// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import { walletText } from '../copy/wallet-text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { PageChoice } from './page-choice'

const NOW = 1_800_000_000_000
const order = orders(NOW).declined as SwapOrder
const { family, id, name } = order.wallet
const wallets = [{ family, id, name, ambiguous: false, accounts: [] }]

/** The choice of another page, beside pages that open meanwhile. */
async function setUp(open = ['https://one.example']) {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const { call } = backend
  backend.call = (async (procedure, input) => {
    if (procedure === 'openSigner') open.push('https://sign.example')
    if (procedure !== 'findWallets') return call(procedure, input)
    if (open[0] === 'broken') throw new AppError('rpc/unavailable')
    const mute = { wallets: [], unanswered: true }
    const pages = open.map((origin, tabId) => ({
      page: { tabId, frameId: 0, origin },
      ...(origin.includes('mute') ? mute : { wallets }),
    }))
    return {
      pages: pages.map((each) => ({ ...each, active: false, access: true, signer: false })),
    } as never
  }) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'panel', page: window })
  const nothing = () => undefined
  await act(async () => {
    render(
      <AppProvider value={app}>
        <PageChoice order={order} onPick={nothing} onClose={nothing} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  // Beside its mark, whose drawing comes when it comes.
  const shown = () =>
    [...document.querySelectorAll('.wallet-row')].map((row) =>
      [...row.children].flatMap((part) => (part.matches('.logo') ? [] : part.textContent)).join(''),
    )
  const whenever = (run: () => void) =>
    act(async () => {
      run()
      await settled()
    })
  return { open, shown, whenever }
}

afterEach(() => render(null, document.body))

it('shows a page that was opened meanwhile once its window is come back to', async () => {
  const { open, shown, whenever } = await setUp()
  expect(shown()).toEqual(['one.example'])
  open.push('https://two.example')
  await whenever(() => dispatchEvent(new Event('focus')))
  expect(shown()).toEqual(['one.example', 'two.example'])
})

it('given a page that does not answer, then it is not said to show no wallet', async () => {
  await setUp(['https://mute.example'])
  expect(document.body.textContent).toContain(orderText.order.mutePage)
  expect(document.body.textContent).not.toContain(orderText.order.noPage)
})

it('given no page, then that is said', async () => {
  await setUp([])
  expect(document.body.textContent).toContain(orderText.order.noPage)
})

it("shows Causeway's own wallet page once it was opened from there", async () => {
  const { shown, whenever } = await setUp()
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes(walletText.signer),
  )
  await whenever(() => button?.click())
  expect(shown()).toEqual(['one.example', 'sign.example'])
})

it('looks again at a press where it could not look, and stays in the dialog once it could', async () => {
  const { open, shown, whenever } = await setUp()
  const [page = ''] = open.splice(0, 1, 'broken')
  await whenever(() => dispatchEvent(new Event('focus')))
  await act(settled)
  await pressAgain()
  expect(document.activeElement).toBe(findAgain())
  open.splice(0, 1, page)
  await pressAgain()
  expect(shown()).toEqual(['one.example'])
  expect(document.activeElement?.closest('dialog')).not.toBeNull()
})
