import { expect } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { decodeBase58 } from '@/src/lib/base58'
import { depositOf, wait } from './stage'
import type { World } from './world'

/** The bytes of base64. */
export const bytesOf = (text: string) => Buffer.from(text, 'base64')

/** Other bytes in the place of some of a transaction's (base64), as many. */
export function swapped(text: string, from: Uint8Array | string, to: Uint8Array | string): string {
  const bytes = bytesOf(text)
  const at = bytes.indexOf(from)
  expect(at).toBeGreaterThan(0)
  bytes.set(Buffer.from(to), at)
  return bytes.toString('base64')
}

/** The 32 bytes of a key or of a block hash. */
export const bytes32 = (text: string | undefined) => decodeBase58(text ?? '') ?? new Uint8Array()

/** What was asked (base64), with the newest block hash in the place of its own. */
export function withNewer(w: World, asked: string, blockhash: string): string {
  const at = bytesOf(asked).indexOf(bytes32(blockhash))
  const built = bytesOf(w.solana.build())
  return swapped(asked, bytes32(blockhash), built.subarray(at, at + 32))
}

/** The finding that names a payment like the one that was asked for. */
export const likeOf = (hash: string) =>
  expect.objectContaining({ what: 'hash', hash, state: 'like' })

/** So many requests are answered so, of which no chain hears, and given up after these minutes; the next one is asked for. */
export async function giveUpRequests(
  w: World,
  orderId: string,
  { count, minutes, answer }: { count: number; minutes: number; answer: () => void },
): Promise<void> {
  for (let request = 0; request < count; request += 1) {
    answer()
    await w.deliver()
    await w.settle()
    w.chain.mempool.splice(0)
    await wait(w, minutes)
    await giveUp(w, orderId)
    await askAnew(w, orderId)
  }
}

/** The person wants the payment to be asked for once more, and it is. */
export async function askAnew(w: World, orderId: string): Promise<void> {
  const { id: stepId } = await depositOf(w, orderId)
  await w.call('retryStep', { orderId, stepId })
  await w.advance(5_000)
}

/** The person's typed word, after which it may be asked for anew. */
export async function giveUp(w: World, orderId: string): Promise<void> {
  const { id: stepId, state } = await depositOf(w, orderId)
  expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
  const attemptId = attemptOf(state) ?? ''
  const choice = { kind: 'not-sent' as const }
  await expect(
    w.call('resolveUnsure', { orderId, stepId, attemptId, choice }),
  ).rejects.toMatchObject({ code: 'rpc/invalid' })
  await w.call('resolveUnsure', {
    ...{ orderId, stepId, attemptId },
    choice: { ...choice, typed: 'NOT SENT' },
  })
}

/** An order that is asked for; `sign`: what a wallet signs of it that puts the newest block hash in. */
export async function askedFor(w: World) {
  const { orderId, digest } = await w.prepare('q1', 7_200)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  const { blockhash = '' } = (await w.order(orderId)).attempts[0]?.evidence ?? {}
  const request = w.page.prompts[0]?.command.request
  if (request?.kind !== 'solanaSign') throw new Error('not asked')
  const retry = async () => {
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await w.settle()
  }
  /** The block hash of what was asked for is over, with nothing on the chain. */
  const isAbsent = async () => {
    w.solana.mine(100)
    await w.advance(4 * 60_000)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
  }
  const renewed = (asked: string) => w.solana.sign(withNewer(w, asked, blockhash))
  return { w, orderId, retry, isAbsent, renewed, sign: () => renewed(request.transaction) }
}
