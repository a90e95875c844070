import { describe, expect, it } from 'vitest'
import type { TransferOrder } from '@/src/domain/order/order'
import { key, memo, solDeposit, transaction, transferSol } from '@/test/samples/solana'
import type { nodesOf } from '../chain/payments'
import { paysAnother } from './watch-deposit'

/** Nodes of Solana that show one transaction to the address, with these memos. */
function nodesWith(...memos: string[]): ReturnType<typeof nodesOf> {
  const instructions = [transferSol(5n), ...memos.map(memo)]
  const bytes = transaction(solDeposit({ instructions }))
  const reader = { transaction: async () => ({ slot: 1, failed: false, bytes }) }
  const operators = ['one', 'two'].map((name) => ({ name, own: false, reader }))
  return { family: 'solana', operators, rhythm: {} } as unknown as ReturnType<typeof nodesOf>
}

const order = {
  transfer: { memo: 'order 7', depositAddress: key('d') },
} as unknown as TransferOrder

describe('a transaction that the service names for an order at an address of many', () => {
  it.each<[string, string[], boolean]>([
    ['with its memo', ['order 7'], false],
    ['with its memo among others', ['thanks', 'order 7'], false],
    ['with the memo of an order that nobody knows here', ['order 77'], true],
    ['without a memo', [], true],
  ])('given it comes %s, pays another or not', async (_, memos, isAnother) => {
    const answer = paysAnother(order, nodesWith(...memos), 0, 'hash')
    expect(await answer).toBe(isAnother)
  })
})

describe('a transaction that the person names for such an order', () => {
  it.each<[string, string[], boolean]>([
    ['with its memo', ['order 7'], false],
    ["with somebody's memo", ['order 77'], true],
    // A wallet may have had no field for it: it is theirs, and whoever follows it is told of it.
    ['without a memo', [], false],
  ])('given it comes %s, pays another or not', async (_, memos, isAnother) => {
    expect(await paysAnother(order, nodesWith(...memos), 0, 'hash', true)).toBe(isAnother)
    const named = { ...order, transfer: { ...order.transfer, named: { hash: 'hash', at: 0 } } }
    const answer = paysAnother(named as TransferOrder, nodesWith(...memos), 0, 'hash')
    expect(await answer).toBe(isAnother)
  })
})
