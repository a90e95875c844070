import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test'

/** As patient as the tests' own, where it runs outside of them. */
export const expect = playwrightExpect.configure({ timeout: 20_000 })

export type TokenChoice = { symbol: string; chainId: number }

/** The popup through its stable automation handles, as a person uses it. */
export function createSwapScreen(page: Page) {
  const handle = (id: string): Locator => page.getByTestId(id)

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

  return {
    page,
    handle,
    pickToken,
    /** Chooses the wallet by rdns in the first tab that offers it, and connects where it must. */
    async pickWallet(rdns: string): Promise<void> {
      await handle('wallet-picker').click()
      await page.locator(`[data-testid="wallet-row"][data-rdns="${rdns}"]`).first().click()
    },
    async enterPair(from: TokenChoice, to: TokenChoice): Promise<void> {
      await pickToken('pay', from)
      await pickToken('receive', to)
    },
    /** Takes the first route that is on the screen, or the one named. */
    async pickRoute(routeId?: string): Promise<void> {
      const route =
        routeId === undefined
          ? handle('route').first()
          : page.locator(`[data-testid="route"][data-route-id="${routeId}"]`)
      await route.click()
    },
    async review(): Promise<void> {
      await handle('review').click()
      await expect(handle('confirm')).toBeVisible()
    },
    async confirm(): Promise<void> {
      await handle('confirm').click()
    },
    /** Waits until the order on screen has this status, and gives its id. */
    async waitForStatus(status: string, timeout = 40_000): Promise<string> {
      const order = page.locator(`[data-testid="order"][data-status="${status}"]`).first()
      await expect(order).toBeVisible({ timeout })
      return (await order.getAttribute('data-order-id')) ?? ''
    },
    error: (code?: string): Locator =>
      code === undefined
        ? handle('error')
        : page.locator(`[data-testid="error"][data-code="${code}"]`),
  }
}

export type SwapScreen = ReturnType<typeof createSwapScreen>
