import { pageText } from '@/src/ui/copy/page-text'
import { walletText } from '@/src/ui/copy/wallet-text'
import { launchChromium, stopWorker } from '../support/launch'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './fixtures'
import { usdcAcross } from './steps'
import { resetSandbox } from './world'

test('who has just installed it reads what it is, and comes by two keys to a form that gives prices', async ({
  world,
}) => {
  await resetSandbox(world)
  const { welcoming, info } = world
  const session = await launchChromium({ extensions: [welcoming], headless: true, isStill: true })
  try {
    const { context } = session
    const id = await session.extensionId(welcoming)
    const own = `chrome-extension://${id}/`
    const opened = () => context.pages().filter((page) => page.url() === `${own}welcome.html`)
    await expect.poll(() => opened().length).toBe(1)
    const [page] = opened()
    if (page === undefined) throw new Error('It is there')
    // In front of what the browser began with.
    expect(await page.evaluate('chrome.tabs.getCurrent().then(({ active }) => active)')).toBe(true)
    await expect(page).toHaveTitle('Welcome to Causeway')
    const { title, steps, never, open } = pageText.welcome
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    for (const step of steps) await expect(page.getByText(step.what)).toBeVisible()
    for (const line of never) await expect(page.getByText(line)).toBeVisible()
    // To begin is offered first and loudest; access to sites can wait, and none was taken.
    const main = page.locator('.button-main')
    const access = page.getByRole('button', { name: walletText.allowAll })
    await expect(page.getByRole('button')).toHaveText([open, walletText.allowAll])
    await expect(main).toHaveText(open)
    expect(await page.evaluate('chrome.permissions.getAll().then((all) => all.origins)')).toEqual(
      [],
    )
    await page.keyboard.press('Tab')
    await expect(main).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(access).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    // By then the worker has gone to sleep.
    await stopWorker(context, id)
    const opens = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const swap = createSwapScreen(await opens)
    await expect(swap.page).toHaveURL(new RegExp(`^${own}popup\\.html\\?view=tab`))
    const { from, to } = usdcAcross(info)
    await swap.enterPair(from, to)
    await swap.handle('pay-amount').fill('25')
    await expect(swap.route()).toBeVisible()
    // A worker that begins anew welcomes nobody twice.
    expect(opened()).toHaveLength(1)
  } finally {
    await session.close()
  }
})
