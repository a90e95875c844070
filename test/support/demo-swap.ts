import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { takeDemoPictures } from './demo-pictures'
import type { ChromiumProduct } from './product'
import { expect } from './swap-screen'

const sandboxWallet = 'dev.causeway.sandbox-wallet'

function toDisplay(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * One real swap, USDC from the first EVM chain to the second, through the popup as a person would make
 * it; prints each step and both balances before and after.
 * @throws Error when any step does not happen.
 */
export async function performDemoSwap(
  product: ChromiumProduct,
  say: (line: string) => void,
): Promise<void> {
  const { info, control } = product
  const [source, destination] = info.chains.filter((chain) => chain.type === 'eip155')
  if (source === undefined || destination === undefined)
    throw new Error('Two EVM chains are needed')
  const usdc = (chainId: number) => {
    const token = info.tokens.find((one) => one.chainId === chainId && one.symbol === 'USDC')
    if (token === undefined) throw new Error(`No USDC on chain ${chainId}`)
    return token
  }
  const from = usdc(source.id)
  const to = usdc(destination.id)
  const owner = info.accounts.evm.address
  const folder = resolve('screenshots')
  mkdirSync(folder, { recursive: true })
  const shoot = async (page: Page, name: string) => {
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  const readBalances = async () => ({
    source: await control.readBalance(from.chainId, from.address, owner),
    destination: await control.readBalance(to.chainId, to.address, owner),
  })

  const before = await readBalances()
  say(`before: ${toDisplay(before.source, from.decimals)} USDC on ${from.chainId}`)
  say(`before: ${toDisplay(before.destination, to.decimals)} USDC on ${to.chainId}`)

  await product.wallet.set({ mode: 'auto' })
  const dapp = await product.openDapp()
  await shoot(dapp, '01-demo-dapp')
  const swap = await product.openPopup()
  say('popup open')
  await swap.enterPair(from, to)
  await swap.handle('pay-amount').fill('25')
  await expect(swap.handle('route').first()).toBeVisible()
  say(`routes arrived: ${await swap.handle('route').count()} so far`)
  await swap.pickWallet(sandboxWallet)
  say('wallet connected')
  await swap.pickRoute()
  await shoot(swap.page, '02-quote')
  await swap.review()
  await shoot(swap.page, '03-review')
  say('reviewed: approval and deposit, exact amounts')
  await swap.confirm()
  say('confirmed; the wallet is asked')
  await expect(swap.handle('order')).toBeVisible()
  await shoot(swap.page, '04-running')
  const orderId = await swap.waitForStatus('filled')
  await shoot(swap.page, '05-filled')
  say(`order ${orderId} filled`)
  await swap.handle('history').first().click()
  await expect(swap.page.locator(`[data-order-id="${orderId}"]`).first()).toBeVisible()
  await shoot(swap.page, '06-history')

  await takeDemoPictures(product, folder)

  const after = await readBalances()
  say(`after:  ${toDisplay(after.source, from.decimals)} USDC on ${from.chainId}`)
  say(`after:  ${toDisplay(after.destination, to.decimals)} USDC on ${to.chainId}`)
  if (before.source - after.source !== 25_000_000n) throw new Error('25 USDC should have left')
  if (after.destination <= before.destination) throw new Error('Nothing arrived')
  say(`arrived: ${toDisplay(after.destination - before.destination, to.decimals)} USDC`)
  say(`screenshots are in ${folder}`)
}
