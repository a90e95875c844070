import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { orderText } from '@/src/ui/copy/order-text'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { hostile, installHostileWallet, sendOlder } from './hostile-wallet'
import {
  chainsOf,
  countAsked,
  countCalls,
  nativeToken,
  readOwnBalance,
  startSwap,
  tokenOf,
  waitForForm,
} from './steps'

const halfEther = 500_000_000_000_000_000n

async function confirmNativeSwap(product: Product, dapp: ViewPage, trick: string) {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  await installHostileWallet(dapp, trick)
  const [source, destination] = chainsOf(product.info)
  const from = nativeToken(source)
  const to = tokenOf(product.info, destination, 'USDC')
  const paidBefore = await readOwnBalance(product, from)
  const gotBefore = await readOwnBalance(product, to)
  const swap = await startSwap(product, { from, to, pay: '0.5', wallet: hostile })
  await swap.confirm()
  return {
    swap,
    paid: async () => paidBefore - (await readOwnBalance(product, from)),
    got: async () => (await readOwnBalance(product, to)) - gotBefore,
  }
}

test.describe('a page that alters what the wallet is asked', () => {
  for (const [field, change] of [
    ['to', `tx.to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'; tx.data = '0x'`],
    ['value', `tx.value = '0x' + (BigInt(tx.value) * 2n).toString(16)`],
    ['data', `tx.data = tx.data.slice(0, -2) + (tx.data.endsWith('00') ? '01' : '00')`],
  ]) {
    test(`in \`${field}\` is found out: the order stops with an alarm and nothing is submitted`, async ({
      product,
      dapp,
    }) => {
      // Gas is given so that a call which reverts is sent and mined all the same.
      const trick = `${change}; tx.gas = '0x7a120'; return send(tx)`
      const { swap } = await confirmNativeSwap(product, dapp, trick)
      await expect(swap.error('chain/mismatch').first()).toBeVisible()
      expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
      expect(await dapp.evaluate('sent')).toBe(1)
    })
  }
})

test.describe('a page that lies about what the wallet did', () => {
  test('given a hash that was never sent, then nothing counts as paid and nothing is asked again', async ({
    product,
    dapp,
  }) => {
    const trick = `return '0x' + '7'.repeat(64)`
    const { swap, paid } = await confirmNativeSwap(product, dapp, trick)
    await expect(swap.handle('step').last()).toHaveAttribute('data-status', 'sent')
    await swap.page.reload()
    await expect(swap.handle('step').last()).toHaveAttribute('data-status', 'sent')
    expect(await paid()).toBe(0n)
    expect(await countAsked(product)).toBe(0)
    await expect(swap.page.locator('[data-status="filled"]')).toHaveCount(0)
  })

  test('given the hash of an older transaction, then it is not taken for this one', async ({
    product,
    dapp,
  }) => {
    await product.wallet.set({ mode: 'auto' })
    const old = await sendOlder(product, dapp)
    const { swap } = await confirmNativeSwap(product, dapp, `return '${old}'`)
    const step = swap.handle('step').last()
    await expect(step).toHaveAttribute('data-status', 'unsure')
    expect(await dapp.evaluate('sent')).toBe(0)
  })

  test('given "rejected" after it sent, then the deposit is found and there is only one', async ({
    product,
    dapp,
  }) => {
    const trick = `await send(tx); throw Object.assign(new Error('User rejected the request.'), { code: 4001 })`
    const { swap, paid, got } = await confirmNativeSwap(product, dapp, trick)
    await swap.waitForStatus('filled')
    expect(await dapp.evaluate('sent')).toBe(1)
    expect(await paid()).toBeLessThan(2n * halfEther)
    expect(await got()).toBeGreaterThan(0n)
  })
})

test.describe('a page that calls rejected what it holds', () => {
  test('has who saw no request type the word before another one is made', async ({
    product,
    dapp,
  }) => {
    // The first request is kept back, and nothing of it is seen.
    const trick = `if (window.held) return send(tx)
      window.held = tx
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })`
    const { swap, paid } = await confirmNativeSwap(product, dapp, trick)
    await expect(swap.error('order/unproved')).toBeVisible()
    const { rejected, stop, tryAgain, unseen, unseenSaid } = orderText.order
    const button = (name: string) => swap.page.getByRole('button', { name, exact: true })
    await expect(button(rejected(tryAgain))).toBeVisible()
    await button(unseen).click()
    const field = swap.page.getByLabel(orderText.unsure.typed(TYPED_WORD))
    await expect(field).toBeFocused()
    await expect(button(unseenSaid(tryAgain))).toBeDisabled()
    await swap.page.keyboard.press('Escape')
    // It closes the field, and leaves the order where it is.
    await expect(field).toHaveCount(0)
    await expect(button(unseen)).toBeFocused()
    await expect(button(stop)).toBeVisible()
    expect(await dapp.evaluate('sent')).toBe(0)
    await swap.page.keyboard.press('Enter')
    await swap.page.keyboard.type('not sent')
    await button(unseenSaid(tryAgain)).click()
    await swap.waitForStatus('filled')
    expect(await dapp.evaluate('sent')).toBe(1)
    expect(await paid()).toBeLessThan(2n * halfEther)
  })
})

test.describe('a page that announces the wallet of another', () => {
  test('is shown as ambiguous, and its name is asked nothing', async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    await dapp.evaluate(`{
      const detail = { info: { uuid: 'x', name: 'Sandbox Wallet', rdns: 'dev.causeway.sandbox-wallet', icon: '' },
        provider: { request: async () => { window.stolen = true; return ['0xbad'] } } }
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })))
    }`)
    const swap = await product.openPopup()
    await swap.handle('wallet-picker').click()
    const row = swap.page.locator(
      '[data-testid="wallet-row"][data-rdns="dev.causeway.sandbox-wallet"]',
    )
    await expect(row.first()).toBeVisible()
    await expect(row.first()).toBeDisabled()
    expect(await dapp.evaluate(`'stolen' in window`)).toBe(false)
    expect(await countAsked(product)).toBe(0)
  })
})

test.describe('a page under Causeway', () => {
  test('sees no global, no message and no error of ours', async ({ product, dapp }) => {
    await dapp.bringToFront()
    await dapp.evaluate(`window.noise = []
      for (const type of ['message', 'error', 'unhandledrejection'])
        addEventListener(type, (event) => noise.push(type + ':' + JSON.stringify(event.data ?? event.message)))`)
    const swap = await product.openPopup()
    await swap.handle('wallet-picker').click()
    await expect(swap.handle('wallet-row').first()).toBeVisible()
    // A frame of its own that no script of ours enters has the names that the browser gives.
    const added = await dapp.evaluate(`(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const native = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      frame.remove()
      return Object.getOwnPropertyNames(window).filter((name) => !native.has(name) && name !== 'noise')
    })()`)
    expect(added).toEqual([])
    const noise = (await dapp.evaluate('noise')) as string[]
    expect(noise.filter((line) => /causeway|wxt/i.test(line))).toEqual([])
  })
})

test.describe('a site that asks for a swap', () => {
  test('opens Causeway filled in, and no wallet is asked', async ({ product, dapp }) => {
    await dapp.bringToFront()
    await dapp.getByTestId('swap-with-causeway').click()
    await expect(dapp.getByTestId('swap-event')).toHaveAttribute('data-name', 'opened')
    await waitForForm(product, new URL(product.info.dappUrl).origin)
    const swap = await product.openPopup()
    await expect(swap.handle('pay-amount')).toHaveValue('10')
    await expect(swap.handle('pay-token')).toContainText('USDC')
    expect(await product.wallet.prompts()).toEqual([])
  })
})
