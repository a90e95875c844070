import { describe, expect, it } from 'vitest'
import type { SettingsStore } from '@/src/store/settings'
import type { Engine } from '../engine'
import { createSiteGate } from '../site/site-gate'
import { restProcedures } from './rest'

/** The store must not be reached: an engine with nothing in it would fail in another way. */
const procedures = restProcedures({} as Engine, createSiteGate({ now: () => 0 }), {
  settings: {} as SettingsStore,
  fetch: globalThis.fetch,
})

describe('addresses in the settings', () => {
  it.each([
    ['a script', { serviceUrl: 'javascript:alert(1)' }],
    ['a script for pictures', { qrUrl: 'javascript:alert(1)' }],
    ['data', { signerUrl: 'data:text/html,x' }],
    ['the open web', { fiatUrl: 'http://fiat.example' }],
    ['credentials', { embedUrl: 'https://a:b@embed.example' }],
    ['no address', { rpcUrls: { '8453': 'node' } }],
  ])('are refused by the worker too: %s', async (_, changed) => {
    await expect((async () => procedures.writeSettings(changed))()).rejects.toMatchObject({
      code: 'rpc/invalid',
    })
  })
})

describe('pictures', () => {
  const here = 'http://127.0.0.1:8080/a.png'
  const reader = (serviceUrl: string, answer: () => Response) => {
    const engine = { settings: async () => ({ serviceUrl }) } as unknown as Engine
    const asked: RequestInit[] = []
    const { readPicture } = restProcedures(engine, createSiteGate({ now: () => 0 }), {
      settings: {} as SettingsStore,
      fetch: async (_, init) => {
        asked.push(init ?? {})
        return answer()
      },
    })
    return { asked, read: async (url: string) => readPicture({ url }) }
  }

  it('are fetched without a cookie or a word of where from', async () => {
    const { asked, read } = reader('https://service.example', () => new Response('abc'))
    expect(await read('https://cdn.example/a.png')).toEqual({ bytes: btoa('abc') })
    expect(asked).toMatchObject([{ credentials: 'omit', referrerPolicy: 'no-referrer' }])
  })

  it.each([
    ['is too large', () => new Response(new Uint8Array(200_000))],
    ['is not there', () => new Response('', { status: 404 })],
    ['does not come', () => Response.error()],
  ])('given one that %s, then the call fails', async (_, answer) => {
    const { read } = reader('https://service.example', answer)
    await expect(read('https://cdn.example/a.png')).rejects.toThrow()
  })

  it('on this machine are fetched only where the service is there too', async () => {
    const far = reader('https://service.example', () => new Response('abc'))
    await expect(far.read(here)).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(far.asked).toEqual([])
    const near = reader('http://127.0.0.1:47801', () => new Response('abc'))
    expect(await near.read(here)).toEqual({ bytes: btoa('abc') })
  })
})

describe('the signing page', () => {
  const reader = (signerUrl: string, answer: () => Response) => {
    const engine = { settings: async () => ({ signerUrl }) } as unknown as Engine
    const asked: [unknown, RequestInit | undefined][] = []
    const { readSigner } = restProcedures(engine, createSiteGate({ now: () => 0 }), {
      settings: {} as SettingsStore,
      fetch: async (url, init) => {
        asked.push([url, init])
        return answer()
      },
    })
    return { asked, read: async () => readSigner({}) }
  }

  it('is read as it is served now, at the address of the settings and nowhere else', async () => {
    const { asked, read } = reader('https://sign.example/a', () => new Response('abc'))
    expect(await read()).toEqual({ bytes: btoa('abc') })
    expect(asked).toMatchObject([
      ['https://sign.example/a', { cache: 'no-store', credentials: 'omit', redirect: 'error' }],
    ])
  })

  it.each(['', 'popup.html', 'http://sign.example'])(
    'given no address of the web ("%s"), then nothing is asked',
    async (url) => {
      const { asked, read } = reader(url, () => new Response('abc'))
      await expect(read()).rejects.toMatchObject({ code: 'page/none' })
      expect(asked).toEqual([])
    },
  )

  it('given what is no answer, then the call fails', async () => {
    const { read } = reader('https://sign.example', () => new Response('abc', { status: 500 }))
    await expect(read()).rejects.toThrow('500')
  })
})
