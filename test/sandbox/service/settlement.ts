import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChainDeposit } from '../chains/port'
import type { ControlState, Outcome } from '../control/state'
import type { Commitment, Ledger, Order, OrderStatus } from './ledger'
import type { Network } from './network'

/** Between `deposited` and `published`, so that watchers can see both. */
const publishMs = 150
/** How late a late order is when nobody says. */
const usualLatenessMs = 15_000
const sweepMs = 250
/** A mined transaction whose deposit is not seen for this long is not one. */
const mismatchMs = 3_000
const fullBps = 10_000n

export type Settlement = {
  /** The order of a commitment; created when there is none yet. */
  acceptOrder(commitment: Commitment, depositTxHash: string | undefined): Order
  /** Resolves with the deposit in that transaction once it is seen, or undefined after `ms`. */
  waitForDeposit(txHash: string, ms: number): Promise<ChainDeposit | undefined>
}

export type SettlementOptions = {
  network: Network
  ledger: Ledger
  control: ControlState
  now: () => number
  signal: AbortSignal
  log: (line: string) => void
}

/** The fillers at work: follows deposits on all chains and pays out, or sends the money back. */
export function createSettlement(options: SettlementOptions): Settlement {
  const { network, ledger, control, now, signal, log } = options
  const outcomes = new Map<string, Outcome>()
  const started = new Set<string>()
  const waiting = new Set<(deposit: ChainDeposit) => void>()

  function update(order: Order, status: OrderStatus, step?: string) {
    order.status = status
    order.updatedAt = new Date(now())
    if (step !== undefined) order.stepsCompleted.push(step)
  }

  async function start(order: Order, deposit: ChainDeposit): Promise<void> {
    if (started.has(order.id)) return
    started.add(order.id)
    order.depositTxHash = deposit.txHash
    order.transactions.deposit = {
      timestamp: deposit.timestamp,
      txHash: deposit.txHash,
      chainId: deposit.chainId,
      amount: String(deposit.amount),
    }
    update(order, 'deposited', 'deposit')
    await wait(publishMs, undefined, { signal })
    update(order, 'published', 'publish')
    await settle(order, deposit)
  }

  async function settle(order: Order, deposit: ChainDeposit): Promise<void> {
    const { quote, offer } = order.commitment
    const plan = outcomes.get(order.id) ?? { outcome: 'fill' }
    const lateness = plan.outcome === 'late' ? (plan.ms ?? usualLatenessMs) : (plan.ms ?? 0)
    await wait(offer.filler.fillMs + lateness, undefined, { signal })
    const isAsQuoted =
      deposit.token === quote.request.from.address && deposit.amount === offer.amountIn
    if (!isAsQuoted) {
      await sendBack(order, deposit, 'deposit differs from the quote')
      return
    }
    if (plan.outcome === 'refund') {
      await sendBack(order, deposit, 'the fill failed')
      return
    }
    if (plan.outcome === 'fail') {
      order.substatus = 'the filler gave up'
      update(order, 'failed')
      return
    }
    const share = BigInt(plan.deliveredBps ?? Number(fullBps))
    await fill(order, deposit, (offer.amountOut * share) / fullBps)
  }

  async function fill(order: Order, deposit: ChainDeposit, amount: bigint): Promise<void> {
    const { quote, recipient } = order.commitment
    const { chainId, address: token } = quote.request.to
    try {
      const txHash = await network.chain(chainId).payOut({ token, to: recipient, amount })
      order.destAmount = amount
      order.transactions.fill = { ...stamp(txHash, chainId), amount: String(amount) }
      update(order, 'filled', 'fill')
    } catch (error) {
      signal.throwIfAborted()
      log(`order ${order.id}: paying out failed: ${String(error)}`)
      await sendBack(order, deposit, 'the payout was refused')
    }
  }

  async function sendBack(order: Order, deposit: ChainDeposit, why: string): Promise<void> {
    order.substatus = why
    update(order, 'refund_pending')
    const source = network.chain(deposit.chainId)
    await wait(publishMs, undefined, { signal })
    const txHash = await source.refund({ deposit, to: order.commitment.refundTo })
    const amount = String(deposit.amount)
    order.transactions.refund = { ...stamp(txHash, deposit.chainId), amount }
    update(order, 'refunded', 'refund')
  }

  function stamp(txHash: string, chainId: number) {
    return { timestamp: Math.floor(now() / 1000), txHash, chainId }
  }

  /** Runs in the background: what fails is logged and ends the order, never the process. */
  function run(order: Order, deposit: ChainDeposit): void {
    start(order, deposit).catch((error: unknown) => {
      if (signal.aborted) return
      log(`order ${order.id} failed: ${String(error)}`)
      order.substatus = 'internal error'
      update(order, 'failed')
    })
  }

  function takeDeposit(deposit: ChainDeposit): void {
    const commitment = ledger.commitments.get(deposit.reference)
    const isExtra = ledger.depositsOf(deposit.reference).length > 0
    ledger.deposits.set(deposit.id, deposit)
    for (const tell of waiting) tell(deposit)
    const order = ledger.orderOf(deposit.reference)
    if (commitment === undefined) log(`deposit ${deposit.id} belongs to no quote`)
    else if (isExtra) returnExtra(commitment, deposit)
    else if (order !== undefined) run(order, deposit)
  }

  /** One order is one deposit: a second one under the same reference goes back. */
  function returnExtra({ refundTo }: Commitment, deposit: ChainDeposit): void {
    network
      .chain(deposit.chainId)
      .refund({ deposit, to: refundTo })
      .catch((error: unknown) => {
        if (!signal.aborted) log(`extra deposit ${deposit.id} not returned: ${String(error)}`)
      })
  }

  async function sweep(): Promise<void> {
    const open = [...ledger.orders.values()].filter(({ status }) => status === 'created')
    for (const order of open) {
      const { depositTxHash, commitment } = order
      if (depositTxHash === undefined) continue
      const source = network.chain(commitment.quote.request.from.chainId)
      const state = await source.transactionState(depositTxHash)
      const ageMs = now() - order.createdAt.getTime()
      const isDead =
        state === 'reverted' ||
        (state === 'mined' && ageMs > mismatchMs) ||
        (state === 'unknown' && now() > commitment.offer.validBefore * 1000)
      if (!isDead || order.status !== 'created') continue
      order.substatus = `deposit transaction ${state}`
      update(order, 'failed')
    }
  }

  async function sweepForever(): Promise<void> {
    while (!signal.aborted) {
      await wait(sweepMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      await sweep().catch((error: unknown) => {
        if (!signal.aborted) log(`looking after open orders failed: ${String(error)}`)
      })
    }
  }

  for (const chain of network.chains) {
    const stopWatching = chain.onDeposit(takeDeposit)
    signal.addEventListener('abort', stopWatching)
  }
  void sweepForever()

  return {
    acceptOrder(commitment, depositTxHash) {
      const known = ledger.orderOf(commitment.reference)
      if (known !== undefined) return known
      const order = createOrder(commitment, depositTxHash, new Date(now()))
      const outcome = control.outcomes.shift()
      if (outcome !== undefined) outcomes.set(order.id, outcome)
      ledger.orders.set(order.id, order)
      const [deposit] = ledger.depositsOf(commitment.reference)
      if (deposit !== undefined) run(order, deposit)
      return order
    },
    waitForDeposit(txHash, ms) {
      const known = [...ledger.deposits.values()].find((deposit) => deposit.txHash === txHash)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        const finish = (deposit: ChainDeposit | undefined) => {
          clearTimeout(timer)
          waiting.delete(tell)
          resolve(deposit)
        }
        const tell = (deposit: ChainDeposit) => {
          if (deposit.txHash === txHash) finish(deposit)
        }
        const timer = setTimeout(() => finish(undefined), ms)
        waiting.add(tell)
        signal.addEventListener('abort', () => finish(undefined), { once: true })
      })
    },
  }
}

function createOrder(
  commitment: Commitment,
  depositTxHash: string | undefined,
  createdAt: Date,
): Order {
  return {
    id: randomUUID(),
    commitment,
    status: 'created',
    depositTxHash,
    destAmount: commitment.offer.amountOut,
    transactions: {},
    stepsCompleted: [],
    createdAt,
    updatedAt: createdAt,
  }
}
