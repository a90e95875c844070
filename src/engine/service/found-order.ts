import { familyOfChain } from '@/src/domain/chain/known-chains'
import { toldArrival } from '@/src/domain/order/await-proof'
import type {
  ForeignFamily,
  OrderStatus,
  SwapOrder,
  TokenAmount,
  TransferOrder,
} from '@/src/domain/order/order'
import { plainPayee } from '@/src/domain/policy/plain-payment'
import { decodeBase64 } from '@/src/lib/bytes'
import { solanaPayee } from '../chain/find-paid-solana'
import { toView } from '../effects/poll-order'
import type { Engine } from '../engine'
import type { FoundRecord } from './found-record'

/** What ended longer ago is history: it is kept as the service tells it, and not looked for. */
const provedWithin = 86_400_000
/** What ended before it was found here is history, no news. */
export const toldEnds = ['filled', 'refunded', 'failed', 'unproved'] as const

/** Whether an end of this time (unix ms) is too old to be looked for. */
export const isHistory = (createdAt: number, now: number) => now - createdAt > provedWithin

/** When a record was made by its service's word (ISO 8601), unix ms; now where it says none that can have been. */
export function toTime(createdAt: string | undefined, now: number): number {
  const time = Date.parse(createdAt ?? '')
  return time >= 0 && time <= now ? time : now
}

/**
 * The address that an order was paid at, where it was paid by a plain transfer; empty where it was, and
 * the address is not known; undefined for one that a wallet paid at a contract, or nobody can tell.
 */
export async function depositAddressOf(
  engine: Engine,
  found: FoundRecord,
  reads: boolean,
): Promise<string | undefined> {
  if (found.depositAddress !== undefined) return found.depositAddress
  const hash = found.depositTxHash ?? found.transactions?.deposit?.txHash
  // The service has an order before any payment only where it gave an address to pay to.
  if (hash === undefined) return found.id !== undefined && isUnpaid(found.status) ? '' : undefined
  if (!reads) return undefined
  try {
    if (familyOfChain(found.fromChainId) === 'solana')
      return await paidOnSolana(engine, hash, found)
    const reader = await engine.evm(found.fromChainId)
    const tx = await reader.transaction(hash)
    return tx ? plainPayee(tx, found.fromToken ?? '') : undefined
  } catch (error) {
    // It is then followed like any other: only what it is called is not known.
    engine.report(error, 'recover')
    return undefined
  }
}

const isUnpaid = (status: string) => status === 'created' || status === 'failed'

/** A deposit that a wallet was asked for is paid for by its author; who pays an address may be anybody. */
async function paidOnSolana(
  engine: Engine,
  hash: string,
  { author, fromChainId, fromToken: token = '', srcAmount }: FoundRecord,
): Promise<string | undefined> {
  const bytes = decodeBase64((await (await engine.solana()).bytesOf(hash)) ?? '')
  if (!bytes) return undefined
  const reader = (await engine.readers()).solana(fromChainId)
  return solanaPayee(reader, bytes, { hash, token, amount: BigInt(srcAmount), author })
}

/** An order as the service tells of it, under an id of our own; `depositAddress` as above. */
export function toFoundOrder(
  engine: Engine,
  found: FoundRecord,
  {
    depositAddress,
    serviceUrl,
    family,
  }: {
    depositAddress: string | undefined
    serviceUrl: string
    /** Of a chain that is only paid from. */
    family?: ForeignFamily | undefined
  },
): SwapOrder | TransferOrder {
  const now = engine.now()
  const createdAt = toTime(found.createdAt, now)
  const author = found.author ?? ''
  const kind = toldArrival(found.status)
  const status: OrderStatus =
    found.status === 'failed'
      ? 'failed'
      : kind !== undefined && isHistory(createdAt, now)
        ? 'unproved'
        : 'tracking'
  const at = Math.floor(createdAt / 1_000)
  const order = {
    id: engine.newId(),
    revision: 1,
    createdAt,
    updatedAt: now,
    accepted: {
      quoteId: found.quoteId ?? '',
      routeId: found.routeId ?? '',
      routeType: found.type ?? '',
      tradeType:
        found.tradeType === 'EXACT_OUTPUT' ? ('EXACT_OUTPUT' as const) : ('EXACT_INPUT' as const),
      from: {
        ...toToken(found.fromChainId, found.fromToken, found.srcAmount, found.fromTokenMeta),
        ...(family ? { family } : {}),
      },
      to: toToken(found.toChainId, found.toToken, found.destAmount ?? '0', found.toTokenMeta),
      author,
      recipient: found.recipient ?? author,
      refundTo: found.refundTo ?? author,
      expectedDurationSeconds: 0,
      quoteExpiresAt: at,
      validBefore: at,
    },
    serviceUrl,
    status,
    service: { ...toView(found), lastReadAt: now },
    notified: kind === undefined && status === 'tracking' ? [] : [...toldEnds],
    ...(kind ? { arrival: { kind, since: now } } : {}),
    ...(status === 'failed'
      ? { failure: { code: 'order/failed-at-service' as const, at: now } }
      : {}),
  }
  return depositAddress === undefined
    ? toSwap(order, found.fromChainId)
    : toTransfer(order, depositAddress)
}

type Common = Omit<TransferOrder, 'kind' | 'transfer'>

function toSwap(order: Common, fromChainId: number): SwapOrder {
  return {
    ...order,
    kind: 'swap',
    wallet: { family: familyOfChain(fromChainId), id: '', name: '' },
    page: { tabId: -1, frameId: 0, origin: '' },
    steps: [],
    current: 0,
    attempts: [],
    digest: '',
    confirmedAt: order.createdAt,
  }
}

/** How long it may be paid, and what else was agreed, is not told: it is never paid from here. */
function toTransfer(order: Common, depositAddress: string): TransferOrder {
  const { accepted, createdAt, updatedAt, service } = order
  return {
    ...order,
    kind: 'transfer',
    ...(service.depositTxHash === undefined ? {} : { confirmedAt: createdAt }),
    transfer: {
      depositAddress,
      amount: accepted.from.amount,
      expiresAt: accepted.validBefore,
      seen: [],
      closed: { at: updatedAt, why: 'found' },
    },
  }
}

/** A token with what the service says of it; without that it has no name. */
export function toToken(
  chainId: number,
  address: string | undefined,
  amount: string,
  meta: { symbol: string; decimals: number; logoURI?: string | undefined } | undefined,
): TokenAmount {
  const token: TokenAmount = {
    chainId,
    address: address ?? '',
    symbol: meta?.symbol ?? '?',
    decimals: meta?.decimals ?? 0,
    amount,
  }
  if (meta?.logoURI !== undefined) token.logoUri = meta.logoURI
  return token
}
