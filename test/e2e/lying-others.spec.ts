import { randomBytes, randomUUID } from 'node:crypto'
import { base58 } from '@scure/base'
import { decodeFunctionData, erc20Abi } from 'viem'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { orderText } from '@/src/ui/copy/order-text'
import { pageText } from '@/src/ui/copy/page-text'
import { proofText } from '@/src/ui/copy/proof-text'
import { call, readAllowance } from '../support/chain-view'
import { createHistoryScreen } from '../support/history-screen'
import { startLocalServer } from '../support/local-server'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import {
  hostile,
  hostileOnSolana,
  installHostileSolanaWallet,
  installHostileWallet,
  sendByWallet,
  sendOlder,
} from './hostile-wallet'
import { waitForAsked } from './liars'
import { moments } from './moments'
import { openOrder, payAnew } from './person'
import { expectOneDeposit, type Journey, reviewOrder, type Stage } from './stage'
import {
  countCalls,
  countSignaturesAsked,
  newAccount,
  ownAccount,
  solanaChainOf,
  tokenOf,
} from './steps'

const settings = 'popup.html?view=tab#/settings'
const outage = { kind: 'status', status: 503, body: 'Service Unavailable' } as const

test.beforeEach(({ dapp }) => dapp.bringToFront())

test.describe('given another service is set, which calls every order failed', () => {
  const stories: { when: string; journey: Journey; reach(stage: Stage): Promise<void> }[] = [
    {
      when: 'while the wallet is asked',
      journey: 'native',
      reach: moments['deposit-asked'].reach,
    },
    {
      when: 'while its own does not take the signed bytes',
      journey: 'Solana',
      async reach({ product, swap }) {
        await product.control.setFault('submit', outage)
        await swap.confirm()
        await expect.poll(() => countCalls(product, 'PUT', '/v1/deposit/submit')).toBeGreaterThan(0)
      },
    },
  ]
  for (const { when, journey, reach } of stories) {
    test(`${when}, the order is told to its own alone`, async ({ product }) => {
      const { serviceUrl } = product.info
      const other = await startLocalServer()
      try {
        other.answer((response, { method, url, body }) => {
          const asked = fetch(`${serviceUrl}${url}`, { method, ...(body === '' ? {} : { body }) })
          void asked
            .then((answer) => answer.text())
            .then((text) => {
              response.writeHead(200, { 'access-control-allow-origin': '*' })
              response.end(text.replaceAll(/"status":"\w+"/g, '"status":"failed"'))
            })
        })
        const stage = await reviewOrder(product, journey)
        await reach(stage)
        const page = await product.openPage(settings)
        const line = page.locator('.setting-wide').filter({ hasText: pageText.settings.serviceUrl })
        await line.getByRole('textbox').fill(other.url)
        await line.getByRole('button', { name: pageText.settings.save }).click()
        await expect(line.getByRole('button', { name: pageText.settings.saved })).toBeVisible()
        await product.control.clearFaults()
        if (journey === 'native') await moments['deposit-asked'].goOn(stage)
        await expectOneDeposit(stage, stage.swap)
        const told = other.received.map(({ method, url }) => `${method} ${url}`)
        expect(told.filter((each) => /\/v1\/(deposit|orders|intents?)\b/.test(each))).toEqual([])
      } finally {
        await other.stop()
      }
    })
  }
})

test('given records of another author, recipient, token or quote, before the deposit is mined, nothing of them is believed', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'native')
  const { swap } = stage
  const { control } = product
  await stage.mine(false)
  await swap.confirm()
  await swap.waitForStatus('tracking')
  const own = await readRecord(product)
  const lies = [
    ['author', newAccount()],
    ['recipient', newAccount()],
    ['toToken', newAccount()],
    ['quoteId', randomUUID()],
  ] as const
  for (const [field, told] of lies) {
    await answerWith(product, { ...own, [field]: told, status: 'filled' })
    const alert = swap.handle('order').getByRole('alert')
    await expect(alert).toContainText(proofText.contradicted(proofText.toldFacts[field]))
    await expect(swap.handle('order')).toHaveAttribute('data-status', 'tracking')
  }
  expect(await stage.countDeposits()).toBe(0)
  await control.clearFaults()
  await stage.mine(true)
  await expectOneDeposit(stage, swap)
})

test('given a record of a refund that is none, that is the service’s word alone, and the payout is found', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'native')
  const { swap, from } = stage
  await moments.followed.reach(stage)
  const own = await readRecord(product)
  const refund = {
    txHash: `0x${randomBytes(32).toString('hex')}`,
    chainId: from.chainId,
    amount: String(stage.amount),
    timestamp: Math.floor(Date.now() / 1_000),
  }
  await waitForAsked(product, from.chainId, 'beta', 'eth_getTransactionReceipt', () =>
    answerWith(product, { ...own, status: 'refunded', transactions: { refund } }),
  )
  await expect(swap.handle('order')).toContainText('The service says it sent your money back.')
  await expect(swap.handle('order')).toHaveAttribute('data-status', 'tracking')
  await product.control.clearFaults()
  await moments.followed.goOn(stage)
  await expectOneDeposit(stage, swap)
})

test('given a page names another transaction than it sent, the one that was asked for is found, followed, and paid once', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  const older = await sendOlder(product, dapp)
  await installHostileWallet(dapp, `await send(tx); return '${older}'`)
  const stage = await reviewOrder(product, 'native', hostile)
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await dapp.evaluate('sent')).toBe(1)
})

test('given the hash of a request comes after the next one was asked for, it is linked, and paid once', async ({
  product,
  dapp,
}) => {
  await installHostileWallet(
    dapp,
    `window.asked = (window.asked ?? 0) + 1
    if (asked > 1) return new Promise(() => {})
    await new Promise((go) => { window.go = go })
    return send(tx)`,
  )
  const stage = await reviewOrder(product, 'native', hostile)
  const { swap } = stage
  const { page } = swap
  await swap.confirm()
  await page.getByRole('button', { name: orderText.order.promptGone }).click()
  await page.locator('#not-sent').fill(TYPED_WORD)
  await page.getByRole('button', { name: orderText.unsure.startOver }).click()
  await payAnew(swap)
  await expect.poll(() => dapp.evaluate('window.asked')).toBe(2)
  await dapp.evaluate('go()')
  // What comes after all takes up the order that it was asked for.
  await expectOneDeposit(stage, await openOrder(product, stage.orderId))
  expect(await dapp.evaluate('sent')).toBe(1)
})

test('given tokens of Solana and a lost answer, a signature that nothing or another payment landed under is refused, and a second request takes the typed word', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'Solana')
  const { swap } = stage
  const { page } = swap
  await product.wallet.set({ mode: 'restart-unsent' })
  await swap.confirm()
  await page.getByRole('button', { name: orderText.order.promptGone }).click()
  const unsure = swap.error('order/unsure')
  const startOver = unsure.getByRole('button', { name: orderText.unsure.startOver })
  await expect(startOver).toBeDisabled()
  await page.locator('#sent-hash').fill(base58.encode(randomBytes(64)))
  await page.getByRole('button', { name: orderText.unsure.useHash }).click()
  await expect(swap.error('order/hash-unknown')).toBeVisible()
  await expect(startOver).toBeDisabled()
  await page.locator('#sent-hash').fill(await landOther(product))
  await page.getByRole('button', { name: orderText.unsure.useHash }).click()
  await expect(swap.error('order/hash-other')).toBeVisible()
  await expect(unsure).toBeVisible()
  await expect(startOver).toBeDisabled()

  await page.locator('#not-sent').fill(TYPED_WORD)
  await product.wallet.set({ mode: 'auto' })
  await startOver.click()
  await payAnew(swap)
  await expectOneDeposit(stage, swap)
  expect(await countSignaturesAsked(product)).toBe(2)
})

test.describe('given the answer of a wallet on Solana comes once it was called lost', () => {
  const stories = [
    { told: 'of another transaction', trick: 'bytes[bytes.length - 1] ^= 1; return bytes' },
    { told: 'of bytes that are none', trick: 'return Uint8Array.of(1, 2, 3)' },
  ]
  for (const { told, trick } of stories) {
    test(`${told}, it is shown, nothing of it is sent, and the question stays`, async ({
      product,
      dapp,
    }) => {
      await installHostileSolanaWallet(
        dapp,
        `const bytes = await sign(); await new Promise((go) => { window.go = go }); ${trick}`,
      )
      const { swap, countDeposits } = await reviewOrder(product, 'Solana', hostileOnSolana)
      await swap.confirm()
      await expect.poll(() => dapp.evaluate('typeof window.go')).toBe('function')
      await swap.page.getByRole('button', { name: orderText.order.promptGone }).click()
      const unsure = swap.error('order/unsure')
      await expect(unsure).toBeVisible()
      await dapp.evaluate('go()')
      const alarm = swap.page.locator('.alarm')
      await expect(alarm).toHaveAttribute('data-code', /^policy\/solana-/)
      await expect(unsure.getByRole('button', { name: orderText.unsure.startOver })).toBeDisabled()
      expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
      expect(await countDeposits()).toBe(0)
    })
  }
})

test('given the person allowed more in the wallet, the swap goes on, and the next one that loses its answer takes a typed word', async ({
  product,
  dapp,
}) => {
  await installHostileWallet(
    dapp,
    `const raised = tx.data.startsWith('0x095ea7b3') ? tx.data.slice(0, 74) + 'f'.repeat(64) : tx.data
    const isLost = window.lost && raised === tx.data
    if (isLost) await new Promise((go) => { window.go = go })
    const hash = await send({ ...tx, data: raised })
    return isLost ? new Promise(() => {}) : hash`,
  )
  const first = await reviewOrder(product, 'ERC-20', hostile)
  await first.swap.confirm()
  await expectOneDeposit(first, first.swap)
  await expect(first.swap.page.locator('.alarm')).toHaveCount(0)
  const [approval] = await product.wallet.prompts('eth_sendTransaction')
  const [{ data, to: token }] = (approval?.params ?? []) as [{ data: `0x${string}`; to: string }]
  const [spender, allowed] = decodeFunctionData({ abi: erc20Abi, data }).args as [string, bigint]
  expect(allowed).toBe(2n ** 256n - 1n)

  await first.swap.page.close()
  await dapp.bringToFront()
  await dapp.evaluate('window.lost = true')
  const second = await reviewOrder(product, 'ERC-20', hostile)
  const { swap } = second
  await swap.confirm()
  await expect.poll(() => dapp.evaluate('typeof window.go')).toBe('function')
  await second.mine(false)
  await dapp.evaluate('go()')
  await swap.page.getByRole('button', { name: orderText.order.promptGone }).click()
  const unsure = swap.error('order/unsure')
  await expect(unsure.getByRole('button', { name: orderText.unsure.startOver })).toBeDisabled()
  await second.mine(true)
  await expectOneDeposit(second, swap)
  expect(await dapp.evaluate('sent')).toBe(4)

  // Who pays from this account next finds no allowance.
  const owner = product.info.accounts.evm.address
  await sendByWallet(dapp, {
    from: owner,
    to: token,
    data: `${data.slice(0, 74)}${'0'.repeat(64)}`,
  })
  const chain = product.info.chains.find(({ id }) => id === first.from.chainId)
  const left = () => readAllowance(chain?.rpcUrl ?? '', token, owner, spender)
  await expect.poll(left).toBe(0n)
})

test('given what is stored has words of another version in it, the order is followed, and the settings keep all else', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'native')
  await moments.followed.reach(stage)
  await stage.swap.page.close()
  const page = await product.openPage('icons/128.png')
  await page.evaluate(
    (orderId) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('causeway')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tx = opening.result.transaction(['orders', 'settings'], 'readwrite')
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          const rows = tx.objectStore('orders')
          const read = rows.get(orderId)
          read.onsuccess = () => {
            const row = read.result
            const blocker = { code: 'future/unheard-of', since: Date.now() }
            rows.put({ ...row, order: { ...row.order, blocker } })
          }
          const value = { theme: 'dark', slippageTolerance: 'a lot' }
          tx.objectStore('settings').put({ key: 'settings', value })
        }
      }),
    stage.orderId,
  )
  await page.close()
  await product.stopCauseway()
  const swap = await openOrder(product, stage.orderId)
  await swap.waitForStatus('tracking')
  await moments.followed.goOn(stage)
  await expectOneDeposit(stage, swap)
  const own = await product.openPage(settings)
  await expect(own.getByRole('radio', { name: pageText.settings.themes.dark })).toBeChecked()
})

test('given a history of somebody else without an end, nothing of it is taken over, and the look ends', async ({
  product,
}) => {
  const stage = await reviewOrder(product, 'native')
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  const { serviceUrl, accounts } = product.info
  const path = `/v1/orders/${accounts.evm.address}`
  const { data } = (await (await fetch(`${serviceUrl}${path}`)).json()) as { data: object[] }
  const others = data.map((each) => ({ ...each, id: randomUUID(), author: newAccount() }))
  expect(others).not.toEqual([])
  const body = { data: others, cursor: 1 }
  await product.control.setFault('orders', { kind: 'answer', body })
  const history = createHistoryScreen(
    product,
    await product.openPage('popup.html?view=tab#/history'),
  )
  await history.page.getByText(pageText.history.recover, { exact: true }).click()
  await history.page.getByLabel(pageText.history.recoverLabel).fill(accounts.evm.address)
  await history.page.getByRole('button', { name: pageText.history.recoverAct, exact: true }).click()
  // Of the account's own there may be more on the chain than this order: earlier tests pay from it too.
  await expect(history.page.locator('.recovered')).toContainText(/found|listed/)
  await expect(history.order(stage.orderId)).toBeVisible()
  const authors = await readAuthors(history.page)
  expect(authors).not.toEqual([])
  expect(others.filter(({ author }) => authors.includes(author.toLowerCase()))).toEqual([])
})

/** The signature of a payment to the account on Solana that has nothing to do with any order. */
async function landOther({ info, control }: Product): Promise<string> {
  const solana = solanaChainOf(info)
  const coin = tokenOf(info, solana, 'SOL')
  await control.fund(solana, coin.address, ownAccount(info, solana), '1')
  const rpcUrl = info.chains.find(({ id }) => id === solana)?.rpcUrl ?? ''
  const asked = [ownAccount(info, solana), { limit: 1, commitment: 'confirmed' }]
  const [last] = await call<{ signature: string }[]>(rpcUrl, 'getSignaturesForAddress', asked)
  return last?.signature ?? ''
}

type OrderRecord = Record<string, unknown>

/** The service's newest record of an order of the account. */
async function readRecord({ info }: Product): Promise<OrderRecord> {
  const answer = await fetch(`${info.serviceUrl}/v1/orders/${info.accounts.evm.address}`)
  const { data } = (await answer.json()) as { data: OrderRecord[] }
  const [newest] = data
  if (newest === undefined) throw new Error('The service has no order')
  return newest
}

/** Has the service tell this of every order from now on. */
async function answerWith({ control }: Product, record: OrderRecord): Promise<void> {
  await control.clearFaults()
  await control.setFault('order', { kind: 'answer', body: record })
  await control.setFault('orders', { kind: 'answer', body: { data: [record] } })
}

/** Whose orders are stored, in lower case. */
function readAuthors(page: ViewPage): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('causeway')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('orders').objectStore('orders').getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result.map((row: { author: string }) => row.author.toLowerCase()))
          }
        }
      }),
  )
}
