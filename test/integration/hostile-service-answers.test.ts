import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkQuote } from '@/src/domain/policy/policy-quote'
import { ServiceError } from '@/src/domain/service/service-error'
import {
  ACCOUNT,
  collect,
  type LocalService,
  quoteRequest,
  startLocalService,
  TOKEN,
} from '@/test/support/local-service'

/** A hostile service's quotes, orders, catalog and addresses, over HTTP and through the client. */
let service: LocalService

beforeAll(async () => {
  service = await startLocalService()
})
afterAll(() => service?.stop())

const now = 1_700_000_000
const stranger = '0x3333333333333333333333333333333333333333'
const txHash = `0x${'a'.repeat(64)}`

/** The code of the error, or what came. */
async function outcome(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const honestQuote = {
  amountIn: '1000000',
  amountOut: '990000',
  minAmountOut: '980000',
  expectedDurationSeconds: 20,
  validBefore: now + 600,
  quoteExpiresAt: now + 60,
}

function routes(quote: object, route: object = {}) {
  const one = { routeId: 'r', type: 'native-filler', quote: { ...honestQuote, ...quote }, ...route }
  return { quoteId: 'q', routes: [one] }
}

/** What a person would be offered: the codes of the routes that are refused, or `ok`. */
async function offered(body: unknown): Promise<unknown> {
  service.answerJson(body)
  return outcome(async () => {
    const answer = await service.createClient().quotes.get(quoteRequest)
    const asked = { tradeType: quoteRequest.tradeType, amount: quoteRequest.amount }
    const token = (chainId: number) => ({ chainId, address: TOKEN, decimals: 6 })
    const checks = answer.routes.map((route) =>
      checkQuote({ asked, quote: route.quote, from: token(8453), to: token(42161), now }),
    )
    return checks.map((check) => (check.ok ? 'ok' : check.code)).join(',')
  })
}

describe("a hostile service's quotes", () => {
  it('given an honest quote, then it is offered', async () => {
    expect(await offered(routes({}))).toBe('ok')
  })

  it.each<[string, object, string]>([
    ['more to pay than was asked', { amountIn: '1000001' }, 'service/bad-answer'],
    ['less to pay than was asked', { amountIn: '999999' }, 'service/bad-answer'],
    ['nothing to pay', { amountIn: '0' }, 'service/bad-answer'],
    ['nothing to receive', { amountOut: '0', minAmountOut: '0' }, 'service/bad-answer'],
    ['a minimum above the promise', { minAmountOut: '990001' }, 'service/bad-answer'],
    ['a price that is over', { quoteExpiresAt: now }, 'policy/quote-expired'],
    ['a deadline that is over', { validBefore: now - 1 }, 'policy/quote-expired'],
    ['an amount with a fraction', { amountOut: '1.5' }, 'SVC3003'],
    ['an amount as a number', { amountOut: 990_000 }, 'SVC3003'],
    ['a negative amount', { amountOut: '-1' }, 'SVC3003'],
    ['an amount in hex', { amountOut: '0xff' }, 'SVC3003'],
    ['an amount in powers', { amountOut: '1e30' }, 'SVC3003'],
    ['an amount with spaces', { amountOut: ' 1 ' }, 'SVC3003'],
    ['an amount of a thousand digits', { amountOut: '9'.repeat(1_000) }, 'SVC3003'],
    ['a minimum that is no amount', { minAmountOut: 'all' }, 'SVC3003'],
    ['a time in words', { quoteExpiresAt: 'tomorrow' }, 'SVC3003'],
    ['a negative duration', { expectedDurationSeconds: -1 }, 'SVC3003'],
    ['a deadline in words', { validBefore: 'tomorrow' }, 'SVC3003'],
  ])('given %s, then it is not offered', async (_, quote, code) => {
    expect(await offered(routes(quote))).toBe(code)
  })

  it('given a route without an id, or with markup for a type, then no markup is trusted', async () => {
    expect(await offered(routes({}, { routeId: '' }))).toBe('SVC3003')
    service.answerJson(routes({}, { type: '<img src=x onerror=alert(1)>' }))
    const answer = await service.createClient().quotes.get(quoteRequest)
    // Text stays text: nothing in the product writes it as markup.
    expect(answer.routes[0]?.type).toBe('<img src=x onerror=alert(1)>')
  })

  it('given a stream in which one line is hostile, then that line is left out', async () => {
    const line = (quote: object) =>
      `${JSON.stringify({ quoteId: 'q', routeId: 'r', type: 't', quote: { ...honestQuote, ...quote } })}\n`
    service.answerStream((response) => {
      response.write(line({ amountOut: '-1' }))
      response.end(line({}))
    })
    const { items, error } = await collect(service.createClient().quotes.stream(quoteRequest))
    expect(items).toMatchObject([{ quote: { amountOut: honestQuote.amountOut } }])
    expect(error).toBeNull()
  })

  it('given a line without an end, then the stream is refused', async () => {
    service.answerStream((response) => {
      const flood = 'x'.repeat(1_000_000)
      const write = () => {
        while (!response.destroyed && response.write(flood)) {}
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    const { error } = await collect(service.createClient().quotes.stream(quoteRequest))
    expect(error).toMatchObject({ code: 'SVC3003' })
  })
})

const honestOrder = {
  id: 'o',
  fromChainId: 8453,
  fromToken: TOKEN,
  toChainId: 42161,
  toToken: TOKEN,
  srcAmount: '1',
  destAmount: '1',
  status: 'filled',
  author: ACCOUNT,
  transactions: { fill: { txHash, chainId: 42161, amount: '1' } },
}

describe("a hostile service's orders", () => {
  const read = (patch: object) => {
    service.answerJson({ ...honestOrder, ...patch })
    return outcome(() => service.createClient().orders.get('o'))
  }

  it('given an honest order, then it is read', async () => {
    expect(await read({})).toMatchObject({ id: 'o', status: 'filled' })
  })

  it.each<[string, object]>([
    ['an amount with a fraction', { destAmount: '0.1' }],
    ['an amount as a number', { srcAmount: 1 }],
    ['a fill of a negative amount', { transactions: { fill: { txHash, amount: '-1' } } }],
    ['a hash that leads elsewhere', { transactions: { fill: { txHash: '../../evil?x=' } } }],
    ['a hash that is a script', { transactions: { fill: { txHash: 'javascript:alert(1)' } } }],
    ['a hash that is markup', { depositTxHash: '<script>alert(1)</script>' }],
    ['a hash without an end', { depositTxHash: 'a'.repeat(5_000) }],
    ['a token of the wrong family', { fromToken: '1'.repeat(32) }],
    ['a token that is a script', { toToken: 'javascript:alert(1)' }],
    ['a recipient of the wrong family', { recipient: '1'.repeat(32) }],
    ['a chain that is no number', { fromChainId: '8453' }],
    ['a negative chain', { toChainId: -1 }],
    ['a status that is no text', { status: { toString: 'filled' } }],
    ['no status', { status: null }],
    ['no id', { id: '' }],
  ])('given %s, then it is refused', async (_, patch) => {
    expect(await read(patch)).toBe('SVC3003')
  })

  it('given a status nobody knows, then it is text and nothing more', async () => {
    expect(await read({ status: 'constructor' })).toMatchObject({ status: 'constructor' })
  })

  it('given __proto__ in the order, then nothing is inherited', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(honestOrder).replace('{', '{"__proto__":{"refundTo":"x"},'))
    })
    const order = await service.createClient().orders.get('o')
    expect(Object.hasOwn(order, '__proto__')).toBe(false)
    expect(order.refundTo).toBeUndefined()
  })

  it.each<[string, object]>([
    ['an order id that is missing', { txHash }],
    ['a hash that leads elsewhere', { orderId: 'o', txHash: '//evil.example' }],
  ])('given a submit result with %s, then it is refused', async (_, body) => {
    service.answerJson(body)
    const submit = { quoteId: 'q', routeId: 'r', txHash }
    expect(await outcome(() => service.createClient().deposits.submit(submit))).toBe('SVC3003')
  })
})

describe("a hostile service's catalog and addresses", () => {
  const token = { chainId: 8453, address: TOKEN, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  const chain = {
    type: 'eip155',
    id: 8453,
    name: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }

  const top = async (patch: object) => {
    service.answerJson([{ ...token, ...patch }])
    return outcome(() => service.createClient().tokens.top())
  }

  it.each<[string, object]>([
    ['255 decimals', { decimals: 255 }],
    ['negative decimals', { decimals: -1 }],
    ['decimals with a fraction', { decimals: 6.5 }],
    ['decimals as a text', { decimals: '6' }],
    ['an address of another family', { address: '1'.repeat(32) }],
    ['an address that is a script', { address: 'javascript:alert(1)' }],
    ['a name of 10 kB', { name: 'x'.repeat(10_000) }],
    ['a symbol that is no text', { symbol: {} }],
    ['a balance that is no amount', { extensions: { balance: '1e30' } }],
  ])('given a token with %s, then it is left out', async (_, patch) => {
    expect(await top(patch)).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/x.png',
    'http://example.org/x.png',
    'https://user:password@example.org/x.png',
    'chrome-extension://abc/x.png',
    'https://exa mple.org/x.png',
  ])('given the logo %j, then the token comes without one', async (logoURI) => {
    const tokens = await top({ logoURI })
    expect(tokens).toEqual([expect.objectContaining({ symbol: 'USDC' })])
    expect((tokens as { logoURI?: string }[])[0]?.logoURI).toBeUndefined()
  })

  it.each(['javascript:alert(1)', 'http://evil.example/', 'https://a:b@evil.example/'])(
    'given the explorer or node address %j, then it is never used',
    async (url) => {
      const explorer = { default: { name: 'x', url } }
      const rpcUrls = { default: { http: [url, 'https://good.example/'] } }
      service.answerJson([{ ...chain, blockExplorers: explorer, rpcUrls }])
      const [read] = await service.createClient().chains.list()
      expect(read?.blockExplorers).toBeUndefined()
      expect(read?.rpcUrls?.default.http).toEqual(['https://good.example/'])
    },
  )

  it.each<[string, object]>([
    ['of another family under a known id', { type: 'solana' }],
    ['with absurd decimals', { nativeCurrency: { symbol: 'ETH', decimals: 400 } }],
    ['with an id of zero', { id: 0 }],
  ])('given a chain %s, then it is left out', async (_, patch) => {
    service.answerJson([{ ...chain, ...patch }])
    expect(await service.createClient().chains.list()).toEqual([])
  })

  it('given hub contracts that are no addresses, then none of them may ever be a spender', async () => {
    const contract = { good: stranger, bad: 'javascript:alert(1)', worse: 7, 'a"b': '<script>' }
    service.answerJson({ chainId: 8453, contract })
    const hub = await service.createClient().hub.config()
    expect(Object.values(hub.contract)).toEqual([stranger])
  })
})
