import type { Fault } from '../support/control'
import { expect, test } from './browsers'
import { countAsked, enterSwap, readOwnBalance, startSwap, usdcAcross } from './steps'

/** The interface's own time-out is 15 s; a delay past it is a service that never answers. */
const faults: { name: string; fault: Fault; code: RegExp }[] = [
  {
    name: 'answers 500',
    fault: {
      kind: 'status',
      status: 500,
      body: { name: 'InternalErrorException', message: 'The filler is out of order' },
    },
    code: /^service\/failed$/,
  },
  { name: 'drops the connection', fault: { kind: 'drop' }, code: /^service\/unreachable$/ },
  {
    name: 'sends malformed JSON',
    fault: { kind: 'malformed', bytes: 20 },
    code: /^service\/bad-answer$/,
  },
  { name: 'times out', fault: { kind: 'delay', ms: 20_000 }, code: /^service\/timeout$/ },
]

for (const { name, fault, code } of faults) {
  test.describe(`a service that ${name}`, () => {
    test('on quotes: says so, and quotes again when asked to', async ({ product, dapp }) => {
      await dapp.bringToFront()
      await product.wallet.set({ mode: 'auto' })
      await product.control.setFault('quotes', fault)
      const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '5' })
      await expect(swap.error()).toHaveAttribute('data-code', code)
      await product.control.clearFaults()
      await swap.page.getByRole('button', { name: /try again/i }).click()
      await expect(swap.handle('route').first()).toBeVisible()
    })

    test('on build: asks nothing of the wallet, and goes on when it is back', async ({
      product,
      dapp,
    }) => {
      await dapp.bringToFront()
      await product.wallet.set({ mode: 'auto' })
      await product.control.setFault('build', fault)
      const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '5' })
      await expect(swap.handle('route').first()).toBeVisible()
      await swap.pickRoute()
      await swap.handle('review').click()
      await expect(swap.error()).toHaveAttribute('data-code', code)
      expect(await countAsked(product)).toBe(0)
      await product.control.clearFaults()
      await swap.handle('review').click()
      await expect(swap.handle('confirm')).toBeVisible()
    })

    test('on submit and tracking: the order still ends, with one deposit', async ({
      product,
      dapp,
    }) => {
      await dapp.bringToFront()
      await product.wallet.set({ mode: 'auto' })
      const { from, to } = usdcAcross(product.info)
      const before = await readOwnBalance(product, from)
      const swap = await startSwap(product, {
        from,
        to,
        pay: '5',
      })
      // The browser itself repeats a request whose connection was an old one.
      const times = fault.kind === 'drop' ? 2 : 1
      await product.control.setFault('submit', fault, times)
      await product.control.setFault('orders', fault, times)
      await swap.confirm()
      await swap.waitForStatus('filled')
      expect(before - (await readOwnBalance(product, from))).toBe(5_000_000n)
    })

    test('on tokens: the picker says so and can try again', async ({ product, dapp }) => {
      await dapp.bringToFront()
      for (const route of ['tokens', 'top', 'search', 'balances']) {
        await product.control.setFault(route, fault)
      }
      const swap = await product.openPopup()
      await swap.handle('pay-token').click()
      await expect(swap.error()).toHaveAttribute('data-code', code)
      await product.control.clearFaults()
      await swap.page.getByRole('button', { name: /try again/i }).click()
      await expect(swap.handle('token-row').first()).toBeVisible()
    })
  })
}
