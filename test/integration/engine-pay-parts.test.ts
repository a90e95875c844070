import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { sumOf } from '@/src/domain/order/deposit-sum'
import { openAddress } from './engine/address-place'
import { depositAddress } from './engine/address-service'

const part = 10_000_000n
const rest = 15_000_000n

/** Coins of which a part came, and the rest is due. */
async function openPart(name: string, prunes?: number) {
  const place = await openAddress('coins', name)
  const { world, operators, payFromOutside, mine } = place
  if (prunes !== undefined) {
    for (const each of [...operators, 'rpc.test']) world.nodes.prune(each, prunes)
  }
  payFromOutside(part)
  await mine(12)
  return place
}

describe('the rest of coins, once a connected wallet paid it', () => {
  it('given one operator shows the old balance, is not due again, and all has come', async () => {
    const { world, operators, service, read, payable, click, approve, mine } =
      await openPart('parts-old')
    expect(await payable()).toBe(rest)
    await click(rest)
    const [host = ''] = operators
    world.nodeFaults.set(host, (method, honest, params) =>
      method === 'eth_getBalance' && String(params?.[0]).toLowerCase() === depositAddress
        ? `0x${part.toString(16)}`
        : honest,
    )
    service.says.idle = true
    await approve()
    await mine(8)
    expect(await payable()).toBe(0n)
    expect(sumOf((await read()).transfer)).toBe('exact')
  })

  it('given the part was swept on, and nodes forgot that, is not due again', async () => {
    const place = await openPart('parts-forgot', 128)
    const { world, service, read, payable, click, approve, mine, sweep } = place
    await mine(28)
    sweep(part)
    await world.advance(30_000)
    expect(await payable()).toBe(rest)
    await click(rest)
    service.says.idle = true
    await approve()
    await mine(8)
    expect(await payable()).toBe(0n)
    expect(sumOf((await read()).transfer)).toBe('exact')
  })
})

describe('coins that were paid twice in full', () => {
  it('given each was swept on, are both told of', async () => {
    const { world, service, read, payFromOutside, mine, sweep } = await openAddress(
      'coins',
      'twice',
    )
    service.says.idle = true
    payFromOutside()
    await mine(8)
    expect(sumOf((await read()).transfer)).toBe('exact')
    sweep(25_000_000n)
    await world.advance(30_000)
    payFromOutside()
    await mine(80)
    expect(sumOf((await read()).transfer)).toBe('excess')
    expect((await read()).notified).toContain('needs-you')
  })
})
