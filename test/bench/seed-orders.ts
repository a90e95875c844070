import type { Page } from '@playwright/test'
import type { SwapOrder } from '@/src/domain/order/order'
import { databaseName, type OrderRow } from '@/src/store/open'
import { toRow } from '@/src/store/row'

const author = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const batch = 5_000

function hex(index: number, length: number): string {
  return index.toString(16).padStart(length, '0')
}

/** A filled order as the store keeps it; `index` makes it one of its kind. */
function filledOrder(index: number): SwapOrder {
  const createdAt = 1_700_000_000_000 + index * 60_000
  const page = { tabId: 1, frameId: 0, origin: 'http://127.0.0.1' }
  const hash = `0x${hex(index, 64)}`
  const from = {
    chainId: 8453,
    address: `0x${'1'.repeat(40)}`,
    symbol: 'USDC',
    decimals: 6,
    amount: String(1_000_000 + index),
  }
  return {
    kind: 'swap',
    id: hex(index, 32),
    revision: 9,
    createdAt,
    updatedAt: createdAt + 20_000,
    accepted: {
      quoteId: `quote-${index}`,
      routeId: 'route-native',
      routeType: 'native-filler',
      tradeType: 'EXACT_INPUT',
      from,
      to: { ...from, chainId: 42161, address: `0x${'2'.repeat(40)}` },
      author,
      recipient: author,
      refundTo: author,
      expectedDurationSeconds: 4,
      quoteExpiresAt: createdAt / 1_000 + 60,
      validBefore: createdAt / 1_000 + 600,
    },
    wallet: { family: 'eip155', id: 'dev.causeway.sandbox-wallet', name: 'Sandbox Wallet' },
    page,
    status: 'filled',
    steps: [
      {
        id: 'deposit',
        deposit: true,
        action: {
          kind: 'transaction',
          chainId: 8453,
          tx: { from: author, to: `0x${'3'.repeat(40)}`, data: '0x', value: '0x0' },
          waitForReceipt: true,
        },
        facts: {
          kind: 'deposit',
          token: from,
          target: `0x${'3'.repeat(40)}`,
          method: 'deposit',
        },
        state: { status: 'confirmed', attemptId: hex(index, 32), hash, at: createdAt },
      },
    ],
    attempts: [],
    current: 1,
    digest: hex(index, 64),
    service: { orderId: `order-${index}`, status: 'filled', depositTxHash: hash },
    notified: ['filled'],
  }
}

/** Puts orders `from` to `to` (exclusive) into the store of the extension that `page` belongs to. */
export async function seedOrders(page: Page, from: number, to: number): Promise<void> {
  const sample = toRow(filledOrder(from))
  for (let start = from; start < to; start += batch) {
    const end = Math.min(start + batch, to)
    await page.evaluate(putRows, { name: databaseName, sample, start, end })
  }
}

type Batch = { name: string; sample: OrderRow; start: number; end: number }

/**
 * Runs in the page, so it can use nothing of this file. The rows are made there from one sample:
 * carrying a hundred thousand of them over the wire takes minutes.
 */
function putRows({ name, sample, start, end }: Batch): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const db = opening.result
      const transaction = db.transaction('orders', 'readwrite', { durability: 'relaxed' })
      const store = transaction.objectStore('orders')
      for (let index = start; index < end; index += 1) {
        const id = index.toString(16).padStart(32, '0')
        const hash = `0x${index.toString(16).padStart(64, '0')}`
        const createdAt = 1_700_000_000_000 + index * 60_000
        const { accepted } = sample.order as { accepted: { from: object } }
        // Every second one is paid in another token on another chain.
        const other = index % 2 === 0 ? {} : { chainId: 10, symbol: 'DAI' }
        const from = Object.assign({}, accepted.from, other)
        store.put({
          ...sample,
          id,
          listed: [createdAt, id],
          statusListed: ['filled', createdAt, id],
          routeKey: `quote-${index}`,
          keys: [id, hash, ...sample.keys.slice(2)],
          order: Object.assign({}, sample.order, {
            id,
            createdAt,
            accepted: Object.assign({}, accepted, { from }),
          }),
        })
      }
      transaction.addEventListener('error', () => reject(transaction.error))
      transaction.addEventListener('complete', () => {
        db.close()
        resolve()
      })
    })
  })
}
