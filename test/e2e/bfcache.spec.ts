import type { Page } from '@playwright/test'
import { portEvent } from '@/src/contract/page-wire'
import type { ChromiumProduct } from '../support/product'
import { expect, test } from './fixtures'
import { moments } from './moments'
import { finishAsPerson } from './person'
import { expectOneDeposit, type Journey, reviewOrder, type Stage } from './stage'
import { countAsked, countSignaturesAsked } from './steps'

test.use({ backForwardCache: true })

/** What a whole order asks of the wallet. */
const asks = { 'ERC-20': 2, native: 1 } as const

/** Shows the same site in another document of the tab; the first one waits, frozen, for "back". */
async function leave({ info }: ChromiumProduct, dapp: Page): Promise<void> {
  await dapp.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.shownAgain = String(persisted)
    })
  })
  await dapp.goto(`${info.dappUrl}/?other`)
}

/** Goes back to it. Fails with the browser's own reasons where it made a new document instead. */
async function comeBack({ info }: ChromiumProduct, dapp: Page): Promise<void> {
  // Not `goBack`: it waits without a limit for an event that a page out of the cache may not send.
  await dapp.evaluate(() => history.back())
  const look = () =>
    dapp
      .evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        return {
          url: location.href,
          persisted: document.documentElement.dataset.shownAgain,
          refused: (navigation as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons,
        }
      })
      // Between two documents there is nobody to ask.
      .catch((error: unknown) => String(error))
  await expect
    .poll(look, { message: 'the page comes back as it was left' })
    .toEqual({ url: `${info.dappUrl}/`, persisted: 'true', refused: null })
}

/** A page of the extension with nothing of its own in it. */
function openBare(product: ChromiumProduct): Promise<Page> {
  return product.openPage('icons/128.png')
}

/** Keeps every store locked, as a slow disk does, until the page that does it is closed. */
async function holdStores(product: ChromiumProduct): Promise<Page> {
  const page = await openBare(product)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('causeway')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const { objectStoreNames } = opening.result
          const held = opening.result.transaction(objectStoreNames, 'readwrite')
          const goOn = () => {
            held.objectStore('settings').count().onsuccess = goOn
            resolve()
          }
          held.objectStore('settings').count().onsuccess = goOn
        }
      }),
  )
  return page
}

type Told = { type: string; attemptId: string; url: string; documentId: string }

/** Hears what content scripts tell the worker, beside it; answers nothing. */
async function listenAlong(product: ChromiumProduct): Promise<() => Promise<Told[]>> {
  const page = await openBare(product)
  await page.evaluate(() => {
    type Listener = (message: object, sender: object) => void
    const { chrome } = globalThis as unknown as {
      chrome: { runtime: { onMessage: { addListener(listener: Listener): void } } }
    }
    const told: object[] = []
    Object.assign(globalThis, { told })
    chrome.runtime.onMessage.addListener((message, sender) => {
      told.push({ ...message, ...sender })
    })
  })
  return async () => {
    const all = await page.evaluate(() => (globalThis as unknown as { told: Told[] }).told)
    return all.filter(({ type }) => type === 'outcome')
  }
}

type StoredOrder = { steps: { state: { status: string; attemptId?: string } }[] }

/** The attempt whose answer the order waits for, as it is stored. */
async function readAttempt(product: ChromiumProduct, orderId: string): Promise<string> {
  const page = await openBare(product)
  const { steps } = await page.evaluate(
    (id) =>
      new Promise<StoredOrder>((resolve, reject) => {
        const opening = indexedDB.open('causeway')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const row = opening.result.transaction('orders').objectStore('orders').get(id)
          row.onerror = () => reject(row.error)
          row.onsuccess = () => resolve(row.result.order)
        }
      }),
    orderId,
  )
  await page.close()
  const open = steps.find(({ state }) => ['asking', 'unsure'].includes(state.status))
  if (open?.state.attemptId === undefined) throw new Error('The order waits for no answer')
  return open.state.attemptId
}

async function openPrompt(
  product: ChromiumProduct,
  dapp: Page,
  journey: Journey,
): Promise<Stage<Page>> {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, journey)
  await moments['deposit-asked'].reach(stage)
  return stage
}

/** Whether the wallet could tell the page what became of its last transaction. */
async function readDelivered(product: ChromiumProduct): Promise<boolean | undefined> {
  return (await product.wallet.prompts('eth_sendTransaction')).at(-1)?.delivered
}

for (const journey of ['ERC-20', 'native'] as const) {
  test(`a prompt is approved while its page is frozen, ${journey}`, async ({ product, dapp }) => {
    const stage = await openPrompt(product, dapp, journey)
    await leave(product, dapp)
    await product.wallet.decideNext('approve')
    await expect.poll(() => readDelivered(product)).toBe(false)
    await comeBack(product, dapp)
    await expectOneDeposit(stage, stage.swap)
    expect(await countAsked(product)).toBe(asks[journey])
  })
}

test('a prompt is rejected while its page is frozen: the person decides', async ({
  product,
  dapp,
}) => {
  const stage = await openPrompt(product, dapp, 'ERC-20')
  await leave(product, dapp)
  await product.wallet.decideNext('reject')
  await expect.poll(() => readDelivered(product)).toBe(false)
  const unsure = stage.swap.error('order/unsure')
  await expect(unsure).toContainText(
    'The page that asked was closed, left or loaded anew, or does not answer.',
  )
  await comeBack(product, dapp)
  await expect(unsure).toContainText('The request is still open there.')
  expect(await stage.countDeposits()).toBe(0)
  expect(await countAsked(product)).toBe(asks['ERC-20'])
  await product.wallet.set({ mode: 'auto' })
  await finishAsPerson(stage, stage.swap)
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(asks['ERC-20'] + 1)
})

test('a prompt is answered after its page came back: the page tells of it', async ({
  product,
  dapp,
}) => {
  const stage = await openPrompt(product, dapp, 'native')
  await leave(product, dapp)
  await comeBack(product, dapp)
  await product.wallet.decideNext('reject')
  // A page alone reports it, and native coins leave no trace of what was not sent.
  await expect(stage.swap.error('order/unproved')).toBeVisible()
  await stage.swap.page.getByRole('button', { name: /Try again$/ }).click()
  await product.wallet.decideNext('approve')
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(asks.native + 1)
})

test('a signature that only the frozen page holds is told when it comes back', async ({
  product,
  dapp,
}) => {
  const stage = await openPrompt(product, dapp, 'Solana')
  // No block, no expiry: what is signed stays valid, however long the page is away.
  await stage.mine(false)
  const attemptId = await readAttempt(product, stage.orderId)
  const heard = await listenAlong(product)
  const held = await holdStores(product)
  await product.wallet.decideNext('approve')
  await expect.poll(heard).toHaveLength(1)
  await leave(product, dapp)
  await product.stopCauseway()
  await held.close()
  await expect(stage.swap.error('order/unsure')).toBeVisible()
  expect(await stage.countDeposits()).toBe(0)
  const before = await heard()
  await comeBack(product, dapp)
  await stage.mine(true)
  await expectOneDeposit(stage, stage.swap)
  const [again] = (await heard()).slice(before.length)
  expect(again).toMatchObject({ attemptId, url: `${product.info.dappUrl}/` })
  expect(again?.documentId).toBe(before[0]?.documentId)
  expect(await countSignaturesAsked(product)).toBe(1)
})

test('a review goes on in its page after that came back', async ({ product, dapp }) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'native')
  await leave(product, dapp)
  await comeBack(product, dapp)
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(asks.native)
})

test('a deposit waits for its own page while the tab shows another of the same site', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await stage.mine(false)
  await stage.swap.confirm()
  await expect(stage.swap.handle('step').first()).toHaveAttribute('data-status', 'verified')
  await leave(product, dapp)
  await stage.mine(true)
  await expect(stage.swap.error('page/gone')).toBeVisible()
  expect(await countAsked(product)).toBe(1)
  await comeBack(product, dapp)
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(asks['ERC-20'])
})

test('another page in the tab cannot answer for the frozen one', async ({ product, dapp }) => {
  const stage = await openPrompt(product, dapp, 'native')
  const attemptId = await readAttempt(product, stage.orderId)
  const heard = await listenAlong(product)
  await leave(product, dapp)
  await dapp.evaluate(
    ([type, id]) => {
      const { port1, port2 } = new MessageChannel()
      dispatchEvent(new MessageEvent(type, { ports: [port2] }))
      const error = { code: 4001, message: 'User rejected the request.' }
      port1.postMessage(
        JSON.stringify({ type: 'outcome', attemptId: id, result: { ok: false, error } }),
      )
    },
    [portEvent, attemptId] as const,
  )
  // Told again, so that it was not taken.
  await expect.poll(async () => (await heard()).length).toBeGreaterThan(1)
  for (const told of await heard()) expect(told.url).toContain('?other')
  for (const refusal of ['wallet/declined', 'order/unproved']) {
    await expect(stage.swap.error(refusal)).toHaveCount(0)
  }
  await comeBack(product, dapp)
  await product.wallet.decideNext('approve')
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(asks.native)
})
