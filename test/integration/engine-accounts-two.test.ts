import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { author, chainId, erc20 } from './engine/chain'
import type { SimCarried, SimTransaction } from './engine/chain-terms'
import { approval, approve, asContract, paid } from './engine/coded-account'
import { confirmed, createStage, depositOf, wait } from './engine/stage'

const open = createStage('accounts-two')

describe('two orders of an account, and one carrier', () => {
  it('given both are looked at at once, only one of them takes it', async () => {
    const w = asContract(open('erc20'), 'operation')
    const first = await confirmed(w)
    await approve(w)
    w.page.approve()
    const [named] = w.page.outcomes.slice(-1)
    if (!named?.result.ok || named.result.value.kind !== 'hash') throw new Error('nothing is named')
    const { hash: id } = named.result.value
    await w.deliver()
    const [carrier] = w.chain.mempool.splice(0)
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest })
    await w.settle()
    w.page.approve()
    w.chain.mempool.splice(0)
    const [again] = w.page.outcomes.slice(-1)
    if (!again?.result.ok || again.result.value.kind !== 'hash') throw new Error('nothing is named')
    // The page names for the second payment what carried the first one.
    again.result.value.hash = id
    await w.deliver()
    expect((await depositOf(w, second)).state).toMatchObject({ status: 'sent', hash: id })
    w.kill()
    if (carrier) w.chain.mempool.push(carrier)
    w.chain.mine()
    w.revive()
    await wait(w, 5)
    const states = await Promise.all([first, second].map(async (each) => depositOf(w, each)))
    const taken = states.filter(({ state }) => 'hash' in state && state.hash === carrier?.hash)
    expect(taken).toHaveLength(1)
    const [left] = states.filter((each) => !taken.includes(each))
    expect(left?.state.status).toBe('unsure')
    expect(w.chain.deposits()).toHaveLength(1)
  })
})

describe('two orders of an account that ask for the very same', () => {
  /** Both payments are approved; what carries them waits apart. */
  async function both(how: 'truth' | 'false-rejection') {
    const w = asContract(open('erc20'), 'operation')
    const first = await confirmed(w)
    await approve(w)
    w.page.approve()
    const [one] = w.chain.mempool.splice(0)
    await w.deliver()
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest })
    await w.settle()
    w.page.approve(how)
    const [other] = w.chain.mempool.splice(0)
    await w.deliver()
    if (!one?.carries || !other?.inner) throw new Error('nothing is carried')
    expect(other.inner.data).toBe(one.inner?.data)
    // What both take may be taken.
    w.chain.sendByContract({ to: erc20, data: approval(10n ** 9n), value: '0x0' })
    w.chain.mine()
    const land = async ({ nonce: _, ...tx }: SimTransaction) => {
      w.chain.mempool.push({ ...tx, nonce: w.chain.nextNonce(tx.from) })
      w.chain.mine()
      await wait(w, 10)
    }
    const hashesNow = () =>
      Promise.all(
        [first, second].map(async (each) => {
          const { state } = await depositOf(w, each)
          return state.status === 'confirmed' ? state.hash : state.status
        }),
      )
    return { w, one, other, land, hashesNow }
  }

  it('given no node finds it by the name that the first has for it, the second does not take what was named for the first', async () => {
    const { w, one, other, land, hashesNow } = await both('false-rejection')
    const { id = '' } = one.carries ?? {}
    // Only what it did tells of it: the second may look first.
    const hides = (method: string, honest: unknown, params?: readonly unknown[]) =>
      method === 'eth_getLogs' && JSON.stringify(params).includes(id) ? [] : honest
    const hosts = ['rpc.test', 'rpc2.test', ...w.nodes.operatorsOf(chainId)]
    for (const host of hosts) w.nodeFaults.set(host, hides)
    await land(one)
    expect(await hashesNow()).toEqual([one.hash, 'declined'])
    await land(other)
    expect(await hashesNow()).toEqual([one.hash, other.hash])
    expect(w.chain.deposits()).toHaveLength(2)
  })

  it.each(['truth', 'false-rejection'] as const)(
    'given what carries the second comes first (told by %s), each gets its own',
    async (how) => {
      const { w, one, other, land, hashesNow } = await both(how)
      await land(other)
      const [left, taken] = await hashesNow()
      // Named by nobody, it may be either's: never both's.
      expect([left, taken].filter((each) => each === other.hash)).toHaveLength(1)
      if (how === 'truth') expect(taken).toBe(other.hash)
      await land(one)
      expect((await hashesNow()).toSorted()).toEqual([one.hash, other.hash].toSorted())
      expect(w.chain.deposits()).toHaveLength(2)
    },
  )
})

describe('a carrier that a reorganisation takes back', () => {
  /** The deposit is mined; the service has not looked at the chain yet. */
  async function taken(by: SimCarried['by'] | undefined) {
    const w = asContract(open('erc20'), by)
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    w.chain.reorg()
    const [lost] = w.chain.mempool.splice(0)
    if (!lost?.inner) throw new Error('nothing was carried')
    const { to, data, value } = lost.inner
    const call = { from: author, to, data, value: `0x${value.toString(16)}` }
    return { w, orderId, lost, again: () => w.chain.sendByContract(call, lost.carries) }
  }

  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given somebody else carries it out (its wallet named %s), that one is followed',
    async (by) => {
      const { w, orderId, lost, again } = await taken(by)
      await wait(w, 1)
      const { hash } = again()
      w.chain.mine()
      await wait(w, 30)
      expect(hash).not.toBe(lost.hash)
      expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
      expect(w.service.refused).toEqual([hash])
      expect((await w.order(orderId)).alarm).toBeUndefined()
      expect(w.page.state.everAsked).toBe(2)
    },
  )

  it('given the worker died meanwhile, it is followed by the next one', async () => {
    const { w, orderId, again } = await taken('operation')
    w.kill()
    const { hash } = again()
    w.chain.mine()
    w.revive()
    await wait(w, 30)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })

  it.each(['operation', 'safe'] as const)(
    'given it reverts then (%s), both operators show so, and the person can go on',
    async (by) => {
      const { w, orderId, lost } = await taken(by)
      w.service.faults.push(...Array<'error'>(900).fill('error'))
      w.chain.sendByContract({ to: erc20, data: approval(0n), value: '0x0' })
      w.chain.mempool.push({ ...lost, nonce: lost.nonce + 1 })
      w.chain.mine()
      expect(w.chain.mined.at(-1)).toMatchObject({ hash: lost.hash, reverted: true })
      await wait(w, 10)
      const step = await depositOf(w, orderId)
      expect(step.state).toMatchObject({ status: 'unsure', needsPerson: true })
      const attemptId = attemptOf(step.state) ?? ''
      const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
      await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
      expect(await w.order(orderId)).toMatchObject({
        status: 'failed',
        failure: { code: 'order/given-up' },
      })
      expect([w.chain.deposits().length, w.page.state.everAsked]).toEqual([0, 2])
    },
  )

  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given it is mined again and comes to nothing this time (its wallet named %s), it is called paid no more',
    async (by) => {
      const { w, orderId, lost } = await taken(by)
      w.service.faults.push(...Array<'error'>(900).fill('error'))
      const idle = { inner: { to: erc20, data: approval(0n), value: 0n } }
      const carries = lost.carries && { ...lost.carries, failed: true }
      w.chain.mempool.push({ ...lost, ...(carries ? { carries } : idle) })
      w.chain.mine()
      expect(w.chain.mined.at(-1)).toMatchObject({ hash: lost.hash, reverted: false })
      await wait(w, 10)
      const state = by === undefined ? 'other' : 'failed'
      expect((await depositOf(w, orderId)).state).toMatchObject({
        status: 'unsure',
        needsPerson: true,
        checks: expect.arrayContaining([expect.objectContaining({ hash: lost.hash, state })]),
      })
      expect([w.chain.deposits().length, w.page.state.everAsked]).toEqual([0, 2])
    },
  )

  it('given one node alone shows that it came to nothing, it is waited for', async () => {
    const { w, orderId, lost } = await taken('operation')
    w.chain.mempool.push(lost)
    w.chain.mine()
    const without = (method: string, honest: unknown) =>
      method === 'eth_getTransactionReceipt' && honest !== null
        ? { ...(honest as object), logs: [] }
        : honest
    w.nodeFaults.set('rpc.test', without)
    w.nodeFaults.set(w.nodes.operatorsOf(chainId)[0] ?? '', without)
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'confirmed', hash: lost.hash })
  })

  it('given one operator alone shows that it reverted, it is waited for', async () => {
    const { w, orderId, lost } = await taken('operation')
    w.chain.mempool.push(lost)
    const [liar = ''] = w.nodes.operatorsOf(chainId)
    w.nodes.lie(liar, 'reverted')
    w.nodes.lie('rpc.test', 'reverted')
    w.chain.mine()
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'confirmed', hash: lost.hash })
  })

  it('given nobody does, is waited for, and nothing is asked again', async () => {
    const { w, orderId, lost } = await taken('safe')
    await wait(w, 60)
    const { hash } = lost
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
    expect(['submitted', 'tracking']).toContain((await w.order(orderId)).status)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given nobody does for a day, the person is asked, and it is followed should it come after all', async () => {
    const { w, orderId, lost } = await taken('safe')
    for (let hours = 0; hours < 27; hours += 1) await w.advance(3_600_000)
    const checks = expect.arrayContaining([
      expect.objectContaining({ hash: lost.hash, state: 'nowhere' }),
    ])
    const state = { status: 'unsure', needsPerson: true, checks }
    expect((await depositOf(w, orderId)).state).toMatchObject(state)
    expect(w.page.state.everAsked).toBe(2)
    w.chain.mempool.push(lost)
    w.chain.mine()
    await w.advance(7_200_000)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: lost.hash,
    })
  })

  it('given its order is filled and a node shows it as reverted, is looked at for less than an hour', async () => {
    const w = asContract(open('erc20'), 'operation')
    const orderId = await paid(w)
    expect((await w.order(orderId)).status).toBe('filled')
    w.nodes.lie('rpc.test', 'reverted')
    await wait(w, 60)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.clock.alarm).toBeUndefined()
  })
})
