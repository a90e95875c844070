import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf } from '@/src/domain/order/transfer'
import { encodeBase58 } from '@/src/lib/base58'
import { getOrder } from '@/src/store/orders'
import { asked, createAddressService, serviceUrl } from './address-service'
import { press } from './person'
import { toChainId } from './service'
import type { SolanaLedger } from './solana-ledger'
import { finalAfter } from './solana-terms'
import { lamports, type SolanaDraft } from './solana-wire'
import { createTransferHistory, judgeTransfer } from './transfer-invariants'
import { act, finish, picked, type Source, type TransferRun } from './transfer-model'
import type { SolanaPayOperation } from './transfer-solana-operations'
import {
  exchange,
  landOne,
  otherMint,
  type SolanaWay,
  shapeOf,
  stranger,
  termsOf,
  toPaidChain,
  toPayable,
  toSolanaLedger,
  vault,
} from './transfer-solana-place'
import {
  actSolanaWallet,
  createHandedHistory,
  createSolanaSigner,
  noteSigned,
  type SolanaSigner,
} from './transfer-solana-wallet'
import { actWallet, isOfWallet } from './transfer-wallet'
import { createWorld, type World } from './world'

const nobodysHash = encodeBase58(new Uint8Array(64).fill(0xff))
/** So long most have voted on a block, and it is not final, ms. */
const toBeSeen = 10_000
/** Two days of slots: what a node keeps that is told to keep no more than it must. */
const purgedAfter = 384_000

type SolanaRun = TransferRun & {
  ledger: SolanaLedger
  signer: SolanaSigner
  /** Transactions of others, or without what marks the order's. */
  others: string[]
  /** What the person pasted that is somebody else's. */
  named: Set<string>
}

/** A world whose payments to an address are made on Solana, by a wallet that really signs. */
export async function openSolanaPlace(way: SolanaWay, name: string) {
  const made: { ledger?: SolanaLedger; signer?: SolanaSigner } = {}
  const toLedger = await toSolanaLedger()
  const base = createWorld({
    name,
    source: 'native',
    ledger: (now) => {
      made.ledger = toLedger(now)
      made.signer = createSolanaSigner(made.ledger)
      return made.ledger
    },
    signer: () => {
      if (!made.signer) throw new Error('the world has no Solana')
      return made.signer
    },
  })
  const { ledger, signer } = made
  if (!ledger || !signer) throw new Error('the world has no Solana')
  const clock = base.chain
  const world: World = { ...base, chain: toPaidChain(ledger) }
  const service = createAddressService({
    way: termsOf(way).told ? 'told' : 'token',
    payable: toPayable(way),
    chain: world.chain,
    destination: world.destination,
    // Of a clock of its own: the person's may be wrong.
    now: () => clock.timeOf(clock.height()) * 1_000,
    other: world.service.answer,
  })
  world.hosts.set(service.host, service.answer)
  return { world, ledger, signer, service }
}

/** Asks for the address of an order. */
export const createIn = (world: World, way: SolanaWay) =>
  world.call('createTransfer', picked(world, sourceOf(way)) as never)

/** As `runTransfer`, of an order that is paid on Solana. */
export async function runSolanaTransfer(way: SolanaWay, sequence: readonly SolanaPayOperation[]) {
  const name = `transfer-solana-${randomUUID()}`
  const { blind } = termsOf(way)
  const { world, ledger, signer, service } = await openSolanaPlace(way, name)
  try {
    await world.call('writeSettings', { serviceUrl })
    const operators = world.nodes.operatorsOf(SOLANA_CHAIN_ID)
    if (blind) operators.forEach(world.nodes.silence)
    const { orderId } = await createIn(world, way)
    if (!(await getOrder(world.truth, orderId))) throw new Error('shown before it was on disk')
    if (blind) world.nodes.heal()
    const run: SolanaRun = {
      ...{
        world,
        service,
        orderId,
        ledger,
        signer,
        paid: [],
        others: [],
        named: new Set<string>(),
      },
      ...{ overrides: 0, gestures: 0, skew: 0 },
    }
    const history = createTransferHistory(run)
    const violations: string[] = []
    const handed = createHandedHistory(run)
    const see = async () => {
      noteSigned(run)
      await history.see()
      const order = await read(run)
      if (!order) return
      violations.push(...checkMarked(run, order), ...checkTrifles(run, order), ...handed(order))
    }
    for (const operation of sequence) {
      await actAny(run, operation)
      if (!world.isDead()) await world.settle()
      await see()
    }
    await finish(run, see)
    const order = await read(run)
    const found = [...history.violations, ...violations, ...(await judgeTransfer(run))]
    const asks = world.page.state.everAsked
    return { violations: found, status: order?.status ?? 'gone', payments: run.paid.length, asks }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

function sourceOf(way: SolanaWay): Source {
  const { chainId, token: address, author } = toPayable(way)
  return { chainId, address, author, decimals: address === lamports ? 9 : 6 }
}

async function actAny(run: SolanaRun, operation: SolanaPayOperation): Promise<void> {
  if (isOfWallet(operation)) return actWallet(run, operation)
  if (await actSolanaWallet(run, operation)) return
  if (!(await actSolana(run, operation))) await act(run, operation as never)
}

async function read({ world, orderId }: SolanaRun) {
  return (await getOrder(world.truth, orderId)) as TransferOrder | undefined
}

/** At an address of many, what is seen carries the order's memo, or was named by the person. */
function checkMarked(run: SolanaRun, order: TransferOrder): string[] {
  const { memo } = run.service.payable
  if (memo === undefined) return []
  return order.transfer.seen.flatMap(({ hash = '' }) => {
    const isMarked = run.world.chain.find(hash)?.payout?.memos?.includes(memo)
    return isMarked || run.named.has(hash) ? [] : [`M1: ${hash} is seen, and is not this order's`]
  })
}

/** What is too little to be meant changes nothing of what is to be paid. */
function checkTrifles({ world }: SolanaRun, order: TransferOrder): string[] {
  const { transfer } = order
  const now = world.clock.now
  if (transfer.seen.some(({ amount }) => BigInt(amount) * 100n >= asked)) return []
  const without = { ...order, transfer: { ...transfer, seen: [] } }
  const [is, was] = [payableOf(order, now), payableOf(without, now)]
  return is === was ? [] : [`P2: ${is} to be paid for a trifle, and not ${was}`]
}

type Shape = Partial<Pick<SolanaDraft, 'memos' | 'fails'>> & { from?: string; token?: string }

/** A transaction that pays such amounts to the address. */
function draftOf(run: SolanaRun, amounts: readonly bigint[], shape: Shape = {}): SolanaDraft {
  const { ledger, service } = run
  const { token, depositAddress: to, memo } = service.payable
  const { from = exchange, token: paid = token, ...more } = shape
  const memos = memo === undefined ? [] : [memo]
  const moves = amounts.map((amount) => ({ token: paid, from, to, amount }))
  const count = ledger.landed().length + ledger.waiting().length
  return { ...shapeOf(count), payer: from, moves, memos, ...more }
}

/** The person's payments: each a transaction, all of them in one block. */
function pay(run: SolanaRun, ...parts: (readonly bigint[])[]): void {
  const meant = parts.filter((amounts) => amounts.every((amount) => amount > 0n))
  if (meant.length === 0) return
  const drafts = meant.map((amounts) => draftOf(run, amounts))
  for (const hash of run.ledger.land(...drafts)) run.paid.push({ hash })
}

/** What others pay there: at an address that is this order's alone it counts all the same. */
function payAs(run: SolanaRun, shape: Shape): void {
  const hash = landOne(run.ledger, draftOf(run, [asked], shape))
  const { memo } = run.service.payable
  const isIts = memo === undefined || shape.memos?.includes(memo)
  if (isIts) run.paid.push({ hash })
  else run.others.push(hash)
}

const name = ({ world, orderId }: SolanaRun, hash: string) =>
  press(() => world.call('nameDeposit', { orderId, hash }))

/** One operator of each chain, or all of those that are paid on. */
const firsts = ({ nodes }: World) =>
  [SOLANA_CHAIN_ID, toChainId].map((id) => nodes.operatorsOf(id)[0] ?? '')

/** Does what is Solana's own, or differs there; says whether it was. */
async function actSolana(run: SolanaRun, operation: SolanaPayOperation): Promise<boolean> {
  const { world, ledger, service } = run
  const { nodes } = world
  const operators = nodes.operatorsOf(SOLANA_CHAIN_ID)
  switch (operation) {
    case 'pay': {
      const order = await read(run)
      pay(run, [order ? payableOf(order, world.clock.now) : 0n])
      return true
    }
    case 'payShort':
      pay(run, [asked - 5_000_000n])
      return true
    case 'payExcess':
      pay(run, [asked + 5_000_000n])
      return true
    case 'payAnyway':
      pay(run, [asked])
      return true
    case 'payInOne':
      pay(run, [asked - 5_000_000n, 5_000_000n])
      return true
    case 'payInHalves':
      pay(run, [asked / 2n], [asked - asked / 2n])
      return true
    case 'payTogether':
      pay(run, [asked], [asked])
      return true
    case 'payFailing':
      landOne(ledger, draftOf(run, [asked], { fails: true }))
      return true
    case 'payDropped':
      pay(run, [asked])
      await world.advance(toBeSeen)
      drop(run)
      return true
    case 'forkDrops':
      drop(run)
      return true
    case 'payDust':
      landOne(ledger, draftOf(run, [1n], { from: stranger }))
      return true
    case 'payManyTrifles':
      ledger.land(...Array.from({ length: 14 }, () => draftOf(run, [2n], { from: stranger })))
      return true
    case 'payOther':
      landOne(ledger, draftOf(run, [asked], { token: otherMint }))
      return true
    case 'payWithoutMemo':
      payAs(run, { memos: [] })
      return true
    case 'payOtherMemo':
      payAs(run, { from: stranger, memos: ['order 77'] })
      return true
    case 'payAmongMemos':
      payAs(run, { memos: ['thanks', ...(service.payable.memo ? [service.payable.memo] : [])] })
      return true
    case 'sweep':
      sweep(run)
      return true
    case 'name':
      await name(run, run.paid.at(-1)?.hash ?? nobodysHash)
      return true
    case 'nameFalse':
      await name(run, nobodysHash)
      return true
    case 'nameOthers': {
      const hash = run.others.at(-1) ?? nobodysHash
      run.named.add(hash)
      await name(run, hash)
      return true
    }
    case 'saysPaidByOther': {
      const hash = run.others.at(-1)
      if (hash !== undefined) service.says.lie = () => ({ depositTxHash: hash })
      return true
    }
    case 'operatorReverts':
      for (const host of firsts(world)) nodes.lie(host, 'reverted')
      return true
    case 'operatorHides':
      for (const host of firsts(world)) nodes.lie(host, 'noTransaction', 'noReceipt')
      return true
    case 'operatorSeesNothing':
      for (const host of firsts(world)) nodes.lie(host, 'nothingPaid')
      return true
    case 'operatorHalves':
      nodes.lie(operators[1] ?? '', 'halved')
      return true
    case 'operatorHidesMemos':
      nodes.lie(operators[0] ?? '', 'noMemos')
      return true
    case 'operatorLags':
      for (const host of firsts(world)) nodes.lag(host, 20)
      return true
    case 'operatorFreezes':
      for (const host of firsts(world)) nodes.freeze(host)
      return true
    case 'operatorForgets':
      for (const host of firsts(world)) nodes.forget(host, 10)
      return true
    case 'operatorSilent':
      firsts(world).forEach(nodes.silence)
      return true
    case 'nodesPurge':
      for (const host of operators) nodes.forget(host, purgedAfter)
      return true
    case 'oneNodeAlone':
      for (const id of [SOLANA_CHAIN_ID, toChainId]) {
        nodes.operatorsOf(id).slice(1).forEach(nodes.silence)
      }
      return true
    case 'offline':
      service.says.isAway = true
      for (const id of [SOLANA_CHAIN_ID, toChainId]) nodes.operatorsOf(id).forEach(nodes.silence)
      return true
    case 'reorg':
      ledger.fork()
      return true
    default:
      return false
  }
}

/** The newest block is dropped for good, with whatever is in it; what had arrived there goes to nobody. */
function drop({ ledger }: SolanaRun): void {
  const last = ledger.landed().at(-1)
  // The service's own payments are handed in again by it.
  const isServices = last?.draft.payer === vault
  if (last && ledger.slot() - last.slot < finalAfter) ledger.fork(!isServices)
}

/** All that the address holds of what is asked for goes to the service's own account. */
function sweep({ ledger, service }: SolanaRun): void {
  const { token, depositAddress: from } = service.payable
  const state = ledger.state()
  const held =
    token === lamports
      ? (state.get(from)?.lamports ?? 0n) - 1_000_000n
      : (state.get(ledger.tokenAccount(from, token))?.token?.amount ?? 0n)
  if (held <= 0n) return
  landOne(ledger, { payer: vault, moves: [{ token, from, to: vault, amount: held }] })
}
