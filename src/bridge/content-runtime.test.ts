import { describe, expect, it } from 'vitest'
import { createContentRuntime, type RuntimeApi } from './content-runtime'

type Listener = Parameters<RuntimeApi['onMessage']['addListener']>[0]

function createApi() {
  const listeners = new Set<Listener>()
  const api: RuntimeApi & { id?: string | undefined } = {
    id: 'ours',
    sendMessage: async (message) => ({ echo: message }),
    onMessage: {
      addListener: (listener) => void listeners.add(listener),
      removeListener: (listener) => void listeners.delete(listener),
    },
  }
  const deliver = (message: unknown, id: string | undefined = 'ours') =>
    new Promise<unknown>((resolve) => {
      const late = [...listeners].map((listener) => listener(message, { id }, resolve))
      if (!late.includes(true)) resolve('nobody')
    })
  return { api, deliver }
}

describe('the runtime of a content script', () => {
  it('answers commands late, and leaves what is not for it', async () => {
    const { api, deliver } = createApi()
    const off = createContentRuntime(api).onCommand((command) =>
      command === 'mine' ? Promise.resolve('answer') : undefined,
    )
    expect(await deliver('mine')).toBe('answer')
    expect(await deliver('other')).toBe('nobody')
    off()
    expect(await deliver('mine')).toBe('nobody')
  })

  it('given a sender of another extension, then nothing is heard', async () => {
    const { api, deliver } = createApi()
    createContentRuntime(api).onCommand(() => Promise.resolve('answer'))
    expect(await deliver('mine', 'theirs')).toBe('nobody')
  })

  it('given a handler that fails, then the caller gets an answer that is none', async () => {
    const { api, deliver } = createApi()
    createContentRuntime(api).onCommand(() => Promise.reject(new Error('broken')))
    expect(await deliver('mine')).toBeUndefined()
  })

  it('given an extension that was reloaded, then it is not alive, also where asking throws', () => {
    const { api } = createApi()
    const runtime = createContentRuntime(api)
    expect(runtime.alive()).toBe(true)
    api.id = undefined
    expect(runtime.alive()).toBe(false)
    Object.defineProperty(api, 'id', {
      get: () => {
        throw new Error('Extension context invalidated.')
      },
    })
    expect(runtime.alive()).toBe(false)
  })

  it('given a runtime that throws at once, when a message is sent, then the promise fails', async () => {
    const { api } = createApi()
    api.sendMessage = () => {
      throw new Error('Extension context invalidated.')
    }
    await expect(createContentRuntime(api).send('x')).rejects.toThrow('invalidated')
  })
})
