import { expect, it } from 'vitest'
import { procedures, rpcCall } from '@/src/contract/rpc'
import { answerFirst } from './first-answer'

const ask = { v: 1, type: 'rpc', name: 'readSettings', input: {} }
const settings = { theme: 'dark' } as never
const read = () => Promise.resolve(settings)
const whole = () => Promise.resolve('whole')

it('given the settings are asked for, answers out of the store', async () => {
  expect(rpcCall.safeParse(ask).success).toBe(true)
  expect(await answerFirst(ask, read, whole)).toEqual({ ok: true, value: settings })
})

it('given the store fails, leaves the answer to the whole worker', async () => {
  const fail = () => Promise.reject(new Error('no store'))
  expect(await answerFirst(ask, fail, whole)).toBe('whole')
})

it.each([
  undefined,
  null,
  'readSettings',
  [ask],
  { ...ask, v: 2 },
  { ...ask, type: 'other' },
  { ...ask, input: undefined },
  { ...ask, input: [] },
  ...Object.keys(procedures)
    .filter((name) => name !== 'readSettings')
    .map((name) => ({ ...ask, name })),
])('given %j, answers nothing', (message) => {
  expect(answerFirst(message, read, whole)).toBeUndefined()
})
