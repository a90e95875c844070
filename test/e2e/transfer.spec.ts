import { drawQr } from '@/src/ui/qr/draw-qr'
import { createSandboxClient } from '../sandbox/test-client'
import { longPatience } from '../support/patience'
import { createSwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { readEndNotices, readNotices } from './other-moments'
import { openOrder } from './person'
import { nativeToken, readOwnBalance, usdcAcross } from './steps'
import { askAbroad, askForAddress, pay } from './transfer-screen'

const statusOf = (page: ViewPage) => page.locator('.order[data-testid="order"]')
const pictureOf = (page: ViewPage) => page.locator('.qr')

test.describe('a payment from any wallet', () => {
  test('is shown as a checked picture, paid with the popup closed, and arrives', async ({
    product,
  }) => {
    const { from, to } = usdcAcross(product.info)
    const before = await readOwnBalance(product, to)
    const { page, orderId, address } = await askForAddress(product, { from, to, pay: '25' })
    await expect(pictureOf(page)).toHaveAttribute('data-from', 'service')
    await expect(page.locator('.qr figcaption')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Open in a wallet/ })).toHaveAttribute(
      'href',
      `ethereum:${from.address}@${from.chainId}/transfer?address=${address}&uint256=25000000`,
    )
    await page.close()
    await pay(product, from, address, 25_000_000n)
    const screen = await openOrder(product, orderId)
    await screen.waitForStatus('filled')
    expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
    await expect(screen.page.locator('[data-sum="exact"]')).toBeVisible()
    // What is paid for already is not shown to be paid again.
    await expect(screen.page.getByTestId('deposit-address')).toHaveCount(0)
  })

  test('with the native coin arrives as well', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    const ether = nativeToken(from.chainId)
    const shown = await askForAddress(product, { from: ether, to, pay: '0.5' })
    await expect(pictureOf(shown.page)).toHaveAttribute('data-from', 'service')
    await pay(product, ether, shown.address, 5n * 10n ** 17n)
    await createSwapScreen(shown.page).waitForStatus('filled')
  })

  test('with bitcoin, for which no wallet is driven here, arrives', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    // BIP-173's own example.
    const refundTo = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const abroad = { token: 'BTC on Bitcoin', amount: '0.0005', refundTo }
    const shown = await askAbroad(product, { from, to, pay: '25', abroad })
    const address: string = shown.address
    await expect(pictureOf(shown.page)).toHaveAttribute('data-from', 'service')
    await expect(shown.page.getByRole('link', { name: /Open in a wallet/ })).toHaveAttribute(
      'href',
      `bitcoin:${address}?amount=0.0005`,
    )
    await expect(shown.page.getByText('Causeway cannot read Bitcoin')).toBeVisible()
    const client = createSandboxClient(product.info)
    await client.control('POST', '/paid', { address, amount: '50000' })
    await createSwapScreen(shown.page).waitForStatus('filled')
  })

  for (const { coin, refundTo, amount, units, link } of [
    {
      coin: 'LTC on Litecoin',
      refundTo: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      amount: '0.25',
      units: '25000000',
      link: (address: string) => `litecoin:${address}?amount=0.25`,
    },
    {
      coin: 'CKB on Nervos CKB',
      // RFC 21's own example.
      refundTo:
        'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4',
      amount: '2500',
      units: '250000000000',
    },
  ]) {
    test(`with ${coin} arrives, by a picture of the address alone`, async ({ product }) => {
      const { from, to } = usdcAcross(product.info)
      const abroad = { token: coin, amount, refundTo }
      const shown = await askAbroad(product, { from, to, pay: '25', abroad })
      const address: string = shown.address
      await expect(pictureOf(shown.page)).toHaveAttribute('data-from', 'service')
      await expect(shown.page.getByText('The picture holds the address only')).toBeVisible()
      const open = shown.page.getByRole('link', { name: /Open in a wallet/ })
      if (link) await expect(open).toHaveAttribute('href', link(address))
      else await expect(open).toHaveCount(0)
      const client = createSandboxClient(product.info)
      await client.control('POST', '/paid', { address, amount: units })
      await createSwapScreen(shown.page).waitForStatus('filled')
    })
  }

  test('that is told of by its hash is looked for on the chain, and arrives', async ({
    product,
  }) => {
    const { from, to } = usdcAcross(product.info)
    const ether = nativeToken(from.chainId)
    const input = { from: ether, to, pay: '0.5' }
    const { page, address } = await askForAddress(product, input, 'route-liquidity')
    const field = page.getByLabel('Transaction hash')
    await field.fill(`0x${'12'.repeat(32)}`)
    await page.getByRole('button', { name: 'Check and use' }).click()
    await expect(createSwapScreen(page).error()).toHaveAttribute('data-code', 'order/hash-unknown')
    const hash = await pay(product, ether, address, 5n * 10n ** 17n)
    await field.fill(hash)
    await page.getByRole('button', { name: 'Check and use' }).click()
    await createSwapScreen(page).waitForStatus('filled')
  })

  test('in another token is named as such, then of too little is short, and is seen to come back', async ({
    product,
  }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, address } = await askForAddress(product, { from, to, pay: '25' })
    const wrong = product.info.tokens.find(
      ({ chainId, symbol }) => chainId === from.chainId && symbol === 'DAI',
    )
    await pay(product, wrong ?? from, address, 25n * 10n ** 18n)
    await page.getByText('I have paid', { exact: true }).click()
    const astray = page.locator('[data-astray="token"]')
    await expect(astray).toContainText('25 DAI')
    await expect(astray).toContainText('Another token than the USDC')
    await astray.getByRole('button', { name: 'Copy for the service' }).click()
    await expect(astray.getByRole('button', { name: 'Copied' })).toBeVisible()
    // It is no end: what was asked for is still to be paid.
    await expect(page.getByTestId('deposit-address')).toBeVisible()
    await pay(product, from, address, 24_000_000n)
    await expect(page.locator('[data-sum="short"]')).toBeVisible()
    await createSwapScreen(page).waitForStatus('refunded')
  })

  test('on another network is named as such, and what was asked for is still to be paid', async ({
    product,
  }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, address } = await askForAddress(product, { from, to, pay: '25' })
    await pay(product, to, address, 25_000_000n)
    await page.getByText('I have paid', { exact: true }).click()
    const astray = page.locator('[data-astray="chain"]')
    await expect(astray).toContainText('25 USDC')
    await expect(astray).toContainText('On another network')
    await expect(page.getByTestId('deposit-address')).toBeVisible()
    await pay(product, from, address, 25_000_000n)
    await createSwapScreen(page).waitForStatus('filled')
  })

  test('of too much is said, and is seen to come back', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, orderId, address } = await askForAddress(product, { from, to, pay: '25' })
    await pay(product, from, address, 26_000_000n)
    await expect(page.locator('[data-sum="excess"]')).toBeVisible()
    await createSwapScreen(page).waitForStatus('refunded')
    await expect.poll(() => readEndNotices(product)).toEqual([`refunded:${orderId}`])
  })

  test('is seen to be made twice, also once it has arrived', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, address } = await askForAddress(product, { from, to, pay: '25' })
    await pay(product, from, address, 25_000_000n)
    await createSwapScreen(page).waitForStatus('filled')
    await pay(product, from, address, 25_000_000n)
    await expect(page.locator('[data-sum="excess"]')).toBeVisible()
    await createSwapScreen(page).waitForStatus('filled')
  })

  test('stays to be paid when a stranger sends a trifle to its address', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, address } = await askForAddress(product, { from, to, pay: '25' })
    await pay(product, from, address, 1n)
    await expect(page.locator('[data-sum="dust"]')).toBeVisible()
    await expect(page.getByTestId('deposit-address')).toBeVisible()
    await pay(product, from, address, 25_000_000n)
    await createSwapScreen(page).waitForStatus('filled')
  })

  test('after its time was over is called late, and followed to its end', async ({ product }) => {
    await product.control.setNextOrder('held')
    const { from, to } = usdcAcross(product.info)
    const before = await readOwnBalance(product, to)
    const { page, orderId, address } = await askForAddress(product, { from, to, pay: '25' })
    // Past the end that the service named, for all that is Causeway's.
    const later = 'void (({ now }) => (Date.now = () => now.call(Date) + 601_000))(Date)'
    await Promise.all([product.inWorker(later), page.evaluate(later)])
    await expect(statusOf(page)).toContainText('Do not pay to this address any more')
    await expect(statusOf(page)).toContainText('If you have paid already, it is still being looked')
    // Offered once it is closed on the disk, and not on the screen alone.
    await expect(page.getByText('I have not paid')).toBeVisible()
    await expect(page.getByTestId('deposit-address')).toHaveCount(0)
    await expect(pictureOf(page)).toHaveCount(0)
    await page.close()
    // A block of well after it was closed, whose time is in whole seconds: late by the chain's own time.
    await product.control.chain(from.chainId, { action: 'advance', seconds: 631 })
    await pay(product, from, address, 25_000_000n)
    const screen = await openOrder(product, orderId)
    const seen = screen.page.locator('[data-sum="exact"]')
    // An order of this age is read every half a minute, and tells of the payment.
    await expect(seen).toContainText('after the address was closed', { timeout: longPatience })
    await expect(seen).toContainText('The service may still make the swap, or send it back')
    await expect(screen.page.getByTestId('deposit-address')).toHaveCount(0)
    await product.control.release()
    await screen.waitForStatus('filled')
    await expect(seen).toContainText('after the address was closed')
    await expect(seen).not.toContainText('may still')
    expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
    const notices = ['filled', 'needs-you'].map((what) => `${what}:${orderId}`)
    await expect.poll(() => readNotices(product)).toEqual(notices)
  })

  test('after it was cancelled is followed all the same', async ({ product }) => {
    const { from, to } = usdcAcross(product.info)
    const { page, orderId, address } = await askForAddress(product, { from, to, pay: '25' })
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByTestId('deposit-address')).toHaveCount(0)
    await expect(pictureOf(page)).toHaveCount(0)
    await expect(statusOf(page)).toContainText('Do not pay to its address any more')
    // A block of well after it was closed: what it holds is late by the chain's own time.
    await product.control.chain(from.chainId, { action: 'advance', seconds: 30 })
    await pay(product, from, address, 25_000_000n)
    await page.close()
    const screen = await openOrder(product, orderId)
    await screen.waitForStatus('filled')
    await expect(screen.page.locator('[data-sum="exact"]')).toContainText(
      'after the address was closed',
    )
  })
})

test.describe('a picture service', () => {
  for (const fault of [{ kind: 'drop' }, { kind: 'delay', ms: 20_000 }] as const) {
    test(`that fails (${fault.kind}) is done without`, async ({ product }) => {
      await product.control.setFault('qr', fault)
      const { from, to } = usdcAcross(product.info)
      const { page } = await askForAddress(product, { from, to, pay: '25' })
      await expect(pictureOf(page)).toHaveAttribute('data-from', 'own')
      await expect(pictureOf(page)).toContainText('did not answer')
    })
  }

  test('that answers with a code for another address is refused', async ({ product }) => {
    const body = drawQr(`0x${'9'.repeat(40)}`, 256) ?? ''
    const headers = { 'content-type': 'image/svg+xml; charset=utf-8' }
    await product.control.setFault('qr', { kind: 'status', status: 200, body, headers })
    const { from, to } = usdcAcross(product.info)
    const { page } = await askForAddress(product, { from, to, pay: '25' })
    await expect(pictureOf(page)).toHaveAttribute('data-from', 'own')
    await expect(pictureOf(page)).toContainText('another payment')
  })

  test('of the service’s own word that sends a code for another address is refused', async ({
    product,
  }) => {
    const other = `0x${'9'.repeat(40)}`
    const image = drawQr(other, 256) ?? ''
    const qrImageUrl = `data:image/svg+xml,${encodeURIComponent(image)}`
    await product.control.tamperBuild({ patch: { qrImageUrl } })
    const { from, to } = usdcAcross(product.info)
    const { page } = await askForAddress(product, { from, to, pay: '25' })
    await expect(pictureOf(page)).toHaveAttribute('data-from', 'own')
    await expect(pictureOf(page)).toContainText('another payment')
  })
})
