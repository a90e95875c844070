import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '@/src/chains/chains'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { agree, type Question } from '@/src/engine/chain/proof'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createControl } from '@/test/support/control'

const base = 8453
const solanaId = 20_011_000_000

let sandbox: Sandbox
let control: ReturnType<typeof createControl>
let account: string
let chains: ReturnType<typeof createChains>

beforeAll(async () => {
  sandbox = await startSandbox({ ports: 'free' })
  control = createControl(sandbox.info.controlUrl)
  account = sandbox.info.accounts.evm.address
  const { nodes } = sandbox.info
  chains = createChains({ chains: () => [], overrides: () => ({}), nodes })
})
afterEach(() => control.reset())
afterAll(() => sandbox?.stop())

const ask = <T>(
  read: Question<EvmReader, T>['read'],
  past?: { block: bigint; by: 'arrival' | 'absence' },
) =>
  agree({
    operators: chains.operators(base),
    rhythm: chains.rhythm(base),
    now: Date.now(),
    read,
    ...(past ? { past } : {}),
  })
const askSolana = <T>(read: Question<SolanaReader, T>['read']) =>
  agree({
    operators: chains.solanaOperators(solanaId),
    rhythm: chains.rhythm(solanaId),
    now: Date.now(),
    read,
  })
const balance = (reader: EvmReader) => reader.balance(account)
const mine = (blocks: number) => control.chain(base, { action: 'mine', blocks })
const head = async () => (await chains.operators(base)[0]?.reader.head())?.number ?? 0n

describe('the nodes of an EVM chain of the sandbox', () => {
  it('given honest ones, then two operators prove a fact', async () => {
    const proof = await ask(balance)
    expect(proof).toMatchObject({ kind: 'proved', by: { nodes: ['alpha', 'beta'] } })
    expect(await ask((reader) => reader.accountKind(account))).toMatchObject({ value: 'plain' })
  })

  it.each(['alpha', 'beta'] as const)('given %s lies, then they disagree', async (node) => {
    await control.setNode(base, node, { lies: ['richer', 'nonceUsed'] })
    expect((await ask(balance)).kind).toBe('disagree')
    expect((await ask((reader) => reader.nonce(account, 'latest'))).kind).toBe('disagree')
    await control.healNodes()
    expect((await ask(balance)).kind).toBe('proved')
  })

  it('given one stands still, then it does not count', async () => {
    const block = await head()
    await control.setNode(base, 'alpha', { frozen: true })
    await mine(3)
    expect(await ask(balance, { block, by: 'absence' })).toMatchObject({
      kind: 'seenByOne',
      name: 'beta',
    })
    await control.setNode(base, 'alpha', {})
    expect((await ask(balance, { block, by: 'absence' })).kind).toBe('proved')
  })

  it('given one is behind, then its head says so', async () => {
    await mine(5)
    await control.setNode(base, 'beta', { lag: 3 })
    const [alpha, beta] = chains.operators(base)
    const [one, other] = await Promise.all([alpha?.reader.head(), beta?.reader.head()])
    expect((one?.number ?? 0n) - (other?.number ?? 0n)).toBe(3n)
    await expect(beta?.reader.nonce(account, one?.number ?? 0n)).rejects.toMatchObject({
      code: 'chain/bad-answer',
    })
    expect((await ask(balance)).kind).toBe('seenByOne')
  })

  it('given one forgets, then the state of old blocks is gone and the blocks are not', async () => {
    const old = await head()
    await mine(20)
    await control.setNode(base, 'alpha', { keeps: 10 })
    const reader = chains.operators(base)[0]?.reader
    await expect(reader?.nonce(account, old)).rejects.toMatchObject({ code: 'chain/bad-answer' })
    expect(await reader?.block(old)).toMatchObject({ number: old, complete: true })
  })

  it('given both are down, then nothing is known', async () => {
    await control.setNode(base, 'alpha', { down: true })
    await control.setNode(base, 'beta', { down: true })
    expect((await ask(balance)).kind).toBe('unknown')
  })
})

describe('the nodes of the Solana chain of the sandbox', () => {
  const signature = '5'.repeat(88)

  it('given honest ones, then both have a head, a finalised block and an oldest one', async () => {
    const proof = await askSolana((reader) => reader.firstAvailableBlock())
    expect(proof).toMatchObject({ kind: 'proved', by: { nodes: ['alpha', 'beta'] } })
    const reader = chains.solanaOperators(solanaId)[0]?.reader
    const final = await reader?.finalised()
    const now = await reader?.head()
    expect(Math.abs((now?.time ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
    expect(Number(now?.number) - (final?.slot ?? 0)).toBeGreaterThanOrEqual(32)
  })

  it('given one says that anything landed, then they disagree', async () => {
    const read = async (reader: SolanaReader) =>
      (await reader.signatureSight(signature)).status !== null
    expect(await askSolana(read)).toMatchObject({ kind: 'proved', value: false })
    await control.setNode(solanaId, 'beta', { lies: ['landed'] })
    expect((await askSolana(read)).kind).toBe('disagree')
  })

  it('given one stands still, then its answers say at which slot', async () => {
    await control.setNode(solanaId, 'alpha', { frozen: true })
    const reader = chains.solanaOperators(solanaId)[0]?.reader
    const before = (await reader?.signatureSight(signature))?.slot
    await control.chain(solanaId, { action: 'mine', blocks: 40 })
    expect((await reader?.signatureSight(signature))?.slot).toBe(before)
    expect((await reader?.head())?.number).toBe(BigInt(before ?? 0))
  })
})
