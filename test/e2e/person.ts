import { lateText } from '@/src/ui/copy/late-text'
import type { Product } from '../support/product'
import { createSwapScreen, type SwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect } from './expect'
import type { Stage } from './stage'

/** Opens one order's screen. */
export async function openOrder<P extends ViewPage>(
  product: Product<P>,
  orderId: string,
): Promise<SwapScreen<P>> {
  const page = await product.openPage(`popup.html?view=tab#/orders/${orderId}`)
  return createSwapScreen(page)
}

/** What another page gets that is pasted into: what was copied. */
export async function pasted<P extends ViewPage>(product: Product<P>): Promise<string> {
  const other = await product.open('about:blank')
  await other.evaluate("void (document.body.innerHTML = '<textarea></textarea>')")
  const field = other.locator('textarea')
  await field.focus()
  await other.keyboard.press('Control+V')
  await expect(field).not.toHaveValue('')
  const text = await field.inputValue()
  await other.close()
  return text
}

/** What is copied for support of the order or the alarm that is shown, past the warning beside it. */
export async function copySupport<P extends ViewPage>(
  product: Product<P>,
  page: P,
): Promise<string> {
  await expect(page.getByText(lateText.supportHint)).toBeVisible()
  await page.getByRole('button', { name: lateText.support }).click()
  await expect(page.getByRole('button', { name: lateText.copied })).toBeVisible()
  return pasted(product)
}

/** What an order screen can ask of a person. */
function choicesOf({ page, handle }: SwapScreen) {
  return {
    filled: page.locator('[data-testid="order"][data-status="filled"]'),
    startOver: page.getByRole('button', { name: /^Start over$/ }),
    otherPage: page.getByRole('button', { name: /^Choose another page$/ }),
    tryAgain: page.getByRole('button', { name: /Try again$/ }),
    typed: page.locator('#not-sent'),
    order: handle('order'),
  }
}

/** Waits until the order has ended or only a person can go on with it. */
export async function waitForChoice(swap: SwapScreen): Promise<'filled' | 'choice'> {
  const { filled, startOver, otherPage, tryAgain } = choicesOf(swap)
  const any = filled.or(startOver).or(otherPage).or(tryAgain)
  await expect(any.first()).toBeVisible()
  return (await filled.count()) > 0 ? 'filled' : 'choice'
}

/** Whether a button could be pressed: an order that goes on by itself takes it away. */
function wasThere(pressed: Promise<void>): Promise<boolean> {
  return pressed.then(
    () => true,
    () => false,
  )
}

/** Confirms the review that starting over leads to, through another page where its own is gone. */
export async function payAnew(swap: SwapScreen): Promise<void> {
  const { page } = swap
  const { otherPage } = choicesOf(swap)
  const open = page.locator('.tick input:not(:checked)')
  const why = async () => {
    if ((await open.count()) > 0) await open.first().click()
    return swap.handle('confirm').getAttribute('disabled')
  }
  const confirm = async () => {
    await expect.poll(why).toBeNull()
    await swap.confirm()
  }
  await confirm()
  const isGone = async () => (await otherPage.count()) > 0
  await expect
    .poll(async () => (await isGone()) || (await swap.handle('order').count()) > 0)
    .toBe(true)
  if (!(await isGone()) || (await swap.handle('order').count()) > 0) return
  await otherPage.click()
  await page.getByRole('dialog').locator('.wallet-row').first().click()
  await expect(swap.error('page/gone')).toHaveCount(0)
  // A review of another page: what was ticked before is asked again.
  await confirm()
}

/**
 * Brings an order to its end as a person does who knows what their wallet did: says "not sent" where
 * it was not, has another page ask, tries again. Never says so of a deposit that is on its way.
 */
export async function finishAsPerson(stage: Stage, swap: SwapScreen): Promise<void> {
  const { startOver, otherPage, tryAgain, typed } = choicesOf(swap)
  for (let choices = 0; choices < 5; choices += 1) {
    if ((await waitForChoice(swap)) === 'filled') return
    // It was mined while the choice still stood: a person who knows so waits.
    if ((await stage.countDeposits()) > 0) {
      await swap.waitForStatus('filled')
      return
    }
    if ((await startOver.count()) > 0) {
      if (
        (await typed.count()) > 0 &&
        !(await wasThere(typed.fill('not sent', { timeout: 5_000 })))
      )
        continue
      if (!(await wasThere(startOver.click({ timeout: 5_000 })))) continue
      await expect(startOver).toHaveCount(0)
      const isReview = async () => (await swap.handle('confirm').count()) > 0
      // One that went on by itself meanwhile is not cancelled.
      await expect
        .poll(async () => (await isReview()) || (await stage.countDeposits()) > 0)
        .toBe(true)
      if (await isReview()) await payAnew(swap)
    } else if ((await otherPage.count()) > 0) {
      const row = swap.page.getByRole('dialog').locator('.wallet-row').first()
      const chosen = otherPage.click({ timeout: 5_000 }).then(() => row.click({ timeout: 20_000 }))
      if (!(await wasThere(chosen))) continue
      await expect(otherPage).toHaveCount(0)
    } else {
      if (!(await wasThere(tryAgain.first().click({ timeout: 5_000 })))) continue
      const isOver = async () => (await otherPage.count()) > 0 || (await tryAgain.count()) === 0
      await expect.poll(isOver).toBe(true)
    }
  }
  throw new Error('The order asks the person more often than anybody answers')
}
