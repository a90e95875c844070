import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiAbortedError } from '@/src/domain/service/service-error'
import { startLocalServer } from '@/test/support/local-server'
import { type LocalService, quoteRequest, startLocalService } from '@/test/support/local-service'
import { createManualClock } from '@/test/support/manual-clock'

let server: LocalService

beforeAll(async () => {
  server = await startLocalService()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

describe('time limits and aborts', () => {
  it('given silence before the answer, then it is SVC3002 and the quoteRequest is given up', async () => {
    const silent = await startLocalServer()
    const clock = createManualClock()
    const asked = server.createClient({ baseUrl: silent.url, clock }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ name: 'ApiTimeoutError', code: 'SVC3002' })
    const arrived = new Promise<void>((resolve) => silent.answer(() => resolve()))
    await arrived
    await clock.advance(15_000)
    await ended
    await silent.givenUp()
    expect(clock.pending()).toBe(0)
    await silent.stop()
  })

  it('given silence in the middle of a body, then it is SVC3002', async () => {
    const clock = createManualClock()
    const arrived = new Promise<void>((resolve) =>
      server.answer((response) => {
        response.write('[', () => resolve())
      }),
    )
    const asked = server.createClient({ clock, timeoutMs: 1000 }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await arrived
    await clock.advance(1000)
    await ended
  })

  it('given an abort in flight, then it is SVC3009 and the quoteRequest is given up', async () => {
    const silent = await startLocalServer()
    const controller = new AbortController()
    silent.answer(() => controller.abort('enough'))
    const { signal } = controller
    const asked = server.createClient({ baseUrl: silent.url }).quotes.get(quoteRequest, { signal })
    await expect(asked).rejects.toMatchObject({
      name: 'ApiAbortedError',
      code: 'SVC3009',
      cause: 'enough',
    })
    await silent.givenUp()
    await silent.stop()
  })

  it('given an abort before the call, then nothing is sent', async () => {
    const signal = AbortSignal.abort()
    await expect(server.createClient().chains.list({ signal })).rejects.toBeInstanceOf(
      ApiAbortedError,
    )
    expect(server.received).toEqual([])
  })

  it('given both, then what came first is told', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()))
    const asked = server.createClient({ clock }).chains.list({ signal: controller.signal })
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await arrived
    await clock.advance(15_000)
    controller.abort()
    await ended
  })

  it('given a fetch that ignores its signal, then the call ends all the same', async () => {
    const clock = createManualClock()
    const never: typeof fetch = () => new Promise(() => {})
    const asked = server.createClient({ clock, fetch: never }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await clock.advance(15_000)
    await ended
  })

  it('given an answered call, then no timer and no listener stay behind', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    server.answerJson([])
    await server.createClient({ clock }).chains.list({ signal: controller.signal })
    expect(clock.pending()).toBe(0)
    controller.abort()
  })
})
