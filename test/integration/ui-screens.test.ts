import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { drawView } from '../../.release/first-view'
import { drawn } from '../support/ui/drawn'
import { useScreens } from '../support/ui/use-screens'

const root = fileURLToPath(new URL('../..', import.meta.url))
const open = useScreens()

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
