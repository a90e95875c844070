import { signal } from '@preact/signals'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '@/src/domain/error'
import { createManualClock } from '@/test/support/manual-clock'
import { names } from '@/test/support/ui/fixture-data'
import { createNameLookup, type NameLookup } from './name-lookup'

// Fetched when a name is typed; no test waits for that.
import '../format/ens-name'

let open: NameLookup[] = []
afterEach(() => {
  for (const lookup of open) lookup.dispose()
  open = []
})

type Ask = (name: string) => unknown

function setUp(text: string, answer: Ask = (name) => names[name] ?? { kind: 'none' }) {
  const asked: string[] = []
  const clock = createManualClock()
  const online = signal(true)
  const call = async (_: string, { name }: { name: string }) => {
    asked.push(name)
    return answer(name)
  }
  const lookup = createNameLookup({ backend: { call: call as never }, clock, online, text })
  open.push(lookup)
  const shows = (state: string) => vi.waitFor(() => expect(lookup.view.value.state).toBe(state))
  return { lookup, asked, clock, online, shows }
}

describe('a name that is looked up', () => {
  it('given it is still being typed, then nobody is asked', async () => {
    const { lookup, asked, clock } = setUp('alice.eth')
    await clock.advance(400)
    lookup.dispose()
    await clock.advance(1_000)
    expect([lookup.view.value.state, asked]).toEqual(['reading', []])
  })

  it('given capitals, then it is asked for as ENS writes it', async () => {
    const { lookup, asked, clock, shows } = setUp('Alice.ETH')
    await clock.advance(500)
    await shows('read')
    expect(asked).toEqual(['alice.eth'])
    expect(lookup.view.value).toEqual({
      state: 'read',
      name: 'alice.eth',
      foreign: [],
      found: names['alice.eth'],
    })
  })

  it('given letters that ENS allows in no name, then they are named and nobody is asked', async () => {
    const { lookup, asked, clock, shows } = setUp('\u0430lice.eth')
    await clock.advance(500)
    await shows('letters')
    expect(lookup.view.value).toEqual({ state: 'letters', foreign: ['\u0430'] })
    expect(asked).toEqual([])
  })

  it('given no connection, then it is said, and it is asked once there is one', async () => {
    const { lookup, asked, clock, online, shows } = setUp('alice.eth')
    online.value = false
    await clock.advance(1_000)
    expect([lookup.view.value, asked]).toEqual([{ state: 'offline' }, []])
    online.value = true
    await clock.advance(500)
    await shows('read')
    expect(asked).toEqual(['alice.eth'])
  })

  it('given the worker fails, then that is told, and asked again on request', async () => {
    let isDown = true
    const { lookup, asked, clock, shows } = setUp('alice.eth', (name) => {
      if (isDown) throw new AppError('rpc/unavailable')
      return names[name]
    })
    await clock.advance(500)
    await shows('failed')
    expect(lookup.view.value).toMatchObject({ error: { code: 'rpc/unavailable' } })
    isDown = false
    const answered = lookup.retry()
    expect(lookup.view.value.state).toBe('failed')
    await answered
    expect(lookup.view.value.state).toBe('read')
    expect(asked).toHaveLength(2)
  })

  it('given it is asked again meanwhile, then only the newer answer counts', async () => {
    const answers: ((value: unknown) => void)[] = []
    const { lookup, asked, clock, shows } = setUp(
      'alice.eth',
      () => new Promise((resolve) => answers.push(resolve)),
    )
    await clock.advance(500)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    void lookup.retry()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    answers[1]?.(names['alice.eth'])
    await shows('read')
    answers[0]?.({ kind: 'none' })
    await clock.advance(0)
    expect(lookup.view.value).toMatchObject({ found: { kind: 'found' } })
  })
})
