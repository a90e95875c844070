import type { Product } from '../support/product'
import { createSwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect } from './expect'
import { expectOneEnd, type Walk } from './other-moments'
import { readOwnBalance, usdcAcross } from './steps'
import { askWithWallet, type Hex, payButton, pressPay } from './transfer-screen'

/** Names of the moments of a payment by address that a connected wallet makes, in the order of its life. */
export const payMomentIds = ['pay-asked', 'answer-heard', 'answer-kept'] as const
export type PayMomentId = (typeof payMomentIds)[number]

/** A payment by address with the wallet of an open page, and what is known of it outside the product. */
export type PayWalk = Walk & {
  address: Hex
  /** What left the payer's account on the chain since the address was shown. */
  spent(): Promise<bigint>
  /** Turns mining on the source chain off and on. */
  mine(on: boolean): Promise<void>
}

const amount = 25_000_000n

/** Shows an address with a wallet connected, up to the click that has it asked. */
export async function beginPayWalk(product: Product, dapp: ViewPage): Promise<PayWalk> {
  await product.control.setNextOrder('held')
  const { from, to } = usdcAcross(product.info)
  const { page, orderId, address } = await askWithWallet(product, dapp, 'route-liquidity')
  const [paidBefore, before] = [
    await readOwnBalance(product, from),
    await readOwnBalance(product, to),
  ]
  return {
    product,
    screen: createSwapScreen(page),
    orderId,
    address,
    pay: () => product.wallet.decideNext('approve'),
    received: async () => (await readOwnBalance(product, to)) - before,
    spent: async () => paidBefore - (await readOwnBalance(product, from)),
    async mine(on) {
      await product.control.chain(from.chainId, { action: 'automine', on })
      if (on) await product.control.chain(from.chainId, { action: 'mine', blocks: 1 })
    },
  }
}

/**
 * Runs in the worker: until `letGo` nothing is read from the database or written to it, as on a disk that
 * is slow, and what a page says of its wallet's answer is noted. Resolves once that holds.
 */
const holdDisk = `new Promise((resolve) => {
  chrome.runtime.onMessage.addListener((message) => {
    self.heard ||= message?.type === 'outcome' && !self.letGo
  })
  indexedDB.open('causeway').onsuccess = ({ target: { result: db } }) => {
    const [name] = db.objectStoreNames
    const holding = db.transaction(db.objectStoreNames, 'readwrite')
    holding.oncomplete = holding.onabort = () => {
      self.letGo = true
    }
    const store = holding.objectStore(name)
    const goOn = () => {
      if (!self.letGo) store.count().onsuccess = goOn
      resolve(true)
    }
    store.count().onsuccess = goOn
  }
})`

type PayMoment = {
  /** As it is told in a test's title. */
  name: string
  /** Brings a walk here from the moment before. */
  reach(walk: PayWalk): Promise<void>
}

export const payMoment: Record<PayMomentId, PayMoment> = {
  'pay-asked': {
    name: 'while the wallet’s prompt is open',
    async reach({ product, screen }) {
      await pressPay(screen.page)
      await product.wallet.nextApproval()
    },
  },
  'answer-heard': {
    name: 'once the wallet’s answer was heard, before it is on disk',
    async reach({ product, screen, pay, mine }) {
      // Once it answers, a worker that has just begun has read what it needs.
      await screen.page.evaluate(
        "chrome.runtime.sendMessage({ v: 1, type: 'rpc', name: 'readSettings', input: {} })",
      )
      await product.inWorker(holdDisk)
      await mine(false)
      await pay()
      await expect.poll(() => product.inWorker('self.heard')).toBe(true)
    },
  },
  'answer-kept': {
    name: 'once the wallet’s answer is on disk',
    async reach(walk) {
      await letGo(walk)
      await expect(
        walk.screen.page.locator('[data-pay="sent"], [data-pay="verified"]'),
      ).toBeVisible()
    },
  },
}

/** What the disk held up goes on, where its worker still lives. */
export const letGo = ({ product }: PayWalk) => product.inWorker('void (self.letGo = true)')

/** Nothing is shown that could be paid a second time, in any way. */
export async function expectGuarded({ screen }: PayWalk): Promise<void> {
  await expect(screen.page.locator('[data-pay]')).toBeVisible()
  await expect(payButton(screen.page)).toHaveCount(0)
  await expect(screen.handle('deposit-address')).toHaveCount(0)
}

/** Nor is it once it was looked for what became of an ask that nobody answers any more. */
export async function expectGuardedAfterLook(walk: PayWalk): Promise<void> {
  const looked = walk.screen.page.locator(
    '[data-pay="unsure"], [data-pay="sent"], [data-pay="verified"]',
  )
  await expect(looked).toBeVisible()
  await expectGuarded(walk)
}

/** The end that every such order must come to: asked once, paid once, paid out and told of once. */
export async function expectPaidOnce(walk: PayWalk): Promise<void> {
  const { product, spent } = walk
  await expectOneEnd(walk)
  expect(await spent()).toBe(amount)
  expect(await product.wallet.prompts('eth_sendTransaction')).toHaveLength(1)
}
