import { describe, expect, it } from 'vitest'
import { createChains } from '@/src/chains/chains'
import type { EvmReader } from '@/src/chains/evm-reader'
import { readLogs } from '@/src/chains/read-logs'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { agree, type Question } from '@/src/engine/chain/proof'
import type { Lie } from '@/test/sandbox/chains/lies'
import { author, chainId, createSimChain, erc20, target } from './engine/chain'
import { SimRefusal } from './engine/chain-rpc'
import { createSimNodes } from './engine/nodes'
import { toChainId } from './engine/service'
import { createSimSolana, solanaChainId } from './engine/solana'

const start = 1_800_000_000_000
const amount = 25_000_000n
const deposit = { to: target, data: '0xd0e30db0', value: '0x17d7840' }

/** Chains, their nodes, and the readers of the operators that are shipped for them. */
function setUp(options: { own?: string } = {}) {
  const clock = { now: start }
  const now = () => clock.now
  const chain = createSimChain({ now })
  const destination = createSimChain({ id: toChainId, now, blockMs: 250 })
  const solana = createSimSolana(amount, now)
  const nodes = createSimNodes({ chains: [chain, destination], solana })
  const chains = createChains({
    chains: () => [],
    overrides: () => (options.own ? { [chainId]: options.own } : {}),
    async fetch(url, init) {
      const { method, params } = JSON.parse(String(init.body)) as {
        method: string
        params: unknown[]
      }
      try {
        return Response.json({ result: nodes.ask(new URL(url), method, params) })
      } catch (error) {
        if (!(error instanceof SimRefusal)) throw error
        return Response.json({ error: { code: error.code, message: error.message } })
      }
    },
  })
  const ask = <T>(
    read: Question<EvmReader, T>['read'],
    past?: Question<EvmReader, T>['past'],
    id = chainId,
  ) =>
    agree({
      operators: chains.operators(id),
      rhythm: chains.rhythm(id),
      now: clock.now,
      read,
      ...(past ? { past } : {}),
    })
  const askSolana = <T>(read: Question<SolanaReader, T>['read']) =>
    agree({
      operators: chains.solanaOperators(solanaChainId),
      rhythm: chains.rhythm(solanaChainId),
      now: clock.now,
      read,
    })
  const [first = '', second = '', third = ''] = nodes.operatorsOf(chainId)
  return { clock, chain, destination, solana, nodes, ask, askSolana, first, second, third }
}

const receiptOf = (hash: string) => async (reader: EvmReader) => {
  const found = await reader.receipt(hash)
  return found ? found.status : null
}

describe('one fact of the simulated chains, read from its operators', () => {
  it('given honest nodes, then it is proved', async () => {
    const { chain, ask } = setUp()
    const { hash } = chain.send(deposit)
    chain.mine()
    expect(await ask(receiptOf(hash))).toMatchObject({ kind: 'proved', value: 'success' })
  })

  const reads: [Lie, (reader: EvmReader, hash: string) => Promise<unknown>][] = [
    ['noReceipt', async (reader, hash) => (await reader.receipt(hash))?.status ?? null],
    ['reverted', async (reader, hash) => (await reader.receipt(hash))?.status ?? null],
    ['nonceUsed', (reader) => reader.nonce(author, 'latest')],
    ['nonceUnused', (reader) => reader.nonce(author, 'latest')],
    ['noTransaction', (reader, hash) => reader.transaction(hash)],
    ['otherTransaction', (reader, hash) => reader.transaction(hash)],
    ['richer', (reader) => reader.balance(author)],
    ['richer', (reader) => reader.tokenBalance(erc20, author)],
    ['nothingPaid', (reader) => reader.tokenBalance(erc20, author)],
    ['allowanceWhole', (reader) => reader.allowance(erc20, author, target)],
  ]
  it.each(reads)(
    'given one node lies by "%s", then they disagree, whichever it is',
    async (lie, read) => {
      for (const liar of ['first', 'second'] as const) {
        const world = setUp()
        const { hash } = world.chain.send(deposit)
        world.chain.mine()
        expect(await world.ask((reader) => read(reader, hash))).toMatchObject({ kind: 'proved' })
        world.nodes.lie(world[liar], lie)
        expect(await world.ask((reader) => read(reader, hash))).toMatchObject({ kind: 'disagree' })
        world.nodes.heal()
        expect(await world.ask((reader) => read(reader, hash))).toMatchObject({ kind: 'proved' })
      }
    },
  )

  it('given a node that shows an empty transaction in the block, then they disagree', async () => {
    const { chain, ask, nodes, first } = setUp()
    chain.send(deposit)
    chain.mine()
    const at = BigInt(chain.height())
    const read = async (reader: EvmReader) =>
      (await reader.block(at))?.transactions.map((tx) => tx.to)
    expect(await ask(read)).toMatchObject({ kind: 'proved', value: [target] })
    nodes.lie(first, 'otherBlock')
    expect(await ask(read)).toMatchObject({ kind: 'disagree' })
  })

  it('given a node that stands still at the ask, then its silence is no answer', async () => {
    const { clock, chain, ask, nodes, first, third } = setUp()
    const block = BigInt(chain.height())
    nodes.freeze(first)
    const { hash } = chain.send(deposit)
    chain.mine()
    clock.now += 600_000
    const proof = await ask(receiptOf(hash), { block, by: 'absence' })
    expect(proof).toMatchObject({ kind: 'proved', value: 'success' })
    expect(proof.kind === 'proved' && proof.by.nodes).not.toContain('Base')
    for (const host of nodes.operatorsOf(chainId)) if (host !== third) nodes.freeze(host)
    clock.now += 600_000
    expect((await ask(receiptOf(hash), { block, by: 'absence' })).kind).toBe('seenByOne')
    nodes.freeze(third)
    clock.now += 600_000
    expect((await ask(receiptOf(hash), { block, by: 'absence' })).kind).toBe('unknown')
  })

  it('given a node that lags behind the ask, then the next is asked', async () => {
    const { clock, chain, ask, nodes, first } = setUp()
    const block = BigInt(chain.height())
    clock.now += 130_000
    nodes.lag(first, 20)
    const names = async () => {
      const proof = await ask((reader) => reader.nonce(author, 'latest'), { block, by: 'absence' })
      return proof.kind === 'proved' ? proof.by.nodes : proof.kind
    }
    const with20 = await names()
    nodes.heal()
    expect(with20).not.toContain((await names())[0])
  })

  it('given a node that forgets, then what it cannot say is nobody’s word', async () => {
    const { clock, chain, ask, nodes, first } = setUp()
    const { hash } = chain.send(deposit)
    chain.mine()
    const at = BigInt(chain.height())
    clock.now += 600_000
    nodes.forget(first, 10)
    const nonce = await ask((reader) => reader.nonce(author, at))
    expect(nonce).toMatchObject({ kind: 'proved', value: 1 })
    // A receipt that was forgotten is one that it does not show: that is why two are asked.
    expect(await ask(receiptOf(hash))).toMatchObject({ kind: 'disagree' })
  })

  it('given nodes that fall silent one after another, then less and less is known', async () => {
    const { ask, nodes } = setUp()
    const hosts = nodes.operatorsOf(chainId)
    const read = (reader: EvmReader) => reader.nonce(author, 'latest')
    for (const host of hosts.slice(1)) nodes.silence(host)
    expect((await ask(read)).kind).toBe('seenByOne')
    nodes.silence(hosts[0] ?? '')
    expect((await ask(read)).kind).toBe('unknown')
  })

  it("given the person's own node, then its word alone, until it stands still", async () => {
    const { clock, ask, nodes } = setUp({ own: `https://own.test/${chainId}` })
    const read = (reader: EvmReader) => reader.nonce(author, 'latest')
    expect(await ask(read)).toMatchObject({
      kind: 'proved',
      by: { nodes: ['own.test'], ownNode: true },
    })
    nodes.freeze('own.test')
    clock.now += 600_000
    expect((await ask(read)).kind).toBe('unknown')
  })

  it('given a private relay, then no node shows the transaction until it is mined', async () => {
    const { chain, ask } = setUp()
    const { hash } = chain.sendPrivately(deposit)
    const read = (reader: EvmReader) => reader.transaction(hash)
    expect(await ask(read)).toMatchObject({ kind: 'proved', value: null })
    expect(await ask((reader) => reader.nonce(author, 'pending'))).toMatchObject({ value: 0 })
    expect(chain.mayStillLand()).toHaveLength(1)
    chain.mineRelay()
    expect(await ask(read)).toMatchObject({ kind: 'proved', value: { hash } })
    expect(chain.deposits()).toHaveLength(1)
  })

  it('given an account with code, then its deposit is another’s transaction with its events', async () => {
    const { chain, ask } = setUp()
    chain.code.set(author, '0x6080')
    const { hash } = chain.sendByContract(deposit)
    chain.mine()
    expect(await ask((reader) => reader.accountKind(author))).toMatchObject({ value: 'contract' })
    expect(await ask((reader) => reader.nonce(author, 'latest'))).toMatchObject({ value: 0 })
    const logs = async (reader: EvmReader) => (await reader.receipt(hash))?.logs
    const proof = await ask(logs)
    expect(proof).toMatchObject({ kind: 'proved', value: [{ address: target }] })
    expect(chain.deposits()).toHaveLength(1)
  })

  it('given a payout, then its event and the balance prove it on the destination chain', async () => {
    const { destination, ask, nodes } = setUp()
    const from = BigInt(destination.height())
    const hash = destination.pay({ token: erc20, to: author, amount })
    const to = BigInt(destination.height())
    const filter = { address: erc20, topics: [], from, to }
    const find = async (reader: EvmReader) => (await readLogs(reader, filter, 4)).logs
    expect(await ask(find, undefined, toChainId)).toMatchObject({
      kind: 'proved',
      value: [{ transactionHash: hash, data: expect.stringMatching(/17d7840$/) }],
    })
    const [host = ''] = nodes.operatorsOf(toChainId)
    nodes.lie(host, 'nothingPaid')
    expect((await ask(find, undefined, toChainId)).kind).toBe('disagree')
  })
})

describe('Solana, read from its operators', () => {
  async function landed() {
    const world = setUp()
    const { solana } = world
    const signature = solana.broadcast(solana.sign(solana.build())) ?? ''
    solana.mine(3)
    const sight = (reader: SolanaReader) => reader.signatureSight(signature)
    return { ...world, signature, sight }
  }
  const status = async (sight: Promise<{ status: unknown }>) => (await sight).status

  it('given a signature that landed, then both show it and what it moved', async () => {
    const { askSolana, sight, signature } = await landed()
    expect(await askSolana(sight)).toMatchObject({
      kind: 'proved',
      value: { slot: 4, status: { slot: 2, failed: false, level: 'confirmed' } },
    })
    const moved = await askSolana(async (reader) => {
      const found = await reader.balances(signature)
      return [...(found?.lamports.values() ?? [])].map(({ before, after }) => after - before)
    })
    expect(moved).toMatchObject({ value: [-amount - 5_000n, amount, 0n] })
  })

  it.each(['noSignature', 'landed'] as const)(
    'given one node lies by "%s", then they disagree',
    async (lie) => {
      const { askSolana, sight, nodes } = await landed()
      const [host = ''] = nodes.operatorsOf(solanaChainId)
      nodes.lie(host, lie)
      expect(await askSolana((reader) => status(sight(reader)))).toMatchObject({ kind: 'disagree' })
    },
  )

  it('given a node that is behind or forgot, then its slot and its oldest block say so', async () => {
    const { askSolana, sight, nodes, solana } = await landed()
    solana.mine(100)
    const [first = '', second = ''] = nodes.operatorsOf(solanaChainId)
    nodes.lag(first, 103)
    nodes.forget(second, 10)
    const proof = await askSolana(async (reader) => ({
      ...(await sight(reader)),
      oldest: await reader.firstAvailableBlock(),
      final: await reader.finalised(),
    }))
    expect(proof).toMatchObject({
      kind: 'disagree',
      words: [
        { value: { slot: 1, status: null, oldest: 0, final: { slot: 0, blockHeight: 0 } } },
        { value: { slot: 104, status: null, oldest: 94, final: { slot: 72, blockHeight: 72 } } },
      ],
    })
  })
})
