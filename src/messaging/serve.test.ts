import { describe, expect, it, vi } from 'vitest'
import { AppError } from '@/src/domain/error'
import { createServer, type Handlers } from './serve'

const own = { id: 'ext', origin: 'chrome-extension://ext' }
const ui = { id: 'ext', url: `${own.origin}/popup.html` }
const content = {
  id: 'ext',
  url: 'https://site.test/',
  frameId: 0,
  documentId: 'D1',
  tab: { id: 7 },
}
const orderId = 'a'.repeat(32)
const outcome = {
  v: 1,
  type: 'outcome',
  attemptId: 'b'.repeat(32),
  result: { ok: true, value: { kind: 'done' } },
}

function serve(stopOrder: () => Promise<object> = async () => ({})) {
  const onContent = vi.fn(async () => ({ committed: true }))
  const before = vi.fn(async () => undefined)
  const handlers = { stopOrder } as unknown as Handlers
  const toError = (error: unknown) => error
  return { server: createServer({ own, handlers, onContent, before, toError }), onContent, before }
}
const rpc = (name: string, input: unknown) => ({ v: 1, type: 'rpc', name, input })

describe('calls of our own pages', () => {
  it('given a call that can be read, answers after the worker is ready', async () => {
    const { server, before } = serve()
    const answer = await server.answer(rpc('stopOrder', { orderId }), ui)
    expect(answer).toEqual({ ok: true, value: {} })
    expect(before).toHaveBeenCalledOnce()
  })

  it('given a read that boot does not touch, answers though boot never ends', async () => {
    const handlers = { topTokens: async () => ({ tokens: [] }) } as unknown as Handlers
    const never = () => new Promise<void>(() => undefined)
    const toError = (error: unknown) => error
    const onContent = async () => undefined
    const server = createServer({ own, handlers, onContent, before: never, toError })
    const answer = await server.answer(rpc('topTokens', {}), ui)
    expect(answer).toEqual({ ok: true, value: { tokens: [] } })
  })

  it.each([
    ['a content script', content],
    ['another extension', { ...ui, id: 'other' }],
    ['nobody', {}],
  ])('given %s calls, is forbidden', async (_, sender) => {
    const { server, before } = serve()
    const answer = await server.answer(rpc('stopOrder', { orderId }), sender)
    expect(answer).toMatchObject({ ok: false, error: { code: 'rpc/forbidden' } })
    expect(before).not.toHaveBeenCalled()
  })

  it.each([
    ['an unknown procedure', rpc('formatDisk', {})],
    ['another version', { ...rpc('stopOrder', { orderId }), v: 2 }],
    ['an input of another shape', rpc('stopOrder', { orderId: '../..' })],
    ['no input', rpc('stopOrder', null)],
  ])('given %s, is invalid', async (_, message) => {
    const answer = await serve().server.answer(message, ui)
    expect(answer).toMatchObject({ ok: false, error: { code: 'rpc/invalid' } })
  })

  it('given a procedure fails, gives its error as it may cross', async () => {
    const failing = serve(() => Promise.reject(new AppError('order/busy', { orderId })))
    const answer = await failing.server.answer(rpc('stopOrder', { orderId }), ui)
    expect(answer).toEqual({
      ok: false,
      error: { code: 'order/busy', message: 'order/busy', context: { orderId } },
    })
  })

  it('given a procedure answers with another shape, is an unexpected error', async () => {
    const odd = serve(async () => 'odd' as unknown as object)
    const answer = await odd.server.answer(rpc('stopOrder', { orderId }), ui)
    expect(answer).toMatchObject({ ok: false, error: { code: 'app/unexpected' } })
  })
})

describe('messages of content scripts', () => {
  it('given one that can be read, hands it on with the page it came from', async () => {
    const { server, onContent } = serve()
    expect(await server.answer(outcome, content)).toEqual({ committed: true })
    expect(onContent).toHaveBeenCalledWith(outcome, {
      tabId: 7,
      frameId: 0,
      documentId: 'D1',
      origin: 'https://site.test',
    })
  })

  it('given a document whose site took its own origin from it, takes its outcome and no request', async () => {
    // `Content-Security-Policy: sandbox`: what a site serves for strangers stands at its address.
    const sandboxed = { ...content, origin: 'null' }
    const { server, onContent } = serve()
    expect(await server.answer(outcome, sandboxed)).toEqual({ committed: true })
    const request = { v: 1, type: 'siteRequest', requestId: 'c'.repeat(32), amount: '5' }
    const resume = { v: 1, type: 'siteResume', requestId: 'c'.repeat(32) }
    expect(server.answer(request, sandboxed)).toBeUndefined()
    expect(server.answer(resume, sandboxed)).toBeUndefined()
    expect(onContent).toHaveBeenCalledOnce()
    expect(server.answer(resume, { ...content, origin: 'https://site.test' })).toBeDefined()
    expect(server.answer(request, { ...content, origin: 'https://site.test' })).toBeDefined()
  })

  it.each([
    ['from our own page', outcome, ui],
    ['from another extension', outcome, { ...content, id: 'other' }],
    ['that is forged', { ...outcome, attemptId: 'x' }, content],
    ['that is oversized', { ...outcome, result: tooLong() }, content],
    ['that is nothing', null, content],
    ['that is a text', 'outcome', content],
    ['of an unknown type', { v: 1, type: 'steal' }, content],
  ])('given one %s, does not answer', (_, message, sender) => {
    const { server, onContent } = serve()
    expect(server.answer(message, sender)).toBeUndefined()
    expect(onContent).not.toHaveBeenCalled()
  })
})

function tooLong() {
  return { ok: false, error: { message: 'x'.repeat(2_001) } }
}
