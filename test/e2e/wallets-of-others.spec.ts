import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { errorCopy } from '@/src/ui/copy/errors'
import { orderText } from '@/src/ui/copy/order-text'
import { bundleWallet } from '../integration/others/bundle'
import { createSandboxClient } from '../sandbox/test-client'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { expectOneDeposit, reviewOrder } from './stage'
import { countSignaturesAsked, leaveForm, usdcAcross } from './steps'

const metamask = 'io.metamask'
const burner = 'Burner Wallet'

/** Puts the burner into the dApp; in place of a new key of its own it has the sandbox's, which has money. */
async function addBurner({ info }: Product, dapp: ViewPage): Promise<void> {
  const { solana } = info.accounts
  if (solana === undefined) throw new Error('The sandbox has no Solana account')
  const seed = [...base58.decode(solana.secretKey).subarray(0, 32)]
  await dapp.evaluate(`window.burnerSeed = ${JSON.stringify(seed)}; ${await bundleWallet('burner.ts')}
    window.signed = 0
    const sign = burner.signTransaction.bind(burner)
    burner.signTransaction = async (transaction) => {
      window.signed += 1
      if (window.declines) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      return sign(transaction)
    }`)
  await dapp.bringToFront()
}

/** What lies behind MetaMask's page code says this of a method from now on. */
const say = (page: ViewPage, method: string, answer: object) =>
  page.evaluate(`void (behind.answers.${method} = ${JSON.stringify(answer)})`)

/** How often the page code was asked this. */
const heard = (page: ViewPage, method: string) =>
  page.evaluate<number>(`behind.calls.filter((each) => each.method === '${method}').length`)

test('MetaMask’s page code: no account, a network that it does not switch to, a refusal after sending; paid once', async ({
  product,
  dapp,
}) => {
  const { info } = product
  await dapp.evaluate('void (window.startsLocked = true)')
  await dapp.evaluate(`void (() => {\n${await bundleWallet('metamask.ts')}\n})()`)
  await dapp.bringToFront()
  const { from, to } = usdcAcross(info)
  await leaveForm(product, { from, to, pay: '11' })
  const form = await product.openPopup()
  await say(dapp, 'eth_requestAccounts', { result: [] })
  await form.pickWallet(metamask)
  await expect(form.error('wallet/no-account')).toBeVisible()
  await form.page.close()

  const { address } = info.accounts.evm
  const own = { result: [address] }
  await say(dapp, 'eth_accounts', own)
  await say(dapp, 'eth_requestAccounts', own)
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'native', metamask)
  const { swap } = stage
  const { page } = swap
  const { chainId } = stage.from
  const disconnected = { error: { code: 4901, message: 'The provider is disconnected' } }
  await say(dapp, 'wallet_switchEthereumChain', disconnected)
  await swap.confirm()
  await expect(swap.error('wallet/not-switched')).toBeVisible()
  const failed = { error: { code: -32603, message: 'Internal error' } }
  await say(dapp, 'wallet_addEthereumChain', failed)
  await page.getByRole('button', { name: orderText.order.addChain('Base') }).click()
  await expect.poll(() => heard(dapp, 'wallet_addEthereumChain')).toBe(1)
  const byHand = page.getByRole('button', { name: orderText.order.switchedByHand })
  await expect(byHand).toBeEnabled()
  const hex = `0x${chainId.toString(16)}`
  await say(dapp, 'eth_chainId', { result: hex })
  const params = { chainId: hex, networkVersion: String(chainId) }
  await dapp.evaluate(
    `behind.tell({ method: 'metamask_chainChanged', params: ${JSON.stringify(params)} })`,
  )
  await byHand.click()

  await expect.poll(() => heard(dapp, 'eth_sendTransaction')).toBe(1)
  type Asked = { to: Hex; data: Hex; value: Hex }
  const [asked] = await dapp.evaluate<Asked[]>(
    `behind.calls.find(({ method }) => method === 'eth_sendTransaction').params`,
  )
  if (asked === undefined) throw new Error('The wallet was asked nothing')
  const { to: target, data, value } = asked
  const client = createSandboxClient(info).wallet(chainId)
  await client.sendTransaction({ to: target, data, value: BigInt(value), chain: null })
  const rejected = { error: { code: 4001, message: 'User rejected the request.' } }
  await dapp.evaluate(`behind.answer('eth_sendTransaction', ${JSON.stringify(rejected)})`)
  await expectOneDeposit(stage, swap)
  expect(await heard(dapp, 'eth_sendTransaction')).toBe(1)
  expect(await heard(dapp, 'wallet_switchEthereumChain')).toBe(1)
})

test('a wallet on Solana that declined is asked again, though another order paid the same', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const first = await reviewOrder(product, 'Solana')
  await first.swap.confirm()
  await expectOneDeposit(first, first.swap)
  await first.swap.page.close()
  await dapp.bringToFront()
  const second = await reviewOrder(product, 'Solana')
  const { swap } = second
  await product.wallet.set({ mode: 'reject' })
  await swap.confirm()
  const retry = swap.page.getByRole('button', { name: /try again/i })
  await expect(retry).toBeVisible()
  await product.wallet.set({ mode: 'auto' })
  await retry.click()
  await expectOneDeposit(second, swap)
  expect(await countSignaturesAsked(product)).toBe(3)
})

test('the burner wallet of Solana’s adapter declines, is asked again, and pays once', async ({
  product,
  dapp,
}) => {
  await addBurner(product, dapp)
  const stage = await reviewOrder(product, 'Solana', burner)
  const { swap } = stage
  await dapp.evaluate('void (window.declines = true)')
  await swap.confirm()
  const retry = swap.page.getByRole('button', { name: /try again/i })
  await expect(retry).toBeVisible()
  const { title, money } = errorCopy['wallet/declined']
  const said = await swap.page.locator('body').innerText()
  for (const claimed of [title, money ?? title]) expect(said).not.toContain(claimed)
  expect(await stage.countDeposits()).toBe(0)
  await dapp.evaluate('void (window.declines = false)')
  await retry.click()
  await expectOneDeposit(stage, swap)
  expect(await dapp.evaluate('signed')).toBe(2)
  expect(await countSignaturesAsked(product)).toBe(0)
})

test('the burner wallet of Solana’s adapter signs at once: one deposit', async ({
  product,
  dapp,
}) => {
  await addBurner(product, dapp)
  const stage = await reviewOrder(product, 'Solana', burner)
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await dapp.evaluate('signed')).toBe(1)
  expect(await countSignaturesAsked(product)).toBe(0)
})
