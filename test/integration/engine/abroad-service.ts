import type { Place } from './abroad-place'
import { asked, createAddressService, depositAddress } from './address-service'
import { chainId, erc20, author as evmAuthor, paymentOf, type SimChain } from './chain'
import { toChainId } from './service'

/** A notice of a payment, and whether it was taken and the answer got to who gave it. */
type Notice = { hash: string; isTaken: boolean }

/**
 * The service that gives an address, on a chain that nobody here reads: what it says of its own chain is in
 * that chain's words. It takes a notice of what is on its chain alone.
 */
export function createAbroadService(options: {
  place: Place
  /** Whether it has no order until it is told of a transaction. */
  isTold: boolean
  /** The chain that is paid on. */
  ledger: SimChain
  destination: SimChain
  now: () => number
  other: (method: string, url: URL, body: unknown) => Promise<Response>
}) {
  const { place, isTold, ledger, destination, now, other } = options
  const { record, author, written } = place
  const way = isTold ? 'told' : 'token'
  const inner = createAddressService({ way, chain: ledger, destination, now, other })
  const says = {
    /** Refuses whoever asks, for good. */
    forbids: false,
    /** Asks for patience so many times. */
    busy: 0,
    /** Says of what it is told that another order has it. */
    isOthers: false,
  }
  const createdAt = new Date(now()).toISOString()
  const notices: Notice[] = []
  let heard: string | undefined

  const txOf = (text: string) => `0x${text.toLowerCase().replace(/^0x/, '')}`
  /** The transaction that it counts for the order. */
  function counted(): string | undefined {
    if (heard !== undefined) return heard
    const first = inner.came().find(({ amount }) => amount * 100n >= asked)
    return inner.honest().status === 'created' ? undefined : first?.hash
  }

  /** A value of an answer, in the words of the chain. */
  function toAbroad(key: string, value: unknown): unknown {
    if (key === 'fromToken' || key === 'token') return place.token
    if (key === 'fromChainId' || (key === 'chainId' && value === chainId)) return record.id
    if (key === 'author') return author
    if (key === 'depositAddress') return place.depositAddress
    if (key === 'txHash') return ledger.find(String(value)) ? written(String(value)) : value
    const isRecord = typeof value === 'object' && value !== null && 'srcAmount' in value
    if (!isRecord) return value
    const hash = counted()
    return { ...value, createdAt, ...(hash ? { depositTxHash: written(hash) } : {}) }
  }

  function intentOf(url: URL): Response {
    const hash = counted()
    const text = url.searchParams.get('txHash') ?? ''
    if (hash === undefined || written(hash) !== text) {
      return Response.json({ name: 'IntentNotFoundException' }, { status: 404 })
    }
    const deposit = { chainId: record.id, txHash: text, inputToken: place.token }
    return Response.json({
      intentId: 'i-1',
      state: 'Open',
      fromChainId: record.id,
      toChainId,
      author,
      fromToken: place.token,
      toToken: erc20,
      srcAmount: String(asked),
      deposits: [{ ...deposit, amountIn: String(asked) }],
    })
  }

  const refuse = (status: number, name: string, headers = {}) =>
    Response.json({ name, message: name }, { status, headers })

  /** What it says of a notice before it looks at its order; undefined where nothing is wrong with it. */
  function refusalOf(hash: string): Response | undefined {
    if (says.isOthers) return refuse(409, 'DuplicateRecordException')
    const tx = ledger.find(hash)
    const paid = tx && paymentOf(tx)
    const isPayment = paid?.to === depositAddress && paid.token === inner.token
    return isPayment ? undefined : refuse(400, 'BadRequestException')
  }

  async function answer(method: string, url: URL, body: unknown): Promise<Response> {
    if (url.pathname === '/v1/chains') {
      const all = (await (await other(method, url, body)).json()) as object[]
      return Response.json([...all, record])
    }
    if (inner.says.isAway) return inner.answer(method, url, body)
    if (says.forbids) return refuse(403, 'ForbiddenException')
    if (says.busy > 0) {
      says.busy -= 1
      return refuse(429, 'ThrottlerException', { 'retry-after': '60' })
    }
    if (url.pathname === '/v1/intent/deposit') return intentOf(url)
    const isNotice = url.pathname === '/v1/deposit/submit'
    const text = isNotice ? (body as { txHash: string }).txHash : ''
    const refusal = isNotice ? refusalOf(txOf(text)) : undefined
    const notice = { hash: text, isTaken: false }
    if (isNotice) notices.push(notice)
    if (refusal) return refusal
    const here = new URL(url.href.replace(author, evmAuthor))
    const sent = isNotice ? { ...(body as object), txHash: txOf(text) } : body
    const [fault] = inner.says.faults
    const isHeard = isNotice && (fault === undefined || fault === 'lose-answer')
    if (isHeard) heard ??= txOf(text)
    const answered = await inner.answer(method, here, sent)
    notice.isTaken = isHeard && answered.ok
    const told = await answered.text()
    const isWhole = answered.ok && fault !== 'malformed'
    return isWhole ? Response.json(JSON.parse(told, toAbroad)) : new Response(told, answered)
  }

  return {
    ...inner,
    place,
    isTold,
    abroad: says,
    notices,
    answer,
    /** Whether it has an order, and the transaction that it counts for it. */
    isMade: () => !isTold || heard !== undefined,
    known: () => {
      const hash = counted()
      return hash === undefined ? undefined : written(hash)
    },
    /** Whether what it says may not be so, or it does not say what it could. */
    isOdd: () => {
      const { lie, stale, idle, isAway, faults } = inner.says
      const isSilent = isAway || faults.length > 0 || says.forbids || says.busy > 0
      return { lies: Boolean(lie ?? stale) || idle || says.isOthers, isSilent }
    },
    heal(): void {
      inner.heal()
      says.forbids = false
      says.busy = 0
      says.isOthers = false
    },
  }
}

export type AbroadService = ReturnType<typeof createAbroadService>
