import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana'): World {
  count += 1
  world = createWorld({ name: `advice-${count}`, source })
  return world
}
afterEach(() => world.dispose())

async function adviceOf(w: World) {
  const { orderId } = await w.prepare()
  return (await w.order(orderId)).advice
}

describe('a trial run before the review', () => {
  it.each(['native', 'erc20', 'solana'] as const)(
    'given a %s deposit that would go through, says so',
    async (source) => {
      const w = open(source)
      expect(await adviceOf(w)).toEqual({ at: w.clock.now, outcome: 'passes' })
    },
  )

  it('given it would revert, gives the reason and holds nothing up', async () => {
    const w = open('erc20')
    w.chain.trial.together = 'transfer amount exceeds balance'
    const { orderId, digest } = await w.prepare()
    expect((await w.order(orderId)).advice).toMatchObject({
      outcome: 'reverts',
      detail: 'transfer amount exceeds balance',
    })
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })

  it('given a node that tries one call only, says nothing of a deposit before its approval', async () => {
    const w = open('erc20')
    w.chain.trial.together = undefined
    expect(await adviceOf(w)).toMatchObject({ outcome: 'unknown' })
  })

  it('given such a node and one transaction, tries it as a call', async () => {
    const w = open('native')
    w.chain.trial.together = undefined
    expect(await adviceOf(w)).toMatchObject({ outcome: 'passes' })
  })

  it('given a node that writes a novel, keeps the beginning', async () => {
    const w = open('native')
    w.chain.trial.together = 'x'.repeat(5_000)
    expect((await adviceOf(w))?.detail).toHaveLength(300)
  })
})
