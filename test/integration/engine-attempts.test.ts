import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { shippedOperators } from '@/src/domain/chain/operators'
import { attemptOf } from '@/src/domain/order/order-parts'
import { SimRefusal } from './engine/chain-rpc'
import { approve } from './engine/coded-account'
import { solanaChainId } from './engine/solana'
import { confirmed, createStage, depositOf, hostsOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('attempts')

/** The page does not answer, the person says "not sent", and the wallet is asked a second time. */
async function askedAgain(w: World, orderId: string): Promise<void> {
  w.page.state.open = false
  await w.advance(60_000)
  const step = await depositOf(w, orderId)
  const attemptId = attemptOf(step.state) ?? ''
  const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
  await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
  w.page.state.open = true
  await w.call('retryStep', { orderId, stepId: (await depositOf(w, orderId)).id })
  await w.settle()
}

async function mineAndWait(w: World): Promise<void> {
  for (let i = 0; i < 10; i += 1) {
    w.chain.mine()
    w.solana.mine()
    await w.advance(30_000)
  }
}

describe('what was ever asked or signed is never forgotten', () => {
  it('given the hash of the first ask comes after a second ask, it is linked and followed', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    const first = w.chain.mempool.splice(0)[0]
    await askedAgain(w, orderId)
    expect(w.page.state.everAsked).toBe(2)
    await w.deliver()
    if (first) w.chain.mempool.push(first)
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect(order.attempts).toHaveLength(2)
    expect(order.status).toBe('filled')
    expect(order.steps[0]?.state).toMatchObject({ hash: first?.hash })
    expect(w.page.state.everAsked).toBe(2)
  })

  it.each([
    ['tell events', false],
    ['tell none', true],
  ])(
    'given the first lands beside the second, of a token, and nodes %s, is told',
    async (_, deaf) => {
      const w = open('erc20')
      const { orderId, digest } = await w.prepare('q1', 86_400)
      await w.call('confirmOrder', { orderId, digest })
      await w.settle()
      await approve(w)
      w.page.approve('false-rejection')
      const [payment] = w.chain.mempool.splice(0)
      await w.deliver()
      await w.advance(6_000)
      const { id: stepId } = await depositOf(w, orderId)
      await w.call('retryStep', { orderId, stepId, notSent: true })
      await w.settle()
      expect(w.page.state.everAsked).toBe(3)
      if (deaf) {
        for (const host of hostsOf(w)) {
          w.nodeFaults.set(host, (method, honest) => {
            if (method === 'eth_getLogs') throw new SimRefusal('no such method', -32_601)
            return honest
          })
        }
      }
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(30_000)
      // More may be taken by then: else it would come to nothing.
      const [allowed] = w.chain.mined
      const wide = `${allowed?.data.slice(0, -64)}${'f'.repeat(64)}`
      w.chain.send({ to: allowed?.to ?? '', data: wide, value: '0x0' })
      if (payment) w.chain.mempool.push({ ...payment, nonce: payment.nonce + 2 })
      w.chain.mine()
      await wait(w, 120)
      expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second' })
      await wait(w, 24 * 60)
      const before = w.reads.length
      await wait(w, 60)
      expect(w.reads.length).toBe(before)
    },
  )

  it('given the computer slept past its time, it is looked for once more', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    const [first] = w.chain.mempool.splice(0)
    if (!first) throw new Error('nothing was sent')
    await askedAgain(w, orderId)
    w.page.approve()
    await w.deliver()
    await mineAndWait(w)
    w.sleep(3 * 3_600_000)
    await w.advance(1_000)
    const late = w.chain.send({ ...first, value: toHex(first.value) })
    await mineAndWait(w)
    const { alarm, attempts } = await w.order(orderId)
    expect(alarm?.kind).toBe('second')
    expect(attempts[0]?.seen).toMatchObject([{ hash: late.hash }])
  })

  it('given both land after the person’s word, both stand in the order and it is an alarm', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    const first = w.chain.mempool.splice(0)[0]
    await askedAgain(w, orderId)
    if (first) w.chain.mempool.push(first)
    w.page.approve()
    await w.deliver()
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect(w.chain.mined).toHaveLength(2)
    const hashes = order.attempts.flatMap((each) => each.seen.map(({ hash }) => hash))
    for (const { hash } of w.chain.mined) expect(hashes).toContain(hash)
    expect(order.alarm?.kind).toBe('second')
  })

  it('given the signed bytes of the first ask come after a second ask, they are kept and watched', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    const { id: stepId, state } = await depositOf(w, orderId)
    await w.call('promptGone', { orderId, stepId, attemptId: attemptOf(state) ?? '' })
    await askedAgain(w, orderId)
    expect(w.page.state.everAsked).toBe(2)
    // The oldest prompt, which was there all the same.
    w.page.approve()
    await w.deliver()
    const [first] = (await w.order(orderId)).attempts
    const [seen] = first?.seen ?? []
    expect(seen?.signedBytes).toBeDefined()
    // Somebody who saw them broadcasts them.
    w.solana.broadcast(seen?.signedBytes ?? '')
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect(order.steps[0]?.state).toMatchObject({ hash: seen?.hash })
    expect(order.status).toBe('filled')
  })

  it('given the page of the first ask has its signed bytes as it is asked again, they are taken up', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.page.approve()
    await askedAgain(w, orderId)
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).attempts[0]?.seen[0]?.signedBytes).toBeDefined()
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect([order.status, w.page.state.everAsked, w.solana.landed.size]).toEqual(['filled', 1, 1])
  })

  it('given the service takes it after its block hash was said to be too old, it is followed', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    // A replica that is behind does not know the block hash yet.
    w.page.approve()
    const stale = (method: string, honest: unknown) =>
      method === 'isBlockhashValid' ? { context: { slot: 1 }, value: false } : honest
    w.nodeFaults.set('rpc.test', stale)
    w.service.faults.push('lose-answer', 'error', 'error')
    await w.deliver()
    await w.advance(1_500)
    w.nodeFaults.delete('rpc.test')
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect(w.solana.landed.size).toBe(1)
    expect(order.attempts[0]?.seen[0]?.signedBytes).toBeDefined()
    expect(order.steps[0]?.state).toMatchObject({ hash: [...w.solana.landed][0] })
    expect(order.status).toBe('filled')
  })
})

describe('a page that names something else', () => {
  it('given another transaction of the account, the real deposit is found and linked', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    const other = w.chain.send({ to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash') {
      outcome.result.value.hash = other.hash
    }
    await w.deliver()
    await mineAndWait(w)
    const order = await w.order(orderId)
    expect(order.alarm).toMatchObject({ kind: 'altered', found: { hash: other.hash } })
    expect(order.status).toBe('filled')
    expect(order.steps[0]?.state).toMatchObject({ hash: w.chain.mined[0]?.hash })
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the person said "not sent" to it, stays what the person says', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const other = w.chain.send({ to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' })
    w.chain.mine()
    w.page.invent(other.hash)
    await w.deliver()
    await mineAndWait(w)
    const { id: stepId, state } = await depositOf(w, orderId)
    const attemptId = attemptOf(state) ?? ''
    expect(state.status).toBe('unsure')
    const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    await mineAndWait(w)
    expect((await depositOf(w, orderId)).state.status).toBe('failed')
  })

  it('given junk in place of signed bytes while it is not known, it is kept and an alarm', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.approve()
    w.page.state.open = false
    await w.advance(30_000)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    w.page.state.open = true
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'signed') {
      outcome.result.value.transaction = w.solana.sign(w.solana.build())
    }
    await w.deliver()
    const order = await w.order(orderId)
    expect(order.alarm).toMatchObject({ kind: 'signed', code: 'policy/solana-changed' })
    expect(order.attempts[0]?.seen).toMatchObject([{ differs: true }])
    expect(order.status).toBe('running')
  })
})

describe('a signature that is pasted', () => {
  it('given of another transaction of the account, is refused; given the right one, it fills', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    const asked = w.page.prompts[0]?.command.request
    if (asked?.kind !== 'solanaSign') throw new Error('nothing to sign')
    w.page.muddle()
    await w.deliver()
    const step = await depositOf(w, orderId)
    const at = { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '' }
    const say = (hash: string) => w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
    const other = w.solana.broadcast(w.solana.sign(w.solana.build())) ?? ''
    const right = w.solana.broadcast(w.solana.sign(asked.transaction)) ?? ''
    await expect(say(right)).rejects.toMatchObject({ code: 'order/hash-unknown' })
    await expect(say(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({ code: 'order/hash-malformed' })
    w.solana.mine()
    await expect(say(other)).rejects.toMatchObject({ code: 'order/hash-other' })
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    await say(right)
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: right })
  })
})

describe('a second payment of tokens of Solana', () => {
  it('given its answer is lost, takes the typed word', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.muddle()
    await w.deliver()
    await w.advance(30_000)
    const step = await depositOf(w, orderId)
    const at = { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '' }
    const say = (typed?: string) =>
      w.call('resolveUnsure', { ...at, choice: { kind: 'not-sent', ...(typed ? { typed } : {}) } })
    await expect(say()).rejects.toMatchObject({ code: 'rpc/invalid' })
    await expect(say('yes')).rejects.toMatchObject({ code: 'rpc/invalid' })
    await expect(w.call('retryStep', { orderId, stepId: step.id })).rejects.toThrow()
    expect(w.page.state.everAsked).toBe(1)
    await say('NOT SENT')
    await w.call('retryStep', { orderId, stepId: step.id })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given its page alone says "rejected", is asked for by no retry before two operators prove it', async () => {
    const w = open('solana')
    w.solana.hold()
    const orderId = await confirmed(w)
    w.page.approve('false-rejection')
    await w.deliver()
    const { id: stepId, state } = await depositOf(w, orderId)
    expect(state.status).toBe('declined')
    const [first = ''] = shippedOperators(solanaChainId).map(({ url }) => new URL(url).host)
    w.nodes.lie(first, 'blockhashOver', 'noSignature')
    await w.call('retryStep', { orderId, stepId })
    await mineAndWait(w)
    expect(w.page.state.everAsked).toBe(1)
    expect((await w.order(orderId)).attempts[0]?.end?.what).toBe('refused')
  })
})

describe('a connection that a page was asked for', () => {
  async function asked(w: World) {
    const { page, wallet } = w.page
    const { attemptId } = await w.call('connectWallet', { page: { ...page }, wallet })
    const read = () => w.call('readConnection', { attemptId })
    expect(await read()).toEqual({ state: 'open' })
    return read
  }

  it('given the page answers and its message is lost, is read there', async () => {
    const w = open('native')
    const read = await asked(w)
    w.page.reject()
    expect(await read()).toEqual({ state: 'failed', code: 'wallet/declined' })
  })

  it('given the page is loaded anew, is open no more', async () => {
    const w = open('native')
    const read = await asked(w)
    w.page.close()
    w.page.reopen()
    expect(await read()).toEqual({ state: 'failed', code: 'page/gone' })
  })
})

describe('what the page says of a request before it has it', () => {
  it('is no proof that it never comes, however long all others take to answer', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const stateOf = async () => (await w.order(orderId)).steps[0]?.state.status
    w.page.state.whileLooked = async () => {
      if ((await stateOf()) !== 'asking') return
      w.page.state.whileLooked = undefined
      // Somebody watches the order, and nodes take their time.
      for (const host of hostsOf(w)) {
        w.nodeFaults.set(host, async (_, honest) => answered.then(() => honest))
      }
      const before = w.reads.length
      await w.call('refreshOrder', { orderId })
      await expect.poll(() => w.reads.length).toBeGreaterThan(before)
    }
    await w.call('confirmOrder', { orderId, digest })
    await expect.poll(() => w.page.prompts.length).toBe(1)
    w.clock.now += 16_000
    answer()
    await w.settle()
    expect(await stateOf()).toBe('asking')
    w.nodeFaults.clear()
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.deposits()).toHaveLength(1)
  })
})
