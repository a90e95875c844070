import { expect } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { decodeBase58 } from '@/src/lib/base58'
import { depositOf } from './stage'
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
