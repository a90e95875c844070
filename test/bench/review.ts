import { createSandboxClient } from '../sandbox/test-client'
import type { ChromiumProduct } from '../support/product'
import { expect } from '../support/swap-screen'
import { type Line, quantile } from './figures'

const sandboxWallet = 'dev.causeway.sandbox-wallet'
const rounds = 20
const amount = '5'

type ReviewFigures = {
  /** From the click on "Review" until it can be confirmed, ms, p95. */
  whole: number
  /** What the service alone takes to build the same, ms, p95. */
  service: number
}

/**
 * Reviews a token payment again and again, each built and tried by the independent nodes anew. `shape` is
 * how the sandbox's fillers build it: with steps before the payment there is more to try. `isHeld`: the second
 * node tries nothing.
 */
async function reviewOf(
  product: ChromiumProduct,
  shape: 'plain' | 'swap-first',
  isHeld: boolean,
): Promise<ReviewFigures> {
  const { info } = product
  const client = createSandboxClient(info)
  const [source, destination] = info.chains.filter(({ type }) => type === 'eip155')
  if (source === undefined || destination === undefined)
    throw new Error('Two EVM chains are needed')
  await client.control('POST', '/shape', { shape })
  if (isHeld) {
    const holds = ['eth_simulateV1']
    await client.control('POST', '/node', { chainId: source.id, node: 'beta', holds })
  }
  const from = client.token(source.id, 'USDC')
  const to = client.token(destination.id, 'USDC')

  const service: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { quoteId } = await client.quote({ from, to, amount: 5_000_000n })
    const started = performance.now()
    await client.build(quoteId, 'route-native')
    service.push(performance.now() - started)
  }

  await product.wallet.set({ mode: 'auto' })
  const dapp = await product.openDapp()
  const swap = await product.openPopup()
  await swap.enterPair(from, to)
  await swap.handle('pay-amount').fill(amount)
  await swap.handle('route').first().waitFor()
  await swap.pickWallet(sandboxWallet)
  // What a review reads on after it can be confirmed is over before the next: nobody opens three in a second.
  let asked = -1
  const isQuiet = async () => {
    const before = asked
    asked = (await product.control.readCalls()).calls.length
    return asked === before
  }
  const whole: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await swap.pickRoute('route-native')
    await expect(swap.handle('review')).toBeEnabled()
    await expect.poll(isQuiet, { intervals: [100] }).toBe(true)
    whole.push(
      await swap.page.evaluate(async () => {
        const started = performance.now()
        document.querySelector<HTMLElement>('[data-testid="review"]')?.click()
        while (document.querySelector('[data-testid="confirm"]') === null) {
          await new Promise(requestAnimationFrame)
        }
        return performance.now() - started
      }),
    )
    // What waits would take the browser's connections to that server, which the other node shares.
    if (isHeld) await client.control('POST', '/release')
    await swap.handle('cancel').first().click()
    await swap.handle('route').first().waitFor()
  }
  await swap.page.close()
  await dapp.close()
  await client.control('POST', '/reset')
  return { whole: quantile(whole, 0.95), service: quantile(service, 0.95) }
}

/** Both shapes, tried by two nodes, of which the second is held back once; what is beyond the service's own answer. */
export async function measureReview(product: ChromiumProduct): Promise<Line[]> {
  const lines: Line[] = []
  const cases = [
    ['plain', false],
    ['swap-first', false],
    ['plain', true],
  ] as const
  for (const [shape, isHeld] of cases) {
    const { whole, service } = await reviewOf(product, shape, isHeld)
    const held = isHeld ? ', one node silent' : ''
    const measure = `review, ${shape}${held}, p95 beyond the service's answer`
    lines.push({ measure, unit: 'ms', here: whole - service, goal: 400 })
  }
  return lines
}
