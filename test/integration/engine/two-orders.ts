import { deleteDB } from 'idb'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { isInTheWay } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { target } from './chain'
import { press } from './person'
import { amountIn, type Source } from './service'
import { createWorld, type World } from './world'

/** What may happen while one account has two orders on one chain. */
export const twoOperations = [
  'confirmFirst',
  'confirmSecond',
  'approve',
  'approve',
  'approve',
  'reject',
  'silence',
  'falseRejection',
  'losePrompt',
  'firstGone',
  'secondGone',
  'deliver',
  'deliver',
  'mine',
  'mine',
  'retryFirst',
  'retrySecond',
  'firstNotSent',
  'secondNotSent',
  'stopFirst',
  'stopSecond',
  'killWorker',
  'killAfterWrite2',
  'closeTab',
  'reopenTab',
  'otherTransaction',
  'wait10s',
  'wait10s',
  'wait1m',
  'wait5m',
] as const

export type TwoOperation = (typeof twoOperations)[number]

type Planned = { orderId: string; digest: string }
type Pair = readonly [Planned, Planned]
/** Person's words that nothing was sent. */
type Run = { overrides: number }

let count = 0

/**
 * Runs a sequence against two orders of one account on one chain, and says what went wrong: more payments
 * than orders, or an ask beside a payment of the other one that nobody knew the end of.
 */
export async function runTwo(
  source: Source,
  sequence: readonly TwoOperation[],
): Promise<{ violations: string[]; ends: string[]; paid: number }> {
  count += 1
  const name = `two-orders-${source}-${count}`
  const world = createWorld({ name, source })
  const violations: string[] = []
  const run = { overrides: 0 }
  try {
    const pair: Pair = [await world.prepare('q1', 3_000), await world.prepare('q2', 3_000)]
    let before = await look(world, pair)
    const step = async (work: () => Promise<void>) => {
      await work()
      if (!world.isDead()) await world.settle()
      const after = await look(world, pair)
      violations.push(...askedBeside(before, after))
      before = after
    }
    for (const operation of sequence) await step(() => act(world, pair, operation, run))
    world.neverKill()
    for (let i = 0; i < 20; i += 1) {
      await step(async () => {
        world.revive()
        world.worker().wake()
        await world.deliver()
        world.chain.mine()
        await world.advance(60_000)
      })
    }
    const mined = world.chain.mined.filter(
      (tx) => tx.to === target && !tx.reverted && tx.data.endsWith(BigInt(amountIn).toString(16)),
    )
    if (mined.length > 2 + run.overrides) {
      violations.push(`${mined.length} payments for two orders with ${run.overrides} overrides`)
    }
    const ends = (await look(world, pair)).map((order) => order?.status ?? 'gone')
    return { violations, ends, paid: mined.length }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

type Looked = readonly (SwapOrder | undefined)[]

/** Both orders as they are stored; a plan that was given up is gone. */
function look(world: World, pair: Pair): Promise<Looked> {
  return Promise.all(pair.map(({ orderId }) => world.order(orderId).catch(() => undefined)))
}

/** Asks that came to one order while the other one was in its way all along, by one and the same ask. */
function askedBeside(before: Looked, after: Looked): string[] {
  return [0, 1].flatMap((place) => {
    const [old, now] = [before[place], after[place]]
    const [oldOther, other] = [before[1 - place], after[1 - place]]
    if (!old || !now || !oldOther || !other) return []
    const isHeld = isInTheWay(old, oldOther) && isInTheWay(now, other)
    const isSame = oldOther.attempts.length === other.attempts.length
    const isAsked = now.attempts.length > old.attempts.length
    return isHeld && isSame && isAsked ? [`order ${place} was asked for beside the other one`] : []
  })
}

async function act(world: World, pair: Pair, operation: TwoOperation, run: Run): Promise<void> {
  const [first, second] = pair
  const { page, chain } = world
  // Whoever wants both has seen and ticked the other one.
  const known = pair.map(({ orderId }) => orderId)
  switch (operation) {
    case 'confirmFirst':
      return void (await press(() => world.call('confirmOrder', { ...first, known })))
    case 'confirmSecond':
      return void (await press(() => world.call('confirmOrder', { ...second, known })))
    case 'approve':
      return page.approve()
    case 'reject':
      return page.reject()
    case 'silence':
      return page.approve('nothing')
    case 'falseRejection':
      return page.approve('false-rejection')
    case 'losePrompt':
      return page.losePrompt()
    case 'firstGone':
      return sayGone(world, first)
    case 'secondGone':
      return sayGone(world, second)
    case 'deliver':
      return world.deliver()
    case 'mine':
      return void chain.mine()
    case 'retryFirst':
      return retry(world, first)
    case 'retrySecond':
      return retry(world, second)
    case 'firstNotSent':
      return sayNotSent(world, first, run)
    case 'secondNotSent':
      return sayNotSent(world, second, run)
    case 'stopFirst':
      return void (await press(() => world.call('stopOrder', { orderId: first.orderId })))
    case 'stopSecond':
      return void (await press(() => world.call('stopOrder', { orderId: second.orderId })))
    case 'killWorker':
      return world.kill()
    case 'killAfterWrite2':
      return world.killAfter(2)
    case 'closeTab':
      return page.close()
    case 'reopenTab':
      return page.reopen()
    case 'otherTransaction':
      return void chain.send({ to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' })
    case 'wait10s':
      return world.advance(10_000)
    case 'wait1m':
      return world.advance(60_000)
    case 'wait5m':
      return world.advance(300_000)
  }
}

const peek = (world: World, { orderId }: Planned) => world.order(orderId).catch(() => undefined)

async function sayGone(world: World, planned: Planned): Promise<void> {
  const step = (await peek(world, planned))?.steps.find(({ state }) => state.status === 'asking')
  const attemptId = step && attemptOf(step.state)
  if (!step || !attemptId) return
  const { orderId } = planned
  await press(() => world.call('promptGone', { orderId, stepId: step.id, attemptId }))
}

async function sayNotSent(world: World, planned: Planned, run: Run): Promise<void> {
  const step = (await peek(world, planned))?.steps.find(({ state }) => state.status === 'unsure')
  const attemptId = step && attemptOf(step.state)
  if (!step || !attemptId) return
  const choice = { kind: 'not-sent', typed: TYPED_WORD } as const
  const input = { orderId: planned.orderId, stepId: step.id, attemptId, choice }
  const done = await press(() => world.call('resolveUnsure', input))
  run.overrides += done || world.isDead() ? 1 : 0
}

async function retry(world: World, planned: Planned): Promise<void> {
  const order = await peek(world, planned)
  const stepId = order?.steps[order.current]?.id ?? ''
  const pinned = world.page.state.open ? { page: world.page.page } : {}
  await press(() => world.call('retryStep', { orderId: planned.orderId, stepId, ...pinned }))
}
