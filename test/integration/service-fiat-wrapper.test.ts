import { fileURLToPath } from 'node:url'
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { build } from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchPlain } from '../support/launch'
import { type LocalServer, startLocalServer } from '../support/local-server'
import { patience } from '../support/patience'
import { type FiatHarness, startFiatHarness } from './fiat-harness'
import { ARBITRUM } from './service-harness'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The opener's side: the product's own receiver, which tells the test every event it believes. */
const openerSource = `
import { onWrapperEvent } from '@/src/ui/models/wrapper-events'
window.open_ = (url, fiatUrl, orderId) => {
  window.everything = []
  window.addEventListener('message', ({ data, origin }) => window.everything.push({ data, origin }))
  const source = window.open(url, 'checkout', 'popup,width=480,height=700')
  onWrapperEvent(window, { fiatUrl, source, orderId }, (event) => window.believed(event))
}
`

let harness: FiatHarness
let browser: Browser
let server: LocalServer
let script: string

beforeAll(async () => {
  harness = await startFiatHarness()
  const { outputFiles } = await build({
    stdin: { contents: openerSource, resolveDir: root, loader: 'ts' },
    tsconfig: `${root}/tsconfig.json`,
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
  })
  script = outputFiles[0]?.text ?? ''
  server = await startLocalServer()
  server.answer((response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Opener</title><script>${script}</script>`)
  })
  browser = await launchPlain()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await harness?.stop()
})
beforeEach(() => harness.reset())

const dai = () => harness.wallet.token(ARBITRUM, 'DAI')

type Believed = { event: string; orderId: string; provider: string; data: { status?: string } }

type Opened = {
  opener: Page
  checkout: Page
  frame: FrameLocator
  believed: Believed[]
  names: () => string[]
}

/** Opens a checkout as the product does: from a page of another origin. */
async function openCheckout(
  url: string,
  orderId: string,
  onEvent?: (event: Believed) => void,
): Promise<Opened> {
  const context = await browser.newContext()
  context.setDefaultTimeout(patience)
  const opener = await context.newPage()
  const believed: Believed[] = []
  await opener.exposeFunction('believed', (event: Believed) => {
    believed.push(event)
    onEvent?.(event)
  })
  await opener.goto(server.url)
  const opening = opener.waitForEvent('popup')
  await opener.evaluate(
    `open_(${JSON.stringify(url)}, ${JSON.stringify(harness.info.fiatUrl)}, '${orderId}')`,
  )
  const checkout = await opening
  const frame = checkout.frameLocator('[data-testid="provider-frame"]')
  const names = () => believed.map(({ event }) => event)
  return { opener, checkout, frame, believed, names }
}

/** An order whose wrapper page is open. */
async function startOrder(provider = 'harbor', query = '', onEvent?: (event: Believed) => void) {
  const { orderId, action, quote } = await harness.order(provider, dai())
  const url = action.url ?? ''
  const opened = await openCheckout(url + query, orderId, onEvent)
  return { orderId, url, quote, ...opened }
}

describe('the wrapper page in a browser', () => {
  it.each(['harbor', 'ferry'])(
    'given %s, when the person pays, then events come in order and the money is there',
    async (provider) => {
      const before = await harness.wallet.balanceOf(dai())
      const { orderId, frame, checkout, believed, names } = await startOrder(provider)
      await frame.getByTestId('pay').click()
      await expect.poll(names).toContain('order_completed')
      expect(names()).toEqual([
        'widget_ready',
        'order_created',
        'order_processing',
        'order_completed',
      ])
      expect(believed.every((event) => event.orderId === orderId)).toBe(true)
      expect(believed.every((event) => event.provider === provider)).toBe(true)
      const order = await harness.client.fiat.getOrder(orderId)
      expect(believed.at(-1)?.data).toMatchObject({
        status: 'completed',
        transferTxHash: order.transferTxHash,
        outputAmount: order.outputAmount,
      })
      const after = await harness.wallet.balanceOf(dai())
      expect(after - before).toBe(BigInt(order.outputAmount ?? ''))
      expect(await checkout.getByTestId('checkout-status').textContent()).toContain('Done')
      await checkout.context().close()
    },
  )

  it('given the card is declined, when told, then order_failed carries the reason', async () => {
    const { orderId, frame, believed, names, checkout } = await startOrder()
    await frame.getByTestId('fail').click()
    await expect.poll(names).toContain('order_failed')
    expect(names()).toEqual(['widget_ready', 'order_created', 'order_failed'])
    expect(believed.at(-1)?.data).toMatchObject({
      status: 'failed',
      failure: { reason: 'PAYMENT_DECLINED' },
    })
    expect((await harness.client.fiat.getOrder(orderId)).status).toBe('failed')
    await checkout.context().close()
  })

  it('given the person closes it, when told, then the order still waits for its payment', async () => {
    const { orderId, frame, names, checkout, opener } = await startOrder()
    await frame.getByTestId('pay').waitFor()
    const closed = checkout.waitForEvent('close')
    // The page may be gone before the browser answers that it was clicked.
    const clicked = checkout
      .getByTestId('close')
      .click()
      .catch((reason: unknown) => expect(checkout.isClosed(), String(reason)).toBe(true))
    await Promise.all([closed, clicked])
    await expect.poll(names).toContain('widget_close')
    expect(names()).not.toContain('order_failed')
    expect((await harness.client.fiat.getOrder(orderId)).status).toBe('awaiting_payment')
    await opener.context().close()
  })

  it.each([
    ['pay', 'order_completed'],
    ['fail', 'order_failed'],
    ['cancel', 'order_failed'],
    ['close', 'widget_close'],
  ])('given ?auto=%s, when opened, then it goes to %s by itself', async (auto, last) => {
    const { names, opener } = await startOrder('harbor', `?auto=${auto}`)
    await expect.poll(names).toContain(last)
    await opener.context().close()
  })

  it('given an event, when it wakes the poll, then the order is read at once', async () => {
    const { orderId, action } = await harness.order('harbor', dai())
    let lookNow: () => void = () => undefined
    const tracking = harness.client.trackFiatOrder(orderId, {
      intervalMs: 3_600_000,
      wake: (look) => {
        lookNow = look
        return () => undefined
      },
    })
    const { opener } = await openCheckout(`${action.url}?auto=pay`, orderId, () => lookNow())
    expect((await tracking).status).toBe('completed')
    await opener.context().close()
  })

  it('given a frame that lies, when it says paid, then no event follows its word', async () => {
    const { frame, names, checkout } = await startOrder()
    await frame.getByTestId('pay').waitFor()
    await expect.poll(names).toContain('order_created')
    const inner = checkout.frames().find((each) => each !== checkout.mainFrame())
    if (inner === undefined) throw new Error('There is no frame')
    await inner.evaluate(`
      for (const event of ['acted', 'completed', 'order_completed']) {
        parent.postMessage({ type: 'PROVIDER_FRAME', event }, '*')
        parent.postMessage({ type: 'FIAT_WIDGET_EVENT', event }, '*')
      }`)
    await harness.wallet.control('POST', '/fiat/act', {
      orderId: (await checkout.getByTestId('checkout').getAttribute('data-order-id')) ?? '',
      act: 'cancel',
    })
    await expect.poll(names).toContain('order_failed')
    expect(names()).toEqual(['widget_ready', 'order_created', 'order_failed'])
    await checkout.context().close()
  })

  it('given the sandbox of its frame, when the frame looks around, then it reaches nothing', async () => {
    const { frame, checkout } = await startOrder()
    await frame.getByTestId('pay').waitFor()
    const inner = checkout.frames().find((each) => each !== checkout.mainFrame())
    expect(await inner?.evaluate('self.origin')).toBe('null')
    expect(await inner?.evaluate('window.open("about:blank")')).toBeNull()
    const reach = `(() => { try { return top.document.title } catch (error) { return error.name } })()`
    expect(await inner?.evaluate(reach)).toBe('SecurityError')
    const globals = `Object.keys(window).filter((key) => /element|setting|told|poll/.test(key))`
    expect(await checkout.evaluate(globals)).toEqual([])
    await checkout.context().close()
  })

  it('given another order`s window, when it posts, then the opener does not believe it', async () => {
    const other = await harness.order('harbor', dai())
    const { opener, names } = await openCheckout(`${other.action.url}?auto=fail`, 'not-this-order')
    await opener.waitForFunction('everything.some(({ data }) => data.event === "order_failed")')
    const origins = await opener.evaluate('[...new Set(everything.map(({ origin }) => origin))]')
    expect(origins).toEqual([harness.info.fiatUrl])
    expect(names()).toEqual([])
    await opener.context().close()
  })
})

describe('the address of a checkout', () => {
  it('given it was opened, when opened again, then it is closed, and the first one goes on', async () => {
    const { url, frame, checkout, names } = await startOrder()
    await frame.getByTestId('pay').waitFor()
    const again = await checkout.context().newPage()
    const answer = await again.goto(url)
    expect(answer?.status()).toBe(410)
    expect(await again.getByTestId('notice').textContent()).toContain('used already')
    await frame.getByTestId('pay').click()
    await expect.poll(names).toContain('order_completed')
    await checkout.context().close()
  })

  it('given a reload of the page it led to, when paid there, then the order completes', async () => {
    const { orderId, checkout, frame } = await startOrder()
    // A page that still loads would be asked for at the address that led to it, which is used up.
    await frame.getByTestId('pay').waitFor()
    await checkout.reload()
    await frame.getByTestId('pay').click()
    expect((await harness.follow(orderId)).status).toBe('completed')
    await checkout.context().close()
  })

  it.each(['redirect', 'provider_widget'])(
    'given a %s, when opened, then it is the provider`s own page, which posts nothing',
    async (type) => {
      await harness.script({ action: type })
      const { orderId, action } = await harness.order('harbor', dai())
      const { checkout, opener } = await openCheckout(action.url ?? '', orderId)
      await checkout.getByTestId('pay').click()
      expect((await harness.follow(orderId)).status).toBe('completed')
      expect(new URL(checkout.url()).origin).not.toBe(harness.info.fiatUrl)
      expect(await opener.evaluate('everything')).toEqual([])
      await opener.context().close()
    },
  )

  it('given no opener at all, when paid, then the page works all the same', async () => {
    const { orderId, action } = await harness.order('harbor', dai())
    const page = await browser.newPage()
    await page.goto(`${action.url}?auto=pay`)
    expect((await harness.follow(orderId)).status).toBe('completed')
    await page.close()
  })
})
