import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { askedFor, giveUp, likeOf, swapped } from './engine/altered'
import { press } from './engine/person'
import { solanaChainId } from './engine/solana'
import { confirmed, createStage, depositOf, sayGone, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('may-land')

async function again(w: World, orderId: string, more = {}): Promise<void> {
  const stepId = (await depositOf(w, orderId)).id
  await press(() => w.call('retryStep', { orderId, stepId, page: w.page.page, ...more }))
  await w.settle()
}

describe('a wallet on Solana that holds back what it signed with a newer block hash', () => {
  type Asked = Awaited<ReturnType<typeof askedFor>>

  it.each<[string, (given: Asked) => Promise<string>]>([
    [
      'its page called it rejected before it was absent',
      async ({ w, orderId, sign }) => {
        w.solana.mine(28)
        await w.advance(15_000)
        const signed = sign()
        w.page.reject()
        await w.deliver()
        w.solana.mine(23)
        await w.advance(20_000)
        expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
        return signed
      },
    ],
    [
      'the person says truly that the wallet shows none',
      async ({ w, orderId, retry, isAbsent, sign }) => {
        await isAbsent()
        await retry()
        await w.advance(2_000)
        const signed = sign()
        w.page.losePrompt()
        const { id: stepId, state } = await depositOf(w, orderId)
        await w.call('promptGone', { orderId, stepId, attemptId: attemptOf(state) ?? '' })
        await w.settle()
        return signed
      },
    ],
    [
      'its tab is closed and opened anew',
      async ({ w, isAbsent, sign }) => {
        await isAbsent()
        const signed = sign()
        w.page.close()
        w.page.reopen()
        return signed
      },
    ],
    [
      'the clock is set five minutes forward as its page calls it rejected',
      async ({ w, isAbsent, sign }) => {
        await isAbsent()
        const signed = sign()
        w.page.reject()
        await w.deliver()
        w.moveClock(300_000)
        return signed
      },
    ],
    [
      'it is the wish for another one that proves the first one absent',
      async ({ w, sign }) => {
        w.solana.mine(28)
        await w.advance(15_000)
        const signed = sign()
        w.page.reject()
        await w.deliver()
        w.solana.mine(36)
        return signed
      },
    ],
    [
      'its page knows the answer, and has not brought it yet',
      async ({ w, isAbsent, sign }) => {
        await isAbsent()
        const signed = sign()
        w.page.forge(() => signed)
        return signed
      },
    ],
  ])('given %s, is not asked a second time while that may land', async (_, hold) => {
    const given = await askedFor(open('solana'))
    const { w, retry } = given
    const signed = await hold(given)
    await retry()
    await w.advance(2_000)
    expect(w.page.state.everAsked).toBe(1)
    w.solana.broadcast(signed)
    w.solana.mine(1)
    for (let minute = 0; minute < 60; minute += 1) {
      w.page.approve()
      await w.deliver()
      w.solana.mine(40)
      await w.advance(60_000)
    }
    expect([w.page.state.everAsked, w.solana.landed.size]).toEqual([1, 1])
  })
})

describe('what a wallet on Solana signs late of a request that another one took the place of', () => {
  type Asked = Awaited<ReturnType<typeof askedFor>>

  /** The request is lost, and the person says that the wallet shows it no more; gives what the wallet signed all the same. */
  async function lost({ w, orderId, sign }: Asked): Promise<string> {
    const signed = sign()
    w.page.losePrompt()
    const { id: stepId, state } = await depositOf(w, orderId)
    await w.call('promptGone', { orderId, stepId, attemptId: attemptOf(state) ?? '' })
    await w.settle()
    return signed
  }

  it.each<[string, (given: Asked) => Promise<string>]>([
    [
      'that was given up by a typed word',
      async (given) => {
        const signed = await lost(given)
        const { w, orderId, retry } = given
        await w.advance(30_000)
        await giveUp(w, orderId)
        await retry()
        expect(w.page.state.everAsked).toBe(2)
        return signed
      },
    ],
    [
      'that was called absent, and of which a false word was that it is gone',
      async (given) => {
        const { w, isAbsent, retry } = given
        await isAbsent()
        await lost(given)
        await w.advance(4 * 60_000)
        await retry()
        expect(w.page.state.everAsked).toBe(2)
        return given.sign()
      },
    ],
  ])('given it lands of one %s, and the other was paid, is told', async (_, replaced) => {
    const given = await askedFor(open('solana'))
    const { w, orderId } = given
    const signed = await replaced(given)
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    const late = w.solana.broadcast(signed) ?? ''
    w.solana.mine()
    await w.advance(3 * 3_600_000)
    expect(w.solana.landed.size).toBe(2)
    const { status, alarm, attempts } = await w.order(orderId)
    expect([status, alarm]).toEqual([
      'filled',
      expect.objectContaining({ kind: 'second', hash: late, like: true }),
    ])
    expect(attempts[0]?.seen).toContainEqual(expect.objectContaining({ hash: late, differs: true }))
  })

  it('given it lands while the other is not answered, and that is rejected, is the person’s to say', async () => {
    const given = await askedFor(open('solana'))
    const { w, orderId, retry } = given
    const signed = await lost(given)
    await w.advance(30_000)
    await giveUp(w, orderId)
    await retry()
    const late = w.solana.broadcast(signed) ?? ''
    w.solana.mine()
    w.page.reject()
    await w.deliver()
    await w.advance(3 * 3_600_000)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({
      status: 'unsure',
      checks: expect.arrayContaining([likeOf(late)]),
    })
    expect(w.page.state.everAsked).toBe(2)
  })
})

describe('how long what was signed of a closed request on Solana may land', () => {
  it('given the node that the service lists stands still, is told by others', async () => {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.reject()
    await w.deliver()
    await wait(w, 4)
    expect((await w.order(orderId)).attempts[0]?.landsUntil).toBeDefined()
    // Its newest block is of now all the same.
    const height = w.solana.rpc('getEpochInfo', [{ commitment: 'finalized' }])
    w.nodeFaults.set('rpc.test', (method, honest) => (method === 'getEpochInfo' ? height : honest))
    await again(w, orderId)
    await wait(w, 10)
    expect(w.page.state.everAsked).toBe(2)
  })

  it.each<[string, (w: World, one: string) => unknown]>([
    [
      'names a low height',
      (w, one) =>
        w.nodeFaults.set(one, (method, honest) => {
          if (method !== 'getLatestBlockhash') return honest
          const { value, ...answer } = honest as { value: object }
          return { ...answer, value: { ...value, lastValidBlockHeight: 1 } }
        }),
    ],
    ['is behind', (w, one) => w.nodes.lag(one, 60)],
  ])('given one operator alone answers, and %s, is not told by it', async (_, bend) => {
    const { w, retry, isAbsent } = await askedFor(open('solana'))
    await isAbsent()
    const [one = '', ...others] = w.nodes.operatorsOf(solanaChainId)
    for (const host of others) w.nodes.silence(host)
    bend(w, one)
    w.page.renew('false-rejection', true)
    const [signed = ''] = w.page.signed.values()
    await w.deliver()
    await retry()
    w.nodeFaults.clear()
    w.nodes.heal()
    await w.advance(32_000)
    w.solana.broadcast(signed)
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await w.advance(10_000)
    expect([w.page.state.everAsked, w.solana.landed.size]).toEqual([1, 1])
  })
})

describe('how far the chain is, which one of three operators tells otherwise', () => {
  it('is asked of the others, within two requests a minute, and the request may be made again', async () => {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    const [, liar = ''] = w.nodes.operatorsOf(solanaChainId)
    w.nodeFaults.set(liar, (method, honest) => {
      if (method !== 'getLatestBlockhash') return honest
      const { value, ...answer } = honest as { value: object }
      return { ...answer, value: { ...value, lastValidBlockHeight: 1_000_000_000 } }
    })
    w.page.reject()
    await w.deliver()
    await wait(w, 10)
    const before = w.reads.length
    await wait(w, 60)
    expect(w.reads.length - before).toBeLessThanOrEqual(120)
    await again(w, orderId)
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(2)
  })
})

describe('a request that nobody rejected, and that its wallet may have signed just before it was lost', () => {
  it.each([0, 1, 2, 3])(
    'given node %i alone says that nothing may land any more, no word has it asked for again',
    async (at) => {
      const { w, orderId, retry, isAbsent, sign } = await askedFor(open('solana'))
      await isAbsent()
      const signed = sign()
      w.page.losePrompt()
      await sayGone(w, orderId)
      const host = ['rpc.test', ...w.nodes.operatorsOf(solanaChainId)][at] ?? ''
      w.nodeFaults.set(host, (method, honest) =>
        method === 'getEpochInfo' ? { ...(honest as object), blockHeight: 1_000_000_000 } : honest,
      )
      await retry()
      for (let i = 0; i < 5; i += 1) {
        expect((await w.order(orderId)).blocker?.code).toBe('order/may-land')
        await again(w, orderId, { notSent: true })
        await w.advance(10_000)
      }
      expect(w.page.state.everAsked).toBe(1)
      w.solana.broadcast(signed)
      w.solana.mine()
      await w.advance(10 * 60_000)
      expect([w.page.state.everAsked, w.solana.landed.size]).toEqual([1, 1])
    },
  )
})

describe('a request that may be made again, but for an operator that names a low final height', () => {
  const lowHeight = (method: string, honest: unknown) =>
    method === 'getEpochInfo' ? { ...(honest as object), blockHeight: 1 } : honest

  /** One that was proved absent and rejected, from when on the operators at these places name such a height. */
  async function heldBy(places: number[]): Promise<{ w: World; orderId: string }> {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 86_400)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    const hosts = w.nodes.operatorsOf(solanaChainId)
    for (const at of places) w.nodeFaults.set(hosts[at] ?? '', lowHeight)
    w.page.reject()
    await w.deliver()
    w.solana.mine(300)
    await wait(w, 10)
    return { w, orderId }
  }

  it.each([0, 1, 2])('given it is operator %i, is asked for by the word of others', async (at) => {
    const { w, orderId } = await heldBy([at])
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('absent')
    await again(w, orderId)
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given no two others answer, waits for them within what may be asked of nodes', async () => {
    const { w, orderId } = await heldBy([])
    const [liar = '', , ...others] = w.nodes.operatorsOf(solanaChainId)
    for (const host of others) w.nodes.silence(host)
    w.nodeFaults.set(liar, lowHeight)
    await again(w, orderId)
    await wait(w, 10)
    const before = w.reads.length
    await wait(w, 60)
    expect(w.reads.length - before).toBeLessThanOrEqual(120)
    const { blocker } = await w.order(orderId)
    expect([blocker?.code, w.page.state.everAsked]).toEqual(['order/unproved', 1])
    w.nodeFaults.clear()
    await wait(w, 30)
    expect(w.page.state.everAsked).toBe(2)
  })
})

describe('two requests, of which the second was rejected and the first may be shown still', () => {
  it.each(['its tab was closed', 'it was lost'])(
    'given %s, and it is said to be gone, a word about the second one is none about the first',
    async (how) => {
      const { w, orderId, isAbsent, sign } = await askedFor(open('solana'))
      await isAbsent()
      if (how === 'its tab was closed') {
        w.page.close('stays')
        w.page.reopen()
      } else w.page.losePrompt()
      await sayGone(w, orderId)
      await again(w, orderId)
      for (let i = 0; i < 40 && w.page.state.everAsked < 2; i += 1) {
        w.solana.mine(60)
        await w.advance(30_000)
        if (!(await w.order(orderId)).blocker && w.page.state.everAsked < 2) await again(w, orderId)
      }
      expect(w.page.state.everAsked).toBe(2)
      w.page.reject()
      await w.deliver()
      w.solana.broadcast(sign())
      w.solana.mine(1)
      await again(w, orderId)
      await w.advance(2_000)
      expect((await w.order(orderId)).blocker?.code).toBe('order/unproved')
      await again(w, orderId, { notSent: true })
      await w.advance(3_000)
      w.page.approve()
      await w.deliver()
      w.solana.mine(1)
      await wait(w, 5)
      expect([w.page.state.everAsked, w.solana.landed.size]).toEqual([2, 1])
      expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    },
  )
})

describe('a request that its wallet signed, and whose transaction is too old', () => {
  it('given one operator says that it may land, and too few others answer, is asked again by no word', async () => {
    const { w, orderId, retry, isAbsent } = await askedFor(open('solana'))
    await isAbsent()
    w.page.approve()
    await w.deliver()
    w.solana.mine(100)
    await w.advance(10 * 60_000)
    const { attempts } = await w.order(orderId)
    expect(attempts[0]).toMatchObject({ end: { what: 'absent' }, seen: [{ by: 'page' }] })
    const [liar = '', , ...others] = w.nodes.operatorsOf(solanaChainId)
    for (const host of others) w.nodes.silence(host)
    w.nodeFaults.set(liar, (method, honest) =>
      method === 'getEpochInfo' ? { ...(honest as object), blockHeight: 1 } : honest,
    )
    await retry()
    expect((await w.order(orderId)).blocker?.code).toBe('order/may-land')
    await again(w, orderId, { notSent: true })
    await wait(w, 5)
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a request that waits for the wallet longer than its transaction lives', () => {
  /** Until then the wallet shows another account. */
  async function waiting(w: World): Promise<string> {
    const { orderId, digest } = await w.prepare('q1', 7_200)
    w.page.state.account = '11111111111111111111111111111112'
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.solana.skip()
    await w.advance(10_000)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/account-changed')
    return orderId
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'given the worker dies at write %i of its building anew, is asked for all the same',
    async (write) => {
      const w = open('solana')
      const orderId = await waiting(w)
      w.page.state.account = w.page.owner
      w.killAfter(write)
      await w.advance(20_000)
      w.neverKill()
      await wait(w, 10)
      const { state } = await depositOf(w, orderId)
      expect(w.page.state.everAsked === 1 || state.status === 'failed').toBe(true)
      expect((await w.order(orderId)).blocker).toBeUndefined()
    },
  )

  it.each([1, 2, 3, 4, 5, 6])(
    'given the person goes on with it and the worker dies at write %i of that, goes on all the same',
    async (write) => {
      const w = open('solana')
      const { orderId, digest } = await w.prepare('q1', 7_200)
      w.page.state.account = '11111111111111111111111111111112'
      await w.call('confirmOrder', { orderId, digest })
      await w.settle()
      w.killAfter(write)
      const stepId = (await depositOf(w, orderId)).id
      await press(() => w.call('retryStep', { orderId, stepId, page: w.page.page }))
      w.neverKill()
      await w.advance(10_000)
      w.page.state.account = w.page.owner
      await wait(w, 60)
      expect(w.page.state.everAsked).toBe(1)
    },
  )

  it('given the person asked meanwhile, and rejected, is not asked for once more by the late building', async () => {
    const w = open('solana')
    const orderId = await waiting(w)
    const { answer } = w.service
    let free: (() => void) | undefined
    const isHeld = new Promise<void>((heldNow) => {
      w.service.answer = async (method, url, body) => {
        if (url.pathname === '/v1/deposit/build' && free === undefined) {
          const gate = new Promise<void>((open) => {
            free = open
          })
          heldNow()
          await gate
        }
        return answer(method, url, body)
      }
    })
    w.page.state.account = w.page.owner
    w.sleep(6_000)
    w.worker().wake()
    await isHeld
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await expect.poll(() => w.page.state.everAsked).toBe(1)
    w.page.reject()
    for (const outcome of [...w.page.outcomes]) await w.tell(outcome)
    expect((await depositOf(w, orderId)).state.status).toBe('declined')
    free?.()
    await wait(w, 60)
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a payment that one operator shows otherwise for some minutes', () => {
  it.each([0, 1])('given it is operator %i, is found once it does not', async (at) => {
    const { w, orderId } = await askedFor(open('solana'))
    const host = w.nodes.operatorsOf(solanaChainId)[at] ?? ''
    const other = Buffer.from(w.solana.sign(w.solana.build()), 'base64').fill(3, 80, 110)
    const shown = [other.toString('base64'), 'base64']
    w.nodeFaults.set(host, (method, honest, params) => {
      const { encoding } = (params?.[1] ?? {}) as { encoding?: string }
      if (method !== 'getTransaction' || encoding !== 'base64' || !honest) return honest
      return { ...(honest as object), transaction: shown }
    })
    w.page.approve('false-rejection')
    const [signed = ''] = w.page.signed.values()
    await w.deliver()
    w.solana.broadcast(signed)
    w.solana.mine()
    await wait(w, 10)
    w.nodeFaults.clear()
    await wait(w, 100)
    expect((await depositOf(w, orderId)).state.status).toMatch(/^(sent|verified|confirmed)$/)
  })
})

describe('a payment like a request that was rejected', () => {
  /** Another app has the account pay to the same place. */
  function payLike(w: World): string {
    const like = w.solana.broadcast(w.solana.sign(swapped(w.solana.build(), 'order', 'ordes')))
    w.solana.mine(60)
    return like ?? ''
  }

  /** So many requests that were rejected and are called absent, and the person's typed word on what is like them. */
  async function dismissed(w: World, count: number): Promise<string> {
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    for (let at = 1; at <= count; at += 1) {
      expect(w.page.state.everAsked).toBe(at)
      w.page.reject()
      await w.deliver()
      await w.advance(8 * 60_000)
      if (at < count) await again(w, orderId)
    }
    const like = payLike(w)
    await again(w, orderId)
    await w.advance(60_000)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      checks: expect.arrayContaining([likeOf(like)]),
    })
    await giveUp(w, orderId)
    await again(w, orderId)
    expect(w.page.state.everAsked).toBe(count + 1)
    return orderId
  }

  it('given the person typed once that it is none of this order, is not told of again', async () => {
    const w = open('solana')
    const orderId = await dismissed(w, 2)
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await wait(w, 60)
    const { status, alarm } = await w.order(orderId)
    expect([status, alarm]).toEqual(['filled', undefined])
  })

  it.each([
    ['rejects the next request', true],
    ['leaves the next request open', false],
  ])('given so, and the person %s, is not taken for the payment', async (_, rejects) => {
    const w = open('solana')
    const orderId = await dismissed(w, 1)
    if (rejects) {
      w.page.reject()
      await w.deliver()
    }
    await wait(w, 60)
    expect((await w.order(orderId)).attempts.map(({ end }) => end?.what)).not.toContain('mined')
    expect((await depositOf(w, orderId)).state.status).not.toBe('confirmed')
  })

  it.each([0, 120])(
    'given it is another order’s, %i s later, that one node shows late, is none',
    async (seconds) => {
      const w = open('solana')
      const first = await confirmed(w)
      w.page.reject()
      await w.deliver()
      await w.advance(3_000)
      await again(w, first, { notSent: true })
      w.page.approve()
      await w.deliver()
      w.solana.mine()
      await w.advance(60_000 + seconds * 1_000)
      const { orderId: second, digest } = await w.prepare('q2')
      await w.call('confirmOrder', { orderId: second, digest })
      await w.settle()
      w.page.approve()
      w.nodes.lie('rpc.test', 'noSignature')
      await w.deliver()
      w.solana.mine()
      await wait(w, 5)
      w.nodes.heal()
      await wait(w, 3 * 60)
      const orders = [await w.order(first), await w.order(second)]
      expect(orders.map(({ status, alarm }) => [status, alarm])).toEqual([
        ['filled', undefined],
        ['filled', undefined],
      ])
    },
  )
})

describe('a request on Solana that was called gone, and that its page answers after a newer one was asked for', () => {
  it.each<[string, (w: World, signed: string) => void]>([
    ['that it was rejected', ({ page }) => page.reject()],
    ['what nobody understands', ({ page }) => page.muddle()],
    ['what is none', ({ page }) => page.invent('junk')],
    ['what it signed otherwise', ({ page }, signed) => page.forge(() => signed)],
  ])('given it tells %s, the next one waits until nothing of it lands', async (_, answer) => {
    const { w, orderId, retry, isAbsent, sign } = await askedFor(open('solana'))
    await isAbsent()
    await sayGone(w, orderId)
    await retry()
    while (w.page.state.everAsked < 2) await w.advance(5_000)
    await w.advance(60_000)
    const signed = sign()
    answer(w, signed)
    await w.deliver()
    w.page.reject()
    await w.deliver()
    await again(w, orderId, { notSent: true })
    const until = w.clock.now + 400_000
    while (w.page.state.everAsked < 3 && w.clock.now < until) await w.advance(5_000)
    const hash = w.solana.broadcast(signed)
    w.solana.mine(3)
    expect(w.solana.landed.has(hash ?? '')).toBe(false)
  })
})

describe('one operator of Solana that alone answers as the wallet is to be asked', () => {
  it.each<[string, (w: World, one: string) => void]>([
    ['stands still since ten minutes', (w, one) => w.nodes.freeze(one)],
    [
      'names a height that is long past',
      (w, one) =>
        w.nodeFaults.set(one, (method, honest) => {
          if (method !== 'getLatestBlockhash') return honest
          const { value, ...answer } = honest as { value: object }
          return { ...answer, value: { ...value, lastValidBlockHeight: 1 } }
        }),
    ],
  ])('and %s: nothing is asked for until another one bears it out', async (_, bend) => {
    const w = open('solana')
    const [one = '', ...others] = w.nodes.operatorsOf(solanaChainId)
    bend(w, one)
    w.solana.mine(1_500)
    await w.advance(600_000)
    for (const host of others) w.nodes.silence(host)
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.advance(30_000)
    expect(w.page.state.everAsked).toBe(0)
    expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
    w.nodeFaults.clear()
    w.nodes.heal()
    await w.advance(60_000)
    await again(w, orderId)
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
    // One stale word, a service that fails, and a page that answers: nothing is called unsent.
    for (const lie of ['blockhashOver', 'noSignature'] as const) w.nodes.lie('rpc.test', lie)
    w.service.faults.push(...Array<'error'>(40).fill('error'))
    w.page.approve()
    await w.deliver()
    await w.advance(30_000)
    expect((await w.order(orderId)).attempts[0]?.end?.what).not.toBe('absent')
  })
})
