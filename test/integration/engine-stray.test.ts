import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { giveUp } from './engine/altered'
import { asContract } from './engine/coded-account'
import { confirmed, createStage, depositOf, txAsked, wait } from './engine/stage'
import { withSteadyCrypto } from './engine/steady-crypto'
import type { World } from './engine/world'

withSteadyCrypto()
const open = createStage('engine-stray')

/** Its prompt is lost, the person says that the wallet shows it no more, and nothing was sent of it. */
async function givenUp(w: World, orderId: string): Promise<void> {
  w.page.losePrompt()
  const { id: stepId, state } = await depositOf(w, orderId)
  const attemptId = attemptOf(state) ?? ''
  await w.call('promptGone', { orderId, stepId, attemptId })
  await wait(w, 2)
  // Of a plain account the allowance proves that it took nothing.
  if ((await depositOf(w, orderId)).state.status === 'unsure') await giveUp(w, orderId)
}

/** Its approval is mined, and the deposit came to nothing. */
async function approvedAndGivenUp(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(60_000)
  await givenUp(w, orderId)
  return orderId
}

/** The deposit is asked for once more and sent, and waits. */
async function sentAnew(w: World, orderId: string): Promise<void> {
  const { id: stepId } = await depositOf(w, orderId)
  await w.call('retryStep', { orderId, stepId })
  await w.advance(5_000)
  w.page.approve()
  await w.deliver()
  await w.settle()
}

/** How an account sends, and how what it sent goes out under another hash. */
const ways: [string, (w: World) => World, (w: World) => void][] = [
  ['a faster one of a plain account', (w) => w, (w) => w.chain.replace(waitingOf(w), {})],
  ...([undefined, 'operation', 'safe'] as const).map(
    (by): [string, (w: World) => World, (w: World) => void] => [
      `another carrier of a contract (${by ?? 'its hash'})`,
      (w) => asContract(w, by),
      ({ chain }) => {
        const [was] = chain.mempool.splice(0)
        if (!was?.inner) throw new Error('nothing waits')
        const { to, data } = was.inner
        chain.sendByContract({ to, data, value: '0x0' }, was.carries)
      },
    ],
  ),
]
const waitingOf = (w: World) => w.chain.mempool[0]?.hash ?? ''

const moments = [3, 6].flatMap((minutes) =>
  [0, 20, 50, 80].map((seconds) => [minutes, seconds] as const),
)

describe('a deposit that is asked for anew, and mined under another hash', () => {
  const cases = ways.flatMap(([name, as, change]) =>
    moments.map(([minutes, seconds]) => [name, minutes, seconds, as, change] as const),
  )
  it.each(cases)(
    'given %s, %i min %i s later, is no second one',
    async (_, minutes, seconds, as, change) => {
      const w = as(open('erc20'))
      const orderId = await approvedAndGivenUp(w)
      await sentAnew(w, orderId)
      await wait(w, minutes)
      for (let i = 0; i < seconds; i += 10) await w.advance(10_000)
      change(w)
      w.chain.mine()
      await wait(w, 10)
      const [deposit, second] = w.chain.deposits()
      expect(second).toBeUndefined()
      expect((await w.order(orderId)).alarm).toBeUndefined()
      const { state } = await depositOf(w, orderId)
      expect(state).toMatchObject({ status: 'confirmed', hash: deposit?.hash })
    },
  )
})

describe('a deposit that was asked for anew and mined, and is carried out by another after a reorganisation', () => {
  const carried = ways
    .slice(1)
    .flatMap(([name, as, change]) =>
      [1, 4, 8, 15].map((minutes) => [name, minutes, as, change] as const),
    )
  it.each(carried)('given %s, %i min later, is no second one', async (_, minutes, as, change) => {
    const w = as(open('erc20'))
    const orderId = await approvedAndGivenUp(w)
    await sentAnew(w, orderId)
    w.chain.mine()
    await wait(w, minutes)
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    w.chain.reorg()
    change(w)
    w.chain.mine()
    await wait(w, 40)
    const [deposit, second] = w.chain.deposits()
    expect(second).toBeUndefined()
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: deposit?.hash })
  })
})

describe('a deposit that was given up, and is mined beside the one that was asked for anew', () => {
  it.each(['waits still', 'was mined'])('given that one %s, is told of', async (how) => {
    const w = open('native')
    const orderId = await confirmed(w)
    const { to, data, value } = txAsked(w)
    await givenUp(w, orderId)
    // Its wallet sent it by a private relay all the same.
    const { hash } = w.chain.sendPrivately({ to, data, value })
    await sentAnew(w, orderId)
    w.chain.mineRelay()
    if (how === 'was mined') w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second', hash })
  })
})
