import { describe, expect, it } from 'vitest'
import type { OutputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { isFailedByWord } from '@/src/domain/order/order-parts'
import { type FillerDeed, fillerKey } from '@/src/domain/service/filler-record'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import type { Clock } from './backend'
import { createOrderView } from './order-view'

const NOW = 1_800_000_000_000
async function setUp() {
  const all = orders(NOW)
  const backend = createFixtureBackend({ now: () => NOW, orders: all })
  const looks: (() => void)[] = []
  const clock: Clock = {
    now: () => NOW,
    after: (_ms, run) => {
      looks.push(run)
      return () => undefined
    },
  }
  const grow = () => {
    all.declined = { ...(all.declined as SwapOrder), revision: (all.declined?.revision ?? 0) + 1 }
  }
  const { call } = backend
  let refuse = () => {}
  backend.call = ((name, input) => {
    if (name !== 'retryStep') return call(name, input)
    refuse()
    return Promise.reject(new AppError('page/gone'))
  }) as typeof call
  const view = createOrderView({ backend, clock, orderId: all.declined?.id ?? '' })
  await settled()
  return {
    view,
    grow,
    whenRefused: (run: () => void) => (refuse = run),
    look: async () => {
      for (const run of looks.splice(0)) run()
      await settled()
    },
  }
}

describe('what was refused', () => {
  it('is told even though the order was written in the same moment', async () => {
    const { view, grow, whenRefused } = await setUp()
    whenRefused(grow)
    await view.retry('step')
    expect(view.error.value?.code).toBe('page/gone')
  })

  it('is told as long as the order stands still, and no longer', async () => {
    const { view, grow, look } = await setUp()
    await view.retry('step')
    await look()
    expect(view.error.value?.code).toBe('page/gone')
    grow()
    await look()
    expect(view.error.value).toBeUndefined()
  })
})

describe('an order that its service calls failed', () => {
  it('is asked about once, as the person looks', async () => {
    const failed = Object.values(orders(NOW)).find(isFailedByWord)
    const backend = createFixtureBackend({ now: () => NOW, orders: orders(NOW) })
    const looks: (() => void)[] = []
    const after: Clock['after'] = (_ms, run) => {
      looks.push(run)
      return () => undefined
    }
    let asked = 0
    const { call } = backend
    backend.call = ((name, input) => {
      if (name === 'refreshOrder') asked += 1
      return call(name, input)
    }) as typeof call
    createOrderView({ backend, clock: { now: () => NOW, after }, orderId: failed?.id ?? '' })
    await settled()
    for (const run of looks.splice(0)) run()
    await settled()
    expect(failed).toMatchObject({ kind: 'swap' })
    expect(asked).toBe(1)
  })
})

describe('that nobody answers', () => {
  async function saidAfter(failed: OutputOf<'refreshOrder'>['failed'], name = 'tracking') {
    const all = orders(NOW)
    const backend = createFixtureBackend({ now: () => NOW, orders: all })
    const answers = [failed, undefined]
    const { call } = backend
    backend.call = ((name, input) =>
      name === 'refreshOrder'
        ? Promise.resolve({ failed: answers.shift() })
        : call(name, input)) as typeof call
    const looks: (() => void)[] = []
    const after: Clock['after'] = (_ms, run) => {
      looks.push(run)
      return () => undefined
    }
    const clock = { now: () => NOW, after }
    const view = createOrderView({ backend, clock, orderId: all[name]?.id ?? '' })
    await settled()
    const said: unknown[] = [view.silence.value]
    for (const run of looks.splice(0)) run()
    await settled()
    said.push(view.silence.value)
    view.dispose()
    return said
  }

  it('is said of nodes and of the service once it lasts, and no more once they do', async () => {
    const since = NOW - 15_000
    expect(await saidAfter({ code: 'chain/unreachable', since })).toEqual([
      { of: 'chain', since },
      undefined,
    ])
    expect(await saidAfter({ code: 'service/bad-answer', since })).toEqual([
      { of: 'service', since },
      undefined,
    ])
  })

  it('is not said of one answer, of what is no answer, nor of an order that is over', async () => {
    const none = [undefined, undefined]
    expect(await saidAfter({ code: 'chain/unreachable', since: NOW - 14_999 })).toEqual(none)
    expect(await saidAfter({ code: 'store/full', since: 0 })).toEqual(none)
    expect(await saidAfter({ code: 'chain/unreachable', since: 0 }, 'filled')).toEqual(none)
  })
})

describe('what is confirmed', () => {
  const planned = orders(NOW).planned as SwapOrder
  const { from, to, routeType, filler } = planned.accepted
  const deed = {
    fromChainId: from.chainId,
    toChainId: to.chainId,
    came: true,
    promised: 20,
    took: 30,
  }
  const key = fillerKey(planned.serviceUrl ?? '', routeType, filler)

  const known = ['d'.repeat(32)]

  async function confirm(
    count: number,
    readDeeds?: () => Promise<FillerDeed[][]>,
    typedFee?: bigint,
  ) {
    const calls: { name: string; input: unknown }[] = []
    const deeds = { [key]: Array.from({ length: count }, () => deed) }
    const backend = createFixtureBackend({ now: () => NOW, orders: orders(NOW), deeds, calls })
    if (readDeeds) backend.readDeeds = readDeeds
    const clock: Clock = { now: () => NOW, after: () => () => undefined }
    const view = createOrderView({ backend, clock, orderId: planned.id })
    await settled()
    // What is not asked by the press itself is lost where the popup closes then.
    const beside = { told: () => ({ began: NOW, known }), read: async () => undefined }
    void view.confirm(beside, typedFee)
    return calls.find(({ name }) => name === 'confirmOrder')?.input
  }

  it('is told what is usual here for its filler, where enough orders say so', async () => {
    const { id: orderId, digest } = planned
    expect(await confirm(5)).toEqual({ orderId, digest, known, usual: { typical: 30, most: 45 } })
    expect(await confirm(4)).toEqual({ orderId, digest, known })
    expect(await confirm(0)).toEqual({ orderId, digest, known })
  })

  it('is told which fee a word was typed for', async () => {
    const { id: orderId, digest } = planned
    expect(await confirm(0, undefined, 7n)).toEqual({ orderId, digest, known, typedFee: '7' })
  })

  it('is confirmed at the press, though the record was not read yet', async () => {
    const { id: orderId, digest } = planned
    expect(await confirm(5, () => new Promise(() => undefined))).toEqual({ orderId, digest, known })
  })

  it('is confirmed all the same where no record can be read', async () => {
    const { id: orderId, digest } = planned
    expect(await confirm(5, () => Promise.reject(new Error('no store')))).toEqual({
      orderId,
      digest,
      known,
    })
  })
})
