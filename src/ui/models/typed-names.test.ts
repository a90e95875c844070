import { describe, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { friend } from '@/test/support/ui/fixture-data'
import { findMoved, keepName, putBack } from './typed-names'

const other = `0x${'5'.repeat(40)}`

function setUp(session: Record<string, unknown> = {}) {
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => 0, orders: {}, calls, session })
  return { backend, calls }
}

describe('names that addresses were taken from', () => {
  it('given one is taken again from another name, then that counts', async () => {
    const { backend } = setUp()
    await keepName(backend.session, { address: other, name: 'alice.eth' })
    expect(await findMoved(backend, [other])).toEqual({
      address: other,
      name: 'alice.eth',
      kind: 'found',
    })
    await keepName(backend.session, {
      address: other.toUpperCase().replace('X', 'x'),
      name: 'quiet.eth',
    })
    expect(await findMoved(backend, [other])).toBeUndefined()
  })

  it('given many, then the newest are kept', async () => {
    const { backend } = setUp()
    for (let at = 0; at < 25; at += 1) {
      const address = `0x${String(at).padStart(40, '0')}`
      await keepName(backend.session, { address, name: `n${at}.eth` })
    }
    const kept = (await backend.session.read('typed-names')) as { name: string }[]
    expect([kept.length, kept[0]?.name, kept.at(-1)?.name]).toEqual([20, 'n24.eth', 'n5.eth'])
  })

  it.each([
    ['nobody.eth', 'none'],
    ['gate.eth', 'outside'],
    ['split.eth', 'disagree'],
  ])(
    'given %s stands for nothing that can be told, then that is said of it: %s',
    async (name, kind) => {
      const { backend } = setUp()
      await keepName(backend.session, { address: other, name })
      expect(await findMoved(backend, [other])).toEqual({ address: other, name, kind })
    },
  )

  it('given one moved, then it is forgotten: its address may be pasted, and others are kept', async () => {
    const { backend } = setUp()
    await keepName(backend.session, { address: friend, name: 'nobody.eth' })
    await keepName(backend.session, { address: other, name: 'alice.eth' })
    expect(await findMoved(backend, [other])).toBeDefined()
    expect(await findMoved(backend, [other])).toBeUndefined()
    expect(await findMoved(backend, [friend])).toMatchObject({ name: 'nobody.eth' })
  })

  it('given addresses of no name, then nobody is asked', async () => {
    const { backend, calls } = setUp()
    await keepName(backend.session, { address: other, name: 'alice.eth' })
    expect(await findMoved(backend, [friend])).toBeUndefined()
    expect(calls).toEqual([])
  })

  it('given nothing can be kept, then no name was', async () => {
    const { backend } = setUp()
    const session = { ...backend.session, read: () => Promise.reject(new Error('no store')) }
    expect(await findMoved({ ...backend, session }, [other])).toBeUndefined()
  })

  it.each([[7], [[{ address: 1 }]]])('given %j lies there, then that is nothing', async (odd) => {
    const { backend } = setUp({ 'typed-names': odd })
    expect(await findMoved(backend, [other])).toBeUndefined()
  })

  it('given one moved, then it stands again in the fields that hold its address, and in no other', () => {
    const moved = { address: other, name: 'alice.eth' }
    const fields = { recipient: other.toUpperCase().replace('X', 'x'), refundTo: friend }
    expect(putBack(moved, fields)).toEqual({ recipient: 'alice.eth' })
  })
})
