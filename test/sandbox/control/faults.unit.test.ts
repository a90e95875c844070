import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { faultMiddleware } from './faults'
import { createControlState } from './state'

it('given an answer that is held, when it is released, then it comes, and others came before it', async () => {
  const control = createControlState()
  const answered: string[] = []
  const app = new Hono<{ Bindings: HttpBindings }>()
    .use(faultMiddleware(control, new AbortController().signal))
    .get('/v1/chains', (context) => context.text(context.req.query('who') ?? ''))
  const ask = async (who: string) => {
    const response = await app.request(`/v1/chains?who=${who}`)
    answered.push(await response.text())
  }
  control.faults.set({ route: 'chains', fault: { kind: 'hold' }, times: 1 })
  const held = ask('first')
  await ask('second')
  expect(answered).toEqual(['second'])
  control.held.release()
  await held
  expect(answered).toEqual(['second', 'first'])
})

it('given something held, when all is reset, then it goes on', async () => {
  const control = createControlState()
  const held = control.held.wait()
  control.reset()
  await expect(held).resolves.toBeUndefined()
})
