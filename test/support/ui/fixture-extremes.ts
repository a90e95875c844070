import type { Order } from '@/src/domain/order'
import { hub, orders } from './fixture-data'
import { purchases } from './fixture-purchases'

const long = '123456789123456789012345678'

/** Orders whose figures and names are as long as they may be, and states that are rare; by name. */
export function extremes(now: number): Record<string, Order> {
  const { planned, address } = orders(now)
  const { buyMade, buyFilled } = purchases(now)
  const [share] = hub.tokens
  if (planned?.kind !== 'swap' || address?.kind !== 'transfer' || !buyMade || !buyFilled || !share)
    throw new Error('The fixtures have changed')
  const own = (place: number) => ({ id: `e${String(place).padStart(31, '0')}` })
  const { symbol, decimals } = share.token
  const asShare = { chainId: 8453, address: share.token.address, symbol, decimals }
  const from = { ...address.accepted.from, amount: '123456789012123456' }
  const much = {
    ...buyMade.accepted,
    from: { ...buyMade.accepted.from, amount: '12345678912' },
    to: { ...buyMade.accepted.to, amount: long },
    minAmountOut: long,
  }
  const named = 'The Provider of the Long and Very Careful Name'
  return {
    reviewCopy: {
      ...planned,
      ...own(7),
      accepted: {
        ...planned.accepted,
        to: {
          ...planned.accepted.to,
          ...{ chainId: 42_161, address: `0x${'b'.repeat(40)}`, name: 'USD Coin' },
          ...{ symbol: 'USDС', decimals: 6, amount: '499750000' },
        },
        minAmountOut: '499000000',
      },
    },
    reviewWrong: {
      ...planned,
      ...own(8),
      accepted: { ...planned.accepted, from: { ...planned.accepted.from, decimals: 18 } },
    },
    reviewVault: {
      ...planned,
      ...own(1),
      accepted: {
        ...planned.accepted,
        to: { ...asShare, amount: '499750000' },
        minAmountOut: '499000000',
      },
    },
    addressLong: {
      ...address,
      ...own(2),
      accepted: { ...address.accepted, from, to: { ...address.accepted.to, amount: long } },
      transfer: { ...address.transfer, amount: from.amount },
    },
    addressMemo: {
      ...address,
      ...own(3),
      transfer: { ...address.transfer, memo: 'order-6f1c2a54-8b7e-4d3a-9a51-0c2f7be1d902' },
    },
    addressExpired: {
      ...address,
      ...own(4),
      transfer: { ...address.transfer, closed: { at: now, why: 'expired' } },
    },
    buyLong: {
      ...buyMade,
      ...own(5),
      accepted: much,
      purchase: { ...buyMade.purchase, provider: named, fee: '1234567.89' },
    },
    buyLongFilled: {
      ...buyFilled,
      ...own(6),
      accepted: much,
      purchase: { ...buyFilled.purchase, provider: named },
    },
  }
}
