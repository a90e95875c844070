import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const sendMessage = vi.hoisted(() => vi.fn())
vi.mock('wxt/browser', () => ({ browser: { runtime: { sendMessage } } }))

// Another file's tests may have read the module with their own browser.
let call: typeof import('./call-worker')['callWorker']
beforeAll(async () => {
  vi.resetModules()
  call = (await import('./call-worker')).callWorker
})

const lost = new Error(
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
)
const asleep = new Error('Could not establish connection. Receiving end does not exist.')
const orderId = '0'.repeat(32)
const confirm = { orderId, digest: 'digest' }

afterEach(() => {
  sendMessage.mockReset()
  vi.unstubAllEnvs()
})

describe('call', () => {
  it('given a worker that is starting, when nobody listens yet, then it is called again', async () => {
    sendMessage.mockRejectedValueOnce(asleep).mockResolvedValue({ ok: true, value: {} })
    await expect(call('confirmOrder', confirm)).resolves.toEqual({})
    expect(sendMessage).toHaveBeenCalledTimes(2)
  })

  it('given a worker that died over a confirmation, when its answer is lost, then it is said again', async () => {
    sendMessage.mockRejectedValueOnce(lost).mockResolvedValue({ ok: true, value: {} })
    await expect(call('confirmOrder', confirm)).resolves.toEqual({})
    expect(sendMessage).toHaveBeenCalledTimes(2)
  })

  it('given a retry, when its answer is lost, then the person decides whether it is said again', async () => {
    sendMessage.mockRejectedValue(lost)
    const retry = call('retryStep', { orderId, stepId: 'step' })
    await expect(retry).rejects.toMatchObject({ code: 'rpc/unavailable' })
    expect(sendMessage).toHaveBeenCalledTimes(1)
  })

  it('given Firefox, which says of a worker that died over a call what it says of one that nobody reached, then a retry is the person’s, and a confirmation is said again', async () => {
    vi.stubEnv('FIREFOX', 'true')
    sendMessage.mockRejectedValueOnce(asleep).mockResolvedValue({ ok: true, value: {} })
    const retry = call('retryStep', { orderId, stepId: 'step' })
    await expect(retry).rejects.toMatchObject({ code: 'rpc/unavailable' })
    expect(sendMessage).toHaveBeenCalledTimes(1)
    sendMessage.mockRejectedValueOnce(asleep)
    await expect(call('confirmOrder', confirm)).resolves.toEqual({})
    expect(sendMessage).toHaveBeenCalledTimes(3)
  })

  it('given a worker that is starting, then a retry is said again: it was told to nobody', async () => {
    sendMessage.mockRejectedValueOnce(asleep).mockResolvedValue({ ok: true, value: {} })
    await expect(call('retryStep', { orderId, stepId: 'step' })).resolves.toEqual({})
    expect(sendMessage).toHaveBeenCalledTimes(2)
  })

  it('given a worker that never answers, when it was called three times, then it is unavailable', async () => {
    sendMessage.mockRejectedValue(lost)
    const failure = call('confirmOrder', confirm)
    await expect(failure).rejects.toMatchObject({ code: 'rpc/unavailable' })
    expect(sendMessage).toHaveBeenCalledTimes(3)
  })
})
