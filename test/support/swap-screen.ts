import { expect as playwrightExpect } from '@playwright/test'
import { longPatience, patience } from './patience'
import type { ViewPage } from './view'

/** As patient as the tests' own, where it runs outside of them. */
export const expect = playwrightExpect.configure({ timeout: patience })

export type TokenChoice = { symbol: string; chainId: number }

/** A place on a page of this kind. */
type Place<P extends ViewPage> = ReturnType<P['getByTestId']>

/** The popup through its stable automation handles, as a person uses it. */
export type SwapScreen<P extends ViewPage = ViewPage> = {
  page: P
  handle(id: string): Place<P>
  pickToken(side: 'pay' | 'receive', token: TokenChoice): Promise<void>
  /** Chooses the wallet by rdns in the first tab that offers it, and connects where it must. */
  pickWallet(rdns: string): Promise<void>
  enterPair(from: TokenChoice, to: TokenChoice): Promise<void>
  /** Says the swap in words, and takes the first thing that they may mean. */
  sayInWords(words: string): Promise<void>
  /** The first route that is on the screen, or the one named. */
  route(routeId?: string): Place<P>
  /** Takes the first route that is on the screen, or the one named. */
  pickRoute(routeId?: string): Promise<void>
  review(): Promise<void>
  confirm(): Promise<void>
  /** Waits until the order on screen has this status, and gives its id. */
  waitForStatus(status: string): Promise<string>
  error(code?: string): Place<P>
}

export function createSwapScreen<P extends ViewPage>(page: P): SwapScreen<P> {
  const handle = (id: string) => page.getByTestId(id) as Place<P>

  async function pickToken(side: 'pay' | 'receive', token: TokenChoice): Promise<void> {
    await handle(`${side}-token`).click()
    await handle('token-search').fill(token.symbol)
    await page
      .locator(
        `[data-testid="token-row"][data-symbol="${token.symbol}"][data-chain-id="${token.chainId}"]`,
      )
      .first()
      .click()
  }

  const route = (routeId?: string) =>
    (routeId === undefined
      ? handle('route').first()
      : page.locator(`[data-testid="route"][data-route-id="${routeId}"]`)) as Place<P>

  return {
    page,
    handle,
    pickToken,
    async pickWallet(rdns: string): Promise<void> {
      await handle('wallet-picker').click()
      await page.locator(`[data-testid="wallet-row"][data-rdns="${rdns}"]`).first().click()
    },
    async enterPair(from: TokenChoice, to: TokenChoice): Promise<void> {
      await pickToken('pay', from)
      await pickToken('receive', to)
    },
    async sayInWords(words: string): Promise<void> {
      await handle('words').fill(words)
      await handle('reading').first().click()
    },
    route,
    pickRoute: (routeId?: string) => route(routeId).click(),
    async review(): Promise<void> {
      await handle('review').click()
      await handle('confirm').waitFor({ timeout: patience })
    },
    async confirm(): Promise<void> {
      await handle('confirm').click()
    },
    async waitForStatus(status: string): Promise<string> {
      const order = page.locator(`[data-testid="order"][data-status="${status}"]`).first()
      // Whole orders are waited for.
      await order.waitFor({ timeout: longPatience })
      return (await order.getAttribute('data-order-id')) ?? ''
    },
    error: (code?: string) =>
      code === undefined
        ? handle('error')
        : (page.locator(`[data-testid="error"][data-code="${code}"]`) as Place<P>),
  }
}
