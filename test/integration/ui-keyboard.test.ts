import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { drawn } from '../support/ui/drawn'
import { useScreens } from '../support/ui/use-screens'

const open = useScreens()

describe('by keyboard alone', () => {
  it('chooses tokens, types, picks a route and comes to the review', async () => {
    const { page } = await open('draft=empty&orders=all&wallets=connected')
    // What is paid is there already: the wallet's own coin, in whose amount the focus is.
    await page.getByTestId('pay-token').filter({ hasText: 'ETH' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByTestId('token-search').waitFor()
    await page.keyboard.type('usd coin')
    await expect
      .poll(() => page.getByTestId('token-row').first().getAttribute('data-symbol'))
      .toBe('USDC')
    await expect.poll(() => page.locator('[data-symbol=ETH]').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByTestId('token-search').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByTestId('token-search').waitFor()
    await page.getByTestId('token-row').nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByTestId('token-search').waitFor({ state: 'detached' })
    await page.getByTestId('pay-amount').focus()
    // At once: between slow keys a price would be asked for each, and the routes drawn anew.
    await page.keyboard.insertText('0.4')
    await page.getByTestId('route').first().waitFor()
    await page.locator('input[name=route]:checked').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByTestId('review').isEnabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByTestId('confirm').waitFor()
    await page.close()
  })

  it('closes a dialog with Escape and gives the focus back', async () => {
    const { page } = await open('orders=none')
    await page.getByTestId('pay-token').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('token-search').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('token-search').waitFor({ state: 'detached' })
    const focused = () => document.activeElement?.getAttribute('data-testid')
    await expect.poll(() => page.evaluate(focused)).toBe('pay-token')
    await page.close()
  })
})

describe('what is read out', () => {
  const nameOf = (page: Page, id: string, role: 'button' | 'textbox') =>
    page
      .getByTestId(id)
      .ariaSnapshot()
      .then((said) => said.match(new RegExp(`^- '?${role} "([^"]*)"`))?.[1])

  it('of a token’s button is its token, its chain, its side and what it does', async () => {
    const { page } = await open('orders=none')
    await page.getByTestId('route').first().waitFor()
    expect(await nameOf(page, 'pay-token', 'button')).toBe('USDC Base You pay: choose a token')
    expect(await nameOf(page, 'receive-token', 'button')).toBe(
      'ETH Arbitrum One You receive: choose a token',
    )
    await page.close()
    const empty = await open('draft=empty&wallets=none&orders=none')
    await empty.page.getByTestId('receive-token').waitFor()
    expect(await nameOf(empty.page, 'receive-token', 'button')).toBe(
      'Choose token You receive: choose a token',
    )
    await empty.page.close()
  })

  it('of an amount’s field is its side, and in what it is counted', async () => {
    const { page } = await open('orders=none')
    await page.getByTestId('route').first().waitFor()
    expect(await nameOf(page, 'pay-amount', 'textbox')).toBe('Amount you pay')
    expect(await nameOf(page, 'receive-amount', 'textbox')).toBe('Amount you receive')
    await page.getByRole('button', { name: 'Type the amount in US dollars' }).click()
    await expect
      .poll(() => nameOf(page, 'pay-amount', 'textbox'))
      .toBe('Amount you pay, in US dollars')
    await page.close()
  })

  it.each(['', 'ar-XB'])('of a sum is its number and then its unit (%s)', async (language) => {
    const { page } = await open(`order=filled&language=${language}`)
    await page.locator('.headline-pair').waitFor()
    await drawn(page)
    const sums = await page.locator('.headline-pair .num').allTextContents()
    expect(sums).toEqual(['500 USDC', '0.160012 ETH'])
    // Whole, for the ear; the groups are for the eye.
    const address = page.locator('.headline .address').first()
    expect(await address.ariaSnapshot()).toContain('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(await address.ariaSnapshot()).not.toContain('0x70 9979')
    await page.close()
  })
})

describe('by keyboard, with bars that stay', () => {
  it.each(['popup', 'panel'] as const)(
    'a route and its costs are in sight once they are reached (%s)',
    async (size) => {
      const { page } = await open('orders=none', { size, height: 480 })
      await page.getByTestId('route').nth(1).waitFor()
      await drawn(page)
      await page.locator('input[name=route]:checked').focus()
      for (const key of ['ArrowDown', 'ArrowDown', 'Tab', 'Tab']) {
        await page.keyboard.press(key)
        const covered = await page.evaluate(() => {
          const focused = document.activeElement?.closest('label') ?? document.activeElement
          const { left, bottom, width } = focused?.getBoundingClientRect() ?? new DOMRect()
          const bar = document.querySelector('.actions')?.getBoundingClientRect().top ?? 0
          const seen = document.elementFromPoint(left + width / 2, bottom - 4)
          return bottom > bar || !focused?.contains(seen)
        })
        expect([key, covered]).toEqual([key, false])
      }
      await page.close()
    },
  )
})

describe('what comes by itself while somebody is at a screen', () => {
  /** Everything that can be pressed, and where it stands. */
  const places = (page: Page) =>
    page.evaluate(() => {
      const all = document.querySelectorAll('main :is(button, input, select, summary, a)')
      return [...all].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return [each.getAttribute('data-testid') ?? each.textContent, x, y, width, height].join(' ')
      })
    })
  const offline = (page: Page, is: boolean) =>
    page.evaluate((gone) => {
      Object.defineProperty(navigator, 'onLine', { get: () => !gone, configurable: true })
      dispatchEvent(new Event(gone ? 'offline' : 'online'))
    }, is)
  /** All of it is drawn, and somebody is about to press something. */
  const settled = async (page: Page) => {
    await drawn(page)
    await page.mouse.move(40, 300)
  }

  it.each([
    ['the form', 'orders=none&quotes=hang', 'popup', '.token-button'],
    ['the form beside orders under way', 'quotes=hang', 'panel', '.token-button'],
    ['the wide form', 'orders=none&quotes=hang', 'tab', '.token-button'],
    ['a review', 'order=planned&screen=review&orders=one', 'popup', '[data-testid=confirm]'],
    ['an order', 'order=tracking&orders=one', 'popup', '.hash button'],
    ['the history', 'orders=all#/history', 'panel', '.order-open'],
    ['the settings', 'orders=none#/settings', 'tab', 'input'],
  ] as const)(
    'moves nothing of %s, when it comes and when it goes',
    async (_name, query, size, aim) => {
      const { page } = await open(query, { size })
      await page.locator(`main ${aim}`).first().waitFor()
      await settled(page)
      const before = await places(page)
      expect(before.length).toBeGreaterThan(0)
      await page.evaluate(() => dispatchEvent(new Event('site-asks')))
      const bar = page.locator('.asked bdi', { hasText: 'asks to swap 5 USDC' })
      await bar.waitFor()
      await drawn(page)
      expect(await places(page)).toEqual(before)
      // As soon as it takes clicks.
      await page.getByTestId('asked-ignore').click()
      await page.locator('.asked').waitFor({ state: 'detached' })
      await drawn(page)
      expect(await places(page)).toEqual(before)
      await page.close()
    },
  )

  it('lets a click through that was on its way to the form, and can be scrolled away', async () => {
    const { page } = await open('orders=none&quotes=hang')
    await settled(page)
    const tab = page.getByRole('button', { name: 'Buy' })
    const place = await tab.boundingBox()
    await page.evaluate(() => dispatchEvent(new Event('site-asks')))
    await page.locator('.asked').waitFor()
    const under = () =>
      page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('.asked, button')?.className,
        [(place?.x ?? 0) + 5, (place?.y ?? 0) + 5] as const,
      )
    await expect.poll(under).toBe('note note-info note-slim note-wraps asked')
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
    const { y = 0 } = (await tab.boundingBox()) ?? {}
    const bar = await page.locator('.asked').boundingBox()
    expect(y).toBeGreaterThan((bar?.y ?? 999) + (bar?.height ?? 999))
    await page.close()
  })

  it.each(['popup', 'panel', 'tab'] as const)(
    'says that there is no connection, and later that there is: %s',
    async (size) => {
      const { page } = await open('orders=none&quotes=hang', { size })
      await settled(page)
      const fields = () =>
        page
          .locator('.token-button')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y))
      const before = await fields()
      await offline(page, true)
      await page.locator('.notices').getByText('Orders in progress continue').waitFor()
      await drawn(page)
      expect(await fields()).toEqual(before)
      await offline(page, false)
      await page
        .locator('.notices')
        .getByText('Orders in progress continue')
        .waitFor({ state: 'detached' })
      await drawn(page)
      expect(await fields()).toEqual(before)
      await page.close()
    },
  )
})

describe('who looks for an order by keyboard', () => {
  it('keeps the focus while no answer comes', async () => {
    const { page } = await open('orders=none&hanging=recoverOrders#/history')
    await page.getByText('Recover an order').click()
    await page.locator('.recover input').fill('0x1234567890')
    await page.locator('.recover button').focus()
    await page.keyboard.press('Enter')
    const looking = page.locator('.recover button[aria-disabled=true]')
    await expect.poll(() => page.locator('.recover button').textContent()).not.toBe('Find')
    expect(await looking.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.close()
  })
})
