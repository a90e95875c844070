import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceError } from '@/src/domain/service/service-error'
import { startLocalServer } from '@/test/support/local-server'
import {
  collect,
  type LocalService,
  quoteRequest,
  startLocalService,
  streamedRoute,
} from '@/test/support/local-service'
import { createManualClock } from '@/test/support/manual-clock'

let server: LocalService

beforeAll(async () => {
  server = await startLocalService()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

describe('streamed quotes', () => {
  it('given lines in pieces, then each route comes as soon as its line is complete', async () => {
    const text = `${JSON.stringify(streamedRoute('r1', 'größe'))}\n\n${JSON.stringify(streamedRoute('r2'))}`
    const bytes = Buffer.from(text)
    const cut = bytes.indexOf(Buffer.from('ö')) + 1
    let finish = () => {}
    server.answerStream((response) => {
      response.write(bytes.subarray(0, cut))
      setImmediate(() => response.write(bytes.subarray(cut, bytes.length - 20)))
      finish = () => response.end(bytes.subarray(bytes.length - 20))
    })
    const stream = server.createClient().quotes.stream(quoteRequest)
    const first = await stream.next()
    expect(first.value).toMatchObject({ routeId: 'r1', type: 'größe', quoteId: 'q1' })
    finish()
    expect((await stream.next()).value).toMatchObject({ routeId: 'r2' })
    expect((await stream.next()).done).toBe(true)
    expect(server.received[0]?.url).toBe('/v1/quotes?mode=stream')
  })

  it('given lines that only keep the connection, or in an event stream’s frame, then the routes alone come', async () => {
    const data = JSON.stringify(streamedRoute('r1'))
    server.answerStream((response) => {
      response.write(': keep-alive\r\n\r\n')
      response.end(`event: route\r\nid: 1\r\ndata: ${data}\r\n\r\n:\n`)
    })
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1'])
    expect(error).toBeNull()
  })

  const unnamed = (routeId: string) => ({ ...streamedRoute(routeId), quoteId: undefined })
  const whole = {
    quoteId: 'q7',
    routes: [unnamed('r1'), { routeId: 'broken' }, null, unnamed('r2')],
  }
  it.each([
    ['on one line', JSON.stringify(whole)],
    ['written for people', JSON.stringify(whole, null, 2)],
    ['as a list', JSON.stringify([streamedRoute('r1'), 7, streamedRoute('r2')])],
    ['as a list for people', JSON.stringify([streamedRoute('r1'), streamedRoute('r2')], null, 2)],
  ])('given one JSON text in place of a stream, %s, then its routes come', async (_, text) => {
    server.answerStream((response) => response.end(text))
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1', 'r2'])
    expect(items.every(({ quoteId }) => ['q1', 'q7'].includes(quoteId))).toBe(true)
    expect(error).toBeNull()
  })

  it('given an answer without routes in place of a stream, then the stream is empty and no error', async () => {
    server.answerStream((response) => response.end('{"quoteId":"q1","routes":[]}'))
    expect(await collect(server.createClient().quotes.stream(quoteRequest))).toEqual({
      items: [],
      error: null,
    })
  })

  it.each(['{\n"quoteId": 1', '{\n}', '[\n7', '7', '{"name":"CannotFillError","message":"no"}'])(
    'given %j in place of a stream, then it fails',
    async (text) => {
      server.answerStream((response) => response.end(text))
      const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
      expect(items).toEqual([])
      expect(error).not.toBeNull()
    },
  )

  it('given no line at all, then the stream is empty and no error', async () => {
    server.answerStream((response) => response.end())
    expect(await collect(server.createClient().quotes.stream(quoteRequest))).toEqual({
      items: [],
      error: null,
    })
  })

  it('given an error in place of a stream, then it is the typed error', async () => {
    server.answerJson({ name: 'ValidationException', message: 'amount' }, 400)
    const { error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(error).toMatchObject({ name: 'ApiValidationError', message: 'amount' })
  })

  it('given an error as the only line, then it is the typed error', async () => {
    const line = JSON.stringify({ name: 'CannotFillException', message: 'No filler' })
    server.answerStream((response) => response.end(`${line}\n`))
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items).toEqual([])
    expect(error).toMatchObject({ name: 'CannotFillError', message: 'No filler' })
  })

  it.each([
    ['a line', (bytes: Buffer) => bytes.length - 9],
    ['a character', (bytes: Buffer) => bytes.lastIndexOf(Buffer.from('ö')) + 1],
  ])('given an end in the middle of %s, then what came before is kept', async (_, cutAt) => {
    const text = `${JSON.stringify(streamedRoute('r1'))}\n${JSON.stringify(streamedRoute('r2', 'größe'))}`
    const bytes = Buffer.from(text)
    server.answerStream((response) => response.end(bytes.subarray(0, cutAt(bytes))))
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1'])
    expect(error).toMatchObject({ code: 'SVC3003' })
  })

  it('given a dropped connection, then what came before is kept', async () => {
    server.answerStream((response) => {
      response.write(`${JSON.stringify(streamedRoute('r1'))}\n{"quoteId"`, () =>
        setImmediate(() => response.socket?.destroy()),
      )
    })
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items).toHaveLength(1)
    expect(error).toMatchObject({ name: 'ConnectionError' })
  })

  it('given a broken line and someone to take it, then the others come through', async () => {
    const bad = { ...streamedRoute('r2'), quote: { ...streamedRoute('r2').quote, amountIn: '-1' } }
    const lines = [streamedRoute('r1'), bad, 'not a route', streamedRoute('r3')]
    server.answerStream((response) =>
      response.end(lines.map((line) => JSON.stringify(line)).join('\n')),
    )
    const refused: string[] = []
    const onRefused = (error: ServiceError) => refused.push(error.code)
    const { items } = await collect(
      server.createClient().quotes.stream(quoteRequest, { onRefused }),
    )
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1', 'r3'])
    expect(refused).toEqual(['SVC3003', 'SVC3003'])
  })

  it('given a broken line and nobody to take it, then the others come through', async () => {
    const bad = { ...streamedRoute('r2'), quote: {} }
    const lines = [bad, 'not a route', streamedRoute('r1')].map((line) => JSON.stringify(line))
    server.answerStream((response) => response.end(['{"half', ...lines].join('\n')))
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1'])
    expect(error).toBeNull()
  })

  it('given lines of which none can be read, then it is SVC3003', async () => {
    server.answerStream((response) => response.end('{"routeId":1}\n{"routeId":2}\n'))
    const { items, error } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items).toEqual([])
    expect(error).toMatchObject({ code: 'SVC3003' })
  })

  it('given a route that says neither its type nor its deadline, then it is offered', async () => {
    const { type: _, ...route } = streamedRoute('r1')
    const { validBefore: __, ...quote } = route.quote
    server.answerStream((response) => response.end(JSON.stringify({ ...route, quote })))
    const { items } = await collect(server.createClient().quotes.stream(quoteRequest))
    expect(items).toMatchObject([{ routeId: 'r1', type: '' }])
    expect(items[0]?.quote.validBefore).toBeUndefined()
  })

  it('given silence, then it is SVC3002, however long the stream was before', async () => {
    const clock = createManualClock()
    let write = (_: string) => {}
    server.answerStream((response) => {
      write = (text) => response.write(text)
      response.write(`${JSON.stringify(streamedRoute('r1'))}\n`)
    })
    const stream = server.createClient({ clock }).quotes.stream(quoteRequest)
    await stream.next()
    await clock.advance(60_000)
    write(`${JSON.stringify(streamedRoute('r2'))}\n`)
    expect((await stream.next()).value).toMatchObject({ routeId: 'r2' })
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'SVC3002' })
    await clock.advance(14_999)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    await ended
    expect(clock.pending()).toBe(0)
  })

  it('given an abort between two routes, then it is SVC3009', async () => {
    const controller = new AbortController()
    server.answerStream((response) => response.write(`${JSON.stringify(streamedRoute('r1'))}\n`))
    const { signal } = controller
    const stream = server.createClient().quotes.stream(quoteRequest, { signal })
    await stream.next()
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'SVC3009' })
    controller.abort()
    await ended
  })

  it('given the reader leaves the loop, then the connection is closed', async () => {
    const streaming = await startLocalServer()
    streaming.answer((response) => response.write(`${JSON.stringify(streamedRoute('r1'))}\n`))
    for await (const found of server
      .createClient({ baseUrl: streaming.url })
      .quotes.stream(quoteRequest)) {
      expect(found.routeId).toBe('r1')
      break
    }
    await streaming.givenUp()
    await streaming.stop()
  })

  it('given lines without end, then it is refused', async () => {
    server.answerStream((response) => response.write('x'.repeat(20_000)))
    const { error } = await collect(
      server.createClient({ maxBytes: 10_000 }).quotes.stream(quoteRequest),
    )
    expect(error).toMatchObject({ code: 'SVC3003' })
  })
})
