import { encodeFunctionData, erc20Abi } from 'viem'
import { attemptOf } from '@/src/domain/order/order-parts'
import { author, target } from './chain'
import type { SimCarried } from './chain-terms'
import { confirmed, depositOf, wait } from './stage'
import type { World } from './world'

export const contractCode = '0x6080'
export const delegation = `0xef0100${'ab'.repeat(20)}`
export const unknown = `0x${'9'.repeat(64)}`

/** Makes the account of a world a contract, whose wallet names what it signs in its own way. */
export function asContract(w: World, by?: SimCarried['by']): World {
  w.chain.code.set(author, contractCode)
  w.page.state.contract = true
  w.page.state.carrier = by
  return w
}

/** The same call for one unit less. */
export const oneLess = (data: string) =>
  `${data.slice(0, 10)}${(BigInt(`0x${data.slice(10)}`) - 1n).toString(16).padStart(64, '0')}`

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

/** The deposit is asked for, and what the wallet answers says nothing. */
export async function unsure(w: World) {
  const orderId = await confirmed(w)
  await approve(w)
  const asked = w.page.prompts[0]?.command.request
  if (asked?.kind !== 'transaction') throw new Error('no deposit is asked for')
  w.page.muddle()
  await w.deliver()
  await w.advance(30_000)
  const step = await depositOf(w, orderId)
  const at = { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '' }
  const say = (hash: string) => w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
  const carry = (carries: SimCarried, amount = asked.tx.data) => {
    const made = w.chain.sendByContract({ ...asked.tx, data: amount }, carries)
    w.chain.mine()
    return made
  }
  return { ...at, say, carry, asked: asked.tx.data }
}
