import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { EvmReader } from '@/src/chains/evm-reader'
import { AppError } from '@/src/domain/error'
import type { FoundTransaction } from '@/src/domain/policy/verify-evm'
import { findMined } from '@/src/engine/chain/look'
import type { Engine } from '@/src/engine/engine'
import { getLooks } from '@/src/store/looks'
import { author, chainId, erc20 } from './engine/chain'
import { approval, approve } from './engine/coded-account'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('looks')

/** Every node has all blocks, and the state of none but the newest few: as public nodes mostly are. */
function prune(w: World): void {
  for (const host of ['rpc.test', 'rpc2.test', ...w.nodes.operatorsOf(chainId)]) {
    w.nodes.prune(host, 3)
  }
}

/** No node that is asked has any but the newest blocks. */
function forgetBlocks(w: World): void {
  for (const host of ['rpc.test', ...w.nodes.operatorsOf(chainId)]) w.nodes.forget(host, 2)
}

/** A payment that is followed and waits for its block, for so many minutes. */
async function followed(w: World, minutes: number): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  await wait(w, minutes)
  expect((await w.order(orderId)).steps[0]?.state.status).toBe('verified')
  return orderId
}

const other = { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }

describe('where nodes have no state of old blocks', () => {
  it('given the nonce of an approval went to something else between two looks, it is proved that nothing was sent', async () => {
    const w = open('erc20')
    prune(w)
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.chain.mempool.splice(0)
    w.page.close()
    await wait(w, 15)
    w.chain.send(other)
    w.chain.mine()
    await wait(w, 10)
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.end?.what).toBe('absent')
  })

  it('given the payment was mined between two looks and its page is gone, it is found and followed', async () => {
    const w = open()
    prune(w)
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.page.close()
    await wait(w, 3)
    w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given blocks between the looks that no node has read out, nothing is claimed', async () => {
    const w = open('erc20')
    prune(w)
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.chain.mempool.splice(0)
    w.page.close()
    await wait(w, 15)
    // Nobody looks while it is used, and for long after: neither looks nor state tell where.
    w.kill()
    w.chain.send(other)
    w.chain.mine()
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.forget(host, 2)
    w.clock.now += 600_000
    w.revive()
    await wait(w, 5)
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.end).toBeUndefined()
  })

  it('given a look that lied, a node that cannot search there searches without it', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.chain.mine()
    const order = await w.order(orderId)
    const { evidence, action } = order.attempts[0] ?? {}
    const [mined] = w.chain.mined
    if (evidence === undefined || action?.kind !== 'transaction' || mined === undefined)
      throw new Error('nothing was asked for and mined')
    const { hash, block = 0 } = mined
    const { tx } = action
    const found: FoundTransaction = { ...tx, value: BigInt(tx.value), hash, chainId, nonce: 0 }
    const reader = {
      nonce: async (_: string, at: unknown) => (typeof at === 'bigint' && at < block ? 0 : 1),
      blockNumber: async () => BigInt(block) + 5n,
      blockTransactions: async (at: bigint) => (at === BigInt(block) ? [found] : []),
      // As geth answers a number that no block has.
      block: async () => {
        throw new AppError('chain/bad-answer', { reason: 'hex number > 64 bits' })
      },
    } as unknown as EvmReader
    const to = 2n ** 64n
    const moves = [{ nonce: 0, from: to - 9n, to, end: to }]
    const looks = { last: { block: to, nonce: 1 }, moves }
    const look = { reader, order, action, evidence, looks }
    const engine = { db: w.truth } as Engine
    expect((await findMined(engine, look, 1)).hash).toBe(hash)
    const bug = { ...reader, block: () => Promise.reject(new RangeError('bug')) }
    await expect(findMined(engine, { ...look, reader: bug }, 1)).rejects.toThrow(RangeError)
  })

  it('given as much was approved anew since, and what was sent meanwhile is not to be found, it is not called unsent', async () => {
    const w = open('erc20')
    prune(w)
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve('false-rejection')
    await w.deliver()
    w.kill()
    w.chain.mine()
    w.chain.send({ to: erc20, data: approval(25_000_000n), value: '0x0' })
    w.chain.mine()
    w.clock.now += 1_800_000
    w.service.faults.push(...Array<'error'>(400).fill('error'))
    forgetBlocks(w)
    for (let blocks = 0; blocks < 50; blocks += 1) w.chain.mine()
    w.revive()
    await wait(w, 5)
    const { attempts } = await w.order(orderId)
    expect(attempts[1]?.end?.what).toBe('refused')
  })

  it('given a payment that is followed was sped up long after, is followed on', async () => {
    const w = open()
    prune(w)
    const orderId = await followed(w, 60)
    const faster = w.chain.replace(w.chain.mempool[0]?.hash ?? '', {})
    w.chain.mine()
    await wait(w, 30)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({
      status: 'confirmed',
      hash: faster?.hash,
    })
  })

  it('given it was cancelled in the wallet long after, is told to have come to nothing', async () => {
    const w = open()
    prune(w)
    const orderId = await followed(w, 60)
    w.chain.replace(w.chain.mempool[0]?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    await wait(w, 30)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({
      status: 'failed',
      code: 'chain/cancelled',
    })
  })

  it('given nobody looked while something took its place, and no node tells what, the person is asked', async () => {
    const w = open()
    prune(w)
    const orderId = await followed(w, 60)
    w.chain.replace(w.chain.mempool[0]?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.kill()
    w.chain.mine()
    w.clock.now += 3_600_000
    forgetBlocks(w)
    w.revive()
    await wait(w, 240)
    expect((await w.order(orderId)).steps[0]?.state).toMatchObject({
      status: 'unsure',
      needsPerson: true,
    })
  })

  it('keeps the last look, and where each moved nonce lies, with the ask', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 1)
    const attemptId = (await w.order(orderId)).attempts[0]?.attemptId ?? ''
    const before = (await getLooks(w.truth, attemptId))?.looks
    expect(before?.moves).toEqual([])
    w.chain.send(other)
    w.chain.mine()
    const at = BigInt(w.chain.mined[0]?.block ?? 0)
    await wait(w, 5)
    const after = (await getLooks(w.truth, attemptId))?.looks
    expect(after?.last.block).toBeGreaterThan(before?.last.block ?? at)
    expect(after?.moves).toMatchObject([{ nonce: 0, at }])
    expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
  })
})
