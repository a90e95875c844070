import 'fake-indexeddb/auto'
import { padHex, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { author, chainId, erc20 } from './engine/chain'
import { SimRefusal } from './engine/chain-rpc'
import { approval } from './engine/coded-account'
import { follow } from './engine/person'
import { amountIn } from './engine/service'
import { confirmed, createStage } from './engine/stage'
import type { NodeFault, World } from './engine/world'

const open = createStage('ask')
const operatorsOf = (w: World) => w.nodes.operatorsOf(chainId)

/** The account approves an amount for the deposit's contract, by hand. */
function approve(w: World, amount: bigint): void {
  w.chain.send({ to: erc20, data: approval(amount), value: '0x0' })
  w.chain.mine()
}

/** The approval is mined; `meanwhile` happens before the worker hears of it. */
async function approved(w: World, meanwhile: () => void = () => undefined): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  w.chain.mine()
  meanwhile()
  await w.deliver()
  await w.advance(20_000)
  return orderId
}

/** A node that still shows what was before the approval. */
const knowsNoApproval: NodeFault = (method, honest) =>
  method === 'eth_call' ? toHex(0n, { size: 32 }) : honest

const asked = (w: World) => w.asked.filter(({ kind }) => kind === 'transaction').length

async function current(w: World, orderId: string) {
  const { steps, current } = await w.order(orderId)
  return steps[current]
}

describe('a token deposit whose allowance does not cover it', () => {
  it('given another payment used the allowance, is not asked for, and says why', async () => {
    const w = open('erc20')
    const orderId = await approved(w, () => approve(w, 0n))
    const step = await current(w, orderId)
    expect(step?.deposit).toBe(true)
    expect(step?.state).toMatchObject({
      status: 'failed',
      code: 'policy/allowance-low',
      retryable: true,
    })
    expect(asked(w)).toBe(1)
    // It rests: no node is asked again and again.
    w.reads.length = 0
    await w.advance(60_000)
    expect(w.reads).toEqual([])
  })

  it('given the approval is given again, goes on when the person says so', async () => {
    const w = open('erc20')
    const orderId = await approved(w, () => approve(w, 0n))
    approve(w, 25_000_000n)
    const step = await current(w, orderId)
    await w.call('retryStep', { orderId, stepId: step?.id ?? '' })
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given the person lowered the cap in the wallet, blames nobody and is not asked for', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    w.page.approve()
    const [sent] = w.chain.mempool
    const less = `${sent?.data.slice(0, 74)}${toHex(24_999_999n, { size: 32 }).slice(2)}`
    const lowered = w.chain.replace(sent?.hash ?? '', { data: less })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash' && lowered) {
      outcome.result.value.hash = lowered.hash
    }
    w.chain.mine()
    await w.deliver()
    await w.advance(20_000)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect((await current(w, orderId))?.state).toMatchObject({ code: 'policy/allowance-low' })
    expect(asked(w)).toBe(1)
  })

  it('given the service left the approval out, is not asked for', async () => {
    const w = open('erc20')
    w.service.terms.approves = false
    const orderId = await confirmed(w)
    await w.advance(20_000)
    expect((await current(w, orderId))?.state).toMatchObject({ code: 'policy/would-revert' })
    expect(asked(w)).toBe(0)
  })

  it('given both operators are a block behind the approval, waits for them', async () => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    for (const host of operatorsOf(w)) w.nodeFaults.set(host, knowsNoApproval)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(3_000)
    expect((await current(w, orderId))?.state).toEqual({ status: 'ready' })
    w.nodeFaults.clear()
    await w.advance(10_000)
    expect(asked(w)).toBe(2)
    expect((await follow(w, orderId)).status).toBe('filled')
  })

  it('given one operator alone denies the allowance, is asked for', async () => {
    const w = open('erc20')
    const [one = ''] = operatorsOf(w)
    const orderId = await confirmed(w)
    w.nodeFaults.set(one, knowsNoApproval)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(5_000)
    expect(asked(w)).toBe(2)
    expect((await follow(w, orderId)).status).toBe('filled')
  })
})

describe('the allowance that guards a payment', () => {
  it.each([
    [1, undefined],
    [2, amountIn],
    [3, amountIn],
  ])('given %i operators tell it, is known or not: one alone may lie', async (count, known) => {
    const w = open('erc20')
    const orderId = await confirmed(w)
    // No more than four of them are asked.
    for (const host of operatorsOf(w).slice(0, 4 - count)) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method === 'eth_call') throw new SimRefusal('not now', -32_000)
        return honest
      })
    }
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(5_000)
    const { attempts } = await w.order(orderId)
    expect(attempts.at(-1)).toMatchObject({ deposit: true })
    expect(attempts.at(-1)?.evidence.allowance).toBe(known)
  })
})

describe('a payment that its allowance alone calls unsent, asked for once more', () => {
  it.each([
    [0n, 'policy/allowance-low'],
    [10n ** 30n, 'policy/allowance-loose'],
  ])(
    'given %i is allowed by then, is told that a new price is needed, and waits for no node',
    async (allowed, code) => {
      const w = open('erc20')
      const orderId = await approved(w)
      w.page.reject()
      await w.deliver()
      await w.advance(300_000)
      const { attempts } = await w.order(orderId)
      expect(attempts.at(-1)?.end?.what).toBe('absent')
      approve(w, allowed)
      const stepId = (await current(w, orderId))?.id ?? ''
      await w.call('retryStep', { orderId, stepId })
      await w.advance(60_000)
      expect((await current(w, orderId))?.state).toMatchObject({ code })
      expect(w.page.prompts).toHaveLength(0)
    },
  )
})

type Tried = { calls: { logs?: object[]; status: string }[] }[]

/** What every operator's trial shows from now on. */
function bend(w: World, change: (blocks: Tried) => unknown): void {
  for (const host of operatorsOf(w)) {
    w.nodeFaults.set(host, (method, honest) =>
      method === 'eth_simulateV1' ? change(structuredClone(honest) as Tried) : honest,
    )
  }
}

/** As a trial shows a contract that hands power over the account's collectibles to somebody. */
const approvalForAll = {
  address: `0x${'7'.repeat(40)}`,
  topics: [
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    padHex(author, { size: 32 }),
    padHex(`0x${'6'.repeat(40)}`, { size: 32 }),
  ],
  data: toHex(1n, { size: 32 }),
}
function handOver(blocks: Tried): Tried {
  for (const call of blocks[0]?.calls ?? []) call.logs = [...(call.logs ?? []), approvalForAll]
  return blocks
}

describe('a trial just before the deposit is asked for', () => {
  it.each(['native', 'erc20'] as const)(
    'given a %s deposit reverts by now, it is not asked for, and goes on once it passes',
    async (source) => {
      const w = open(source)
      const plan = await w.prepare()
      if (source === 'erc20') {
        await w.call('confirmOrder', plan)
        await w.settle()
        w.page.approve()
        w.chain.mine()
      }
      w.chain.trial.together = 'the auction is over'
      if (source === 'erc20') await w.deliver()
      else await w.call('confirmOrder', plan)
      await w.advance(20_000)
      const step = await current(w, plan.orderId)
      expect(step).toMatchObject({
        deposit: true,
        state: {
          status: 'failed',
          code: 'policy/would-revert',
          reason: { kind: 'found', finding: 'the auction is over' },
        },
      })
      expect(asked(w)).toBe(source === 'erc20' ? 1 : 0)
      w.chain.trial.together = 'passes'
      await w.call('retryStep', { orderId: plan.orderId, stepId: step?.id ?? '' })
      expect((await follow(w, plan.orderId)).status).toBe('filled')
    },
  )

  it('given the account has too little by now, says so', async () => {
    const w = open('native')
    const plan = await w.prepare()
    w.chain.trial.together = 'insufficient funds for transfer'
    await w.call('confirmOrder', plan)
    await w.advance(20_000)
    expect((await current(w, plan.orderId))?.state).toMatchObject({
      code: 'wallet/insufficient-funds',
    })
    expect(asked(w)).toBe(0)
  })

  it('given it does by now what the review would have refused, it is refused', async () => {
    const w = open('native')
    const plan = await w.prepare()
    bend(w, handOver)
    await w.call('confirmOrder', plan)
    await w.advance(5_000)
    expect((await current(w, plan.orderId))?.state).toMatchObject({
      status: 'failed',
      code: 'policy/gives-power',
    })
    expect(asked(w)).toBe(0)
  })

  it('given it does so on one node alone, it is refused as well', async () => {
    const w = open('native')
    const plan = await w.prepare()
    bend(w, handOver)
    for (const host of operatorsOf(w).slice(1)) w.nodeFaults.delete(host)
    await w.call('confirmOrder', plan)
    await w.advance(5_000)
    expect((await current(w, plan.orderId))?.state).toMatchObject({ code: 'policy/gives-power' })
  })

  it('given no node can try it any more, it is asked for all the same', async () => {
    const w = open('erc20')
    const orderId = await approved(w, () => {
      bend(w, () => {
        throw new SimRefusal('no such method', -32_601)
      })
    })
    expect(asked(w)).toBe(2)
    expect((await follow(w, orderId)).status).toBe('filled')
  })

  it('given nodes that never answer, it is asked for in a few seconds', async () => {
    const w = open('native')
    const plan = await w.prepare()
    for (const host of operatorsOf(w)) {
      w.hosts.set(host, (method, url, body) => {
        const { method: name, params } = body as { method: string; params: unknown[] }
        if (name === 'eth_simulateV1') return new Promise<never>(() => undefined)
        return Response.json({ jsonrpc: '2.0', id: method, result: w.nodes.ask(url, name, params) })
      })
    }
    await w.call('confirmOrder', plan)
    await w.settle()
    expect(asked(w)).toBe(1)
  })

  it('given the price ends while it is tried, nothing is asked', async () => {
    const w = open('native')
    const plan = await w.prepare('q1', 60)
    bend(w, (blocks) => {
      w.clock.now += 56_000
      return blocks
    })
    await w.call('confirmOrder', plan)
    await w.settle()
    expect((await current(w, plan.orderId))?.state).toMatchObject({ code: 'policy/quote-expired' })
    expect(asked(w)).toBe(0)
  })
})
