import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const sendMessage = vi.hoisted(() => vi.fn())
const fetched = vi.hoisted(() => vi.fn())
vi.mock('wxt/browser', () => ({ browser: { runtime: { sendMessage } } }))
vi.mock('./client', async (original) => {
  fetched()
  return original()
})

// Another file's tests may have read the modules with their own browser.
let callWorker: typeof import('./call-worker')['callWorker']
beforeAll(async () => {
  vi.resetModules()
  callWorker = (await import('./call-worker')).callWorker
})

afterEach(() => sendMessage.mockReset())

describe('a call of a page', () => {
  it('given an answer of the opening, then no schema is fetched for it; else they read it', async () => {
    const value = { tokens: [] }
    sendMessage.mockResolvedValue({ ok: true, value })
    expect(await callWorker('topTokens', {})).toEqual(value)
    const said = { v: 1, type: 'rpc', name: 'topTokens', input: {} }
    expect(sendMessage.mock.calls).toEqual([[said]])
    expect(fetched).not.toHaveBeenCalled()

    sendMessage.mockResolvedValue({ ok: true, value: { tokens: [{}] } })
    await expect(callWorker('topTokens', {})).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(fetched).toHaveBeenCalled()
  })

  it('given a failure, then it is the one that the worker told', async () => {
    const error = { code: 'store/full', message: '', context: {} }
    sendMessage.mockResolvedValue({ ok: false, error })
    await expect(callWorker('readSettings', {})).rejects.toMatchObject({ code: 'store/full' })
  })

  it('given a call that a press makes, then it is put before anything is awaited', async () => {
    sendMessage.mockResolvedValue({ ok: true, value: {} })
    const done = callWorker('confirmOrder', { orderId: 'a'.repeat(32), digest: '' } as never)
    expect(sendMessage).toHaveBeenCalledTimes(1)
    await done
  })

  it('given any other call, then its schemas read the answer', async () => {
    sendMessage.mockResolvedValue({ ok: true, value: { amount: '12' } })
    const asked = { chainId: 8453, token: '0x', address: '0x' }
    expect(await callWorker('readBalance', asked)).toEqual({ amount: '12' })
    sendMessage.mockResolvedValue({ ok: true, value: { amount: 'much' } })
    await expect(callWorker('readBalance', asked)).rejects.toMatchObject({ code: 'rpc/invalid' })
  })
})
