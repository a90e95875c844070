import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { author, chainId, erc20 } from './engine/chain'
import type { SimCarried } from './engine/chain-terms'
import {
  approval,
  approve,
  asContract,
  contractCode,
  delegation,
  paid,
} from './engine/coded-account'
import { toChainId } from './engine/service'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('accounts')

const unknown = `0x${'9'.repeat(64)}`

/** The same call for one unit less. */
const oneLess = (data: string) =>
  `${data.slice(0, 10)}${(BigInt(`0x${data.slice(10)}`) - 1n).toString(16).padStart(64, '0')}`

/** The deposit is asked for, and what the wallet answers says nothing. */
async function unsure(w: World) {
  const orderId = await confirmed(w)
  await approve(w)
  const asked = w.page.prompts[0]?.command.request
  if (asked?.kind !== 'transaction') throw new Error('no deposit is asked for')
  w.page.muddle()
  await w.deliver()
  await w.advance(30_000)
  const step = await depositOf(w, orderId)
  const at = { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '' }
  const say = (hash: string) => w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })
  const carry = (carries: SimCarried, amount = asked.tx.data) => {
    const made = w.chain.sendByContract({ ...asked.tx, data: amount }, carries)
    w.chain.mine()
    return made
  }
  return { ...at, say, carry, asked: asked.tx.data }
}

describe('an account that is a contract', () => {
  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given its wallet names %s, the order is followed by what the transaction did',
    async (by) => {
      const w = asContract(open('erc20'), by)
      const { orderId: unlimited } = await w.prepare()
      // How it spends gas is its own affair.
      for (const { action } of (await w.order(unlimited)).steps) {
        expect(action).not.toHaveProperty('tx.gas')
      }
      const orderId = await paid(w)
      const order = await w.order(orderId)
      const carrier = w.chain.deposits()[0]?.hash
      expect(order).toMatchObject({ coded: 'contract', status: 'filled' })
      expect(order.alarm).toBeUndefined()
      expect((await depositOf(w, orderId)).state).toMatchObject({ hash: carrier })
      expect(w.service.orders.map(({ depositTxHash }) => depositTxHash)).toEqual([carrier])
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it.each(['operation', 'safe', 'oldSafe'] as const)(
    'given its gas is paid in the token (%s), that is told as a fee, and no alarm is raised',
    async (by) => {
      const w = asContract(open('erc20'), by)
      w.page.state.gas = 40_000n
      const orderId = await paid(w)
      await wait(w, 2)
      expect((await w.order(orderId)).alarm).toBeUndefined()
      expect((await depositOf(w, orderId)).state).toMatchObject({
        left: '25000000',
        gas: [{ symbol: 'USDC', amount: '40000' }],
      })
    },
  )

  it('given more is paid than gas comes to, that is an alarm', async () => {
    const w = asContract(open('erc20'), 'operation')
    w.page.state.gas = 5_000_001n
    const orderId = await paid(w)
    await wait(w, 2)
    expect((await w.order(orderId)).alarm).toMatchObject({ code: 'chain/took-more' })
  })

  it('given coins are paid, is refused before the review', async () => {
    const w = open('native')
    w.chain.code.set(author, contractCode)
    await expect(w.prepare()).rejects.toMatchObject({ code: 'wallet/contract-account' })
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given one operator alone says so, is not refused on its word', async () => {
    const w = open('native')
    const [liar = ''] = w.nodes.operatorsOf(chainId)
    w.nodeFaults.set(liar, (method, honest) => (method === 'eth_getCode' ? '0x6080' : honest))
    const { orderId } = await w.prepare()
    expect((await w.order(orderId)).coded).toBe('delegated')
  })

  it('given no operator answers, takes the word of the node that does', async () => {
    const w = open('native')
    w.chain.code.set(author, contractCode)
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.silence(host)
    await expect(w.prepare()).rejects.toMatchObject({ code: 'wallet/contract-account' })
  })

  it.each<[string, string, string, true | undefined]>([
    ['the same contract stands', contractCode, contractCode, undefined],
    ['nothing stands', contractCode, '0x', true],
    ['another contract stands', contractCode, '0x6081', true],
    ['its key has it, where it only delegates here', delegation, '0x', undefined],
  ])('that receives on a chain where %s: the order says which', async (_, here, there, other) => {
    const w = open('erc20')
    w.chain.code.set(author, here)
    w.destination.code.set(author, there)
    const { orderId } = await w.prepare()
    expect((await w.order(orderId)).otherCode).toBe(other)
  })

  it('that receives where it pays from is read there once, and is no other', async () => {
    const w = asContract(open('erc20'))
    const reads = new Map<string, number>()
    for (const host of w.nodes.operatorsOf(chainId)) {
      w.nodeFaults.set(host, (method, honest) => {
        if (method !== 'eth_getCode') return honest
        reads.set(host, (reads.get(host) ?? 0) + 1)
        return (reads.get(host) ?? 0) > 1 ? undefined : honest
      })
    }
    const coins = '0x0000000000000000000000000000000000000000'
    const to = { chainId, address: coins, name: 'Ether', symbol: 'ETH', decimals: 18 }
    const request = {
      ...{ tradeType: 'EXACT_INPUT', fromChainId: chainId, fromToken: erc20, amount: '25000000' },
      ...{ toChainId: chainId, toToken: coins, fromAddress: author, recipient: author },
    }
    const { orderId } = await w.prepare('q1', 600, { toToken: to, request } as never)
    expect(reads.size).toBeGreaterThan(0)
    expect((await w.order(orderId)).otherCode).toBeUndefined()
  })

  it('that receives on a chain of which no node answers is said to be another there', async () => {
    const w = asContract(open('erc20'))
    w.destination.code.set(author, contractCode)
    for (const host of w.nodes.operatorsOf(toChainId)) w.nodes.silence(host)
    const { orderId } = await w.prepare()
    expect((await w.order(orderId)).otherCode).toBe(true)
  })

  it('given a Safe waits hours for its signers, is not called unsent, and is found when it is carried out', async () => {
    const w = asContract(open('erc20'), 'safe')
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    await w.deliver()
    const [waiting] = w.chain.mempool.splice(0)
    await wait(w, 120)
    const step = await depositOf(w, orderId)
    expect(step.state).toMatchObject({ status: 'unsure', needsPerson: true })
    expect(w.page.state.everAsked).toBe(2)
    if (waiting) w.chain.mempool.push(waiting)
    w.chain.mine()
    await wait(w, 10)
    expect(await w.order(orderId)).toMatchObject({ status: 'filled' })
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: waiting?.hash })
  })

  it.each(['operation', 'safe', 'oldSafe'] as const)(
    'given what it named waits (%s), operators are asked at most twice a minute for it',
    async (by) => {
      const w = asContract(open('erc20'), by)
      await confirmed(w)
      await approve(w)
      w.page.approve()
      await w.deliver()
      w.chain.mempool.splice(0)
      const hosts = w.nodes.operatorsOf(chainId)
      const reads = () =>
        w.reads.filter((each) => hosts.some((host) => each.startsWith(`${host} `))).length
      await wait(w, 2)
      const before = reads()
      // An hour.
      await wait(w, 60)
      expect(reads()).toBeGreaterThan(before)
      expect(reads() - before).toBeLessThanOrEqual(120)
    },
  )

  it('given its owner’s transaction waits long to be mined, is waited for, and called nothing else', async () => {
    const w = asContract(open('erc20'))
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    await w.deliver()
    await wait(w, 60)
    const [waiting] = w.chain.mempool
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'sent',
      hash: waiting?.hash,
    })
    w.chain.mine()
    await wait(w, 5)
    expect(await w.order(orderId)).toMatchObject({ status: 'filled' })
  })

  it('given a page names another one that waits for ever, what was mined is found all the same', async () => {
    const w = asContract(open('erc20'))
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    w.chain.mine()
    const stuck = w.chain.sendByContract({ to: erc20, data: '0x', value: '0x0' })
    const told = w.page.outcomes.at(-1)
    Object.assign(told?.result ?? {}, { value: { kind: 'hash', hash: stuck.hash } })
    await w.deliver()
    await wait(w, 1)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'sent', hash: stuck.hash })
    await wait(w, 20)
    expect(await w.order(orderId)).toMatchObject({ status: 'filled' })
    const [deposit] = w.chain.deposits()
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: deposit?.hash })
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given that transaction is dropped, it is told that no node shows it', async () => {
    const w = asContract(open('erc20'))
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    await w.deliver()
    await wait(w, 20)
    w.chain.mempool.splice(0)
    await wait(w, 10)
    const checks = expect.arrayContaining([expect.objectContaining({ state: 'nowhere' })])
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'unsure', checks })
  })

  it('given what its wallet named failed, asks nothing again, and says so', async () => {
    const w = asContract(open('erc20'), 'operation')
    const orderId = await confirmed(w)
    await approve(w)
    w.page.state.fails = true
    await approve(w)
    const { state } = await depositOf(w, orderId)
    const checks = expect.arrayContaining([expect.objectContaining({ state: 'failed' })])
    expect(state).toMatchObject({ status: 'unsure', checks })
    await wait(w, 30)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given its wallet says "rejected", no nonce and no untouched allowance proves it', async () => {
    const w = asContract(open('erc20'))
    const orderId = await confirmed(w)
    await approve(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 4)
    expect((await w.order(orderId)).attempts.at(-1)?.end?.what).toBe('refused')
    const { id: stepId } = await depositOf(w, orderId)
    await w.call('retryStep', { orderId, stepId })
    await w.settle()
    expect((await w.order(orderId)).blocker?.code).toBe('order/unproved')
    expect(w.page.state.everAsked).toBe(2)
  })

  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given its page says "rejected" of what is then carried out (%s), that is found all the same',
    async (by) => {
      const w = asContract(open('erc20'), by)
      const orderId = await confirmed(w)
      await approve(w)
      w.page.approve('false-rejection')
      await w.deliver()
      await wait(w, 5)
      expect((await depositOf(w, orderId)).state.status).toBe('declined')
      w.chain.mine()
      await wait(w, 10)
      const [deposit] = w.chain.deposits()
      expect((await depositOf(w, orderId)).state).toMatchObject({
        status: 'confirmed',
        hash: deposit?.hash,
      })
      expect((await w.order(orderId)).status).toBe('filled')
      expect(w.page.state.everAsked).toBe(2)
    },
  )

  it('while it is looked for, operators are asked once in half an hour for what one node shows to be something else', async () => {
    const w = asContract(open('erc20'), 'safe')
    const orderId = await confirmed(w)
    await approve(w)
    const asked = w.page.prompts[0]?.command.request
    if (asked?.kind !== 'transaction') throw new Error('no deposit is asked for')
    w.page.reject()
    await w.deliver()
    w.chain.sendByContract({ to: erc20, data: approval(10n ** 9n), value: '0x0' })
    w.chain.mine()
    for (let n = 0; n < 8; n += 1) {
      const id = `0x${String(n).repeat(64)}`
      w.chain.sendByContract({ ...asked.tx, data: oneLess(asked.tx.data) }, { by: 'safe', id })
      w.chain.mine()
    }
    const hosts = w.nodes.operatorsOf(chainId)
    const receipts = () =>
      w.reads.filter((each) => hosts.some((host) => each === `${host} eth_getTransactionReceipt`))
    const before = receipts().length
    await wait(w, 30)
    // That one may lie.
    const once = hosts.slice(0, 2).length * 8
    expect(receipts().length - before).toBeLessThanOrEqual(once)
    expect((await depositOf(w, orderId)).state.status).toBe('declined')
    w.chain.sendByContract(asked.tx, { by: 'safe', id: `0x${'9'.repeat(64)}` })
    w.chain.mine()
    await wait(w, 10)
    // Two operators say so of the one that is it.
    expect(receipts().length - before).toBeGreaterThanOrEqual(2)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: w.chain.deposits().at(-1)?.hash,
    })
  })

  it('given nobody knows, "not sent" must be typed though the exact allowance stands', async () => {
    const w = asContract(open('erc20'))
    const { say: _, carry: __, asked: ___, ...at } = await unsure(w)
    await wait(w, 30)
    expect((await depositOf(w, at.orderId)).state.status).toBe('unsure')
    const choice = { kind: 'not-sent' as const }
    await expect(w.call('resolveUnsure', { ...at, choice })).rejects.toMatchObject({
      code: 'rpc/invalid',
    })
    await w.call('resolveUnsure', { ...at, choice: { ...choice, typed: 'not sent' } })
    expect((await depositOf(w, at.orderId)).state.status).toBe('failed')
  })

  it.each(['operation', 'safe', 'oldSafe'] as const)(
    'given the hash of what was carried (%s) is pasted, it is resolved and fills',
    async (by) => {
      const w = asContract(open('erc20'))
      const { orderId, say, carry } = await unsure(w)
      const id = `0x${'7'.repeat(64)}`
      const { hash } = carry({ by, id })
      await say(id)
      await wait(w, 3)
      expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
      expect((await w.order(orderId)).status).toBe('filled')
    },
  )

  it('given a hash that names nothing, too little, or what failed is pasted, it is refused with a reason', async () => {
    const w = asContract(open('erc20'))
    const { orderId, say, carry } = await unsure(w)
    const refused = { code: 'order/not-carried-out' }
    await expect(say(unknown)).rejects.toMatchObject(refused)
    carry({ by: 'safe', id: `0x${'6'.repeat(64)}`, failed: true })
    await expect(say(`0x${'6'.repeat(64)}`)).rejects.toMatchObject(refused)
    const little = `0xd0e30db0${'1'.padStart(64, '0')}`
    const { hash } = carry({ by: 'safe', id: `0x${'5'.repeat(64)}` }, little)
    await expect(say(`0x${'5'.repeat(64)}`)).rejects.toMatchObject(refused)
    await expect(say(hash)).rejects.toMatchObject(refused)
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given what it carried out is another request of the same size, it is not taken for this one', async () => {
    const w = asContract(open('erc20'))
    const { orderId, say, carry, asked } = await unsure(w)
    const id = `0x${'4'.repeat(64)}`
    carry({ by: 'safe', id }, oneLess(asked))
    await expect(say(id)).rejects.toMatchObject({ code: 'order/not-carried-out' })
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given what its wallet named paid by another request than the one that was asked, raises the alarm', async () => {
    const w = asContract(open('erc20'), 'safe')
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    const [waiting] = w.chain.mempool.splice(0)
    if (!waiting?.inner || !waiting.carries) throw new Error('nothing is carried')
    const { data } = waiting.inner
    const { to, value } = waiting.inner
    const changed = { from: author, to, value: `0x${value.toString(16)}`, data: oneLess(data) }
    w.chain.sendByContract(changed, waiting.carries)
    await w.deliver()
    await w.advance(5_000)
    w.chain.mine()
    await wait(w, 2)
    const order = await w.order(orderId)
    expect(order.alarm).toMatchObject({ code: 'chain/mismatch' })
    expect(order.status).not.toBe('filled')
  })

  it('given one operator alone answers, and says that it failed, that is not told as a fact', async () => {
    const w = asContract(open('erc20'), 'operation')
    const orderId = await confirmed(w)
    await approve(w)
    const [liar = '', ...others] = w.nodes.operatorsOf(chainId)
    for (const host of others) w.nodes.silence(host)
    w.nodeFaults.set(liar, (method, honest) => {
      if (method !== 'eth_getTransactionReceipt' || honest === null) return honest
      const receipt = honest as { logs: { data: string; topics: string[] }[] }
      const logs = receipt.logs.map((log) => {
        if (log.topics.length < 4) return log
        return { ...log, data: `${log.data.slice(0, 66)}${'0'.repeat(64)}${log.data.slice(130)}` }
      })
      return { ...receipt, logs }
    })
    await approve(w)
    await wait(w, 3)
    const { state } = await depositOf(w, orderId)
    const checks = 'checks' in state ? state.checks : []
    expect(checks.filter((each) => each.what === 'hash' && each.state === 'failed')).toEqual([])
    expect(w.chain.deposits()).toHaveLength(1)
  })

  it('given one operator invents what was done, nothing is believed', async () => {
    const w = asContract(open('erc20'))
    const { say, carry } = await unsure(w)
    const little = `0xd0e30db0${'1'.padStart(64, '0')}`
    const { hash } = carry({ by: 'safe', id: unknown }, little)
    const [liar = ''] = w.nodes.operatorsOf(chainId)
    const whole = `0x${(10n ** 18n).toString(16).padStart(64, '0')}`
    w.nodeFaults.set(liar, (method, honest) => {
      if (method !== 'eth_getTransactionReceipt' || honest === null) return honest
      const receipt = honest as { logs: { data: string; address: string }[] }
      const logs = receipt.logs.map((log) =>
        log.address === erc20 ? { ...log, data: whole } : log,
      )
      return { ...receipt, logs }
    })
    await expect(say(hash)).rejects.toMatchObject({ code: 'order/not-carried-out' })
  })
})
