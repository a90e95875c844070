import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { shippedOperators } from '@/src/domain/chain/operators'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { Attempt } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { chainId } from './engine/chain'
import { solanaChainId } from './engine/solana'
import {
  cancelledUntold,
  confirmed,
  createStage,
  depositOf,
  sentUntold,
  wait,
} from './engine/stage'
import type { World } from './engine/world'

const open = createStage('ended-by')

const namesOf = (id: number) => shippedOperators(id).map(({ name }) => name)
const [first = '', second = '', third = ''] = namesOf(chainId)
const firstTwo = { nodes: [first, second] }

async function endOf(w: World, orderId: string): Promise<Attempt['end']> {
  return (await w.order(orderId)).attempts.at(-1)?.end
}

/** Of a token, called rejected by its page while its exact allowance stands. */
async function refused(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(15_000)
  w.page.reject()
  await w.deliver()
  return orderId
}

/** Of coins, called rejected by its page, which nothing proves. */
async function denied(w: World): Promise<{ orderId: string; stepId: string }> {
  const orderId = await confirmed(w)
  w.page.reject()
  await w.deliver()
  await w.advance(10_000)
  return { orderId, stepId: (await depositOf(w, orderId)).id }
}

const own = (w: World) =>
  w.call('writeSettings', { rpcUrls: { [chainId]: `https://own.test/${chainId}` } })

describe('what an ask came to is kept with those whose answers prove it', () => {
  it('given two operators show that nothing was sent', async () => {
    const w = open('erc20')
    const orderId = await refused(w)
    expect(await endOf(w, orderId)).toEqual({ what: 'refused', at: expect.any(Number) })
    await wait(w, 4)
    expect(await endOf(w, orderId)).toMatchObject({ what: 'absent', shownBy: firstTwo })
    // It is read as it was written.
    w.kill()
    w.revive()
    await w.settle()
    expect(await endOf(w, orderId)).toMatchObject({ what: 'absent', shownBy: firstTwo })
  })

  it('given the first one is away, then by those that answered alone', async () => {
    const w = open('erc20')
    const orderId = await refused(w)
    w.nodes.silence(w.nodes.operatorsOf(chainId)[0] ?? '')
    await wait(w, 4)
    const shownBy = { nodes: [second, third] }
    expect(await endOf(w, orderId)).toMatchObject({ what: 'absent', shownBy })
  })

  it("given the person's own node shows it, then by that one", async () => {
    const w = open('erc20')
    await own(w)
    const orderId = await refused(w)
    await wait(w, 4)
    const end = await endOf(w, orderId)
    expect(end).toMatchObject({ what: 'absent', shownBy: { ownNode: true } })
    expect(end?.shownBy?.nodes).toHaveLength(1)
  })

  it('given it is proved as it is asked for once more', async () => {
    const w = open('erc20')
    const orderId = await refused(w)
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.silence(host)
    await wait(w, 4)
    w.nodes.heal()
    expect((await endOf(w, orderId))?.what).toBe('refused')
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId })
    await w.settle()
    const { attempts } = await w.order(orderId)
    expect(attempts.at(-2)?.end).toMatchObject({ what: 'absent', shownBy: firstTwo })
    expect(attempts.at(-1)?.end).toBeUndefined()
  })

  it('given two operators show that its block hash is over on Solana', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(2_000)
    w.solana.skip()
    w.solana.mine(40)
    await wait(w, 5)
    const nodes = namesOf(solanaChainId).slice(0, 2)
    expect(await endOf(w, orderId)).toMatchObject({ what: 'absent', shownBy: { nodes } })
  })

  it('given two operators show that a signature which nobody named is over on Solana', async () => {
    const w = open('solana')
    const { orderId } = await denied(w)
    w.solana.mine(80)
    await wait(w, 3)
    const nodes = namesOf(solanaChainId).slice(0, 2)
    expect(await endOf(w, orderId)).toMatchObject({ what: 'absent', shownBy: { nodes } })
  })

  it('given two operators show that it failed on Solana', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    for (const host of ['rpc.test', ...w.nodes.operatorsOf(solanaChainId)]) {
      w.nodeFaults.set(host, (method, honest) =>
        method === 'getSignatureStatuses' ? failedThere : honest,
      )
    }
    await wait(w, 5)
    const nodes = namesOf(solanaChainId).slice(0, 2)
    expect(await endOf(w, orderId)).toMatchObject({ what: 'reverted', shownBy: { nodes } })
  })

  it('given two operators show that it was cancelled in the wallet, then also once that lies deep', async () => {
    const w = open('native')
    const { orderId } = await cancelledUntold(w)
    const end = await endOf(w, orderId)
    expect(end).toMatchObject({ what: 'replaced', shownBy: firstTwo })
    expect(end?.block).toBeDefined()
    await wait(w, 30)
    expect(await endOf(w, orderId)).toEqual({ what: 'replaced', at: end?.at, shownBy: firstTwo })
  })

  it.each(['two', 'own'] as const)('given it reverted, as shown by %s', async (by) => {
    const w = open('native')
    if (by === 'own') await own(w)
    const { orderId } = await sentUntold(w)
    w.chain.mine()
    const mined = w.chain.mined.at(-1)
    if (mined) mined.reverted = true
    await w.advance(6_000)
    const shownBy = by === 'two' ? firstTwo : { ownNode: true }
    expect(await endOf(w, orderId)).toMatchObject({ what: 'reverted', shownBy })
  })

  it.each([
    ['a click', true, { what: 'rejected' }],
    ['a typed word', TYPED_WORD, { what: 'given-up', denied: true }],
  ] as const)('given %s of the person, then by nobody else', async (_, notSent, end) => {
    const w = open('native')
    const { orderId, stepId } = await denied(w)
    await w.call('retryStep', { orderId, stepId, notSent })
    await w.settle()
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.end).toEqual({ ...end, at: expect.any(Number) })
  })

  it('given nobody knows, and the person types that it was not sent, that is kept', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.page.close()
    await wait(w, 20)
    const step = await depositOf(w, orderId)
    const attemptId = attemptOf(step.state) ?? ''
    const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
    await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
    const end = { what: 'given-up', typed: true, at: expect.any(Number) }
    expect(await endOf(w, orderId)).toEqual(end)
  })
})

const failedThere = {
  context: { slot: 1 },
  value: [
    {
      slot: 1,
      confirmations: null,
      err: { InstructionError: [0, 'Custom'] },
      confirmationStatus: 'finalized',
    },
  ],
}
