import { deleteDB } from 'idb'
import { rhythmOf } from '@/src/domain/chain/chain-rhythm'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { ErrorCode } from '@/src/domain/error'
import { isDenied } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import {
  attemptById,
  attemptOf,
  hashesOf,
  isEnded,
  mayBeShown,
} from '@/src/domain/order/order-parts'
import { promptClosesAt } from '@/src/domain/order/reconcile'
import { eventsOf } from '@/src/store/orders'
import { author, erc20, type SimTransaction, target } from './chain'
import { otherAccount } from './chain-terms'
import { checkStates, createHistory, endNotices } from './invariants'
import { type Payout, payAnother, payIn, payLongAgo } from './older-payments'
import type { Operation } from './operations'
import { claimsAll, otherUrl } from './other-service'
import { press } from './person'
import { amountIn, type Source } from './service'
import { checkClaims } from './swap-claims'
import { actLying, healService, isLying, judgeLying } from './swap-liars'
import { actVoices, isOfVoices, listed, oneOperator, payoutNode } from './voices'
import { createWorld, type World } from './world'

export type Result = {
  violations: string[]
  deposits: number
  unsure: number
  status: string
  /** What everything came to, but for the times at which it did. */
  end: string
}

/** How a sequence is watched to its end: minute by minute, or with sleep wherever nothing moves. */
export type Watch = 'awake' | 'asleep'

const minute = 60_000
/**
 * After which silence has become an answer, a quote has ended and nothing moves any more: the last change
 * of an order came in the 21st minute on an EVM chain, and in the 40th on Solana.
 */
const finishAfter: Record<Source, number> = {
  native: 28 * minute,
  erc20: 28 * minute,
  solana: 44 * minute,
}
/** At least twice in that time it is looked at after a sleep, and at its end. */
const longestSleep = 8 * minute

let count = 0

/** `isSponsored`: somebody else pays what Solana's network takes, and has signed. `payout`: what is paid in. */
export type Terms = { isSponsored?: boolean; payout?: Payout }

/** Runs a sequence against a fresh world, lets everything come to rest, and checks the invariants. */
export async function runSequence(
  source: Source,
  sequence: readonly Operation[],
  watch: Watch,
  { isSponsored = false, payout = 'token' }: Terms = {},
): Promise<Result> {
  count += 1
  const name = `model-${count}`
  const world = createWorld({ name, source, onOrder: (order) => history.see(order) })
  const history = createHistory(world.acknowledged)
  if (isSponsored) world.solana.sponsor()
  world.hosts.set(new URL(otherUrl).host, claimsAll)
  const run = { overrides: 0, gestures: 0, payout }
  try {
    payLongAgo(world, payout)
    const { orderId, digest } = await world.prepare('q1', 600, payIn(world, payout))
    for (const operation of sequence) {
      await act(world, orderId, digest, operation, run)
      if (!world.isDead()) await world.settle()
      const order = await peek(world, orderId)
      if (isDisproved(order, world)) {
        history.violations.push('I3: what a prompt asks is called absent while it is open')
      }
      history.violations.push(...(order ? checkClaims(world, order) : []))
    }
    await finish(world, orderId, watch)
    return await judge(world, orderId, history.violations, run)
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

/** The order as it is stored; a plan that was given up is gone. */
function peek(world: World, orderId: string): Promise<SwapOrder | undefined> {
  return world.order(orderId).catch(() => undefined)
}

/** Whether nodes are said to show that nothing can come of what a wallet still shows. */
function isDisproved(order: SwapOrder | undefined, { page, source }: World): boolean {
  const absent = order?.attempts.filter(({ end }) => end?.what === 'absent') ?? []
  const open = page.prompts.map(({ attemptId }) => attemptId)
  // Of a signature, and of a token's allowance, it is true all the same: nothing more could be taken.
  return source === 'native' && absent.some(({ attemptId }) => open.includes(attemptId))
}

/** Whether the oldest prompt is one that somebody may still answer: nobody does long after its price. */
async function isOpen(
  world: World,
  orderId: string,
  [prompt]: readonly { attemptId: string }[] = world.page.prompts,
): Promise<boolean> {
  const order = await peek(world, orderId)
  const asked = order?.attempts.find(({ attemptId }) => attemptId === prompt?.attemptId)
  const { now } = world.clock
  if (!order || !asked || now < asked.evidence.askedAt) return false
  return now < promptClosesAt(order, asked)
}

/** Whether a prompt of a page that is gone may still be answered: nobody does who said that it is there no more. */
async function isLeft(world: World, orderId: string): Promise<boolean> {
  const [orphan] = world.page.orphans
  const order = await peek(world, orderId)
  const asked = order?.attempts.find(({ attemptId }) => attemptId === orphan?.attemptId)
  return asked?.gone === undefined && isOpen(world, orderId, world.page.orphans)
}

type Run = { overrides: number; gestures: number; payout: Payout }

async function act(
  world: World,
  orderId: string,
  digest: string,
  operation: Operation,
  run: Run,
): Promise<void> {
  const { page, chain, solana, service } = world
  if (isLying(operation)) return actLying(world, operation)
  if (isOfVoices(operation)) return actVoices(world, operation)
  switch (operation) {
    case 'confirm':
      if (await press(() => world.call('confirmOrder', { orderId, digest }))) run.gestures += 1
      return
    case 'retryWithoutWord':
    case 'retry': {
      const order = await peek(world, orderId)
      const stepId = order?.steps[order.current]?.id ?? ''
      const pinned = page.state.open ? { page: page.page } : {}
      run.gestures += 1
      // Nobody says "I rejected it" who approved what was asked last; it is no word about what was asked before.
      const last = order?.attempts.at(-1)?.attemptId ?? ''
      const isApproved = page.sent.has(last) || page.signed.has(last)
      const isUnsaid = isApproved || operation === 'retryWithoutWord'
      const word = isUnsaid ? {} : { notSent: true as const }
      await press(() => world.call('retryStep', { orderId, stepId, ...pinned, ...word }))
      return
    }
    case 'retryTyped': {
      const order = await peek(world, orderId)
      const stepId = order?.steps[order.current]?.id ?? ''
      const pinned = page.state.open ? { page: page.page } : {}
      run.gestures += 1
      // Whoever types it does so also where the wallet shows it yet, or it was approved.
      const isOfDenied = order && (isDenied(order) || order.blocker?.code === 'order/unproved')
      const input = { orderId, stepId, ...pinned, ...(isOfDenied && { notSent: TYPED_WORD }) }
      const done = await press(() => world.call('retryStep', input))
      if (isOfDenied && (done || world.isDead())) run.overrides += 1
      return
    }
    case 'approve':
      return page.approve()
    case 'reject':
      return page.reject()
    case 'muddle':
      return page.muddle()
    case 'falseHash':
      return page.approve('false-hash')
    case 'falseRejection':
      return page.approve('false-rejection')
    case 'renews':
    case 'renewsFalsely':
      if (await isOpen(world, orderId))
        page.renew(operation === 'renews' ? 'truth' : 'false-rejection')
      return
    case 'renewsHeld':
      if (await isOpen(world, orderId)) page.renew('false-rejection', true)
      return
    case 'handIn':
      // Whoever saw what a wallet signed may hand it in, whatever its page says; a sponsor may sign it anew.
      for (const signed of page.signed.values()) solana.broadcast(solana.signAnew(signed))
      return
    case 'namesOther':
      return page.invent(chain.send(other).hash)
    case 'silence':
      return page.approve('nothing')
    case 'losePrompt':
      return page.losePrompt()
    case 'promptGone':
      return sayGone(world, orderId)
    case 'deliver':
      return world.deliver()
    case 'deliverTwice':
      return world.deliver(2)
    case 'mine':
      chain.mine()
      return solana.mine()
    case 'blockhashExpires':
      return solana.skip()
    case 'speedUp':
      chain.replace(chain.mempool.at(-1)?.hash ?? '', {})
      return
    case 'cancel':
      chain.replace(chain.mempool.at(-1)?.hash ?? '', { to: author, data: '0x', value: '0x0' })
      return
    case 'otherTransaction':
      chain.send(other)
      return
    case 'manyTransactions':
      for (let i = 0; i < lookedThrough; i += 1) chain.send(other)
      return
    case 'reorg':
      // A chain takes nothing back that lies as deep as what is proved of it.
      return chain.reorg(rhythmOf(chain.id).absence)
    case 'reorgForOld':
      return chain.reorg(rhythmOf(chain.id).absence, true)
    case 'listedNodeCancels':
      return world.nodes.lie(listed, 'noReceipt', 'nonceUsed', 'otherBlock', 'blockhashOver')
    case 'listedNodeReverts':
      return world.nodes.lie(listed, 'reverted')
    case 'listedNodeFreezes':
      return world.nodes.freeze(listed)
    case 'operatorCancels':
      return world.nodes.lie(oneOperator(world), 'noReceipt', 'nonceUsed', 'otherBlock')
    case 'operatorReverts':
      return world.nodes.lie(oneOperator(world), 'reverted', 'blockhashOver', 'noSignature')
    case 'operatorHides':
      return world.nodes.lie(oneOperator(world), 'noTransaction', 'noReceipt', 'allowanceWhole')
    case 'operatorLags':
      return world.nodes.lag(oneOperator(world), 20)
    case 'operatorFreezes':
      return world.nodes.freeze(oneOperator(world))
    case 'operatorForgets':
      return world.nodes.forget(oneOperator(world), 10)
    case 'payoutNodeReverts':
      return world.nodes.lie(payoutNode(world), 'reverted')
    case 'payoutNodeHides':
      return world.nodes.lie(payoutNode(world), 'noTransaction', 'noReceipt', 'nothingPaid')
    case 'payoutNodeLags':
      return world.nodes.lag(payoutNode(world), 100)
    case 'payoutNodeFreezes':
      return world.nodes.freeze(payoutNode(world))
    case 'payoutNodeForgets':
      return world.nodes.forget(payoutNode(world), 50)
    case 'nodesHeal':
      return world.nodes.heal()
    case 'anotherIsPaid': {
      const order = await peek(world, orderId)
      return order && order.status !== 'planned' ? payAnother(world, order, run.payout) : undefined
    }
    case 'privateRelay':
      page.state.relay = true
      return
    case 'relayMines':
      return chain.mineRelay()
    case 'killWorker':
      return world.kill()
    case 'killAfterWrite1':
      return world.killAfter(1)
    case 'killAfterWrite2':
      return world.killAfter(2)
    case 'killAfterWrite5':
      return world.killAfter(5)
    case 'killAtAsk':
      return world.killAtAsk()
    case 'closeTab':
      page.close()
      if (!world.isDead()) await Promise.race([world.worker().pageGone(7), world.dead()])
      return
    case 'reloadTab':
      page.close('stays')
      if (!world.isDead()) await Promise.race([world.worker().pageGone(7), world.dead()])
      return page.reopen()
    case 'answersLeft':
      if (await isLeft(world, orderId)) page.answerLeft()
      return
    case 'reopenTab':
      return page.reopen()
    case 'pageDenies':
      return page.deny()
    case 'killBrowser':
      page.close()
      return world.kill()
    case 'switchAccount':
      page.state.account = `0x${'9'.repeat(40)}`
      return
    case 'inventsAccounts':
      page.state.account = otherAccount
      page.state.invented = [page.owner]
      return
    case 'switchBack':
      page.state.account = page.owner
      page.state.invented = []
      return
    case 'switchChain':
      page.state.chain = 1
      return
    case 'serviceError':
      service.faults.push('error')
      return
    case 'serviceDrops':
      service.faults.push('drop')
      return
    case 'serviceLosesAnswer':
      service.faults.push('lose-answer')
      return
    case 'serviceMalformed':
      service.faults.push('malformed')
      return
    case 'wait1s':
      return world.advance(1_000)
    case 'wait10s':
      return world.advance(10_000)
    case 'wait1m':
      return world.advance(60_000)
    case 'wait5m':
      return world.advance(300_000)
    case 'clockForward1h':
      return world.moveClock(3_600_000)
    case 'clockBack1h':
      return world.moveClock(-3_600_000)
    case 'personSaysNotSent':
    case 'personChecksAgain':
      return decide(world, orderId, operation, run)
    case 'stop':
      await press(() => world.call('stopOrder', { orderId }))
      return
  }
}

/** Something else that the account sends. */
const other = { to: '0x4444444444444444444444444444444444444444', data: '0x', value: '0x1' }
/** As many transactions of the account since an ask as a look goes through. */
const lookedThrough = 12

async function decide(world: World, orderId: string, operation: Operation, run: Run) {
  const order = await peek(world, orderId)
  const step = order?.steps.find((each) => each.state.status === 'unsure')
  const attemptId = step && attemptOf(step.state)
  if (!step || !attemptId) return
  const choice =
    operation === 'personSaysNotSent'
      ? { kind: 'not-sent' as const, typed: 'NOT SENT' }
      : { kind: 'check-again' as const }
  const input = { orderId, stepId: step.id, attemptId, choice }
  const done = await press(() => world.call('resolveUnsure', input))
  // The answer may be lost with the worker and the decision stand all the same.
  if (choice.kind === 'not-sent') run.overrides += done || world.isDead() ? 1 : 0
}

/** The person says that the wallet shows the request no more, be that so or not. */
async function sayGone(world: World, orderId: string): Promise<void> {
  const order = await peek(world, orderId)
  const step = order?.steps.find((each) => each.state.status === 'asking')
  const attemptId = (step && attemptOf(step.state)) ?? lateOf(world, order)
  if (!attemptId) return
  const stepId = (step ?? order?.steps.at(-1))?.id ?? ''
  await press(() => world.call('promptGone', { orderId, stepId, attemptId }))
}

/** The last request that came to nothing and is in the way of the next one, where the wallet shows it no more indeed. */
function lateOf({ page }: World, order: SwapOrder | undefined): string | undefined {
  const late = order?.attempts.findLast((each) => mayBeShown(each) && !each.gone)
  const shown = [...page.prompts, ...page.orphans].some(
    (each) => each.attemptId === late?.attemptId,
  )
  return shown ? undefined : late?.attemptId
}

/**
 * Everything heals: outcomes arrive, blocks are mined, and time goes by; nobody presses anything. Asleep,
 * time passes unseen between two looks of a minute that found nothing new, twice as long each time; there
 * is no look at all where nothing is owed and nothing is on its way, as nothing would be done in it.
 */
async function finish(world: World, orderId: string, watch: Watch): Promise<void> {
  world.neverKill()
  world.service.faults.length = 0
  world.nodes.heal()
  healService(world)
  const end = world.clock.now + finishAfter[world.source]
  let before = ''
  let nap = 0
  while (world.clock.now < end) {
    await look(world)
    const order = await peek(world, orderId)
    if (watch === 'awake') continue
    if (await isAtRest(world)) return
    const after = `${order?.revision} ${world.chain.mined.length} ${world.asked.length}`
    nap = after === before ? Math.min(Math.max(minute, 2 * nap), longestSleep) : 0
    before = after
    // The last minute is looked at in any case.
    const asleep = Math.max(0, Math.min(nap, end - minute - world.clock.now))
    world.sleep(asleep)
  }
}

/** A minute in which somebody opens the popup, a page delivers, and blocks are made. */
async function look(world: World): Promise<void> {
  world.revive()
  world.worker().wake()
  await world.deliver()
  world.chain.mine()
  world.chain.mineRelay()
  world.solana.mine()
  await world.advance(minute)
}

/** Whether no time would change anything: no work is owed, and nothing is on its way to here or to a block. */
async function isAtRest({ truth, page, chain, service }: World): Promise<boolean> {
  const onItsWay = page.outcomes.length + chain.mempool.length + chain.relay.length
  if (onItsWay > 0 || service.faults.length > 0) return false
  return (await (await truth.use()).count('outbox')) === 0
}

async function judge(
  world: World,
  orderId: string,
  violations: string[],
  run: Run,
): Promise<Result> {
  const order = await peek(world, orderId)
  const isDeposit = ({ from, to, reverted, data }: SimTransaction) =>
    from === author && to === target && !reverted && data.endsWith(BigInt(amountIn).toString(16))
  const onEvm = world.chain.mined.filter(isDeposit)
  const mined = [...onEvm.map((tx) => tx.hash), ...world.solana.landed]
  if (mined.length > 1 + run.overrides) {
    violations.push(`I1: ${mined.length} deposits mined with ${run.overrides} overrides`)
  }
  for (const each of world.asked) {
    if (each.kind !== 'switchChain' && each.stored !== 'asking') {
      violations.push(`I2: asked while the step was stored as ${each.stored}`)
    }
  }
  if (order) violations.push(...checkClaims(world, order), ...endNotices(world.notices, order))
  else if (world.asked.length > 0) violations.push('L1: the order is gone')
  violations.push(...(await judgeLying(world, orderId)))
  const text = JSON.stringify(order ?? {})
  const state = order?.steps.find((step) => step.deposit)?.state
  for (const hash of mined) {
    if (!text.includes(hash) && state?.status !== 'unsure' && !order?.alarm) {
      violations.push(`I3: the mined deposit ${hash} is not linked: ${state?.status}`)
    }
  }
  // The person's own word may be wrong; a proof may not.
  const isProved = ['order/not-sent', 'chain/blockhash-expired'].includes(
    order?.failure?.code ?? '',
  )
  if (order?.status === 'failed' && isProved && mined.length > 0) {
    violations.push(`I3: ended as not sent with ${mined.length} deposits mined`)
  }
  // A token's allowance that stands whole says so before a private relay may still send it in vain.
  const asked = order?.attempts.filter((each) => each.deposit) ?? []
  const isAbsent = asked.length > 0 && asked.every(({ end }) => end?.what === 'absent')
  if (world.source !== 'erc20' && isAbsent && mined.length > 0) {
    violations.push(`I3: called absent with ${mined.length} deposits mined`)
  }
  // What has arrived is over: a reorganisation may take its deposit back after that.
  const isOver = order?.status === 'filled' || order?.status === 'refunded'
  if (state?.status === 'confirmed') {
    const { orders, refused } = world.service
    const told = [...refused, ...orders.map(({ depositTxHash }) => depositTxHash)]
    // What takes the place of a deposit that was paid out already is nobody's business any more.
    const attempt = isOver && order && attemptById(order, state.attemptId)
    const ownHashes = attempt ? hashesOf(attempt) : [state.hash]
    if (!ownHashes.some((hash) => told.includes(hash)))
      violations.push(`S1: ${state.hash} is mined, and its service was not told`)
  }
  const once = isOver ? [...world.chain.everMined.values()].filter(isDeposit) : []
  const deposits = [...mined, ...once.map(({ hash }) => hash)]
  if (state?.status === 'confirmed' && !deposits.includes(state.hash)) {
    violations.push(`I3: ${state.hash} is called mined, and is no deposit`)
  }
  const asks = world.asked.filter((each) => each.kind !== 'switchChain').length
  const steps = order?.steps.length ?? 1
  if (asks > run.gestures * steps) violations.push(`I5: ${asks} asks for ${run.gestures} gestures`)
  const unsure = order?.steps.filter((step) => step.state.status === 'unsure') ?? []
  for (const step of unsure) {
    if (step.state.status === 'unsure' && !step.state.needsPerson) {
      violations.push('I6: an unsure step is neither ended nor shown')
    }
  }
  const events = await eventsOf(world.truth, orderId)
  for (const { event } of events) {
    const found = event.type === 'sent' && event.by === 'chain' && world.chain.find(event.hash)
    if (found && found.to !== target && found.to !== erc20) {
      violations.push(`I3: ${found.hash} is taken for what was asked`)
    }
  }
  violations.push(...checkStates(events))
  const linked = mined.map((hash) => text.includes(hash))
  const end = JSON.stringify([toEnd(order), linked, toTold(world, order), asks])
  const status = order?.status ?? 'gone'
  return { violations, deposits: mined.length, unsure: unsure.length, status, end }
}

/**
 * What the person was told. That an order is late is told by the clock: who wakes after its time reads the
 * service and the chain in one moment, and may hear of the one before the other ends it, which of one that
 * was awake had ended in time.
 */
function toTold({ notices }: World, order: SwapOrder | undefined): string[] {
  const isOver = order === undefined || isEnded(order.status)
  return notices.filter((id) => !isOver || !id.startsWith('late:')).toSorted()
}

/**
 * Why a step cannot be asked any more: the clock tells of both, and who slept over both hears of the one first
 * that another hears of second.
 */
const overByTime: readonly ErrorCode[] = ['policy/quote-expired', 'chain/blockhash-expired']

/** What an order came to, without times, and without signatures, which are new in each world. */
function toEnd(order: SwapOrder | undefined) {
  if (!order) return undefined
  const { status, failure, blocker, alarm, steps, attempts, service, arrival } = order
  const states = steps.map(({ state }) => [
    state.status,
    'hash' in state,
    'code' in state && (overByTime.includes(state.code) ? 'over' : state.code),
    'needsPerson' in state && state.needsPerson,
  ])
  const ends = attempts.map((each) => [each.end?.what, each.seen.length])
  const served = [service.orderId, service.fill?.txHash, service.status]
  const codes = [status, failure?.code, blocker?.code, alarm !== undefined]
  return [...codes, ...states, ends, served, arrival?.found?.hash]
}
