import type { Product } from '../support/product'
import type { SwapScreen } from '../support/swap-screen'
import { expect } from './expect'
import { waitForSent } from './moments'
import { type Chain, watchChain } from './stage'
import { countAsked, countCalls, newAccount, ownAccount, sandboxWallet, usdcAcross } from './steps'

/** Everything that somebody does for one swap and everything that happens to it, in order. */
export const popupMomentIds = [
  'tokens-chosen',
  'wallet-connected',
  'amount-typed',
  'recipient-typed',
  'route-chosen',
  'review-pressed',
  'reviewed',
  'confirmed',
  'approval-asked',
  'approval-waits',
  'deposit-asked',
  'deposit-waits',
  'submitting',
  'followed',
  'arrived',
] as const
export type PopupMomentId = (typeof popupMomentIds)[number]

/** A swap whose popup is closed again and again. */
export type PopupWalk = {
  product: Product
  screen: SwapScreen
  chain: Chain
  orderId: string
}

const recipient = newAccount()

/** Opens an empty popup; the wallet asks for every step, and the service waits before it pays out. */
export async function beginPopupWalk(product: Product): Promise<PopupWalk> {
  await product.control.setQuoteExpiry(600)
  await product.control.setNextOrder('held')
  await product.control.setFault('submit', { kind: 'hold' }, 1)
  await product.wallet.set({ mode: 'auto' })
  const chain = await watchChain(product, { ...usdcAcross(product.info), amount: 11_000_000n })
  return { product, chain, screen: await product.openPopup(), orderId: '' }
}

type PopupMoment = {
  /** What the person does, or what happens, from the moment before on; the popup closes at once. */
  reach(walk: PopupWalk): Promise<void>
  /** What a popup shows that is opened then. */
  shows(walk: PopupWalk): Promise<void>
}

async function showsForm(
  { screen, product, chain }: PopupWalk,
  has: 'tokens' | 'wallet' | 'amount' | 'recipient',
) {
  const { handle, page } = screen
  await expect(handle('pay-token')).toContainText('USDC')
  await expect(handle('receive-token')).toContainText('USDC')
  if (has === 'tokens') return
  const account = ownAccount(product.info, chain.from.chainId)
  await expect(handle('wallet-picker')).toContainText(account.slice(0, 6))
  if (has === 'wallet') return
  await expect(handle('pay-amount')).toHaveValue('11')
  if (has === 'recipient') await expect(page.locator('#recipient')).toHaveValue(recipient)
  await expect(handle('route').first()).toBeVisible()
}

/** The order itself, how often the wallet was asked by then, and whether it is asked now. */
async function showsOrder({ screen, product, orderId }: PopupWalk, asked: number): Promise<void> {
  await expect(screen.handle('order')).toHaveAttribute('data-order-id', orderId)
  // What the screen says is kept first, and then handed to the wallet.
  await expect.poll(() => countAsked(product)).toBe(asked)
}

const waitsForWallet = ({ screen }: PopupWalk) =>
  expect(screen.page.getByText('Confirm in Sandbox Wallet')).toBeVisible()

export const popupMoment: Record<PopupMomentId, PopupMoment> = {
  'tokens-chosen': {
    reach: ({ screen, chain }) => screen.enterPair(chain.from, chain.to),
    shows: (walk) => showsForm(walk, 'tokens'),
  },
  'wallet-connected': {
    async reach({ screen }) {
      await screen.pickWallet(sandboxWallet)
      await expect(screen.page.getByRole('dialog')).toHaveCount(0)
    },
    shows: (walk) => showsForm(walk, 'wallet'),
  },
  'amount-typed': {
    reach: ({ screen }) => screen.handle('pay-amount').fill('11'),
    shows: (walk) => showsForm(walk, 'amount'),
  },
  'recipient-typed': {
    async reach({ screen: { page } }) {
      await page.locator('.side-chip[aria-expanded]').click()
      await page.locator('#recipient').fill(recipient)
    },
    shows: (walk) => showsForm(walk, 'recipient'),
  },
  'route-chosen': {
    reach: ({ screen }) => screen.pickRoute('route-native'),
    shows: (walk) => showsForm(walk, 'recipient'),
  },
  'review-pressed': {
    reach: ({ screen }) => screen.handle('review').click(),
    // It may have come to the review by then, or not.
    async shows({ screen: { handle, page } }) {
      await expect(handle('confirm').or(handle('review')).first()).toBeVisible()
      if ((await handle('confirm').count()) === 0) {
        await expect(page.locator('#recipient')).toHaveValue(recipient)
        await handle('review').click()
      }
      await expect(handle('confirm')).toBeVisible()
    },
  },
  reviewed: {
    async reach(walk) {
      const address = await walk.screen.page.evaluate<string>('location.href')
      walk.orderId = /[0-9a-f]{32}/.exec(address)?.[0] ?? ''
    },
    async shows({ screen: { handle, page }, orderId }) {
      await expect(handle('confirm')).toBeVisible()
      expect(await page.evaluate('location.href')).toContain(orderId)
    },
  },
  confirmed: {
    async reach({ screen, product }) {
      await product.wallet.set({ mode: 'ask' })
      await screen.page.getByRole('checkbox').check()
      await screen.confirm()
    },
    async shows(walk) {
      await waitsForWallet(walk)
      await showsOrder(walk, 1)
    },
  },
  'approval-asked': {
    reach: async ({ product }) => void (await product.wallet.nextApproval()),
    async shows(walk) {
      await waitsForWallet(walk)
      await showsOrder(walk, 1)
    },
  },
  'approval-waits': {
    async reach({ product, chain }) {
      await chain.mine(false)
      await product.wallet.decideNext('approve')
      await waitForSent(chain, 1)
    },
    shows: (walk) => showsOrder(walk, 1),
  },
  'deposit-asked': {
    async reach({ product, chain }) {
      await chain.mine(true)
      await product.wallet.nextApproval()
    },
    async shows(walk) {
      await waitsForWallet(walk)
      await showsOrder(walk, 2)
    },
  },
  'deposit-waits': {
    async reach({ product, chain }) {
      await chain.mine(false)
      await product.wallet.decideNext('approve')
      await waitForSent(chain, 2)
    },
    shows: (walk) => showsOrder(walk, 2),
  },
  submitting: {
    async reach({ product, chain }) {
      await chain.mine(true)
      await expect.poll(() => countCalls(product, 'PUT', '/v1/deposit/submit')).toBeGreaterThan(0)
    },
    shows: (walk) => showsOrder(walk, 2),
  },
  followed: {
    async reach({ product, screen }) {
      await product.control.release()
      await screen.waitForStatus('tracking')
    },
    shows: (walk) => showsOrder(walk, 2),
  },
  arrived: {
    async reach({ product, screen }) {
      await product.control.release()
      await screen.waitForStatus('filled')
    },
    // Nothing of a swap that was made is left in the form, to be made a second time.
    async shows({ screen: { handle } }) {
      await expect(handle('pay-token')).toContainText('USDC')
      await expect(handle('pay-amount')).toHaveValue('')
    },
  },
}

/** Paid once, paid out to whom it was for, and told of once. */
export async function expectOneSwap({ product, screen, chain, orderId }: PopupWalk): Promise<void> {
  await screen.handle('history').first().click()
  await expect(screen.page.locator('[data-order-id]')).toHaveCount(1)
  await expect(screen.page.locator(`[data-order-id="${orderId}"]`)).toHaveAttribute(
    'data-status',
    'filled',
  )
  expect(await chain.countDeposits()).toBe(1)
  expect(await countAsked(product)).toBe(2)
  const { chainId, address } = chain.to
  expect(await product.control.readBalance(chainId, address, recipient)).toBeGreaterThan(0n)
}
