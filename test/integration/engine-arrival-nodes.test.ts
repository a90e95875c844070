import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { filledEvent, unwrappedEvent } from '@/test/samples/fill-event'
import {
  away,
  confirmed,
  createArrivals,
  day,
  deposited,
  due,
  elsewhere,
  inCoins,
  logsOf,
  orderedEither,
  otherToken,
  pruned,
  weth,
  without,
} from './engine/arriving'
import { author, erc20 } from './engine/chain'
import { toChainId } from './engine/service'
import { solanaChainId } from './engine/solana'
import {
  type NodeFault,
  operatorHosts,
  operatorsOf,
  twoOperators,
  type World,
} from './engine/world'

const [first, second] = operatorHosts
const open = createArrivals('arrival-nodes')

describe('nodes that do not agree', () => {
  it.each([first, second])(
    'given %s shows no transfer, then that proves nothing, and the other’s is found',
    async (host) => {
      const w = open()
      w.nodeFaults.set(host, without('eth_getLogs', []))
      w.service.terms.pay = () => {
        w.payouts.pay(erc20, author, due)
        return undefined
      }
      const order = await deposited(w, await confirmed(w))
      expect(order.status).toBe('filled')
    },
  )

  const none = without('eth_getTransactionReceipt')
  it('given one node invents the payout, then it is not believed', async () => {
    const w = open()
    const invented = `0x${'7'.repeat(64)}`
    w.service.terms.pay = () => invented
    w.payouts.pay(erc20, author, due)
    const orderId = await confirmed(w)
    w.nodeFaults.set(first, (method, honest) =>
      method === 'eth_getTransactionReceipt'
        ? {
            ...(w.payouts.rpc(method, [w.payouts.payments[0]?.hash]) as object),
            transactionHash: invented,
            blockNumber: '0x400',
          }
        : method === 'eth_blockNumber'
          ? '0x500'
          : honest,
    )
    expect((await deposited(w, orderId)).status).toBe('tracking')
    await w.advance(300_000)
    expect((await w.order(orderId)).status).toBe('tracking')
  })

  it('given one node invents the payout, or what the account holds, then it is not believed however long it takes', async () => {
    for (const lie of ['a receipt', 'a receipt in a block to come', 'a balance']) {
      const w = open()
      const hash = `0x${'7'.repeat(64)}`
      w.service.terms.pay = () => {
        const paid = w.payouts.rpc('eth_getTransactionReceipt', [w.payouts.pay(erc20, author, due)])
        w.payouts.payments.length = 0
        const isToCome = lie.endsWith('to come')
        w.nodeFaults.set(second, (method, honest, [named] = []) => {
          if (method === 'eth_getBalance' && lie === 'a balance') return '0xffffffffff'
          if (method === 'eth_getBlockByNumber' && named === 'latest' && isToCome)
            return { ...(honest as object), number: '0xffffff' }
          if (method !== 'eth_getTransactionReceipt' || lie === 'a balance') return honest
          const later = isToCome ? { blockNumber: '0xfffff0' } : {}
          return { ...(paid as object), transactionHash: hash, logs: logsOf(paid, hash), ...later }
        })
        return lie === 'a balance' ? undefined : hash
      }
      const order = await deposited(
        w,
        await confirmed(w, 'q1', lie === 'a balance' ? inCoins(w) : {}),
      )
      expect([lie, order.status]).toEqual([lie, 'tracking'])
      for (let minute = 0; minute < 30; minute += 0.5) {
        w.payouts.pass()
        await w.advance(30_000)
      }
      expect([lie, (await w.order(order.id)).status]).toEqual([lie, 'tracking'])
      await w.dispose()
    }
  })

  it('given one says at the ask that its chain is far ahead, then what comes is seen all the same', async () => {
    const w = open()
    w.nodeFaults.set(second, (method, honest) =>
      method === 'eth_getBlockByNumber' ? { ...(honest as object), number: '0xffffff' } : honest,
    )
    const orderId = await confirmed(w)
    expect(await w.order(orderId)).not.toHaveProperty('began')
    w.nodeFaults.clear()
    expect((await deposited(w, orderId)).status).toBe('filled')
  })

  it('given none answers where the money comes, then that is said, and the day does not run out', async () => {
    const w = open()
    const orderId = await confirmed(w)
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    w.chain.mine()
    const began = w.clock.now
    await w.advance(60_000)
    const { failed } = await w.call('refreshOrder', { orderId })
    expect(failed?.code).toBe('chain/unreachable')
    expect(failed?.since).toBeGreaterThanOrEqual(began)
    expect(failed?.since).toBeLessThan(began + 60_000)
    await w.advance(25 * 3_600_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.nodeFaults.clear()
    await w.advance(600_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(await w.call('refreshOrder', { orderId })).toEqual({})
  })

  it('given the other has not heard of it yet, then both are waited for', async () => {
    const w = open()
    w.nodeFaults.set(second, none)
    const orderId = await confirmed(w)
    expect((await deposited(w, orderId)).status).toBe('tracking')
    w.nodeFaults.delete(second)
    await w.advance(240_000)
    expect((await w.order(orderId)).arrival?.found?.nodes).toEqual(['one', 'two'])
  })

  it('given the other is away, then it is waited for however long that takes', async () => {
    const w = open()
    w.nodeFaults.set(second, away)
    const orderId = await confirmed(w)
    expect((await deposited(w, orderId)).status).toBe('tracking')
    await w.advance(1_800_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.nodeFaults.clear()
    await w.advance(1_800_000)
    expect(await w.order(orderId)).toMatchObject({
      status: 'filled',
      arrival: { found: { nodes: ['one', 'two'] } },
    })
  })

  it.each<[string, (w: World) => void, NodeFault, object | undefined]>([
    [
      'tells too low a balance',
      (w) => w.payouts.payCoins(author, 10n * BigInt(due)),
      (method, honest) => (method === 'eth_getBalance' ? '0x0' : honest),
      {},
    ],
    [
      'stands far behind',
      (w) => w.payouts.pay(erc20, author, due),
      (method, honest, [named] = []) =>
        method === 'eth_getBlockByNumber' && named === 'latest'
          ? { ...(honest as object), number: '0x10' }
          : honest,
      undefined,
    ],
  ])(
    'given one alone answers as the wallet is asked, and %s, then what was there before is no payout',
    async (_, before, lie, coins) => {
      const w = open()
      before(w)
      const [paid] = w.payouts.payments
      w.payouts.pass()
      await w.advance(600_000)
      w.payouts.pass()
      w.service.terms.pay = () => (coins ? undefined : paid?.hash)
      w.nodeFaults.set(second, away)
      w.nodeFaults.set(first, lie)
      const orderId = await confirmed(w, 'q1', coins ? inCoins(w) : {})
      w.nodeFaults.clear()
      await deposited(w, orderId)
      await w.advance(3_600_000)
      expect(await w.order(orderId)).toMatchObject({ status: 'tracking' })
      expect(w.notices).not.toContain(`filled:${orderId}`)
    },
  )

  it.each([
    ['at once', () => undefined],
    ['once its network is there', (w: World) => w.advance(20_000)],
  ])(
    'given the browser is closed for days before it was seen, then it is seen %s when it starts',
    async (_, wait) => {
      const w = open()
      const orderId = await confirmed(w)
      for (const host of operatorHosts) w.nodeFaults.set(host, away)
      w.chain.mine()
      await w.advance(600_000)
      expect((await w.order(orderId)).arrival?.kind).toBe('payout')
      w.kill()
      w.clock.now += 3 * day
      w.revive()
      await wait(w)
      w.nodeFaults.clear()
      await w.advance(120_000)
      expect((await w.order(orderId)).status).toBe('filled')
      expect(w.notices).toEqual([`filled:${orderId}`])
    },
  )

  it('given no node answers before the ask, then the wallet is asked all the same', async () => {
    const w = open()
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    const orderId = await confirmed(w)
    expect(await w.order(orderId)).not.toHaveProperty('began')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('while it waits, a node is asked at most twice a minute', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const orderId = await confirmed(w)
    await deposited(w, orderId)
    await w.advance(60_000)
    const before = w.reads.filter((each) => operatorHosts.some((host) => each.startsWith(host)))
    await w.advance(3_600_000)
    const after = w.reads.filter((each) => operatorHosts.some((host) => each.startsWith(host)))
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.length - before.length).toBeLessThanOrEqual(120)
  })
})

describe('a chain of which no node answered before the ask', () => {
  /** The wallet is asked all the same; the nodes are back before the service pays. */
  async function asked(w: World, quoteId = 'q1', more = {}): Promise<string> {
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    const orderId = await confirmed(w, quoteId, more)
    expect(await w.order(orderId)).not.toHaveProperty('began')
    w.nodeFaults.clear()
    return orderId
  }
  const unnamed = (w: World, pay: () => unknown) => {
    w.service.terms.pay = () => {
      pay()
      return undefined
    }
  }

  it.each(['direct', 'inside'] as const)(
    'given coins that come %s, then what was there before is found, and they are seen',
    async (how) => {
      const w = open()
      w.payouts.payCoins(author, 7n)
      await w.advance(600_000)
      unnamed(w, () => w.payouts.payCoins(author, due, how))
      const order = await deposited(w, await asked(w, 'q1', inCoins(w)))
      expect(order.began?.holding).toEqual({ balance: '7', nonce: 0 })
      expect(order).toMatchObject({ status: 'filled', arrival: { found: { amount: due } } })
    },
  )

  it('given a token that nobody names, then it is found among the transfers since', async () => {
    const w = open()
    w.payouts.pay(erc20, author, due)
    await w.advance(600_000)
    unnamed(w, () => w.payouts.pay(erc20, author, due))
    const order = await deposited(w, await asked(w))
    expect(order.arrival?.found?.hash).toBe(w.payouts.payments[1]?.hash)
    expect(order.status).toBe('filled')
  })

  it('given coins that were there before the order, then they are no payout', async () => {
    const w = open()
    w.payouts.payCoins(author, due)
    await w.advance(600_000)
    unnamed(w, () => undefined)
    const orderId = await asked(w, 'q1', inCoins(w))
    expect((await deposited(w, orderId)).status).toBe('tracking')
    w.payouts.payCoins(author, due, 'inside')
    await w.advance(600_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given another order was paid a moment before, then its coins are not this one’s', async () => {
    const w = open()
    const more = inCoins(w)
    unnamed(w, () => w.payouts.payCoins(author, due, 'inside'))
    expect((await deposited(w, await confirmed(w, 'q1', more))).status).toBe('filled')
    unnamed(w, () => undefined)
    const orderId = await asked(w, 'q2', more)
    expect((await deposited(w, orderId)).status).toBe('tracking')
    w.payouts.payCoins(author, due, 'inside')
    await w.advance(600_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given its nodes have forgotten what was there, then nothing is said, and they are not asked for ever', async () => {
    const w = open()
    w.payouts.payCoins(author, 7n)
    await w.advance(600_000)
    unnamed(w, () => w.payouts.payCoins(author, due))
    const orderId = await asked(w, 'q1', inCoins(w))
    for (const host of operatorHosts) w.nodeFaults.set(host, without('eth_getBalance', undefined))
    expect((await deposited(w, orderId)).status).toBe('tracking')
    await w.advance(7_200_000)
    const before = w.reads.length
    await w.advance(3_600_000)
    const asks = w.reads.slice(before).filter((each) => each.includes('eth_getBlockByNumber'))
    expect(asks).toEqual([])
    expect(await w.order(orderId)).not.toHaveProperty('began')
  })
})

describe('one node that lies of what was there before the ask', () => {
  const isLatest = (method: string, [named]: readonly unknown[] = []) =>
    method === 'eth_getBlockByNumber' && named === 'latest'
  const far: NodeFault = (method, honest, params) =>
    isLatest(method, params) ? { ...(honest as object), number: '0x10' } : honest
  /** Calls every block young but the newest, of which it tells the truth. */
  const young: NodeFault = (method, honest, params) =>
    method === 'eth_getBlockByNumber' && !isLatest(method, params)
      ? { ...(honest as object), timestamp: '0x7fffffff' }
      : honest

  it.each<[string, (w: World) => string | undefined, object?]>([
    ['a token, named', (w) => w.payouts.payments[0]?.hash],
    ['a token', () => undefined],
    ['coins', () => undefined],
  ])('given %s of before, then that is no payout', async (what, pay) => {
    const w = open()
    const isCoins = what === 'coins'
    if (isCoins) w.payouts.payCoins(author, due)
    else w.payouts.pay(erc20, author, due)
    await w.advance(600_000)
    w.service.terms.pay = () => pay(w)
    w.nodeFaults.set(second, far)
    const orderId = await confirmed(w, 'q1', isCoins ? inCoins(w) : {})
    w.nodeFaults.set(second, young)
    await deposited(w, orderId)
    await w.advance(600_000)
    expect((await w.order(orderId)).status).toBe('tracking')
  })

  it('given a beginning that is found afterwards and an old payout that is named, then its time counts', async () => {
    const w = open()
    const old = w.payouts.pay(erc20, author, due)
    await w.advance(600_000)
    w.service.terms.pay = () => undefined
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    const orderId = await confirmed(w)
    w.nodeFaults.clear()
    const order = await deposited(w, orderId)
    expect(order.began?.since).toBeDefined()
    // As if two nodes had named a block of long before.
    const db = await w.truth.use()
    const row = await db.get('orders', orderId)
    if (!row || !order.began) throw new Error('no such order')
    const began = { ...order.began, block: '1' }
    await db.put('orders', { ...row, order: { ...order, began } })
    w.service.terms.lie = (record) => ({
      ...record,
      transactions: { fill: { txHash: old, chainId: toChainId } },
    })
    await w.advance(600_000)
    expect((await w.order(orderId)).status).toBe('tracking')
  })
})

describe('one node that lies where the other has forgotten', () => {
  /** Time goes by, and blocks with it. */
  async function pass(w: World): Promise<void> {
    for (let look = 0; look < 60; look += 1) {
      w.payouts.pass()
      await w.advance(30_000)
    }
  }

  it('given it invents an event of somebody’s transaction, then that is no payout', async () => {
    const w = open()
    w.service.terms.pay = () => {
      const paid = w.payouts.rpc('eth_getTransactionReceipt', [w.payouts.pay(weth, author, due)])
      w.payouts.payments.length = 0
      const real = w.payouts.pay(otherToken, elsewhere, 5n)
      const receipt = w.payouts.rpc('eth_getTransactionReceipt', [real]) as { blockNumber: string }
      const { blockNumber } = receipt
      const logs = logsOf(paid, real).map((log) => ({ ...log, blockNumber }))
      w.nodeFaults.set(first, pruned)
      w.nodeFaults.set(second, (method, honest, [named] = []) => {
        if (method === 'eth_getLogs') return logs
        const isIt = method === 'eth_getTransactionReceipt' && named === real
        return isIt ? { ...receipt, logs } : honest
      })
      return undefined
    }
    const { id } = await deposited(w, await orderedEither(w, weth))
    await pass(w)
    expect((await w.order(id)).status).toBe('tracking')
  })

  it('given the service names a transaction of that block for coins, then that is no payout', async () => {
    const w = open()
    w.service.terms.pay = () => {
      const real = w.payouts.pay(otherToken, elsewhere, 5n)
      const block = w.payouts.payments[0]?.block
      w.nodeFaults.set(first, pruned)
      w.nodeFaults.set(second, (method, honest, [, at] = []) =>
        method === 'eth_getBalance' && Number(at) === block ? '0xffffffffff' : honest,
      )
      return real
    }
    const { id } = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
    await pass(w)
    expect((await w.order(id)).status).toBe('tracking')
  })

  it('given nodes forgot the balances, then coins are proved by what the pool that paid them says', async () => {
    const w = open()
    const pool = '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a'
    w.service.terms.pay = () => {
      const paid = w.payouts.payCoins(author, due, 'inside')
      const events = [
        unwrappedEvent(weth, pool, BigInt(due)),
        filledEvent(pool, weth, author, BigInt(due)),
      ]
      for (const host of operatorHosts) {
        w.nodeFaults.set(host, (method, honest, params = []) => {
          if (method !== 'eth_getTransactionReceipt' || params[0] !== paid) {
            // The account sends other things as well: its balance proves nothing.
            return method === 'eth_getBalance' ? '0x0' : pruned(method, honest, params)
          }
          const { blockNumber, transactionHash } = honest as Record<string, string>
          const place = { blockNumber, transactionHash, logIndex: '0x0', transactionIndex: '0x0' }
          return { ...(honest as object), logs: events.map((each) => ({ ...each, ...place })) }
        })
      }
      return paid
    }
    const order = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
    await pass(w)
    expect(await w.order(order.id)).toMatchObject({
      status: 'filled',
      arrival: { found: { amount: due } },
    })
  })

  it('given it names any amount of the coins that came, then what both show is told', async () => {
    const w = open()
    w.service.terms.pay = () => {
      w.nodeFaults.set(first, (method, honest) =>
        method === 'eth_getBalance' ? '0xffffffffffff' : honest,
      )
      w.payouts.payCoins(author, due, 'inside')
      return undefined
    }
    const order = await deposited(w, await confirmed(w, 'q1', inCoins(w)))
    expect(order).toMatchObject({ status: 'filled', arrival: { found: { amount: due } } })
  })

  it.each([
    ['has code, for which others act while its nonce stands still', author, 'tracking'],
    ['has none', elsewhere, 'filled'],
  ])(
    'given the account %s, then coins that nothing names are its own or a payout (%#)',
    async (_, coded, status) => {
      const w = open()
      w.payouts.coded.add(coded.toLowerCase())
      // Coins that it takes out of their wrapped form, say: no log tells of them as a payment.
      w.service.terms.pay = () => {
        w.payouts.payCoins(author, due, 'inside')
        return undefined
      }
      expect((await deposited(w, await confirmed(w, 'q1', inCoins(w)))).status).toBe(status)
    },
  )
})

describe('nodes that cannot say', () => {
  it('given one has lost the receipt after days, then it is left to the service’s word', async () => {
    const w = open()
    const orderId = await confirmed(w)
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    w.chain.mine()
    await w.advance(600_000)
    w.kill()
    w.clock.now += 3 * day
    w.revive()
    w.nodeFaults.clear()
    w.nodeFaults.set(second, without('eth_getTransactionReceipt'))
    await w.advance(day)
    expect((await w.order(orderId)).status).toBe('unproved')
  })

  it.each([0, 1])(
    'given operator %i stands still, then the other’s word is not enough',
    async (at) => {
      const w = open()
      const orderId = await confirmed(w)
      const head = w.payouts.rpc('eth_getBlockByNumber', ['latest'])
      w.nodeFaults.set(operatorHosts[at] ?? '', (method, honest, [named] = []) => {
        if (method === 'eth_getBlockByNumber' && named === 'latest') return head
        if (method === 'eth_getLogs') return []
        return method === 'eth_getTransactionReceipt' ? null : honest
      })
      await deposited(w, orderId)
      await w.advance(day)
      expect((await w.order(orderId)).status).toBe('unproved')
    },
  )

  it('given one is a block behind at the ask and they keep no old state, then coins are seen', async () => {
    const w = open()
    w.payouts.payCoins(author, 7n)
    await w.advance(600_000)
    w.payouts.pass()
    w.nodeFaults.set(second, (method, honest, [named] = []) => {
      if (method !== 'eth_getBlockByNumber' || named !== 'latest') return honest
      const before = Number((honest as { number: string }).number) - 1
      return w.payouts.rpc(method, [`0x${before.toString(16)}`])
    })
    w.service.terms.pay = () => {
      w.payouts.payCoins(author, due, 'inside')
      return undefined
    }
    const orderId = await confirmed(w, 'q1', inCoins(w))
    const newest = Number(w.payouts.rpc('eth_blockNumber', []))
    const forgets: NodeFault = (method, honest, params = []) =>
      Number(params[1]) < newest ? pruned(method, honest, params) : honest
    for (const host of operatorHosts) w.nodeFaults.set(host, forgets)
    expect((await deposited(w, orderId)).status).toBe('filled')
  })

  it('given a stranger sends nothing of the wrapped coin, then what comes hours later is found', async () => {
    const w = open()
    w.service.terms.pay = () => {
      w.payouts.pay(weth, author, 0n)
      return undefined
    }
    const orderId = await orderedEither(w, weth)
    for (const host of operatorHosts) w.nodeFaults.set(host, pruned)
    await deposited(w, orderId)
    for (let block = 0; block < 46_000; block += 1) w.payouts.pass()
    await w.advance(1_800_000)
    w.payouts.pay(weth, author, due)
    await w.advance(3_600_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a chain that is silent where the money comes', () => {
  const hosts = ['a.test', 'b.test', 'c.test', 'd.test']
  const readsOf = (w: World, of: readonly string[]) =>
    w.reads.filter((each) => of.some((host) => each.startsWith(host))).length

  it.each(['a payout of coins', 'a refund on Solana'])(
    'given %s, then that is said as well, and the day does not run out',
    async (what) => {
      const isCoins = what.endsWith('coins')
      const operators = [...twoOperators, ...operatorsOf(solanaChainId)]
      const w = open(isCoins ? {} : { source: 'solana', operators })
      w.service.terms.pay = () => w.payouts.payCoins(author, due, 'inside')
      if (!isCoins) {
        const refund = { txHash: 'refund' }
        w.service.terms.lie = (record) => ({
          ...record,
          status: 'refunded',
          transactions: { refund },
        })
      }
      const orderId = await confirmed(w, 'q1', isCoins ? inCoins(w) : {})
      w.chain.mine()
      if (!isCoins) {
        w.solana.mine(100)
        for (let i = 0; i < 20 && !(await w.order(orderId)).arrival; i += 1) await w.advance(1_000)
      }
      for (const host of operatorHosts) w.nodeFaults.set(host, away)
      await w.advance(60_000)
      const { failed } = await w.call('refreshOrder', { orderId })
      expect(failed?.code).toBe('chain/unreachable')
      await w.advance(25 * 3_600_000)
      expect((await w.order(orderId)).status).toBe('tracking')
    },
  )

  it('given it answers every other time, then the day ends, and it is asked no more than usually', async () => {
    const w = open()
    w.service.terms.pay = () => undefined
    const orderId = await confirmed(w)
    let looks = 0
    let last = 0
    const flaps: NodeFault = (_, honest) => {
      if (w.clock.now - last > 500) looks += 1
      last = w.clock.now
      if (looks % 2 === 0) throw new TypeError('rate limited')
      return honest
    }
    w.chain.mine()
    await w.advance(5_000)
    for (const host of operatorHosts) w.nodeFaults.set(host, flaps)
    await w.advance(3_600_000)
    const before = readsOf(w, operatorHosts)
    await w.advance(3_600_000)
    expect(readsOf(w, operatorHosts) - before).toBeLessThanOrEqual(120)
    await w.advance(day)
    expect((await w.order(orderId)).status).toBe('unproved')
  })

  it.each([true, false])(
    'given four operators, the beginning known: %s, then they are asked twice a minute at most',
    async (isKnown) => {
      const operators = hosts.map((host) => ({
        chainId: toChainId,
        name: host,
        url: `https://${host}/${toChainId}`,
      }))
      const w = open({ operators })
      const silence = () => {
        for (const host of hosts) w.nodeFaults.set(host, away)
      }
      if (!isKnown) silence()
      await confirmed(w)
      silence()
      w.chain.mine()
      await w.advance(600_000)
      const before = readsOf(w, hosts)
      await w.advance(3_600_000)
      expect(readsOf(w, hosts) - before).toBeGreaterThan(0)
      expect(readsOf(w, hosts) - before).toBeLessThanOrEqual(120)
    },
  )
})
