import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { receivedOf, returnedOf } from '@/src/domain/order/arrival'
import type { Order } from '@/src/domain/order/order'
import {
  away,
  confirmed,
  createArrivals,
  day,
  deposited,
  due,
  elsewhere,
  inCoins,
  orderedEither,
  otherToken,
  weth,
} from './engine/arriving'
import { author, chainId, erc20 } from './engine/chain'
import { native, toChainId } from './engine/service'
import { solanaChainId } from './engine/solana'
import {
  type NodeFault,
  operatorHosts,
  operatorsOf,
  twoOperators,
  type World,
} from './engine/world'

const [first] = operatorHosts
const open = createArrivals('arrival')

describe('money that arrived', () => {
  it('given two nodes show it, then it is said, with what came and who showed it', async () => {
    const w = open()
    const order = await deposited(w, await confirmed(w))
    expect(order).toMatchObject({
      status: 'filled',
      arrival: { found: { what: 'paid', amount: due, token: erc20, nodes: ['one', 'two'] } },
    })
    expect(w.notices).toEqual([`filled:${order.id}`])
  })

  it('given the service does not name the payout, then it is found among the transfers', async () => {
    const w = open()
    w.service.terms.pay = () => {
      w.payouts.pay(erc20, elsewhere, due)
      w.payouts.pay(erc20, author, due)
      return undefined
    }
    const order = await deposited(w, await confirmed(w))
    expect(order.arrival?.found?.hash).toBe(w.payouts.payments[1]?.hash)
    expect(order.status).toBe('filled')
  })

  it.each(['direct', 'inside'] as const)(
    'given coins that come %s, named or not, then they are seen',
    async (how) => {
      for (const isNamed of [true, false]) {
        const w = open()
        w.service.terms.pay = () => {
          const hash = w.payouts.payCoins(author, due, how)
          return isNamed ? hash : undefined
        }
        const order = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
        expect(order).toMatchObject({ status: 'filled', arrival: { found: { amount: due } } })
        expect(order.began?.holding).toEqual({ balance: '0', nonce: 0 })
        await w.dispose()
      }
    },
  )

  it('given coins in a block that names itself, though the account spent some, then they are seen', async () => {
    const w = open()
    w.service.terms.pay = () => {
      w.payouts.spend(author, 0n)
      return w.payouts.payCoins(author, due, 'inside')
    }
    const order = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
    expect(order.status).toBe('filled')
  })

  it('given one operator alone, then it is said that one node showed it', async () => {
    const url = `https://${first}/${toChainId}`
    const w = open({ operators: [{ chainId: toChainId, name: 'one', url }] })
    const order = await deposited(w, await confirmed(w))
    expect(order).toMatchObject({ status: 'filled', arrival: { found: { nodes: ['one'] } } })
  })

  it("given the person's own node, then it alone is believed", async () => {
    const w = open()
    await w.call('writeSettings', { rpcUrls: { [toChainId]: `https://own.test/${toChainId}` } })
    w.nodeFaults.set(first, away)
    const order = await deposited(w, await confirmed(w))
    expect(order).toMatchObject({ status: 'filled', arrival: { found: { ownNode: true } } })
    expect(w.reads.some((each) => each.startsWith(first))).toBe(false)
  })
})

describe('coins and their wrapped form, which a spoke pool of Across pays by the account', () => {
  const forms = { ETH: native, WETH: weth }
  const names = ['ETH', 'WETH'] as const
  const cases = names.flatMap((form) =>
    names.flatMap((symbol) =>
      (['named', 'not named'] as const).map((how) => [form, symbol, how] as const),
    ),
  )
  it.each(cases)(
    'given %s was accepted and %s comes, %s, then it arrived, as what it is',
    async (form, symbol, how) => {
      const came = forms[symbol]
      const w = open()
      w.service.terms.pay = () => {
        const { payouts } = w
        const hash =
          came === native ? payouts.payCoins(author, due, 'inside') : payouts.pay(weth, author, due)
        return how === 'named' ? hash : undefined
      }
      const order = await deposited(w, await orderedEither(w, forms[form]))
      expect(order).toMatchObject({
        status: 'filled',
        arrival: { found: { what: 'paid', token: came, amount: due } },
      })
      expect(receivedOf(order)).toMatchObject({ address: came, symbol, decimals: 18 })
    },
  )

  it.each(['named', 'not named'] as const)(
    'given nobody fills it and the pool gives it back, %s, then it came back as the wrapped coin',
    async (how) => {
      const w = open({ operators: [...twoOperators, ...operatorsOf(chainId)] })
      const wrapped = '0x4200000000000000000000000000000000000006'
      w.service.terms.pay = () => undefined
      const orderId = await orderedEither(w, native)
      w.chain.mine()
      let txHash = ''
      w.service.terms.lie = (record) => {
        txHash ||= w.chain.pay({ token: wrapped, to: author, amount: 25_000_000n })
        const transactions = how === 'named' ? { refund: { txHash, chainId } } : {}
        return { ...record, status: 'refunded', transactions }
      }
      await w.advance(60_000)
      const order = await w.order(orderId)
      expect(order).toMatchObject({
        status: 'refunded',
        arrival: { found: { what: 'paid', token: wrapped, amount: '25000000', hash: txHash } },
      })
      const { from } = order.accepted
      expect(returnedOf(order, from)).toEqual({ ...from, address: wrapped, symbol: 'WETH' })
    },
  )

  it('given two orders for either form and one payment, then neither takes it for its own', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const one = await deposited(w, await orderedEither(w, weth))
    const other = await deposited(w, await orderedEither(w, native, 'q2'))
    w.payouts.payCoins(author, due, 'inside')
    await w.advance(60_000)
    expect((await w.order(one.id)).status).toBe('tracking')
    expect((await w.order(other.id)).status).toBe('tracking')
  })
})

describe('a refund that the service names', () => {
  it.each([
    [
      'came before the order was asked for, and one node tells an early block at the ask',
      'tracking',
    ],
    ['came after the order was asked for', 'refunded'],
  ])('given it %s, then it is %s', async (when, status) => {
    const isBefore = status === 'tracking'
    const w = open({ source: 'erc20', operators: [...twoOperators, ...operatorsOf(chainId)] })
    const pay = () => w.chain.pay({ token: erc20, to: author, amount: 25_000_000n })
    const old = isBefore ? pay() : undefined
    await w.advance(600_000)
    w.nodeFaults.set(operatorHosts[1] ?? '', (method, honest) =>
      method === 'eth_blockNumber' ? '0x1' : honest,
    )
    w.service.terms.pay = () => undefined
    const { orderId, digest } = await w.prepare('q1', 600)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    // Its approval, and its payment.
    for (let step = 0; step < 2; step += 1) {
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(15_000)
    }
    w.nodeFaults.clear()
    let txHash = old
    w.service.terms.lie = (record) => {
      txHash ??= pay()
      return { ...record, status: 'refunded', transactions: { refund: { txHash, chainId } } }
    }
    await w.advance(300_000)
    expect([when, (await w.order(orderId)).status]).toEqual([when, status])
  })
})

describe('a refund, and a clock of this computer that is ahead', () => {
  it.each([60_000, 600_000, -600_000])(
    'given %i ms, then it is found all the same',
    async (skew) => {
      const w = open({ operators: [...twoOperators, ...operatorsOf(chainId)] })
      w.moveClock(skew)
      w.service.terms.pay = () => undefined
      const id = await confirmed(w)
      await deposited(w, id)
      const txHash = w.chain.pay({ token: native, to: author, amount: 25_000_000n })
      w.service.terms.lie = (record) => ({
        ...record,
        status: 'refunded',
        transactions: { refund: { txHash, chainId } },
      })
      await w.advance(1_200_000)
      expect((await w.order(id)).status).toBe('refunded')
    },
  )
})

describe('a refund on Solana', () => {
  /** What somebody paid the account at a slot, so many seconds before now, as the service's refund. */
  async function refundedBy(slot: number, ago: number): Promise<Order> {
    const w = open({
      source: 'solana',
      operators: [...twoOperators, ...operatorsOf(solanaChainId)],
    })
    const { author: payer } = w.solana
    w.solana.skip()
    const paid = {
      slot,
      blockTime: Math.floor(w.clock.now / 1_000) - ago,
      transaction: { message: { accountKeys: [elsewhere, payer] } },
      meta: { err: null, fee: 0, preBalances: [0, 0], postBalances: [0, 25_000_000] },
    }
    for (const host of operatorHosts) {
      w.nodeFaults.set(host, (method, honest, [named] = []) =>
        method === 'getTransaction' && named === 'refund' ? paid : honest,
      )
    }
    w.service.terms.lie = (record) => ({
      ...record,
      status: 'refunded',
      transactions: { refund: { txHash: 'refund' } },
    })
    const id = await confirmed(w)
    w.solana.mine(100)
    await w.advance(30_000)
    return w.order(id)
  }

  it('given it landed after the ask, then it is told', async () => {
    expect((await refundedBy(60, 0)).status).toBe('refunded')
  })

  it('given it landed in a slot before the ask, then it is none', async () => {
    expect((await refundedBy(2, 60)).status).toBe('tracking')
  })
})

describe('what the service only says', () => {
  it('given it says paid before the deposit is mined, then nothing of it is believed', async () => {
    const w = open()
    const fill = { txHash: `0x${'f'.repeat(64)}`, chainId: toChainId }
    w.service.terms.lie = (record) => ({ ...record, status: 'filled', transactions: { fill } })
    const orderId = await confirmed(w)
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order).toMatchObject({ status: 'tracking', service: {} })
    expect(order.service.fill).toBeUndefined()
    expect(w.notices).toEqual([])
  })

  const nothing: [string, (w: World) => string | undefined][] = [
    ['nothing was paid', () => undefined],
    ['it names a transaction that is nowhere', () => `0x${'9'.repeat(64)}`],
    ['somebody else was paid', (w) => w.payouts.pay(erc20, elsewhere, due)],
    ['another token was paid', (w) => w.payouts.pay(otherToken, author, due)],
    ['too little was paid', (w) => w.payouts.pay(erc20, author, '10')],
    ['what it names failed', (w) => w.payouts.revert(author)],
  ]
  it.each(nothing)(
    'given %s, then "arrived" is never said, and it ends after a day',
    async (_, pay) => {
      const w = open()
      w.service.terms.pay = () => pay(w)
      const orderId = await confirmed(w)
      const order = await deposited(w, orderId)
      expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
      expect(w.notices).toEqual([])
      await w.advance(day)
      expect((await w.order(orderId)).status).toBe('unproved')
      expect(w.notices).toEqual([`unproved:${orderId}`])
      const [reads, requests] = [w.reads.length, w.requests.length]
      await w.advance(day)
      expect([w.reads.length, w.requests.length]).toEqual([reads, requests])
    },
  )

  it('given a payout of before the order, then it proves nothing', async () => {
    const w = open()
    const old = w.payouts.pay(erc20, author, due)
    w.service.terms.pay = () => old
    expect((await deposited(w, await confirmed(w))).status).toBe('tracking')
  })

  it.each(['short', 'other-token'] as const)(
    'given what is %s, then that is kept',
    async (what) => {
      const w = open()
      w.service.terms.pay = () =>
        what === 'short'
          ? w.payouts.pay(erc20, author, '10')
          : w.payouts.pay(otherToken, author, due)
      const order = await deposited(w, await confirmed(w))
      expect(order.arrival?.found?.what).toBe(what)
    },
  )

  it('given coins that the account itself moved, then they are no payout', async () => {
    const w = open()
    w.service.terms.pay = () => {
      w.payouts.payCoins(author, due, 'inside')
      w.payouts.spend(author, 0n)
      return undefined
    }
    const order = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
    expect(order.status).toBe('tracking')
  })

  it.each(['named', 'named, and as the deposit', 'not named'] as const)(
    'given a swap of the account’s own brings the token, %s as the payout, then it is none',
    async (how) => {
      const w = open()
      w.service.terms.pay = () => {
        const hash = w.payouts.swapTo(erc20, author, due)
        if (how === 'named, and as the deposit') {
          w.service.terms.lie = (record) => ({ ...record, depositTxHash: hash })
        }
        return how === 'not named' ? undefined : hash
      }
      const order = await deposited(w, await confirmed(w))
      expect(order.status).toBe('tracking')
      expect(order.arrival?.found).toBeUndefined()
      // What is really paid is found all the same.
      w.payouts.pay(erc20, author, due)
      await w.advance(60_000)
      expect((await w.order(order.id)).status).toBe('filled')
    },
  )

  it.each<[string, (w: World) => string]>([
    [
      'that others make for the account',
      (w) => w.payouts.swapFor(author, [otherToken, 9n], [erc20, due]),
    ],
    [
      'that delegates to code',
      (w) => {
        const hash = w.payouts.swapTo(erc20, author, due)
        const oddKind: NodeFault = (method, honest, [named] = []) =>
          method === 'eth_getTransactionReceipt' && named === hash
            ? { ...(honest as object), type: '0x4' }
            : honest
        for (const host of operatorHosts) w.nodeFaults.set(host, oddKind)
        return hash
      },
    ],
  ])('given a swap of the account’s own, %s, as the payout, then it is none', async (_, swap) => {
    const w = open()
    w.service.terms.pay = () => swap(w)
    const order = await deposited(w, await confirmed(w))
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
    expect(order.arrival?.found).toBeUndefined()
  })

  it('given one payout for two orders, then it proves one', async () => {
    const w = open()
    const hashes: string[] = []
    w.service.terms.pay = () => {
      const hash = hashes[0] ?? w.payouts.pay(erc20, author, due)
      hashes.push(hash)
      return hash
    }
    const one = await confirmed(w)
    await deposited(w, one)
    const two = await confirmed(w, 'q2')
    const other = await deposited(w, two)
    expect(hashes).toHaveLength(2)
    expect((await w.order(one)).status).toBe('filled')
    expect(other.status).toBe('tracking')
    expect(other.arrival?.found).toBeUndefined()
  })

  it('given one payment of coins for two orders, then neither takes it for its own', async () => {
    const w = open()
    let paid = 0
    w.service.terms.pay = () => {
      if (paid === 0) w.payouts.payCoins(author, due, 'inside')
      paid += 1
      return undefined
    }
    const more = inCoins(w)
    const ids = [await confirmed(w, 'q1', more), await confirmed(w, 'q2', more)]
    w.chain.mine()
    await w.advance(60_000)
    for (const id of ids) expect((await w.order(id)).status).toBe('tracking')
    w.payouts.payCoins(author, due, 'inside')
    await w.advance(600_000)
    expect((await w.order(ids[0] ?? '')).status).toBe('filled')
  })

  it('given one transfer for two orders that nobody names, then neither takes it, until there is one for each', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const ids = [await confirmed(w), await confirmed(w, 'q2')]
    w.payouts.pay(erc20, author, due)
    w.chain.mine()
    await w.advance(60_000)
    for (const id of ids) expect((await w.order(id)).status).toBe('tracking')
    w.payouts.pay(erc20, author, due)
    await w.advance(600_000)
    const found = await Promise.all(ids.map((id) => w.order(id)))
    expect(found.map(({ status }) => status)).toEqual(['filled', 'filled'])
    expect(new Set(found.map(({ arrival }) => arrival?.found?.hash)).size).toBe(2)
  })

  it('given one transfer for two orders, one of which was found at the service, then neither takes it', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const ids = [await confirmed(w), await confirmed(w, 'q2')] as [string, string]
    const db = await w.truth.use()
    const row = await db.get('orders', ids[1])
    if (!row) throw new Error('no such order')
    const order = row.order as Order
    // Of an order that was found at the service no step is known.
    await db.put('orders', { ...row, order: { ...order, steps: [], current: 0 } as Order })
    w.payouts.pay(erc20, author, due)
    w.chain.mine()
    await w.advance(60_000)
    for (const id of ids) expect((await w.order(id)).status).toBe('tracking')
  })

  it('given a transfer that is too little for another order, then it is no more than this one’s', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const ids = [await confirmed(w), await confirmed(w, 'q2')]
    const [large, small] = ids as [string, string]
    const db = await w.truth.use()
    const row = await db.get('orders', small)
    if (!row) throw new Error('no such order')
    const order = row.order as Order
    const accepted = { ...order.accepted, minAmountOut: '50' }
    await db.put('orders', { ...row, order: { ...order, accepted } })
    w.payouts.pay(erc20, author, due)
    w.payouts.pay(erc20, author, '50')
    w.chain.mine()
    await w.advance(60_000)
    const amountOf = async (id: string) => (await w.order(id)).arrival?.found?.amount
    expect([await amountOf(large), await amountOf(small)]).toEqual([due, '50'])
  })

  it('given a site that asked, then it hears of what is proved only', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const askedBy = { origin: 'https://site.test', requestId: 'a'.repeat(32), page: w.page.page }
    const orderId = await confirmed(w, 'q1', { askedBy })
    await deposited(w, orderId)
    expect(w.page.told.map((each) => each.split(':')[1])).toEqual(['started', 'submitted'])
    w.payouts.pay(erc20, author, due)
    await w.advance(600_000)
    expect(w.page.told.map((each) => each.split(':')[1])).toEqual([
      'started',
      'submitted',
      'filled',
    ])
  })
})

describe('a record that is not the order’s', () => {
  it.each([
    ['author', { author: elsewhere }],
    ['recipient', { recipient: elsewhere }],
    ['toToken', { toToken: otherToken }],
    ['toChainId', { toChainId: 10 }],
    ['quoteId', { quoteId: 'another' }],
  ])('given another %s, then nothing changes but an alarm', async (field, lie) => {
    const w = open()
    const orderId = await confirmed(w)
    await w.advance(5_000)
    const { service } = await w.order(orderId)
    w.service.terms.lie = (record) => ({ ...record, ...lie, status: 'failed' })
    const order = await deposited(w, orderId)
    expect(order).toMatchObject({ status: 'tracking', contradiction: { field } })
    expect(order.service.status).toBe(service.status)
    expect(w.notices).toEqual([`alarm:${orderId}`])
    // The real payment stays watched: an honest record ends it.
    w.service.terms.lie = (record) => record
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the same in other words, or nothing of it, then no alarm', async () => {
    const w = open()
    w.service.terms.lie = (record) => ({
      ...record,
      author: author.toUpperCase().replace('0X', '0x'),
      recipient: null,
      quoteId: undefined,
    })
    const order = await deposited(w, await confirmed(w))
    expect(order.contradiction).toBeUndefined()
    expect(order.status).toBe('filled')
  })
})
