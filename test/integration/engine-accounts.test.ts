import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '@/src/domain/order/order-parts'
import { author, chainId, erc20, target } from './engine/chain'
import type { SimCarried, SimTransaction } from './engine/chain-terms'
import { toChainId } from './engine/service'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('accounts')

const contractCode = '0x6080'
const delegation = `0xef0100${'ab'.repeat(20)}`
const unknown = `0x${'9'.repeat(64)}`

/** A world whose account is a contract; its wallet names what it signs in its own way. */
function asContract(by?: SimCarried['by']): World {
  const w = open('erc20')
  w.chain.code.set(author, contractCode)
  w.page.state.contract = true
  w.page.state.carrier = by
  return w
}

/** The same call for one unit less. */
const oneLess = (data: string) =>
  `${data.slice(0, 10)}${(BigInt(`0x${data.slice(10)}`) - 1n).toString(16).padStart(64, '0')}`

/** An approval of so much to whom the deposit pays. */
const approval = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [target, amount] })

/** What its owner approves is carried out by somebody else a little later. */
async function approve(w: World): Promise<void> {
  w.page.approve()
  await w.deliver()
  await w.advance(5_000)
  w.chain.mine()
  await w.advance(90_000)
}

/** Approves until the deposit's prompt was answered; gives the order's id. */
async function paid(w: World): Promise<string> {
  const orderId = await confirmed(w)
  await approve(w)
  await approve(w)
  await wait(w, 2)
  return orderId
}

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
      const w = asContract(by)
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
      const w = asContract(by)
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
    const w = asContract('operation')
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
    const w = asContract()
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
    const w = asContract()
    w.destination.code.set(author, contractCode)
    for (const host of w.nodes.operatorsOf(toChainId)) w.nodes.silence(host)
    const { orderId } = await w.prepare()
    expect((await w.order(orderId)).otherCode).toBe(true)
  })

  it('given a Safe waits hours for its signers, is not called unsent, and is found when it is carried out', async () => {
    const w = asContract('safe')
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
      const w = asContract(by)
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
    const w = asContract()
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
    const w = asContract()
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
    const w = asContract()
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
    const w = asContract('operation')
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
    const w = asContract()
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
      const w = asContract(by)
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

  it('while it is looked for, operators are asked for nothing that one node shows to be something else', async () => {
    const w = asContract('safe')
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
    expect(receipts().length - before).toBe(0)
    expect((await depositOf(w, orderId)).state.status).toBe('declined')
    w.chain.sendByContract(asked.tx, { by: 'safe', id: `0x${'9'.repeat(64)}` })
    w.chain.mine()
    await wait(w, 5)
    // Two operators say so of the one that is it.
    expect(receipts().length - before).toBeGreaterThanOrEqual(2)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: w.chain.deposits().at(-1)?.hash,
    })
  })

  it('given nobody knows, "not sent" must be typed though the exact allowance stands', async () => {
    const w = asContract()
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
      const w = asContract()
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
    const w = asContract()
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
    const w = asContract()
    const { orderId, say, carry, asked } = await unsure(w)
    const id = `0x${'4'.repeat(64)}`
    carry({ by: 'safe', id }, oneLess(asked))
    await expect(say(id)).rejects.toMatchObject({ code: 'order/not-carried-out' })
    expect((await depositOf(w, orderId)).state.status).toBe('unsure')
  })

  it('given what its wallet named paid by another request than the one that was asked, raises the alarm', async () => {
    const w = asContract('safe')
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
    const w = asContract('operation')
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
    const w = asContract()
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

describe('two orders of an account, and one carrier', () => {
  it('given both are looked at at once, only one of them takes it', async () => {
    const w = asContract('operation')
    const first = await confirmed(w)
    await approve(w)
    w.page.approve()
    const [named] = w.page.outcomes.slice(-1)
    if (!named?.result.ok || named.result.value.kind !== 'hash') throw new Error('nothing is named')
    const { hash: id } = named.result.value
    await w.deliver()
    const [carrier] = w.chain.mempool.splice(0)
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest })
    await w.settle()
    w.page.approve()
    w.chain.mempool.splice(0)
    const [again] = w.page.outcomes.slice(-1)
    if (!again?.result.ok || again.result.value.kind !== 'hash') throw new Error('nothing is named')
    // The page names for the second payment what carried the first one.
    again.result.value.hash = id
    await w.deliver()
    expect((await depositOf(w, second)).state).toMatchObject({ status: 'sent', hash: id })
    w.kill()
    if (carrier) w.chain.mempool.push(carrier)
    w.chain.mine()
    w.revive()
    await wait(w, 5)
    const states = await Promise.all([first, second].map(async (each) => depositOf(w, each)))
    const taken = states.filter(({ state }) => 'hash' in state && state.hash === carrier?.hash)
    expect(taken).toHaveLength(1)
    const [left] = states.filter((each) => !taken.includes(each))
    expect(left?.state.status).toBe('unsure')
    expect(w.chain.deposits()).toHaveLength(1)
  })
})

describe('two orders of an account that ask for the very same', () => {
  /** Both payments are approved; what carries them waits apart. */
  async function both(how: 'truth' | 'false-rejection') {
    const w = asContract('operation')
    const first = await confirmed(w)
    await approve(w)
    w.page.approve()
    const [one] = w.chain.mempool.splice(0)
    await w.deliver()
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest })
    await w.settle()
    w.page.approve(how)
    const [other] = w.chain.mempool.splice(0)
    await w.deliver()
    if (!one?.carries || !other?.inner) throw new Error('nothing is carried')
    expect(other.inner.data).toBe(one.inner?.data)
    // What both take may be taken.
    w.chain.sendByContract({ to: erc20, data: approval(10n ** 9n), value: '0x0' })
    w.chain.mine()
    const land = async ({ nonce: _, ...tx }: SimTransaction) => {
      w.chain.mempool.push({ ...tx, nonce: w.chain.nextNonce(tx.from) })
      w.chain.mine()
      await wait(w, 10)
    }
    const hashesNow = () =>
      Promise.all(
        [first, second].map(async (each) => {
          const { state } = await depositOf(w, each)
          return state.status === 'confirmed' ? state.hash : state.status
        }),
      )
    return { w, one, other, land, hashesNow }
  }

  it('given no node finds it by the name that the first has for it, the second does not take what was named for the first', async () => {
    const { w, one, other, land, hashesNow } = await both('false-rejection')
    const { id = '' } = one.carries ?? {}
    // Only what it did tells of it: the second may look first.
    const hides = (method: string, honest: unknown, params?: readonly unknown[]) =>
      method === 'eth_getLogs' && JSON.stringify(params).includes(id) ? [] : honest
    const hosts = ['rpc.test', 'rpc2.test', ...w.nodes.operatorsOf(chainId)]
    for (const host of hosts) w.nodeFaults.set(host, hides)
    await land(one)
    expect(await hashesNow()).toEqual([one.hash, 'declined'])
    await land(other)
    expect(await hashesNow()).toEqual([one.hash, other.hash])
    expect(w.chain.deposits()).toHaveLength(2)
  })

  it.each(['truth', 'false-rejection'] as const)(
    'given what carries the second comes first (told by %s), each gets its own',
    async (how) => {
      const { w, one, other, land, hashesNow } = await both(how)
      await land(other)
      const [left, taken] = await hashesNow()
      // Named by nobody, it may be either's: never both's.
      expect([left, taken].filter((each) => each === other.hash)).toHaveLength(1)
      if (how === 'truth') expect(taken).toBe(other.hash)
      await land(one)
      expect((await hashesNow()).toSorted()).toEqual([one.hash, other.hash].toSorted())
      expect(w.chain.deposits()).toHaveLength(2)
    },
  )
})

describe('a carrier that a reorganisation takes back', () => {
  /** The deposit is mined; the service has not looked at the chain yet. */
  async function taken(by: SimCarried['by'] | undefined) {
    const w = asContract(by)
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    w.chain.reorg()
    const [lost] = w.chain.mempool.splice(0)
    if (!lost?.inner) throw new Error('nothing was carried')
    const { to, data, value } = lost.inner
    const call = { from: author, to, data, value: `0x${value.toString(16)}` }
    return { w, orderId, lost, again: () => w.chain.sendByContract(call, lost.carries) }
  }

  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given somebody else carries it out (its wallet named %s), that one is followed',
    async (by) => {
      const { w, orderId, lost, again } = await taken(by)
      await wait(w, 1)
      const { hash } = again()
      w.chain.mine()
      await wait(w, 30)
      expect(hash).not.toBe(lost.hash)
      expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
      expect(w.service.refused).toEqual([hash])
      expect((await w.order(orderId)).alarm).toBeUndefined()
      expect(w.page.state.everAsked).toBe(2)
    },
  )

  it('given the worker died meanwhile, it is followed by the next one', async () => {
    const { w, orderId, again } = await taken('operation')
    w.kill()
    const { hash } = again()
    w.chain.mine()
    w.revive()
    await wait(w, 30)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })

  it.each(['operation', 'safe'] as const)(
    'given it reverts then (%s), both operators show so, and the person can go on',
    async (by) => {
      const { w, orderId, lost } = await taken(by)
      w.service.faults.push(...Array<'error'>(900).fill('error'))
      w.chain.sendByContract({ to: erc20, data: approval(0n), value: '0x0' })
      w.chain.mempool.push({ ...lost, nonce: lost.nonce + 1 })
      w.chain.mine()
      expect(w.chain.mined.at(-1)).toMatchObject({ hash: lost.hash, reverted: true })
      await wait(w, 10)
      const step = await depositOf(w, orderId)
      expect(step.state).toMatchObject({ status: 'unsure', needsPerson: true })
      const attemptId = attemptOf(step.state) ?? ''
      const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
      await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
      expect(await w.order(orderId)).toMatchObject({
        status: 'failed',
        failure: { code: 'order/given-up' },
      })
      expect([w.chain.deposits().length, w.page.state.everAsked]).toEqual([0, 2])
    },
  )

  it.each([undefined, 'operation', 'safe', 'oldSafe'] as const)(
    'given it is mined again and comes to nothing this time (its wallet named %s), it is called paid no more',
    async (by) => {
      const { w, orderId, lost } = await taken(by)
      w.service.faults.push(...Array<'error'>(900).fill('error'))
      const idle = { inner: { to: erc20, data: approval(0n), value: 0n } }
      const carries = lost.carries && { ...lost.carries, failed: true }
      w.chain.mempool.push({ ...lost, ...(carries ? { carries } : idle) })
      w.chain.mine()
      expect(w.chain.mined.at(-1)).toMatchObject({ hash: lost.hash, reverted: false })
      await wait(w, 10)
      const state = by === undefined ? 'other' : 'failed'
      expect((await depositOf(w, orderId)).state).toMatchObject({
        status: 'unsure',
        needsPerson: true,
        checks: expect.arrayContaining([expect.objectContaining({ hash: lost.hash, state })]),
      })
      expect([w.chain.deposits().length, w.page.state.everAsked]).toEqual([0, 2])
    },
  )

  it('given one node alone shows that it came to nothing, it is waited for', async () => {
    const { w, orderId, lost } = await taken('operation')
    w.chain.mempool.push(lost)
    w.chain.mine()
    const without = (method: string, honest: unknown) =>
      method === 'eth_getTransactionReceipt' && honest !== null
        ? { ...(honest as object), logs: [] }
        : honest
    w.nodeFaults.set('rpc.test', without)
    w.nodeFaults.set(w.nodes.operatorsOf(chainId)[0] ?? '', without)
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'confirmed', hash: lost.hash })
  })

  it('given one operator alone shows that it reverted, it is waited for', async () => {
    const { w, orderId, lost } = await taken('operation')
    w.chain.mempool.push(lost)
    const [liar = ''] = w.nodes.operatorsOf(chainId)
    w.nodes.lie(liar, 'reverted')
    w.nodes.lie('rpc.test', 'reverted')
    w.chain.mine()
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'confirmed', hash: lost.hash })
  })

  it('given nobody does, is waited for, and nothing is asked again', async () => {
    const { w, orderId, lost } = await taken('safe')
    await wait(w, 60)
    const { hash } = lost
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
    expect(['submitted', 'tracking']).toContain((await w.order(orderId)).status)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given nobody does for a day, the person is asked, and it is followed should it come after all', async () => {
    const { w, orderId, lost } = await taken('safe')
    for (let hours = 0; hours < 27; hours += 1) await w.advance(3_600_000)
    const checks = expect.arrayContaining([
      expect.objectContaining({ hash: lost.hash, state: 'nowhere' }),
    ])
    const state = { status: 'unsure', needsPerson: true, checks }
    expect((await depositOf(w, orderId)).state).toMatchObject(state)
    expect(w.page.state.everAsked).toBe(2)
    w.chain.mempool.push(lost)
    w.chain.mine()
    await w.advance(7_200_000)
    expect((await depositOf(w, orderId)).state).toMatchObject({
      status: 'confirmed',
      hash: lost.hash,
    })
  })

  it('given its order is filled and a node shows it as reverted, is looked at for less than an hour', async () => {
    const w = asContract('operation')
    const orderId = await paid(w)
    expect((await w.order(orderId)).status).toBe('filled')
    w.nodes.lie('rpc.test', 'reverted')
    await wait(w, 60)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.clock.alarm).toBeUndefined()
  })
})

describe('an account that delegates (EIP-7702)', () => {
  it.each(['native', 'erc20'] as const)(
    'given it pays by an ordinary transaction (%s), is driven like any other',
    async (source) => {
      const w = open(source)
      w.chain.code.set(author, delegation)
      const orderId = await paid(w)
      expect(await w.order(orderId)).toMatchObject({ coded: 'delegated', status: 'filled' })
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given its transaction is altered, raises the alarm as any other', async () => {
    const w = open('erc20')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    const altered = w.chain.replace(w.chain.mempool[0]?.hash ?? '', {
      data: `${w.chain.mempool[0]?.data}ff`,
    })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash') {
      outcome.result.value.hash = altered?.hash ?? ''
    }
    await w.deliver()
    await w.advance(10_000)
    expect((await w.order(orderId)).alarm).toMatchObject({ code: 'chain/mismatch' })
  })

  it.each(['erc20', 'native'] as const)(
    'given others carry it out for it (%s), is followed by what they carried',
    async (source) => {
      const w = open(source)
      w.chain.code.set(author, delegation)
      w.page.state.contract = true
      w.page.state.carrier = 'operation'
      const order = await w.order(await paid(w))
      expect(order.status).toBe('filled')
      expect(order.alarm).toBeUndefined()
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given coins that others carried, and a wallet that named nothing, is not told that none left, and takes the hash', async () => {
    const w = open('native')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    const asked = w.page.prompts[0]?.command.request
    if (asked?.kind !== 'transaction') throw new Error('nothing is asked for')
    w.page.muddle()
    await w.deliver()
    const id = `0x${'3'.repeat(64)}`
    const { hash } = w.chain.sendByContract(asked.tx, { by: 'operation', id })
    w.chain.mine()
    await wait(w, 3)
    const step = await depositOf(w, orderId)
    const checks = 'checks' in step.state ? step.state.checks : []
    expect(checks.filter(({ what }) => what === 'nonce')).toEqual([])
    const at = { orderId, stepId: step.id, attemptId: attemptOf(step.state) ?? '' }
    await w.call('resolveUnsure', {
      ...at,
      choice: { kind: 'sent', hash: id.toUpperCase().replace('X', 'x') },
    })
    await wait(w, 3)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })

  it('given its nonce went to something else, that is no proof: the person is asked', async () => {
    const w = open('native')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    w.page.approve()
    const [sent] = w.chain.mempool
    await w.deliver()
    await w.advance(5_000)
    w.chain.replace(sent?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    expect((await w.order(orderId)).attempts[0]?.end).toBeUndefined()
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('an account that gets its code after the review', () => {
  it('given its first operation deploys it, is followed all the same', async () => {
    const w = open('erc20')
    w.page.state.contract = true
    const orderId = await confirmed(w)
    expect((await w.order(orderId)).coded).toBeUndefined()
    w.chain.code.set(author, contractCode)
    await approve(w)
    expect((await w.order(orderId)).attempts.at(-1)?.evidence.coded).toBe('contract')
    await approve(w)
    await wait(w, 2)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.chain.deposits()).toHaveLength(1)
    expect(w.chain.deposits()[0]?.inner?.to).toBe(target)
  })

  it('given it pays coins, nothing is told of transactions, neither before it is deployed nor after', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const asked = w.page.prompts[0]?.command.request
    if (asked?.kind !== 'transaction') throw new Error('nothing is asked for')
    w.page.muddle()
    await w.deliver()
    await wait(w, 3)
    const told = async () => {
      const { state } = await depositOf(w, orderId)
      expect(state.status).toBe('unsure')
      return 'checks' in state ? state.checks.map(({ what }) => what) : []
    }
    expect(await told()).toContain('ledger')
    expect(await told()).not.toContain('nonce')
    w.chain.code.set(author, contractCode)
    const id = `0x${'3'.repeat(64)}`
    const { hash } = w.chain.sendByContract(asked.tx, { by: 'operation', id })
    w.chain.mine()
    // A contract begins with the nonce 1 (EIP-161).
    const begins = (method: string, honest: unknown) =>
      method === 'eth_getTransactionCount' ? '0x1' : honest
    const hosts = ['rpc.test', ...w.nodes.operatorsOf(chainId)]
    for (const host of hosts) w.nodeFaults.set(host, begins)
    await wait(w, 10)
    expect(await told()).not.toContain('nonce')
    const { id: stepId, state } = await depositOf(w, orderId)
    const at = { orderId, stepId, attemptId: attemptOf(state) ?? '' }
    await w.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash: id } })
    await wait(w, 3)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })
})
