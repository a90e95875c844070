import { afterEach, expect } from 'vitest'
import type { EvmTransaction, Step } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { chainId, type SimTransaction } from './chain'
import { begin } from './person'
import type { Source } from './service'
import { createWorld, type World } from './world'

/** Opens a world for each test of a file, with stores of its own, and puts it away after the test. */
export function createStage(name: string): (source?: Source) => World {
  let count = 0
  let world: World | undefined
  afterEach(() => world?.dispose())
  return (source = 'native') => {
    count += 1
    world = createWorld({ name: `${name}-${count}`, source })
    return world
  }
}

/** An order that is confirmed; gives its id. */
export async function confirmed(w: World): Promise<string> {
  const orderId = await begin(w)
  await w.settle()
  return orderId
}

/** The step of an order that moves the money. */
export async function depositOf(w: World, orderId: string): Promise<Step> {
  const step = (await w.order(orderId)).steps.find((each) => each.deposit)
  if (!step) throw new Error('no deposit')
  return step
}

/** What the oldest prompt asks an EVM wallet to send. */
export function txAsked(w: World): EvmTransaction {
  const request = w.page.prompts[0]?.command.request
  if (request?.kind !== 'transaction') throw new Error('nothing is asked for')
  return request.tx
}

/** The person names the transaction by which the order's deposit was paid. */
export async function nameHash(w: World, orderId: string, hash: string): Promise<void> {
  const { id: stepId, state } = await depositOf(w, orderId)
  const attemptId = attemptOf(state) ?? ''
  await w.call('resolveUnsure', { orderId, stepId, attemptId, choice: { kind: 'sent', hash } })
}

/** The person says that the wallet shows what was asked last no more. */
export async function sayGone(w: World, orderId: string): Promise<void> {
  const stepId = (await depositOf(w, orderId)).id
  const attemptId = (await w.order(orderId)).attempts.at(-1)?.attemptId ?? ''
  await w.call('promptGone', { orderId, stepId, attemptId })
  await w.settle()
}

/** All nodes of the EVM chain that is paid on: the one that the service names, and the operators'. */
export const hostsOf = (w: World) => ['rpc.test', ...w.nodes.operatorsOf(chainId)]

/**
 * What nodes are asked within an hour, with so many blocks a minute. `isRestless`: the worker dies between looks, as a
 * browser ends it; that each of its lives asks a node for its chain once is not counted then.
 */
export async function requestsInAnHour(w: World, blocks = 1, isRestless = false): Promise<number> {
  const before = w.reads.length
  for (let minute = 0; minute < 60; minute += 1) {
    for (let made = 0; made < blocks; made += 1) w.chain.mine()
    await w.advance(60_000)
    if (isRestless) {
      w.kill()
      w.revive()
      await w.settle()
    }
  }
  const asked = w.reads.slice(before)
  return asked.filter((each) => !isRestless || !each.endsWith(' eth_chainId')).length
}

/** Lets minutes pass. */
export async function wait(w: World, minutes: number): Promise<void> {
  for (let i = 0; i < minutes * 2; i += 1) await w.advance(30_000)
}

/** The payment of a new order is sent, and waits to be mined; the service fails. */
export async function sentUntold(w: World): Promise<{ orderId: string; paid: SimTransaction }> {
  const orderId = await confirmed(w)
  w.service.faults.push(...Array<'error'>(400).fill('error'))
  w.page.approve()
  await w.deliver()
  await w.advance(5_000)
  const [paid] = w.chain.mempool
  if (!paid) throw new Error('nothing was sent')
  return { orderId, paid }
}

/** The account itself took that back, by a mined transaction of the same nonce; `reorganise`: the payment waits in its place. */
export async function cancelledUntold(w: World) {
  const { orderId, paid } = await sentUntold(w)
  w.chain.replace(paid.hash, { to: paid.from, data: '0x', value: '0x0' })
  w.chain.mine()
  await w.advance(12_000)
  expect((await depositOf(w, orderId)).state).toMatchObject({ code: 'chain/cancelled' })
  return { orderId, paid, reorganise: () => w.chain.reorg(undefined, true) }
}

/** The database is gone, with all that is in it; whoever used it opens an empty one. */
export async function lose({ truth }: World): Promise<void> {
  const connection = await truth.use()
  const stores = [...connection.objectStoreNames]
  const tx = connection.transaction(stores, 'readwrite')
  await Promise.all(stores.map((each) => tx.objectStore(each).clear()))
  await tx.done
}

/** A payment is asked for, of tokens after its approval; gives the order's id. */
export async function asked(w: World): Promise<string> {
  const orderId = await confirmed(w)
  if (w.source === 'erc20') {
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(15_000)
  }
  expect((await depositOf(w, orderId)).state.status).toBe('asking')
  return orderId
}
