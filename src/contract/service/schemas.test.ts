import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidResponseError } from '@/src/domain/service/service-error'
import { toFiatStep } from '@/src/domain/service/service-status'
import { buildResult } from './build'
import { chainList } from './chain'
import { decode } from './decode'
import { backendError, fiatErrorBody } from './error'
import {
  fiatConfig,
  fiatOrder,
  fiatOrderCreated,
  fiatQuoteAnswer,
  fiatStreamItem,
  fiatWidgetEvent,
} from './fiat'
import { hubConfig, mTokenList, vaultList } from './hub'
import { intent, intentPage } from './intent'
import { orderPage, serviceOrder } from './order'
import { quoteAnswer, quoteRequest, streamedRoute } from './quote'
import { submitResult } from './submit'
import { autocompletion, suggestions, tokenData, tokenList, tokenPage } from './token'

const EVM = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** BIP-173's own example. */
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SOLANA = 20_011_000_000

const quote = { amountIn: '1', amountOut: '2', expectedDurationSeconds: 3, validBefore: 4 }
const route = { routeId: 'r1', type: 'native-filler', quote }
const token = { chainId: 8453, address: EVM, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const solanaToken = { ...token, chainId: SOLANA, address: MINT }
const chain = {
  type: 'eip155',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const order = {
  id: 'o1',
  fromChainId: 8453,
  fromToken: EVM,
  toChainId: SOLANA,
  toToken: MINT,
  srcAmount: '1',
  destAmount: '2',
  status: 'created',
  author: EVM,
  recipient: MINT,
}
const deposit = { chainId: 8453, txHash: '0xab', inputToken: EVM, amountIn: '1' }
const intentRecord = {
  intentId: 'i1',
  state: 'Open',
  fromChainId: 8453,
  toChainId: SOLANA,
  author: EVM,
  fromToken: EVM,
  toToken: MINT,
  srcAmount: '1',
  destAmount: '2',
  deposits: [deposit],
}
const ask = { type: 'eip1193_request', request: { method: 'eth_sendTransaction', params: [{}] } }
const payment = {
  kind: 'TRANSFER',
  depositAddress: EVM,
  amount: '1',
  token: EVM,
  chainId: 8453,
}
const fiatQuote = {
  quoteId: 'f1',
  providerName: 'P',
  totalFee: '1.5',
  expectedOutputAmount: '10',
  minOutputAmount: '9',
  expiresAt: 1,
  swapStrategy: 'direct',
}
const fiatCreated = {
  orderId: 'f1',
  status: 'created',
  provider: 'p',
  action: { type: 'wrapper', url: 'https://a.example/' },
}

const SCHEMAS = {
  quoteAnswer: [quoteAnswer, { quoteId: 'q1', routes: [route] }],
  streamedRoute: [streamedRoute, { ...route, quoteId: 'q1' }],
  contractCall: [buildResult, { kind: 'CONTRACT_CALL', approvals: [ask] }],
  transfer: [buildResult, payment],
  submitResult: [submitResult, { orderId: 'o1', txHash: '0xab' }],
  serviceOrder: [serviceOrder, order],
  orderPage: [orderPage, { data: [order], cursor: 1 }],
  intent: [intent, intentRecord],
  intentPage: [intentPage, { data: [intentRecord] }],
  tokenPage: [tokenPage, { data: [token] }],
  tokenData: [tokenData, { data: [token] }],
  tokenList: [tokenList, [token, solanaToken]],
  autocompletion: [
    autocompletion,
    { data: [{ description: 'd', chain, token }], parsed: {}, nextSlots: [] },
  ],
  suggestions: [suggestions, { data: ['a', { text: 'b' }] }],
  chainList: [chainList, [chain]],
  hubConfig: [
    hubConfig,
    { chainId: 1, contract: { vault: EVM, assetReserves: { '0x1': EVM }, odd: 7 } },
  ],
  vaultList: [
    vaultList,
    [{ symbol: 'V', name: 'V', vault: EVM, teller: EVM, assets: [], decimals: 6 }],
  ],
  mTokenList: [mTokenList, [token]],
  fiatQuoteAnswer: [fiatQuoteAnswer, { quotes: [fiatQuote], errors: [{ message: 'no' }] }],
  fiatStreamItem: [fiatStreamItem, { quote: fiatQuote }],
  fiatOrderCreated: [fiatOrderCreated, fiatCreated],
  fiatOrder: [fiatOrder, { orderId: 'f1', status: 'pending', outputAmount: '1' }],
  fiatConfig: [fiatConfig, { providers: [{ id: 'p' }] }],
  fiatWidgetEvent: [
    fiatWidgetEvent,
    { type: 'FIAT_WIDGET_EVENT', event: 'widget_ready', orderId: 'f1' },
  ],
  backendError: [backendError, { name: 'X', message: 'm' }],
  fiatErrorBody: [fiatErrorBody, { error: { code: 'X', message: 'm', retryable: true } }],
} as const

const cases = Object.entries(SCHEMAS)

function pathOf(run: () => unknown): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof InvalidResponseError) return error.path
    throw error
  }
}

/** Changes one leaf of a record, chosen at random, to something else. */
function mutate(value: unknown, choose: (n: number) => number, junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk
  const keys = Object.keys(value)
  const key = keys[choose(keys.length + 1)]
  if (key === undefined) return junk
  const entries = Object.entries(value).map(([name, item]) => {
    return [name, name === key ? mutate(item, choose, junk) : item] as const
  })
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

describe('an offer that would take for ever', () => {
  it('takes a week', () => {
    const slow = { ...route, quote: { ...quote, expectedDurationSeconds: 1e12 } }
    const read = decode(quoteAnswer, { quoteId: 'q1', routes: [slow, route] }, 'x')
    const durations = read.routes.map((each) => each.quote.expectedDurationSeconds)
    expect(durations).toEqual([604_800, 3])
  })
})

describe('every schema', () => {
  it.each(cases)(
    '%s: given a sound answer, then it is read, and reading it again changes nothing',
    (_, [schema, sound]) => {
      const once = decode(schema, sound, 'x')
      expect(JSON.parse(JSON.stringify(decode(schema, structuredClone(once), 'x')))).toEqual(
        JSON.parse(JSON.stringify(once)),
      )
    },
  )

  it.each(cases)(
    '%s: given any value, then it is read or refused, and nothing else',
    (_, [schema]) => {
      fc.assert(
        fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
          pathOf(() => decode(schema, value, 'x'))
        }),
        { numRuns: 50 },
      )
    },
  )

  it.each(cases)(
    '%s: given any field of another kind, then it is read or refused',
    (_, [schema, sound]) => {
      fc.assert(
        fc.property(fc.array(fc.nat(), { minLength: 8 }), fc.jsonValue(), (picks, junk) => {
          const choose = (n: number) => (picks.shift() ?? 0) % n
          pathOf(() => decode(schema, mutate(sound, choose, junk), 'x'))
        }),
        { numRuns: 100 },
      )
    },
  )

  it.each(cases)('%s: given prototype keys, then none of them arrives', (_, [schema, sound]) => {
    const text = JSON.stringify(sound).replaceAll(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,',
    )
    const read = decode(schema, JSON.parse(text.replaceAll(',}', '}')), 'x')
    expect(JSON.stringify(read)).not.toMatch(/polluted|__proto__|constructor|prototype/)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('what is tolerated', () => {
  it('given a list by itself, or as data of an object, then the same is read', () => {
    for (const told of [[chain], { data: [chain] }]) {
      expect(decode(chainList, told, 'x').map(({ id }) => id)).toEqual([chain.id])
    }
    expect(() => decode(chainList, { chains: [chain] }, 'x')).toThrow()
    expect(decode(orderPage, [order, 7], 'x')).toMatchObject({
      data: [{ id: order.id }],
      skipped: 1,
    })
  })

  it('given an answer to a notice that names no hash, then its number is taken', () => {
    for (const told of [{ orderId: 'o', txHash: null }, { orderId: 'o' }]) {
      expect(decode(submitResult, told, 'x').orderId).toBe('o')
    }
  })

  it('given the state of an intent in capitals or not, then it is the same', () => {
    for (const state of ['SETTLED', 'Settled', 'settled']) {
      expect(decode(intent, { ...intentRecord, state }, 'x').state).toBe('settled')
    }
  })

  it('given a token without a name, then it is known by its symbol', () => {
    for (const name of [null, undefined]) {
      expect(decode(tokenList, [{ ...token, name }], 'x')).toMatchObject([{ name: '' }])
    }
    expect(decode(tokenList, [{ ...token, symbol: null }], 'x')).toEqual([])
  })

  it('given unknown fields and values, then they pass through', () => {
    const read = decode(streamedRoute, { ...route, type: 'brand-new', quoteId: 'q', extra: 7 }, 'x')
    expect(read).toMatchObject({ type: 'brand-new', extra: 7 })
    expect(decode(serviceOrder, { ...order, status: 'dreaming' }, 'x').status).toBe('dreaming')
    // However it is written, it is the same word.
    for (const status of ['FILLED', 'Filled', ' filled ']) {
      expect(decode(serviceOrder, { ...order, status }, 'x').status).toBe('filled')
    }
    const bought = { orderId: 'f1', status: 'COMPLETED' }
    expect(decode(fiatOrder, bought, 'x').status).toBe('completed')
  })

  it('given null for what is optional, then it is absent', () => {
    const nulls = { fromToken: null, recipient: null, transactions: { fill: null }, refundTo: null }
    const read = decode(serviceOrder, { ...order, ...nulls }, 'x')
    expect(read.fromToken).toBeUndefined()
    expect(read.transactions?.fill).toBeUndefined()
  })

  it.each([{}, { txHash: null }, { txHash: '' }, { amount: '5' }, ''])(
    'given the fill %j, which names no transaction, then the order is over all the same',
    (fill) => {
      const told = { ...order, status: 'filled', transactions: { fill, refund: null } }
      const read = decode(serviceOrder, told, 'x')
      expect(read.status).toBe('filled')
      expect(read.transactions?.fill).toBeUndefined()
    },
  )

  it('given a fill whose chain or amount is not told, then its hash is kept', () => {
    const fill = { txHash: '0xab', chainId: null, amount: '', timestamp: null }
    const read = decode(serviceOrder, { ...order, transactions: { fill } }, 'x')
    expect(read.transactions?.fill).toMatchObject({ txHash: '0xab' })
    expect(read.transactions?.fill?.amount).toBeUndefined()
  })

  it('given times in seconds as text, then they are the same times', () => {
    const times = { validBefore: '1800000600', quoteExpiresAt: '1800000060' }
    const read = decode(
      streamedRoute,
      { ...route, quoteId: 'q', quote: { ...quote, ...times } },
      'x',
    )
    expect(read.quote).toMatchObject({ validBefore: 1800000600, quoteExpiresAt: 1800000060 })
    const quotes = [{ ...fiatQuote, expiresAt: '1800000000' }]
    expect(decode(fiatQuoteAnswer, { quotes }, 'x').quotes[0]?.expiresAt).toBe(1800000000)
  })

  it('given times with parts of a second, then the whole seconds count', () => {
    const times = { validBefore: 1800000600.25, quoteExpiresAt: 1800000060.999 }
    const told = { ...route, quote: { ...quote, ...times } }
    const read = decode(quoteAnswer, { quoteId: 'q', routes: [told] }, 'x').routes
    expect(read[0]?.quote).toMatchObject({ validBefore: 1800000600, quoteExpiresAt: 1800000060 })
    const quotes = [{ ...fiatQuote, expiresAt: 1800000000.5 }]
    expect(decode(fiatQuoteAnswer, { quotes }, 'x').quotes[0]?.expiresAt).toBe(1800000000)
    const paid = decode(buildResult, { ...payment, expiresAt: 1800000000.5 }, 'x')
    expect(paid).toMatchObject({ expiresAt: 1800000000 })
    for (const expiresAt of [-0.5, 1e15]) {
      expect(pathOf(() => decode(buildResult, { ...payment, expiresAt }, 'x'))).toBe('expiresAt')
    }
  })

  it('given an empty text for what is optional, then it is absent', () => {
    const empty = Object.fromEntries(
      ['memo', 'orderId', 'intentId', 'paymentUri', 'qrPayload', 'qrImageUrl', 'expiresAt'].map(
        (field) => [field, ''],
      ),
    )
    const read = decode(buildResult, { ...payment, ...empty }, 'x')
    expect(read).toEqual(payment)
    const none = { ...route, quote: { ...quote, minAmountOut: '', quoteExpiresAt: '' } }
    expect(decode(quoteAnswer, { quoteId: 'q', routes: [none] }, 'x').routes).toEqual([route])
  })

  it('given decorations of another kind, then they are dropped and the route kept', () => {
    const odd = { ...route, icon: 7, depositMethods: 'X', quote: { ...quote, tags: null } }
    expect(decode(streamedRoute, { ...odd, quoteId: 'q' }, 'x')).toMatchObject({ routeId: 'r1' })
  })

  it('given a bare array in place of a token page, then it is the last page', () => {
    expect(decode(tokenPage, [token], 'x')).toEqual({ data: [token] })
    expect(decode(tokenData, [token], 'x')).toEqual([token])
  })

  it.each([
    { decimals: 255 },
    { decimals: -1 },
    { decimals: 1.5 },
    { decimals: '6' },
    { address: MINT },
    { chainId: 728126428, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    { extensions: { balance: '1.5' } },
  ])('given a token with %j among others, then only that one is left out', (change) => {
    const list = [token, { ...token, ...change }, solanaToken]
    expect(decode(tokenList, list, 'x')).toEqual([token, solanaToken])
  })

  it('given a logo that is no picture, then the token is kept without it', () => {
    const [read] = decode(tokenList, [{ ...token, logoURI: 'javascript:alert(1)' }], 'x')
    expect(read?.logoURI).toBeUndefined()
    expect(read?.symbol).toBe('USDC')
  })

  it('given an intent of a chain that is only paid from, then its account and its token are read', () => {
    const paid = { chainId: 20_001, inputToken: 'native', txHash: 'ab' }
    const record = { ...intentRecord, fromChainId: 20_001, fromToken: 'native', author: BITCOIN }
    const read = decode(intent, { ...record, deposits: [{ ...deposit, ...paid }] }, 'x')
    expect(read).toMatchObject({ author: BITCOIN, fromToken: 'native', deposits: [paid] })
  })

  it('given one broken deposit of an intent, then only that one is left out', () => {
    const deposits = [{ ...deposit, inputToken: MINT }, deposit]
    expect(decode(intent, { ...intentRecord, deposits }, 'x').deposits).toHaveLength(1)
  })

  it('given chains of other families, or that contradict themselves, then they are left out', () => {
    const others = [
      { ...chain, type: 'tron', id: 728126428 },
      { ...chain, type: 'solana' },
      { ...chain, id: SOLANA },
      { ...chain, id: 0 },
      'chain',
    ]
    expect(decode(chainList, [...others, chain], 'x')).toEqual([chain])
  })

  it('given an explorer that may not be opened, then the chain is kept without it', () => {
    const explorer = { default: { name: 'E', url: 'javascript:alert(1)' } }
    const [read] = decode(chainList, [{ ...chain, blockExplorers: explorer }], 'x')
    expect(read?.id).toBe(8453)
    expect(read?.blockExplorers).toBeUndefined()
  })

  it('given an explorer without a name, then its address is kept', () => {
    const explorer = { default: { url: 'https://scan.example' } }
    const [read] = decode(chainList, [{ ...chain, blockExplorers: explorer }], 'x')
    expect(read?.blockExplorers?.default).toEqual({ ...explorer.default, name: '' })
  })

  it('given fiat errors are missing, then there are none', () => {
    expect(decode(fiatQuoteAnswer, { quotes: [] }, 'x').errors).toEqual([])
  })

  it('given an unknown fiat action, then it is kept for the caller to refuse', () => {
    const created = { ...fiatCreated, action: { type: 'hologram', beam: 1 } }
    expect(decode(fiatOrderCreated, created, 'x').action.type).toBe('hologram')
  })
})

describe('what is refused, with the path of the field', () => {
  const amounts = ['1.5', '-1', '1e18', '0x1', '', ' 1', '1'.repeat(79), 1, null]

  it.each(amounts)(
    'given the amount %j, then it is refused wherever a person depends on it',
    (bad) => {
      const broken = { ...route, quote: { ...quote, amountOut: bad } }
      const alone = { quoteId: 'q', routes: [broken] }
      expect(pathOf(() => decode(quoteAnswer, alone, 'x'))).toBe('routes.0.quote.amountOut')
      const among = { quoteId: 'q', routes: [broken, route, broken] }
      expect(decode(quoteAnswer, among, 'x').routes).toEqual([route])
      expect(pathOf(() => decode(buildResult, { ...payment, amount: bad }, 'x'))).toBe('amount')
      expect(pathOf(() => decode(serviceOrder, { ...order, srcAmount: bad }, 'x'))).toBe(
        'srcAmount',
      )
      const quotes = [{ ...fiatQuote, minOutputAmount: bad }]
      expect(pathOf(() => decode(fiatQuoteAnswer, { quotes }, 'x'))).toBe(
        'quotes.0.minOutputAmount',
      )
    },
  )

  it.each([
    [serviceOrder, { ...order, toToken: EVM }, 'toToken'],
    [serviceOrder, { ...order, author: MINT }, 'author'],
    [serviceOrder, { ...order, recipient: EVM }, 'recipient'],
    [intent, { ...intentRecord, fromToken: MINT }, 'fromToken'],
    [buildResult, { ...payment, depositAddress: MINT }, 'depositAddress'],
    [buildResult, { ...payment, token: MINT }, 'token'],
    [
      buildResult,
      { ...payment, depositAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda0291A' },
      'depositAddress',
    ],
  ])('given an address of the wrong family, then it is refused (%#)', (schema, value, path) => {
    expect(pathOf(() => decode(schema, value, 'x'))).toBe(path)
  })

  it.each([
    [{ kind: 'SURPRISE' }, 'kind'],
    [{}, 'kind'],
    [{ kind: 'CONTRACT_CALL' }, 'approvals'],
    [{ kind: 'CONTRACT_CALL', approvals: [{ type: 'telegram' }] }, 'approvals.0.type'],
    [
      { kind: 'CONTRACT_CALL', approvals: [ask, { ...ask, request: { method: 'x', params: {} } }] },
      'approvals.1.request.params',
    ],
    [{ kind: 'CONTRACT_CALL', approvals: [{ ...ask, deposit: 'yes' }] }, 'approvals.0.deposit'],
    [
      {
        kind: 'CONTRACT_CALL',
        approvals: [{ type: 'solana_sendTransaction', transaction: '<script>' }],
      },
      'approvals.0.transaction',
    ],
    [{ ...payment, memo: 7 }, 'memo'],
    [{ ...payment, submitTxHashRequested: 'yes' }, 'submitTxHashRequested'],
  ])('given the build result %j, then it is refused', (value, path) => {
    expect(pathOf(() => decode(buildResult, value, 'x'))).toBe(path)
  })

  it.each(['javascript:alert(1)', 'http://a.example/', 'data:text/html,x', undefined, ''])(
    'given a checkout address %j, then there is nothing to open, and the number is kept',
    (url) => {
      for (const type of ['wrapper', 'redirect', 'provider_widget']) {
        const created = { ...fiatCreated, action: { type, url } }
        const { orderId, action } = decode(fiatOrderCreated, created, 'x')
        expect(orderId).toBe(fiatCreated.orderId)
        expect(action.url).toBeUndefined()
        expect(toFiatStep(action)).toEqual({ kind: 'unknown', type })
      }
    },
  )

  it.each(['<b>', '0x1/../..', 'a b', ''])('given the hash %j, then it is refused', (txHash) => {
    expect(pathOf(() => decode(submitResult, { orderId: 'o', txHash }, 'x'))).toBe('txHash')
  })

  it('given nesting without end, then it is refused', () => {
    const deep = JSON.parse(`${'['.repeat(9999)}${']'.repeat(9999)}`)
    expect(pathOf(() => decode(tokenList, deep, 'x'))).toBe('')
  })

  it.each([
    [{ fromAddress: MINT }, 'fromAddress'],
    [{ recipient: EVM }, 'recipient'],
    [{ toToken: EVM }, 'toToken'],
    [{ slippageTolerance: 2 }, 'slippageTolerance'],
    [{ amount: '1.5' }, 'amount'],
  ])('given a quote request with %j, then it is refused', (change, path) => {
    const sound = {
      tradeType: 'EXACT_INPUT',
      fromChainId: 8453,
      fromToken: EVM,
      toChainId: SOLANA,
      toToken: MINT,
      amount: '1',
      fromAddress: EVM,
      recipient: MINT,
    }
    expect(pathOf(() => decode(quoteRequest, sound, 'x'))).toBeNull()
    expect(pathOf(() => decode(quoteRequest, { ...sound, ...change }, 'x'))).toBe(path)
  })
})
