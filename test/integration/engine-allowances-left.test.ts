import 'fake-indexeddb/auto'
import { decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { effectsOf } from '@/src/store/outbox'
import { readLeft } from '@/src/store/read-left'
import { author, chainId, erc20, target } from './engine/chain'
import { createComputers } from './engine/restoring'
import { confirmed, depositOf, txAsked, wait } from './engine/stage'
import type { World } from './engine/world'

const { open, openBeside } = createComputers('allowances-left', { source: 'erc20' })
const all = 2n ** 256n - 1n
const paid = 25_000_000n

const left = async (w: World) => (await readLeft(w.truth, w.clock.now)).map(({ id }) => id)
const allowance = (w: World) => w.chain.state().allowance

/** The approval is mined, of this amount in place of what was asked for, and the deposit is in front of the person. */
async function approved(w: World, amount?: bigint): Promise<string> {
  const orderId = await confirmed(w)
  if (amount !== undefined) raise(w, amount)
  w.page.approve()
  w.chain.mine()
  await w.deliver()
  await w.advance(15_000)
  expect(w.page.prompts).toHaveLength(1)
  return orderId
}

/** The person edits the spending cap that the wallet shows. */
function raise(w: World, amount: bigint): void {
  const request = w.page.prompts[0]?.command.request
  if (request?.kind !== 'transaction') throw new Error('nothing is asked for')
  const args = [target, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  request.tx = { ...txAsked(w), data }
}

/** Paid, by an approval of this amount. */
async function filled(w: World, amount?: bigint): Promise<string> {
  const orderId = await approved(w, amount)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await wait(w, 20)
  expect((await w.order(orderId)).status).toBe('filled')
  return orderId
}

const close = async (w: World, orderId: string, more: object = {}) => {
  await w.call('closeAllowance', { orderId, spender: target, ...more })
  await w.settle()
}

/** The wallet shows nothing but that the allowance is to be taken back. */
function expectRevoke(w: World): void {
  expect(w.page.prompts).toHaveLength(1)
  const { to, data } = txAsked(w)
  expect(to).toBe(erc20)
  const call = decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` })
  expect(call).toMatchObject({ functionName: 'approve', args: [target, 0n] })
}

async function answer(w: World): Promise<void> {
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  // Two nodes bear it out, as soon as the order may ask them: a look for its payment took six requests at most.
  await wait(w, 3)
}

describe('an approval that the person raised in the wallet beyond what was paid', () => {
  it('is listed once the order is paid, keeps it in the history, and is taken back by one request', async () => {
    const w = open()
    const orderId = await filled(w, all)
    const order = await w.order(orderId)
    expect(order.attempts[0]?.seen[0]?.approved).toBe(String(all))
    expect(order.alarm).toBeUndefined()
    expect(await left(w)).toEqual([orderId])
    const [found] = (await w.call('readAllowances', { orderId })).allowances
    expect(found).toMatchObject({ amount: String(allowance(w)) })
    // Long after all that was asked for it could be carried out.
    await w.advance(2 * 86_400_000)
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 1 })
    await close(w, orderId)
    expectRevoke(w)
    await answer(w)
    expect(allowance(w)).toBe(0n)
    const done = await w.order(orderId)
    expect(done).toMatchObject({ status: 'filled', current: 3 })
    expect(await left(w)).toEqual([])
    expect(w.chain.deposits()).toHaveLength(1)
    await expect(close(w, orderId)).rejects.toMatchObject({ code: 'order/changed' })
    await w.advance(2 * 3_600_000)
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 1 })
  })

  it('is listed by what was approved where nodes differed on it before the payment', async () => {
    const w = open()
    const orderId = await confirmed(w)
    raise(w, 3n * paid)
    w.page.approve()
    w.chain.mine()
    const [one = ''] = w.nodes.operatorsOf(chainId)
    const [more] = [`0x${(4n * paid).toString(16).padStart(64, '0')}`]
    // One that shows another allowance: then none is kept with the ask.
    w.nodeFaults.set(one, (method, honest) => (method === 'eth_call' ? more : honest))
    await w.deliver()
    await w.advance(15_000)
    w.page.approve()
    w.nodeFaults.clear()
    await w.deliver()
    w.chain.mine()
    await wait(w, 20)
    const order = await w.order(orderId)
    expect(order.attempts[1]?.evidence).not.toHaveProperty('allowance')
    expect(order.status).toBe('filled')
    expect(await left(w)).toEqual([orderId])
    expect((await w.call('readAllowances', { orderId })).allowances).toMatchObject([
      { amount: String(2n * paid) },
    ])
  })

  it('is not offered to be taken back while the payment may still need it', async () => {
    const w = open()
    const orderId = await approved(w, all)
    const refused = { code: 'order/changed' }
    await expect(close(w, orderId)).rejects.toMatchObject(refused)
    w.page.approve()
    await w.deliver()
    await expect(close(w, orderId)).rejects.toMatchObject(refused)
    expect(await left(w)).toEqual([])
    expect(w.page.prompts).toEqual([])
  })

  it('given another order pays by it, is not taken back before that is over', async () => {
    const w = open()
    const orderId = await filled(w, all)
    await w.call('confirmOrder', await w.prepare('q2'))
    await w.settle()
    const needed = { code: 'order/allowance-needed' }
    await expect(close(w, orderId)).rejects.toMatchObject(needed)
  })

  it('given it was declined, or the worker died, is asked for once and can be asked for again', async () => {
    const w = open()
    const orderId = await filled(w, all)
    await close(w, orderId)
    w.kill()
    w.revive()
    await w.advance(60_000)
    expectRevoke(w)
    w.page.reject()
    await w.deliver()
    await close(w, orderId)
    expectRevoke(w)
    await answer(w)
    expect(allowance(w)).toBe(0n)
    expect(w.chain.deposits()).toHaveLength(1)
  })
})

describe('an approval that was paid from whole', () => {
  it('costs nodes nothing: nothing is left of it by what is on record', async () => {
    const w = open()
    const orderId = await filled(w)
    expect((await w.order(orderId)).attempts[0]?.seen[0]?.approved).toBe(String(paid))
    await w.advance(2 * 86_400_000)
    w.reads.length = 0
    expect(await left(w)).toEqual([])
    expect(await w.call('readAllowances', { orderId })).toEqual({ allowances: [] })
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 1 })
    expect(w.reads).toEqual([])
  })
})

describe('an allowance of an order that a backup holds', () => {
  const restore = async (w: World, order: unknown) =>
    expect(await w.call('restoreOrders', { orders: [order] as never })).toMatchObject({ added: 1 })

  /** Another computer that read the order out of a backup, with its payment as it was then. */
  async function restored(how: 'asking' | 'declined') {
    const one = open()
    const orderId = await approved(one)
    if (how === 'declined') {
      one.page.reject()
      await one.deliver()
    }
    // Each computer makes names of its own.
    const text = JSON.stringify(await one.order(orderId)).replaceAll(
      /"0{30}/g,
      `"${'f'.repeat(30)}`,
    )
    const file = JSON.parse(text) as SwapOrder
    const w = openBeside(one)
    await restore(w, file)
    await w.advance(600_000)
    return { w, orderId: file.id, file }
  }

  it.each(['asking', 'declined'] as const)('is listed and taken back (%s)', async (how) => {
    const { w, orderId } = await restored(how)
    const before = await w.order(orderId)
    expect(before.status).toBe('attention')
    expect(await left(w)).toEqual([orderId])
    await close(w, orderId, { page: w.page.page })
    expectRevoke(w)
    w.kill()
    w.revive()
    await w.advance(60_000)
    expectRevoke(w)
    await answer(w)
    expect(allowance(w)).toBe(0n)
    expect(await left(w)).toEqual([])
    await wait(w, 30)
    // Nothing else of it was asked for, nor is it gone on with.
    expect(w.asked).toHaveLength(1)
    const after = await w.order(orderId)
    expect(after).toMatchObject({ status: 'attention', current: 3 })
    expect(after.steps[1]).toEqual(before.steps[1])
    expect((await effectsOf(w.truth, orderId)).map(({ task }) => task.kind)).not.toContain(
      'armStep',
    )
  })

  it('given the wallet is asked for it, has its payment asked for by nobody', async () => {
    const { w, orderId } = await restored('declined')
    await close(w, orderId, { page: w.page.page })
    w.page.reject()
    await w.deliver()
    const { id: stepId, state } = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId }).catch(() => undefined)
    const named = { orderId, stepId, attemptId: attemptOf(state) ?? '' }
    const said = { ...named, choice: { kind: 'not-sent' } } as const
    await w.call('resolveUnsure', said).catch(() => undefined)
    await wait(w, 5)
    expect(w.page.prompts).toEqual([])
    expect((await depositOf(w, orderId)).state).toEqual(state)
    await close(w, orderId, { page: w.page.page })
    expectRevoke(w)
  })

  it('given nodes show nothing of it, is not asked for', async () => {
    const { w, orderId } = await restored('asking')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [target, 0n] })
    w.chain.send({ from: author, to: erc20, value: '0x0', data } as never)
    w.chain.mine()
    await wait(w, 5)
    const page = { page: w.page.page }
    await expect(close(w, orderId, page)).rejects.toMatchObject({ code: 'order/changed' })
    expect(w.asked).toEqual([])
  })

  it('holds up no other one of the same file', async () => {
    const { w, orderId, file } = await restored('asking')
    const accepted = { ...file.accepted, quoteId: 'of the file' }
    await restore(w, { ...file, accepted, id: 'e'.repeat(32) })
    await close(w, orderId, { page: w.page.page })
    expectRevoke(w)
  })
})

describe('an allowance of an order whose payment was declined', () => {
  it('is listed once the price is over, and the order is cancelled with it', async () => {
    const w = open()
    const orderId = await approved(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 5)
    expect(await left(w)).toEqual([])
    await expect(close(w, orderId)).rejects.toMatchObject({ code: 'order/changed' })
    await wait(w, 30)
    const order = await w.order(orderId)
    expect(order).toMatchObject({
      status: 'running',
      steps: [{}, { state: { status: 'declined' } }],
    })
    expect(await left(w)).toEqual([orderId])
    await close(w, orderId)
    expect((await w.order(orderId)).status).toBe('stopped')
    expectRevoke(w)
    await answer(w)
    expect(allowance(w)).toBe(0n)
    expect(await left(w)).toEqual([])
  })
})
