import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { effectsOf } from '@/src/store/outbox'
import { askAnew, giveUp } from './engine/altered'
import { chainId } from './engine/chain'
import { confirmed, createStage, depositOf, sayGone, txAsked, wait } from './engine/stage'
import { withSteadyCrypto } from './engine/steady-crypto'
import type { World } from './engine/world'

withSteadyCrypto()
const open = createStage('stray-hidden')

/** The node that the service lists shows nothing of a transaction. */
function hide(w: World, hash: string): void {
  const isIt = (each: unknown) => each === hash || (each as { hash?: string }).hash === hash
  w.nodeFaults.set('rpc.test', (method, honest, params) => {
    const isOfHash = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].includes(method)
    if (isOfHash && params?.[0] === hash) return null
    if (method !== 'eth_getBlockByNumber' || !honest) return honest
    const block = honest as { transactions: unknown[] }
    return { ...block, transactions: block.transactions.filter((each) => !isIt(each)) }
  })
}

/** A request is given up by word, and the next one is paid; `late`: what the wallet does with the first one then. */
async function givenUpAndPaid(w: World) {
  const orderId = await confirmed(w)
  const asked = txAsked(w)
  const attemptId = w.page.prompts[0]?.attemptId ?? ''
  w.page.losePrompt()
  await sayGone(w, orderId)
  await wait(w, 2)
  await giveUp(w, orderId)
  await askAnew(w, orderId)
  w.page.approve()
  await w.deliver()
  await w.settle()
  w.chain.mine()
  await w.advance(20_000)
  const paid = w.chain.deposits()[0]?.hash ?? ''
  expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash: paid })
  const name = async (hash: string) => {
    const result = { ok: true, value: { kind: 'hash', hash } } as const
    w.page.outcomes.push({ attemptId, result, delivered: 0 })
    await w.deliver()
    await w.settle()
  }
  const { to, data, value } = asked
  const late = async (form: Form) => {
    const { hash } = w.chain.sendPrivately({ to, data, value })
    hide(w, hash)
    if (form === 'named') await name(hash)
    w.chain.mineRelay()
    expect(w.chain.deposits()).toHaveLength(2)
    return hash
  }
  return { orderId, paid, late, name }
}

type Form = 'named' | 'named by nobody'
const forms: Form[] = ['named', 'named by nobody']

const searchesOf = async (w: World, orderId: string) =>
  (await effectsOf(w.truth, orderId)).filter(({ task }) =>
    ['reconcile', 'watchStray'].includes(task.kind),
  )

async function expectSecond(w: World, orderId: string, hash: string, paid: string) {
  expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second', hash })
  expect((await depositOf(w, orderId)).state).toMatchObject({ hash: paid })
  expect(await searchesOf(w, orderId)).toEqual([])
}

describe('a payment that was given up and is mined, which the node that the service lists hides', () => {
  it.each(forms)('given its hash is %s, is told of as a second one', async (form) => {
    const w = open()
    const { orderId, paid, late } = await givenUpAndPaid(w)
    const hash = await late(form)
    await wait(w, 90)
    await expectSecond(w, orderId, hash, paid)
  })

  it.each(forms)(
    'given its hash is %s, and operators are away when it is looked at last, is told of once they answer',
    async (form) => {
      const w = open()
      const { orderId, paid, late } = await givenUpAndPaid(w)
      const hash = await late(form)
      for (const host of w.nodes.operatorsOf(chainId)) w.nodes.silence(host)
      await wait(w, 120)
      expect((await w.order(orderId)).alarm).toBeUndefined()
      w.nodes.heal()
      await wait(w, 120)
      await expectSecond(w, orderId, hash, paid)
    },
  )

  it.each(forms)(
    'given its hash is %s, and one operator hides it too, is told of all the same',
    async (form) => {
      const w = open()
      const { orderId, paid, late } = await givenUpAndPaid(w)
      const hash = await late(form)
      const fault = w.nodeFaults.get('rpc.test')
      if (fault) w.nodeFaults.set(w.nodes.operatorsOf(chainId)[0] ?? '', fault)
      await wait(w, 90)
      await expectSecond(w, orderId, hash, paid)
    },
  )
})

describe('a payment that was given up and never lands', () => {
  it.each(forms)('given its hash is %s, is looked for no more, without a word', async (form) => {
    const w = open()
    const { orderId, name } = await givenUpAndPaid(w)
    if (form === 'named') await name(`0x${'ab'.repeat(32)}`)
    await wait(w, 90)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect(await searchesOf(w, orderId)).toEqual([])
  })

  it.each(forms)(
    'given its hash is %s, and no operator ever answers, is not looked for without end',
    async (form) => {
      const w = open()
      const { orderId, name } = await givenUpAndPaid(w)
      if (form === 'named') await name(`0x${'ab'.repeat(32)}`)
      for (const host of w.nodes.operatorsOf(chainId)) w.nodes.silence(host)
      await wait(w, 120)
      const before = w.reads.length
      await wait(w, 60)
      expect(w.reads.length - before).toBeLessThanOrEqual(120)
      await wait(w, 30 * 60)
      expect((await w.order(orderId)).alarm).toBeUndefined()
      expect(await searchesOf(w, orderId)).toEqual([])
    },
  )
})
