import { errorCopy } from '@/src/ui/copy/errors'
import { orderText } from '@/src/ui/copy/order-text'
import { proofText } from '@/src/ui/copy/proof-text'
import type { Lie } from '../sandbox/chains/lies'
import { usualPace } from '../sandbox/sandbox'
import type { Fault } from '../support/control'
import { longPatience } from '../support/patience'
import { expect, test } from './browsers'
import { hostile, installHostileWallet } from './hostile-wallet'
import { hide, nameOneNode, spoil, waitForAsked } from './liars'
import { loseDatabases } from './lost-store'
import { moments } from './moments'
import { openOrder } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import {
  chainsOf,
  countAsked,
  countCalls,
  countSignaturesAsked,
  letPass,
  ownAccount,
  solanaChainOf,
  startSwap,
  tokenOf,
} from './steps'

// Where blocks come whether anything is sent or not, as on the chains that people pay on.
test.use({ blockSeconds: usualPace })

/** One independent operator, and the node that the service names. */
const two = ['listed', 'alpha'] as const
const outage = { kind: 'status', status: 503, body: 'Service Unavailable' } as const

test.beforeEach(async ({ product, dapp }) => {
  await nameOneNode(product)
  await dapp.bringToFront()
})

test.describe('two nodes that lie in one voice about a deposit that is mined, while the service fails', () => {
  const stories: { told: string; lies: Lie[] }[] = [
    { told: 'it was cancelled', lies: ['noReceipt', 'nonceUsed', 'otherBlock'] },
    { told: 'it reverted', lies: ['reverted'] },
  ]
  for (const { told, lies } of stories) {
    test(`given they say that ${told}, the order does not end, and nothing is asked again`, async ({
      product,
    }) => {
      const stage = await reviewOrder(product, 'native')
      const { chainId } = stage.from
      await product.control.setFault('submit', outage)
      await spoil(product, chainId, two, { lies })
      const confirm = () => stage.swap.confirm()
      await waitForAsked(product, chainId, 'alpha', 'eth_getTransactionReceipt', confirm)
      // The look that asked it is over.
      await waitForAsked(product, chainId, 'listed', 'eth_getTransactionReceipt')
      await expect(stage.swap.handle('step').last()).toHaveAttribute(
        'data-status',
        /^(verified|confirmed)$/,
      )
      await expect(stage.swap.handle('order')).toHaveAttribute('data-status', 'running')
      await product.control.clearFaults()
      await product.control.healNodes()
      await expectOneDeposit(stage, stage.swap)
      expect(await countAsked(product)).toBe(1)
    })
  }
})

test.describe('given two nodes of Solana deny a signature and its block hash', () => {
  const losses: { told: string; loss: Fault }[] = [
    { told: 'and the service fails, its bytes are kept and land once', loss: outage },
    {
      told: 'and the service takes its bytes without an answer, what landed is followed',
      loss: { kind: 'truncate', bytes: 0 },
    },
  ]
  for (const { told, loss } of losses) {
    test(told, async ({ product }) => {
      const stage = await reviewOrder(product, 'Solana')
      const solana = solanaChainOf(product.info)
      const isTaken = loss.kind === 'truncate'
      await product.control.setFault('submit', loss)
      // It shows no order of the deposit either: what was taken is not known from there.
      for (const route of isTaken ? ['orders', 'intents', 'intent-by-deposit'] : [])
        await product.control.setFault(route, outage)
      const denying = isTaken ? ([...two, 'beta'] as const) : two
      await spoil(product, solana, denying, { lies: ['noSignature'] })
      await stage.swap.confirm()
      await expect.poll(() => countCalls(product, 'PUT', '/v1/deposit/submit')).toBeGreaterThan(0)
      // Two had to say how far the chain is before it was asked for.
      if (isTaken) await spoil(product, solana, ['beta'], { down: true })
      await waitForAsked(product, solana, 'alpha', 'getSignatureStatuses', () =>
        spoil(product, solana, two, { lies: ['blockhashOver', 'noSignature'] }),
      )
      await waitForAsked(product, solana, 'listed', 'isBlockhashValid')
      if (isTaken) await expect.poll(() => stage.countDeposits()).toBe(1)
      await expect(stage.swap.handle('step').last()).toHaveAttribute('data-status', 'sent')
      await expect(stage.swap.page.getByRole('button', { name: /try again/i })).toHaveCount(0)
      await product.control.clearFaults()
      await product.control.healNodes()
      await expectOneDeposit(stage, stage.swap)
      expect(await countSignaturesAsked(product)).toBe(1)
    })
  }
})

test('given no node shows a true hash, it is never "not sent", and followed once it is mined', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'native')
  const show = await hide(stage, () => stage.swap.confirm())
  await expect(stage.swap.error('order/unsure')).toBeVisible({ timeout: longPatience })
  await show()
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(1)
})

test('given two nodes stand still as a deposit is asked for and its answer is lost, nothing is claimed, and what was mined is found once they go on', async ({
  product,
  dapp,
}) => {
  await installHostileWallet(
    dapp,
    `if (tx.data.startsWith('0x095ea7b3')) return send(tx)
    await new Promise((go) => { window.go = go })
    await send(tx)
    return new Promise(() => {})`,
  )
  const stage = await reviewOrder(product, 'ERC-20', hostile)
  const { swap, from } = stage
  await swap.confirm()
  await expect.poll(() => dapp.evaluate('typeof window.go')).toBe('function')
  await spoil(product, from.chainId, two, { frozen: true })
  await dapp.evaluate('go()')
  await expect.poll(() => stage.countDeposits()).toBe(1)
  const gone = swap.page.getByRole('button', { name: orderText.order.promptGone })
  // By both of them its approval stands untouched: the other operator shows that it was used.
  await waitForAsked(product, from.chainId, 'beta', 'eth_getTransactionCount', () => gone.click())
  await waitForAsked(product, from.chainId, 'listed', 'eth_getTransactionCount')
  await expect(swap.error('order/unsure')).toBeVisible()
  await product.control.healNodes()
  await expectOneDeposit(stage, swap)
  expect(await countAsked(product)).toBe(2)
})

for (const what of ['is left open', 'is stopped']) {
  test(`given a page says "rejected" of what went by a private relay, and the order ${what}, it is doubted until it is mined, though all that was stored is lost`, async ({
    product,
  }) => {
    const stage = await reviewOrder(product, 'native')
    const { chainId } = stage.from
    await product.wallet.set({ mode: 'false-reject' })
    const show = await hide(stage, () => stage.swap.confirm())
    await expect(stage.swap.error('order/unproved')).toBeVisible()
    await waitForAsked(product, chainId, 'alpha', 'eth_getTransactionCount')
    await expect(stage.swap.error('order/unproved')).toBeVisible()
    if (what === 'is stopped') {
      await stage.swap.page.getByRole('button', { name: orderText.order.stop }).click()
      await expect(stage.swap.handle('order')).toHaveAttribute('data-status', 'stopped')
    }
    const doubt = errorCopy['order/unproved'].money ?? ''
    await expect(stage.swap.handle('order')).toContainText(doubt)
    await stage.swap.page.close()
    await loseDatabases(product)
    const swap = await openOrder(product, stage.orderId)
    await expect(swap.handle('order')).toContainText(doubt)
    expect(await countAsked(product)).toBe(1)
    await show()
    await expectOneDeposit(stage, swap)
    expect(await countAsked(product)).toBe(1)
  })
}

test('given no independent node shows the payout, that it was paid is the service’s word alone', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'ERC-20')
  const { swap, to } = stage
  const operators = ['alpha', 'beta'] as const
  await spoil(product, to.chainId, operators, {
    lies: ['nothingPaid', 'noReceipt', 'noTransaction'],
  })
  const confirm = () => swap.confirm()
  await waitForAsked(product, to.chainId, 'beta', 'eth_getTransactionReceipt', confirm)
  await expect(swap.handle('order')).toContainText(
    'The service says it paid. This is being checked',
  )
  await expect(swap.handle('order')).toHaveAttribute('data-status', 'tracking')
  await product.control.healNodes()
  await expectOneDeposit(stage, swap)
})

test('given one node alone shows the payout to be none, the end waits for two that agree', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'ERC-20')
  await moments.followed.reach(stage)
  await spoil(product, stage.to.chainId, ['alpha'], {
    lies: ['nothingPaid', 'noReceipt', 'noTransaction'],
  })
  await waitForAsked(product, stage.to.chainId, 'alpha', 'eth_getTransactionReceipt', () =>
    moments.followed.goOn(stage),
  )
  await expect(stage.swap.handle('order')).toHaveAttribute('data-status', 'tracking')
  await product.control.healNodes()
  await expectOneDeposit(stage, stage.swap)
})

test('given no independent node shows a payout on Solana for a day, the end is the service’s word, with the place to look at', async ({
  product,
}) => {
  const [source] = chainsOf(product.info)
  const solana = solanaChainOf(product.info)
  const [from, to] = [source, solana].map((id) => tokenOf(product.info, id, 'USDC'))
  if (!from || !to) throw new Error('no tokens')
  await product.wallet.set({ mode: 'auto' })
  const swap = await startSwap(product, { from, to, pay: '11', bothFamilies: true, isLeft: true })
  await spoil(product, solana, ['alpha', 'beta'], { lies: ['noTransaction', 'nothingPaid'] })
  const confirm = () => swap.confirm()
  await waitForAsked(product, solana, 'beta', 'getTransaction', confirm)
  const order = swap.handle('order')
  await expect(order).toContainText('The service says it paid. This is being checked')
  await expect(order).toHaveAttribute('data-status', 'tracking')
  await letPass(product, 86_400_000)
  // It is looked for a few times more, a minute at a time.
  const statusLater = async () => {
    await letPass(product, 60_000)
    return order.getAttribute('data-status')
  }
  await expect.poll(statusLater, { intervals: [100] }).toBe('unproved')
  await expect(order).toContainText(proofText.unproved.payout('Solana'))
  const account = ownAccount(product.info, solana)
  const link = order.getByRole('link', { name: proofText.look('Solana') })
  await expect(link).toHaveAttribute('href', new RegExp(account))
})
