import { describe, expect, it } from 'vitest'
import type { FillerDeed } from '../service/filler-record'
import { usualTimeOf } from './usual-time'

const pair = { fromChainId: 8453, toChainId: 42161 }
const took = (...times: (number | undefined)[]): FillerDeed[] =>
  times.map((each) => ({
    ...pair,
    came: true,
    promised: 20,
    ...(each === undefined ? {} : { took: each }),
  }))

describe('what is usual for a filler', () => {
  it('given no order, is not known', () => {
    expect(usualTimeOf([], pair)).toBeUndefined()
  })

  it('given four orders, is not known; given five, is their middle and half again as the slowest but one', () => {
    expect(usualTimeOf(took(10, 20, 30, 40), pair)).toBeUndefined()
    expect(usualTimeOf(took(30, 590, 10, 40, 20), pair)).toEqual({ typical: 30, most: 60 })
  })

  it('given many, leaves out the slowest of every ten', () => {
    const times = Array.from({ length: 20 }, (_, place) => place + 1)
    expect(usualTimeOf(took(...times), pair)).toEqual({ typical: 10, most: 27 })
  })

  it('counts only those that came between the same chains, and whose time is known', () => {
    const four = took(10, 20, 30, 40)
    const elsewhere = took(10, 10).map((deed) => ({ ...deed, toChainId: 1 }))
    const back = { ...pair, fromChainId: pair.toChainId, toChainId: pair.fromChainId }
    expect(usualTimeOf([...four, ...elsewhere], pair)).toBeUndefined()
    expect(usualTimeOf(took(10, 20, 30, 40, 50), back)).toBeUndefined()
    expect(usualTimeOf([...four, ...took(undefined, undefined)], pair)).toBeUndefined()
  })

  it('given a clock that ran behind and was set right, keeps out what took longer than is told as late', () => {
    // Two hours behind as they were paid, and right as they came.
    const behind = took(7_210, 7_220, 7_230, 7_240, 7_250)
    expect(usualTimeOf(behind, pair)).toBeUndefined()
    expect(usualTimeOf([...behind, ...took(10, 20, 30, 40, 50)], pair)).toEqual({
      typical: 30,
      most: 60,
    })
  })

  it('never waits longer than half again as without a record, whatever the clock did', () => {
    const most = (promised: number, time: number) =>
      usualTimeOf(
        took(time, time, time, time, time).map((deed) => ({ ...deed, promised })),
        pair,
      )?.most
    expect([most(20, 600), most(20, 601)]).toEqual([900, undefined])
    expect([most(1_200, 3_600), most(1_200, 3_601)]).toEqual([5_400, undefined])
  })

  it('given a clock that was ahead, so that some took no time at all, leaves those out', () => {
    expect(usualTimeOf(took(0, 0, 10, 20, 30, 40), pair)).toBeUndefined()
  })
})
