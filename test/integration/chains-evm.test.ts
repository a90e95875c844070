import { maxUint256 } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import { findByNonce, findNonceBlock } from '@/src/chains/nonce-block'
import { encodeApprove } from '@/src/domain/policy/policy-abi'
import { classifyReplacement, verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'

const base = 8453
const spender = '0x1111111111111111111111111111111111111111'
const native = `0x${'0'.repeat(40)}`
const nobody = '0x00000000000000000000000000000000000a11ce'

let sandbox: Sandbox
let client: SandboxClient
let reader: EvmReader
let rpcUrl: string
let owner: string

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
  rpcUrl = sandbox.info.chains.find((chain) => chain.id === base)?.rpcUrl ?? ''
  reader = createEvmReader({ chainId: base, urls: [rpcUrl] })
  owner = client.account.address
})
beforeEach(() => client.control('POST', '/reset', {}))
afterAll(() => sandbox?.stop())

type Payload = { to: string; data?: string; value?: bigint; nonce?: number; tip?: bigint }

/** Sends with the test account's key; gives the hash, mined or not. */
function send({ to, data = '0x', value = 0n, nonce, tip }: Payload): Promise<string> {
  return client.wallet(base).sendTransaction({
    chain: null,
    to: to as `0x${string}`,
    data: data as `0x${string}`,
    value,
    gas: 200_000n,
    ...(nonce === undefined ? {} : { nonce }),
    ...(tip === undefined ? {} : { maxPriorityFeePerGas: tip, maxFeePerGas: 10n ** 11n + tip }),
  })
}

/** Sends, and waits until it is mined. */
async function sendMined(payload: Payload): Promise<string> {
  const hash = await send(payload)
  await waitUntilMined(client.wallet(base), hash as `0x${string}`)
  return hash
}

const approve = (token: { address: string }, amount: bigint) =>
  sendMined({ to: token.address, data: encodeApprove(spender, amount) })

/** Puts code at an address, as anvil allows. */
const setCode = (address: string, code: string) =>
  fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setCode',
      params: [address, code],
    }),
  })

/** A transaction as it would have been asked. */
const asked = (payload: { to: string; data: string; value: string }) => ({
  chainId: base,
  tx: { from: owner.toLowerCase(), ...payload },
})

describe('an EVM chain, read', () => {
  it('given accounts and tokens, then balances and allowances in smallest units', async () => {
    const usdc = client.token(base, 'USDC')
    expect(await reader.tokenBalance(usdc.address, owner)).toBe(await client.balanceOf(usdc))
    expect(await reader.tokenBalance(native, nobody)).toBe(0n)
    expect(await reader.balance(owner)).toBeGreaterThan(10n ** 18n)
    expect(await reader.allowance(usdc.address, owner, spender)).toBe(0n)
    await approve(usdc, 77n)
    expect(await reader.allowance(usdc.address, owner, spender)).toBe(77n)
    const pairs = [spender, nobody].map((each) => ({
      ...{ token: usdc.address, spender: each },
      plain: false,
    }))
    const asked: string[] = []
    const counting = createEvmReader({
      chainId: base,
      urls: [rpcUrl],
      fetch: (url, init) => {
        asked.push(JSON.parse(String(init.body)).method)
        return fetch(url, init)
      },
    })
    expect(await counting.mayTake(owner, pairs, Date.now())).toEqual([77n, 0n])
    expect(asked).toEqual(['eth_chainId', 'eth_call'])
  })

  it('given a token read at an address without one, then a bad answer', async () => {
    await expect(reader.tokenBalance(nobody, owner)).rejects.toMatchObject({
      code: 'chain/bad-answer',
    })
  })

  it('given contracts, plain accounts and accounts that delegate, then each is told', async () => {
    const delegate = '0x00000000000000000000000000000000000de1e9'
    await setCode(delegate, `0xef0100${'11'.repeat(20)}`)
    expect(await reader.accountKind(client.token(base, 'USDC').address)).toBe('contract')
    expect(await reader.accountKind(nobody)).toBe('plain')
    expect(await reader.accountKind(delegate)).toBe('delegated')
    expect(await reader.code(delegate)).toHaveLength(2 + 46)
  })

  it('given a block that is not there, then null for its transactions', async () => {
    expect(await reader.blockTransactions(await reader.blockNumber())).toEqual(expect.any(Array))
    expect(await reader.blockTransactions(10n ** 9n)).toBeNull()
  })

  it('given prices, then a reserve that a deposit fits into', async () => {
    const price = await reader.gasPrice()
    expect(await reader.reserve()).toBe(2n * price * 500_000n)
  })

  it('given a layer 2 with a data fee, then the reserve holds it too', async () => {
    const oracle = '0x420000000000000000000000000000000000000F'
    // Returns 1,000 whatever is called: PUSH2 0x03e8 PUSH0 MSTORE PUSH1 0x20 PUSH0 RETURN.
    await setCode(oracle, '0x6103e85f5260205ff3')
    const price = await reader.gasPrice()
    expect(await reader.reserve()).toBe(2n * (price * 500_000n + 1_000n))
    await setCode(oracle, '0x')
  })

  it('given an address that serves another chain, then it is not believed', async () => {
    const other = createEvmReader({ chainId: 1, urls: [rpcUrl] })
    await expect(other.blockNumber()).rejects.toMatchObject({
      code: 'chain/bad-answer',
      context: { expected: 1, actual: '8453' },
    })
  })

  it('given a dead address before a live one, then the live one answers', async () => {
    const both = createEvmReader({ chainId: base, urls: ['http://127.0.0.1:1/', rpcUrl] })
    expect(await both.blockNumber()).toBe(await reader.blockNumber())
  })
})

describe('approvals, tried', () => {
  it('given tokens of both kinds with something allowed, then only the strict one needs a reset', async () => {
    const [usdc, usdt] = [client.token(base, 'USDC'), client.token(base, 'USDT')]
    const tries = (token: string) =>
      reader.canApprove({ token, owner, spender, amount: maxUint256.toString() })
    await approve(usdt, 0n)
    expect(await tries(usdt.address)).toBe(true)
    await approve(usdc, 5n)
    await approve(usdt, 5n)
    expect(await tries(usdc.address)).toBe(true)
    expect(await tries(usdt.address)).toBe(false)
  })

  it('given a node that is away, then that is not an answer', async () => {
    const away = createEvmReader({ chainId: base, urls: ['http://127.0.0.1:1/'] })
    const request = { token: nobody, owner, spender, amount: '1' }
    await expect(away.canApprove(request)).rejects.toMatchObject({ code: 'chain/unreachable' })
  })
})

describe('a trial', () => {
  const call = (to: string, data: string, value = '0x0') => ({ from: owner, to, data, value })
  const tried = (token: string, ...requests: ReturnType<typeof call>[]) =>
    reader.trial({ account: owner, requests, token, spenders: [spender] })

  it('given a call that works, or one that does not, then it says which', async () => {
    const usdc = client.token(base, 'USDC').address
    expect(await tried(usdc, call(usdc, encodeApprove(spender, 1n)))).toMatchObject({
      outcome: 'passes',
    })
    const transfer = `0xa9059cbb${'0'.repeat(24)}${spender.slice(2)}${'f'.repeat(64)}`
    expect(await tried(usdc, call(usdc, transfer))).toMatchObject({ outcome: 'reverts' })
  })

  it('given an approval and a call that needs it, then the second sees what the first left', async () => {
    const usdt = client.token(base, 'USDT').address
    await approve(client.token(base, 'USDT'), 0n)
    const [first, again] = [encodeApprove(spender, 1n), encodeApprove(spender, 2n)]
    expect(await tried(usdt, call(usdt, first), call(usdt, again))).toMatchObject({
      outcome: 'reverts',
    })
    const reset = encodeApprove(spender, 0n)
    expect(
      await tried(usdt, call(usdt, first), call(usdt, reset), call(usdt, again)),
    ).toMatchObject({ outcome: 'passes' })
  })
})

describe('what was sent', () => {
  it('given a mined transaction, then it equals what was asked and its receipt says success', async () => {
    const usdc = client.token(base, 'USDC')
    const hash = await approve(usdc, 3n)
    const found = await reader.transaction(hash)
    if (found === null) throw new Error('not found')
    const tx = { to: usdc.address, data: encodeApprove(spender, 3n), value: '0x0' }
    expect(verifyEvmTransaction(asked(tx), found)).toEqual({ verdict: 'equal' })
    const other = { ...tx, data: encodeApprove(usdc.address, 3n) }
    expect(verifyEvmTransaction(asked(other), found)).toMatchObject({ field: 'data' })
    expect(await reader.receipt(hash)).toMatchObject({
      hash,
      status: 'success',
      blockNumber: found.blockNumber,
    })
  })

  it('given a transaction that reverted, then its receipt says so', async () => {
    const hash = await sendMined({ to: client.token(base, 'USDC').address, data: '0x12345678' })
    expect(await reader.receipt(hash)).toMatchObject({ status: 'reverted' })
  })

  it('given a hash that nobody has seen, then neither transaction nor receipt', async () => {
    const hash = `0x${'7'.repeat(64)}`
    expect(await reader.transaction(hash)).toBeNull()
    expect(await reader.receipt(hash)).toBeNull()
  })

  it('given a nonce that was used blocks ago, then the block and the transaction are found', async () => {
    const from = await reader.blockNumber()
    const nonce = await reader.nonce(owner, 'latest')
    await client.control('POST', '/chain', { chainId: base, action: 'mine', blocks: 40 })
    const hash = await sendMined({ to: nobody, value: 5n })
    await client.control('POST', '/chain', { chainId: base, action: 'mine', blocks: 40 })
    await sendMined({ to: nobody, value: 6n })
    const search = { address: owner, nonce, from }
    expect(await findNonceBlock(reader, search)).toBe(from + 41n)
    const found = await findByNonce(reader, search)
    expect(found).toMatchObject({ hash, value: 5n, to: nobody, nonce })
    expect(await findByNonce(reader, { ...search, nonce: nonce + 9 })).toBeNull()
  })

  it.each([
    ['sped up', { to: nobody, value: 9n }, 'same'],
    ['cancelled', { to: 'self', value: 0n }, 'cancelled'],
    ['changed', { to: nobody, value: 8n }, 'altered'],
    ['replaced', { to: '0x0000000000000000000000000000000000000b0b', value: 8n }, 'replaced'],
  ] as const)(
    'given a waiting transaction that is %s, then the chain tells',
    async (_, other, verdict) => {
      await client.control('POST', '/chain', { chainId: base, action: 'automine', on: false })
      const nonce = await reader.nonce(owner, 'latest')
      const hash = await send({ to: nobody, value: 9n, nonce, tip: 10n ** 9n })
      expect(await reader.transaction(hash)).not.toHaveProperty('blockNumber')
      expect(await reader.nonce(owner, 'pending')).toBe(nonce + 1)
      const to = other.to === 'self' ? owner : other.to
      await send({ to, value: other.value, nonce, tip: 10n ** 10n })
      const from = await reader.blockNumber()
      await client.control('POST', '/chain', { chainId: base, action: 'mine', blocks: 1 })
      const found = await findByNonce(reader, { address: owner, nonce, from })
      if (found === null) throw new Error('not mined')
      expect(found.hash).not.toBe(hash)
      const tx = { to: nobody, data: '0x', value: '0x9' }
      expect(classifyReplacement(asked(tx), found)).toBe(verdict)
      expect(await reader.transaction(hash)).toBeNull()
    },
  )
})
