import { author, erc20 } from './chain'
import { isAnother } from './older-payments'
import { otherUrl } from './other-service'
import { press } from './person'
import { amountIn, native, toChainId } from './service'
import type { World } from './world'

const stranger = `0x${'9'.repeat(40)}`
const nobodysHash = `0x${'f'.repeat(64)}`
const fill = (txHash: string) => ({
  status: 'filled',
  transactions: { fill: { txHash, chainId: toChainId } },
})
const refund = (txHash = nobodysHash) => ({
  status: 'refunded',
  transactions: { refund: { txHash } },
})

/** What makes a record of an order another one's. */
const others = [
  { author: stranger },
  { recipient: stranger },
  { toToken: `0x${'4'.repeat(40)}` },
  { quoteId: 'another' },
  { fromToken: stranger },
  { author: stranger, recipient: stranger, quoteId: 'another', routeId: 'another' },
]

/** What the service, and whoever is at another address of the settings, may say of orders. */
export const lyingOperations = [
  'saysOther',
  'saysFilled',
  'saysShort',
  'saysRefunded',
  'saysFilledOld',
  'saysRefundedOld',
  'saysFilledOthers',
  'keepsMoney',
  'saysFailed',
  'refunds',
  'serviceHeals',
  'recoversFromList',
  'serviceMoves',
  'serviceMovesBack',
] as const
export type LyingOperation = (typeof lyingOperations)[number]

export function isLying(operation: string): operation is LyingOperation {
  return lyingOperations.some((each) => each === operation)
}

export async function actLying(world: World, operation: LyingOperation): Promise<void> {
  const { service, destination } = world
  const { terms, honesty, older, paidToOthers } = service
  switch (operation) {
    case 'saysOther': {
      // Another one each time.
      const other = others[world.requests.length % others.length]
      terms.lie = (record) => ({ ...record, ...fill(nobodysHash), ...other })
      return
    }
    case 'saysFilled':
      terms.lie = (record) => ({ ...record, ...fill(nobodysHash) })
      return
    case 'saysShort': {
      const hash = destination.pay({ token: erc20, to: author, amount: 7n })
      terms.lie = (record) => ({ ...record, ...fill(hash) })
      return
    }
    case 'saysRefunded':
      terms.lie = (record) => ({ ...record, ...refund() })
      return
    case 'saysFilledOld':
      terms.lie = (record) => ({ ...record, ...fill(older.paid ?? nobodysHash) })
      return
    case 'saysRefundedOld':
      terms.lie = (record) => ({ ...record, ...refund(older.back) })
      return
    case 'saysFilledOthers': {
      const hash = paidToOthers.at(-1) ?? nobodysHash
      terms.lie = (record) => ({ ...record, ...fill(hash) })
      return
    }
    case 'keepsMoney':
      honesty.keeps = true
      return
    case 'saysFailed':
      terms.lie = (record) => ({ ...record, status: 'failed' })
      return
    case 'refunds':
      honesty.refunds = true
      return
    case 'serviceHeals':
      honesty.refunds = false
      return healService(world)
    case 'recoversFromList':
      return recover(world)
    case 'serviceMoves':
      await press(() => world.call('writeSettings', { serviceUrl: otherUrl }))
      return
    case 'serviceMovesBack':
      await press(() => world.call('writeSettings', { serviceUrl }))
      return
  }
}

const serviceUrl = 'http://service.test'

/** From now on it tells what is so. */
export function healService({ service: { terms, honesty } }: World): void {
  honesty.keeps = false
  terms.lie = (record) => record
}

/** The person looks for lost orders: the list shows a stranger's too, and goes round. */
async function recover(world: World): Promise<void> {
  const { service, source, solana } = world
  const { terms } = service
  const settings = await world.call('readSettings', {}).catch(() => undefined)
  // Nobody is at the other address but a liar, who is told of an account that is looked for there.
  if (settings?.serviceUrl !== serviceUrl) return
  terms.others = [toOther('other-1'), toOther('other-2')]
  terms.cursor = 20
  const query = source === 'solana' ? solana.author : author
  await press(() => world.call('recoverOrders', { query }))
  terms.others = []
  terms.cursor = undefined
}

/** An order of somebody else's, which is over. */
const toOther = (id: string) => ({
  ...{ id, quoteId: id, routeId: 'r1', type: 'native-filler', tradeType: 'EXACT_INPUT' },
  ...{ fromChainId: toChainId, fromToken: native, toChainId, toToken: erc20 },
  ...{ srcAmount: amountIn, destAmount: amountIn, author: stranger, recipient: stranger },
  ...{ createdAt: '2027-01-15T08:00:00.000Z', ...fill(nobodysHash) },
})

/** Once all is over: nothing of a stranger's was taken in, and no other service heard of the order. */
export async function judgeLying(world: World, orderId: string): Promise<string[]> {
  const { heard, truth } = world
  const ids = await (await truth.use()).getAllKeys('orders')
  const stored = ids.filter((id) => id !== orderId && !isAnother(id))
  const told = heard.filter(({ url }) => !url.endsWith('/v1/chains'))
  return [
    ...stored.map((id) => `F1: ${id} was taken from the list`),
    ...told.map(({ method, url }) => `O1: another service was told: ${method} ${url}`),
  ]
}
