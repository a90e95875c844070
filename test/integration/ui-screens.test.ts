import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawView } from '../../.release/first-view'
import { launchPlain } from '../support/launch'
import { patience } from '../support/patience'
import { drawn } from '../support/ui/drawn'
import { sizes } from '../support/ui/scenes'
import { serveFixturePage } from '../support/ui/serve'

const root = fileURLToPath(new URL('../..', import.meta.url))

let browser: Browser
let context: BrowserContext
let site: Awaited<ReturnType<typeof serveFixturePage>>

beforeAll(async () => {
  site = await serveFixturePage()
  browser = await launchPlain()
  context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(patience)
})

afterAll(async () => {
  await browser.close()
  await site.close()
})

async function open(
  query: string,
  options: { size?: keyof typeof sizes; width?: number; height?: number } = {},
): Promise<{ page: Page; faults: string[] }> {
  const size = options.size ?? 'popup'
  const { width, height } = { ...sizes[size], ...options }
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${site.url}?view=${size}&${query}`)
  await page.locator('#content > *').first().waitFor()
  return { page, faults }
}

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

describe('an amount in dollars', () => {
  it.each(['', 'ar-XB'])('has its sign at the left of its figure (%s)', async (language) => {
    const { page } = await open(`orders=none&language=${language}`)
    await page.locator('.token-field-foot .money').first().click()
    const sign = page.locator('.amount-sign')
    await sign.waitFor()
    const field = page.getByTestId('pay-amount')
    for (const figure of ['7', '1234.5']) {
      await field.fill(figure)
      await drawn(page)
      const gap = await field.evaluate((input: HTMLInputElement) => {
        const sample = document.createElement('span')
        sample.className = 'amount'
        sample.textContent = input.value
        sample.style.cssText = 'position: absolute; width: auto'
        input.after(sample)
        const { width } = sample.getBoundingClientRect()
        sample.remove()
        const text = document.createRange()
        text.selectNodeContents(document.querySelector('.amount-sign') ?? input)
        const box = input.getBoundingClientRect()
        const isRight = document.dir === 'rtl'
        return (isRight ? box.right - width : box.left) - text.getBoundingClientRect().right
      })
      expect(Math.abs(gap)).toBeLessThan(3)
    }
    await page.close()
  })
})

describe('a long address in a search field, where the language runs from the right', () => {
  it.each([
    ['the picker', '', '[data-testid=token-search]', '[data-testid=pay-token]'],
    ['the history', '#/history', '.filters input[type=search]', undefined],
  ])('shows its beginning: %s', async (_name, screen, place, opener) => {
    const { page } = await open(`orders=all&language=ar-XB${screen}`, { size: 'panel' })
    if (opener !== undefined) await page.locator(opener).click()
    const field = page.locator(place)
    // Longer than any field.
    await field.fill(`0x${'1234567890'.repeat(8)}`)
    await field.blur()
    await drawn(page)
    // The widest letter where it begins: what is seen there is what would be seen of it alone.
    const edge = async () => {
      const box = await field.boundingBox()
      if (box === null) throw new Error('It is not drawn')
      return page.screenshot({ clip: { ...box, width: 40 } })
    }
    const whole = await edge()
    await field.fill('0x12345')
    await field.blur()
    await drawn(page)
    const alone = await edge()
    expect(whole.equals(alone)).toBe(true)
    await page.close()
  })
})

describe('the head of an order', () => {
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (box === null) throw new Error('It is not drawn')
    return box
  }

  it('has every amount beside the mark of its token, however long both are', async () => {
    const { page } = await open('order=addressLong&orders=one')
    const sides = page.locator('.headline-side')
    await drawn(page)
    expect(await sides.count()).toBe(2)
    for (const side of await sides.all()) {
      const mark = await boxOf(side.locator('.token-logo'))
      const sum = await boxOf(side.locator('.num'))
      const middle = sum.y + sum.height / 2
      expect(middle).toBeGreaterThan(mark.y)
      expect(middle).toBeLessThan(mark.y + mark.height)
    }
    await page.close()
  })

  it('has its step apart from what it waits for', async () => {
    const { page } = await open('order=declined')
    const status = page.locator('.headline-status > span')
    await drawn(page)
    const badge = await boxOf(status.first())
    const step = await boxOf(status.last())
    expect(step.x - (badge.x + badge.width)).toBeGreaterThanOrEqual(8)
    await page.close()
  })
})

describe('the narrowest panel', () => {
  it('shows whole what an amount is worth and what is held, and no unit on a line of its own', async () => {
    const { page } = await open('orders=none', { size: 'panel', width: 320 })
    await page.getByTestId('route').first().waitFor()
    const sums = page.locator('.token-field-foot .num')
    await drawn(page)
    const cut = await sums.evaluateAll((all) =>
      all.filter((sum) => sum.scrollWidth > sum.clientWidth).map((sum) => sum.textContent),
    )
    expect(cut).toEqual([])
    // Nor is what is held, beside what an amount in dollars comes to.
    await page.locator('.token-field-foot .money').first().click()
    await page.locator('.amount-sign').waitFor()
    await drawn(page)
    const held = page.locator('.token-field-foot .held .num')
    expect(await held.evaluate((sum) => sum.scrollWidth - sum.clientWidth)).toBe(0)
    await page.close()
    const review = await open('order=planned&screen=review&orders=one', {
      size: 'panel',
      width: 320,
    })
    const time = review.page.locator('.terms-time')
    await time.waitFor()
    const lines = await time.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.lastChild ?? element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines).toBe(1)
    await review.page.close()
  })
})

describe('where there is little room', () => {
  const isCut = (all: Element[]) =>
    all
      .filter((each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        // Less than a pixel is enough for three dots in place of the last digits.
        return (
          range.getBoundingClientRect().width > each.getBoundingClientRect().width + 0.01 ||
          each.scrollWidth > each.clientWidth
        )
      })
      .map((each) => each.textContent)

  it.each(['popup', 'panel'] as const)(
    'what is held is whole beside a sum that is far more: %s',
    async (size) => {
      const { page } = await open('orders=none&amount=123456789.123456', { size })
      const held = page.locator('.held .num')
      await held.waitFor()
      await drawn(page)
      expect(await held.evaluateAll(isCut)).toEqual([])
      await page.close()
    },
  )

  it.each([
    ['amount=500', ['$499.90']],
    ['amount=123456789.123456', []],
  ])('what a sum is worth is whole or not there, in long words: %s', async (amount, popup) => {
    for (const [size, said] of [
      ['popup', popup],
      ['panel', []],
    ] as const) {
      const { page } = await open(`orders=none&${amount}&language=ar-XB`, { size })
      await page.locator('.held .num').waitFor()
      await drawn(page)
      const worth = await page.locator('.token-field-foot:has(.held) > .num').evaluate((line) => {
        const { top, bottom } = line.getBoundingClientRect()
        return [...line.children]
          .filter((each) => each.getBoundingClientRect().top < (top + bottom) / 2)
          .map((each) => each.textContent)
      })
      expect(worth).toEqual(said)
      expect(await page.locator('.held .num').evaluateAll(isCut)).toEqual([])
      await page.close()
    }
  })

  it.each(['', 'ar-XB'])(
    'of an amount in dollars the tokens, what is held and its price are whole and seen (%s)',
    async (language) => {
      const query = `orders=none&language=${language}`
      const { page } = await open(query, { size: 'panel' })
      await page.locator('.token-field-foot .money').first().click()
      const note = page.getByTestId('money-note')
      await note.waitFor()
      await drawn(page)
      expect(await page.locator('.token-field-foot .num').evaluateAll(isCut)).toEqual([])
      const under = await note.evaluate((each) => {
        const flip = document.querySelector('.flip')?.getBoundingClientRect().top ?? 0
        return each.getBoundingClientRect().bottom - flip
      })
      expect(under).toBeLessThanOrEqual(1)
      await page.close()
    },
  )

  it.each(['', 'ar-XB'])('a short address stays on one line (%s)', async (language) => {
    const { page } = await open(`orders=none&language=${language}`, { size: 'panel' })
    const chips = page.locator('.side-chip').filter({ hasText: '0x' })
    await chips.nth(1).waitFor()
    await drawn(page)
    const lines = await chips.evaluateAll((all) =>
      all.map((chip) => {
        const range = document.createRange()
        range.selectNodeContents(chip.querySelector('.num') ?? chip)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(lines).toEqual([1, 1])
    await page.close()
  })

  it.each([
    'orders=none#/buy',
    `orders=none&recipient=0x7099${'4'.repeat(32)}79c8#/buy`,
    'orders=none&book=own#/buy',
    'orders=none&quotes=some#/buy',
  ])('a tab shows the main button of a purchase without scrolling (%s)', async (query) => {
    const { page } = await open(query, { size: 'tab' })
    await page.locator('.route').first().waitFor()
    const bottom = await page
      .getByTestId('buy-order')
      .evaluate((button) => button.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThan(sizes.tab.height)
    await page.close()
  })

  it('no arrow of a history stands on a line of its own', async () => {
    const { page } = await open('orders=all#/history', { size: 'panel' })
    const arrows = page.locator('.order-text > .num .flip-rtl')
    await arrows.nth(3).waitFor()
    await drawn(page)
    const apart = await arrows.evaluateAll((all) =>
      all.map((arrow) => {
        const sum = arrow.closest('.num')?.querySelector('bdi')?.getBoundingClientRect()
        return arrow.getBoundingClientRect().bottom - (sum?.bottom ?? 0)
      }),
    )
    for (const far of apart) expect(Math.abs(far)).toBeLessThan(6)
    await page.close()
  })

  it.each(['popup', 'panel'] as const)(
    'the address of a token in the list is whole or not there: %s',
    async (size) => {
      const { page } = await open('orders=none', { size })
      await page.getByTestId('pay-token').click()
      await page.getByTestId('token-row').nth(3).waitFor()
      const outside = await page.locator('.token-list .token-address').evaluateAll((all) =>
        all
          .filter((each) => {
            const line = each.closest('.token-row-second')?.getBoundingClientRect()
            const { left, right } = each.getBoundingClientRect()
            return left < (line?.left ?? 0) - 1 || right > (line?.right ?? 0) + 1
          })
          .map((each) => each.textContent),
      )
      expect(outside).toEqual([])
      const short = page.locator('.token-list .token-chain').filter({ hasText: /^Base$/ })
      expect(await short.evaluateAll(isCut)).toEqual([])
      // Of a name some letters or none, nor the dot before it.
      const names = page.locator('.token-list .token-name')
      const slivers = await names.evaluateAll((all) =>
        all
          .filter((each) => {
            const { top, bottom, width } = each.getBoundingClientRect()
            const said = each.querySelector('.token-said')?.getBoundingClientRect()
            return (said?.top ?? top) < (top + bottom) / 2 && width < 32
          })
          .map((each) => each.textContent),
      )
      expect(slivers).toEqual([])
      await page.close()
    },
  )

  it.each(['popup', 'panel'] as const)(
    'what a history is filtered by is read whole: %s',
    async (size) => {
      const { page } = await open('orders=all#/history', { size })
      const selects = page.locator('.filter-select')
      await selects.first().waitFor()
      await drawn(page)
      const cut = await selects.evaluateAll((all) =>
        all
          .filter((each) => {
            const { width } = each.getBoundingClientRect()
            const alone = each.cloneNode(true) as HTMLSelectElement
            alone.value = (each as HTMLSelectElement).value
            Object.assign(alone.style, { position: 'absolute', flex: 'none', width: 'max-content' })
            each.after(alone)
            const whole = alone.getBoundingClientRect().width
            alone.remove()
            return width < whole - 1
          })
          .map((each) => (each as HTMLSelectElement).selectedOptions[0]?.textContent),
      )
      expect(cut).toEqual([])
      await page.close()
    },
  )

  it.each(['popup', 'panel'] as const)(
    'what is said of a slippage is not under the button: %s',
    async (size) => {
      const { page } = await open('orders=none', { size })
      await page.locator('.options summary').click()
      await page.locator('.slippage input').fill('12')
      const said = page.locator('.slippage .setting-note')
      await said.filter({ hasText: 'Very high' }).waitFor()
      const bottom = () => said.evaluate((each) => each.getBoundingClientRect().bottom)
      const bar = () =>
        page.locator('.actions').evaluate((each) => each.getBoundingClientRect().top)
      await expect.poll(async () => (await bar()) - (await bottom())).toBeGreaterThanOrEqual(0)
      await page.close()
    },
  )

  it.each(['popup', 'tab'] as const)(
    'help with an order that failed is as wide as both ways on: %s',
    async (size) => {
      const { page } = await open('order=notSent', { size })
      const actions = page.locator('.actions-flat')
      await actions.waitFor()
      await drawn(page)
      const widths = await actions.evaluate((bar) =>
        [...bar.children].slice(0, 2).map((each) => each.clientWidth / bar.clientWidth),
      )
      for (const width of widths) expect(width).toBeGreaterThan(0.85)
      await page.close()
    },
  )

  it('the name of a rate stands beside its first line', async () => {
    const { page } = await open('order=planned&screen=review&orders=one', { size: 'panel' })
    await page.locator('.terms .terms-turn').waitFor()
    await drawn(page)
    const apart = await page.locator('.terms').evaluate((list) => {
      const [name, rate] = [list.querySelector('dt'), list.querySelector('dd')]
      return (name?.getBoundingClientRect().top ?? 0) - (rate?.getBoundingClientRect().top ?? 0)
    })
    expect(Math.abs(apart)).toBeLessThan(6)
    await page.close()
  })
})

describe('the view that a build puts into its pages', () => {
  it('is what a browser draws, but for the styles that the policy forbids there', async () => {
    const { page } = await open('orders=none')
    const sheet = await readFile(`${root}/src/ui/styles/swap.css`, 'utf8')
    for (const view of ['popup', 'panel'] as const) {
      const drawn = await page.evaluate((wanted) => globalThis.drawView(wanted), view)
      const built = await drawView(root, view)
      expect(built).toBe(drawn.replaceAll(/ style="[^"]*"/g, ''))
      expect(built).toContain('data-testid="pay-amount"')
      // What an empty field's own style would say stands in the sheet.
      const styles = new Set(drawn.match(/(?<= style=")[^"]*/g))
      expect([...styles]).toEqual(['--letters: 6;'])
      expect(sheet).toContain('--letters: 6;')
    }
    await page.close()
  })
})

describe('the words of strangers', () => {
  it('are text, never markup, and cannot turn the line around', async () => {
    const { page } = await open('orders=none')
    await page.getByTestId('receive-token').click()
    const row = page.locator('[data-address="0x0000000000000000000000000000000000bad001"]')
    // Risky ones are folded away until they are asked for.
    await page.locator('.token-risky').click()
    await row.waitFor()
    expect(await row.locator('b').count()).toBe(0)
    expect(await row.textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    await page.close()
  })
})

describe('a request of a site with the longest name there can be', () => {
  it('hides neither its own answers nor the screen at 400 % zoom', async () => {
    const query = 'order=planned&screen=review&orders=one&asks=1'
    const { page } = await open(query, { width: 320, height: 256 })
    await page.getByTestId('confirm').waitFor()
    await page.locator('.asked bdi').evaluate((words) => {
      words.textContent = `${`${'a'.repeat(63)}.`.repeat(3)}example.org asks for a swap.`
    })
    for (const name of ['asked-show', 'asked-ignore', 'cancel', 'confirm']) {
      const isSeen = await page.getByTestId(name).evaluate((button) => {
        button.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = button.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return seen !== null && button.contains(seen)
      })
      expect([name, isSeen]).toEqual([name, true])
    }
    await page.close()
  })
})

describe('a window of 400 % zoom', () => {
  it.each([
    ['the form', 'orders=none', '[data-testid=route]'],
    ['a review', 'order=planned&screen=review&orders=one', '[data-testid=confirm]'],
    ['an order', 'order=filled', '.timeline'],
  ])('is left to what is read of %s: no bar stays at its end', async (_what, query, place) => {
    const { page } = await open(query, { width: 320, height: 256 })
    await page.locator(place).first().waitFor()
    await drawn(page)
    const isCovered = await page.evaluate(() => {
      document.querySelector('.scroll')?.scrollTo(0, 0)
      const seen = document.elementFromPoint(innerWidth / 2, innerHeight - 4)
      return seen?.closest('.actions') !== null
    })
    expect(isCovered).toBe(false)
    expect(await page.locator('.actions').count()).toBeGreaterThan(0)
    await page.close()
  })
})

describe('the review', () => {
  it('cannot be confirmed before the ticks, nor after the price has run out', async () => {
    const foreign = await open('order=foreign&screen=review&orders=one')
    const confirm = foreign.page.getByTestId('confirm')
    await confirm.waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    for (const box of await foreign.page.locator('.ticks input').all()) await box.check()
    await expect.poll(() => confirm.isDisabled()).toBe(false)
    await foreign.page.close()
    const expired = await open('order=expired&screen=review')
    await expired.page.locator('[data-code="policy/quote-expired"]').waitFor()
    expect(await expired.page.getByTestId('confirm').count()).toBe(0)
    await expired.page.getByRole('button', { name: 'Get a new quote' }).waitFor()
    await expired.page.close()
  })
})

describe('the review in a popup', () => {
  it('is seen whole without scrolling', async () => {
    const { page } = await open('order=planned&screen=review&orders=one')
    await page.getByTestId('confirm').waitFor()
    await drawn(page)
    const hidden = () => {
      const place = document.querySelector('.scroll')
      return place === null ? -1 : place.scrollHeight - place.clientHeight
    }
    expect(await page.evaluate(hidden)).toBe(0)
    await page.close()
  })

  it('shows what speaks against it, and every tick, without scrolling', async () => {
    const { page } = await open('order=foreign&screen=review&orders=one')
    await page.getByTestId('confirm').waitFor()
    await drawn(page)
    const parts = [page.getByText('Sent like this'), ...(await page.locator('.tick').all())]
    expect(parts.length).toBe(4)
    for (const part of parts) {
      const covered = await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return seen === null || !(element.contains(seen) || seen.contains(element))
      })
      expect(covered).toBe(false)
    }
    await page.close()
  })
})

describe('the terms of a review', () => {
  const sum = /[\d.,]+\s[A-Z]{3,}/g

  it.each(['popup', 'panel'] as const)(
    'tear no sum apart, in longer words too (%s)',
    async (size) => {
      const { page } = await open('order=planned&screen=review&orders=one&language=ar-XB', { size })
      await page.locator('.terms-open').waitFor()
      await drawn(page)
      const torn = await page.locator('.terms dd').evaluateAll((rows, source) => {
        const found: string[] = []
        for (const row of rows) {
          const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
          const letters: [Text, number][] = []
          while (walker.nextNode()) {
            const node = walker.currentNode as Text
            for (let at = 0; at < node.data.length; at++) letters.push([node, at])
          }
          const text = letters.map(([node, at]) => node.data[at]).join('')
          for (const { 0: sum, index } of text.matchAll(new RegExp(source, 'g'))) {
            const boxes = letters.slice(index, index + sum.length).map(([node, at]) => {
              const range = document.createRange()
              range.setStart(node, at)
              range.setEnd(node, at + 1)
              return range.getBoundingClientRect()
            })
            const [number, unit] = [boxes[0], boxes.at(-1)]
            const isWhole = number && unit && number.bottom > unit.top && unit.bottom > number.top
            // Its number stands left of its unit in every language.
            found.push(`${isWhole && number.left < unit.left ? 'whole' : 'torn'}: ${sum}`)
          }
        }
        return found
      }, sum.source)
      expect(torn.length).toBeGreaterThan(2)
      expect(torn.filter((each) => each.startsWith('torn'))).toEqual([])
      await page.close()
    },
  )
})

describe('the form in a popup', () => {
  it.each([
    ['nothing else', 'orders=none', '.way'],
    ['an order that waits', '', '.banner'],
    ['a site that asks and an order that waits', 'asks=2', '.asked + .banner'],
    ['an order that waits and a service that does not answer', 'stale', '.banner + .note'],
  ])('shows two whole routes beside %s', async (_what, query, beside) => {
    const { page } = await open(query)
    await page.getByTestId('route').nth(1).waitFor()
    await page.locator(beside).first().waitFor()
    await drawn(page)
    const button = await page.getByTestId('review').boundingBox()
    const second = await page.getByTestId('route').nth(1).boundingBox()
    expect((second?.y ?? 0) + (second?.height ?? 600)).toBeLessThanOrEqual(button?.y ?? 0)
    // The button between the two sides covers no word of them.
    const flip = await page.locator('.flip').boundingBox()
    const held = await page.locator('.held .num').boundingBox()
    expect((held?.y ?? 600) + (held?.height ?? 0) - 4).toBeLessThanOrEqual(flip?.y ?? 0)
    const sides = page.locator('.token-field')
    for (const side of await sides.all()) {
      expect((await side.boundingBox())?.height).toBeLessThanOrEqual(99)
    }
    await page.close()
  })

  it('names what is listed apart from how far that has come', async () => {
    const { page } = await open('orders=none&quotes=hang')
    const head = page.locator('.routes-head')
    await head.getByText('Finding routes').waitFor()
    expect(await head.evaluate((element) => (element as HTMLElement).textContent)).toBe(
      'Routes Finding routes...',
    )
    expect(await head.evaluate((element) => getComputedStyle(element).columnGap)).toBe('8px')
    await page.close()
  })
})

describe('a wide tab', () => {
  const reviews = ['planned', 'foreign', 'feeHigh', 'alike', 'swapFirst', 'firstMuch'] as const

  it.each(reviews)('has the answers of a review in sight (%s)', async (order) => {
    const { page } = await open(`order=${order}&screen=review&orders=one`, { size: 'tab' })
    await page.getByTestId('confirm').waitFor()
    await drawn(page)
    for (const name of ['confirm', 'cancel']) {
      const box = await page.getByTestId(name).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 800)).toBeLessThan(800)
    }
    await page.close()
  })
})

describe('older approvals in the review', () => {
  it.each(['popup', 'tab'] as const)('leave the buttons their room (%s)', async (size) => {
    const { page } = await open('order=planned&screen=review&orders=one&standing=1', { size })
    await page.locator('.standing-own').waitFor()
    await drawn(page)
    const widthOf = async (place: string) => (await page.locator(place).boundingBox())?.width ?? 0
    const [note, cancel, confirm] = await Promise.all(
      ['.actions > .note', '[data-testid=cancel]', '[data-testid=confirm]'].map(widthOf),
    )
    expect(note).toBeGreaterThan((cancel ?? 0) + (confirm ?? 0))
    expect(confirm).toBeGreaterThan(cancel ?? 0)
    await page.close()
  })
})

describe('the width of a tab', () => {
  /** Where the first of these stands. */
  const boxOf = async (page: Page, place: string) => {
    const box = await page.locator(place).first().boundingBox()
    if (box === null) throw new Error(`${place} is not seen`)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }

  it('has the routes beside the form, and both whole above the fold with their button', async () => {
    const { page } = await open('orders=none', { size: 'tab' })
    await page.getByTestId('route').nth(1).waitFor()
    await drawn(page)
    const sides = await boxOf(page, '.token-field')
    const routes = await boxOf(page, '.routes')
    const second = await boxOf(page, '[data-testid=route] >> nth=1')
    const button = await boxOf(page, '[data-testid=review]')
    expect(routes.x).toBeGreaterThanOrEqual(sides.right)
    expect(routes.y).toBeLessThan(sides.bottom)
    expect(button.right).toBeLessThanOrEqual(routes.x)
    expect(Math.max(second.bottom, button.bottom)).toBeLessThan(800)
    await page.close()
  })

  it.each(['tracking', 'filled', 'unsure', 'address', 'buyMade'] as const)(
    'is filled by both columns of an order (%s)',
    async (order) => {
      const { page } = await open(`order=${order}&orders=one`, { size: 'tab' })
      await page.locator('.order .column').nth(1).waitFor()
      await drawn(page)
      const left = await boxOf(page, '.order .column >> nth=0')
      const right = await boxOf(page, '.order .column >> nth=1')
      expect(right.x).toBeGreaterThanOrEqual(left.right)
      expect(Math.abs(right.y - left.y)).toBeLessThan(1)
      await page.close()
    },
  )
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

describe('in the system’s own few colours', () => {
  it('what is chosen is framed, and what lies over the rest is not seen through', async () => {
    const { page } = await open('orders=none')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByTestId('route').nth(1).waitFor()
    const frame = (place: string) =>
      page
        .locator(place)
        .first()
        .evaluate((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          return outlineStyle === 'none' ? '' : outlineWidth
        })
    expect(await frame('.route:has(:checked)')).toBe('3px')
    expect(await frame('.route:not(:has(:checked))')).toBe('')
    expect(await frame('.way[aria-current=page]')).toBe('3px')
    const bar = page.locator('.actions').first()
    const [ground, image] = await bar.evaluate((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return [backgroundColor, backgroundImage]
    })
    expect([ground, image]).toEqual([expect.stringMatching(/^rgb\(/), 'none'])
    await page.close()
  })

  it('a button of words alone is underlined, and a letter that stands for a mark has an edge', async () => {
    const { page } = await open('orders=all#/history')
    await page.emulateMedia({ forcedColors: 'active' })
    const lines = (place: string, name: 'textDecorationLine' | 'borderTopStyle') =>
      page
        .locator(place)
        .first()
        .evaluate((element, key) => getComputedStyle(element)[key], name)
    await page.locator('.order-again').first().waitFor()
    expect(await lines('.order-again', 'textDecorationLine')).toBe('underline')
    expect(await lines('.logo-drawn', 'borderTopStyle')).toBe('solid')
    await page.close()
  })
})

describe('a whole amount', () => {
  it('is seen in its field while somebody is in it', async () => {
    const { page } = await open('orders=none&amount=0.123456789012345678')
    const field = page.getByTestId('pay-amount')
    await field.focus()
    expect(await field.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.close()
  })

  it.each([
    ['', 'pay-amount'],
    ['#/buy', 'buy-amount'],
  ])('is replaced by what is typed once its field is reached by key %s', async (at, id) => {
    const { page } = await open(`orders=none&amount=50000${at}`)
    const field = page.getByTestId(id)
    await field.focus()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => field.inputValue()).toBe('50,000')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => getSelection()?.toString() === '50000')
    await page.keyboard.type('7')
    expect(await field.inputValue()).toBe('7')
    await page.close()
  })
})

describe('the strip of an order that waits', () => {
  it.each(['popup', 'panel'] as const)('is one line above the form (%s)', async (size) => {
    const { page } = await open('', { size })
    const strip = page.locator('.banner')
    await strip.getByText('Waiting for you in').waitFor()
    await drawn(page)
    expect((await strip.boundingBox())?.height).toBe(32)
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true)
    await page.close()
  })
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

describe('the code of a payment', () => {
  it('is larger in its sheet than beside the address, and whole', async () => {
    const { page } = await open('order=address&orders=one')
    const small = await page.locator('.qr > img').boundingBox()
    await page.getByRole('button', { name: 'Show it larger' }).click()
    const large = await page.locator('.qr-large').boundingBox()
    expect(large?.width).toBeGreaterThan((small?.width ?? 1_000) * 1.5)
    expect((large?.y ?? 1_000) + (large?.height ?? 1_000)).toBeLessThanOrEqual(600)
    await page.close()
  })
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

describe('without a connection', () => {
  it('an order says so, and the button of a checkout is not grey without a reason', async () => {
    const { page } = await open('order=buyMade&offline')
    await page
      .locator('.notices')
      .getByText('You are offline. Orders in progress continue')
      .waitFor()
    const checkout = page.getByTestId('checkout')
    expect(await checkout.isDisabled()).toBe(true)
    expect(await checkout.textContent()).toBe('You are offline')
    await page.close()
  })
})

describe('an amount that no provider takes', () => {
  it('is named beside its field and on the button, which is off until the amount is changed', async () => {
    const { page } = await open('amount=50000&orders=none&book=own#/buy')
    const said = 'Enter €25,000.00 or less'
    const order = page.getByTestId('buy-order')
    await expect.poll(() => order.textContent()).toBe(said)
    expect(await order.isDisabled()).toBe(true)
    const amount = page.getByTestId('buy-amount')
    const described = page.locator(`#${await amount.getAttribute('aria-describedby')}`)
    expect(await described.textContent()).toContain(said)
    await amount.fill('500')
    await expect.poll(() => order.textContent()).toBe('Continue')
    expect(await order.isDisabled()).toBe(false)
    expect(await amount.getAttribute('aria-invalid')).toBe('false')
    await page.close()
  })
})

describe('what the machine cannot know', () => {
  it('is started over only after the words were typed, where coins could leave twice', async () => {
    const { page } = await open('order=unsureNative')
    const again = page.getByRole('button', { name: 'Start over' })
    await again.waitFor()
    expect(await again.isDisabled()).toBe(true)
    await page.locator('#not-sent').fill('not sent')
    await expect.poll(() => again.isDisabled()).toBe(false)
    await page.close()
  })
})

describe('a recipient that only looks like a known address', () => {
  it('is warned of on the form, and needs a yes of its own before the wallet is asked', async () => {
    const alike = `0x7099${'4'.repeat(32)}79c8`
    const form = await open(`orders=none&recipient=${alike}`)
    await form.page.getByText('This address only looks like one you know').waitFor()
    await form.page.close()
    const { page } = await open('order=alike&screen=review')
    const yes = page.getByLabel('I know that the receiving address is not the one it looks like.')
    await yes.waitFor()
    for (const box of await page.locator('.ticks input').all()) await box.check()
    await expect.poll(() => page.getByTestId('confirm').isDisabled()).toBe(false)
    await yes.uncheck()
    await expect.poll(() => page.getByTestId('confirm').isDisabled()).toBe(true)
    await page.close()
  })
})

describe('the address of the service', () => {
  it('is refused in words when it is none, or would be sent in the open', async () => {
    const { page } = await open('orders=none')
    await page.getByTestId('settings').click()
    const field = page.getByRole('textbox', { name: 'Swap service' })
    await field.fill('http://service.example')
    await page.getByText('An address without https can be read').waitFor()
    await field.fill('javascript:alert(1)')
    await page.getByText('Enter a full address that starts with https').waitFor()
    await page.close()
  })
})

describe('what moves', () => {
  const motion = (page: Page, place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((element) => {
        const { animationName, animationDuration } = getComputedStyle(element)
        return `${animationName} ${animationDuration}`
      })
  const places = {
    dialog: ['orders=none', '[data-testid=wallet-picker]', '.dialog'],
    figure: ['orders=none', undefined, '.route-amount'],
    arrival: ['order=filled', undefined, '.headline .badge path'],
  } as const

  it.each([
    ['dialog', 'rise 0.16s'],
    ['figure', 'appear 0.12s'],
    ['arrival', 'draw 0.3s'],
  ] as const)('%s: %s, and not at all for who wants stillness', async (name, moves) => {
    const [query, click, place] = places[name]
    const { page } = await open(query)
    if (click !== undefined) await page.locator(click).click()
    await page.locator(place).first().waitFor()
    expect((await motion(page, place)).startsWith('none')).toBe(true)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await motion(page, place)).toBe(moves)
    await page.close()
  })
})
