import { author, chainId, erc20, paymentOf, type SimChain } from './chain'
import { native, toChainId } from './service'

export const depositAddress = '0x7777777777777777777777777777777777777777'
export const payee = '0x8888888888888888888888888888888888888888'
export const asked = 25_000_000n
export const paidOut = 24_900_000n
/** The service waits so long for a payment, s. */
export const validFor = 1_800
const host = 'pay.test'
export const serviceUrl = `https://${host}`

/** How the person pays: a token, coins, or a token of whose transaction the service must be told. */
export type Way = 'token' | 'coins' | 'told'

/** What an order is paid with, where, and by whom. */
export type Payable = {
  chainId: number
  token: string
  depositAddress: string
  author: string
  /** The address takes the payments of many, each by its memo. */
  memo?: string
  /** Blocks on top of a payment before the service acts on it. */
  depth: number
}

type Status = 'created' | 'deposited' | 'published' | 'filled' | 'refund_pending' | 'refunded'
type Record = { status: string; fill?: string; refund?: string }

/**
 * A service that gives an address and waits for it to be paid, in memory: it fills what is exact and in
 * time, and sends back all else, once nodes would show it deep enough. What it says is another matter.
 */
export function createAddressService(options: {
  way: Way
  /** By default coins or the token of the EVM chain. */
  payable?: Payable
  chain: SimChain
  destination: SimChain
  now: () => number
  /** What else a service answers: its list of chains. */
  other: (method: string, url: URL, body: unknown) => Promise<Response>
}) {
  const { way, chain, destination, now, other } = options
  const {
    payable = {
      chainId,
      author,
      depositAddress,
      depth: 5,
      token: way === 'coins' ? native : erc20,
    },
  } = options
  const { token, memo } = payable
  const began = now()
  /** Nobody asks for an order before there is one. */
  let made = way !== 'told'
  let toldOf: string | undefined
  let status: Status = 'created'
  let fill: string | undefined
  let refund: string | undefined
  const says = {
    /** Errors, dropped connections and answers that are lost after the work, one after another. */
    faults: [] as ('error' | 'drop' | 'lose-answer' | 'malformed')[],
    /** Takes the place of the record until it is honest again. */
    lie: undefined as ((honest: Record) => object) | undefined,
    /** Says what it said then. */
    stale: undefined as Record | undefined,
    /** Does nothing about what came, for so long as it is set. */
    idle: false,
    /** Cannot be reached, as nothing can be. */
    isAway: false,
  }
  /** How often it was told of each transaction. */
  const told: string[] = []

  const isOver = () => now() > began + validFor * 1_000
  const came = () =>
    chain.mined.flatMap((tx) => {
      const { hash, block = 0, reverted } = tx
      const paid = paymentOf(tx)
      const isIts = paid?.to === payable.depositAddress && paid.token === token && !reverted
      const isMarked = memo === undefined || paid?.memos?.includes(memo)
      const isDeep = block <= chain.height() - payable.depth
      return isIts && isMarked && isDeep ? [{ hash, block, amount: paid.amount }] : []
    })
  const meant = () => came().filter(({ amount }) => amount * 100n >= asked)
  /** What is taken for the payment: all that was meant, or the transaction it was told of. */
  const taken = () => (way === 'told' ? meant().filter(({ hash }) => hash === toldOf) : meant())
  const sum = () => taken().reduce((total, { amount }) => total + amount, 0n)
  const inTime = () =>
    taken().every(({ block }) => chain.timeOf(block) * 1_000 <= began + validFor * 1_000)

  /** One move at most: a client may see each of them. */
  function act(): void {
    if (says.idle || !made) return
    const paid = sum()
    if (status === 'created' && paid > 0n) {
      if (paid === asked && inTime()) status = 'deposited'
      else if (paid > asked || isOver() || way === 'told') status = 'refund_pending'
    } else if (status === 'deposited') status = 'published'
    else if (status === 'published') {
      status = 'filled'
      fill = destination.pay({ token: erc20, to: payee, amount: paidOut })
    } else if (status === 'refund_pending') {
      status = 'refunded'
      refund = chain.pay({ token, to: payable.author, amount: paid })
    }
  }

  const honest = (): Record => ({
    status,
    ...(fill === undefined ? {} : { fill }),
    ...(refund === undefined ? {} : { refund }),
  })

  function toRecord(): object {
    const told = says.stale ?? honest()
    const { fill, refund, status } = says.lie ? { ...told, ...says.lie(told) } : told
    return {
      id: 'svc-1',
      quoteId: 'q1',
      routeId: 'r1',
      type: 'native-filler',
      fromChainId: payable.chainId,
      fromToken: token,
      toChainId,
      toToken: erc20,
      srcAmount: String(asked),
      destAmount: String(paidOut),
      author: payable.author,
      recipient: payee,
      tradeType: 'EXACT_INPUT',
      status,
      transactions: {
        ...(fill ? { fill: { txHash: fill, chainId: toChainId } } : {}),
        ...(refund ? { refund: { txHash: refund, chainId: payable.chainId } } : {}),
      },
      ...(says.lie?.(told) ?? {}),
    }
  }

  function build(): Response {
    return Response.json({
      kind: 'TRANSFER',
      depositAddress: payable.depositAddress,
      amount: String(asked),
      token,
      chainId: payable.chainId,
      ...(memo === undefined ? {} : { memo }),
      expiresAt: Math.floor(began / 1_000) + validFor,
      ...(way === 'told' ? { submitTxHashRequested: true } : { orderId: 'svc-1' }),
    })
  }

  function submit({ txHash }: { txHash: string }): Response {
    told.push(txHash)
    if (toldOf !== undefined && toldOf !== txHash) {
      const details = { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId: 'svc-1' }
      return Response.json({ name: 'BadRequestException', details }, { status: 400 })
    }
    made = true
    toldOf = txHash
    return Response.json({ orderId: 'svc-1', txHash })
  }

  function route(method: string, url: URL, body: unknown): Response {
    const { pathname } = url
    if (pathname === '/v1/deposit/build') return build()
    if (pathname === '/v1/deposit/submit') return submit(body as { txHash: string })
    if (pathname.startsWith('/v1/orders/by-id/') && made) return Response.json(toRecord())
    if (/^\/v1\/orders\/\w+$/.test(pathname)) {
      return Response.json({ data: made ? [toRecord()] : [] })
    }
    if (pathname.startsWith('/v1/intents/')) return Response.json({ data: [] })
    return Response.json({ name: `NotFound ${method} ${pathname}` }, { status: 404 })
  }

  return {
    host,
    token,
    payable,
    says,
    told,
    /** The truth: what nodes would show of payments to the address, and what became of them. */
    came,
    honest,
    async answer(method: string, url: URL, body: unknown): Promise<Response> {
      if (url.pathname === '/v1/chains') return other(method, url, body)
      if (says.isAway) throw new TypeError('network is unreachable')
      const fault = says.faults.shift()
      if (fault === 'drop') throw new TypeError('connection refused')
      if (fault === 'error') return Response.json({ name: 'InternalError' }, { status: 503 })
      if (fault === 'malformed') return new Response('{"data":[')
      act()
      const response = route(method, url, body)
      if (fault === 'lose-answer') throw new TypeError('connection reset')
      return response
    },
    heal(): void {
      says.faults.length = 0
      says.lie = undefined
      says.stale = undefined
      says.idle = false
      says.isAway = false
    },
  }
}

export type AddressService = ReturnType<typeof createAddressService>
