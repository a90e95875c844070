import { describe, expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket'

function createBucket() {
  let time = 1_000
  const take = createTokenBucket({ burst: 3, perSecond: 2, now: () => time })
  return { take, wait: (ms: number) => (time += ms) }
}

describe('a token bucket', () => {
  it('given a full bucket, when more than the burst is taken, then the rest is refused', () => {
    const { take } = createBucket()
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false])
  })

  it('given an empty bucket, when half a second passes, then one more is allowed', () => {
    const { take, wait } = createBucket()
    for (let at = 0; at < 4; at += 1) take()
    wait(500)
    expect([take(), take()]).toEqual([true, false])
  })

  it('given a clock that is set back, when time goes on from there, then it fills again', () => {
    const { take, wait } = createBucket()
    for (let at = 0; at < 4; at += 1) take()
    wait(-3_600_000)
    expect(take()).toBe(false)
    wait(1_000)
    expect([take(), take(), take()]).toEqual([true, true, false])
  })

  it('given a long pause, when it ends, then no more than the burst is there', () => {
    const { take, wait } = createBucket()
    wait(86_400_000)
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false])
  })
})
