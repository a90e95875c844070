import { deleteDB } from 'idb'
import { keccak256, toHex } from 'viem'
import { rhythmOf } from '@/src/domain/chain/chain-rhythm'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { attemptOf } from '@/src/domain/order/order-parts'
import { createAccountHistory, judgeAccount, shownUnpaid } from './account-invariants'
import type { AccountOperation } from './account-operations'
import { type AccountRun, ordersOf, type Planned } from './account-run'
import { author, chainId, erc20, type SimTransaction } from './chain'
import type { SimCarried } from './chain-terms'
import { contractCode, delegation } from './coded-account'
import { press } from './person'
import { createWorld } from './world'

/**
 * How its wallet names what it signs: by its own hash, or by the transaction that carried it first. A
 * delegated account (EIP-7702) sends its own, and others may send for it; `delegates`: it does so at any time.
 */
export type Named = SimCarried['by'] | 'carrier' | 'delegated' | 'delegates'

/** Looks for what was taken back end after that: 20 of ten minutes at most, and 22 of an hour. */
const aDayOfLooks = 26 * 3_600_000

let count = 0

/** Runs a sequence against two orders of one account with code, lets all come to rest, and judges. */
export async function runAccount(named: Named, sequence: readonly AccountOperation[]) {
  count += 1
  const name = `account-model-${count}`
  const world = createWorld({ name, source: 'erc20' })
  const isDelegated = named === 'delegated' || named === 'delegates'
  if (named !== 'delegates') {
    world.chain.code.set(author, isDelegated ? delegation : contractCode)
  }
  world.page.state.contract = !isDelegated
  world.page.state.carrier = named === 'carrier' || isDelegated ? undefined : named
  try {
    const pair = [await world.prepare('q1', 3_000), await world.prepare('q2', 3_000)] as const
    const run: AccountRun = {
      ...{ world, pair, isDelegated, held: [] },
      ...{ askOf: new Map(), overrides: new Map() },
    }
    const history = createAccountHistory(run)
    const step = async (work: () => unknown) => {
      await work()
      for (const [attemptId, tx] of world.page.sent) run.askOf.set(tx.hash, attemptId)
      if (!world.isDead()) await world.settle()
      await history.see()
    }
    for (const operation of sequence) await step(() => act(run, operation))
    await finish(run, step)
    // Others may still carry out what a reorganisation took back: it is looked for about a day.
    if ((await shownUnpaid(run)).length > 0) await step(() => world.advance(aDayOfLooks))
    const violations = [...history.violations, ...(await judgeAccount(run))]
    const orders = await ordersOf(run)
    const ends = orders.map((order) => order?.status ?? 'gone')
    return { violations, ends, paid: world.chain.deposits().length }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

/** Everything heals, and what was signed is carried out; then time goes by, most of it unseen. */
async function finish(run: AccountRun, step: (work: () => unknown) => Promise<void>) {
  const { world } = run
  world.neverKill()
  world.nodes.heal()
  await step(() => carryHeld(run))
  for (const asleep of [0, 0, 0, 5, 10, 0, 45, 0, 0]) {
    await step(async () => {
      world.sleep(asleep * 60_000)
      world.revive()
      world.worker().wake()
      await world.deliver()
      world.chain.mine()
      await world.advance(120_000)
    })
  }
}

async function act(run: AccountRun, operation: AccountOperation): Promise<unknown> {
  const { world, pair } = run
  const { page, chain, nodes } = world
  const [first, second] = pair
  // Whoever wants both has seen and ticked the other one.
  const known = pair.map(({ orderId }) => orderId)
  const operator = nodes.operatorsOf(chainId)[0] ?? ''
  switch (operation) {
    case 'confirmFirst':
      return press(() => world.call('confirmOrder', { ...first, known }))
    case 'confirmSecond':
      return press(() => world.call('confirmOrder', { ...second, known }))
    case 'approve':
      return page.approve()
    case 'innerFails':
      page.state.fails = true
      return
    case 'innerWorks':
      page.state.fails = false
      return
    case 'otherSender':
      // Whoever delegated may have it sent by others, or send it itself.
      if (!run.isDelegated) return
      chain.code.set(author, delegation)
      page.state.contract = !page.state.contract
      return
    case 'reject':
      return page.reject()
    case 'muddle':
      return page.muddle()
    case 'silence':
      return page.approve('nothing')
    case 'falseHash':
      return page.approve('false-hash')
    case 'falseRejection':
      return page.approve('false-rejection')
    case 'losePrompt':
      return page.losePrompt()
    case 'deliver':
      return world.deliver()
    case 'mine':
      return chain.mine()
    case 'carriersDropped':
      return run.held.push(...chain.mempool.splice(0))
    case 'othersCarry':
      return carryHeld(run)
    case 'reorg':
      // A chain takes nothing back that lies as deep as what is proved of it.
      return chain.reorg(rhythmOf(chain.id).absence)
    case 'strangersOperation':
      return callElsewhere(run)
    case 'pasteLast':
      return paste(run, [...page.sent.values()].at(-1))
    case 'pasteFirst':
      return paste(run, [...page.sent.values()][0])
    case 'retryFirst':
      return retry(run, first)
    case 'retrySecond':
      return retry(run, second)
    case 'firstNotSent':
      return sayNotSent(run, first)
    case 'secondNotSent':
      return sayNotSent(run, second)
    case 'checkFirst':
      return resolve(run, first, { kind: 'check-again' })
    case 'stopFirst':
      return press(() => world.call('stopOrder', { orderId: first.orderId }))
    case 'stopSecond':
      return press(() => world.call('stopOrder', { orderId: second.orderId }))
    case 'operatorHides':
      return nodes.lie(operator, 'noTransaction', 'noReceipt', 'allowanceWhole')
    case 'operatorReverts':
      return nodes.lie(operator, 'reverted')
    case 'nodesHeal':
      return nodes.heal()
    case 'killWorker':
      return world.kill()
    case 'killAfterWrite2':
      return world.killAfter(2)
    case 'closeTab':
      return page.close()
    case 'reopenTab':
      return page.reopen()
    case 'wait10s':
      return world.advance(10_000)
    case 'wait1m':
      return world.advance(60_000)
    case 'wait5m':
      return world.advance(300_000)
    case 'waitAnHour':
      return world.sleep(3_600_000)
  }
}

/**
 * Others carry out what was signed, in transactions of their own; an operation or a Safe's hash stays. What
 * the account sent itself is handed in again as it was.
 */
function carryHeld({ world: { chain }, held, askOf }: AccountRun): void {
  for (const tx of held.splice(0)) {
    const { inner, carries, hash } = tx
    if (!inner) {
      chain.mempool.push(tx)
      continue
    }
    const made = chain.sendByContract({ ...inner, value: toHex(inner.value) }, carries)
    const ask = askOf.get(hash)
    if (ask !== undefined) askOf.set(made.hash, ask)
  }
}

/** Something else that the account does, which is no payment of an order. */
function callElsewhere({ world: { chain, page } }: AccountRun): void {
  const by = page.state.carrier
  const id = keccak256(toHex(`elsewhere ${chain.mined.length} ${chain.mempool.length}`))
  const carries = by && { by, id }
  chain.sendByContract(
    { to: erc20, data: `0x095ea7b3${'4'.repeat(64)}${'0'.repeat(64)}`, value: '0x0' },
    carries,
  )
}

type Choice =
  | { kind: 'check-again' }
  | { kind: 'not-sent'; typed: string }
  | { kind: 'sent'; hash: string }

/** What the person says of an order that is unsure; undefined where it is not. */
async function resolve({ world }: AccountRun, { orderId }: Planned, choice: Choice) {
  const order = await world.order(orderId).catch(() => undefined)
  const step = order?.steps.find(({ state }) => state.status === 'unsure')
  const attemptId = step && attemptOf(step.state)
  if (!step || !attemptId) return undefined
  const done = await press(() =>
    world.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice }),
  )
  return done || world.isDead()
}

async function sayNotSent(run: AccountRun, planned: Planned): Promise<void> {
  const { orderId } = planned
  if (!(await resolve(run, planned, { kind: 'not-sent', typed: TYPED_WORD }))) return
  run.overrides.set(orderId, (run.overrides.get(orderId) ?? 0) + 1)
}

/** The person pastes what the wallet's activity shows, be it this order's or not. */
async function paste(run: AccountRun, tx: SimTransaction | undefined): Promise<void> {
  if (!tx) return
  const hash = tx.carries?.id ?? tx.hash
  for (const planned of run.pair) await resolve(run, planned, { kind: 'sent', hash })
}

async function retry({ world }: AccountRun, { orderId }: Planned): Promise<void> {
  const order = await world.order(orderId).catch(() => undefined)
  const stepId = order?.steps[order.current]?.id ?? ''
  const pinned = world.page.state.open ? { page: world.page.page } : {}
  await press(() => world.call('retryStep', { orderId, stepId, ...pinned }))
}
