import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { payableOf } from '@/src/domain/order/transfer'
import { openPayPlace } from './engine/pay-place'
import { signAs } from './engine/solana-handed'
import type { World } from './engine/world'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

async function open(way: 'spl' | 'lamports') {
  const place = await openPayPlace(way, 'pay-hidden')
  const { world, read } = place
  worlds.push(world)
  await place.pay()
  return { ...place, payable: async () => payableOf(await read(), world.clock.now) }
}

/** The wallet signs what it is asked for with a newer block hash, and tells nobody. */
function signAnew({ world, ledger }: Awaited<ReturnType<typeof open>>): string {
  const blockhash = ledger.blockhashOf(ledger.slot())
  const request = world.page.prompts[0]?.command.request
  if (request?.kind !== 'solanaSign') throw new Error('nothing is asked')
  return signAs(request.transaction, (each) => ({ ...each, blockhash }))
}

describe('the address of a payment on Solana, after a request of which nothing was seen', () => {
  it.each(['spl', 'lamports'] as const)(
    'is hidden while what a lying page calls rejected may land (%s)',
    async (way) => {
      const place = await open(way)
      const { world, ledger, payable, sum, wait } = place
      await world.advance(60_000)
      const text = signAnew(place)
      world.page.reject()
      await world.deliver()
      for (let look = 0; look < 10; look += 1) {
        ledger.mine()
        await world.advance(5_000)
        expect(await payable()).toBe(0n)
      }
      ledger.handIn(text)
      await wait(4)
      expect(await sum()).toBe('exact')
    },
  )

  it('is shown again once nothing of it can land any more', async () => {
    const { world, payable, stepNow, wait } = await open('spl')
    await world.advance(60_000)
    world.page.reject()
    await world.deliver()
    await wait(1)
    expect(await payable()).toBe(0n)
    await wait(9)
    expect((await stepNow())?.state.status).toBe('declined')
    expect(await payable()).toBe(25_000_000n)
  })

  it('is hidden while the prompt is open, until its owner says that it is gone', async () => {
    const { world, orderId, payable, stepNow, attempts, wait } = await open('spl')
    await wait(20)
    expect(world.page.prompts).toHaveLength(1)
    expect((await stepNow())?.state).toMatchObject({ code: 'chain/blockhash-expired' })
    expect(await payable()).toBe(0n)
    const stepId = (await stepNow())?.id ?? ''
    const attemptId = (await attempts())[0]?.attemptId ?? ''
    await world.call('promptGone', { orderId, stepId, attemptId })
    await wait(6)
    expect(await payable()).toBe(25_000_000n)
    expect(world.page.state.everAsked).toBe(1)
  })
})
