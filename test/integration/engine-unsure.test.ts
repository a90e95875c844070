import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { Step } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { follow } from './engine/person'
import { asked, confirmed, createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('unsure')

describe('a prompt that is gone without an answer', () => {
  async function gone(w: World) {
    const orderId = await confirmed(w)
    if (w.page.prompts[0]?.command.request.kind !== 'transaction') throw new Error('not asked')
    const step = (await w.order(orderId)).steps[0]
    const named = { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) }
    await w.call('promptGone', named)
    await w.settle()
    return named
  }
  const attemptIn = (step?: Step) => (step && attemptOf(step.state)) ?? ''

  it('given the person says so, they decide within seconds, and native coins need their word', async () => {
    const w = open()
    const { orderId, stepId, attemptId } = await gone(w)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
      checks: expect.arrayContaining([expect.objectContaining({ what: 'prompt' })]),
    })
    await w.advance(300_000)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('unsure')
    const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('failed')
  })

  it('given it was sent all the same, is found', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const step = (await w.order(orderId)).steps[0]
    w.page.approve('nothing')
    w.chain.mine()
    await w.call('promptGone', { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) })
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given a token, two operators show that nothing was sent, and the order can be left', async () => {
    const w = open('erc20')
    const orderId = await asked(w)
    // The wallet's window is gone, and the page waits for its answer for ever.
    w.page.losePrompt()
    const step = (await w.order(orderId)).steps[1]
    const named = { orderId, stepId: step?.id ?? '', attemptId: attemptIn(step) }
    await w.call('promptGone', named)
    await w.settle()
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    await w.advance(300_000)
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'failed',
      code: 'order/not-sent',
      retryable: true,
    })
    await w.call('stopOrder', { orderId })
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given somebody watches whose page is gone, they are asked within seconds all the same', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    while ((await w.order(orderId)).steps[1]?.state.status !== 'asking') await w.advance(500)
    w.page.close()
    await w.worker().pageGone(7)
    // Its screen has it looked at every two seconds, by a clock of its own.
    for (let looks = 0; looks < 8; looks += 1) {
      await w.call('refreshOrder', { orderId })
      await w.advance(1_900)
    }
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
  })

  it('given another ask took its place, changes nothing', async () => {
    const w = open()
    const named = await gone(w)
    await expect(w.call('promptGone', named)).rejects.toMatchObject({ code: 'order/changed' })
  })
})

describe('a deposit that a page denies', () => {
  it.each([
    ['forgot what is old', (method: string) => method === 'eth_getBlockByNumber'],
    ['does not say how many were sent', (method: string) => method === 'eth_getTransactionCount'],
  ])('given it was mined and the node %s, is not asked for again', async (_, fails) => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    w.chain.mine()
    for (const host of ['rpc.test', 'rpc2.test']) {
      w.nodeFaults.set(host, (method, honest) => {
        if (fails(method)) throw new Error('missing trie node')
        return honest
      })
    }
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    expect(step?.state.status).toBe('declined')
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.advance(2_000)
    expect(w.page.state.everAsked).toBe(1)
    w.nodeFaults.clear()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('the person’s answer where nobody knows', () => {
  async function unsure(w: World) {
    const orderId = await confirmed(w)
    w.page.muddle()
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    return { orderId, stepId: step?.id ?? '', attemptId: (step && attemptOf(step.state)) ?? '' }
  }

  it('given native coins, "not sent" must be typed', async () => {
    const w = open()
    const at = await unsure(w)
    const choice = { kind: 'not-sent' as const }
    await expect(w.call('resolveUnsure', { ...at, choice })).rejects.toMatchObject({
      code: 'rpc/invalid',
    })
    await w.call('resolveUnsure', { ...at, choice: { ...choice, typed: ' not sent ' } })
    expect((await follow(w, at.orderId)).status).toBe('filled')
  })

  it('given a hash that is not this transaction, nothing changes; given the right one, it fills', async () => {
    const w = open()
    const at = await unsure(w)
    const other = w.chain.send({ to: `0x${'5'.repeat(40)}`, data: '0x', value: '0x1' })
    const say = (hash: string) => w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
    const refused = (code: string, field?: string) => ({
      code,
      context: field === undefined ? {} : { field },
    })
    await expect(say(other.hash)).rejects.toMatchObject(refused('order/hash-other', 'payload'))
    await expect(say('no hash')).rejects.toMatchObject(refused('order/hash-malformed'))
    await expect(say('5'.repeat(88))).rejects.toMatchObject(refused('order/hash-malformed'))
    await expect(say(`0x${'9'.repeat(64)}`)).rejects.toMatchObject(refused('order/hash-unknown'))
    const to = `0x${'5'.repeat(40)}`
    const stranger = w.chain.sendBy(`0x${'6'.repeat(40)}`, { to, data: '0x', value: '0x1' })
    await expect(say(stranger.hash)).rejects.toMatchObject(refused('order/hash-other', 'account'))
    const allowing = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [`0x${'5'.repeat(40)}`, 1n],
    })
    const approval = w.chain.send({ to: `0x${'4'.repeat(40)}`, data: allowing, value: '0x0' })
    await expect(say(approval.hash)).rejects.toMatchObject(refused('order/hash-other', 'step'))
    const step = (await w.order(at.orderId)).steps[0]
    if (step?.action.kind !== 'transaction') throw new Error('not a transaction')
    const { hash } = w.chain.send(step.action.tx)
    await say(hash)
    expect((await follow(w, at.orderId)).status).toBe('filled')
  })

  it('given the hash of what an order that was removed paid with, says so', async () => {
    const w = open()
    const at = await unsure(w)
    const step = (await w.order(at.orderId)).steps[0]
    if (step?.action.kind !== 'transaction') throw new Error('not a transaction')
    const { hash } = w.chain.send(step.action.tx)
    const row = { key: hash.toLowerCase(), orderId: 'f'.repeat(32) }
    await (await w.truth.use()).put('spent', row)
    const say = w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
    await expect(say).rejects.toMatchObject({ code: 'order/hash-used' })
  })

  it('given it speaks of another ask than the one that is unsure, changes nothing', async () => {
    const w = open()
    const at = { ...(await unsure(w)), attemptId: '9'.repeat(32) }
    const choice = { kind: 'not-sent' as const, typed: 'not sent' }
    await expect(w.call('resolveUnsure', { ...at, choice })).rejects.toMatchObject({
      code: 'order/changed',
    })
    expect((await w.order(at.orderId)).steps[0]?.state.status).toBe('unsure')
  })

  it('given there is nothing to answer, is refused', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const [step] = (await w.order(orderId)).steps
    const attemptId = (step && attemptOf(step.state)) ?? ''
    const choice = { kind: 'check-again' as const }
    const input = { orderId, stepId: step?.id ?? '', attemptId, choice }
    await expect(w.call('resolveUnsure', input)).rejects.toMatchObject({ code: 'order/changed' })
  })
})
