import {
  type Address,
  address,
  createSolanaRpc,
  generateKeyPairSigner,
  type IInstruction,
  isSolanaError,
  type KeyPairSigner,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainDeposit, Reference } from '@/test/sandbox/chains/port'
import {
  composeSigned,
  composeUnsigned,
  ensureTokenAccount,
  memo,
  tokenAccountOf,
  transfer,
} from '@/test/sandbox/chains/solana/compose'
import { deriveKey } from '@/test/sandbox/chains/solana/keys'
import { type SolanaChain, startSolana } from '@/test/sandbox/chains/solana/solana'
import {
  decodeTransaction,
  fromBase64,
  toBase58,
  toBase64,
} from '@/test/sandbox/chains/solana/wire'

const SOL = { address: address('11111111111111111111111111111111'), decimals: 9 }

let chain: SolanaChain
let rpc: ReturnType<typeof createSolanaRpc>
let traveller: KeyPairSigner

const tokenNamed = (symbol: string) => {
  const token = chain.tokens.find((known) => known.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol}`)
  return { address: address(token.address), decimals: token.decimals }
}

/** The current block as instructions need it: read over the wire, as a client does. */
const latestBlock = async () => {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  return { blockhash: value.blockhash, slot: Number(value.lastValidBlockHeight) - 150, time: 0 }
}

const sign = async (instructions: readonly IInstruction[], by = traveller) => {
  const wire = await composeSigned(by, await latestBlock(), instructions)
  return { text: toBase64(wire.bytes), signature: wire.signature as Signature, bytes: wire.bytes }
}

const send = (text: string, options: { skipPreflight?: boolean } = {}) =>
  rpc.sendTransaction(text as never, { encoding: 'base64', ...options }).send()

const post = async (body: string) => {
  const response = await fetch(chain.rpcUrl, { method: 'POST', body })
  return { response, json: await response.json() }
}

const call = async (method: string, params: unknown[] = []) =>
  (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json

const reference = (n: number): Reference => `0x${n.toString(16).padStart(64, '0')}`

/** What the wallet does: signs the service's transaction with the traveller's key. */
const signBuilt = async (transaction: string): Promise<string> => {
  const bytes = fromBase64(transaction)
  const { transaction: parts } = decodeTransaction(bytes)
  const signature = new Uint8Array(
    await crypto.subtle.sign(
      'Ed25519',
      traveller.keyPair.privateKey,
      Uint8Array.from(parts.messageBytes),
    ),
  )
  // One signer: the count, the signature, then the message.
  return toBase64(Uint8Array.of(1, ...signature, ...parts.messageBytes))
}

const build = async (token: { address: string }, amount: bigint, ref: Reference) => {
  const approvals = await chain.port.buildDeposit({
    from: traveller.address,
    token: token.address,
    amount,
    reference: ref,
    approval: 'exact',
    isSwitchingChain: false,
  })
  const [approval] = approvals
  if (approval?.type !== 'solana_sendTransaction') throw new Error('not a Solana approval')
  return approval
}

beforeAll(async () => {
  // Blocks only with transactions: the tests say when time passes.
  chain = await startSolana({ port: 0, blockMs: 0 })
  rpc = createSolanaRpc(chain.rpcUrl as never)
  traveller = (await deriveKey('traveller')).signer
})

afterAll(() => chain.stop())

describe('the sandbox Solana node', () => {
  it('moves SOL when a signed transfer is sent, and takes the fee', async () => {
    const to = (await generateKeyPairSigner()).address
    const before = await rpc.getBalance(traveller.address).send()
    const { text, signature } = await sign([
      await transfer(SOL, traveller.address, to, 1_000_000_000n),
    ])

    expect(await send(text)).toBe(signature)

    expect((await rpc.getBalance(to).send()).value).toBe(1_000_000_000n)
    const after = await rpc.getBalance(traveller.address).send()
    expect(before.value - after.value).toBe(1_000_005_000n)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
  })

  it('moves SPL tokens into a token account that the sender creates', async () => {
    const usdc = tokenNamed('USDC')
    const to = (await generateKeyPairSigner()).address
    const { text, signature } = await sign([
      await ensureTokenAccount(usdc.address, to, traveller.address),
      await transfer(usdc, traveller.address, to, 12_345_678n),
    ])

    await send(text)

    const owned = await rpc
      .getTokenAccountsByOwner(to, { mint: usdc.address }, { encoding: 'jsonParsed' })
      .send()
    expect(owned.value[0]?.account.data.parsed.info).toMatchObject({
      mint: usdc.address,
      owner: to,
      tokenAmount: { amount: '12345678', decimals: 6, uiAmountString: '12.345678' },
    })
    const balance = await rpc.getTokenAccountBalance(await tokenAccountOf(usdc.address, to)).send()
    expect(balance.value.amount).toBe('12345678')
    chain.advance(40)
    const found = await rpc
      .getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send()
    expect(found?.meta?.postTokenBalances).toEqual(
      expect.arrayContaining([expect.objectContaining({ owner: to, mint: usdc.address })]),
    )
    expect(found?.meta?.fee).toBe(5_000n)
  })

  it('refuses a transaction whose signature does not verify', async () => {
    const { bytes, signature } = await sign([
      await transfer(SOL, traveller.address, chain.port.depositTarget as Address, 1n),
    ])
    const forged = Uint8Array.from(bytes)
    forged[10] = (forged[10] ?? 0) ^ 1

    const answer = await call('sendTransaction', [toBase64(forged), { encoding: 'base64' }])

    expect(answer.error).toMatchObject({
      code: -32003,
      message: 'Transaction signature verification failure',
    })
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toBeNull()
  })

  it('takes a forged transaction without preflight and never lets it land', async () => {
    const to = (await generateKeyPairSigner()).address
    const { bytes } = await sign([await transfer(SOL, traveller.address, to, 1_000_000n)])
    const forged = Uint8Array.from(bytes)
    forged[10] = (forged[10] ?? 0) ^ 1

    const signature = await send(toBase64(forged), { skipPreflight: true })

    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toBeNull()
    expect((await rpc.getBalance(to).send()).value).toBe(0n)
  })

  it('refuses a blockhash that is older than 150 blocks', async () => {
    const { text, signature } = await sign([memo('late')])
    const { blockhash } = decodeBlockhash(text)
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(true)
    chain.advance(150)
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(true)
    chain.advance(1)
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(false)

    const refusal = await send(text).catch((error: unknown) => error)

    expect(
      isSolanaError(
        refusal,
        SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
      ),
    ).toBe(true)
    const raw = await call('sendTransaction', [text, { encoding: 'base64' }])
    expect(raw.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    })
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toBeNull()
  })

  it('executes identical bytes once, and says so to a preflight that can see them', async () => {
    const to = (await generateKeyPairSigner()).address
    const { text, signature } = await sign([await transfer(SOL, traveller.address, to, 2_000_000n)])

    const resend = () => call('sendTransaction', [text, { encoding: 'base64' }])
    expect(await send(text)).toBe(signature)
    expect(await send(text, { skipPreflight: true })).toBe(signature)
    // A preflight against final blocks, the default of a node, does not see it yet.
    expect(await resend()).toMatchObject({ result: signature })
    expect((await rpc.getBalance(to).send()).value).toBe(2_000_000n)

    chain.advance(32)
    const raw = await resend()
    expect(raw.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    })
    expect(await send(text, { skipPreflight: true })).toBe(signature)
    expect((await rpc.getBalance(to).send()).value).toBe(2_000_000n)
  })

  it('accepts base58, the default encoding', async () => {
    const { bytes, signature } = await sign([memo('base58')])
    expect(await call('sendTransaction', [toBase58(bytes)])).toMatchObject({ result: signature })
  })

  it('simulates without executing, and shows the accounts as they would be', async () => {
    const to = (await generateKeyPairSigner()).address
    const unsigned = composeUnsigned(traveller.address, await latestBlock(), [
      await transfer(SOL, traveller.address, to, 5_000_000n),
    ])

    const { value } = await rpc
      .simulateTransaction(toBase64(unsigned) as never, {
        encoding: 'base64',
        accounts: { encoding: 'base64', addresses: [to] },
      })
      .send()

    expect(value).toMatchObject({ err: null, accounts: [{ lamports: 5_000_000n }] })
    expect(value.logs).toContain('Program 11111111111111111111111111111111 success')
    expect((await rpc.getBalance(to).send()).value).toBe(0n)
  })

  it('shows in a simulation what every account becomes, and what programs called', async () => {
    const usdc = tokenNamed('USDC')
    const owner = (await generateKeyPairSigner()).address
    const opened = await tokenAccountOf(usdc.address, owner)
    const [mine, slot] = [
      await tokenAccountOf(usdc.address, traveller.address),
      await rpc.getSlot({ commitment: 'processed' }).send(),
    ]
    const bytes = composeUnsigned(traveller.address, await latestBlock(), [
      await ensureTokenAccount(usdc.address, owner, traveller.address),
      await transfer(usdc, traveller.address, owner, 5n),
    ])
    const simulate = (patch: object) =>
      call('simulateTransaction', [
        toBase64(bytes),
        { encoding: 'base64', replaceRecentBlockhash: true, innerInstructions: true, ...patch },
      ])
    const addresses = [mine, opened, traveller.address, owner]
    const before = await call('getMultipleAccounts', [addresses, { encoding: 'base64' }])
    const { result } = await simulate({
      accounts: { encoding: 'base64', addresses },
      minContextSlot: Number(slot),
    })

    const [own, vault, payer, nobody] = result.value.accounts
    expect(before.result.value).toMatchObject([{ space: 165 }, null, { space: 0 }, null])
    expect(nobody).toBeNull()
    expect(own.lamports).toBe(before.result.value[0].lamports)
    const amount = (account: { data: [string] }) =>
      new DataView(fromBase64(account.data[0]).buffer).getBigUint64(64, true)
    expect(amount(before.result.value[0]) - amount(own)).toBe(5n)
    expect(amount(vault)).toBe(5n)
    expect(before.result.value[2].lamports - payer.lamports).toBe(vault.lamports + 5_000)
    // The program of associated accounts had the account made and set up.
    expect(result.value.innerInstructions).toMatchObject([
      { index: 0, instructions: [{}, {}, {}, {}] },
    ])
    expect((await rpc.getAccountInfo(opened).send()).value).toBeNull()

    const early = await simulate({ minContextSlot: Number(slot) + 1 })
    expect(early.error).toMatchObject({ code: -32016, data: { contextSlot: Number(slot) } })
    const many = { encoding: 'base64', addresses: Array(12).fill(mine) }
    expect((await simulate({ accounts: many })).error).toMatchObject({ code: -32602 })
  })

  it('explains in preflight why a transfer of more than there is fails', async () => {
    const to = (await generateKeyPairSigner()).address
    const { text } = await sign([
      await transfer(SOL, traveller.address, to, 1_000_000_000_000_000n),
    ])

    const { error } = await call('sendTransaction', [text, { encoding: 'base64' }])

    expect(error).toMatchObject({
      code: -32002,
      message:
        'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    })
    expect(error.data.logs.join('\n')).toContain('insufficient lamports')
  })

  it('charges the fee and records the error when a failing transaction lands', async () => {
    const to = (await generateKeyPairSigner()).address
    const before = await rpc.getBalance(traveller.address).send()
    const { text, signature } = await sign([
      await transfer(SOL, traveller.address, to, 1_000_000_000_000_000n),
    ])

    await send(text, { skipPreflight: true })

    const after = await rpc.getBalance(traveller.address).send()
    expect(before.value - after.value).toBe(5_000n)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value[0]?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    expect(await chain.port.transactionState(signature)).toBe('reverted')
  })

  it('prices a message as it then charges it', async () => {
    const wire = await composeSigned(traveller, await latestBlock(), [
      {
        programAddress: address('ComputeBudget111111111111111111111111111111'),
        data: Uint8Array.of(2, 0x10, 0x27, 0, 0),
      },
      {
        programAddress: address('ComputeBudget111111111111111111111111111111'),
        data: Uint8Array.of(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0),
      },
      await transfer(SOL, traveller.address, chain.port.fillerAddress as Address, 1n),
    ])
    const quoted = await rpc
      .getFeeForMessage(toBase64(Uint8Array.from(wire.transaction.messageBytes)) as never)
      .send()
    const before = await rpc.getBalance(traveller.address).send()

    await send(toBase64(wire.bytes))

    const after = await rpc.getBalance(traveller.address).send()
    expect(quoted.value).toBe(15_000n)
    expect(before.value - after.value).toBe(15_001n)
  })

  it('lands transactions to which a wallet added Lighthouse assertions', async () => {
    const { text, signature } = await sign([
      memo('guarded'),
      {
        programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
        data: Uint8Array.of(5, 0, 255),
      },
    ])
    await send(text)
    expect(await chain.port.transactionState(signature)).toBe('mined')
  })

  it('settles a transaction from processed to finalized as blocks follow', async () => {
    const { text, signature } = await sign([memo('settling')])
    await send(text)
    const params = [signature, { maxSupportedTransactionVersion: 0 }]
    expect((await call('getTransaction', params)).result).toBeNull()
    chain.advance(31)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value[0]).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
    expect((await call('getTransaction', params)).result).toMatchObject({ meta: { err: null } })
  })

  it('forgets old statuses unless history is searched', async () => {
    const { text, signature } = await sign([memo('old')])
    await send(text)
    chain.advance(151)
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toBeNull()
    const searched = await rpc
      .getSignatureStatuses([signature], { searchTransactionHistory: true })
      .send()
    expect(searched.value[0]?.confirmationStatus).toBe('finalized')
  })

  it('demands that a client says it understands version 0', async () => {
    const { text, signature } = await sign([memo('versioned')])
    await send(text)
    const refused = await call('getTransaction', [signature, { commitment: 'confirmed' }])
    expect(refused.error.code).toBe(-32015)
    const answered = await call('getTransaction', [
      signature,
      { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'base64' },
    ])
    expect(answered.result).toMatchObject({ version: 0, transaction: [text, 'base64'] })
  })

  it('lists the signatures of an address, newest first, with their memos', async () => {
    const someone = await generateKeyPairSigner()
    const airdrop = await call('requestAirdrop', [someone.address, 1_000_000_000])
    expect(airdrop.result).toEqual(expect.any(String))
    const first = await sign([memo('one')], someone)
    await send(first.text)
    const second = await sign([memo('two')], someone)
    await send(second.text)

    const listed = await rpc
      .getSignaturesForAddress(someone.address, { commitment: 'confirmed', limit: 2 })
      .send()

    expect(listed.map(({ signature, memo: text }) => [signature, text])).toEqual([
      [second.signature, '[3] two'],
      [first.signature, '[3] one'],
    ])
    const older = await rpc
      .getSignaturesForAddress(someone.address, {
        commitment: 'confirmed',
        before: first.signature,
      })
      .send()
    expect(older).toHaveLength(1)
  })

  it('reads accounts in each encoding', async () => {
    const usdc = tokenNamed('USDC')
    const account = await tokenAccountOf(usdc.address, traveller.address)
    const raw = await rpc.getAccountInfo(account, { encoding: 'base64' }).send()
    expect(fromBase64(raw.value?.data[0] ?? '')).toHaveLength(165)
    const mint = await call('getAccountInfo', [usdc.address, { encoding: 'jsonParsed' }])
    expect(mint.result.value.data.parsed).toMatchObject({ type: 'mint', info: { decimals: 6 } })
    const several = await call('getMultipleAccounts', [[account, usdc.address]])
    expect(several.result.value).toMatchObject([{ space: 165 }, { space: 82 }])
    const none = (await generateKeyPairSigner()).address
    expect((await rpc.getAccountInfo(none).send()).value).toBeNull()
  })

  it('answers the questions about the node and its blocks', async () => {
    const slot = await rpc.getSlot().send()
    chain.advance(3)
    expect(await rpc.getSlot().send()).toBe(slot + 3n)
    expect(await rpc.getBlockHeight().send()).toBe(slot + 3n)
    expect((await rpc.getEpochInfo().send()).absoluteSlot).toBe(slot + 3n)
    expect(Number(await rpc.getBlockTime(slot).send())).toBeGreaterThan(1_700_000_000)
    expect(await rpc.getGenesisHash().send()).toMatch(/^5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/)
    expect(await rpc.getHealth().send()).toBe('ok')
    expect((await rpc.getVersion().send())['solana-core']).toMatch(/^\d+\.\d+\.\d+$/)
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
    expect((await rpc.getRecentPrioritizationFees().send()).length).toBeGreaterThan(0)
  })

  it('gives the errors of JSON-RPC, answers batches and lets any origin in', async () => {
    expect((await post('{')).json.error.code).toBe(-32700)
    expect((await post('{"id":1}')).json.error.code).toBe(-32600)
    expect((await call('getNothing')).error.code).toBe(-32601)
    expect((await call('getBalance', ['not an address'])).error.code).toBe(-32602)
    expect((await call('sendTransaction', ['AAAA', { encoding: 'base64' }])).error.code).toBe(
      -32602,
    )
    const batch = await post(
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
        { jsonrpc: '2.0', id: 'b', method: 'getNothing' },
      ]),
    )
    expect(batch.json).toMatchObject([
      { id: 'a', result: 'ok' },
      { id: 'b', error: { code: -32601 } },
    ])
    expect(batch.response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('deposits on the sandbox Solana chain', () => {
  it.each([
    { symbol: 'SOL', amount: 250_000_000n, via: 'a native transfer' },
    { symbol: 'USDC', amount: 25_000_000n, via: 'a transfer into an existing token account' },
    { symbol: 'BONK', amount: 1_000_00000n, via: 'a token account that the deposit creates' },
  ])('sees a $symbol deposit made by $via, pays out and refunds', async ({ symbol, amount }) => {
    const token = symbol === 'SOL' ? SOL : tokenNamed(symbol)
    const ref = reference(Number(amount))
    const seen: ChainDeposit[] = []
    const off = chain.port.onDeposit((deposit) => {
      if (deposit.reference === ref) seen.push(deposit)
    })
    const approval = await build(token, amount, ref)
    expect(approval.deposit).toBe(true)
    const signedTransaction = await signBuilt(approval.transaction)
    const request = { signedTransaction, reference: ref }

    const txHash = await chain.port.broadcast(request)

    expect(await chain.port.broadcast(request)).toBe(txHash)
    expect(await chain.port.transactionState(txHash)).toBe('mined')
    expect(seen).toEqual([
      expect.objectContaining({
        txHash,
        reference: ref,
        via: 'contract',
        sender: traveller.address,
        token: token.address,
        amount,
      }),
    ])
    const to = (await generateKeyPairSigner()).address
    const paid = await chain.port.payOut({ token: token.address, to, amount })
    expect(await chain.port.transactionState(paid)).toBe('mined')
    expect(await chain.port.balanceOf(token.address, to)).toBe(amount)
    const [deposit] = seen
    if (deposit === undefined) throw new Error('no deposit')
    await chain.port.refund({ deposit, to })
    expect(await chain.port.balanceOf(token.address, to)).toBe(2n * amount)
    off()
  })

  it('sees a plain transfer to a deposit address', async () => {
    const usdc = tokenNamed('USDC')
    const seen: ChainDeposit[] = []
    const off = chain.port.onDeposit((deposit) => void seen.push(deposit))
    const known = seen.length
    const there = address(await chain.port.createDepositAddress(reference(77)))
    const { text, signature } = await sign([
      await ensureTokenAccount(usdc.address, there, traveller.address),
      await transfer(usdc, traveller.address, there, 3_000_000n),
    ])
    await send(text)
    expect(seen.slice(known)).toMatchObject([
      { txHash: signature, reference: reference(77), via: 'address', amount: 3_000_000n },
    ])
    off()
  })

  it('does not broadcast what is unsigned, foreign or not the deposit', async () => {
    const { transaction } = await build(SOL, 1_000_000n, reference(5))
    await expect(
      chain.port.broadcast({ signedTransaction: transaction, reference: reference(5) }),
    ).rejects.toThrow('signature verification')
    await expect(
      chain.port.broadcast({
        signedTransaction: await signBuilt(transaction),
        reference: reference(6),
      }),
    ).rejects.toThrow('does not hold the deposit')
    await expect(
      chain.port.broadcast({ signedTransaction: 'garbage', reference: reference(5) }),
    ).rejects.toMatchObject({ name: 'ChainRefusal' })
    chain.advance(151)
    await expect(
      chain.port.broadcast({
        signedTransaction: await signBuilt(transaction),
        reference: reference(5),
      }),
    ).rejects.toThrow('Blockhash not found')
  })

  it('keeps what is sent waiting while blocks are paused, and goes on after', async () => {
    const to = (await generateKeyPairSigner()).address
    await chain.port.setAutomine(false)
    const { text, signature } = await sign([await transfer(SOL, traveller.address, to, 4_000_000n)])
    await send(text)
    expect(await chain.port.transactionState(signature)).toBe('pending')
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).toBeNull()
    const paying = chain.port.payOut({ token: SOL.address, to, amount: 4_000_000n })
    await chain.port.setAutomine(true)
    expect(await chain.port.transactionState(await paying)).toBe('mined')
    expect(await chain.port.balanceOf(SOL.address, to)).toBe(8_000_000n)
  })

  it('funds a wallet with SOL and with tokens', async () => {
    const to = (await generateKeyPairSigner()).address
    const bonk = tokenNamed('BONK')
    await chain.port.fund({ token: SOL.address, to, amount: 7_000_000n })
    await chain.port.fund({ token: bonk.address, to, amount: 9n })
    expect(await chain.port.balanceOf(SOL.address, to)).toBe(7_000_000n)
    expect(await chain.port.balanceOf(bonk.address, to)).toBe(9n)
  })
})

/** Reads the blockhash that a base64 transaction rests on. */
function decodeBlockhash(text: string) {
  return { blockhash: decodeTransaction(fromBase64(text)).message.lifetimeToken as never }
}
