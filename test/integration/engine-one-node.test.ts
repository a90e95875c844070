import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Step } from '@/src/domain/order/order'
import { chainId } from './engine/chain'
import { begin } from './engine/person'
import { solanaChainId } from './engine/solana'
import { createWorld, operatorsOf, type World, type WorldOptions } from './engine/world'

let world: World
let count = 0
afterEach(() => world.dispose())

/** A payment that its wallet sent, on a chain of which so many operators are known. */
async function paid(options: Pick<WorldOptions, 'source' | 'operators'>): Promise<string> {
  count += 1
  world = createWorld({ name: `one-node-${count}`, ...options })
  const orderId = await begin(world)
  await world.settle()
  world.page.approve()
  await world.deliver()
  return orderId
}

const hour = 3_600_000
const [one, two] = operatorsOf(chainId)
const [oneOfSolana] = operatorsOf(solanaChainId)

async function depositOf(orderId: string): Promise<Step> {
  const step = (await world.order(orderId)).steps.find((each) => each.deposit)
  if (!step) throw new Error('there is no deposit')
  return step
}

/** What becomes of a payment that comes to nothing, three hours later. */
async function afterHours(orderId: string): Promise<unknown> {
  for (let i = 0; i < 6; i += 1) await world.advance(hour / 2)
  return (await depositOf(orderId)).state
}

const asks = { status: 'unsure', needsPerson: true }

describe('a payment that came to nothing, which no two operators prove', () => {
  it.each([
    ['one operator alone is known', one ? [one] : [], undefined],
    ['the second one never answers', one && two ? [one, two] : [], 'two.test'],
    ['none is known', [], undefined],
  ])('given %s and it reverted, then the person is asked', async (_, operators, silent) => {
    const orderId = await paid({ source: 'native', operators })
    if (silent) world.nodes.silence(silent)
    world.chain.mine()
    const [mined] = world.chain.mined
    if (mined) mined.reverted = true
    expect(await afterHours(orderId)).toMatchObject(asks)
    expect(world.notices).toContain(`needs-you:${orderId}`)
  })

  it('given its nonce went to something else, then the person is asked', async () => {
    const orderId = await paid({ source: 'native', operators: one ? [one] : [] })
    const [sent] = world.chain.mempool
    world.chain.replace(sent?.hash ?? '', { data: '0x', value: '0x0' })
    world.chain.mine()
    expect(await afterHours(orderId)).toMatchObject(asks)
  })

  it('given its block hash is gone on Solana, then the person is asked', async () => {
    const orderId = await paid({ source: 'solana', operators: oneOfSolana ? [oneOfSolana] : [] })
    world.service.faults.push(...Array<'error'>(4_000).fill('error'))
    world.solana.skip()
    world.solana.mine(40)
    expect(await afterHours(orderId)).toMatchObject(asks)
  })

  it('given two operators prove it, then it ends', async () => {
    const orderId = await paid({ source: 'native', operators: one && two ? [one, two] : [] })
    world.chain.mine()
    const [mined] = world.chain.mined
    if (mined) mined.reverted = true
    expect(await afterHours(orderId)).toMatchObject({ status: 'failed', code: 'chain/reverted' })
  })
})
