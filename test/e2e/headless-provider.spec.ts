import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { errorCopy } from '@/src/ui/copy/errors'
import { orderText } from '@/src/ui/copy/order-text'
import { addHeadless, asks, headlessId, type Thrown } from '../integration/others/headless'
import { createSandboxClient } from '../sandbox/test-client'
import type { ChromiumProduct } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'
import { expect, test } from './fixtures'
import { openOrder, payAnew } from './person'
import { expectOneDeposit, type Journey, reviewOrder } from './stage'
import { chainsOf, leaveForm, usdcAcross } from './steps'

type Headless = Awaited<ReturnType<typeof addHeadless>>

/** Ethereum: no chain of the sandbox, and none that its nodes are asked for. */
const elsewhere = 1

/** The dApp with the wallet in it, which has the sandbox's account and is on a chain of the sandbox, or on another. */
async function withHeadless(product: ChromiumProduct, dapp: Page, chainId?: number) {
  const { info } = product
  const [source] = chainsOf(info)
  const rpcUrl = info.chains.find(({ id }) => id === source)?.rpcUrl ?? ''
  const { privateKey } = info.accounts.evm
  const headless = await addHeadless(dapp, { privateKey, chainId: chainId ?? source, rpcUrl })
  await dapp.reload()
  await dapp.bringToFront()
  return { ...headless, source, rpcUrl }
}

/** Reviews an order that it pays; the connection is granted when it is asked for. */
async function review(
  product: ChromiumProduct,
  { wallet }: Headless,
  journey: Journey = 'native',
  id = headlessId,
) {
  const granted = wallet.authorize(asks.RequestAccounts)
  const stage = await reviewOrder(product, journey, id)
  await granted
  return stage
}

/** The next payment that it is asked for, which leaves its list: nobody answers it any more but who holds it. */
async function takePrompt({ wallet }: Headless) {
  const prompt = await wallet.consumeRequest(asks.SendTransaction)
  const [tx] = prompt.requestInfo.params as { to: Hex; data: Hex; value: Hex }[]
  if (tx === undefined) throw new Error('It was asked for nothing')
  return { ...prompt, tx }
}

const button = ({ page }: SwapScreen<Page>, name: string) =>
  page.getByRole('button', { name, exact: true })

/** No word of the screen says that anybody rejected anything. */
async function expectNothingDeclined(swap: SwapScreen<Page>): Promise<void> {
  const said = await swap.page.locator('body').innerText()
  expect(said).not.toContain(errorCopy['wallet/declined'].title)
  expect(said).not.toMatch(/you (?:declined|rejected)/i)
}

test.describe('headless-web3-provider', () => {
  test('whose rdns is a word, approves and pays: one deposit', async ({ product, dapp }) => {
    const headless = await withHeadless(product, dapp)
    const stage = await review(product, headless, 'ERC-20')
    await stage.swap.confirm()
    await headless.wallet.authorize(asks.SendTransaction)
    await headless.wallet.authorize(asks.SendTransaction)
    await expectOneDeposit(stage, stage.swap)
    expect(headless.wallet.getPendingRequestCount()).toBe(0)
  })

  test('announced with a URL for an rdns, pays: one deposit', async ({ product, dapp }) => {
    const headless = await withHeadless(product, dapp)
    const name = 'Wallet of a URL'
    await dapp.evaluate(`{
      const info = { uuid: crypto.randomUUID(), name: '${name}', rdns: 'https://wallet.example/app',
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
      const detail = Object.freeze({ info, provider: window.ethereum })
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })))
    }`)
    const stage = await review(product, headless, 'native', `name:${name}`)
    await stage.swap.confirm()
    await headless.wallet.authorize(asks.SendTransaction)
    await expectOneDeposit(stage, stage.swap)
    await expect(stage.swap.handle('order')).toContainText(name)
  })

  test('connected without an account, then locked at the payment: says so, and pays once', async ({
    product,
    dapp,
  }) => {
    const headless = await withHeadless(product, dapp)
    const { wallet } = headless
    const { privateKey } = product.info.accounts.evm
    await wallet.changeAccounts([])
    const { from, to } = usdcAcross(product.info)
    await leaveForm(product, { from, to, pay: '11' })
    const form = await product.openPopup()
    const granted = wallet.authorize(asks.RequestAccounts)
    await form.pickWallet(headlessId)
    await granted
    await expect(form.error('wallet/no-account')).toBeVisible()
    await form.page.close()

    await wallet.changeAccounts([privateKey])
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native', headlessId)
    const { swap } = stage
    await wallet.changeAccounts([])
    await swap.confirm()
    await expect(swap.error('wallet/unauthorised')).toContainText(
      errorCopy['wallet/unauthorised'].title,
    )
    await expectNothingDeclined(swap)
    expect(wallet.getPendingRequestCount(asks.SendTransaction)).toBe(0)
    await wallet.changeAccounts([privateKey])
    await button(swap, orderText.order.tryAgain).click()
    await wallet.authorize(asks.SendTransaction)
    await expectOneDeposit(stage, swap)
  })

  test('with a prompt that is lost: there are ways on, and what is typed lets one payment through', async ({
    product,
    dapp,
  }) => {
    const headless = await withHeadless(product, dapp)
    const stage = await review(product, headless)
    await stage.swap.confirm()
    await takePrompt(headless)
    await stage.swap.page.close()
    const swap = await openOrder(product, stage.orderId)
    const { promptGone, promptGoneHint, lookAtWallet } = orderText.order
    await expect(swap.handle('order')).toContainText(lookAtWallet('Headless Web3 Provider'))
    await expect(swap.handle('order')).toContainText(promptGoneHint)
    await expect(button(swap, orderText.other.meanwhile)).toBeVisible()
    await expect(button(swap, orderText.order.stop)).toBeVisible()
    await button(swap, promptGone).click()
    const unsure = swap.error('order/unsure')
    await expect(unsure).toContainText(orderText.unsure.what.prompt)
    await expectNothingDeclined(swap)
    const startOver = button(swap, orderText.unsure.startOver)
    await expect(startOver).toBeDisabled()
    expect(await stage.countDeposits()).toBe(0)
    await swap.page.getByLabel(orderText.unsure.typed(TYPED_WORD)).fill(TYPED_WORD)
    await startOver.click()
    await payAnew(swap)
    await headless.wallet.authorize(asks.SendTransaction)
    await expectOneDeposit(stage, swap)
  })

  test('with a prompt that is open: cancelled, it says to reject it, and ends once that is done', async ({
    product,
    dapp,
  }) => {
    const headless = await withHeadless(product, dapp)
    const stage = await review(product, headless)
    const { swap } = stage
    const { stop, stopWanted } = orderText.order
    await swap.confirm()
    const { reject } = await takePrompt(headless)
    await button(swap, stop).click()
    await expect(swap.handle('order')).toContainText(stopWanted.title)
    await expect(swap.handle('order')).toContainText(stopWanted.next(true))
    await expect(swap.handle('order')).toHaveAttribute('data-status', 'running')
    await expect(button(swap, stop)).toHaveCount(0)
    reject({ code: 4001, message: 'User rejected the request.' })
    await swap.waitForStatus('stopped')
    expect(await stage.countDeposits()).toBe(0)
    expect(headless.wallet.getPendingRequestCount()).toBe(0)
  })

  test('with a prompt that is open: cancelled, and approved all the same, it is paid once', async ({
    product,
    dapp,
  }) => {
    const headless = await withHeadless(product, dapp)
    const stage = await review(product, headless)
    const { swap } = stage
    await swap.confirm()
    const { authorize } = await takePrompt(headless)
    await button(swap, orderText.order.stop).click()
    await expect(swap.handle('order')).toContainText(orderText.order.stopWanted.title)
    await authorize()
    await expectOneDeposit(stage, swap)
    expect(headless.wallet.getPendingRequestCount()).toBe(0)
  })

  test('that sends and then says 4001: nothing is claimed before it is proved, and it is paid once', async ({
    product,
    dapp,
  }) => {
    const headless = await withHeadless(product, dapp)
    const stage = await review(product, headless)
    const { swap } = stage
    await stage.mine(false)
    await swap.confirm()
    const { tx, reject } = await takePrompt(headless)
    const { to, data, value } = tx
    const client = createSandboxClient(product.info).wallet(headless.source)
    await client.sendTransaction({ to, data, value: BigInt(value), chain: null })
    reject({ code: 4001, message: 'User rejected the request.' })
    const { title, what: checked } = errorCopy['order/unproved']
    await expect(swap.error('order/unproved')).toContainText(title)
    await expect(swap.error('order/unproved')).toContainText(checked)
    const { title: claim, money } = errorCopy['wallet/declined']
    const said = await swap.page.locator('body').innerText()
    for (const claimed of [claim, money ?? claim]) expect(said).not.toContain(claimed)
    await stage.mine(true)
    await expectOneDeposit(stage, swap)
    expect(headless.wallet.getPendingRequestCount()).toBe(0)
  })
})

test.describe('headless-web3-provider on another network', () => {
  const failures: [what: string, way: 'add' | 'by hand', thrown?: Thrown][] = [
    ['makes 4001 of every error', 'by hand', { code: 4001, message: 'Unrecognized request.' }],
    // Its own, of a chain that it does not know.
    ['says 4901', 'add'],
    ['says -32603', 'by hand', { code: -32603, message: 'Internal JSON-RPC error.' }],
    [
      'has no wallet_switchEthereumChain',
      'by hand',
      { code: -32601, message: 'The method wallet_switchEthereumChain does not exist' },
    ],
  ]
  for (const [what, way, thrown] of failures) {
    test(`${what}: both ways on are offered, nobody is said to have declined, and it pays once`, async ({
      product,
      dapp,
    }) => {
      const headless = await withHeadless(product, dapp, elsewhere)
      const { wallet, source, rpcUrl } = headless
      const stage = await review(product, headless)
      const { swap } = stage
      await swap.confirm()
      if (thrown) await headless.fail(asks.SwitchEthereumChain, thrown)
      else await wallet.authorize(asks.SwitchEthereumChain)
      await expect(swap.error('wallet/not-switched')).toBeVisible()
      const add = button(swap, orderText.order.addChain('Base'))
      const byHand = button(swap, orderText.order.switchedByHand)
      await expect(add).toBeVisible()
      await expect(byHand).toBeVisible()
      await expectNothingDeclined(swap)
      expect(wallet.getPendingRequestCount(asks.SendTransaction)).toBe(0)
      // What it sends by is the sandbox's node, whatever node it is told of.
      wallet.addNetwork(source, rpcUrl)
      if (way === 'add') {
        await add.click()
        await wallet.authorize(asks.AddEthereumChain)
        await wallet.authorize(asks.SwitchEthereumChain)
      } else {
        wallet.switchNetwork(source)
        await byHand.click()
      }
      await wallet.authorize(asks.SendTransaction)
      await expectOneDeposit(stage, swap)
    })
  }
})
