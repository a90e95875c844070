import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { familyIn, isPayableAbroad } from '@/src/domain/chain/foreign-chain'
import { familyOfHash, isForeignHash } from '@/src/domain/chain/hash'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import { dueOf } from '@/src/domain/order/arrival'
import { isDust } from '@/src/domain/order/deposit-sum'
import type { Accepted, TransferOrder } from '@/src/domain/order/order'
import { isEnded, isRefused } from '@/src/domain/order/order-parts'
import { toLocalTime } from '@/src/domain/order/quote-time'
import type { Paying } from '@/src/domain/order/same-payment'
import {
  depositDueOf,
  isWatched,
  toTransferOrder,
  transferMethodOf,
} from '@/src/domain/order/transfer'
import { checkParties, checkTransfer } from '@/src/domain/policy/policy-transfer'
import { lookForFirst } from '@/src/store/beside'
import { findByKey, insertFound, requireOrder } from '@/src/store/orders'
import { ordersUnderWay } from '@/src/store/orders-at-work'
import { isSpent } from '@/src/store/spent'
import { readBeginning } from '../chain/beginning'
import { nodesOf, type Outcome, provePayment } from '../chain/payments'
import { accountsOf } from '../chain/solana-payments'
import { checkDecimals } from '../chain/token-facts'
import { paysAnother } from '../effects/watch-deposit'
import type { Engine } from '../engine'
import { commit, tell } from '../outbox/commit'
import { watch } from '../outbox/rebuild'
import { readChains } from '../service/chain-list'
import { acceptRoute } from './prepare-order'

/** Nodes that are asked for a transaction before it is said not to be there. */
const nodesAsked = 3

/**
 * Has the service give an address to pay to, holds it against what was picked, and stores the order. The
 * order's id is answered only once it is on disk: nobody sees an address that is not followed. Fails with
 * `order/paid-beside` where another window had one made for the same since this form was opened, and that
 * was not shown.
 */
export async function createTransfer(
  engine: Engine,
  input: InputOf<'createTransfer'>,
): Promise<OutputOf<'createTransfer'>> {
  const { usual, began: since = engine.now(), known } = input
  const accepted = await placeSource(engine, acceptRoute(engine, input))
  const depositMethod = transferMethodOf(input.route)
  if (depositMethod === undefined) throw new AppError('policy/unsupported-kind')
  const refused = checkParties(accepted)
  if (refused) throw new AppError(refused.code, { detail: refused.detail })
  const { serviceUrl } = await engine.settings()
  const client = await engine.serviceOf({ serviceUrl })
  const { author: from, quoteId, routeId, recipient, refundTo } = accepted
  const request = { from, quoteId, routeId, recipient, refundTo, depositMethod }
  let serviceTime: number | undefined
  const onDate = (time: number) => {
    serviceTime = Math.floor(time / 1_000)
  }
  const [build] = await Promise.all([
    client.deposits.build(request, { onDate }),
    accepted.from.family ? undefined : checkDecimals(engine, accepted.from),
    checkDecimals(engine, accepted.to),
  ])
  if (build.kind !== 'TRANSFER') throw new AppError('policy/unsupported-kind')
  const now = Math.floor(engine.now() / 1_000)
  const clocks = { now, service: serviceTime }
  const expiresAt = build.expiresAt && toLocalTime(build.expiresAt, clocks)
  const checked = checkTransfer({ ...build, expiresAt }, accepted, now)
  if (!checked.ok) throw new AppError(checked.code, { detail: checked.detail })
  const plan = { id: engine.newId(), at: engine.now(), accepted, serviceUrl }
  /** Another window may have been first while this address was made. */
  const look = (order: Paying) => lookForFirst(engine.db, order, since, known)
  const bare = toTransferOrder({ ...plan, transfer: checked.transfer })
  // Asked twice, a service may give the same address again: that is said as what it is.
  await look(bare)
  await requireUnused(engine, bare)
  const [source, began] = await Promise.all([
    // Nobody here reads it.
    accepted.from.family ? undefined : readBeginning(engine, depositDueOf(bare)),
    readBeginning(engine, dueOf(bare, 'payout')),
  ])
  const ends = checked.transfer.expiresAt
  const ahead = (build.expiresAt ?? ends) - ends
  const transfer = { ...checked.transfer, ahead, ...(source ? { began: source } : {}) }
  const order = toTransferOrder({
    ...plan,
    transfer,
    serviceOrderId: build.orderId,
    began,
    usual,
    known,
  })
  const isNew = await engine.lock('arrival', async () => {
    await look(order)
    // Another order may have been given the same one.
    await requireUnused(engine, order)
    const at = engine.now()
    return engine.guard(() => insertFound(engine.db, order, watch(order, at), at))
  })
  if (!isNew) throw new AppError('order/busy', { orderId: order.id })
  await tell(engine, order)
  return { orderId: order.id }
}

/**
 * Names the family of the chain that is paid from, by the service's live list and nothing that a page
 * says. What is paid with there must be known here, as no node tells of its decimals.
 */
async function placeSource(engine: Engine, accepted: Accepted): Promise<Accepted> {
  const { from } = accepted
  const { foreign } = await readChains(engine)
  const family = familyIn(foreign, from.chainId)
  if (family === undefined) return accepted
  if (!isPayableAbroad(family, from))
    throw new AppError('policy/wrong-decimals', { detail: from.symbol })
  return { ...accepted, from: { ...from, family } }
}

/**
 * One address is one order's, or each has a memo of its own: what comes to it could not be told apart. An
 * order without a memo is paid by whatever comes, that with another's memo included. On Solana its account
 * for the token is the same address.
 */
async function requireUnused(engine: Engine, order: TransferOrder): Promise<void> {
  const { depositAddress, memo } = order.transfer
  const token = order.accepted.from.address
  const names = await namesOf(depositAddress, token)
  for (const each of await ordersUnderWay(engine.db)) {
    if (each.kind !== 'transfer' || !isWatched(each, engine.now())) continue
    const { transfer } = each
    if (memo && transfer.memo && memo !== transfer.memo) continue
    const others = await namesOf(transfer.depositAddress, token)
    if (names.some((name) => others.some((one) => sameAddress(one, name)))) {
      throw new AppError('policy/malformed', { detail: 'depositAddress' })
    }
  }
}

/** Everything that a payment in a token may be sent to, to come to an address. */
async function namesOf(address: string, token: string): Promise<string[]> {
  return familyOfAddress(address) === 'solana' ? accountsOf(address, token) : [address]
}

/**
 * Takes the hash of the payment from the person. It is read on the chain first: only a transaction that
 * paid to the order's address is told to the service. A chain that no node is known of is the exception.
 *
 * @throws AppError `order/hash-malformed`, `order/hash-used` (another order's), `order/hash-taken` (the
 * service says so), `order/hash-unknown` (no node has it), `order/no-payment` (it pays nothing to the
 * address), `order/changed`.
 */
export async function nameDeposit(
  engine: Engine,
  { orderId, hash: text }: InputOf<'nameDeposit'>,
): Promise<OutputOf<'nameDeposit'>> {
  const order = await requireOrder(engine.db, orderId)
  if (order.kind !== 'transfer' || isEnded(order.status)) {
    throw new AppError('order/changed', { orderId })
  }
  const { family } = order.accepted.from
  const hash = family ? text.trim().toLowerCase() : text.trim()
  const due = depositDueOf(order)
  const isHash = family
    ? isForeignHash(hash, family)
    : familyOfHash(hash) === familyOfChain(due.chainId)
  if (!isHash) throw new AppError('order/hash-malformed', { hash: hash.slice(0, 100) })
  const others = (await findByKey(engine.db, hash)).filter((each) => each.id !== orderId)
  const isOthers = others.length > 0 || (await isSpent(engine.db, hash))
  if (isOthers) throw new AppError('order/hash-used', { hash })
  // By the service's word alone: no order of ours has it.
  if (isRefused(order.transfer, hash)) throw new AppError('order/hash-taken')
  if (family) {
    // Nobody here reads it: it is passed on as it was typed.
    await commit(engine, orderId, { type: 'depositNamed', at: engine.now(), hash })
    return {}
  }
  const { began } = order.transfer
  const search = {
    due,
    start: { ...(began ? { block: BigInt(began.block) } : {}), at: order.createdAt },
    now: engine.now(),
    timed: true as const,
    isClaimed: async () => false,
  }
  const nodes = nodesOf(await engine.readers(), due.chainId)
  if (await paysAnother(order, nodes, 0, hash, true))
    throw new AppError('order/hash-used', { hash })
  let outcome: Outcome = { kind: 'unread' }
  for (let tries = 0; tries < nodesAsked && outcome.kind === 'unread'; tries += 1) {
    outcome = await provePayment(nodes, { ...search, tries }, hash, order.createdAt)
  }
  // Where no node of the chain is known, the service alone can tell: the person's word goes to it.
  const isUnreadable = nodes.operators.length === 0
  if (outcome.kind === 'unread' && !isUnreadable) throw new AppError('order/hash-unknown', { hash })
  if (outcome.kind === 'nothing') throw new AppError('order/no-payment', { hash })
  if (outcome.kind === 'found') {
    const { found } = outcome
    await commit(engine, orderId, { type: 'depositSeen', at: engine.now(), found })
    // It is shown as what it is; the service is told of payments in the right token alone.
    if (found.what === 'other-token' || isDust(order.transfer, found)) return {}
  }
  // What is named stays so: it is not while a node shows something else under this hash.
  const shown = outcome.kind === 'pending' ? outcome.shown : undefined
  const isOther = shown && (shown.what === 'other-token' || isDust(order.transfer, shown))
  if (isOther) throw new AppError('order/no-payment', { hash })
  await commit(engine, orderId, { type: 'depositNamed', at: engine.now(), hash })
  return {}
}
