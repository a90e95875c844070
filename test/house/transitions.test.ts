import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '@/src/domain/order'
import { isEnded } from '@/src/domain/order-parts'
import { printTransitions, readReadme, type Tried, tryAll } from './transitions'

let tried: readonly Tried[]
beforeAll(() => {
  tried = tryAll()
})

const stepsWithout = (...events: string[]) =>
  tried.filter(({ event }) => !events.some((each) => event.startsWith(each)))

describe('the transitions of an order', () => {
  it('stand in the README as the code makes them', async () => {
    const { tables } = await readReadme()
    expect(tables, 'npm run transitions writes them anew').toBe(printTransitions(tried))
  })

  it('reach every status but the one that is only ever read', () => {
    const reached = new Set(tried.flatMap(({ from, to }) => [from.order, to.order]))
    const all: Record<Exclude<OrderStatus, 'attention'>, true> = {
      planned: true,
      running: true,
      submitted: true,
      tracking: true,
      filled: true,
      refunded: true,
      failed: true,
      unproved: true,
      stopped: true,
    }
    expect([...reached].toSorted()).toEqual(Object.keys(all).toSorted())
  })

  it('ask a wallet for nothing but what was decided to be asked', () => {
    const asking = stepsWithout('asked', 'switchAsked').filter(({ work }) =>
      work.includes('askWallet'),
    )
    expect(asking).toEqual([])
  })

  it('lead out of an end only where a transaction was sent after all', () => {
    const back = stepsWithout('sent').filter(
      ({ from, to }) => isEnded(from.order as OrderStatus) && to.order !== from.order,
    )
    expect(back).toEqual([])
    expect(
      tried.filter(({ from, to }) => from.order === 'filled' && to.order !== 'filled'),
    ).toEqual([])
  })

  it('free a deposit that is out on a proof, a revert or a word, and on nothing else', () => {
    const out = ['sent', 'verified', 'confirmed']
    const freed = stepsWithout('cancelled', 'reverted', 'mined').filter(
      ({ from, to }) => out.includes(from.step) && /^(ready|declined|failed)/.test(to.step),
    )
    expect(freed).toEqual([])
  })
})
