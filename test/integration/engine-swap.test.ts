import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { afterKey, tookUp } from '@/src/domain/order/held'
import { deedOf } from '@/src/domain/service/filler-record'
import { readHistory } from '@/src/store/read-history'
import { sayGone } from './engine/stage'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana'): World {
  count += 1
  world = createWorld({ name: `swap-${count}`, source })
  return world
}
afterEach(() => world.dispose())

/** A payout lies ten seconds deep in its chain before it is believed; the looks for it are 16 s apart. */
const proving = 30_000

/** Approves prompt after prompt and mines, until nothing is asked any more. */
async function carryOn(w: World): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(5_000)
  }
  await w.advance(proving)
}

async function confirmed(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

describe('a swap from the first click to the notice', () => {
  it.each(['native', 'erc20'] as const)(
    'given a %s source, fills with one deposit',
    async (source) => {
      const w = open(source)
      const orderId = await confirmed(w)
      // Twice what its trial used on the simulated nodes, and some.
      const [request] = w.page.prompts.map(({ command }) => command.request)
      expect(request).toMatchObject({ tx: { gas: '0x29810' } })
      await carryOn(w)
      const order = await w.order(orderId)
      expect(order.status).toBe('filled')
      expect(order.steps.map((step) => step.state.status)).toEqual(
        source === 'native' ? ['confirmed'] : ['confirmed', 'confirmed'],
      )
      expect(w.notices).toEqual([`filled:${orderId}`])
      expect(w.asked.every((each) => each.stored === 'asking')).toBe(true)
      // Nobody here knows the contract: it was paid for the first time, and no longer is.
      expect(order.firstPaid).toEqual({
        held: expect.stringMatching(/^[1-9]\d*$/),
        contracts: [expect.any(String)],
        amount: order.accepted.from.amount,
      })
      // Its filler is judged by when it paid, not by when that was proved.
      const { time = 0, at = 0 } = order.arrival?.found ?? {}
      const deed = deedOf(order)
      expect(deed).toMatchObject({ came: true, promised: order.accepted.expectedDurationSeconds })
      expect(deed?.took).toBe(
        Math.round(Math.max(0, time - (order.attempts.at(-1)?.seen[0]?.at ?? 0) / 1_000)),
      )
      expect(time).toBeGreaterThan(0)
      expect(time).toBeLessThan(at / 1_000)
      const next = await w.prepare('q2')
      expect((await w.order(next.orderId)).firstPaid).toBeUndefined()
    },
  )

  it('given it is not filled, is late by what was usual here as it was confirmed, told once over deaths of the worker', async () => {
    const w = open('native')
    w.service.terms.pay = () => undefined
    w.service.terms.lie = (record) => ({ ...record, status: 'published' })
    const { orderId, digest } = await w.prepare()
    const usual = { typical: 700, most: 1_200 }
    await w.call('confirmOrder', { orderId, digest, usual })
    await w.settle()
    w.kill()
    await carryOn(w)
    expect((await w.order(orderId)).usual).toEqual(usual)
    const since = (await w.order(orderId)).attempts.at(-1)?.seen[0]?.at ?? 0
    // By its promise alone it would have been late after ten minutes.
    await w.advance(since + 1_150_000 - w.clock.now)
    expect([(await w.order(orderId)).status, w.notices]).toEqual(['tracking', []])
    w.kill()
    await w.advance(200_000)
    expect(w.notices).toEqual([`late:${orderId}`])
    w.kill()
    await w.advance(3_600_000)
    expect(w.notices).toEqual([`late:${orderId}`])
    expect((await w.order(orderId)).usual).toEqual(usual)
  })

  it('given the wallet is on another chain, switches it first and then asks', async () => {
    const w = open('native')
    w.page.state.chain = 1
    const orderId = await confirmed(w)
    expect(w.page.prompts[0]?.command.request.kind).toBe('switchChain')
    w.page.approve()
    await w.deliver()
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
    await carryOn(w)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the person declines, nothing is sent and the step may be tried again', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    expect(step?.state.status).toBe('declined')
    await w.call('retryStep', { orderId, stepId: step?.id ?? '', notSent: true })
    await w.settle()
    await carryOn(w)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.mined).toHaveLength(1)
  })

  it('given a false rejection, a second ask is refused and the first deposit is found', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    await w.deliver()
    const [step] = (await w.order(orderId)).steps
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    await w.settle()
    expect(w.page.prompts).toHaveLength(0)
    w.chain.mine()
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.mined).toHaveLength(1)
  })

  it('given a hash nobody knows, the real transaction is found by its nonce', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve('false-hash')
    await w.deliver()
    w.chain.mine()
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('filled')
    expect(order.steps[0]?.state).toMatchObject({ hash: w.chain.mined[0]?.hash })
  })

  it('given a transaction that is not what was asked, the alarm is raised and nothing more is asked', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    w.chain.replace(w.chain.mempool[0]?.hash ?? '', { value: '0xffff' })
    const [altered] = w.chain.mempool
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash' && altered) {
      outcome.result.value.hash = altered.hash
    }
    await w.deliver()
    const order = await w.order(orderId)
    expect(order).toMatchObject({
      status: 'running',
      alarm: { code: 'chain/mismatch', found: { hash: altered?.hash } },
    })
    await w.advance(120_000)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({ status: 'unsure' })
    expect(w.page.state.everAsked).toBe(1)
    expect(w.service.orders).toHaveLength(0)
  })

  it('given the wallet speeds it up, the new hash is adopted', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    const faster = w.chain.replace(w.chain.mempool[0]?.hash ?? '', {})
    w.chain.mine()
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order.steps[0]?.state).toMatchObject({ status: 'confirmed', hash: faster?.hash })
  })

  it('given it goes on from what another left, keeps that, and is found by it once confirmed', async () => {
    const w = open('native')
    const follows = 'e'.repeat(32)
    const { orderId, digest } = await w.prepare('q1', 600, { follows })
    const found = async () => (await readHistory(w.truth, { text: afterKey(follows) })).orders
    expect(await found()).toEqual([])
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect((await found()).map((each) => tookUp(each))).toEqual([follows])
    expect((await w.order(orderId)).follows).toBe(follows)
  })

  it('given the tab was closed with the prompt open, the person is asked, then it is "not sent"', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(15_000)
    w.page.close()
    await w.worker().pageGone(7)
    await w.advance(60_000)
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
    expect(w.notices).toContain(`needs-you:${orderId}`)
    await w.advance(1_400_000)
    expect((await w.order(orderId)).steps[1]?.state).toMatchObject({
      status: 'failed',
      code: 'order/not-sent',
    })
  })

  it('given an error that proves nothing, the step is unsure and never asked again by itself', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.muddle()
    await w.deliver()
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('unsure')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the answer to the submission is lost, the order is adopted', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    w.service.faults.push('lose-answer', 'error', 'error')
    await w.deliver()
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.service.orders).toHaveLength(1)
  })

  it('given another account in the wallet, waits, and goes on by itself when it is back', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.page.state.account = `0x${'9'.repeat(40)}`
    w.chain.mine()
    await w.advance(10_000)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/account-changed')
    w.page.state.account = '0x1111111111111111111111111111111111111111'
    await w.advance(10_000)
    expect((await w.order(orderId)).blocker).toBeUndefined()
    await carryOn(w)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given a wallet that is slow to say its account, waits, and goes on by itself', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.page.state.slow = true
    w.chain.mine()
    await w.advance(10_000)
    expect((await w.order(orderId)).blocker?.code).toBe('page/not-responding')
    expect(w.page.state.everAsked).toBe(1)
    w.page.state.slow = false
    await w.advance(10_000)
    await carryOn(w)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given the answer comes while its page is taken for gone, keeps what was sent', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    const { answer } = w.service
    const untold = [...w.page.outcomes]
    w.service.answer = async (...args) => {
      for (const outcome of untold.splice(0)) await w.tell(outcome)
      return answer(...args)
    }
    w.page.state.open = false
    await w.advance(21_000)
    expect(untold).toEqual([])
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('verified')
  })

  it('given a double click, asks once', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    const twice = [0, 1].map(() => w.call('confirmOrder', { orderId, digest }))
    await Promise.allSettled(twice)
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given a deposit being asked for, a second one of the account waits', async () => {
    const w = open('native')
    await confirmed(w)
    const second = await w.prepare('q2')
    await w.call('confirmOrder', second)
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(second.orderId)).blocker?.code).toBe('order/busy')
  })

  it('given IndexedDB is lost while a deposit is out, the mirror brings it back and it fills', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.kill()
    const fresh = createWorld({ name: `lost-${count}`, source: 'native' })
    for (const [key, value] of w.mirror) fresh.mirror.set(key, value)
    fresh.chain.send({ to: '0x0', data: '0x', value: '0x0' })
    fresh.chain.mempool.splice(0, 1, ...w.chain.mempool)
    fresh.service.orders.push(...w.service.orders)
    fresh.revive()
    fresh.worker().wake()
    fresh.chain.mine()
    await fresh.advance(60_000)
    expect((await fresh.order(orderId)).status).toBe('filled')
    await fresh.dispose()
  })

  it.each(['denied a deposit', 'denied a deposit and the person stopped'])(
    'given IndexedDB is lost after a page %s, the denial is still looked into',
    async (what) => {
      const w = open('native')
      const orderId = await confirmed(w)
      w.page.approve('false-rejection')
      await w.deliver()
      expect((await w.order(orderId)).steps[0]?.state.status).toBe('declined')
      if (what.endsWith('stopped')) await w.call('stopOrder', { orderId })
      w.kill()
      const fresh = createWorld({ name: `lost-${count}`, source: 'native' })
      for (const [key, value] of w.mirror) fresh.mirror.set(key, value)
      fresh.chain.mempool.push(...w.chain.mempool)
      fresh.page.close()
      fresh.worker().wake()
      fresh.chain.mine()
      await fresh.advance(60_000)
      expect((await fresh.order(orderId)).status).toBe('filled')
      await fresh.dispose()
    },
  )
})

describe('the second copy of an order that was stopped while its refusal is doubted', () => {
  it('is there until nothing is left to be found out', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId })
    const key = `order:${orderId}`
    await w.advance(60_000)
    expect(w.mirror.has(key)).toBe(true)
    for (let hours = 0; hours < 26; hours += 1) await w.advance(3_600_000)
    expect(w.mirror.has(key)).toBe(false)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('refused')
  })
})

describe('a swap from Solana', () => {
  async function step(w: World, orderId: string) {
    return (await w.order(orderId)).steps[0]
  }

  it('given the wallet signs, submits the very bytes and fills', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await w.advance(proving)
    expect((await w.order(orderId)).status).toBe('filled')
    expect((await step(w, orderId))?.state).toMatchObject({ status: 'confirmed' })
    expect(w.solana.landed.size).toBe(1)
  })

  it('given the answer to the submission is lost, the same bytes go out and land once', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    w.service.faults.push('lose-answer', 'error')
    await w.deliver()
    w.solana.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.solana.landed.size).toBe(1)
  })

  it('given another transaction was signed, nothing is submitted and an alarm is raised', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'signed') {
      outcome.result.value.transaction = w.solana.sign(w.solana.build())
    }
    await w.deliver()
    expect(await w.order(orderId)).toMatchObject({
      status: 'running',
      alarm: { kind: 'signed', code: 'policy/solana-changed' },
    })
    expect((await step(w, orderId))?.state.status).toBe('unsure')
    expect(w.solana.broadcasts()).toBe(0)
  })

  it('given the tab is closed before it signs, waits for the block hash to expire, then offers a rebuild', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.close()
    await w.worker().pageGone(7)
    await w.advance(60_000)
    expect((await step(w, orderId))?.state.status).toBe('unsure')
    w.solana.skip()
    // Only what is final proves anything.
    w.solana.mine(40)
    await w.advance(300_000)
    expect((await step(w, orderId))?.state).toMatchObject({ code: 'chain/blockhash-expired' })
    w.page.reopen()
    // Its wallet might show it still.
    await sayGone(w, orderId)
    w.solana.mine(300)
    await w.advance(60_000)
    const stepId = (await step(w, orderId))?.id ?? ''
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await w.advance(proving)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the block hash expires before the service broadcasts, it may be signed anew', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.page.approve()
    w.solana.skip()
    // Only what is final proves anything.
    w.solana.mine(40)
    await w.deliver()
    await w.advance(60_000)
    expect((await step(w, orderId))?.state).toMatchObject({ code: 'chain/blockhash-expired' })
    await w.call('retryStep', { orderId, stepId: (await step(w, orderId))?.id ?? '' })
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await w.advance(proving)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.solana.landed.size).toBe(1)
  })

  describe('whose network fee somebody else pays', () => {
    function openSponsored(): World {
      const w = open('solana')
      w.solana.sponsor()
      return w
    }

    it('given the wallet signs, it lands under the id that the sponsor signed, and fills', async () => {
      const w = openSponsored()
      const orderId = await confirmed(w)
      expect((await step(w, orderId))?.facts).not.toMatchObject({ feePayer: w.solana.author })
      w.page.approve()
      await w.deliver()
      w.solana.mine()
      await w.advance(proving)
      const [hash] = w.solana.landed
      expect((await w.order(orderId)).status).toBe('filled')
      // By its id it is told of, found again and read: not a lamport of the fee left the account.
      const state = (await step(w, orderId))?.state
      expect(state).toMatchObject({ status: 'confirmed', hash, left: '25000000' })
      expect((await w.order(orderId)).service.depositTxHash).toBe(hash)
    })

    it('given it is signed once more by who pays and lands under that id, it is found, and asked no second time', async () => {
      const w = openSponsored()
      const orderId = await confirmed(w)
      w.page.approve()
      const [outcome] = w.page.outcomes
      const signed =
        outcome?.result.ok && outcome.result.value.kind === 'signed'
          ? outcome.result.value.transaction
          : ''
      const other = w.solana.broadcast(w.solana.signAnew(signed))
      w.solana.mine()
      w.solana.skip()
      // What the wallet gave comes too late: the chain has it, under another id.
      await w.deliver()
      w.solana.mine(40)
      await w.advance(300_000)
      expect([...w.solana.landed]).toEqual([other])
      expect((await step(w, orderId))?.state).toMatchObject({ status: 'confirmed', hash: other })
    })

    it('given it lands under another signature than its service was told of, the service is told of that', async () => {
      const w = openSponsored()
      const orderId = await confirmed(w)
      w.page.approve()
      const [signed = ''] = w.page.signed.values()
      const other = w.solana.broadcast(w.solana.signAnew(signed))
      await w.deliver()
      expect((await w.order(orderId)).service.depositTxHash).not.toBe(other)
      w.solana.mine()
      w.solana.skip()
      w.solana.mine(40)
      await w.advance(300_000)
      expect((await step(w, orderId))?.state).toMatchObject({ status: 'confirmed', hash: other })
      // It has the order by its first signature, and says so.
      expect(w.service.refused).toEqual([other])
    })

    it('given its page says that it was rejected and who pays hands it in anew, it is found', async () => {
      const w = openSponsored()
      const orderId = await confirmed(w)
      w.page.approve('false-rejection')
      const [signed = ''] = w.page.signed.values()
      const other = w.solana.broadcast(w.solana.signAnew(signed))
      await w.deliver()
      w.solana.mine()
      w.solana.skip()
      w.solana.mine(40)
      const stepId = (await step(w, orderId))?.id ?? ''
      await w.call('retryStep', { orderId, stepId, page: w.page.page }).catch(() => undefined)
      await w.settle()
      await w.advance(300_000)
      expect(w.page.prompts).toEqual([])
      expect((await step(w, orderId))?.state).toMatchObject({ hash: other })
    })

    it('given the block hash is over before it is asked, it is built and signed anew', async () => {
      const w = openSponsored()
      const { orderId, digest } = await w.prepare()
      w.solana.skip()
      await w.call('confirmOrder', { orderId, digest })
      await w.settle()
      expect((await step(w, orderId))?.state).toMatchObject({ code: 'chain/blockhash-expired' })
      await w.call('retryStep', { orderId, stepId: (await step(w, orderId))?.id ?? '' })
      await w.settle()
      w.page.approve()
      await w.deliver()
      w.solana.mine()
      await w.advance(proving)
      expect((await w.order(orderId)).status).toBe('filled')
      expect(w.solana.landed.size).toBe(1)
    })
  })
})
