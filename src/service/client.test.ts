import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FiatError } from '@/src/domain/service/service-error'
import { startLocalServer } from '@/test/support/local-server'
import {
  ACCOUNT,
  collect,
  type LocalService,
  startLocalService,
  TOKEN,
} from '@/test/support/local-service'
import { createManualClock } from '@/test/support/manual-clock'

const fiatRequest = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: 8453, address: TOKEN },
  recipient: ACCOUNT,
  refundTo: ACCOUNT,
}

let server: LocalService

beforeAll(async () => {
  server = await startLocalService()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

describe('the fiat API', () => {
  it('given nobody answers, then it is NETWORK_ERROR', async () => {
    const gone = await startLocalServer()
    await gone.stop()
    const { fiat } = server.createClient({ fiatUrl: gone.url })
    await expect(fiat.config()).rejects.toBeInstanceOf(FiatError)
    await expect(fiat.config()).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true })
    const { error } = await collect(fiat.streamQuotes(fiatRequest))
    expect(error).toMatchObject({ code: 'NETWORK_ERROR' })
  })

  it('given silence, then it is TIMEOUT; given an abort, SVC3009', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()))
    const { fiat } = server.createClient({ clock })
    const late = expect(fiat.config()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await arrived
    await clock.advance(15_000)
    await late
    server.answer(() => controller.abort())
    const aborted = fiat.config({ signal: controller.signal })
    await expect(aborted).rejects.toMatchObject({ code: 'SVC3009' })
  })

  it('given another answer, then it is INVALID_RESPONSE with the field in its message', async () => {
    const { fiat } = server.createClient()
    const quote = {
      quoteId: 'f',
      providerName: 'P',
      totalFee: '1',
      expectedOutputAmount: '10',
      minOutputAmount: '9.5',
      expiresAt: 1,
      swapStrategy: 'direct',
    }
    server.answerJson({ quotes: [quote] })
    const asked = fiat.quote(fiatRequest)
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    await expect(asked).rejects.toThrow('quotes.0.minOutputAmount')
  })

  it('given a refused origin, then the error says so', async () => {
    server.answerJson(
      { error: { code: 'ORIGIN_NOT_ALLOWED', message: 'No', retryable: false } },
      403,
    )
    await expect(server.createClient().fiat.config()).rejects.toMatchObject({
      name: 'FiatError',
      code: 'ORIGIN_NOT_ALLOWED',
      message: 'No',
      retryable: false,
    })
  })

  it('given the view of another order, then it is INVALID_RESPONSE', async () => {
    server.answerJson({ orderId: 'f2', status: 'completed' })
    const asked = server.createClient().fiat.getOrder('f1')
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })
})

describe('answers to another question', () => {
  const order = { id: 'o2', fromChainId: 1, toChainId: 10, srcAmount: '1', status: 'filled' }

  it('given another order, then it is SVC3003 at id', async () => {
    server.answerJson(order)
    const asked = server.createClient().orders.get('o1')
    await expect(asked).rejects.toMatchObject({ code: 'SVC3003', path: 'id' })
  })

  it('given an id in hex that the service writes in lower case, then it is the same', async () => {
    const { orders, intents } = server.createClient()
    server.answerJson({ ...order, id: '0xab' })
    expect(await orders.get('0xAB')).toMatchObject({ id: '0xab' })
    server.answerJson({ data: [{ ...order, id: '0xab' }] })
    expect(await orders.find(ACCOUNT, '0xAB')).toMatchObject({ id: '0xab' })
    const intent = { intentId: '0xab', state: 'open', fromChainId: 1, toChainId: 10 }
    server.answerJson({ ...intent, author: ACCOUNT, srcAmount: '5' })
    expect(await intents.get('0xAB')).toMatchObject({ intentId: '0xab' })
  })

  it('given 404 for orders of an author, then nothing is found', async () => {
    const { orders } = server.createClient()
    server.answerJson({ name: 'OrderNotFoundException', message: 'None' }, 404)
    expect(await orders.find(ACCOUNT, 'o1')).toBeNull()
    server.answerJson({ message: 'down' }, 503)
    await expect(orders.find(ACCOUNT, 'o1')).rejects.toMatchObject({ details: { status: 503 } })
  })

  it('given another order in an author`s page, then nothing is found', async () => {
    server.answerJson({ data: [order] })
    expect(await server.createClient().orders.find(ACCOUNT, 'o1')).toBeNull()
    expect(await server.createClient().orders.find(ACCOUNT, 'o2')).toMatchObject({ id: 'o2' })
    expect(server.received[0]?.url).toBe(`/v1/orders/${ACCOUNT}?orderIds=o1&limit=1`)
  })

  it('given many order ids, then they are asked for twenty at a time', async () => {
    server.answerJson({ data: [] })
    const ids = Array.from({ length: 41 }, (_, i) => `o${i}`)
    expect(await server.createClient().orders.findMany(ACCOUNT, ids)).toEqual([])
    expect(
      server.received.map(({ url }) => new URL(url, server.url).searchParams.get('limit')),
    ).toEqual(['20', '20', '1'])
  })

  it('given another kind of deposit than asked for, then it is SVC3003 at kind', async () => {
    server.answerJson({ kind: 'CONTRACT_CALL', approvals: [] })
    const { deposits } = server.createClient()
    const asked = { from: ACCOUNT, quoteId: 'q', routeId: 'r' }
    expect(await deposits.build(asked)).toMatchObject({ kind: 'CONTRACT_CALL' })
    await expect(deposits.build({ ...asked, depositMethod: 'TRANSFER' })).rejects.toMatchObject({
      code: 'SVC3003',
      path: 'kind',
    })
  })

  it('given both or none of hash and signed transaction, then nothing is sent', async () => {
    const { deposits } = server.createClient()
    const ids = { quoteId: 'q', routeId: 'r' }
    const both = { ...ids, txHash: '0x1', signedTransaction: 'AA==' }
    for (const wrong of [ids, both]) {
      // A caller without types, as any caller over a wire is.
      const submit: (request: never) => Promise<unknown> = deposits.submit
      await expect(submit(wrong as never)).rejects.toMatchObject({ name: 'ApiValidationError' })
    }
    expect(server.received).toEqual([])
  })

  it('given a page that points at itself, then the walk ends', async () => {
    server.answerJson({ data: [order], cursor: 20 })
    const { items } = await collect(server.createClient().orders.all(ACCOUNT))
    expect(items).toHaveLength(2)
  })

  it('given a broken record in a page, then it is counted and the others are kept', async () => {
    server.answerJson({ data: [order, { ...order, srcAmount: 'x' }] })
    expect(await server.createClient().orders.list(ACCOUNT)).toMatchObject({ skipped: 1 })
  })
})

describe('a record that is broken', () => {
  it('given one fiat quote of several, then the others are kept', async () => {
    const sound = {
      quoteId: 'f',
      providerName: 'P',
      expectedOutputAmount: '10',
      minOutputAmount: '9',
      expiresAt: 1,
      swapStrategy: 'direct',
    }
    server.answerJson({ quotes: [{ ...sound, minOutputAmount: '9.5' }, sound] })
    expect((await server.createClient().fiat.quote(fiatRequest)).quotes).toHaveLength(1)
  })

  it('given one deposit of an intent, then the intent and the others are kept', async () => {
    const deposit = { chainId: 1, txHash: '0x1', inputToken: TOKEN, amountIn: '5' }
    server.answerJson({
      intentId: 'i1',
      state: 'Open',
      fromChainId: 1,
      toChainId: 10,
      author: ACCOUNT,
      srcAmount: '5',
      deposits: [{ ...deposit, amountIn: 'much' }, deposit],
    })
    const { deposits } = await server.createClient().intents.get('i1')
    expect(deposits).toHaveLength(1)
  })

  it('given the intent of another deposit, then it is SVC3003', async () => {
    const deposit = { chainId: 1, txHash: '0x2', inputToken: TOKEN, amountIn: '5' }
    const intent = { intentId: 'i1', state: 'open', fromChainId: 1, toChainId: 10 }
    server.answerJson({ ...intent, author: ACCOUNT, srcAmount: '5', deposits: [deposit] })
    const { intents } = server.createClient()
    await expect(intents.byDeposit({ chainId: 1, txHash: '0x1' })).rejects.toMatchObject({
      code: 'SVC3003',
    })
    expect(await intents.byDeposit({ chainId: 1, txHash: '0x2' })).toMatchObject(intent)
  })
})

describe('chains', () => {
  it('given others among them, and what contradicts itself, then those that can be acted on', async () => {
    const { chains } = server.createClient()
    const base = {
      type: 'eip155',
      id: 8453,
      name: 'Base',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    }
    const others = [{ ...base, type: 'tron', id: 728126428 }, { ...base, type: 'solana' }, null]
    server.answerJson([base, ...others])
    expect(await chains.list()).toMatchObject([base])
    const signal = AbortSignal.abort()
    await expect(chains.list({ signal })).rejects.toMatchObject({ code: 'SVC3009' })
  })

  it('given every list as data of an object, then the same is read', async () => {
    const { chains, hub } = server.createClient()
    const shared = { symbol: 'ETH', decimals: 18 }
    const base = { type: 'eip155', id: 8453, name: 'Base', nativeCurrency: shared }
    const tron = { ...base, type: 'tron', id: 728_126_428, name: 'Tron' }
    const coin = { symbol: 'TRX', decimals: 6 }
    server.answerJson({ data: [base, { ...tron, nativeCurrency: coin }] })
    expect(await chains.list()).toMatchObject([base])
    expect((await chains.all()).foreign).toMatchObject([{ name: 'Tron' }])
    const named = { ...shared, name: 'V' }
    server.answerJson({ data: [{ ...named, vault: TOKEN, assets: [] }] })
    expect(await hub.vaults()).toMatchObject([{ vault: TOKEN }])
    server.answerJson({ data: [{ ...named, chainId: 8453, address: TOKEN }] })
    expect(await hub.mTokens()).toMatchObject([{ address: TOKEN }])
  })

  it('given a chain, then its icon`s address is built and no request made', () => {
    expect(server.createClient().chains.iconUrl(1)).toBe(`${server.url}/v1/chain/1/icon`)
    expect(server.received).toEqual([])
  })

  it.each([
    [undefined, null],
    ['', null],
    ['/icons/a.svg', '/icons/a.svg'],
    ['icons/a.svg', '/icons/a.svg'],
    ['javascript:alert(1)', null],
    ['https://cdn.example/a.svg', 'https://cdn.example/a.svg'],
  ])('given the route icon %j, then its address is %j', (icon, expected) => {
    const url = expected?.startsWith('/') ? `${server.url}${expected}` : expected
    expect(server.createClient().quotes.iconUrl({ icon })).toBe(url)
    const baseUrl = `${server.url}/api/`
    const below = expected?.startsWith('/') ? `${server.url}/api${expected}` : expected
    expect(server.createClient({ baseUrl }).quotes.iconUrl({ icon })).toBe(below)
  })
})
