import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '@/src/chains/chains'
import { resolveName } from '@/src/engine/procedures/resolve-name'
import { deriveAccount } from '@/test/sandbox/chains/evm/account'
import { gatewayResolver, type NameRecords, nameRegistry } from '@/test/sandbox/chains/evm/names'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createControl } from '@/test/support/control'
import { recordName } from '@/test/support/names'

let sandbox: Sandbox
let control: ReturnType<typeof createControl>
let chainId: number
let rpcUrl: string
let overrides: Record<string, string> = {}
let chains: ReturnType<typeof createChains>

beforeAll(async () => {
  sandbox = await startSandbox({ ports: 'free' })
  control = createControl(sandbox.info.controlUrl)
  const { nodes } = sandbox.info
  chains = createChains({ chains: () => [], overrides: () => overrides, nodes })
  chainId = chains.nameChain()
  rpcUrl = sandbox.info.chains.find(({ id }) => id === chainId)?.rpcUrl ?? ''
})
afterEach(async () => {
  overrides = {}
  await control.reset()
})
afterAll(() => sandbox?.stop())

const ask = (name: string) =>
  resolveName({ readers: async () => chains, now: () => Date.now() }, name)
const record = (records: NameRecords) => recordName(rpcUrl, records)
const carol = '0x00000000000000000000000000000000000ca401'
const dave = '0x00000000000000000000000000000000000da7e1'

describe('a name on the chain', () => {
  it('given both directions, then two operators name its address', async () => {
    const address = deriveAccount('alice').address.toLowerCase()
    const found = { kind: 'found', address, back: 'same', contract: false }
    expect(await ask('alice.eth')).toEqual(found)
  })

  it('given an address that calls itself nothing, and then another name, then it is said', async () => {
    await record({ name: 'carol.eth', address: carol })
    expect(await ask('carol.eth')).toMatchObject({ address: carol, back: 'none' })
    await record({ name: 'carol.eth', address: carol, back: 'caroline.eth' })
    expect(await ask('carol.eth')).toMatchObject({ address: carol, back: 'other' })
  })

  it('given it stands for another address by now, then that is named', async () => {
    await record({ name: 'moves.eth', address: carol })
    expect(await ask('moves.eth')).toMatchObject({ address: carol })
    await record({ name: 'moves.eth', address: dave })
    expect(await ask('moves.eth')).toMatchObject({ address: dave })
  })

  it('given a contract, then it is said', async () => {
    await record({ name: 'vault.eth', address: nameRegistry })
    expect(await ask('vault.eth')).toMatchObject({ kind: 'found', contract: true })
  })

  it.each([
    ['no resolver', 'nobody.eth', undefined, 'none'],
    ['a resolver without a record', 'empty.eth', {}, 'none'],
    ['a resolver that is no contract', 'void.eth', { resolver: carol }, 'none'],
    ['a resolver that sends to a gateway', 'gate.eth', { resolver: gatewayResolver }, 'outside'],
    ['a resolver that has no addresses', 'odd.eth', { resolver: nameRegistry }, 'outside'],
    ['a parent that may answer for it', 'pay.alice.eth', undefined, 'outside'],
  ] as const)('given %s, then no address is named', async (_, name, records, kind) => {
    if (records) await record({ name, ...records })
    expect(await ask(name)).toEqual({ kind })
  })
})

describe('the nodes that tell of a name', () => {
  it.each(['alpha', 'beta'] as const)(
    'given %s names another address, then they disagree',
    async (node) => {
      await control.setNode(chainId, node, { lies: ['otherName'] })
      expect(await ask('alice.eth')).toEqual({ kind: 'disagree' })
    },
  )

  it('given one is down, then the other alone names nothing', async () => {
    await control.setNode(chainId, 'beta', { down: true })
    expect(await ask('alice.eth')).toEqual({ kind: 'unread' })
  })

  it('given both are down, then nothing is named', async () => {
    await control.setNode(chainId, 'alpha', { down: true })
    await control.setNode(chainId, 'beta', { down: true })
    expect(await ask('alice.eth')).toEqual({ kind: 'unread' })
  })

  it('given the person’s own node, then it is believed alone', async () => {
    await control.setNode(chainId, 'alpha', { down: true })
    await control.setNode(chainId, 'beta', { down: true })
    overrides = { [chainId]: rpcUrl }
    expect(await ask('alice.eth')).toMatchObject({ kind: 'found', back: 'same' })
  })
})

describe('the chain of the names', () => {
  it('given a build of its own chains, then it is the first of them; else Ethereum', () => {
    expect(chainId).toBe(sandbox.info.chains.find(({ type }) => type === 'eip155')?.id)
    const shipped = createChains({ chains: () => [], overrides: () => ({}) })
    expect(shipped.nameChain()).toBe(1)
    expect(shipped.operators(1).length).toBeGreaterThanOrEqual(2)
  })
})
