import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { sumOf } from '@/src/domain/order/deposit-sum'
import type { TransferOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { payableOf } from '@/src/domain/order/transfer'
import { isPayPending, payStepOf } from '@/src/domain/order/wallet-payment'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { getOrder } from '@/src/store/orders'
import { errorCopy } from '@/src/ui/copy/errors'
import { whereTheMoneyIs } from '@/src/ui/copy/money'
import { asked, serviceUrl } from './engine/address-service'
import { askedFor, bytes32, bytesOf, giveUp, likeOf, swapped, withNewer } from './engine/altered'
import { solanaChainId } from './engine/solana'
import { signAs } from './engine/solana-handed'
import { createStage, depositOf, sayGone } from './engine/stage'
import { createIn, openSolanaPlace } from './engine/transfer-solana-model'
import { shapeOf } from './engine/transfer-solana-place'
import type { World } from './engine/world'

const open = createStage('late-answer')

/** The finding that too much came since. */
const many = expect.objectContaining({ what: 'many' })

/** What was signed until now lands or never will: that is waited for, and then it is asked for by itself. */
async function landsNoMore(w: World, orderId: string): Promise<void> {
  const asked = w.page.state.everAsked
  expect((await w.order(orderId)).blocker?.code).toBe('order/may-land')
  await w.advance(100_000)
  expect((await w.order(orderId)).blocker?.code).toBe('order/may-land')
  await w.advance(25_000)
  expect((await w.order(orderId)).blocker).toBeUndefined()
  expect(w.page.state.everAsked).toBe(asked + 1)
}

/** More than two hundred payments of the account to somebody else. */
function landOthers(w: World): void {
  for (let i = 0; i < 205; i += 1) {
    const other = swapped(w.solana.build(), 'order', `z${1000 + i}`)
    const vault = parseSolanaTransaction(bytesOf(other))?.instructions[0]?.accounts[1]?.key
    const elsewhere = swapped(other, bytes32(vault), new Uint8Array(32).fill(9))
    w.solana.landLate(w.solana.sign(elsewhere))
  }
}

describe('a prompt on Solana that is answered once its block hash is over', () => {
  /** A prompt that stands open, and the order, which says by now that nothing came of it. */
  async function leftOpen() {
    const { isAbsent, sign, ...given } = await askedFor(open('solana'))
    const { w } = given
    await isAbsent()
    expect(w.page.prompts).toHaveLength(1)
    /** It is answered with that, and lands, while its page says "rejected". */
    const sentLate = async () => {
      const hash = w.solana.broadcast(sign()) ?? ''
      w.page.reject()
      w.solana.mine(60)
      await w.deliver()
      expect(w.solana.landed.has(hash)).toBe(true)
      return hash
    }
    return { ...given, sentLate }
  }

  it.each([
    ['is not asked for again', false],
    ['is not asked for beside it', true],
  ])('given its wallet puts a newer block hash in and its page says so, %s', async (_, before) => {
    const { w, orderId, retry, renewed } = await leftOpen()
    if (before) await retry()
    const hash = w.solana.broadcast(w.page.forge(renewed) ?? '') ?? ''
    await w.deliver()
    w.solana.mine(60)
    await w.advance(10 * 60_000)
    expect(w.page.state.everAsked).toBe(1)
    expect(w.solana.landed.has(hash)).toBe(true)
    expect((await w.order(orderId)).alarm?.code).toBe('policy/solana-changed')
    await giveUp(w, orderId)
    await retry()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given its wallet puts a newer block hash in and its page says rejected, is not asked for again', async () => {
    const { w, orderId, retry, sentLate } = await leftOpen()
    const hash = await sentLate()
    await retry()
    await w.advance(180_000)
    expect(w.page.state.everAsked).toBe(1)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ checks: expect.arrayContaining([likeOf(hash)]) })
    await giveUp(w, orderId)
    await retry()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given nobody asks for it again, is said to be open once what its wallet sent is seen', async () => {
    const { w, orderId, sentLate } = await leftOpen()
    const hash = await sentLate()
    await w.advance(20 * 60_000)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    expect(state).toMatchObject({ checks: expect.arrayContaining([likeOf(hash)]) })
    expect(whereTheMoneyIs(await w.order(orderId))).toBe(errorCopy['order/unsure'].money)
  })

  it('given it is cancelled while its prompt stands open, says to reject it, and what came of it', async () => {
    const { w, orderId, sentLate } = await leftOpen()
    await w.call('stopOrder', { orderId })
    const said = async () => whereTheMoneyIs(await w.order(orderId))
    expect(await said()).toContain('still shows a request, reject it')
    await sentLate()
    await w.advance(20 * 60_000)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    expect(await said()).not.toContain('Nothing was paid')
  })

  it.each([
    ['which no operator lists', undefined],
    ['which one operator hides, and no other lists', []],
  ])('given its wallet sent it, %s, is not asked for again until one does', async (_, told) => {
    const { w, orderId, retry, sentLate } = await leftOpen()
    await sentLate()
    for (const [place, host] of w.nodes.operatorsOf(solanaChainId).entries()) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method !== 'getSignaturesForAddress') return honest
        if (place === 0 && told) return told
        throw new TypeError('too many requests')
      })
    }
    await retry()
    await w.advance(180_000)
    expect(w.page.state.everAsked).toBe(1)
    expect((await depositOf(w, orderId)).state).toMatchObject({ code: 'chain/unread' })
    w.nodeFaults.clear()
    await retry()
    await w.advance(60_000)
    expect(w.page.state.everAsked).toBe(1)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given one of two operators alone shows what its wallet sent, waits for the person', async () => {
    const { w, orderId, retry, sentLate } = await leftOpen()
    const [one = ''] = w.nodes.operatorsOf(solanaChainId)
    await sentLate()
    w.nodes.silence(one)
    await retry()
    await w.advance(180_000)
    expect(w.page.state.everAsked).toBe(1)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given more than two hundred of the account came meanwhile, waits for the person', async () => {
    const { w, orderId, retry, sentLate } = await leftOpen()
    w.solana.mine(1_200)
    landOthers(w)
    await sentLate()
    await retry()
    await w.advance(180_000)
    expect(w.page.state.everAsked).toBe(1)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ checks: expect.arrayContaining([many]) })
    await giveUp(w, orderId)
    await retry()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given more than two hundred came, and nobody asks again, says so, and goes on saying it', async () => {
    const { w, orderId, sentLate } = await leftOpen()
    w.solana.mine(1_200)
    landOthers(w)
    await sentLate()
    await w.advance(30 * 60_000)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
    // However much is looked at since.
    for (let i = 0; i < 24; i += 1) {
      w.service.faults.length = 0
      if (i % 2) w.service.faults.push(...Array<'error'>(400).fill('error'))
      await w.advance(4 * 60_000)
    }
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', checks: expect.arrayContaining([many]) })
    // That it is too late for what was asked says nothing of what was sent in its place.
    expect(JSON.stringify(state)).not.toContain('expired')
  })

  it('given its page called it rejected in time, and more than two hundred came, waits for the person', async () => {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.reject()
    for (const host of w.nodes.operatorsOf(solanaChainId)) w.nodes.silence(host)
    await w.deliver()
    w.solana.mine(1_300)
    await w.advance(10 * 60_000)
    landOthers(w)
    w.solana.mine(60)
    w.nodes.heal()
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, page: w.page.page })
    await w.settle()
    await w.advance(60_000)
    expect(w.page.state.everAsked).toBe(1)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ checks: expect.arrayContaining([many]) })
  })

  it('given its page is said to know nothing of it, is not asked for beside it', async () => {
    const { w, orderId, retry } = await leftOpen()
    w.page.deny()
    await retry()
    await w.advance(60_000)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given it was lost, and the person said so before or says so now, goes on', async () => {
    for (const isBefore of [true, false]) {
      const w = open('solana')
      const { orderId, digest } = await w.prepare('q1', 7_200)
      await w.call('confirmOrder', { orderId, digest })
      await w.settle()
      w.page.losePrompt()
      const { id: stepId, state } = await depositOf(w, orderId)
      const asked = { orderId, stepId, attemptId: attemptOf(state) ?? '' }
      if (isBefore) await w.call('promptGone', asked)
      w.solana.mine(100)
      await w.advance(4 * 60_000)
      await w.call('retryStep', { orderId, stepId, page: w.page.page })
      await w.settle()
      if (!isBefore) {
        expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
        await w.call('promptGone', { ...asked, stepId: (await depositOf(w, orderId)).id })
        await w.settle()
        await landsNoMore(w, orderId)
      }
      expect(w.page.state.everAsked).toBe(2)
      expect((await w.order(orderId)).blocker).toBeUndefined()
    }
  })

  it('given two came to nothing before it, takes one word for all of them', async () => {
    const w = open('solana')
    const { orderId, digest } = await w.prepare('q1', 7_200)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    const retry = async () => {
      const stepId = (await depositOf(w, orderId)).id
      await w.call('retryStep', { orderId, stepId, page: w.page.page })
      await w.settle()
    }
    const leave = async () => {
      w.page.losePrompt()
      w.page.close()
      w.page.reopen()
      w.solana.mine(100)
      await w.advance(4 * 60_000)
      await sayGone(w, orderId)
      w.solana.mine(300)
      await w.advance(4 * 60_000)
    }
    await leave()
    await retry()
    const request = w.page.prompts[0]?.command.request
    if (request?.kind !== 'solanaSign') throw new Error('not asked')
    await leave()
    const { blockhash = '' } = (await w.order(orderId)).attempts[1]?.evidence ?? {}
    w.solana.broadcast(w.solana.sign(withNewer(w, request.transaction, blockhash)))
    w.solana.mine(60)
    await retry()
    await w.advance(60_000)
    expect(w.page.state.everAsked).toBe(2)
    await giveUp(w, orderId)
    await retry()
    expect(w.page.state.everAsked).toBe(3)
  })

  it('given it stands open beside one that is over, and is asked for again, costs two node requests a minute', async () => {
    const { w, retry } = await leftOpen()
    await retry()
    await w.advance(60_000)
    const before = w.reads.length
    await w.advance(30 * 60_000)
    expect(w.reads.length - before).toBeLessThanOrEqual(2 * 30)
  })

  it('given it is asked for again, waits until the first prompt is closed, and then goes on by itself', async () => {
    const { w, orderId, retry } = await leftOpen()
    await retry()
    await w.advance(60_000)
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
    expect(w.page.state.everAsked).toBe(1)
    w.page.reject()
    await w.deliver()
    w.solana.mine(60)
    await w.advance(60_000)
    // What was signed at the last moment may land still.
    expect((await w.order(orderId)).blocker?.code).toBe('order/unproved')
    expect(w.page.state.everAsked).toBe(1)
    await w.advance(75_000)
    expect((await w.order(orderId)).blocker).toBeUndefined()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given what is built anew after that wait is another payment, asks for none', async () => {
    const { w, orderId, retry } = await leftOpen()
    w.page.reject()
    await w.deliver()
    await retry()
    await w.advance(30_000)
    // Somebody else pays the network, and signs first.
    w.solana.sponsor()
    await w.advance(5 * 60_000)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'failed', code: 'chain/blockhash-expired' })
    expect(w.page.state.everAsked).toBe(1)
    expect(w.errors.some((each) => each.includes('order/changed'))).toBe(true)
  })

  it('given it is closed, and the person says that it was rejected, is asked for again at once', async () => {
    const { w, orderId, retry } = await leftOpen()
    w.page.reject()
    await w.deliver()
    await retry()
    expect((await w.order(orderId)).blocker?.code).toBe('order/unproved')
    const stepId = (await depositOf(w, orderId)).id
    await w.call('retryStep', { orderId, stepId, page: w.page.page, notSent: true })
    await w.settle()
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given it stands open while a word is typed of something like it, is not asked for beside it', async () => {
    const { w, orderId, retry } = await leftOpen()
    const request = w.page.prompts[0]?.command.request
    if (request?.kind !== 'solanaSign') throw new Error('not asked')
    const other = swapped(w.solana.renew(request.transaction), 'order', 'ordes')
    w.solana.broadcast(w.solana.sign(other))
    w.solana.mine(60)
    await retry()
    w.page.prompts.length = 1
    await w.advance(15 * 60_000)
    await giveUp(w, orderId)
    await retry()
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given its page was loaded anew, and the person says that it is gone, is asked for once nothing can land', async () => {
    const { w, orderId, retry } = await leftOpen()
    w.page.close()
    w.page.reopen()
    await retry()
    expect((await w.order(orderId)).blocker?.code).toBe('wallet/pending-request')
    await sayGone(w, orderId)
    await w.advance(5_000)
    await landsNoMore(w, orderId)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given it is answered as asked, is asked for anew', async () => {
    const { w, retry } = await leftOpen()
    w.page.approve()
    await w.deliver()
    w.solana.mine(100)
    await w.advance(10 * 60_000)
    expect(w.solana.landed.size).toBe(0)
    await retry()
    expect(w.page.state.everAsked).toBe(2)
  })
})

describe('a payment by address on Solana whose prompt is answered once its block hash is over', () => {
  const worlds: World[] = []
  afterEach(() => {
    for (const world of worlds.splice(0)) world.dispose()
  })

  /** Its wallet was asked, and the order says by now that nothing came of it. */
  async function leftOpen() {
    const place = await openSolanaPlace('splMemo', `late-pay-${randomUUID()}`)
    const { world: w, ledger, service, signer } = place
    worlds.push(w)
    await w.call('writeSettings', { serviceUrl })
    const { orderId } = await createIn(w, 'splMemo')
    const read = async () => (await getOrder(w.truth, orderId)) as TransferOrder
    const pay = async () => {
      const { owner: account, wallet, page } = w.page
      await w.call('payTransfer', { orderId, amount: String(asked), account, wallet, page })
      await w.settle()
    }
    await pay()
    await w.advance(180_000)
    expect((await read()).pay?.attempts[0]?.end?.what).toBe('absent')
    /** Its wallet puts the newest block hash in, and its page says so; gives what was signed. */
    const answer = async () => {
      const blockhash = ledger.blockhashOf(ledger.slot())
      const text = w.page.forge(signer.forge((each) => ({ ...each, blockhash }))) ?? ''
      await w.deliver()
      await w.advance(5_000)
      return text
    }
    return { w, ledger, service, orderId, read, pay, answer }
  }

  it('is not paid a second time without a word', async () => {
    const { w, ledger, read, pay, answer } = await leftOpen()
    const text = await answer()
    await pay()
    await w.advance(5_000)
    expect(w.page.state.everAsked).toBe(1)
    const order = await read()
    expect([payStepOf(order)?.state.status, payableOf(order, w.clock.now)]).toEqual(['unsure', 0n])
    ledger.handIn(text)
    for (let i = 0; i < 3; i += 1) {
      ledger.mine()
      await w.advance(30_000)
    }
    expect(sumOf((await read()).transfer)).toBe('exact')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the person said meanwhile to pay again, and that it was not sent, is paid when that is pressed', async () => {
    const { w, orderId, read, pay, answer } = await leftOpen()
    await pay()
    await answer()
    const step = payStepOf(await read())
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
    await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
    await w.settle()
    expect(isPayPending(await read())).toBe(false)
    await pay()
    await w.advance(5_000)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('is not asked for again while what was signed just before its page said rejected may still land', async () => {
    const { w, ledger, orderId, read, pay } = await leftOpen()
    await pay()
    await w.advance(10_000)
    const blockhash = ledger.blockhashOf(ledger.slot())
    const request = w.page.prompts[0]?.command.request
    if (request?.kind !== 'solanaSign') throw new Error('not asked')
    const text = signAs(request.transaction, (each) => ({ ...each, blockhash }))
    w.page.reject()
    await w.deliver()
    await w.advance(6_000)
    ledger.handIn(text)
    for (let i = 0; i < 20; i += 1) {
      ledger.mine()
      await w.advance(10_000)
    }
    expect(w.page.state.everAsked).toBe(1)
    expect(orderId).toBe((await read()).id)
    expect(sumOf((await read()).transfer)).toBe('exact')
  })

  it('given it is paid by hand from the same account, is not brought back by that', async () => {
    const { w, ledger, service, read } = await leftOpen()
    w.page.reject()
    await w.deliver()
    service.says.isAway = true
    const { token, depositAddress: to, memo } = service.payable
    const from = w.page.owner
    const moves = [{ token, from, to, amount: asked }]
    ledger.land({ ...shapeOf(0), payer: from, moves, memos: memo ? [memo] : [] })
    for (let i = 0; i < 30; i += 1) {
      ledger.mine()
      await w.advance(60_000)
    }
    expect(sumOf((await read()).transfer)).toBe('exact')
    expect(payStepOf(await read())?.state.status).toBe('failed')
  })
})
