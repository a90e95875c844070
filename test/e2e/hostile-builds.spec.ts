import { errorCopy } from '@/src/ui/copy/errors'
import { expect, test } from './fixtures'
import { chainsOf, countAsked, countCalls, enterSwap, tokenOf } from './steps'

/** What a hostile service may build, one of each kind, and who refuses it. */
const builds = [
  ['foreign-spender', 'policy/foreign-spender'],
  ['token-transfer', 'policy/foreign-call'],
  ['two-deposits', 'policy/many-deposits'],
  ['no-deposit', 'policy/no-deposit'],
  ['wrong-chain', 'policy/wrong-chain'],
  ['wrong-sender', 'policy/wrong-sender'],
  ['unknown-method', 'policy/method-forbidden'],
] as const

test('hostile builds are refused at the review in a sentence each, and no wallet is asked', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.wallet.set({ mode: 'auto' })
  const [source, destination] = chainsOf(product.info)
  const [from, to] = [source, destination].map((chain) => tokenOf(product.info, chain, 'USDC'))
  if (!from || !to) throw new Error('no USDC')
  const swap = await enterSwap(product, { from, to, pay: '11', isLeft: true })
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.pickRoute()
  for (const [tamper, code] of builds) {
    await product.control.tamperBuild({ tamper, times: 1 })
    await swap.handle('review').click()
    await expect(swap.error(code)).toBeVisible()
    await expect(swap.error(code)).toContainText(errorCopy[code].what)
  }
  expect(await countAsked(product)).toBe(0)
  expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
})
