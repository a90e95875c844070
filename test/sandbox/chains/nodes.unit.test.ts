import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createControlState } from '../control/state'
import { createNodesApp } from './nodes'

/** A chain that answers every method with its name. */
let chain: ReturnType<typeof serve>
let rpcUrl = ''
beforeAll(async () => {
  const app = new Hono().post('/', async (context) => {
    const { id, method } = await context.req.json()
    const result = method === 'eth_blockNumber' ? '0x64' : method
    if (method === 'eth_bad') return context.json({ jsonrpc: '2.0', id, error: { code: 3 } })
    return context.json({ jsonrpc: '2.0', id, result })
  })
  await new Promise<void>((resolve) => {
    chain = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      ({ port }) => {
        rpcUrl = `http://127.0.0.1:${port}/`
        resolve()
      },
    )
  })
})
afterAll(() => new Promise((resolve) => chain.close(resolve)))

it('given nodes by name, then each answers in its own mood, and no other name does', async () => {
  const control = createControlState()
  const app = createNodesApp({
    chains: [{ id: 8453, type: 'eip155', rpcUrl }],
    moodOf: (chainId, name) => control.nodes.get(`${name}/${chainId}`),
    untilReleased: control.held.wait,
    signal: new AbortController().signal,
  })
  const ask = async (path: string, method = 'eth_blockNumber') => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: [] })
    const response = await app.request(path, { method: 'POST', body })
    return response.ok ? response.json() : response.status
  }
  expect(await ask('/alpha/8453')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x64' })
  control.nodes.set('alpha/8453', { lag: 4 })
  control.nodes.set('beta/8453', { down: true })
  expect(await ask('/alpha/8453')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x60' })
  expect(await ask('/alpha/8453', 'eth_bad')).toMatchObject({ id: 7, error: { code: 3 } })
  expect(await ask('/beta/8453')).toBe(503)
  expect(await ask('/gamma/8453')).toBe(404)
  expect(await ask('/alpha/1')).toBe(404)
  control.reset()
  expect(await ask('/beta/8453')).toMatchObject({ result: '0x64' })
})
