import 'fake-indexeddb/auto'
import { decodeFunctionData, encodeFunctionData, erc20Abi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { openAllowances } from '@/src/domain/order/open-allowances'
import type { SwapOrder } from '@/src/domain/order/order'
import { attemptOf, isRevoking } from '@/src/domain/order/order-parts'
import { effectsOf } from '@/src/store/outbox'
import { readLeft } from '@/src/store/read-left'
import { chainId, erc20, target } from './engine/chain'
import { confirmed, createStage, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('allowances')
const revokeData = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'approve',
  args: [target, 0n],
})
const operatorsOf = (w: World) => w.nodes.operatorsOf(chainId)

/** The approval is mined, and the deposit is in front of the person. */
async function approved(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  w.chain.mine()
  await w.deliver()
  await w.advance(15_000)
  expect(w.page.prompts).toHaveLength(1)
  return orderId
}

/** An order that was stopped after its approval, and of whose refused deposit nothing can come. */
async function stopped(w: World): Promise<string> {
  const orderId = await approved(w)
  w.page.reject()
  await w.deliver()
  await w.call('stopOrder', { orderId })
  // Two operators show that it was not sent.
  await wait(w, 5)
  return orderId
}

const close = (w: World, orderId: string) =>
  w.call('closeAllowance', { orderId, spender: target }).then(() => w.settle())

/** What the wallet is asked to approve for whom, of which contract; undefined where it is not asked. */
function promptOf(w: World) {
  const { request } = w.page.prompts[0]?.command ?? {}
  if (request?.kind !== 'transaction') return undefined
  const { to, data, value } = request.tx
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` })
  return { to, functionName, args, value }
}

/** Whom the wallet is asked to call. */
function askedOf(w: World) {
  const { request } = w.page.prompts[0]?.command ?? {}
  return request?.kind === 'transaction' ? request.tx.to : undefined
}

const allowance = (w: World) => w.chain.state().allowance

async function revoke(w: World, orderId: string) {
  const { steps, current } = await w.order(orderId)
  const step = steps[current]
  if (!step) throw new Error('nothing is asked for')
  return { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '', state: step.state }
}

describe('an allowance that a stopped order left open', () => {
  it('is taken back by one request, and the order stays as it ended', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    expect((await readLeft(w.truth, w.clock.now)).map(({ id }) => id)).toEqual([orderId])
    await close(w, orderId)
    expect(promptOf(w)).toMatchObject({
      to: erc20,
      functionName: 'approve',
      args: [target, 0n],
      value: '0x0',
    })
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('stopped')
    expect(order.steps.at(-1)?.state.status).toBe('confirmed')
    expect(openAllowances(order, w.clock.now)).toEqual([])
    expect(await readLeft(w.truth, w.clock.now)).toEqual([])
    expect(allowance(w)).toBe(0n)
    expect(w.chain.deposits()).toEqual([])
    await expect(close(w, orderId)).rejects.toMatchObject({ code: 'order/changed' })
  })

  it('is tried on independent nodes first, and asked for with a limit of gas by that', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    w.reads.length = 0
    await close(w, orderId)
    const tried = w.reads.filter((read) => read.endsWith('eth_simulateV1'))
    expect(new Set(tried.map((read) => read.split(' ', 1)[0]))).toEqual(
      new Set(operatorsOf(w).slice(0, 2)),
    )
    const { request } = w.page.prompts[0]?.command ?? {}
    expect(request).toMatchObject({ tx: { data: revokeData, gas: toHex(2 * 60_000 + 50_000) } })
    // What is mined with it is the request that was made.
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    expect((await w.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')
  })

  it('given a token that does more than that, is not asked for, and says why', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    w.chain.trial.together = 'never'
    await close(w, orderId)
    const { state } = await revoke(w, orderId)
    expect(state).toMatchObject({ status: 'failed', code: 'policy/odd-revoke', retryable: true })
    expect(w.page.prompts).toEqual([])
    // Another click asks the nodes anew.
    w.chain.trial.together = 'passes'
    await close(w, orderId)
    expect(promptOf(w)).toMatchObject({ to: erc20, args: [target, 0n] })
  })

  it('given no independent node can try it, is asked for without one', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    w.chain.trial.together = undefined
    await close(w, orderId)
    const { request } = w.page.prompts[0]?.command ?? {}
    expect(request).toMatchObject({ tx: { data: revokeData } })
    expect(request).not.toHaveProperty('tx.gas')
  })

  it('given a backup file alone tells of it, is taken back only where nodes show it', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    const kept = JSON.parse(JSON.stringify(await w.order(orderId))) as SwapOrder
    const accepted = { ...kept.accepted, quoteId: 'of the file' }
    const again = { ...kept, accepted, id: 'e'.repeat(32) }
    expect(await w.call('restoreOrders', { orders: [again] })).toMatchObject({ added: 1 })
    await close(w, 'e'.repeat(32))
    expect(promptOf(w)).toMatchObject({ to: erc20, functionName: 'approve', args: [target, 0n] })
    w.dispose()
    const other = open('erc20')
    expect(await other.call('restoreOrders', { orders: [kept] })).toMatchObject({ added: 1 })
    // On a contract of something else, a call that looks like this may give what is not to be given.
    await expect(close(other, orderId)).rejects.toMatchObject({ code: 'order/changed' })
    await wait(other, 1)
    expect(other.asked).toEqual([])
  })

  it('is asked for once, however often the person clicks and the worker dies', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    await close(w, orderId)
    await expect(close(w, orderId)).rejects.toMatchObject({ code: 'order/busy' })
    w.kill()
    w.revive()
    await w.advance(120_000)
    expect(w.asked).toHaveLength(3)
    expect(w.asked.at(-1)?.stored).toBe('asking')
    w.page.approve()
    await w.deliver(3)
    w.chain.mine()
    await w.advance(30_000)
    expect(w.asked).toHaveLength(3)
    expect(isRevoking(await w.order(orderId))).toBe(false)
    expect(allowance(w)).toBe(0n)
  })

  it('given it is declined in the wallet, can be asked for again', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    await close(w, orderId)
    w.page.reject()
    await w.deliver()
    const { state, stepId } = await revoke(w, orderId)
    expect(state.status).toBe('declined')
    await w.call('retryStep', { orderId, stepId })
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    expect(allowance(w)).toBe(0n)
    expect((await w.order(orderId)).status).toBe('stopped')
  })

  it('given its prompt is gone with the tab, can be asked for in another page', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    await close(w, orderId)
    w.page.close()
    w.page.reopen()
    await w.advance(60_000)
    const { state, ...named } = await revoke(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    await w.call('resolveUnsure', { ...named, choice: { kind: 'not-sent' } })
    const again = { orderId, spender: target }
    await expect(w.call('closeAllowance', again)).rejects.toMatchObject({ code: 'page/gone' })
    await w.call('closeAllowance', { ...again, page: w.page.page })
    await w.settle()
    expect(promptOf(w)?.args).toEqual([target, 0n])
  })

  it('given the wallet stays on another account, is not asked for for ever', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    w.page.state.account = `0x${'9'.repeat(40)}`
    await close(w, orderId)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/account-changed')
    await wait(w, 11)
    expect((await revoke(w, orderId)).state).toMatchObject({
      status: 'failed',
      code: 'order/not-sent',
      retryable: true,
    })
    expect(w.page.prompts).toEqual([])
    const due = await effectsOf(w.truth, orderId)
    expect(due.map(({ task }) => task.kind)).not.toContain('armStep')
  })
})

describe('an allowance that something may still take', () => {
  it('given the refusal of its payment is only a page’s word, is not taken back', async () => {
    const w = open('erc20')
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    const orderId = await stopped(w)
    expect(openAllowances(await w.order(orderId), w.clock.now)).toHaveLength(1)
    await expect(close(w, orderId)).rejects.toMatchObject({
      code: 'order/allowance-needed',
      context: { orderId },
    })
    expect(w.page.prompts).toEqual([])
  })

  it('given another order pays with it, is not taken back before that is over', async () => {
    const w = open('erc20')
    const first = await stopped(w)
    const plan = await w.prepare('q2')
    await w.call('confirmOrder', plan)
    await w.settle()
    await expect(close(w, first)).rejects.toMatchObject({
      code: 'order/allowance-needed',
      context: { orderId: plan.orderId },
    })
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId: plan.orderId })
    // Only a page says so far that it was refused.
    await wait(w, 5)
    await close(w, first)
    expect(promptOf(w)?.args).toEqual([target, 0n])
  })

  it('given another order came to pay with it meanwhile, is not asked for any more', async () => {
    const w = open('erc20')
    const first = await stopped(w)
    const { account } = w.page.state
    w.page.state.account = `0x${'9'.repeat(40)}`
    await close(w, first)
    expect((await w.order(first)).blocker?.code).toBe('wallet/account-changed')
    await w.call('confirmOrder', await w.prepare('q2'))
    w.page.state.account = account
    await w.advance(15_000)
    expect((await revoke(w, first)).state).toMatchObject({
      status: 'failed',
      code: 'order/allowance-needed',
      retryable: true,
    })
    expect(w.page.prompts).toHaveLength(1)
    expect(askedOf(w)).toBe(target)
  })

  it('given another order that ended may still be paid with it, is not taken back', async () => {
    const w = open('erc20')
    const first = await stopped(w)
    const plan = await w.prepare('q2')
    await w.call('confirmOrder', plan)
    await w.settle()
    expect(askedOf(w)).toBe(target)
    w.page.reject()
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    await w.deliver()
    await w.call('stopOrder', { orderId: plan.orderId })
    await expect(close(w, first)).rejects.toMatchObject({ code: 'order/allowance-needed' })
    w.nodes.heal()
    await wait(w, 5)
    await close(w, first)
    expect(promptOf(w)?.args).toEqual([target, 0n])
  })

  it('given the payment lands after all, the order goes on with it and asks for nothing', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    await close(w, orderId)
    w.page.reject()
    await w.deliver()
    const deposit = (await w.order(orderId)).steps.find((each) => each.deposit)
    if (deposit?.action.kind !== 'transaction') throw new Error('no deposit')
    w.chain.send(deposit.action.tx)
    w.chain.mine()
    await wait(w, 6)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.prompts).toEqual([])
    expect(w.chain.deposits()).toHaveLength(1)
  })
})

describe('a payment that needs an allowance that is being taken back', () => {
  /** The wallet is asked to revoke for one order, and another one is confirmed meanwhile. */
  async function both(w: World): Promise<string> {
    const first = await stopped(w)
    await close(w, first)
    const plan = await w.prepare('q2')
    await w.call('confirmOrder', plan)
    await w.advance(30_000)
    expect(w.page.prompts).toHaveLength(1)
    expect(promptOf(w)?.args).toEqual([target, 0n])
    expect((await w.order(plan.orderId)).blocker?.code).toBe('order/allowance-closing')
    return plan.orderId
  }

  it('waits for that, and is not asked for when nothing is left then', async () => {
    const w = open('erc20')
    const second = await both(w)
    w.page.approve()
    await w.deliver()
    expect(w.page.prompts).toEqual([])
    w.chain.mine()
    await w.advance(60_000)
    expect(allowance(w)).toBe(0n)
    expect(w.page.prompts).toEqual([])
    expect((await w.order(second)).steps[0]?.state).toMatchObject({
      status: 'failed',
      code: 'policy/would-revert',
    })
    expect(w.chain.deposits()).toEqual([])
  })

  it('given the revoke is declined, goes on with what is there', async () => {
    const w = open('erc20')
    await both(w)
    w.page.reject()
    await w.deliver()
    await w.advance(15_000)
    expect(askedOf(w)).toBe(target)
  })
})

describe('an allowance of an order whose price ended', () => {
  async function expired(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await wait(w, 12)
    w.chain.mine()
    // So long after the ask it is looked at every minute and a half.
    await w.advance(120_000)
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({ code: 'policy/quote-expired' })
    return orderId
  }

  it('is taken back, and the order is stopped with it', async () => {
    const w = open('erc20')
    const orderId = await expired(w)
    await close(w, orderId)
    expect((await w.order(orderId)).status).toBe('stopped')
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    expect(allowance(w)).toBe(0n)
  })

  it('given the wallet does not answer, then the order is not stopped for nothing', async () => {
    const w = open('erc20')
    const orderId = await expired(w)
    w.page.state.slow = true
    await expect(close(w, orderId)).rejects.toMatchObject({ code: 'page/not-responding' })
    expect((await w.order(orderId)).status).toBe('running')
  })
})

describe('what is left of an allowance', () => {
  const read = async (w: World, orderId: string) =>
    (await w.call('readAllowances', { orderId })).allowances

  it('is what two nodes show', async () => {
    const w = open('erc20')
    const orderId = await stopped(w)
    const [{ spender } = { spender: '' }] = await read(w, orderId)
    expect(spender.toLowerCase()).toBe(target)
    expect(await read(w, orderId)).toEqual([{ spender, amount: '25000000' }])
    const none = toHex(0n, { size: 32 })
    const [one = '', ...others] = operatorsOf(w)
    w.nodeFaults.set(one, (method, honest) => (method === 'eth_call' ? none : honest))
    expect(await read(w, orderId)).toEqual([{ spender, amount: '25000000' }])
    // One node alone does not say that nothing is left.
    for (const host of others) w.nodes.silence(host)
    expect(await read(w, orderId)).toEqual([{ spender }])
    w.nodes.silence(one)
    expect(await read(w, orderId)).toEqual([{ spender }])
    w.nodes.heal()
    for (const host of others) {
      w.nodeFaults.set(host, (method, honest) => (method === 'eth_call' ? none : honest))
    }
    expect(await read(w, orderId)).toEqual([{ spender, amount: '0' }])
  })
})

describe('an order that left an allowance open', () => {
  /** Long after everything that was asked for it could be carried out. */
  async function old(w: World): Promise<string> {
    const orderId = await stopped(w)
    await w.advance(2 * 86_400_000)
    return orderId
  }
  const left = async (w: World) => (await readLeft(w.truth, w.clock.now)).map(({ id }) => id)

  it('is not removed before it is taken back: the list in the settings would forget it', async () => {
    const w = open('erc20')
    const orderId = await old(w)
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 1 })
    expect(await w.call('clearOrders', { orderId })).toMatchObject({ removed: 0, kept: 1 })
    expect(await left(w)).toEqual([orderId])
    await close(w, orderId)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(2 * 3_600_000)
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 1, kept: 0 })
    expect(await left(w)).toEqual([])
  })

  it('is removed once two nodes show that nothing is left of it, and on the word of none', async () => {
    const w = open('erc20')
    const orderId = await old(w)
    const none = toHex(0n, { size: 32 })
    const [one = '', ...others] = operatorsOf(w)
    for (const host of others) w.nodes.silence(host)
    w.nodeFaults.set(one, (method, honest) => (method === 'eth_call' ? none : honest))
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 1 })
    w.nodes.heal()
    w.nodeFaults.clear()
    // Somewhere else than here.
    w.chain.send({ to: erc20, value: '0x0', data: revokeData })
    w.chain.mine()
    await wait(w, 5)
    expect(await w.call('clearOrders', { orderId })).toMatchObject({ removed: 1, kept: 0 })
    expect(await left(w)).toEqual([])
  })
})

describe('what older approvals let those who are paid take of other tokens', () => {
  const usdt = `0x${'d7'.repeat(20)}`
  const word = (value: bigint) => toHex(value, { size: 32 })
  const read = async (w: World, tokens: string[]) => {
    const { orderId } = await w.prepare()
    return {
      standing: async () => (await w.call('readStanding', { orderId, tokens })).standing,
      orderId,
    }
  }

  it('is the most that any of two nodes shows, of other tokens and first of the one that is paid', async () => {
    const w = open('erc20')
    const { standing } = await read(w, [usdt, erc20])
    expect(await standing()).toEqual([])
    const [one = '', other = ''] = operatorsOf(w)
    const shows = (host: string, value: bigint) =>
      w.nodeFaults.set(host, (method, honest) => (method === 'eth_call' ? word(value) : honest))
    shows(one, 7n)
    const [own, found, ...more] = await standing()
    expect(more).toEqual([])
    expect(own).toMatchObject({ token: erc20, amount: '7' })
    expect(found).toMatchObject({ token: usdt, amount: '7' })
    expect([own, found].map((each) => each?.spender.toLowerCase())).toEqual([target, target])
    shows(other, 9n)
    expect(await standing()).toMatchObject([
      { token: erc20, amount: '9' },
      { token: usdt, amount: '9' },
    ])
  })

  it.each<[string, bigint, bigint, number, string[]]>([
    ['holds', 9n, 5n, 60, ['5']],
    ['is more than was approved to Permit2', 3n, 5n, 60, ['3']],
    ['has run out', 9n, 5n, -60, []],
    ['is none', 9n, 0n, 60, []],
  ])('counts an allowance at Permit2 that %s', async (_, approved, amount, left, found) => {
    const w = open('erc20')
    const { standing } = await read(w, [usdt])
    const permit2 = '000000000022d473030f116ddee9f6b43ac78ba3'
    const until = BigInt(Math.floor(w.clock.now / 1_000) + left)
    const told = [amount, until, 1n].map((each) => word(each).slice(2)).join('')
    for (const host of operatorsOf(w)) {
      w.nodeFaults.set(host, (method, honest, params = []) => {
        if (method !== 'eth_call') return honest
        const { to, data } = params[0] as { to: string; data: string }
        if (to === `0x${permit2}`) return `0x${told}`
        return to === usdt ? word(data.endsWith(permit2) ? approved : 0n) : honest
      })
    }
    expect((await standing()).map((each) => each.amount)).toEqual(found)
  })

  it('given nodes that do not answer, or no contract there, says nothing', async () => {
    const w = open('erc20')
    const { standing } = await read(w, [usdt])
    for (const host of operatorsOf(w)) {
      w.nodeFaults.set(host, (method, honest) => (method === 'eth_call' ? '0x' : honest))
    }
    expect(await standing()).toEqual([])
    for (const host of operatorsOf(w)) w.nodes.silence(host)
    expect(await standing()).toEqual([])
  })
})
