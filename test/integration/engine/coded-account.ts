import { encodeFunctionData, erc20Abi } from 'viem'
import { author, target } from './chain'
import type { SimCarried } from './chain-terms'
import { confirmed, wait } from './stage'
import type { World } from './world'

/** What stands at an account that is a contract, and at one that has delegated. */
export const contractCode = '0x6080'
export const delegation = `0xef0100${'ab'.repeat(20)}`

/** Makes the account of a world a contract, whose wallet names what it signs in its own way. */
export function asContract(w: World, by?: SimCarried['by']): World {
  w.chain.code.set(author, contractCode)
  w.page.state.contract = true
  w.page.state.carrier = by
  return w
}

/** An approval of so much to whom the deposit pays. */
export const approval = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [target, amount] })

/** What its owner approves is carried out by somebody else a little later. */
export async function approve(w: World): Promise<void> {
  w.page.approve()
  await w.deliver()
  await w.advance(5_000)
  w.chain.mine()
  await w.advance(90_000)
}

/** Approves until the deposit's prompt was answered; gives the order's id. */
export async function paid(w: World): Promise<string> {
  const orderId = await confirmed(w)
  await approve(w)
  await approve(w)
  await wait(w, 2)
  return orderId
}
