import { describe, expect, it } from 'vitest'
import type { Settings } from '@/src/contract/rpc'
import type { Engine } from '../engine'
import { createSiteGate } from '../site-gate'
import { restProcedures } from './rest'

/** The store must not be reached: an engine with nothing in it would fail in another way. */
const procedures = restProcedures({} as Engine, createSiteGate({ now: () => 0 }), {
  defaults: {} as Settings,
  version: '0.0.0',
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
