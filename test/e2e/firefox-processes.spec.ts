import { FirefoxPage } from '../support/firefox/page'
import type { FirefoxProduct } from '../support/firefox/product'
import { expect, test } from './firefox-fixtures'
import { moments } from './moments'
import { finishAsPerson, openOrder } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import { countAsked, startSwap, usdcAcross } from './steps'

/** The process that draws the tab at an address that starts so. */
async function processOf({ session }: FirefoxProduct, start: string): Promise<number> {
  return session.chrome((url) => {
    type Browser = {
      currentURI: { spec: string }
      browsingContext: { currentWindowGlobal: { osPid: number } }
    }
    const { gBrowser } = globalThis as unknown as { gBrowser: { browsers: Browser[] } }
    const found = gBrowser.browsers.find(({ currentURI }) => currentURI.spec.startsWith(url))
    return found?.browsingContext.currentWindowGlobal.osPid ?? 0
  }, start)
}

/** Ends it as the system does that needs the memory. */
async function killProcessOf(product: FirefoxProduct, start: string): Promise<void> {
  const pid = await processOf(product, start)
  expect(pid).toBeGreaterThan(0)
  process.kill(pid, 'SIGKILL')
}

test('a wallet in a container tab is found, and pays', async ({ product }) => {
  const { bidi } = product.session
  // https://www.w3.org/TR/webdriver-bidi/#command-browser-createUserContext
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  })
  const contained = new FirefoxPage(bidi, context)
  await contained.goto(product.info.dappUrl)
  await contained.bringToFront()
  await product.wallet.set({ mode: 'auto' })
  const swap = await startSwap(product, { ...usdcAcross(product.info), pay: '11', isLeft: true })
  await swap.confirm()
  await swap.waitForStatus('filled')
  expect(await countAsked(product)).toBe(2)
})

test('the process of the page is killed while its wallet asks: the order is looked for, and paid once', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  const moment = moments['deposit-asked']
  await moment.reach(stage)
  await killProcessOf(product, product.info.dappUrl)
  await moment.goOn(stage)
  await product.openDapp()
  await stage.swap.page.bringToFront()
  await product.wallet.set({ mode: 'auto' })
  await finishAsPerson(stage, stage.swap)
  await expectOneDeposit(stage, stage.swap)
})

test('the process of all extensions is killed while an order is followed: it ends all the same', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await moments.followed.reach(stage)
  await killProcessOf(product, product.origin)
  await product.control.release()
  const order = await openOrder(product, stage.orderId)
  await expectOneDeposit(stage, order)
})
