import type { ErrorCode } from '@/src/domain/error'
import { errorCopy } from '@/src/ui/copy/errors'
import type { SwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { placeEvmKinds, writeSolanaKinds } from './hostile-kinds'
import {
  chainsOf,
  countAsked,
  countCalls,
  countSignaturesAsked,
  enterSwap,
  solanaChainOf,
  tokenOf,
} from './steps'

/** Kinds that the sandbox makes of an honest build; what they are stands in the requests themselves. */
const changed = [
  ['foreign-spender', 'policy/foreign-spender'],
  ['token-transfer', 'policy/foreign-call'],
  ['two-deposits', 'policy/many-deposits'],
  ['no-deposit', 'policy/no-deposit'],
  ['wrong-chain', 'policy/wrong-chain'],
  ['wrong-sender', 'policy/wrong-sender'],
  ['unknown-method', 'policy/method-forbidden'],
] as const

/** `tamper`: what is done to the build; nothing where the lie stands elsewhere. */
type Built = { tamper?: Record<string, unknown>; code: ErrorCode; is: string }

test('hostile builds are refused at the review in a sentence each, and no wallet is asked', async ({
  product,
  dapp,
}) => {
  const { control, info, wallet } = product
  await dapp.bringToFront()
  await wallet.set({ mode: 'auto' })
  const [source, destination] = chainsOf(info)
  const to = tokenOf(info, destination, 'USDC')
  const usdcOf = (chainId: number) => tokenOf(info, chainId, 'USDC')

  /** One after the other: a code that is shown anew must be another one than before. */
  async function expectRefused(swap: SwapScreen, builds: Built[]) {
    await expect(swap.handle('route').first()).toBeVisible()
    await swap.pickRoute()
    for (const { tamper, code, is } of builds) {
      if (tamper !== undefined) await control.tamperBuild({ ...tamper, times: 1 })
      await swap.handle('review').click()
      await expect(swap.error(code), is).toBeVisible()
      await expect(swap.error(code)).toContainText(errorCopy[code].what)
    }
  }

  const evm = await placeEvmKinds(info)
  const swap = await enterSwap(product, { from: usdcOf(source), to, pay: '11', isLeft: true })
  await expectRefused(swap, [
    ...changed.map(([tamper, code]) => ({ tamper: { tamper }, code, is: tamper })),
    ...evm.map(({ approvals, code, is }) => ({ tamper: { patch: { approvals } }, code, is })),
  ])

  await swap.page.close()
  const record = { ...usdcOf(source), name: 'USD Coin', isNative: false, decimals: 4 }
  await control.setFault('search', { kind: 'answer', body: { data: [record] } }, 1)
  const fake = await enterSwap(product, { from: usdcOf(source), to, pay: '11', isLeft: true })
  await expectRefused(fake, [{ code: 'policy/wrong-decimals', is: 'fake decimals' }])

  await fake.page.close()
  const solana = { from: usdcOf(solanaChainOf(info)), to, pay: '11', bothFamilies: true }
  const other = await enterSwap(product, solana)
  const kinds = await writeSolanaKinds(info)
  await expectRefused(
    other,
    kinds.map(({ approvals, code, is }) => ({ tamper: { patch: { approvals } }, code, is })),
  )

  expect(await countAsked(product)).toBe(0)
  expect(await countSignaturesAsked(product)).toBe(0)
  expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
})
