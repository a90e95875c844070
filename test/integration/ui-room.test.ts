import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { drawn } from '../support/ui/drawn'
import { sizes } from '../support/ui/scenes'
import { useScreens } from '../support/ui/use-screens'

const open = useScreens()

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
