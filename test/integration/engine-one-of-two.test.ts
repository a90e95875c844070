import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { openAddress } from './engine/address-place'
import { chainId } from './engine/chain'
import { operatorsOf, type World } from './engine/world'

let world: World
let count = 0
afterEach(() => world.dispose())

describe('an address, with one of two operators that never answers', () => {
  it.each(['token', 'coins', 'told'] as const)(
    'given %s, then what came is seen, and not asked for again',
    async (way) => {
      count += 1
      const operators = operatorsOf(chainId)
      const opened = await openAddress(way, `one-of-two-${count}`, { operators }, ({ nodes }) =>
        nodes.silence('two.test'),
      )
      world = opened.world
      await world.advance(30_000)
      opened.payFromOutside()
      await world.advance(26 * 60_000)
      expect((await opened.read()).transfer.seen).toHaveLength(1)
      expect(await opened.payable()).toBe(0n)
    },
  )
})
