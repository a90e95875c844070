import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { author, erc20, target } from './engine/chain'
import { approve, contractCode, delegation } from './engine/coded-account'
import { confirmed, createStage, depositOf, hostsOf, nameHash, txAsked, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('accounts-code')

/** Whom the account pays beside. */
const relayer = `0x${'77'.repeat(20)}` as const

describe('an account that gets its code after the review', () => {
  it('given its first operation deploys it, is followed all the same', async () => {
    const w = open('erc20')
    w.page.state.contract = true
    const orderId = await confirmed(w)
    expect((await w.order(orderId)).coded).toBeUndefined()
    w.chain.code.set(author, contractCode)
    await approve(w)
    expect((await w.order(orderId)).attempts.at(-1)?.evidence.coded).toBe('contract')
    await approve(w)
    await wait(w, 2)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.deposits()).toHaveLength(1)
    expect(w.chain.deposits()[0]?.inner?.to).toBe(target)
  })

  it('given it comes with the payment itself, which its page calls rejected, is found by what was done', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    await approve(w)
    expect((await w.order(orderId)).attempts.at(-1)?.evidence.coded).toBeUndefined()
    w.page.state.contract = true
    w.chain.code.set(author, contractCode)
    w.page.approve('false-rejection')
    await w.deliver()
    await w.advance(5_000)
    w.chain.mine()
    await wait(w, 10)
    const order = await w.order(orderId)
    expect([order.status, order.attempts.at(-1)?.end?.what]).toEqual(['filled', 'mined'])
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given it pays coins, nothing is told of transactions, neither before it is deployed nor after', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const tx = txAsked(w)
    w.page.muddle()
    await w.deliver()
    await wait(w, 3)
    const told = async () => {
      const { state } = await depositOf(w, orderId)
      expect(state.status).toBe('unsure')
      return 'checks' in state ? state.checks.map(({ what }) => what) : []
    }
    expect(await told()).toContain('ledger')
    expect(await told()).not.toContain('nonce')
    w.chain.code.set(author, contractCode)
    const id = `0x${'3'.repeat(64)}`
    const { hash } = w.chain.sendByContract(tx, { by: 'operation', id })
    w.chain.mine()
    // A contract begins with the nonce 1 (EIP-161).
    const begins = (method: string, honest: unknown) =>
      method === 'eth_getTransactionCount' ? '0x1' : honest
    for (const host of hostsOf(w)) w.nodeFaults.set(host, begins)
    await wait(w, 10)
    expect(await told()).not.toContain('nonce')
    await nameHash(w, orderId, id)
    await wait(w, 3)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })

  it.each([
    ['minutes', 3],
    ['hours', 200],
  ])(
    'given others carry its payment out %s after its page called it rejected, is found on nodes that show few blocks',
    async (_, minutes) => {
      const w = open('erc20')
      for (const host of hostsOf(w)) w.nodes.narrow(host, 500)
      const orderId = await refusedWith(w, contractCode)
      await wait(w, minutes)
      w.chain.mine()
      await wait(w, 70)
      expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
      expect(w.page.state.everAsked).toBe(2)
    },
  )
})

describe('a payment that others carried out, and that nodes hide', () => {
  it('given the first one that is asked does, is found by others within the hour', async () => {
    const w = open('erc20')
    w.nodeFaults.set('rpc.test', (method, honest) => (method === 'eth_getLogs' ? [] : honest))
    const orderId = await refusedWith(w, contractCode)
    w.chain.mine()
    await wait(w, 60)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
  })

  it('given the first one names it, and shows something else under it, is found by others', async () => {
    const w = open('erc20')
    w.nodeFaults.set('rpc.test', (method, honest) =>
      method === 'eth_getTransactionReceipt' && honest
        ? { ...(honest as object), logs: [] }
        : honest,
    )
    const orderId = await refusedWith(w, contractCode)
    w.chain.mine()
    await wait(w, 60)
    const { state } = await depositOf(w, orderId)
    expect(state.status).toMatch(/^(sent|verified|confirmed)$/)
  })

  it('given all name it, and show no receipt of it for hours, is found once they do', async () => {
    const w = open('erc20')
    const orderId = await refusedWith(w, contractCode)
    w.chain.mine()
    const hash = w.chain.mined.at(-1)?.hash
    for (const host of hostsOf(w)) {
      w.nodeFaults.set(host, (method, honest, params) =>
        method === 'eth_getTransactionReceipt' && params?.[0] === hash ? null : honest,
      )
    }
    await wait(w, 120)
    w.nodeFaults.clear()
    await wait(w, 120)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
  })

  it('given all do for some minutes, is found once one does not', async () => {
    const w = open('erc20')
    for (const host of hostsOf(w)) {
      w.nodeFaults.set(host, (method, honest) => (method === 'eth_getLogs' ? [] : honest))
    }
    const orderId = await refusedWith(w, contractCode)
    w.chain.mine()
    await wait(w, 20)
    w.nodeFaults.clear()
    await wait(w, 30)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
  })
})

describe('a payment that others carried out late, or among much else', () => {
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [relayer, 1n] } as const
  const payOne = { to: erc20, data: encodeFunctionData(transfer), value: '0x0' }

  it.each([0, 6, 8])(
    'given %i other transactions of the account are in its block, is found',
    async (count) => {
      const w = open('erc20')
      const orderId = await refusedWith(w, contractCode)
      const [payment] = w.chain.mempool.splice(0)
      for (let i = 0; i < count; i += 1) w.chain.sendByContract(payOne)
      if (payment?.inner) w.chain.sendByContract({ ...payment.inner, value: '0x0' })
      w.chain.mine()
      await wait(w, 60)
      expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
    },
  )

  it.each([
    ['the node that is asked first', 0],
    ['one operator', 1],
    ['another operator', 2],
  ])('given %s stands still, is found in the same hour', async (_, at) => {
    const w = open('erc20')
    const orderId = await refusedWith(w, contractCode)
    w.nodes.freeze(hostsOf(w)[at] ?? '')
    await wait(w, 5)
    w.chain.mine()
    await wait(w, 60)
    const order = await w.order(orderId)
    expect((await depositOf(w, orderId)).state.status).toMatch(/^(sent|verified|confirmed)$/)
    expect(order.attempts.at(-1)?.end?.what).not.toBe('refused')
  })

  it.each([1, 2])(
    'given operator %i stands still, and it is carried out hours later on nodes that show few blocks, is found',
    async (at) => {
      const w = open('erc20')
      for (const host of hostsOf(w)) w.nodes.narrow(host, 500)
      const orderId = await refusedWith(w, contractCode)
      w.nodes.freeze(hostsOf(w)[at] ?? '')
      await wait(w, 240)
      w.chain.mine()
      await wait(w, 120)
      expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
    },
  )
})

describe('a transaction of the account’s own code of which nodes, or its form, say otherwise', () => {
  /** How many requests are made in a minute in which the worker is to come to rest. */
  async function readsInAMinute(w: World): Promise<number> {
    const before = w.reads.length
    await w.deliver()
    await w.advance(60_000)
    return w.reads.length - before
  }

  it.each(['named', 'not named'])(
    'given an approval in a batch that is packed otherwise, %s, is taken by its event',
    async (how) => {
      const w = open('erc20')
      w.chain.code.set(author, delegation)
      const orderId = await confirmed(w)
      const tx = w.chain.sendByContract(txAsked(w), undefined, author)
      tx.data = `0xe9ae5c53${'12'.repeat(64)}`
      if (how === 'named') w.page.invent(tx.hash)
      else w.page.muddle()
      w.chain.mine()
      expect(await readsInAMinute(w)).toBeLessThan(120)
      const { alarm, steps } = await w.order(orderId)
      expect([alarm, steps[0]?.state.status]).toEqual([undefined, 'confirmed'])
    },
  )

  it.each([
    ['carried by others', contractCode, false],
    ['sent by the account to itself', delegation, true],
  ])(
    'given a deposit that was %s, and that the first node tells otherwise, is an alarm, and looked at seldom',
    async (_, code, byItself) => {
      const w = open('erc20')
      w.chain.code.set(author, code)
      const orderId = await confirmed(w)
      await approve(w)
      Object.assign(w.page.state, { contract: true, byItself })
      const junk = { from: author, to: author, input: '0x1234', nonce: '0x9' }
      w.nodeFaults.set('rpc.test', (method, honest) =>
        method === 'eth_getTransactionByHash' && honest
          ? { ...(honest as object), ...junk }
          : honest,
      )
      w.page.approve()
      w.chain.mine()
      expect(await readsInAMinute(w)).toBeLessThan(120)
      expect((await w.order(orderId)).alarm?.code).toBe('chain/mismatch')
    },
  )
})

/** The account gets code as it pays, and its page says that the payment was rejected. */
async function refusedWith(w: World, code: string): Promise<string> {
  const { orderId, digest } = await w.prepare('q1', 86_400)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  if (w.source === 'erc20') await approve(w)
  w.page.state.contract = true
  w.chain.code.set(author, code)
  w.page.approve('false-rejection')
  await w.deliver()
  await w.advance(5_000)
  return orderId
}

describe('an account that sends what it does to itself (EIP-7702)', () => {
  it.each(['erc20', 'native'] as const)(
    'given its wallet names the transaction (%s), is followed by what it did',
    async (source) => {
      const w = open(source)
      w.chain.code.set(author, delegation)
      const orderId = await confirmed(w)
      if (source === 'erc20') await approve(w)
      Object.assign(w.page.state, { contract: true, byItself: true })
      await approve(w)
      await wait(w, 3)
      const order = await w.order(orderId)
      expect([order.status, order.alarm]).toEqual(['filled', undefined])
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given its page called it rejected (erc20), is found by what it did', async () => {
    const w = open('erc20')
    w.page.state.byItself = true
    const orderId = await refusedWith(w, delegation)
    w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
  })

  it('given coins and a wallet that named nothing, takes the hash', async () => {
    const w = open('native')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    const tx = txAsked(w)
    w.page.muddle()
    await w.deliver()
    const { hash } = w.chain.sendByContract(tx, undefined, author)
    w.chain.mine()
    await wait(w, 3)
    await nameHash(w, orderId, hash)
    await wait(w, 3)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })
})

describe('an account that has its code no more by the time somebody looks', () => {
  it.each([
    ['others', false],
    ['the account itself', true],
  ])('given %s carried its payment out, it is found by what was done', async (_, byItself) => {
    const w = open('erc20')
    w.page.state.byItself = byItself
    const orderId = await refusedWith(w, delegation)
    w.chain.mine()
    w.chain.code.delete(author)
    await wait(w, 10)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('mined')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given coins, which it sent itself, nobody is told that none left, nor is it asked again', async () => {
    const w = open('native')
    w.page.state.byItself = true
    const orderId = await refusedWith(w, delegation)
    w.chain.mine()
    w.chain.code.delete(author)
    await wait(w, 10)
    const { id: stepId } = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await wait(w, 3)
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).attempts[0]?.end?.what).not.toBe('absent')
  })
})
