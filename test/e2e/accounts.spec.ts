import { type Address, type Hex, zeroAddress } from 'viem'
import { orderText } from '@/src/ui/copy/order-text'
import { createSandboxClient, waitUntilMined } from '../sandbox/test-client'
import type { Product } from '../support/product'
import { createPublishedAccounts } from '../support/published-accounts'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { nameOneNode, spoil, waitForAsked } from './liars'
import { finishAsPerson } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import { chainsOf, countAsked, leaveForm, usdcAcross } from './steps'

const contractWallet = 'org.contract.page'

/** The wallet of an account with code, which a page has: the test carries out its `calls`, and tells its own hash. */
async function installContractWallet(
  page: ViewPage,
  account: Address,
  chainId: number,
): Promise<void> {
  await page.evaluate(`(() => {
    window.asked = 0
    window.calls = []
    const carry = (call) => new Promise((tell) => calls.push({ call, tell }))
    const provider = {
      on: () => {},
      async request({ method, params }) {
        if (method === 'eth_accounts' || method === 'eth_requestAccounts') return ['${account}']
        if (method === 'eth_chainId') return '0x${chainId.toString(16)}'
        if (method !== 'eth_sendTransaction') throw Object.assign(new Error(method), { code: 4200 })
        asked += 1
        if (asked === 1) return carry(params[0])
        // The answer to its payment is lost.
        await new Promise((go) => { window.go = go })
        await carry(params[0])
        return new Promise(() => {})
      },
    }
    const detail = Object.freeze({ provider, info: Object.freeze({ uuid: crypto.randomUUID(),
      name: 'Contract page', rdns: '${contractWallet}', icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }) })
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })))
  })()`)
}

test('given a Safe whose own hash is followed, and whose next answer is lost, the payment is taken where its hash is pasted, and arrives', async ({
  product,
  dapp,
}) => {
  const { info, control } = product
  const { from, to } = usdcAcross(info)
  await nameOneNode(product)
  const client = createSandboxClient(info).wallet(from.chainId)
  const published = createPublishedAccounts(client)
  const safe = await published.createSafe({ version: '1.4.1', threshold: 2 })
  await control.fund(from.chainId, from.address, safe.address, '11000000')
  const carriers: Hex[] = []
  /** Carries out what the wallet is asked next. */
  async function carryNext(): Promise<void> {
    const at = carriers.length
    await expect.poll(() => dapp.evaluate<number>('calls.length')).toBe(at + 1)
    const call = await dapp.evaluate<{ to: Hex; data: Hex; value?: Hex }>(`calls[${at}].call`)
    const { id, to, data } = await safe.sign({ value: '0', ...call })
    carriers.push((await published.send(to, data)).transactionHash)
    await dapp.evaluate(`void calls[${at}].tell('${id}')`)
  }
  await installContractWallet(dapp, safe.address, from.chainId)
  await dapp.bringToFront()

  await leaveForm(product, { from, to, pay: '11' })
  const swap = await product.openPopup()
  const { page } = swap
  await swap.pickWallet(contractWallet)
  await expect(swap.handle('wallet-picker')).toContainText(safe.address.slice(0, 6))
  await page.locator('.side-chip[aria-expanded]').click()
  const { address: recipient } = info.accounts.evm
  const received = () => control.readBalance(to.chainId, to.address, recipient)
  const before = await received()
  await page.locator('#recipient').fill(recipient)
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.pickRoute('route-native')
  await swap.review()
  await expect(page.locator('.terms')).toContainText(orderText.review.coded.contract)
  for (const tick of await page.locator('.ticks [type=checkbox]').all()) await tick.check()
  await swap.confirm()
  await carryNext()
  await expect.poll(() => dapp.evaluate('typeof window.go')).toBe('function')
  // Neither the service nor its node tell of the payment: what is pasted is all there is.
  const silence = { kind: 'status', status: 503, body: 'Later' } as const
  await control.setFault('^GET /v1/(intents|orders)/', silence)
  await spoil(product, from.chainId, ['listed'], { lies: ['nothingPaid'] })
  await page.getByRole('button', { name: orderText.order.promptGone }).click()
  const unsure = swap.error('order/unsure')
  /** What carried out the payment of this number: the machine may see it mined before the wallet is told. */
  const pasteCarrier = async (number: number) => {
    await expect.poll(() => carriers.length).toBe(number)
    await page.locator('#sent-hash').fill(carriers[number - 1] as Hex)
    await page.getByRole('button', { name: orderText.unsure.useHash }).click()
  }
  await pasteCarrier(1)
  await expect(swap.error('order/not-carried-out')).toBeVisible()
  await dapp.evaluate('go()')
  await carryNext()
  await pasteCarrier(2)
  await expect(unsure).toHaveCount(0)
  await control.healNodes()
  await control.clearFaults()
  await swap.waitForStatus('filled')
  expect(await received()).toBeGreaterThan(before)
  expect(await control.readBalance(from.chainId, from.address, safe.address)).toBe(0n)
  expect(await dapp.evaluate('asked')).toBe(2)
})

/** Lets the code of a contract act for the wallet's own account, as EIP-7702 has it; of none, nobody's. */
async function delegate({ info }: Product, contract: Address): Promise<void> {
  const [source] = chainsOf(info)
  const client = createSandboxClient(info).wallet(source)
  const signed = await client.signAuthorization({ contractAddress: contract, executor: 'self' })
  const call = { to: zeroAddress, chain: null, gas: 200_000n, authorizationList: [signed] }
  const hash = await client.sendTransaction(call)
  await waitUntilMined(client, hash)
}

test('given a delegated account, it is driven like any other, and an untouched approval proves nothing of it', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await delegate(product, usdcAcross(product.info).from.address as Address)
  try {
    const stage = await reviewOrder(product, 'ERC-20')
    const { swap, from } = stage
    await expect(swap.page.locator('.terms')).toContainText(orderText.review.coded.delegated)
    await product.wallet.set({ mode: 'auto', times: 1, afterwards: 'restart-unsent' })
    await swap.confirm()
    await expect.poll(() => countAsked(product)).toBe(2)
    // Both operators are past the ask then, and show the approval untouched.
    await stage.mine(true)
    const gone = swap.page.getByRole('button', { name: orderText.order.promptGone })
    await waitForAsked(product, from.chainId, 'beta', 'eth_getCode', () => gone.click())
    const unsure = swap.error('order/unsure')
    // The look is over.
    await expect(unsure).toContainText(orderText.unsure.what.service)
    await expect(unsure.getByRole('button', { name: orderText.unsure.startOver })).toBeDisabled()
    await product.wallet.set({ mode: 'auto' })
    await finishAsPerson(stage, swap)
    await expectOneDeposit(stage, swap)
    expect(await countAsked(product)).toBe(3)
  } finally {
    await delegate(product, zeroAddress)
  }
})
