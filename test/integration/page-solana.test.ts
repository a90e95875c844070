import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SolanaChain, startSolana } from '../sandbox/chains/solana/solana'
import { driveWallet, type WalletDriver } from '../sandbox/wallet/driver'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { createRpc, type Rpc } from '../sandbox/wallet/worker/rpc'
import { type PageHarness, startPageHarness } from './page-harness'

const name = 'Sandbox Wallet'
const connect = { kind: 'connect' as const, family: 'solana' as const }
let folder: string
let solana: SolanaChain
let harness: PageHarness
let wallet: WalletDriver
let rpc: Rpc
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-wallet-'))
  solana = await startSolana({ port: 0 })
  rpc = createRpc(solana.rpcUrl)
  const extension = await prepareWallet({
    outDir: join(folder, 'wallet'),
    name,
    rdns: 'dev.causeway.sandbox-wallet',
    chains: [{ id: 20011000000, type: 'solana', rpcUrl: solana.rpcUrl }],
    accounts: { solana: { secretKey: solana.account.secretKey } },
  })
  harness = await startPageHarness({ extensions: [extension] })
  wallet = await driveWallet(harness.browser.context, extension)
})

afterAll(async () => {
  await harness?.close()
  await solana?.stop()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await wallet.disconnect()
  await wallet.set({ mode: 'auto', account: 0 })
  await wallet.clearLog()
  path = (await harness.open('')).path
  await harness.inject(path)
})

/** An unsigned transfer of some lamports, as base64. */
async function transfer(): Promise<string> {
  const { value } = (await rpc('getLatestBlockhash', [])) as {
    value: { blockhash: Blockhash; lastValidBlockHeight: number }
  }
  const from = solana.account.address as Address
  const lifetime = {
    blockhash: value.blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(from, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: createNoopSigner(from),
          destination: address('GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'),
          amount: 2_000_000n,
        }),
        draft,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

const found = async () => (await harness.discover(path)).filter((one) => one.family === 'solana')

describe('a Wallet Standard wallet', () => {
  it('given a site that is not connected, when it is looked for, then it shows no account and asks nobody', async () => {
    expect(await found()).toMatchObject([{ id: name, name, ambiguous: false, accounts: [] }])
    expect(await wallet.prompts()).toEqual([])
  })

  it('given a person who agrees, when it is asked to connect, then its account arrives', async () => {
    const { ack, attemptId } = await harness.ask(path, name, connect)
    expect(ack.accepted).toBe(true)
    expect(await harness.outcome(attemptId)).toEqual({
      ok: true,
      value: { kind: 'accounts', accounts: [solana.account.address] },
    })
    expect(await found()).toMatchObject([{ accounts: [solana.account.address] }])
  })

  it('given a person who rejects, when it is asked to connect, then 4001', async () => {
    await wallet.set({ mode: 'reject' })
    const { attemptId } = await harness.ask(path, name, connect)
    expect(await harness.outcome(attemptId)).toMatchObject({ ok: false, error: { code: 4001 } })
  })

  it('signs the very bytes, and the chain takes what comes back', async () => {
    const { attemptId: connected } = await harness.ask(path, name, connect)
    await harness.outcome(connected)
    const transaction = await transfer()
    const { attemptId } = await harness.ask(path, name, {
      kind: 'solanaSign',
      account: solana.account.address,
      transaction,
    })
    const outcome = await harness.outcome(attemptId)
    if (!outcome.ok || outcome.value.kind !== 'signed') throw new Error(JSON.stringify(outcome))
    const signed = outcome.value.transaction
    const messageOf = (base64: string) => Buffer.from(base64, 'base64').subarray(65)
    expect(messageOf(signed).equals(messageOf(transaction))).toBe(true)
    await expect(rpc('sendTransaction', [signed, { encoding: 'base64' }])).resolves.toBeTypeOf(
      'string',
    )
  })

  it('connects silently after a page load when it was connected before', async () => {
    const { attemptId: connected } = await harness.ask(path, name, connect)
    await harness.outcome(connected)
    path = (await harness.open('')).path
    await harness.inject(path)
    const message = { type: 'inspect', walletId: name, family: 'solana' }
    const inspected = async () => (await harness.command<{ wallet: unknown }>(path, message)).wallet
    await expect.poll(inspected).toMatchObject({ accounts: [solana.account.address] })
  })

  it('given an account that the wallet does not show, when a signature is asked, then nobody is prompted', async () => {
    const { attemptId } = await harness.ask(path, name, {
      kind: 'solanaSign',
      account: 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
      transaction: await transfer(),
    })
    expect(await harness.outcome(attemptId)).toMatchObject({ ok: false, error: { code: 4100 } })
    expect(await wallet.prompts()).toEqual([])
  })
})
